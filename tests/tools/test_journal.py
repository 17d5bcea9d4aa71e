"""A journal: what was written once is read again whole, and nothing else is taken for it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tools.stones import Stones

from rulesdsl.runtime.results import Score
from rulesdsl.tools.executors import Here, Todo
from rulesdsl.tools.journal import Journal, JournalError
from rulesdsl.tools.playing import Batch, Chunk, Played, Work
from rulesdsl.tools.simulate import about, simulate
from rulesdsl.tools.tally import Tally

BATCH = Batch(2, None, None)
ABOUT = about(Stones(), BATCH, range(3, 63))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "run.journal"


def write(path: Path, games: int = 60) -> list[Chunk]:
    """The journal of the first so many games of 60."""
    chunks = list(Here().play(Work(Stones(), BATCH, rows=True), Todo(range(3, 3 + games)), print))
    with Journal.begin(path, ABOUT) as journal:
        for chunk in chunks:
            journal.add(chunk)
    return chunks


def read(path: Path) -> Tally:
    """The tally of a journal."""
    with Journal.open(path) as journal:
        return journal.tally


def tally_of(games: range) -> Tally:
    return Work(Stones(), BATCH).play(games).tally


def test_what_was_written_is_there_again(path: Path) -> None:
    chunks = write(path, 20)
    journal = Journal.open(path)
    assert journal.tally == tally_of(range(3, 23))
    assert journal.done == bytes([1] * 20 + [0] * 40)
    assert journal.games == range(3, 63)
    for chunk in chunks:
        again = journal.rows_at(journal.places[chunk.games.start])
        assert [row._replace(seconds=0) for row in again] == [row._replace(seconds=0) for row in chunk.rows]
    report = simulate(Stones(), 60, seed=2, first=3, journal=journal)
    assert report.tally == simulate(Stones(), 60, seed=2, first=3).tally
    assert report.recalled == 20
    assert simulate(Stones(), 60, seed=2, first=3, journal=Journal.open(path)).recalled == 60


def test_scores_come_back_exactly(path: Path) -> None:
    lines = (("half", 2.5), ("whole", 3), ("half", -1))
    row = Played(3, 8, "won", ("ann",), {"ann": Score(4.5, lines)}, "low", 9, 4, (("ann", "a\tb"),), None, 0.5)
    tally = Tally()
    row.add_to(tally)
    with Journal.begin(path, ABOUT) as journal:
        journal.add(Chunk(range(3, 4), tally, (row,), 0.5))
    with Journal.open(path) as journal:
        assert journal.rows_at(journal.places[3]) == [row]
        assert journal.tally == tally


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=40)
@given(st.integers(0, 10_000))
def test_a_journal_may_be_torn_off_anywhere(path: Path, cut: int) -> None:
    """Whatever was kept of it, the rest is played again, and nothing twice."""
    path.unlink(missing_ok=True)
    write(path)
    whole = path.read_bytes()
    head = whole.index(b"\n") + 1
    path.write_bytes(whole[: head + cut % (len(whole) - head)])
    report = simulate(Stones(), 60, seed=2, first=3, journal=Journal.open(path))
    assert report.tally == tally_of(range(3, 63))
    assert read(path) == report.tally
    assert sum(map(len, map(json.loads, path.read_bytes().splitlines()[1:]))) == 60


def test_games_that_stand_there_twice_count_once(path: Path) -> None:
    write(path, 20)
    whole = path.read_bytes()
    path.write_bytes(whole + whole.splitlines(keepends=True)[-1])
    assert read(path) == tally_of(range(3, 23))


def test_a_run_may_become_longer_but_not_shorter(path: Path) -> None:
    write(path)
    journal = Journal.open(path)
    journal.want(60)
    journal.want(75)
    with pytest.raises(JournalError, match="of 75 games: 60 are fewer"):
        journal.want(60)
    assert simulate(Stones(), 75, seed=2, first=3, journal=journal).tally == tally_of(range(3, 78))
    with Journal.open(path) as journal:
        assert journal.games == range(3, 78)
    assert read(path) == tally_of(range(3, 78))


def test_a_journal_is_never_written_over(path: Path) -> None:
    write(path, 5)
    before = path.read_bytes()
    with pytest.raises(JournalError, match="--resume"):
        Journal.begin(path, ABOUT)
    assert path.read_bytes() == before
    assert [at.name for at in path.parent.iterdir()] == [path.name]


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"title": "Pebbles"}, "is of Stones, not of Pebbles"),
        ({"hash": "0"}, "the rules|they have changed"),
        ({"rulesdsl": "9.9"}, "of version .*; this is 9.9"),
        ({"seed": 3}, "of seed 2, not 3"),
        ({"first": 0}, "begins with game 3, not 0"),
        ({"settled": "Config()"}, "another scenario, other options"),
        ({"search": {"ann": "50p"}}, "players who search"),
    ],
)
def test_a_journal_of_another_run_is_refused(path: Path, changed: dict[str, Any], said: str) -> None:
    write(path, 5)
    with Journal.open(path) as journal:
        journal.compare({**ABOUT, "games": 7})
        with pytest.raises(JournalError, match=said):
            journal.compare({**ABOUT, **changed})


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{}\n",
        "[]\n",
        "no JSON\n",
        '{"format":"rulesdsl journal 0"}\n',
        '{"format":"rulesdsl journal 1"}\n',
        '{"format":"rulesdsl match 1","game":"x"}\n',
        json.dumps({"format": "rulesdsl journal 1", **ABOUT, "seed": "2"}) + "\n",
        json.dumps({"format": "rulesdsl journal 1", **ABOUT, "games": -1}) + "\n",
        json.dumps({"format": "rulesdsl journal 1", **ABOUT, "games": 1 << 60}) + "\n",
        json.dumps({"format": "rulesdsl journal 1", **ABOUT}),  # without its end
        "[" * 100_000 + "\n",
        "\xff\xfe\n",
    ],
)
def test_what_is_no_journal_is_refused(path: Path, text: str) -> None:
    path.write_text(text, encoding="latin-1")
    with pytest.raises(JournalError, match="no journal"):
        Journal.open(path)
    assert path.read_text(encoding="latin-1") == text


@pytest.mark.parametrize(
    "line", ["nonsense", "7", '[["a"]]', "[[1,2,3]]", '{"games":1}', "{}", "[[70,1,1,1,1,1,1,1,1,1,1]]", "\xff"]
)
def test_a_line_that_is_damaged_is_named(path: Path, line: str) -> None:
    write(path, 5)
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([lines[0], line.encode("latin-1") + b"\n", *lines[1:]]))
    with pytest.raises(JournalError, match="damaged: line 2 "):
        Journal.open(path)


def test_two_runs_do_not_write_one_journal(path: Path) -> None:
    pytest.importorskip("fcntl")
    write(path, 5)
    first = Journal.open(path)
    with pytest.raises(JournalError, match="another run"):
        Journal.open(path)
    first.close()
    Journal.open(path).close()
