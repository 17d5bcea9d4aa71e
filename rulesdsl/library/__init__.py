"""What the language brings along: built-in names, and the geometry of boards.

Modules: `shapes` (a board's cells and how they hang together), `boards` (questions about a shape, and the one module that others import).
May import: nothing of the house; the standard library only.
"""
