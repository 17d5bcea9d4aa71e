"""The games by hand are the games of the rule files: as many decisions a game, and on one map the same lines."""

from __future__ import annotations

import random
from math import sqrt
from statistics import fmean, stdev
from typing import Any

import pytest
import yaml
from benchmarks.scripts import script

import rulesdsl
from rulesdsl.library.boards import between, distance
from rulesdsl.library.hexes import hexes, rectangle
from rulesdsl.providers.random import RandomProvider

HANDWRITTEN: Any = script("handwritten")
TIGHT: Any = script("tight")
SUBJECTS: Any = script("subjects")

GAMES = {
    "tic_tac_toe": 4_000,
    "connect_four": 3_000,
    "breakthrough": 400,
    "pig": 1_500,
    "kuhn_poker": 6_000,
    "leduc_poker": 6_000,
    "backgammon": 40,
    "hearts": 60,
    "skirmish": 400,
}
"""How many of each the rule file plays."""
BOUND = 4.0
"""Standard errors; the seeds are given, so that a test does not fail by chance."""


def lengths(key: str) -> list[int]:
    subject = SUBJECTS.SUBJECTS[key]
    play = rulesdsl.load(subject.path).playouts(RandomProvider(1), 1, scenario=subject.scenario)
    return [play() for _ in range(GAMES[key])]


def apart(one: list[int], other: list[int]) -> float:
    """How far the means lie apart, in standard errors."""
    error = sqrt(stdev(one) ** 2 / len(one) + stdev(other) ** 2 / len(other))
    return abs(fmean(one) - fmean(other)) / error if error else abs(fmean(one) - fmean(other))


@pytest.mark.parametrize("key", GAMES)
def test_games_by_hand_are_as_long(key: str) -> None:
    ours = lengths(key)
    for twins in (HANDWRITTEN.GAMES, TIGHT.GAMES):
        if key in twins:
            rng = random.Random(2)
            assert apart(ours, [twins[key](rng) for _ in range(2 * GAMES[key])]) < BOUND


def test_every_game_is_written_by_hand() -> None:
    assert set(HANDWRITTEN.GAMES) == set(GAMES) == {subject.key for subject in SUBJECTS.CLASSICS}
    assert set(TIGHT.GAMES) == set(GAMES) - {"skirmish"}


def test_the_bound_finds_a_game_that_is_another() -> None:
    """One decision more in twenty games would be seen."""
    ours = lengths("connect_four")
    assert apart(ours, [n + (k % 10 == 0) * 10 for k, n in enumerate(lengths("connect_four"))]) > BOUND


def test_lines_and_distances_of_the_skirmish() -> None:
    map_by_hand: Any = script("handwritten.skirmish")
    shape = hexes(rectangle(11, 8, "pointy top"), "pointy top", whole=True)
    cells = {name: number for number, name in enumerate(shape.names)}
    assert set(cells) == set(map_by_hand.HEXES)
    for here, a in cells.items():
        for there, b in cells.items():
            assert map_by_hand.distance(here, there) == distance(shape, a, b)
            if a < b and distance(shape, a, b) <= map_by_hand.RANGE:
                assert {cells[name] for name in map_by_hand.between(here, there)} == set(between(shape, a, b))


def test_the_map_of_the_skirmish() -> None:
    map_by_hand: Any = script("handwritten.skirmish")
    rules = yaml.safe_load(SUBJECTS.SUBJECTS["skirmish"].path.read_text(encoding="utf-8"))
    cells = rules["boards"]["valley"]["cells"]
    assert {name: kind for name, kind in map_by_hand.TERRAIN.items() if kind != "clear"} == {
        name: cell["terrain"] for name, cell in cells.items()
    }
