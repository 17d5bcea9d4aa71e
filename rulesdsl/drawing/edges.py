"""Lines between cells on paper: straight ones, bent around the boxes that would lie on them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import hypot
from typing import Final

Point = tuple[float, float]
Bounds = tuple[float, float, float, float]
"""Left, top, right, bottom."""
_PARTS: Final = 24
"""So many points of a line are looked at."""
_NOTES: Final = (0.5, 0.4, 0.6, 0.3, 0.7)
"""Where a note may stand, the best place first."""
_NOTE: Final = 26.0
"""So far apart are the middles of two notes."""
_CLEAR: Final = 5.0
"""A line keeps so far away from boxes."""
_FAR: Final = 60.0
"""To be pulled so far aside is as bad as one more point of the line in a box."""
_ASIDE: Final = (60.0, -60.0, 100.0, -100.0, 150.0, -150.0, 210.0, -210.0, 300.0, -300.0)
"""How far from the middle of the straight line a bent one is pulled, what is tried first coming first."""


@dataclass(slots=True)
class Spot:
    """One cell: its centre, its outline around it, and the room for pieces."""

    x: float
    y: float
    outline: tuple[Point, ...]
    wide: float
    high: float

    @property
    def half(self) -> Point:
        """Half of how wide and how high the box around its outline is."""
        return max(x for x, _ in self.outline), max(y for _, y in self.outline)

    def around(self, clear: float) -> Bounds:
        """The box, and so much on each side."""
        wide, high = self.half
        return self.x - wide - clear, self.y - high - clear, self.x + wide + clear, self.y + high + clear


@dataclass(slots=True)
class Edge:
    """A link, from the edge of one box to the edge of another."""

    start: Point
    end: Point
    pull: Point | None = None
    """Towards this the line is bent (the control point of a quadratic curve)."""
    one_way: bool = False
    note: str = ""
    part: float = 0.5
    """Where its note stands: 0 at its start, 1 at its end."""

    @property
    def place(self) -> Point:
        """Where its note stands."""
        return _along(self.start, self.pull, self.end, self.part)

    def shifted(self, left: float, top: float) -> Edge:
        """The same, moved to the left and up."""
        start, end = _moved(self.start, left, top), _moved(self.end, left, top)
        pull = _moved(self.pull, left, top) if self.pull is not None else None
        return Edge(start, end, pull, self.one_way, self.note, self.part)


def between(spots: Sequence[Spot], a: int, b: int, one_way: bool = False, note: str = "") -> Edge:
    """The line from one cell to another, which keeps away from the others if that can be."""
    one, other = spots[a], spots[b]
    rest = [spot.around(_CLEAR) for i, spot in enumerate(spots) if i not in (a, b)]
    start, end = (one.x, one.y), (other.x, other.y)
    length = hypot(end[0] - start[0], end[1] - start[1]) or 1.0
    aside = (start[1] - end[1]) / length, (end[0] - start[0]) / length
    best: tuple[float, Point | None] = (_met(start, None, end, rest), None)
    for far in _ASIDE if best[0] else ():
        aside_at = (start[0] + end[0]) / 2 + 2 * far * aside[0], (start[1] + end[1]) / 2 + 2 * far * aside[1]
        best = min(best, (_met(start, aside_at, end, rest) + abs(far) / _FAR, aside_at), key=lambda way: way[0])
    pull = best[1]
    return Edge(_clipped(one, pull or end), _clipped(other, pull or start), pull, one_way, note)


def set_apart(edges: Sequence[Edge]) -> None:
    """Move notes along their lines, away from those that stand there already."""
    standing: list[Point] = []
    for edge in edges:
        if edge.note:
            parts = [_along(edge.start, edge.pull, edge.end, part) for part in _NOTES]
            free = [all(hypot(x - a, y - b) >= _NOTE for a, b in standing) for x, y in parts]
            edge.part = _NOTES[free.index(True)] if True in free else edge.part
            standing.append(edge.place)


def _met(start: Point, pull: Point | None, end: Point, rest: Sequence[Bounds]) -> float:
    """How much of a line lies in boxes, as points of it."""
    points = [_along(start, pull, end, i / _PARTS) for i in range(_PARTS + 1)]
    low_x, high_x = min(x for x, _ in points), max(x for x, _ in points)
    low_y, high_y = min(y for _, y in points), max(y for _, y in points)
    near = [box for box in rest if box[0] < high_x and low_x < box[2] and box[1] < high_y and low_y < box[3]]
    return float(sum(left < x < right and top < y < bottom for left, top, right, bottom in near for x, y in points))


def _along(start: Point, pull: Point | None, end: Point, part: float) -> Point:
    """A point of a line, 0 at its start, 1 at its end."""
    x, y = pull or ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
    before, between_, after = (1 - part) ** 2, 2 * part * (1 - part), part**2
    return before * start[0] + between_ * x + after * end[0], before * start[1] + between_ * y + after * end[1]


def _clipped(spot: Spot, away: Point) -> Point:
    """Where the line from the centre of a box to a point leaves the box."""
    x, y = away[0] - spot.x, away[1] - spot.y
    wide, high = spot.half
    part = min(wide / abs(x) if x else 1.0, high / abs(y) if y else 1.0, 1.0)
    return spot.x + part * x, spot.y + part * y


def _moved(point: Point, left: float, top: float) -> Point:
    return point[0] - left, point[1] - top
