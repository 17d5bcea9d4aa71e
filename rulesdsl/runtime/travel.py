"""Ways over a board: where a piece can get with so many points, and by which cells (Dijkstra 1959).

What a step costs, whether it may be taken, whether it ends the way and whether it is a risk are rules of the game,
handed in as functions of the state, the piece, the cell left and the cell entered.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from heapq import heappop, heappush
from typing import Any, NamedTuple

from rulesdsl.runtime.faults import Fault

State = Any
Clause = Callable[[State, int, int, int], Any]
NEVER = 1 << 62
"""More than any points."""
MOST_WAYS = 24
"""Ways to one cell that are kept; more than anybody would read."""


class Travel(NamedTuple):
    """The rules of one kind of travel; None where it says nothing."""

    cost: Clause | None
    enter: Clause | None
    stop: Clause | None
    end: Clause | None
    risk: Clause | None


class _Label(NamedTuple):
    """A way to a cell: what it costs, the cells on it that are a risk, all its cells."""

    cost: int
    risks: tuple[int, ...]
    path: tuple[int, ...]


def reach(
    s: State, travel: Travel, next_to: Sequence[tuple[int, ...]], piece: int, start: int, points: int
) -> tuple[int, ...]:
    """The cells where a piece that is at `start` (-1: nowhere) can end with `points`, without `start`, ascending."""
    if start < 0:
        return ()
    best = {start: 0}
    waiting = [(0, start)]
    ends: set[int] = set()
    while waiting:
        cost, cell = heappop(waiting)
        if cost > best[cell]:
            continue
        for to in next_to[cell]:
            total = _step(s, travel, piece, cell, to, cost)
            if total > points or to == start:
                continue
            if to not in ends and (travel.end is None or travel.end(s, piece, cell, to)):
                ends.add(to)
            if travel.stop is not None and travel.stop(s, piece, cell, to):
                continue
            if total < best.get(to, points + 1):
                best[to] = total
                heappush(waiting, (total, to))
    return tuple(sorted(ends))


def ways(
    s: State, travel: Travel, next_to: Sequence[tuple[int, ...]], piece: int, start: int, goal: int, points: int
) -> tuple[tuple[int, ...], ...]:
    """The ways to `goal` worth choosing from, each the cells after `start` in turn; none if there is no way.

    Of ways that meet the same risks only the cheapest is given, of equal ones that with fewer steps, then that through
    earlier cells; a way is left out if another is no dearer and meets only some of its risks.
    """
    if start < 0:
        return ()
    labels: dict[int, list[_Label]] = {}
    arrived: list[_Label] = []
    waiting: list[tuple[int, int, tuple[int, ...], int, _Label]] = [(0, 0, (), start, _Label(0, (), ()))]
    while waiting:
        cost, _, _, cell, label = heappop(waiting)
        if cell != start and label not in labels[cell]:
            continue
        for to in next_to[cell]:
            total = _step(s, travel, piece, cell, to, cost)
            if total > points or to == start or to in label.path:
                continue
            risky = travel.risk is not None and travel.risk(s, piece, cell, to)
            made = _Label(total, (*label.risks, to) if risky else label.risks, (*label.path, to))
            if to == goal:
                if travel.end is None or travel.end(s, piece, cell, to):
                    _kept(arrived, made)
                continue
            ends = travel.stop is not None and travel.stop(s, piece, cell, to)
            if not ends and _kept(labels.setdefault(to, []), made):
                heappush(waiting, (total, len(made.path), made.path, to, made))
    return tuple(label.path for label in arrived)


def _kept(known: list[_Label], made: _Label) -> bool:
    """Put a way among those known, unless one of them is at least as good; drop those that it beats."""
    if len(known) >= MOST_WAYS or any(_beats(one, made) for one in known):
        return False
    known[:] = [one for one in known if not _beats(made, one)]
    known.append(made)
    known.sort(key=lambda one: (len(one.risks), one.cost, len(one.path), one.path))
    return True


def _beats(one: _Label, other: _Label) -> bool:
    return one.cost <= other.cost and all(cell in other.risks for cell in one.risks)


def _step(s: State, travel: Travel, piece: int, cell: int, to: int, cost: int) -> int:
    """What a way costs with one step more; more than any points where the step is not allowed."""
    if travel.enter is not None and not travel.enter(s, piece, cell, to):
        return NEVER
    if travel.cost is None:
        return cost + 1
    price: int = travel.cost(s, piece, cell, to)
    if price < 0:
        raise Fault(f"a step that costs {price}")
    return cost + price
