"""`simulate --native`, compilers and libraries, and what is refused."""

from __future__ import annotations

import pickle
import re
from pathlib import Path
from typing import Any

import pytest
from cli.commands import run
from conformance.found import ROOT, loaded

import rulesdsl
from rulesdsl.native import compilers, tables
from rulesdsl.native.types import NotNative
from rulesdsl.tools.simulate import Report, native_playouts, random_playouts, simulate

PIG = ROOT / "examples/pig.yaml"

GROWS = """
rulesdsl: 1
title: Growth
players: 1
state:
  n: int = 1
phases:
  game:
    player: player_1
    offer: [grow, divide]
    until: pass
actions:
  grow:
    do: n = n * 2000
  divide:
    do: |
      n = 10 // (n - 2000)
      end game as divided
result:
  score:
    Player p: n
"""
"""Numbers beyond what C keeps, and now and then a division by zero."""


def figures(report: Report) -> dict[str, Any]:
    found = report.as_dict()
    del found["seconds"], found["playouts_per_s"]
    return found


def test_figures_are_those_of_python() -> None:
    game = loaded(PIG)
    wanted = figures(simulate(game, 300, seed=4))
    assert figures(simulate(game, 300, seed=4, native=game.native)) == wanted
    assert figures(simulate(game, 300, seed=4, native=game.native, jobs=2)) == wanted


def test_a_game_that_goes_wrong_in_c_is_told_by_python(tmp_path: Path) -> None:
    path = tmp_path / "growth.yaml"
    path.write_text(GROWS)
    game = rulesdsl.load(path)
    wanted = simulate(game, 400, seed=4)
    found = simulate(game, 400, seed=4, native=game.native)
    assert wanted.tally.failed and "division by zero" in wanted.tally.failed[0].message
    assert min(wanted.tally.scores["player_1"]) == -1
    assert found.tally == wanted.tally


def test_rows_are_those_of_python(tmp_path: Path) -> None:
    for name in ("auction", "goofspiel", "race_for_the_moon"):
        for out, more in (("a.csv", []), ("b.csv", ["--native"])):
            made = run("simulate", name, "-n", "30", "--out", str(tmp_path / out), *more)
            assert made.exit_code == 0
        rows = [
            [line.rpartition(",")[0] for line in (tmp_path / out).read_text().splitlines()]
            for out in ("a.csv", "b.csv")
        ]
        assert rows[0] == rows[1] and len(rows[0]) == 31


def test_a_journal_goes_on_in_c(tmp_path: Path) -> None:
    journal = str(tmp_path / "run.journal")
    assert run("simulate", "kuhn_poker", "-n", "50", "--journal", journal).exit_code == 0
    went_on = run("simulate", "--resume", journal, "-n", "80", "--native", "--json")
    whole = run("simulate", "kuhn_poker", "-n", "80", "--json")
    drop = ('"seconds"', '"playouts_per_s"')
    assert [x for x in went_on.stdout.splitlines() if drop[0] not in x and drop[1] not in x] == [
        x for x in whole.stdout.splitlines() if drop[0] not in x and drop[1] not in x
    ]


def test_playouts_go_on_with_one_generator() -> None:
    game = loaded(PIG)
    games, decisions, taken = native_playouts(game, 0.05, 3)
    assert games > 100 and taken >= 0.05
    few, first, _ = random_playouts(game, 0.0, 3)
    assert (few, first) == (0, 0)
    assert decisions > games


def test_a_game_without_c_is_played_in_python(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "LONGEST", 3)
    path = tmp_path / "board.yaml"
    path.write_text((ROOT / "examples/tic_tac_toe.yaml").read_text())
    made = run("simulate", path, "-n", "20", "--native")
    assert re.search(r"played in Python, not in C: node_\d: table `c_board_cells`.* is too long", made.stderr)
    assert "20 games" in made.stdout and made.exit_code == 0
    assert "has no C" in run("dump", path, "--stage", "c").stderr


def test_who_searches_is_not_native() -> None:
    made = run("simulate", "pig", "-n", "2", "--player", "player_1=search:5p", "--native")
    assert made.exit_code == 2 and "--native plays at random" in made.stderr


def test_without_a_compiler_python_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CC", "no_such_compiler")
    compilers.find.cache_clear()
    try:
        made = run("simulate", "pig", "-n", "20", "--native", "--seed", "77")
        assert "no compiler `no_such_compiler`" in made.stderr and made.exit_code == 0
    finally:
        compilers.find.cache_clear()


def test_a_compiler_that_fails_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(compilers.NoCompiler, match="does not compile"):
        compilers.library("int main( {", "broken")


def test_a_damaged_library_is_made_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RULESDSL_CACHE", str(tmp_path))
    first = compilers.library("int one(void) { return 1; }", "one")
    whole = first.read_bytes()
    first.write_bytes(whole[: len(whole) // 2])
    assert compilers.library("int one(void) { return 1; }", "one") == first
    assert first.read_bytes() == whole


def test_a_native_game_is_sent_as_text() -> None:
    native = loaded(PIG).native
    again = pickle.loads(pickle.dumps(native))
    assert again.text == native.text and again.stem == "pig"


def test_rules_that_have_changed_are_not_translated(tmp_path: Path) -> None:
    path = tmp_path / "growth.yaml"
    path.write_text(GROWS)
    game = rulesdsl.load(path)
    path.write_text(GROWS.replace("10 //", "11 //"))
    with pytest.raises(NotNative, match="have changed"):
        _ = game.native


def test_any_seed_will_do() -> None:
    game = loaded(PIG)
    for seed in (-1, -(2**70), 2**70, 10**1000):
        wanted = simulate(game, 5, seed=seed)
        assert simulate(game, 5, seed=seed, native=game.native).tally == wanted.tally


def test_the_c_can_be_read() -> None:
    made = run("dump", "tic_tac_toe", "--stage", "c")
    assert "static I node_8(State *s) {" in made.stdout and "c_board_cells" in made.stdout
    assert len(made.stdout) < 10_000
