"""Costs grow no faster than the rules they are for: a short form of `benchmarks/growth.py`.

CPU time, the least of several rounds, bounds far from what is measured: a list of all cells made at each decision, or
a check that looks at each declaration for each other one, adds a whole 1 to an exponent.
"""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

FOLDER = Path(__file__).parents[2] / "benchmarks"
ROOM = 0.45
TRIES = 3


def module() -> ModuleType:
    """`benchmarks/growth.py`, which finds its games beside it."""
    sys.path.insert(0, str(FOLDER))
    try:
        spec = importlib.util.spec_from_file_location("growth", FOLDER / "growth.py")
        assert spec is not None and spec.loader is not None
        made = importlib.util.module_from_spec(spec)
        sys.modules["growth"] = made
        spec.loader.exec_module(made)
        return made
    finally:
        sys.path.remove(str(FOLDER))


GROWTH = module()

SHORT = {
    "board, a step: pushed": (144, 3_600),
    "board, a step: pulled": (144, 3_600),
    "board, a stone: pushed": (144, 3_600),
    "board, a way: pushed": (400, 3_600),
    "graph, a step: pushed": (100, 2_000),
    "pieces, one of all: pushed": (20, 400),
    "pieces, those at a cell: pushed": (20, 400),
    "length: pushed": (500, 5_000),
    "length: pulled": (500, 5_000),
    "length: undo": (500, 5_000),
    "players: pushed": (2, 48),
    "players: pulled": (2, 48),
    "rule file: pushed": (2, 24),
    "rule file: validate": (4, 40),
    "rule file: load": (4, 40),
    "board in the file: validate": (200, 3_000),
    "actions of an offer: load": (20, 200),
}
"""Two sizes a series, twenty times apart or so."""


def fitted(series: object, sizes: tuple[int, int], rounds: int) -> float:
    found: float = GROWTH.exponent(sizes, [series.cost(size, rounds) for size in sizes])  # type: ignore[attr-defined]
    return found


@pytest.mark.parametrize("name", SHORT)
def test_no_cost_grows_faster_than_its_rule(name: str) -> None:
    series = next(series for series in GROWTH.ALL if series.name == name)
    found = [fitted(series, SHORT[name], 3)]
    while found[-1] > series.rule + ROOM and len(found) < TRIES:
        found.append(fitted(series, SHORT[name], 5))
    assert min(found) <= series.rule + ROOM, f"{name}: exponents {found}, the rule itself has {series.rule}"


def test_growth_is_seen() -> None:
    """The fit tells a cost that grows from one that does not, so that the bounds above mean something."""
    sizes = (10, 100, 1000)
    assert GROWTH.exponent(sizes, [2e-6] * 3) == pytest.approx(0)
    assert GROWTH.exponent(sizes, [3e-6 * size for size in sizes]) == pytest.approx(1)
    assert GROWTH.exponent(sizes, [1e-9 * size**2 for size in sizes]) == pytest.approx(2)
    stones = next(series for series in GROWTH.ALL if series.name == "board, a stone: pushed")
    assert fitted(stones, (400, 3_600), 3) > ROOM
