"""Where each cell of a picture is on paper: outlines and centres in units of an SVG, y down."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from math import cos, dist, hypot, pi, sin, sqrt
from typing import Final

from rulesdsl.drawing.edges import Edge, Point, Spot, between, set_apart
from rulesdsl.drawing.layout import places
from rulesdsl.drawing.picture import Picture, told_apart

SIDE: Final = 48.0
"""Of a square."""
RADIUS: Final = 32.0
"""From the centre of a hexagon to a corner."""
_ACROSS: Final = 12
"""So many spaces of a track stand in a row."""
_LETTER: Final = 7.0
"""About as wide as a letter of a region's name."""
_APART: Final = 34.0


@dataclass(slots=True)
class Plan:
    """All cells of a picture, in the order of its cells, and what else is drawn."""

    spots: list[Spot]
    edges: list[Edge] = field(default_factory=list)
    borders: list[tuple[Point, Point]] = field(default_factory=list)
    """Where one piece ends and another begins."""
    words: list[tuple[float, float, str]] = field(default_factory=list)
    """Letters and numbers beside the board."""
    width: float = 0.0
    height: float = 0.0

    def shifted(self) -> Plan:
        """The same with its upper left corner at 0, 0."""
        corners = [(spot.x + x, spot.y + y) for spot in self.spots for x, y in spot.outline]
        corners += [(edge.place[0] + x, edge.place[1]) for edge in self.edges for x in (-14, 14)]
        corners += [(x + dx, y + dy) for x, y, _ in self.words for dx in (-10, 10) for dy in (-10, 10)]
        left, top = min(x for x, _ in corners), min(y for _, y in corners)

        def at(point: Point) -> Point:
            return point[0] - left, point[1] - top

        for spot in self.spots:
            spot.x, spot.y = at((spot.x, spot.y))
        self.edges = [edge.shifted(left, top) for edge in self.edges]
        self.borders = [(at(a), at(b)) for a, b in self.borders]
        self.words = [(x - left, y - top, text) for x, y, text in self.words]
        self.width, self.height = max(x for x, _ in corners) - left, max(y for _, y in corners) - top
        return self


def plan(picture: Picture) -> Plan:
    """Return the places of all cells; a picture has at least one."""
    ways: dict[str, Callable[[Picture], Plan]] = {
        "square": _squares,
        "layers": _squares,
        "hex": _hexes,
        "track": _track,
    }
    way = _regions if picture.is_map else ways.get(picture.kind, _regions)
    return way(picture).shifted()


def box(wide: float, high: float) -> tuple[Point, ...]:
    """The corners of a box around 0, 0."""
    x, y = wide / 2, high / 2
    return (-x, -y), (x, -y), (x, y), (-x, y)


def _squares(picture: Picture) -> Plan:
    made = Plan([Spot(cell.x * SIDE, cell.y * SIDE, box(SIDE, SIDE), SIDE - 8, SIDE - 8) for cell in picture.cells])
    left, below = min(spot.x for spot in made.spots), max(spot.y for spot in made.spots)
    made.words = [(x * SIDE, below + 0.75 * SIDE, letters) for x, letters in picture.columns]
    made.words += [(left - 0.75 * SIDE, y * SIDE, number) for y, number in picture.rows]
    if picture.kind == "layers":
        blocks = {(cell.x, cell.y): cell.block for cell in picture.cells}
        for (x, y), block in blocks.items():
            corner, half = (x * SIDE - SIDE / 2, y * SIDE - SIDE / 2), SIDE
            if block != blocks.get((x - 1, y), -1):
                made.borders.append((corner, (corner[0], corner[1] + half)))
            if block != blocks.get((x, y - 1), -1):
                made.borders.append((corner, (corner[0] + half, corner[1])))
    return made


