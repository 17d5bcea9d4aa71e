"""Who plays: every game once, whoever dies on the way."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from threading import Thread, Timer
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tools.stones import Deadly, Endless, Stones, Unsendable

from rulesdsl.tools.executors import AHEAD, Chunks, Here, NobodyPlays, Pace, Processes, Tell, Todo, numbers
from rulesdsl.tools.interrupts import Interrupted, interruptible
from rulesdsl.tools.playing import Batch, Chunk, Work
from rulesdsl.tools.simulate import simulate
from rulesdsl.tools.tally import Tally

ROOT = Path(__file__).resolve().parents[2]


def chunk(games: int, seconds: float) -> Chunk:
    return Chunk(range(games), Tally(), (), seconds)


@given(st.integers(0, 50), st.lists(st.booleans(), max_size=40), st.integers(1, 9))
def test_what_is_to_do_is_given_out_once_and_in_order(first: int, done: list[bool], most: int) -> None:
    games = range(first, first + 40)
    todo, given_out = Todo(games, bytes(done)), list[int]()
    left = todo.left
    while (taken := todo.take(most)) is not None:
        assert 0 < len(taken) <= most
        given_out += taken
    assert given_out == [k for k in games if k - first >= len(done) or not done[k - first]]
    assert (left, todo.left) == (len(given_out), 0)


def test_what_was_lost_is_given_out_one_by_one() -> None:
    todo = Todo(range(10))
    lost = todo.take(3)
    assert lost == range(3)
    assert todo.lost(lost)
    assert todo.left == 10
    assert [todo.take(5) for _ in range(4)] == [range(1), range(1, 2), range(2, 3), range(3, 8)]


def test_a_game_that_was_lost_by_itself_is_played_once_more_alone() -> None:
    todo = Todo(range(6))
    taken = [todo.take(1), todo.take(1), todo.take(4)]
    assert taken == [range(1), range(1, 2), range(2, 6)]
    assert todo.lost(range(1)) and todo.lost(range(1, 2))
    assert todo.take(5) is None  # others are still played
    todo.settle(range(2, 6))
    assert todo.take(5) == range(1)
    assert todo.take(5) is None
    todo.settle(range(1))
    assert todo.take(5) == range(1, 2)
    assert not todo.lost(range(1, 2))
    assert (todo.take(5), todo.left) == (None, 0)


def test_a_suspect_does_not_wait_for_ever() -> None:
    todo = Todo(range(3 * AHEAD))
    first = todo.take(1)
    assert first is not None and todo.lost(first)
    while (taken := todo.take(1000)) != first:
        assert taken is not None
        todo.settle(taken)
    assert todo.take(1000) is None
    todo.settle(first)
    assert todo.take(1000) is not None


def test_nobody_runs_far_ahead_of_a_game_that_takes_long() -> None:
    todo = Todo(range(10 * AHEAD))
    slow = todo.take(1)
    assert slow is not None
    while (taken := todo.take(1000)) is not None:
        todo.settle(taken)
        last = taken
    assert AHEAD <= last.stop <= AHEAD + 2000
    todo.settle(slow)
    assert todo.take(1) == range(last.stop, last.stop + 1)


def test_chunks_are_as_large_as_a_moment_has_games() -> None:
    pace = Pace(0.1)
    for _ in range(6):
        pace.learn(chunk(pace.size, 0.001 * pace.size))
    assert pace.size == 64
    pace.learn(chunk(1, 0.001))  # fewer than could have been says nothing
    assert pace.size == 64
    pace.learn(chunk(64, 1.0))
    assert pace.size == 32
    assert pace.share(Todo(range(40)), 4) == 6
    assert [numbers(range(3, 4)), numbers(range(3, 6))] == ["game 3", "games 3 to 5"]


def test_a_process_that_dies_costs_nothing(tmp_path: Path) -> None:
    """Killed once for each of three games: as if nothing had been."""
    told: list[str] = []
    game = Deadly(1, -1, {k: str(tmp_path / f"tried_{k}") for k in (0, 17, 60)})
    found = simulate(game, 80, seed=1, jobs=2, tell=told.append)
    assert found.tally == simulate(Stones(), 80, seed=1).tally
    assert sorted(path.name for path in tmp_path.iterdir()) == ["tried_0", "tried_17", "tried_60"]
    assert 1 <= len(told) <= 6
    assert all("signal 9" in line and "played again" in line for line in told)


def test_a_game_that_kills_whoever_plays_it_is_reported_and_no_other_is_lost() -> None:
    told: list[str] = []
    found = simulate(Deadly(1, 33, {}), 80, seed=1, jobs=2, tell=told.append)
    expected = simulate(Stones(), 80, seed=1)
    assert found.tally.games == 80
    lost = next(one for one in found.tally.failed if one.kind == "process lost")
    assert lost.game == 33
    assert lost.seed == Batch(1, None, None).seed_of(33)
    assert "status 7" in lost.message
    assert found.tally.outcomes["process lost"] == 1
    assert sum((found.tally.outcomes - expected.tally.outcomes).values()) == 1
    assert "a process ended (status 7) while it played game 33: played again" in told


def test_processes_that_cannot_begin_are_no_endless_loop() -> None:
    with pytest.raises(NobodyPlays, match="before it began"):
        simulate(Unsendable(), 80, jobs=2)


class Leaving:
    """Plays so many chunks and is gone."""

    def __init__(self, chunks: int) -> None:
        self.chunks = chunks

    def play(self, work: Work, todo: Todo, tell: Tell) -> Chunks:
        for _ in range(self.chunks):
            games = todo.take(5)
            assert games is not None
            yield work.play(games)
        raise NobodyPlays("all have left")


def test_what_was_played_until_nobody_was_left_is_told() -> None:
    found = simulate(Stones(), 30, executor=Leaving(2))
    assert (found.tally.games, found.stopped, found.signal) == (10, "all have left", 0)
    with pytest.raises(NobodyPlays):
        simulate(Stones(), 30, executor=Leaving(0))


def test_ctrl_c_does_not_wait_for_a_game() -> None:
    playing = Processes(2).play(Work(Endless(), Batch(0, None, None)), Todo(range(10)), print)
    Timer(1.0, os.kill, (os.getpid(), signal.SIGINT)).start()
    with interruptible() as interrupts, pytest.raises(KeyboardInterrupt):
        next(interrupts.between(playing))
    playing.close()


SCRIPT = """
import sys
sys.path.insert(0, "tests")
from tools.stones import Endless
from rulesdsl.tools.simulate import simulate
if __name__ == "__main__":
    print("begun", flush=True)
    simulate(Endless(), 10, jobs=2)
