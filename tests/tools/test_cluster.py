"""A cluster of processes of their own on this machine: the same games, whoever is lost on the way."""

from __future__ import annotations

import csv
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest
from tools.stones import Deadly, Stones, Unwelcome
from typer.testing import CliRunner

import rulesdsl
from rulesdsl.cli.app import app
from rulesdsl.tools.cluster import Cluster
from rulesdsl.tools.executors import NobodyPlays
from rulesdsl.tools.simulate import simulate

pytest.importorskip("distributed", reason="Dask distributed is not installed")

ROOT = Path(__file__).resolve().parents[2]
PIG = ROOT / "examples" / "pig.yaml"
ENVIRON = {key: text for key, text in os.environ.items() if not key.startswith("COVERAGE")}
ENVIRON["PYTHONPATH"] = os.pathsep.join(map(str, (ROOT, ROOT / "tests")))


def begin(module: str, *words: str | Path, **environ: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", module, *map(str, words)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        cwd=ROOT,
        env={**ENVIRON, **environ},
    )


def until(true: Callable[[], bool]) -> None:
    end = time.monotonic() + 90
    while not true():
        assert time.monotonic() < end
        time.sleep(0.02)


def stop(running: subprocess.Popen[bytes]) -> None:
    running.terminate()
    try:
        running.wait(10)
    except subprocess.TimeoutExpired:
        running.kill()
        running.wait()


@contextmanager
def cluster(folder: Path, nanny: str, failures: int) -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    """The address of a scheduler and its two workers; a task that is lost more often than `failures` is given up."""
    file = folder / "scheduler.json"
    with ExitStack() as stack:
        words = ("--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file", file)
        environ = {"DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": str(failures)}
        scheduler = begin("distributed.cli.dask_scheduler", *words, **environ)
        stack.callback(stop, scheduler)
        until(file.exists)
        words = ("--scheduler-file", file, "--nthreads", "1", nanny, "--no-dashboard", "--local-directory", folder)
        workers = [begin("distributed.cli.dask_worker", *words) for _ in range(2)]
        for worker in workers:
            stack.callback(stop, worker)
        yield json.loads(file.read_text())["address"], workers


def rows(path: Path) -> list[list[str]]:
    """The rows of a CSV file without how long each game took, which is the last column."""
    with path.open(encoding="utf-8", newline="") as file:
        return [row[:-1] for row in csv.reader(file)]


def test_a_cluster_plays_the_same_games_though_a_worker_is_killed(tmp_path: Path) -> None:
    far, near = tmp_path / "far.csv", tmp_path / "near.csv"
    words = [sys.executable, "-m", "rulesdsl.cli", "simulate", str(PIG), "-n", "3000", "--json", "--out"]
    with cluster(tmp_path, "--no-nanny", failures=3) as (address, workers):
        with subprocess.Popen(
            [*words, str(far), "--cluster", address], stdout=subprocess.PIPE, text=True, cwd=ROOT, env=ENVIRON
        ) as running:
            until(lambda: far.exists() and far.stat().st_size > 10_000)
            workers[0].kill()
            stdout, _ = running.communicate(timeout=90)
    assert running.returncode == 0
    here = subprocess.run([*words, str(near)], capture_output=True, text=True, cwd=ROOT, env=ENVIRON, check=True)
    found, expected = (json.loads(text) for text in (stdout, here.stdout))
    for one in (found, expected):
        del one["seconds"], one["playouts_per_s"]
    assert found == expected
    assert rows(far) == rows(near)
    assert len(rows(far)) == 3001


def test_workers_of_a_cluster_compile_games_for_themselves(tmp_path: Path) -> None:
    game = rulesdsl.load(PIG)
    with cluster(tmp_path, "--no-nanny", failures=3) as (address, _):
        found = simulate(game, 500, seed=2, executor=Cluster(address), native=game.native)
    assert found.tally == simulate(game, 500, seed=2).tally


def test_games_that_kill_workers_are_reported_and_no_other_is_lost(tmp_path: Path) -> None:
    told: list[str] = []
    with cluster(tmp_path, "--nanny", failures=0) as (address, _):
        with pytest.raises(NobodyPlays, match="cannot play: no stones here"):
            simulate(Unwelcome(), 20, executor=Cluster(address))
        game: Any = Deadly(1, 9, {})
        found = simulate(game, 40, seed=1, executor=Cluster(address), tell=told.append)
    expected = simulate(Stones(), 40, seed=1)
    assert found.tally.games == 40
    assert [one.game for one in found.tally.failed if one.kind == "process lost"] == [9]
    assert sum((found.tally.outcomes - expected.tally.outcomes).values()) == 1
    assert "workers died while they played game 9: played again" in told


def test_no_cluster_is_said_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(NobodyPlays, match="no cluster at nowhere"):
        Cluster("nowhere")
    refused = CliRunner().invoke(app, ["simulate", str(PIG), "--cluster", "nowhere"])
    assert (refused.exit_code, "no cluster at nowhere" in refused.stderr) == (2, True)
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(NobodyPlays, match=r"rulesdsl\[cluster\]"):
        Cluster("tcp://127.0.0.1:8786")
