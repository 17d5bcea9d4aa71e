"""`rulesdsl simulate` over many games: stopped, killed, gone on with, told of row by row; always the same games."""

from __future__ import annotations

import csv
import json
import os
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from cli.commands import EXAMPLES, ROOT, process, run

PIG = EXAMPLES / "pig.yaml"

FAULTY = """\
rulesdsl: 1
title: Half of nothing
players: 1
options: {high: {default: 2, is: 1..3}}
state: {n: int = 0}
phases:
  game:
    player: player_1
    offer: [divide, wait, stop]
actions:
  divide:
    do: n = 1 // n
  wait:
    do: nothing
  stop:
    do: end game as stopped
"""


@pytest.fixture
def faulty(tmp_path: Path) -> Path:
    path = tmp_path / "faulty.yaml"
    path.write_text(FAULTY, encoding="utf-8")
    return path


def begin(*words: str | Path) -> subprocess.Popen[str]:
    """A simulation in a process of its own, in a session of its own: signals reach all of it, as at a terminal.

    Its coverage is not measured: that takes SIGTERM for itself.
    """
    plain = {key: text for key, text in os.environ.items() if not key.startswith("COVERAGE")}
    return subprocess.Popen(
        [sys.executable, "-m", "rulesdsl.cli", "simulate", *map(str, words)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        env={**plain, "PYTHONPATH": str(ROOT)},
        start_new_session=True,
    )


def until(true: Callable[[], bool]) -> None:
    """Wait for something to come true."""
    end = time.monotonic() + 60
    while not true():
        assert time.monotonic() < end
        time.sleep(0.01)


def size(path: Path) -> int:
    return path.stat().st_size if path.exists() else 0


def rows(path: Path) -> list[list[str]]:
    """The rows of a CSV file without how long each game took, which is the last column."""
    with path.open(encoding="utf-8", newline="") as file:
        return [row[:-1] for row in csv.reader(file)]


def figures(stdout: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(stdout)
    del found["seconds"], found["playouts_per_s"]
    return found


def test_one_game_is_one_game() -> None:
    assert "· 1 game · seed" in run("simulate", PIG, "-n", "1").stdout
    assert "· 2 games from number 7 · seed" in run("simulate", PIG, "-n", "2", "--first", "7").stdout


def test_rows_are_the_same_with_any_number_of_processes(tmp_path: Path) -> None:
    found = []
    for jobs in (1, 2, 4):
        out = tmp_path / f"{jobs}.csv"
        assert run("simulate", PIG, "-n", "150", "--jobs", str(jobs), "--out", out).exit_code == 0
        found.append(rows(out))
    assert found[0] == found[1] == found[2]
    assert len(found[0]) == 151
    assert found[0][0][:5] == ["game", "seed", "players", "outcome", "winners"]
    figured = figures(run("simulate", PIG, "-n", "150", "--json").stdout)
    lengths = [int(row[6]) for row in found[0][1:]]
    assert figured["decisions"]["max"] == max(lengths)
    assert figured["wins"]["player_1"]["count"] == sum(row[4] == "player_1" for row in found[0])


def test_searching_players_go_with_all_of_it(tmp_path: Path) -> None:
    words = ("simulate", EXAMPLES / "tic_tac_toe.yaml", "-n", "12", "--player", "o=search:40p")
    journal, again, whole = tmp_path / "run.journal", tmp_path / "again.csv", tmp_path / "whole.csv"
    assert run(*words, "--out", whole, "--jobs", "2").exit_code == 0
    assert run(*words[:2], "-n", "5", *words[4:], "--journal", journal).exit_code == 0
    assert run("simulate", "--resume", journal, "-n", "12", "--out", again, "--jobs", "2").exit_code == 0
    assert rows(again) == rows(whole)
    assert all(" " not in row[9] for row in rows(whole))  # a first choice is one square


def test_ctrl_c_shows_what_was_played_and_the_journal_goes_on(tmp_path: Path) -> None:
    journal, out = tmp_path / "run.journal", tmp_path / "rows.csv"
    words = (PIG, "-n", "100000", "--jobs", "2", "--json", "--journal", journal, "--out", out)
    with begin(*words) as running:
        until(lambda: size(journal) > 20_000)
        os.killpg(running.pid, signal.SIGINT)
        stdout, stderr = running.communicate(timeout=60)
    assert running.returncode == 130
    found = figures(stdout)
    assert 0 < found["games"] < found["asked"] == 100_000
    assert f"interrupted: {found['games']} of 100000 games were played" in stderr
    assert f"rulesdsl simulate --resume {journal}" in stderr
    assert len(rows(out)) == found["games"] + 1
    again = run("simulate", "--resume", journal, "--json", "--seed", "1")
    assert (again.exit_code, "of seed 0, not 1" in again.stderr) == (2, True)
    assert sum(len(json.loads(line)) for line in journal.read_text().splitlines()[1:]) == found["games"]


def test_the_signal_of_a_scheduler_stops_as_softly(tmp_path: Path) -> None:
    journal = tmp_path / "run.journal"
    with begin(PIG, "-n", "100000", "--json", "--journal", journal) as running:
        until(lambda: size(journal) > 5_000)
        running.terminate()
        stdout, stderr = running.communicate(timeout=60)
    assert running.returncode == 128 + signal.SIGTERM
    assert 0 < figures(stdout)["games"] < 100_000
    assert stderr.startswith("terminated: ")


def test_a_run_that_is_killed_at_any_moment_goes_on(tmp_path: Path) -> None:
    """kill -9 of the whole run, again and again; in the end it has the same games as one that was left in peace."""
    journal, out = tmp_path / "run.journal", tmp_path / "rows.csv"
    moments = Random(3)
    for attempt in range(4):
        words = (PIG, "-n", "4000", "--journal", journal) if attempt == 0 else ("--resume", journal)
        before = size(journal)
        with begin(*words, "--jobs", str(1 + attempt % 2), "--out", out) as running:
            until(lambda before=before: size(journal) > before)  # type: ignore[misc]
            time.sleep(moments.random() / 4)
            if attempt % 2:
                running.kill()  # the processes that it has begun are left behind
            else:
                os.killpg(running.pid, signal.SIGKILL)
            running.communicate(timeout=60)
        assert running.returncode == -signal.SIGKILL
    finished = process("simulate", "--resume", journal, "--jobs", "2", "--out", out, "--json")
    assert finished.returncode == 0, finished.stderr
    whole = tmp_path / "whole.csv"
    assert figures(finished.stdout) == figures(run("simulate", PIG, "-n", "4000", "--json", "--out", whole).stdout)
    assert rows(out) == rows(whole)
    counted = [row[0] for line in journal.read_text().splitlines()[1:] for row in json.loads(line)]
    assert sorted(counted) == list(range(4000))


def test_a_journal_of_something_else_is_refused(tmp_path: Path, faulty: Path) -> None:
    journal = tmp_path / "run.journal"
    assert run("simulate", faulty, "-n", "5", "--journal", journal, "--option", "high=3").exit_code == 1
    before = journal.read_bytes()
    for words, said in (
        ((PIG,), "is of Half of nothing, not of Pig"),
        (("--option", "high=1"), "other options"),
        (("--first", "2"), "begins with game 0, not 2"),
        (("--player", "player_1=search:9p"), "players who search"),
        (("-n", "4"), "is of 5 games: 4 are fewer"),
        (("--journal", journal), "give one of them"),
    ):
        refused = run("simulate", *words, "--resume", journal)
        assert (refused.exit_code, said in refused.stderr) == (2, True), refused.stderr
    again = run("simulate", faulty, "--journal", journal)
    assert (again.exit_code, "is there already" in again.stderr) == (2, True)
    faulty.write_text(FAULTY.replace("n = 1 // n", "n = 2 // n"), encoding="utf-8")
    changed = run("simulate", "--resume", journal)
    assert (changed.exit_code, "they have changed since" in changed.stderr) == (2, True)
    faulty.unlink()
    gone = run("simulate", "--resume", journal)
    assert (gone.exit_code, "is not there" in gone.stderr) == (2, True)
    assert journal.read_bytes() == before


def test_settings_may_be_given_again(tmp_path: Path, faulty: Path) -> None:
    journal = tmp_path / "run.journal"
    assert run("simulate", faulty, "-n", "5", "--journal", journal, "--option", "high=3").exit_code == 1
    words = ("simulate", faulty, "--option", "high=3", "--seed", "0", "--players", "1", "-n", "8", "--json")
    assert figures(run(*words, "--resume", journal).stdout)["games"] == 8
    assert figures(run("simulate", "--resume", journal, "--json").stdout)["options"] == {"high": 3}


def test_a_game_that_went_wrong_says_how_to_play_it_again(faulty: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shown = run("simulate", faulty, "-n", "20", "--seed", "5", "--option", "high=3")
    assert shown.exit_code == 1
    line = next(line for line in shown.stdout.splitlines() if line.startswith("play one again: "))
    words = shlex.split(line.removeprefix("play one again: rulesdsl "))
    first = next(line for line in shown.stdout.splitlines() if line.startswith("fault in game "))
    monkeypatch.chdir(faulty.parent)
    again = run(*words)
    assert again.exit_code == 1
    assert first in again.stdout
    record = words[-1]
    assert f"rulesdsl replay {record}" in again.stderr
    replayed = run("replay", record)
    assert replayed.exit_code == 1
    assert "faulty.yaml:12" in replayed.stderr


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), "which game?"),
        ((PIG, "--jobs", "2", "--cluster", "tcp://localhost:1"), "leave it out"),
        ((PIG, "--resume", "nowhere"), "no such file: nowhere"),
        (("--resume", PIG), "no journal of a simulation"),
        ((PIG, "--record", "x.json"), "-n 1"),
        ((PIG, "--out", "rows.txt"), ".csv or .parquet"),
        ((PIG, "--out", "nowhere/rows.csv"), "no such folder: nowhere"),
        ((PIG, "--journal", "nowhere/run"), "no such folder: nowhere"),
    ],
)
def test_what_cannot_be_is_said_before_anything_is_played(words: tuple[str | Path, ...], said: str) -> None:
    refused = run("simulate", *words)
    assert (refused.exit_code, said in refused.stderr) == (2, True), refused.stderr
