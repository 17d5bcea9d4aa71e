"""Ways over a board: what is found quickly is what a plain search finds."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from rulesdsl.runtime.faults import Fault
from rulesdsl.runtime.travel import Travel, choices, gets_anywhere, reach, reached, ways

SIDE = 5
CELLS = range(SIDE * SIDE)
NEXT_TO = tuple(tuple(c for c in CELLS if abs(c // SIDE - a // SIDE) + abs(c % SIDE - a % SIDE) == 1) for a in CELLS)
CLAUSES = ("cost", "enter", "stop", "end")


def made(seed: int, back: frozenset[str], *, says: frozenset[str] = frozenset(CLAUSES), risk: bool = False) -> Travel:
    """A travel by chance; clauses in `back` depend on the cell left, too."""
    chance = Random(seed)
    table = {(a, b): [chance.random() for _ in CLAUSES] for a in CELLS for b in NEXT_TO[a]}
    alone = {b: [chance.random() for _ in CLAUSES] for b in CELLS}

    def draw(word: str, a: int, b: int) -> float:
        return (table[a, b] if word in back else alone[b])[CLAUSES.index(word)]

    given = {
        "cost": lambda s, piece, a, b: int(draw("cost", a, b) * 3),
        "enter": lambda s, piece, a, b: draw("enter", a, b) < 0.8,
        "stop": lambda s, piece, a, b: draw("stop", a, b) < 0.2,
        "end": lambda s, piece, a, b: draw("end", a, b) < 0.7,
    }
    clauses = [given[word] if word in says else None for word in CLAUSES]
    return Travel(*clauses, (lambda s, piece, a, b: False) if risk else None, back)


def found(travel: Travel, start: int, points: int) -> set[int]:
    """Every way, step by step: the cells in which one of them may end."""
    ends: set[int] = set()
    seen: set[tuple[int, int]] = set()
    waiting = [(start, 0)]
    while waiting:
        cell, cost = waiting.pop()
        if (cell, cost) in seen:
            continue
        seen.add((cell, cost))
        for to in NEXT_TO[cell]:
            if travel.enter is not None and not travel.enter(None, 0, cell, to):
                continue
            total = cost + (1 if travel.cost is None else travel.cost(None, 0, cell, to))
            if total > points or to == start:
                continue
            if travel.end is None or travel.end(None, 0, cell, to):
                ends.add(to)
            if travel.stop is None or not travel.stop(None, 0, cell, to):
                waiting.append((to, total))
    return ends


BACKS = [frozenset[str](), frozenset({"enter"}), frozenset({"cost"}), frozenset({"stop", "end"}), frozenset(CLAUSES)]


@pytest.mark.parametrize("back", BACKS, ids=lambda back: "+".join(sorted(back)) or "none")
def test_reach(back: frozenset[str]) -> None:
    for seed in range(30):
        for says in (frozenset(CLAUSES), frozenset({"enter", "end"}), frozenset({"cost", "stop"}) | back):
            travel = made(seed, back & says, says=says)
            for points in (0, 1, 3, 6):
                wanted = tuple(sorted(found(travel, seed % 25, points)))
                assert reach(None, travel, NEXT_TO, 0, seed % 25, points) == wanted
                each = list(reached(None, travel, NEXT_TO, 0, seed % 25, points))
                assert sorted(each) == list(wanted)
                assert gets_anywhere(None, travel, NEXT_TO, 0, seed % 25, points) == bool(wanted)


@pytest.mark.parametrize("back", BACKS, ids=lambda back: "+".join(sorted(back)) or "none")
def test_one_way_without_risks_is_that_which_a_search_for_all_ways_finds(back: frozenset[str]) -> None:
    several = 0
    for seed in range(30):
        plain, asked = made(seed, back), made(seed, back, risk=True)
        for goal in CELLS:
            way = ways(None, plain, NEXT_TO, 0, seed % 25, goal, 6)
            assert way == ways(None, asked, NEXT_TO, 0, seed % 25, goal, 6)
            if "end" not in back:  # else a way may have to pass through its goal first, which none does
                assert bool(way) == (goal in reach(None, plain, NEXT_TO, 0, seed % 25, 6))
            for path in way:
                assert path[-1] == goal and all(b in NEXT_TO[a] for a, b in pairwise((seed % 25, *path)))
                several += len(path) > 2
    assert several > 50


@pytest.mark.parametrize("back", BACKS, ids=lambda back: "+".join(sorted(back)) or "none")
@pytest.mark.parametrize("risky", [frozenset[int](), frozenset({7}), frozenset({3, 11, 12, 18})], ids=len)
def test_a_search_that_hopes_for_no_risk_finds_what_one_that_reckons_with_them_does(
    back: frozenset[str], risky: frozenset[int]
) -> None:
    for seed in range(20):
        travel = made(seed, back)
        travel.risk = lambda s, piece, a, b: b in risky
        start = seed % 25
        for goal in CELLS:
            if goal != start:
                given = None, travel, NEXT_TO, 0, start, goal, 6
                assert ways(*given) == choices(*given)


def test_a_step_costs_no_less_than_nothing() -> None:
    travel = Travel(lambda s, piece, a, b: -1, None, None, None, None)
    with pytest.raises(Fault, match="-1"):
        reach(None, travel, NEXT_TO, 0, 0, 3)
    with pytest.raises(Fault, match="-1"):
        ways(None, travel, NEXT_TO, 0, 0, 24, 3)


def test_nobody_goes_from_nowhere() -> None:
    travel = Travel(None, None, None, None, None)
    assert reach(None, travel, NEXT_TO, 0, -1, 3) == ()
    assert not gets_anywhere(None, travel, NEXT_TO, 0, -1, 3)
    assert ways(None, travel, NEXT_TO, 0, -1, 3, 3) == ()
