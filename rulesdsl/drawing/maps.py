"""Draw regions and spaces as boxes at the places of an author's picture, with lines for their links.

A box has the name in its upper edge, and below it the pieces and then the notes. Of several ways to spread the boxes
that one is taken that draws most links.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby, pairwise
from typing import Final

from rulesdsl.drawing import colours
from rulesdsl.drawing.canvas import Canvas
from rulesdsl.drawing.inscribed import Part, broken, gathered, noted, spaced
from rulesdsl.drawing.picture import Cell, Picture
from rulesdsl.drawing.roads import Box, Road, Roads

_LEFT: Final = 2
_MOST: Final = 22
"""No box is wider for the sake of what lies there."""
_LEAST: Final = 6
"""No box is narrower."""
_LINES: Final = 3
"""A box has at most so many lines inside."""
_TALLEST: Final = 42
"""A taller drawing does not fit above a question."""
_GAPS: Final = (1, 2, 3, 4, 5)
"""Lines between boxes one below the other."""
_ASIDE: Final = (2, 3, 4, 5, 6)
"""Columns between boxes side by side."""
_BENT: Final = 3
"""A line with a bend is so many times as good as none."""
_EDGE: Final = "dim"


@dataclass(slots=True)
class _Map:
    """One way to spread the boxes."""

    boxes: list[Box]
    roads: Roads
    found: list[Road | None]
    """A line for each link."""
    silent: list[int]
    """Links whose note stands nowhere."""
    cut: list[Cell]
    """Cells that do not show everything."""

    @property
    def worth(self) -> tuple[int, int, int]:
        """The smaller the better: what is not drawn, then how large it is."""
        missing = sum(_BENT if road is None else road.bent for road in self.found) + len(self.silent)
        return missing + len(self.cut), max(box.bottom for box in self.boxes), max(box.right for box in self.boxes)


def put_map(canvas: Canvas, picture: Picture, width: int) -> tuple[int, list[list[Part]]] | None:
    """Put all cells and links; return the line below, and what is to be written there, in lines.

    None where the cells do not fit.
    """
    best = min(_maps(picture, width - _LEFT), key=lambda made: made.worth, default=None)
    if best is None:
        return None
    bottom, lines = 0, _kept(best)
    for (x, y), sign in best.roads.taken.items():
        if y in lines:
            canvas.put(_LEFT + x, lines[y], sign, _EDGE)
    for cell, box in zip(picture.cells, best.boxes, strict=True):
        bottom = max(bottom, _put_box(canvas, picture, cell, box, lines[box.top]))
    links = [_link(picture, i) for i, road in enumerate(best.found) if road is None or i in best.silent]
    return bottom, [*broken([_all_of(cell) for cell in best.cut], width - _LEFT), *broken(links, width - _LEFT)]


def _kept(made: _Map) -> dict[int, int]:
    """Where each line is drawn: lines between boxes that only go on are left out, as long as one is left."""
    boxed = {y for box in made.boxes for y in range(box.top, box.bottom + 1)}
    told = {y for (_, y), sign in made.roads.taken.items() if sign != "│"}
    kept: list[int] = []
    for of_boxes, run in groupby(range(max(boxed) + 1), boxed.__contains__):
        lines = list(run)
        kept += lines if of_boxes else [y for y in lines if y in told] or lines[:1]
    return {y: i for i, y in enumerate(kept)}


def _link(picture: Picture, number: int) -> list[Part]:
    a, b, one_way = picture.links[number]
    names = [picture.cells[at].name.replace("_", " ") for at in (a, b)]
    note = picture.note(number)
    return [(f"{names[0]} {'→' if one_way else '-'} {names[1]}{f' ({note})' if note else ''}", -1)]


# -------------------------------------------------------------------- boxes


def _put_box(canvas: Canvas, picture: Picture, cell: Cell, box: Box, top: int) -> int:
    """Put a cell with its upper edge at a line, and return the line below."""
    x, wide = _LEFT + box.left, box.right - box.left - 1
    name = cell.name.replace("_", " ")
    name = f" {name} " if len(name) + 2 <= wide else name
    canvas.put(x, top, f"┌{'─' * wide}┐", _EDGE)
    canvas.put(x + 1 + (wide - len(name)) // 2, top, name)
    lines, _ = _inside(cell, wide, box.bottom - box.top - 1)
    for down in range(box.bottom - box.top - 1):
        y = top + 1 + down
        canvas.put(x, y, f"│{' ' * wide}│", _EDGE)
        parts = lines[down] if down < len(lines) else []
        at = x + 1 + (wide - _length(parts)) // 2
        for text, seat in parts:
            at = canvas.put(at, y, text, colours.style(seat, picture.players))
    bottom = top + box.bottom - box.top
    canvas.put(x, bottom, f"└{'─' * wide}┘", _EDGE)
    return bottom + 1


def _inside(cell: Cell, wide: int, most: int = _LINES) -> tuple[list[list[Part]], bool]:
    """What lies on a cell and then what it says of itself, in at most so many lines; and whether something is cut."""
    ground = [[(cell.sign, -1)]] if cell.sign.strip(".") else []
    pieces, counted = gathered(cell), gathered(cell, numbered=False)
    fits = _length(spaced(pieces)) <= wide or len(counted) == len(pieces)
    lines = [*broken(pieces if fits else counted, wide, " "), *broken([*ground, *noted(cell)], wide, " ")]
    fitting = [_shortened(line, wide) for line in lines[:most]]
    if len(lines) > most and fitting[-1] == lines[most - 1]:
        fitting[-1] = _shortened([*fitting[-1], (" …", -1)], wide)
    return fitting, not fits or fitting != lines


def _shortened(line: list[Part], wide: int) -> list[Part]:
    """The beginning of a line that is too long, and a sign that something is missing."""
    if _length(line) <= wide:
        return line
    made: list[Part] = []
    for text, seat in line:
        made.append((text[: max(0, wide - 1 - _length(made))], seat))
    return [*made, ("…", -1)]


def _length(parts: list[Part]) -> int:
    return sum(len(text) for text, _ in parts)


def _all_of(cell: Cell) -> list[Part]:
    entries = [*gathered(cell), *noted(cell)]
    return [(f"{cell.name.replace('_', ' ')}: ", -1), *spaced(entries)]


# ------------------------------------------------------------------- layout


def _maps(picture: Picture, width: int) -> Iterator[_Map]:
    """Ways to spread the boxes over at most `width` columns, until one draws everything."""
    note = max((len(picture.note(i)) for i in range(len(picture.links))), default=0)
    several = len({cell.y for cell in picture.cells}) > 1
    for wide in _widths(picture):
        for high in _GAPS if several else _GAPS[:1]:
            for aside in _ASIDE:
                boxes = _boxes(picture, wide, high, max(aside, note + 2 if note else 0))
                if max(box.right for box in boxes) >= width or max(box.bottom for box in boxes) >= _TALLEST:
                    continue
                made = _joined(picture, boxes)
                yield made
                if not made.worth[0]:
                    return


def _widths(picture: Picture) -> list[int]:
    """Widths of a box, edges included: the one in which all is shown in the fewest lines comes first."""
    least = max(_LEAST, *(len(cell.name) + 2 for cell in picture.cells))
    rows = [entries for cell in picture.cells for entries in (gathered(cell), noted(cell))]
    wanted = max((_length(spaced(entries)) for entries in rows), default=0)
    most = max(least + 2, min(wanted, _MOST) + 2)
    return sorted({least, least + 2, (most + least) // 2, most}, key=lambda wide: (*_room(picture, wide), wide))


def _room(picture: Picture, wide: int) -> tuple[int, int]:
    """(how many cells do not show everything, how many lines they have inside) if boxes are so wide."""
    shown = [_inside(cell, wide - 2) for cell in picture.cells]
    return sum(cut for _, cut in shown), max(1, *(len(lines) for lines, _ in shown))


def _boxes(picture: Picture, wide: int, high: int, aside: int) -> list[Box]:
    """A box for each cell, all of one size, `aside` columns and `high` lines apart where they are closest."""
    lines = sorted({cell.y for cell in picture.cells})
    across = sorted({(cell.y, cell.x) for cell in picture.cells})
    gap = min((b[1] - a[1] for a, b in pairwise(across) if a[0] == b[0]), default=0)
    if not gap:
        columns = sorted({cell.x for cell in picture.cells})
        gap = max(min((b - a for a, b in pairwise(columns)), default=1), wide)
    step = min((b - a for a, b in pairwise(lines)), default=1)
    _, inside = _room(picture, wide)
    left, pitch = min(cell.x for cell in picture.cells), wide + aside
    made = []
    for cell in picture.cells:
        x = (2 * (cell.x - left) * pitch + gap) // (2 * gap)
        y = (cell.y - lines[0]) * (inside + 2 + high) // step
        made.append(Box(x, y, x + wide - 1, y + inside + 1))
    return made


def _joined(picture: Picture, boxes: list[Box]) -> _Map:
    """Lines for the links, the shortest ones first, then their notes."""
    roads = Roads(boxes)
    found: list[Road | None] = [None] * len(picture.links)
    for i in sorted(range(len(found)), key=lambda i: (_apart(boxes, picture.links[i]), i)):
        found[i] = roads.join(*picture.links[i])
    silent = [
        i
        for i, road in enumerate(found)
        if road is not None and picture.note(i) and not roads.write(road, picture.note(i))
    ]
    cells = zip(picture.cells, boxes, strict=True)
    cut = [cell for cell, box in cells if _inside(cell, box.right - box.left - 1)[1]]
    return _Map(boxes, roads, found, silent, cut)


def _apart(boxes: list[Box], link: tuple[int, int, bool]) -> int:
    (x, y), (other_x, other_y) = boxes[link[0]].middle, boxes[link[1]].middle
    return abs(x - other_x) + 2 * abs(y - other_y)
