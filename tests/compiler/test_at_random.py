"""A small game in one function, with its choices made at random in place, goes as it does with a call for each."""

from __future__ import annotations

import ast
from pathlib import Path
from random import Random
from typing import Any

import pytest

from rulesdsl import api
from rulesdsl.compiler import picking
from rulesdsl.providers.random import RandomProvider
from rulesdsl.runtime import pieces
from rulesdsl.runtime.faults import EndlessLoop, Fault
from rulesdsl.runtime.machine import uniform
from rulesdsl.runtime.results import result_of

EXAMPLES = Path(__file__).parents[2] / "examples"
SMALL = ("breakthrough", "connect_four", "hex", "kuhn_poker", "leduc_poker", "liars_dice", "pig", "tic_tac_toe")
LARGE = ("auction", "backgammon", "hearts")


@pytest.mark.parametrize("name", SMALL)
def test_a_game_is_the_same(name: str) -> None:
    game = api.load(EXAMPLES / f"{name}.yaml")
    machine = game.machine
    assert machine.at_random is not None
    config = machine.config(None, None, None)
    for seed in range(4 if name in ("breakthrough", "hex") else 40):
        one, other = (machine.start(config, machine.stream(seed)) for _ in range(2))
        ask, count = uniform(Random(seed).random)
        machine.run(one, ask)
        asked = machine.at_random(other, Random(seed).random)
        assert asked == count() > 0
        assert machine.columns(one) == machine.columns(other)
        assert result_of(machine, one, asked) == result_of(machine, other, asked)


@pytest.mark.parametrize("name", LARGE)
def test_a_large_program_has_none(name: str) -> None:
    assert api.load(EXAMPLES / f"{name}.yaml").machine.at_random is None


GAME = """
rulesdsl: 1
title: Steps
players: 2
state:
  steps: {is: int = 0}
  level: {per: Player, is: 0..3 = 0}
phases:
  game:
    each: {round: 1..}
    steps: [turn]
  turn:
    each: {me: players}
    offer: [step, rest]
actions:
  step:
    when: steps < 40
    do: |
      steps += 1
      WHAT
  rest:
    when: steps % 3 == 1
    do: |
      steps += 1
END
"""


def loaded(tmp_path: Path, what: str, end: str) -> Any:
    path = tmp_path / "steps.yaml"
    path.write_text(GAME.replace("WHAT", what).replace("END", end), encoding="utf-8")
    return api.load(path)


def outcome(play: Any) -> Any:
    try:
        return play()
    except Fault as fault:
        return type(fault).__name__, fault.message, fault.line


@pytest.mark.parametrize(
    "what",
    ["steps += 0", "me.level += 1", "me.level = 12 // (7 - steps)", "if steps > 20:\n        end game as worn_out"],
)
def test_faults_and_ends_are_the_same(tmp_path: Path, what: str) -> None:
    game = loaded(tmp_path, what, "end:\n  - as: far\n    when: steps >= 30\n")
    machine, config = game.machine, game.machine.config(None, None, None)
    assert machine.at_random is not None
    for seed in range(20):
        ask, count = uniform(Random(seed).random)

        def pushed(seed: int = seed, ask: Any = ask, count: Any = count) -> Any:
            s = machine.start(config, machine.stream(seed))
            machine.run(s, ask)
            return machine.columns(s), count()

        def at_random(seed: int = seed) -> Any:
            s = machine.start(config, machine.stream(seed))
            asked = machine.run_at_random(s, Random(seed).random)
            return machine.columns(s), asked

        assert outcome(pushed) == outcome(at_random)


def test_a_game_without_an_end_is_noticed(tmp_path: Path) -> None:
    game = loaded(tmp_path, "steps += 0", "end:\n  - as: far\n    when: steps >= 50\n")
    machine = game.machine
    assert machine.at_random is not None
    with pytest.raises(EndlessLoop):
        machine.run_at_random(machine.start(machine.config(None, None, None), machine.stream(1)), Random(1).random)


def test_a_run_of_games_is_the_same_again() -> None:
    game = api.load(EXAMPLES / "pig.yaml")
    first, other, third = (game.playouts(RandomProvider(4), seed) for seed in (9, 9, 10))
    lengths = [[play() for _ in range(200)] for play in (first, other, third)]
    assert lengths[0] == lengths[1] != lengths[2]
    seeded = [game.play(RandomProvider(4), seed=seed).decisions for seed in range(200)]
    assert abs(sum(lengths[0]) - sum(seeded)) < 0.2 * sum(seeded)


@pytest.mark.parametrize("in_order", [True, False])
def test_draws_from_bags_bring_the_same(in_order: bool) -> None:
    machine = api.load(EXAMPLES / "leduc_poker.yaml").machine
    config, bag = machine.config(None, None, None), 1
    quick = pieces.draw_in_order if in_order else pieces.draw_mixed
    for seed in range(60):
        one, other = (machine.start(config, machine.stream(seed)) for _ in range(2))
        order = sorted(one.held_[bag], key=lambda piece: piece if in_order else piece * (seed + 1) % 7)
        one.held_[bag] = other.held_[bag] = tuple(order)
        for to in (2, 3, 4, 2, 3, 4, 2):
            assert quick(one, bag, to) == pieces.draw_one(other, bag, to, True)
            assert machine.columns(one) == machine.columns(other)


def test_a_bag_stands_in_order_only_if_nothing_is_put_into_it() -> None:
    def draws(*more: str) -> str:
        text = "drawn_(s, 1, 2)\n" + "\n".join(more)
        body = ast.parse(text).body
        picking.by_seed(body, 5, [])
        return ast.unparse(body[0])

    assert draws() == "draw_in_order(s, 1, 2)"
    assert draws("move(s, x, 3)") == "draw_in_order(s, 1, 2)"
    assert draws("move(s, x, 1)") == "draw_mixed(s, 1, 2)"
    assert draws("move(s, x, place)") == "draw_mixed(s, 1, 2)"
    assert draws("shuffle(s, 1)") == "draw_mixed(s, 1, 2)"
