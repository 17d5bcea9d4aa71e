"""Draw hexagons with characters: two lines a cell, neighbours half a cell apart as they lie.

The first line is sign and number, the second one what lies there. Where there is room cells have edges (`outlined`).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rulesdsl.drawing import colours
from rulesdsl.drawing.canvas import Canvas
from rulesdsl.drawing.inscribed import EMPTY, Inscribed, Part, stack
from rulesdsl.drawing.outlined import put_outlined
from rulesdsl.drawing.picture import Cell, Picture

_LEFT: Final = 2
_LEAST: Final = 5
"""So many characters of what lies on a cell are shown in any case."""
_EDGED: Final = 9
"""No cell with edges is wider for the sake of what lies there."""


def put_hexes(canvas: Canvas, picture: Picture, lines: Inscribed, width: int) -> int:
    """Put all cells and return the line below.

    Where edges do not fit a cell is six characters wide, more if its texts need them, less where the width asks for it.
    """
    needed = max(max(_length(_head(cell)), _length(_held(cell))) for cell in picture.cells)
    edged = max(*(_length(_head(cell)) for cell in picture.cells), _LEAST, min(needed, _EDGED))
    bottom = put_outlined(canvas, picture, lambda cell: [_head(cell), _held(cell, edged)], edged, width)
    if bottom is not None:
        return bottom
    flat = picture.orientation == "flat top"
    halves = max(cell.x for cell in picture.cells) + (1 if flat else 2)
    per = 1 if flat else 2
    room = max(1, (width - _LEFT) // halves) * per
    least = max(_LEAST, *(_length(_head(cell)) for cell in picture.cells)) + 1
    pitch = max(least, min(max(needed + 1, 6), room))
    pitch += pitch % per
    high = 1 if flat else 2
    tall = max(cell.y for cell in picture.cells) * high + 3
    # A board that is too wide is drawn in parts, one below the other; pointy cells reach over the next half column.
    across = max(1, (width - _LEFT) // (pitch // per) - per + 1)
    for cell in picture.cells:
        part, column = divmod(cell.x, across)
        x, y = _LEFT + column * pitch // per, part * tall + cell.y * high
        for down, parts in enumerate((_head(cell), _held(cell, pitch - 1))):
            _put_parts(canvas, x, y + down, parts, lines.players)
    return (max(cell.x for cell in picture.cells) // across + 1) * tall - 1


def _put_parts(canvas: Canvas, x: int, y: int, parts: list[Part], players: tuple[str, ...]) -> None:
    for text, seat in parts:
        x = canvas.put(x, y, text, "dim" if seat == -2 else colours.style(seat, players))


def _length(parts: list[Part]) -> int:
    return sum(len(text) for text, _ in parts)


def _head(cell: Cell) -> list[Part]:
    """The sign of the ground and the number or name."""
    return [(cell.sign, -1), (cell.label or (EMPTY if not cell.sign else ""), -2)]


def _held(cell: Cell, room: int = 1000) -> list[Part]:
    """The piece on top and how many lie under it, then notes; what there is no room for is left out."""
    ways = list(_ways(cell))
    fitting = next((parts for parts in ways if _length(parts) <= room), None)
    if fitting is not None:
        return fitting
    text, seat = ways[-1][0]
    return [(text[: max(0, room - 1)] + "…", seat)]


def _ways(cell: Cell) -> Iterator[list[Part]]:
    """Ever shorter forms of what lies on a cell: fewer notes, then no status, then only the topmost."""
    pieces = stack(cell)
    for shown in range(len(cell.notes), -1, -1):
        parts = list(pieces)
        for i, note in enumerate(cell.notes[:shown]):
            parts += [("" if not parts else " " if i else "/", -1), (note.text, note.owner)]
        yield [*parts, *([("…", -1)] if shown < len(cell.notes) else [])]
    if cell.pieces:
        yield pieces
        top = cell.pieces[-1]
        plain = ((top.group if len(pieces) > 1 and pieces[1][0][0] == "×" else "") or top.text, top.owner)
        yield [plain, *pieces[1:]]
        yield [plain, ("…", -1)]
