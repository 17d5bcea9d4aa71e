"""Games whose rules go wrong while they are played: each is told with its place, none hangs."""

from __future__ import annotations

from pathlib import Path
from time import process_time

import pytest

import rulesdsl
from rulesdsl.providers.random import RandomProvider
from rulesdsl.runtime import machine, running
from rulesdsl.runtime.faults import EndlessLoop, Fault

HEAD = "rulesdsl: 1\ntitle: Wrong\nplayers: 1\nstate:\n  n: int = 0\n  tally: {is: 0..9 = 0}\n"

CIRCLE = (
    HEAD
    + """\
phases:
  game:
    each: {round: 1..}
    steps: [ping, pong]
  ping: {do: n = 1}
  pong: {do: n = 2}
end:
  - when: n == 3
"""
)

ASKING = (
    HEAD
    + """\
phases:
  game:
    each: {round: 1..}
    player: player_1
    offer: [stay]
actions:
  stay: {do: n = 1}
end:
  - when: n == 3
"""
)


def rules(tmp_path: Path, text: str) -> rulesdsl.Game:
    path = tmp_path / "wrong.yaml"
    path.write_text(text, encoding="utf-8")
    return rulesdsl.load(path, use_cache=False)


def one_rule(do: str, effects: str = "") -> str:
    lines = "".join(f"      {line}\n" for line in do.splitlines())
    return HEAD + f"phases:\n  game:\n    player: player_1\n    do: |\n{lines}" + effects


def test_phases_that_go_round_are_named_in_pull(tmp_path: Path) -> None:
    with pytest.raises(EndlessLoop) as caught:
        rules(tmp_path, CIRCLE).start(seed=1)
    assert set(caught.value.cycle) == {"game", "ping", "pong"}
    assert caught.value.line > 0
    assert "ping" in caught.value.render()


def test_phases_that_go_round_are_named_in_push(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine, "NODE_BUDGET", 1000)
    with pytest.raises(EndlessLoop) as caught:
        rules(tmp_path, CIRCLE).play(RandomProvider(1), seed=1)
    assert set(caught.value.cycle) <= {"game", "ping", "pong"}
    assert caught.value.cycle


def test_a_game_that_asks_for_ever_ends_in_push_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine, "NODE_BUDGET", 1000)
    with pytest.raises(EndlessLoop):
        rules(tmp_path, ASKING).play(RandomProvider(1), seed=1)


def test_a_circle_that_only_rolls_dice_ends_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "NODE_BUDGET", 500)
    rolling = CIRCLE.replace("{do: n = 1}", "{do: n = n}").replace(
        "  pong: {do: n = 2}\n", "  pong:\n    do: |\n      let die = roll d6\n      n = die // 9\n"
    )
    with pytest.raises(EndlessLoop):
        rules(tmp_path, rolling).start(seed=1)


DICE_FOR_EVER = """
rulesdsl: 1
title: Dice for ever
players: 2
state: {n: int = 0}
phases:
  game:
    each: {round: 1..}
    steps: [throw, maybe]
  throw:
    do: |
      for i in 1..200:
        let die = roll d6
        n = die
  maybe:
    each: {me: players}
    offer: [stop]
actions:
  stop:
    when: n > 6
    do: end game
"""


@pytest.mark.parametrize("pull", [True, False])
def test_dice_that_are_rolled_for_ever_are_counted_one_by_one(tmp_path: Path, pull: bool) -> None:
    """A node can go round several times and roll many dice each time: a million of them do not take minutes."""
    game = rules(tmp_path, DICE_FOR_EVER)
    start = process_time()
    with pytest.raises(EndlessLoop):
        if pull:
            game.start(seed=1)
        else:
            game.play({"player_1": RandomProvider(1), "player_2": RandomProvider(2)}, seed=1)
    assert process_time() - start < 30


def test_few_quiet_nodes_are_no_circle(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "IDLE_BUDGET", 50)
    text = CIRCLE.replace("1..}", "1..9}")
    assert rules(tmp_path, text).start(seed=1).over


@pytest.mark.parametrize(
    ("do", "message"),
    [
        ("n = 1 // n", "division by zero"),
        ("tally = 10 + n", "leaves its bounds: 10"),
        ("n = min([x for x in 1..3 if x > 5])", "`min` of nothing"),
        ("n = max(x for x in 1..n)", "`max` of nothing"),
        ("for i in 0..999999 + n:\n  n = i", "too long"),
        ("repeat 2000000:\n  n = 1", "too many"),
        ("let x = choose from [y for y in 1..n]\nn = x", "nothing can be chosen"),
        ("n = 3000000\nrepeat 9:\n  n = n * n", "too large"),
        ("let x = roll dice 5000 + n d6\nn = count(x)", "too many"),
    ],
)
def test_a_rule_that_goes_wrong_is_told_with_its_place(tmp_path: Path, do: str, message: str) -> None:
    game = rules(tmp_path, one_rule(do))
    for play in (lambda: game.play(RandomProvider(1), seed=1), lambda: game.start(seed=1)):
        with pytest.raises(Fault, match=message) as caught:
            play()
        assert caught.value.file.endswith("wrong.yaml")
        assert 10 <= caught.value.line <= 13


def test_rules_that_call_each_other_without_end(tmp_path: Path) -> None:
    effects = "effects:\n  deeper(int k): |\n    if k >= 0:\n      deeper(k + 1)\n"
    with pytest.raises(Fault, match="call each other without end"):
        rules(tmp_path, one_rule("deeper(n)", effects)).start(seed=1)


def test_an_endless_repeat_with_a_break_that_never_comes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulesdsl.compiler.statements.REPEAT_LIMIT", 1000)
    with pytest.raises(Fault, match="does not end"):
        rules(tmp_path, one_rule("repeat:\n  if n == 5:\n    break")).start(seed=1)
