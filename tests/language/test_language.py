"""The language by examples: every case here holds, and every game plays the same in each way of playing."""

from __future__ import annotations

from pathlib import Path

import pytest
from language.languages import CASES, GAMES, game, name, pulled, pushed

from rulesdsl.api.positions import evaluate, found
from rulesdsl.tools.cases import run_case
from rulesdsl.tools.conformance import check_game

SEEDS = range(20)


@pytest.mark.parametrize("path", CASES, ids=name)
def test_case(path: Path) -> None:
    result = run_case(path, lambda named: game(str(Path(named).resolve())), evaluate, found)
    assert result.ok, f"{result.title}\n{result.message}"


def test_every_game_has_a_case() -> None:
    told = {(path.parent / line.removeprefix("game:").strip()).resolve() for path in CASES for line in _lines(path)}
    assert [name(path) for path in GAMES if path.resolve() not in told] == []


def _lines(path: Path) -> list[str]:
    return [line for line in path.read_text(encoding="utf-8").splitlines() if line.startswith("game:")]


@pytest.mark.parametrize("path", GAMES, ids=name)
def test_straight_through_with_pauses_and_without_the_optimiser_are_the_same_game(path: Path) -> None:
    quick, plain = game(str(path)), game(str(path), optimise=False)
    for seed in SEEDS:
        result, state = pushed(quick, seed)
        other, plain_state = pushed(plain, seed)
        match = pulled(quick, seed)
        assert match.result == result == other, seed
        assert _columns(quick, match.state) == _columns(quick, state) == _columns(plain, plain_state), seed


@pytest.mark.parametrize("path", GAMES, ids=name)
def test_what_must_hold_of_every_game_holds(path: Path) -> None:
    assert check_game(game(str(path)), range(1), plain=game(str(path), optimise=False)) == []


def _columns(game: object, state: object) -> dict[str, object]:
    """What a state holds, by name: an unlike one is easier to find so."""
    machine = game.machine  # type: ignore[attr-defined]
    core = ("pos", "over", "winner", "me", "players", "options", "scenario")
    return dict(zip((*core, *(c[0] for c in machine.data["columns"])), machine.columns(state), strict=True))
