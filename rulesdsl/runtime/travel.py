"""Ways over a board: where a piece can get with so many points, and by which cells (Dijkstra 1959).

What a step costs, whether it may be taken, whether it ends the way and whether it is a risk are rules of the game,
handed in as functions of the state, the piece, the cell left and the cell entered.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from heapq import heappop, heappush
from typing import Any, NamedTuple

from rulesdsl.runtime.faults import Fault

State = Any
Clause = Callable[[State, int, int, int], Any]
NEVER = 1 << 62
"""More than any points."""
MOST_WAYS = 24
"""Ways to one cell that are kept; more than anybody would read."""


class Travel:
    """The rules of one kind of travel; None where it says nothing."""

    __slots__ = ("cost", "end", "enter", "enters_alike", "looks_back", "risk", "stop", "the_same_from_all")

    def __init__(
        self,
        cost: Clause | None,
        enter: Clause | None,
        stop: Clause | None,
        end: Clause | None,
        risk: Clause | None,
        looks_back: frozenset[str] = frozenset(),
    ) -> None:
        """`looks_back`: the clauses that ask about the cell left; others are the same from wherever one comes."""
        self.cost, self.enter, self.stop, self.end, self.risk = cost, enter, stop, end, risk
        self.looks_back = looks_back
        self.the_same_from_all = self.same("cost", "stop", "end")
        self.enters_alike = self.same("enter")

    def same(self, *clauses: str) -> bool:
        """Are these clauses the same from wherever a cell is entered?"""
        return self.looks_back.isdisjoint(clauses)


class _Label(NamedTuple):
    """A way to a cell: what it costs, the cells on it that are a risk, all its cells."""

    cost: int
    risks: tuple[int, ...]
    path: tuple[int, ...]


def reach(
    s: State, travel: Travel, next_to: Sequence[tuple[int, ...]], piece: int, start: int, points: int
) -> tuple[int, ...]:
    """The cells where a piece that is at `start` (-1: nowhere) can end with `points`, without `start`, ascending."""
    return tuple(sorted(reached(s, travel, next_to, piece, start, points)))


def reached(
    s: State, travel: Travel, next_to: Sequence[tuple[int, ...]], piece: int, start: int, points: int
) -> Iterator[int]:
    """What `reach` gives, each cell as soon as it is found: for those who only want to know whether there is one.

    Cells are left in the order of what the way to them costs. Where nothing depends on the cell left, the first step
    into a cell is as good as any later one, and the first that is refused tells of all.
    """
    if start < 0:
        return iter(())
    if not travel.the_same_from_all:
        return _by_all_ways(s, travel, next_to, piece, start, points)
    spreading = _spreading if travel.cost is None else _creeping
    return spreading(s, travel, next_to, piece, start, points)


def _by_all_ways(
    s: State, travel: Travel, next_to: Sequence[tuple[int, ...]], piece: int, start: int, points: int
) -> Iterator[int]:
    """What `reached` gives where it matters from which cell another is entered."""
    cost_by, enter, stop, end = travel.cost, travel.enter, travel.stop, travel.end
    best = {start: 0}
    waiting = {0: [start]}
    ends: set[int] = set()
    while waiting:
        cost = min(waiting)
        for cell in waiting.pop(cost):
            if cost > best[cell]:
                continue
            for to in next_to[cell]:
                if to == start or (enter is not None and not enter(s, piece, cell, to)):
                    continue
                total = cost + 1 if cost_by is None else cost + price(cost_by(s, piece, cell, to))
                if total > points:
                    continue
                if to not in ends and (end is None or end(s, piece, cell, to)):
                    ends.add(to)
                    yield to
                if stop is not None and stop(s, piece, cell, to):
                    continue
                if total < best.get(to, points + 1):
                    best[to] = total
                    waiting.setdefault(total, []).append(to)


def _creeping(
    s: State, travel: Travel, next_to: Sequence[tuple[int, ...]], piece: int, start: int, points: int
) -> Iterator[int]:
    """What `reached` gives where nothing but entering depends on the cell left: the cells nearest by cost first."""
    cost_by, enter, stop, end = travel.cost, travel.enter, travel.stop, travel.end
    assert cost_by is not None
    refused_once = travel.enters_alike
    done = {start}
    waiting = {0: [start]}
    while waiting:
        cost = min(waiting)
        for cell in waiting.pop(cost):
            for to in next_to[cell]:
                if to in done:
                    continue
                if enter is not None and not enter(s, piece, cell, to):
                    if refused_once:
                        done.add(to)
                    continue
                done.add(to)
                step = cost_by(s, piece, cell, to)
                total = cost + (step if step >= 0 else price(step))
                if total > points:
                    continue
                if end is None or end(s, piece, cell, to):
                    yield to
                if stop is None or not stop(s, piece, cell, to):
                    waiting.setdefault(total, []).append(to)


def _spreading(
    s: State, travel: Travel, next_to: Sequence[tuple[int, ...]], piece: int, start: int, points: int
) -> Iterator[int]:
    """What `reached` gives where each step costs one point and nothing depends on the cell left: ring by ring."""
    enter, stop, end = travel.enter, travel.stop, travel.end
    refused_once = travel.enters_alike
    done = {start}
    ring = [start]
    for _ in range(points):
        following: list[int] = []
        for cell in ring:
            for to in next_to[cell]:
                if to in done:
                    continue
                if enter is not None and not enter(s, piece, cell, to):
                    if refused_once:
                        done.add(to)
                    continue
                done.add(to)
                if end is None or end(s, piece, cell, to):
                    yield to
                if stop is None or not stop(s, piece, cell, to):
                    following.append(to)
        if not following:
            return
        ring = following


def gets_anywhere(
    s: State, travel: Travel, next_to: Sequence[tuple[int, ...]], piece: int, start: int, points: int
) -> bool:
    """Is there any cell that `reach` gives?"""
    return next(reached(s, travel, next_to, piece, start, points), None) is not None


def ways(
    s: State, travel: Travel, next_to: Sequence[tuple[int, ...]], piece: int, start: int, goal: int, points: int
) -> tuple[tuple[int, ...], ...]:
    """The ways to `goal` worth choosing from, each the cells after `start` in turn; none if there is no way.

    Of ways that meet the same risks only the cheapest is given, of equal ones that with fewer steps, then that through
    earlier cells; a way is left out if another is no dearer and meets only some of its risks.
    """
    if start < 0 or start == goal:
        return ()
    found = _shortest(s, travel, next_to, piece, start, goal, points)
    return found if found is not None else choices(s, travel, next_to, piece, start, goal, points)


def _shortest(
    s: State, travel: Travel, next_to: Sequence[tuple[int, ...]], piece: int, start: int, goal: int, points: int
) -> tuple[tuple[int, ...], ...] | None:
    """The one way that is worth taking where there are no risks, if there is any; None as soon as one is met."""
    once = travel.the_same_from_all
    if once and travel.cost is None:
        return _straight_on(s, travel, next_to, piece, start, goal, points)
    best = {start: 0}
    found: tuple[tuple[int, ...], ...] = ()
    waiting: list[tuple[int, int, tuple[int, ...], int]] = [(0, 0, (), start)]
    while waiting:
        cost, steps, path, cell = heappop(waiting)
        if found and cost >= best[goal]:
            break
        if cost > best[cell]:
            continue
        for to in next_to[cell]:
            if to in best and (once or cost >= best[to]):
                continue
            total = _step(s, travel, piece, cell, to, cost)
            if total > points or total >= best.get(to, NEVER):
                continue
            if travel.risk is not None and travel.risk(s, piece, cell, to):
                return None
            if to == goal:
                if travel.end is None or travel.end(s, piece, cell, to):
                    best[to], found = total, ((*path, to),)
                continue
            if travel.stop is None or not travel.stop(s, piece, cell, to):
                best[to] = total
                heappush(waiting, (total, steps + 1, (*path, to), to))
        if found and once:
            break
    return found


def _straight_on(
    s: State, travel: Travel, next_to: Sequence[tuple[int, ...]], piece: int, start: int, goal: int, points: int
) -> tuple[tuple[int, ...], ...] | None:
    """What `_shortest` gives where each step costs one point: ring by ring, each in the order of the ways to its cells.

    Cells that are next to one stand in ascending order, so that a ring comes out in that order by itself.
    """
    enter, stop, end, risk = travel.enter, travel.stop, travel.end, travel.risk
    refused_once = travel.same("enter", "risk")
    before = {start: start}
    refused: set[int] = set()
    ring = [start]
    for _ in range(points):
        following: list[int] = []
        for cell in ring:
            arrived = False
            for to in next_to[cell]:
                if to in before or to in refused:
                    continue
                if enter is not None and not enter(s, piece, cell, to):
                    if refused_once:
                        refused.add(to)
                    continue
                if risk is not None and risk(s, piece, cell, to):
                    return None
                if to == goal:
                    if end is None or end(s, piece, cell, to):
                        before[to], arrived = cell, True
                elif stop is None or not stop(s, piece, cell, to):
                    before[to] = cell
                    following.append(to)
            if arrived:
                return (way_back(before, start, goal),)
        if not following:
            return ()
        ring = following
    return ()


def way_back(before: dict[int, int], start: int, goal: int) -> tuple[int, ...]:
    way = [goal]
    while before[way[-1]] != start:
        way.append(before[way[-1]])
    return tuple(reversed(way))


def choices(
    s: State, travel: Travel, next_to: Sequence[tuple[int, ...]], piece: int, start: int, goal: int, points: int
) -> tuple[tuple[int, ...], ...]:
    """The ways between which risks leave a choice."""
    assert travel.risk is not None
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
            risky = travel.risk(s, piece, cell, to)
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
    return cost + price(travel.cost(s, piece, cell, to))


def price(points: int) -> int:
    """What a step costs. Raises Fault for less than nothing."""
    if points < 0:
        raise Fault(f"a step that costs {points}")
    return points
