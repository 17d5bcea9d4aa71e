"""Draw hexagons with characters: two lines a cell, neighbours half a cell apart as they lie.

The first line is sign and number, the second one what lies there.
"""

from __future__ import annotations

from typing import Final

from rulesdsl.drawing import colours
from rulesdsl.drawing.canvas import Canvas
from rulesdsl.drawing.inscribed import EMPTY, Inscribed, Part, piece_text
from rulesdsl.drawing.picture import Cell, Picture

_LEFT: Final = 2


def put_hexes(canvas: Canvas, picture: Picture, lines: Inscribed, width: int) -> int:
    """Put all cells and return the line below; narrower than six characters only where the width asks for it."""
    flat = picture.orientation == "flat top"
    texts = {cell.name: (_head(cell), _held(cell)) for cell in picture.cells}
    needed = max(max(_length(head), _length(held)) for head, held in texts.values())
    halves = max(cell.x for cell in picture.cells) + (1 if flat else 2)
    per = 1 if flat else 2
    room = max(1, (width - _LEFT) // halves) * per
    pitch = max(needed + 1, min(6, room))
    pitch += pitch % per
    for cell in picture.cells:
        x, y = _LEFT + cell.x * pitch // per, cell.y * (1 if flat else 2)
        for down, parts in enumerate(texts[cell.name]):
            _put_parts(canvas, x, y + down, parts, lines.players)
    return max(cell.y for cell in picture.cells) * (1 if flat else 2) + 2


def _put_parts(canvas: Canvas, x: int, y: int, parts: list[Part], players: tuple[str, ...]) -> None:
    for text, seat in parts:
        x = canvas.put(x, y, text, "dim" if seat == -2 else colours.style(seat, players))


def _length(parts: list[Part]) -> int:
    return sum(len(text) for text, _ in parts)


def _head(cell: Cell) -> list[Part]:
    """The sign of the ground and the number or name."""
    return [(cell.sign, -1), (cell.label or (EMPTY if not cell.sign else ""), -2)]


def _held(cell: Cell) -> list[Part]:
    """Notes, then the piece on top and how many lie under it; with one note at most, the rest would not fit."""
    parts: list[Part] = []
    if cell.pieces:
        top, under = cell.pieces[-1], len(cell.pieces) - 1
        parts.append((piece_text(top), top.owner))
        if under:
            parts.append((f"+{under}", -1))
    if cell.notes:
        parts += [("/" if parts else "", -1), (cell.notes[0].text, cell.notes[0].owner)]
        if len(cell.notes) > 1:
            parts.append(("…", -1))
    return parts
