"""Whole random games in C: the functions of a compiled game translated, compiled by a C compiler, and called.

The same seeds give the same games as the Python back end. What cannot be translated is refused with a reason; a game
that goes wrong in C is played again in Python, which says what is wrong with it.
"""
