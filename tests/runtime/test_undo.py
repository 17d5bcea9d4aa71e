"""Taking back choices one by one: the match stands as one that never made them, wherever its copies are."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import rulesdsl
from rulesdsl.providers.random import RandomProvider
from rulesdsl.runtime.machine import KEPT


def stands(match: rulesdsl.Match) -> dict[str, Any]:
    """All that can be seen of a match."""
    return {
        "state": match.machine.columns(match.state),
        "parts": {who: match.machine.columns(part) for who, part in match._parts.items()},
        "log": match.entries(),
        "said": match.said,
        "over": match.over,
        "asked": [(d.player_index, d.site, list(d.values), d.chain) for d in match.decisions],
        "seeded": match.seeded,
    }


def fresh(match: rulesdsl.Match) -> rulesdsl.Match:
    """A match that heard the same answers from the start."""
    return rulesdsl.Match(match.machine, match.config, match.seed, match.identity, log=match.entries())


@pytest.mark.parametrize(
    "name", ["backgammon", "hearts", "liars_dice", "goofspiel", "lamplighters", "race_for_the_moon"]
)
def test_a_match_taken_back_is_the_one_that_was_there(name: str) -> None:
    match = rulesdsl.load(name).start(seed=5)
    provider = RandomProvider(5)
    for _ in range(6 * KEPT):
        if (decision := match.decision) is None:
            break
        match.choose(provider.choose(decision))
    taken_back = 0
    while match.undo(past_chance=True):
        taken_back += 1
        assert stands(match) == stands(fresh(match))
        if taken_back % 7 == 3 and match.decision is not None:  # go on from here, then back again
            match.choose(provider.choose(match.decision))
            assert stands(match) == stands(fresh(match))
            assert stands(match.fork()) == stands(match)
    assert taken_back > KEPT
    assert not any(entry[0] == "a" for entry in match.entries())


def test_most_of_them_play_little_again(monkeypatch: pytest.MonkeyPatch) -> None:
    match = rulesdsl.load("backgammon").start(seed=3)
    provider = RandomProvider(3)
    for _ in range(10 * KEPT):
        assert match.decision is not None
        match.choose(provider.choose(match.decision))
    again: list[int] = []
    whole = rulesdsl.Match._begin_again
    monkeypatch.setattr(rulesdsl.Match, "_begin_again", lambda self, log: (again.append(len(log)), whole(self, log)))
    undone = 0
    while undone < 5 * KEPT and match.undo(past_chance=True):
        undone += 1
    assert undone == 5 * KEPT
    assert len(again) <= 3  # the farther back, the fewer copies


SLOTS = """\
rulesdsl: 1
title: One to move
players: 2
components:
  Pawn: {pieces: [{count: 1, per: Player}]}
boards:
  path: {kind: track, spaces: 1..9}
setup: |
  for pawn in all Pawn:
    put pawn in path[5]
phases:
  game:
    each: {round: 1..3}
    steps: [turn]
  turn:
    each: {me: players}
    offer: [step]
actions:
  step:
    with:
      pawn: all Pawn on path where pawn.owner == me
      to: neighbors(pawn.space)
    do: move pawn to to
"""


def test_a_choice_after_slots_that_were_not_asked_can_be_taken_back(tmp_path: Path) -> None:
    path = tmp_path / "slots.yaml"
    path.write_text(SLOTS, encoding="utf-8")
    match = rulesdsl.load(path, use_cache=False).start()
    before = [stands(match)]
    for i in (0, 1, 0, 1, 0, 0):
        assert match.decision is not None
        assert [word for word, _ in match.decision.chain] == ["action", "pawn"]  # told, and nobody was asked
        match.choose(i)
        before.append(stands(match))
    assert match.over
    while before:
        assert stands(match) == before.pop()
        assert match.undo() == bool(before)
