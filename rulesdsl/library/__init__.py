"""What the language brings along: built-in names, and the geometry of boards.

Modules: `shapes` (a board's cells and how they hang together), `boards` (questions about
a shape; it names all of `shapes` too, so others import only this one).
May import: nothing of the house; the standard library only.
"""
