"""Records: replayed to the same end, and caught where somebody changed them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import rulesdsl
from rulesdsl.providers.random import RandomProvider


def recorded(tmp_path: Path, name: str = "pig", **words: Any) -> tuple[Path, dict[str, Any]]:
    match = rulesdsl.load(name).start(seed=5, **words)
    provider = RandomProvider(2)
    while (decision := match.decision) is not None:
        match.choose(provider.choose(decision), decision.player)
    path = tmp_path / "game.json"
    match.save(path)
    return path, json.loads(path.read_text(encoding="utf-8"))


def test_a_record_replays(tmp_path: Path) -> None:
    path, data = recorded(tmp_path)
    report = rulesdsl.replay(path)
    assert report.ok
    assert report.match is not None
    assert report.match.over
    assert data["seeded"] is True


def test_a_die_that_somebody_changed_is_named(tmp_path: Path) -> None:
    path, data = recorded(tmp_path)
    at = next(i for i, entry in enumerate(data["log"]) if entry[0] == "r" and 2 <= entry[1] <= 4)
    data["log"][at][1] += 1
    path.write_text(json.dumps(data), encoding="utf-8")
    report = rulesdsl.replay(path)
    assert not report.ok
    assert report.divergence is not None
    assert "by the seed" in report.divergence


def test_a_draw_that_somebody_changed_is_named(tmp_path: Path) -> None:
    path, data = recorded(tmp_path, "kuhn_poker")
    draws = [entry for entry in data["log"] if entry[0] == "p"]
    draws[0][1] = "queen" if draws[0][1] != "queen" else "king"
    path.write_text(json.dumps(data), encoding="utf-8")
    report = rulesdsl.replay(path)
    assert not report.ok
    assert report.divergence is not None
    assert "by the seed" in report.divergence


def test_scripted_dice_replay_as_they_were(tmp_path: Path) -> None:
    path, data = recorded(tmp_path, dice=[6, 6, 6, 1])
    assert data["seeded"] is False
    assert rulesdsl.replay(path).ok


def test_another_chance_from_here_on_replays_too(tmp_path: Path) -> None:
    match = rulesdsl.load("pig").start(seed=5)
    match.choose(0)
    twin = match.fork(seed=77)
    for _ in range(3):
        twin.choose(0)
    assert match.seeded
    path = tmp_path / "twin.json"
    twin.save(path)
    assert rulesdsl.replay(path).ok
    assert rulesdsl.resume(path).record()["log"] == twin.record()["log"]


def test_a_changed_answer_is_named(tmp_path: Path) -> None:
    path, data = recorded(tmp_path)
    at = next(i for i, entry in enumerate(data["log"]) if entry[0] == "a")
    data["log"][at][2] = 7
    path.write_text(json.dumps(data), encoding="utf-8")
    report = rulesdsl.replay(path)
    assert report.divergence is not None
    assert "option 7" in report.divergence


@pytest.mark.parametrize("text", ["", "{}", "[1]", '{"format": "rulesdsl match 1"}', "no json at all"])
def test_what_is_no_record_is_said_to_be_none(tmp_path: Path, text: str) -> None:
    path = tmp_path / "no.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(Exception, match=r"no record|damaged"):
        rulesdsl.resume(path)
