"""Compiled games in files: used while nothing has changed, ignored when damaged, foreign or out of date."""

from __future__ import annotations

from pathlib import Path

import pytest

import rulesdsl
from rulesdsl.api import cache
from rulesdsl.providers.random import RandomProvider

RULES = """\
rulesdsl: 1
title: Cached
players: 1
state:
  steps: {is: 0..9 = 0}
phases:
  game:
    each: {round: 1..3}
    player: player_1
    offer: [go]
actions:
  go:
    with: {far: 1..2}
    do: steps = steps + far
"""


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("RULESDSL_CACHE", str(tmp_path / "cache"))
    path = tmp_path / "cached.yaml"
    path.write_text(RULES, encoding="utf-8")
    return path


def entries(tmp_path: Path) -> list[Path]:
    return sorted((tmp_path / "cache").glob("*.game"))


def played(path: Path) -> rulesdsl.Match:
    match = rulesdsl.load(path).start(seed=1)
    provider = RandomProvider(1)
    while (decision := match.decision) is not None:
        match.choose(provider.choose(decision))
    return match


def test_the_second_load_takes_what_the_first_compiled(
    game: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = played(game).record()
    assert len(entries(tmp_path)) == 1
    monkeypatch.setattr("rulesdsl.api.loading.analyse", lambda path: pytest.fail("it was read again"))
    assert played(game).record() == first


def test_a_changed_rule_file_is_compiled_again(game: Path) -> None:
    assert rulesdsl.load(game).title == "Cached"
    game.write_text(RULES.replace("Cached", "Changed"), encoding="utf-8")
    assert rulesdsl.load(game).title == "Changed"


def test_a_changed_included_file_is_compiled_again(game: Path, tmp_path: Path) -> None:
    part = tmp_path / "part.yaml"
    part.write_text("about: one\n", encoding="utf-8")
    game.write_text(RULES + "include: [part.yaml]\n", encoding="utf-8")
    assert rulesdsl.load(game).about == "one"
    part.write_text("about: two\n", encoding="utf-8")
    assert rulesdsl.load(game).about == "two"


@pytest.mark.parametrize(
    "damage",
    [
        pytest.param(lambda whole: b"", id="empty"),
        pytest.param(lambda whole: whole[: len(whole) // 2], id="half of it"),
        pytest.param(lambda whole: b"\0" * len(whole), id="zeros"),
        pytest.param(lambda whole: whole[:60] + bytes([whole[60] ^ 1]) + whole[61:], id="one bit"),
        pytest.param(lambda whole: b"something else altogether", id="foreign"),
    ],
)
def test_a_damaged_entry_is_ignored_and_made_anew(game: Path, tmp_path: Path, damage: object) -> None:
    rulesdsl.load(game)
    (entry,) = entries(tmp_path)
    entry.write_bytes(damage(entry.read_bytes()))  # type: ignore[operator]
    assert cache.get(game) is None
    assert played(game).over
    assert cache.get(game) is not None


def test_a_folder_that_cannot_be_written_is_no_error(
    game: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("", encoding="utf-8")
    monkeypatch.setenv("RULESDSL_CACHE", str(blocked))
    assert played(game).over


def test_without_the_cache_nothing_is_written(game: Path, tmp_path: Path) -> None:
    rulesdsl.load(game, use_cache=False)
    assert not entries(tmp_path)
