"""Lines of characters between boxes: straight ones where they can be, else with a bend; none crosses a box.

Two lines share no character, but for straight slanting ones that cross.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

Spot = tuple[int, int]
"""(column, line)"""
_SLANTS: Final = {"╲", "╱"}
_WIDE_ENOUGH: Final = 3
"""Boxes over one another by fewer columns are joined by a slanting line rather than an upright one."""
_TRIED: Final = 4
"""So many places at a side of a box are tried for a line with a bend."""


@dataclass(frozen=True, slots=True)
class Box:
    """Columns and lines that it covers, its edges included."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def middle(self) -> Spot:
        """The column and the line in its middle."""
        return (self.left + self.right) // 2, (self.top + self.bottom) // 2


@dataclass(slots=True)
class Road:
    """A line from one box to another: its characters in the order in which they lead there."""

    steps: list[tuple[int, int, str]]
    bent: bool = False


@dataclass(slots=True)
class Roads:
    """The lines between some boxes, put one after the other; each box is known by its place in the list."""

    boxes: Sequence[Box]
    taken: dict[Spot, str] = field(default_factory=dict)
    """The character at each place of a line or of a note."""
    _near: dict[Spot, set[int]] = field(default_factory=dict)
    """Places in a box or beside it, with the boxes."""
    _solid: set[Spot] = field(default_factory=set)
    """Places in a box."""

    def __post_init__(self) -> None:
        for number, box in enumerate(self.boxes):
            for y in range(box.top - 1, box.bottom + 2):
                for x in range(box.left - 1, box.right + 2):
                    self._near.setdefault((x, y), set()).add(number)
            self._solid.update((x, y) for y in range(box.top, box.bottom + 1) for x in range(box.left, box.right + 1))

    def join(self, a: int, b: int, one_way: bool) -> Road | None:
        """Put a line from one box to another, and return it; None where there is no room."""
        for road in self._ways(a, b):
            steps = _pointed(road, self.boxes[b]) if one_way else road.steps
            if steps and self._is_free(steps, a, b, road.bent):
                for x, y, sign in steps:
                    self.taken[x, y] = "╳" if (x, y) in self.taken else sign
                return Road(steps, road.bent)
        return None

    def write(self, road: Road, text: str) -> bool:
        """Put a note on a level part of a line, or beside it; return whether there is room."""
        steps = sorted(road.steps, key=lambda step: abs(2 * road.steps.index(step) - len(road.steps) + 1))
        for x, y, _ in steps:
            start = x - (len(text) - 1) // 2
            if all(self.taken.get((start + i, y)) == "─" for i in range(-1, len(text) + 1)):
                self._put(start, y, text)
                return True
        for x, y, sign in steps:
            for start in (x + 1, x - len(text)) if sign not in "─←→" else ():
                around = [(start + i, y) for i in range(-1, len(text) + 1) if start + i != x]
                inside = [(start + i, y) for i in range(len(text))]
                if not any(spot in self.taken for spot in around) and self._solid.isdisjoint(inside):
                    self._put(start, y, text)
                    return True
        return False

    def _put(self, x: int, y: int, text: str) -> None:
        for i, sign in enumerate(text):
            self.taken[x + i, y] = sign

    def _is_free(self, steps: Iterable[tuple[int, int, str]], a: int, b: int, bent: bool) -> bool:
        ends = {a, b}
        for x, y, sign in steps:
            other = self.taken.get((x, y))
            if other is not None and (bent or {sign, other} != _SLANTS):
                return False
            if (x, y) in self._solid or not self._near.get((x, y), ends) <= ends:
                return False
        return True

    # -------------------------------------------------------------------- ways

    def _ways(self, a: int, b: int) -> Iterator[Road]:
        """Lines from one box to another, the best ones first, whether there is room or not."""
        one, other = self.boxes[a], self.boxes[b]
        turned = (one.left, one.top) > (other.left, other.top) if one.top == other.top else one.top > other.top
        first, last = (other, one) if turned else (one, other)
        for road in _level(first, last) if one.top == other.top else _down(first, last):
            yield Road(road.steps[::-1], road.bent) if turned else road


