"""The searches that are written out find what those of the runtime find, in the same order."""

from __future__ import annotations

import ast
from pathlib import Path
from random import Random
from typing import Any

import pytest
from conformance.found import GAMES, name

import rulesdsl
from rulesdsl import api
from rulesdsl.compiler.twice import asked_twice
from rulesdsl.providers.random import RandomProvider
from rulesdsl.runtime import travel

TRAVELLING = [path for path in GAMES if "def reached_" in api.dump(path, "python")]


def asked(game: Any, word: str) -> dict[str, Any]:
    """The searches of a game by travel."""
    names = game.machine.namespace
    return {title.removeprefix(word): made for title, made in names.items() if title.startswith(word)}


@pytest.mark.parametrize("path", TRAVELLING, ids=name)
def test_they_find_what_the_runtime_finds(path: Path) -> None:
    game = rulesdsl.load(path)
    names = game.machine.namespace
    next_to = next(value for title, value in names.items() if title.startswith("c_") and title.endswith("_neighbors"))
    cells = [cell for cell, row in enumerate(next_to) if row]
    rng = Random(5)
    found = 0
    for seed in range(3):
        match, provider = game.start(seed=seed), RandomProvider(seed)
        for _ in range(40):
            s = match.state
            start, goal, points, piece = rng.choice(cells), rng.choice(cells), rng.randrange(6), rng.randrange(3)
            for title, reached in asked(game, "reached_").items():
                given = s, names[f"the_{title}_travel"], next_to, piece, start, points
                wanted = list(travel.reached(*given))
                assert list(reached(s, piece, start, points)) == wanted, title
                found += len(wanted)
            for title, ways in asked(game, "ways_").items():
                wanted_ways = travel.ways(s, names[f"the_{title}_travel"], next_to, piece, start, goal, points)
                assert ways(s, piece, start, goal, points) == wanted_ways, title
            if match.decision is not None:
                match.choose(provider.choose(match.decision))
    assert found


@pytest.mark.parametrize(
    ("text", "call"),
    [
        ("t.append((value_a(s, _x), value_b(s, value_a(s, _x))))", "value_a(s, _x)"),
        ("t.append((c[value_a(s, _x)], *order_b(s, value_a(s, _x))))", "value_a(s, _x)"),
        ("t.append((value_b(s, _x), value_a(s, _x), value_a(s, _x)))", None),
        ("t.append((value_a(s, _x), value_a(s, _y)))", None),
        ("t.append((value_a(s, _x) if _y else 0, value_a(s, _x)))", None),
        ("t.append((value_a(s, value_a(s, _x)), value_a(s, _x)))", "value_a(s, _x)"),
        ("t.append(([value_a(s, _x) for _x in c], value_a(s, _x)))", None),
    ],
)
def test_only_what_is_asked_first_in_any_case_is_worked_out_before(text: str, call: str | None) -> None:
    value = ast.parse(text, mode="eval").body
    made = asked_twice(value, {"value_a", "value_b"})
    assert (None if made is None else ast.unparse(made)) == call
