"""Whatever goes wrong is told in a line or two, with an exit status."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from cli.commands import EXAMPLES, run

from rulesdsl.cli import graph


def test_a_bug_is_told_as_one_and_not_as_a_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*words: object) -> int:
        raise RuntimeError("the wheels came off")

    monkeypatch.setattr(graph, "run", broken)
    result = run("graph", "pig")
    assert result.exit_code == 2
    assert "this should not have happened: RuntimeError: the wheels came off" in result.stderr
    monkeypatch.setenv("RULESDSL_DEBUG", "1")
    assert isinstance(run("graph", "pig").exception, RuntimeError)


def test_ctrl_c_is_status_130(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*words: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(graph, "run", interrupted)
    result = run("graph", "pig")
    assert result.exit_code == 130
    assert result.stderr == "interrupted\n"


def test_a_file_that_cannot_be_written_is_status_2(tmp_path: Path) -> None:
    result = run("graph", "pig", "-o", tmp_path)
    assert result.exit_code == 2
    assert str(tmp_path) in result.stderr


def recorded(folder: Path) -> tuple[Path, Path]:
    """A game and the record of a match of it."""
    game, record = folder / "pig.yaml", folder / "pig.json"
    game.write_text((EXAMPLES / "pig.yaml").read_text(encoding="utf-8"), encoding="utf-8")
    assert run("play", game, "--auto", "--seed", "1", "--record", record).exit_code == 0
    return game, record


def test_a_replay_under_other_rules_says_where_it_diverges(tmp_path: Path) -> None:
    game, record = recorded(tmp_path)
    game.write_text(game.read_text(encoding="utf-8").replace(">= 100", ">= 10"), encoding="utf-8")
    result = run("replay", record)
    assert result.exit_code == 1
    assert "diverges" in result.stderr


def test_going_on_with_a_record_that_does_not_fit_is_status_1(tmp_path: Path) -> None:
    _, record = recorded(tmp_path)
    data = json.loads(record.read_text(encoding="utf-8"))
    first = next(i for i, entry in enumerate(data["log"]) if entry[0] == "a")
    data["log"][first][2] = 99
    data["log"][first][3] = "fly"
    record.write_text(json.dumps(data), encoding="utf-8")
    result = run("play", "--resume", record, typed="q\n")
    assert result.exit_code == 1
    assert "Traceback" not in result.output and "should not have happened" not in result.stderr


def test_a_match_that_goes_on_can_be_replayed(tmp_path: Path) -> None:
    save = tmp_path / "save.json"
    run("play", "tic_tac_toe", typed=f"a1\nb1\ns {save}\nq\n")
    result = run("replay", save)
    assert result.exit_code == 0
    assert "the match goes on" in result.stdout
    assert run("replay", tmp_path / "none.json").exit_code == 2
