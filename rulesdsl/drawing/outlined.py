"""Draw hexagons with their edges, where there is room for them: flat tops with slanting sides, pointy ones as bricks.

A cell has two lines of text: its ground and number, and what lies there.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from rulesdsl.drawing import colours
from rulesdsl.drawing.canvas import Canvas
from rulesdsl.drawing.inscribed import Part
from rulesdsl.drawing.layers import put_edges
from rulesdsl.drawing.picture import Cell, Picture

MOST_LINES: Final = 36
"""A taller drawing does not fit above a question."""
_LEFT: Final = 2
_EDGE: Final = "dim"
_NARROWEST: Final = 5

Texts = Callable[[Cell], list[list[Part]]]
"""The two lines of a cell."""


def put_outlined(canvas: Canvas, picture: Picture, texts: Texts, needed: int, width: int) -> int | None:
    """Put all cells and return the line below, or None where the edges do not fit; `needed` characters a cell."""
    if picture.orientation == "flat top":
        return _put_slanting(canvas, picture, texts, max(needed, _NARROWEST), width)
    return _put_bricks(canvas, picture, texts, max(needed, _NARROWEST) | 1, width)


def _put_slanting(canvas: Canvas, picture: Picture, texts: Texts, wide: int, width: int) -> int | None:
    columns, halves = max(cell.x for cell in picture.cells), max(cell.y for cell in picture.cells)
    if _LEFT + (columns + 1) * wide + 2 > width or 2 * halves + 5 > MOST_LINES:
        return None
    edge = "_" * (wide - 2)
    for cell in picture.cells:
        x, y = _LEFT + cell.x * wide, 2 * cell.y
        canvas.put(x + 2, y, edge, _EDGE)
        for left, line, signs in ((1, 1, "/\\"), (0, 2, "/\\"), (0, 3, "\\/"), (1, 4, "\\/")):
            canvas.put(x + left, y + line, signs[0], _EDGE)
            canvas.put(x + wide + 1 - left, y + line, signs[1], _EDGE)
        canvas.put(x + 2, y + 4, edge, _EDGE)
    for cell in picture.cells:
        for down, parts in enumerate(texts(cell)):
            _put_middle(canvas, _LEFT + cell.x * wide + 1, 2 * cell.y + 2 + down, parts, wide, picture.players)
    return 2 * halves + 5


def _put_bricks(canvas: Canvas, picture: Picture, texts: Texts, wide: int, width: int) -> int | None:
    halves, rows = max(cell.x for cell in picture.cells) + 2, max(cell.y for cell in picture.cells) + 1
    half = wide // 2
    if _LEFT + halves * (half + 1) + 1 > width or 3 * rows + 1 > MOST_LINES:
        return None
    blocks = {(cell.x + side, cell.y): i for i, cell in enumerate(picture.cells) for side in (0, 1)}
    for x in range(halves + 1):
        for y in range(rows + 1):
            put_edges(canvas, blocks, (x, y), (_LEFT + x * (half + 1), 3 * y), (half, 2), _EDGE)
    for cell in picture.cells:
        for down, parts in enumerate(texts(cell)):
            _put_middle(
                canvas, _LEFT + cell.x * (half + 1) + 1, 3 * cell.y + 1 + down, parts, 2 * half + 1, picture.players
            )
    return 3 * rows + 1


def _put_middle(canvas: Canvas, x: int, y: int, parts: list[Part], wide: int, players: tuple[str, ...]) -> None:
    x += (wide - sum(len(text) for text, _ in parts)) // 2
    for text, seat in parts:
        x = canvas.put(x, y, text, "dim" if seat == -2 else colours.style(seat, players))
