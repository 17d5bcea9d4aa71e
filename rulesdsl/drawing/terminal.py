"""Draw a picture of a board with characters; colour says again what the characters say."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rulesdsl.drawing import colours
from rulesdsl.drawing.canvas import Canvas
from rulesdsl.drawing.hexes import put_hexes
from rulesdsl.drawing.inscribed import Inscribed, gathered, legend_lines, noted, spaced, stack_lines
from rulesdsl.drawing.layers import put_layers
from rulesdsl.drawing.maps import put_map
from rulesdsl.drawing.picture import Picture

if TYPE_CHECKING:
    from rich.text import Text

_LEFT: Final = 2
_GAP: Final = 2


def draw(picture: Picture, width: int) -> Text:
    """Return a board as a block of text, at most `width` characters wide where its cells allow that."""
    canvas = Canvas()
    lines = Inscribed(picture)
    placed = put_map(canvas, picture, width) if picture.is_map else None
    if placed is not None:
        bottom, below = placed
    else:
        bottom, below = _put(canvas, picture, lines, width), stack_lines(picture, width - _LEFT)
    for text in [*below, *legend_lines(picture, width - _LEFT)]:
        x = _LEFT
        for words, seat in text:
            x = canvas.put(x, bottom, words, colours.style(seat, picture.players) if seat >= 0 else "dim")
        bottom += 1
    return canvas.text()


def _put(canvas: Canvas, picture: Picture, lines: Inscribed, width: int) -> int:
    """Put all cells and return the line below."""
    if picture.kind == "square":
        return _put_squares(canvas, picture, lines, width)
    if picture.kind == "layers":
        return put_layers(canvas, picture, lines, width)
    if picture.kind == "hex":
        return put_hexes(canvas, picture, lines, width)
    if picture.kind == "track":
        return _put_track(canvas, picture, lines, width)
    return _put_list(canvas, picture, lines)


def _put_squares(canvas: Canvas, picture: Picture, lines: Inscribed, width: int) -> int:
    """Rows from above, their numbers on the left, the letters of the columns below."""
    at = {(cell.x, cell.y): cell for cell in picture.cells}
    wide = max(lines.width, *(len(letters) for _, letters in picture.columns))
    left = _LEFT + max(len(number) for _, number in picture.rows) + _GAP
    gap = _GAP if left + len(picture.columns) * (wide + _GAP) <= width + _GAP else 1
    across = max(1, (width - left + gap) // (wide + gap))
    y = 0
    for first in range(0, len(picture.columns), across):
        part = picture.columns[first : first + across]
        y += 1 if first else 0
        for row, number in picture.rows:
            canvas.put(_LEFT, y, number.rjust(left - _LEFT - _GAP), "dim")
            for i, (column, _) in enumerate(part):
                cell = at.get((column, row))
                if cell is not None:
                    lines.put(canvas, left + i * (wide + gap), y, cell)
            y += lines.height
        for i, (_, letters) in enumerate(part):
            canvas.put(left + i * (wide + gap), y, letters, "dim")
        y += 1
    return y


def _put_track(canvas: Canvas, picture: Picture, lines: Inscribed, width: int) -> int:
    """Spaces from left to right, line after line, each under its name."""
    wide = max(lines.width, *(len(cell.label) for cell in picture.cells))
    across = max(1, (width - _LEFT + _GAP) // (wide + _GAP))
    y = 0
    for first in range(0, len(picture.cells), across):
        for i, cell in enumerate(picture.cells[first : first + across]):
            x = _LEFT + i * (wide + _GAP)
            canvas.put(x, y, cell.label, "dim")
            lines.put(canvas, x, y + 1, cell)
        y += 1 + lines.height
    if picture.loop:
        canvas.put(_LEFT, y, f"{picture.cells[-1].label} leads to {picture.cells[0].label}", "dim")
        y += 1
    return y


def _put_list(canvas: Canvas, picture: Picture, lines: Inscribed) -> int:
    """Regions one below the other: what is there, and where links lead."""
    near = _neighbors(picture)
    texts = [spaced([*gathered(cell), *noted(cell)]) for cell in picture.cells]
    wide = max(len(cell.name) for cell in picture.cells)
    held = max(1, *(sum(len(text) for text, _ in parts) for parts in texts))
    for y, (cell, parts) in enumerate(zip(picture.cells, texts, strict=True)):
        canvas.put(_LEFT, y, cell.name.replace("_", " "))
        x = _LEFT + wide + _GAP
        for text, seat in parts:
            x = canvas.put(x, y, text, colours.style(seat, lines.players))
        if not parts:
            canvas.put(x, y, "·", "dim")
        if near[y]:
            canvas.put(_LEFT + wide + _GAP + held + _GAP, y, ", ".join(near[y]), "dim")
    return len(picture.cells)


def _neighbors(picture: Picture) -> list[list[str]]:
    """Where links lead from each region; behind an arrow where there is no way back."""
    found: list[list[tuple[int, str]]] = [[] for _ in picture.cells]
    names = [cell.name.replace("_", " ") for cell in picture.cells]
    for i, (a, b, one_way) in enumerate(picture.links):
        note = f" ({picture.note(i)})" if picture.note(i) else ""
        found[a].append((b, f"{'→ ' if one_way else ''}{names[b]}{note}"))
        if not one_way:
            found[b].append((a, names[a] + note))
    return [[text for _, text in sorted(near)] for near in found]
