"""The same games as tight as plain Python allows: a function each, ints and flat lists, bit masks, tables made before.

All options are worked out before one is chosen, and the same questions are counted as in `handwritten`. Nothing is
shared between games, nothing is meant to be read or changed: this is the limit, not the alternative.
"""

from __future__ import annotations

import random
from collections.abc import Callable

from tight.backgammon import backgammon
from tight.boards import breakthrough, connect_four, tic_tac_toe
from tight.cards import hearts, kuhn_poker, leduc_poker, pig

Playout = Callable[[random.Random], int]

GAMES: dict[str, Playout] = {
    "tic_tac_toe": tic_tac_toe,
    "connect_four": connect_four,
    "breakthrough": breakthrough,
    "pig": pig,
    "kuhn_poker": kuhn_poker,
    "leduc_poker": leduc_poker,
    "backgammon": backgammon,
    "hearts": hearts,
}

__all__ = ["GAMES", "Playout"]