def _level(left: Box, right: Box) -> Iterator[Road]:
    middle = left.middle[1]
    for y in sorted(range(left.top + 1, left.bottom), key=lambda y: abs(y - middle)):
        yield Road([(x, y, "─") for x in range(left.right + 1, right.left)])


def _down(upper: Box, lower: Box) -> Iterator[Road]:
    lines = range(upper.bottom + 1, lower.top)
    low, high = max(upper.left, lower.left) + 1, min(upper.right, lower.right) - 1
    columns = sorted(range(low, high + 1), key=lambda x: abs(2 * x - low - high))
    upright = [Road([(x, y, "│") for y in lines]) for x in columns]
    if high - low + 1 >= _WIDE_ENOUGH:
        yield from upright
    yield from _slanting(upper, lower, lines)
    if high - low + 1 < _WIDE_ENOUGH:
        yield from upright
    yield from _bent(upper, lower, lines)


def _slanting(upper: Box, lower: Box, lines: range) -> Iterator[Road]:
    count = len(lines)
    for step, sign in ((1, "╲"), (-1, "╱")) if upper.middle[0] < lower.middle[0] else ((-1, "╱"), (1, "╲")):
        # Where it begins below the upper box, so that it ends above the lower one.
        low = max(upper.left + step, lower.left - step * count)
        high = min(upper.right + step, lower.right - step * count)
        for x in sorted(range(low, high + 1), key=lambda x: abs(2 * x - low - high)):
            yield Road([(x + step * i, y, sign) for i, y in enumerate(lines)])


def _bent(upper: Box, lower: Box, lines: range) -> Iterator[Road]:
    """Down, to the side and down; then from the side of one box to the other one."""
    right = upper.middle[0] < lower.middle[0]
    starts, ends = (_toward(upper, lower), _toward(lower, upper))
    middle = (lines.start + lines.stop - 1) // 2
    for y in sorted(lines, key=lambda y: abs(y - middle)):
        for x, other in ((x, other) for x in starts for other in ends if x != other and (x < other) == right):
            above = [(x, line, "│") for line in lines if line < y]
            below = [(other, line, "│") for line in lines if line > y]
            yield Road([*above, *_turn(x, other, y, "╰╯"), (other, y, "╮" if right else "╭"), *below], bent=True)
    for x in ends:
        if not upper.left <= x <= upper.right:
            y = upper.middle[1]
            side = upper.right + 1 if right else upper.left - 1
            between = range(side, x, 1 if right else -1)
            below = [(x, line, "│") for line in range(y + 1, lower.top)]
            yield Road([*((at, y, "─") for at in between), (x, y, "╮" if right else "╭"), *below], bent=True)
    for x in starts:
        if not lower.left <= x <= lower.right:
            y = lower.middle[1]
            above = [(x, line, "│") for line in range(upper.bottom + 1, y)]
            stop = lower.left if right else lower.right
            yield Road([*above, *_turn(x, stop, y, "╰╯")], bent=True)


def _turn(x: int, stop: int, y: int, corners: str) -> list[tuple[int, int, str]]:
    """A corner from above, and level on to a column that is not reached."""
    right = x < stop
    level = [(at, y, "─") for at in (range(x + 1, stop) if right else range(x - 1, stop, -1))]
    return [(x, y, corners[0] if right else corners[1]), *level]


def _toward(box: Box, other: Box) -> list[int]:
    """Columns of a box, its corners left out, the ones nearest to another box first."""
    inside = range(box.left + 1, box.right)
    nearest = sorted(inside, key=lambda x: (abs(x - min(max(x, other.left), other.right)), abs(x - box.middle[0])))
    return nearest[:_TRIED]


def _pointed(road: Road, end: Box) -> list[tuple[int, int, str]]:
    """The same with an arrow at its end; nothing where it ends in a corner."""
    x, y, sign = road.steps[-1] if road.steps else (0, 0, "╮")
    below, right = y > end.bottom, x > end.right
    arrows = {"│": "↓↑"[below], "─": "→←"[right], "╲": "↘↖"[below], "╱": "↙↗"[below]}
    return [*road.steps[:-1], (x, y, arrows[sign])] if sign in arrows else []
