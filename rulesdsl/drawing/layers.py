"""Draw pieces that lie over one another: what shows, with a line where one piece ends."""

from __future__ import annotations

from typing import Final

from rulesdsl.drawing import colours
from rulesdsl.drawing.canvas import Canvas
from rulesdsl.drawing.inscribed import EMPTY, Inscribed, stack
from rulesdsl.drawing.picture import Picture

# By the lines that meet in a corner: up 1, right 2, down 4, left 8.
_CORNERS: Final = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"
_LEFT: Final = 2


def put_layers(canvas: Canvas, picture: Picture, lines: Inscribed, width: int) -> int:
    """Put squares that are taken as boxes, two lines each; return the line below."""
    blocks = {(cell.x, cell.y): cell.block for cell in picture.cells}
    left = _LEFT + max(len(number) for _, number in picture.rows) + 1
    wide = max(max(lines.width, *(len(letters) for _, letters in picture.columns)), 1)
    if left + len(picture.columns) * (wide + 3) + 1 <= width:
        wide += 2
    column = {x: left + i * (wide + 1) for i, (x, _) in enumerate(picture.columns)}
    line = {y: 1 + 2 * i for i, (y, _) in enumerate(picture.rows)}
    for x, letters in picture.columns:
        canvas.put(column[x] + 1 + (wide - len(letters)) // 2, 0, letters, "dim")
    for y, number in picture.rows:
        canvas.put(_LEFT, line[y] + 1, number.rjust(left - _LEFT - 1), "dim")
    for x, start in column.items():
        for y, top in line.items():
            put_edges(canvas, blocks, (x, y), (start, top), (wide, 1))
    for cell in picture.cells:
        text, seat = (stack(cell) or [(cell.sign, -1)])[0]
        if cell.block < 0 and not text:
            text, seat = EMPTY, -2
        style = "dim" if seat == -2 else colours.style(seat, lines.players)
        canvas.put(column[cell.x] + 1 + (wide - len(text)) // 2, line[cell.y] + 1, text, style)
    return 2 + 2 * len(picture.rows)


def put_edges(
    canvas: Canvas,
    blocks: dict[tuple[int, int], int],
    cell: tuple[int, int],
    at: tuple[int, int],
    size: tuple[int, int],
    style: str = "",
) -> None:
    """Put the upper and the left edge of a cell where blocks meet, and the corner; `size` is (characters, lines)."""
    (x, y), (start, top), (wide, high) = cell, at, size
    here, above = blocks.get((x, y), -1), blocks.get((x, y - 1), -1)
    before, across = blocks.get((x - 1, y), -1), blocks.get((x - 1, y - 1), -1)
    corner = (above != across) + 2 * (here != above) + 4 * (here != before) + 8 * (before != across)
    if corner:
        canvas.put(start, top, _CORNERS[corner], style)
    if here != above:
        canvas.put(start + 1, top, "─" * wide, style)
    if here != before:
        for down in range(high):
            canvas.put(start, top + 1 + down, "│", style)
