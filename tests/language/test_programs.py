"""Random rules play as their Python does, straight through, with pauses and without the optimiser."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from language.languages import pulled
from language.programs import Program

import rulesdsl
from rulesdsl.providers.random import RandomProvider

SEEDS = range(20)


def pick(ask: Any, options: list[int]) -> int:
    """One of some options; a single one is taken unasked."""
    return options[ask(len(options))] if len(options) > 1 else options[0]


def in_python(program: Program, seed: int) -> dict[str, Any]:
    g: dict[str, Any] = {"a": 1, "b": 2, "own": [0, 0]}
    space: dict[str, Any] = {"pick": pick}
    exec(program.python, space)
    ask = RandomProvider(seed).pick
    for turn in (1, 2):
        for me in (0, 1):
            space["main"](g, ask, me, turn)
    return g


def of_state(state: Any) -> dict[str, Any]:
    return {"a": state.a, "b": state.b, "own": list(state.own)}


def straight(game: Any, seed: int) -> Any:
    state = game.machine.start(game.machine.config(None, None, None), game.machine.stream(seed))
    ask, _ = game._ask(game.machine.config(None, None, None), RandomProvider(seed))
    game.machine.run(state, ask)
    return state


@pytest.mark.parametrize("seed", SEEDS)
def test_rules_do_what_they_do_in_python(seed: int, tmp_path: Path) -> None:
    program = Program(seed)
    path = tmp_path / "program.yaml"
    path.write_text(program.rules, encoding="utf-8")
    quick = rulesdsl.load(path, use_cache=False)
    plain = rulesdsl.load(path, use_cache=False, optimise=False)
    for answers in range(5):
        wanted = in_python(program, answers)
        assert of_state(straight(quick, answers)) == wanted
        assert of_state(straight(plain, answers)) == wanted
        assert of_state(pulled(quick, answers).state) == wanted