def _hexes(picture: Picture) -> Plan:
    flat = picture.orientation == "flat top"
    turn = 0.0 if flat else pi / 6
    outline = tuple(
        (round(RADIUS * cos(turn + i * pi / 3), 3), round(RADIUS * sin(turn + i * pi / 3), 3)) for i in range(6)
    )
    across, down = (1.5 * RADIUS, RADIUS * sqrt(3) / 2) if flat else (RADIUS * sqrt(3) / 2, 1.5 * RADIUS)
    wide, high = (1.25 * RADIUS, 0.95 * RADIUS) if flat else (1.4 * RADIUS, 0.85 * RADIUS)
    return Plan([Spot(cell.x * across, cell.y * down, outline, wide, high) for cell in picture.cells])


def _track(picture: Picture) -> Plan:
    count, wide = len(picture.cells), SIDE + 8
    wide = max(wide, *(_LETTER * len(cell.label) + 12 for cell in picture.cells))
    if picture.loop:
        radius = max(count * (hypot(wide, SIDE) + 8) / (2 * pi), wide)
        turns = [2 * pi * i / count - pi / 2 for i in range(count)]
        found = [(radius * cos(turn), radius * sin(turn)) for turn in turns]
    else:
        # Every second row runs back, so that each space stands beside the next one.
        rows = [divmod(i, _ACROSS) for i in range(count)]
        found = [
            ((column if row % 2 == 0 else _ACROSS - 1 - column) * (wide + 12), row * (SIDE + 20))
            for row, column in rows
        ]
    made = Plan([Spot(x, y, box(wide, SIDE), wide - 8, SIDE - 20) for x, y in found])
    ends = [*pairwise(range(count)), *([(count - 1, 0)] if picture.loop and count > 1 else [])]
    made.edges = [between(made.spots, a, b) for a, b in ends]
    return made


def _regions(picture: Picture) -> Plan:
    if picture.kind == "list":
        return _track(picture)
    sizes = [_region_size(len(cell.name), len(told_apart(cell.pieces))) for cell in picture.cells]
    if picture.is_map:
        sizes = [(max(wide for wide, _ in sizes), high) for _, high in sizes]
    found = _spaced(picture, sizes) if picture.is_map else _spread(places(len(sizes), picture.links), sizes)
    made = Plan([Spot(x, y, box(*size), size[0] - 8, size[1] - 24) for (x, y), size in zip(found, sizes, strict=True)])
    made.edges = [between(made.spots, *link, picture.note(i)) for i, link in enumerate(picture.links)]
    set_apart(made.edges)
    return made


def _spaced(picture: Picture, sizes: Sequence[Point]) -> list[Point]:
    """The places of the author's picture, so far apart that no two regions touch."""
    wide, high = max(wide for wide, _ in sizes) + _APART, max(high for _, high in sizes) + _APART
    rows = sorted({(cell.y, cell.x) for cell in picture.cells})
    near = min((b[1] - a[1] for a, b in pairwise(rows) if a[0] == b[0]), default=0)
    lines = sorted({cell.y for cell in picture.cells})
    step = min((b - a for a, b in pairwise(lines)), default=1)
    across = wide / near if near else wide / max(4, *(2 * len(cell.name) for cell in picture.cells))
    return [(cell.x * across, cell.y * high / step) for cell in picture.cells]


def _region_size(letters: int, pieces: int) -> Point:
    return max(72.0, _LETTER * letters + 16, min(pieces, 4) * 36.0 + 8), 54.0


def _spread(found: Sequence[Point], sizes: Sequence[Point]) -> list[Point]:
    """Places far enough apart that no two regions touch."""
    scale = 90.0
    for i, a in enumerate(found):
        for j in range(i):
            b = found[j]
            if dist(a, b) < 1e-6:
                continue
            wide, high = (sizes[i][0] + sizes[j][0]) / 2 + _APART, (sizes[i][1] + sizes[j][1]) / 2 + _APART
            needed = [apart / gap for apart, gap in ((wide, abs(a[0] - b[0])), (high, abs(a[1] - b[1]))) if gap > 1e-6]
            scale = max(scale, min(needed))
    return [(x * scale, y * scale) for x, y in found]