"""


def test_processes_end_with_the_one_that_they_play_for(tmp_path: Path) -> None:
    """They hold its standard output: it comes to its end when the last of them is gone."""
    (tmp_path / "script.py").write_text(SCRIPT, encoding="utf-8")
    words = [sys.executable, str(tmp_path / "script.py")]
    with subprocess.Popen(words, stdout=subprocess.PIPE, cwd=ROOT, env={**os.environ, "PYTHONPATH": "."}) as first:
        assert first.stdout is not None
        assert first.stdout.readline() == b"begun\n"
        first.send_signal(signal.SIGKILL)
        reading = Thread(target=first.stdout.read, daemon=True)
        reading.start()
        reading.join(60)
        assert not reading.is_alive()


# ------------------------------------------------------------------ interrupts


@pytest.fixture
def as_usual() -> Iterator[None]:
    """SIGTERM as Python has it: a tool that measures coverage has a handler of its own."""
    before = signal.signal(signal.SIGTERM, signal.SIG_DFL)
    yield
    signal.signal(signal.SIGTERM, before)


def test_a_signal_between_two_results_waits_until_the_next_is_asked_for(as_usual: None) -> None:
    counted: list[int] = []
    with interruptible() as interrupts, pytest.raises(Interrupted) as caught:
        for number in interrupts.between(iter(range(5))):
            if number == 2:
                os.kill(os.getpid(), signal.SIGTERM)
            counted.append(number)
    assert counted == [0, 1, 2]
    assert caught.value.number == signal.SIGTERM


def test_a_signal_while_a_result_is_made_stops_that() -> None:
    def slow() -> Iterator[int]:
        yield 1
        os.kill(os.getpid(), signal.SIGINT)
        raise AssertionError("not reached")

    with interruptible() as interrupts, pytest.raises(Interrupted):
        list(interrupts.between(slow()))
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_handlers_of_others_and_other_threads_are_left_alone() -> None:
    def mine(number: int, frame: Any) -> None:
        raise AssertionError("not called")

    before = signal.signal(signal.SIGINT, mine)
    try:
        with interruptible():
            assert signal.getsignal(signal.SIGINT) is mine
    finally:
        signal.signal(signal.SIGINT, before)
    found: list[int] = []
    thread = Thread(target=lambda: found.append(simulate(Stones(), 20).tally.games))
    thread.start()
    thread.join()
    assert found == [20]


def test_this_process_plays_when_nobody_else_is_wanted() -> None:
    work = Work(Stones(), Batch(3, None, None), rows=True)
    rows = [row for done in Here().play(work, Todo(range(5, 25)), print) for row in done.rows]
    assert [row.game for row in rows] == list(range(5, 25))
    whole = [row for row in rows if row.fault is None]
    assert all(row.turns == row.decisions >= 5 for row in whole)  # they take turns
    assert {player for row in whole for player, _ in row.first} == {"ann", "bob"}
