"""The table of peers: figures, cells, the place in the page, and peers as processes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from benchmarks.scripts import script

TABLE: Any = script("table")
WORKERS: Any = script("workers")
SUBJECTS: Any = script("subjects")
PAGE = Path(__file__).parents[2] / "docs" / "performance.md"

PIG = SUBJECTS.SUBJECTS["pig"]
RACE = SUBJECTS.SUBJECTS["race"]


def figure(peer: str, subject: Any, rate: float, length: float) -> Any:
    return TABLE.Figure(peer, subject, rate, length, 0.0)


def test_multiples_of_the_game_by_hand() -> None:
    lines = TABLE.classics_table([figure("pushed", PIG, 300.0, 100.0), figure("by_hand", PIG, 100.0, 50.0)])
    assert lines == [
        "|  | pig |",
        "| --- | ---: |",
        "| these rules, played straight through | 1.50 (3) |",
        "| by hand, idiomatic Python | 1.00 (2) |",
        "| decisions a game, these rules / by hand | 100.0 / 50.0 |",
    ]


def test_printed_games() -> None:
    lines = TABLE.printed_table([figure("pushed", RACE, 20_000.0, 700.0), figure("pulled", RACE, 12_345.0, 700.0)])
    assert lines[2:] == ["| Race for the Moon, 2 players | 700 | 20,000 | 12,300 | 0.62 | – |"]


def test_aims() -> None:
    aims: Any = script("aims")
    made = {("pushed", "pig"): 26.0, ("by_hand", "pig"): 10.0, ("openspiel_cpp", "pig"): 30.0}
    made |= {("pushed", "race"): 30_000.0, ("pulled", "race"): 14_000.0}
    made |= {("pushed", "colossus"): 20_000.0, ("pulled", "colossus"): 12_000.0}
    lines = aims.aims_table(lambda peer, key: made.get((peer, key)), lambda peer, key: made.get((peer, key)))
    cells = [[cell.strip() for cell in line.strip("|").split("|")][1:] for line in lines[2:]]
    assert cells == [
        ["pig 0.87 (1)", "not at pig"],
        ["pig 2.60 (1.3)", "yes"],
        ["least 20,000, Colossus (23,000)", "not at Colossus"],
        ["least 0.47, Race for the Moon, 2 players (0.5)", "not at Race for the Moon, 2 players"],
    ]


def test_nothing_measured_no_aims() -> None:
    assert script("aims").aims_table(lambda peer, key: None, lambda peer, key: None) == []


@pytest.mark.parametrize(
    ("number", "text"), [(1234567.0, "1,230,000"), (999.6, "1,000"), (123.4, "123"), (12.34, "12.3"), (0.5, "0.5")]
)
def test_three_digits(number: float, text: str) -> None:
    assert TABLE.short(number) == text


def test_a_block_is_put_between_the_marks() -> None:
    begin, end = TABLE.MARKS
    assert TABLE.put_between(f"before\n{begin}\nold\n{end}\nafter", "new") == f"before\n{begin}\n\nnew\n\n{end}\nafter"
    with pytest.raises(ValueError):
        TABLE.put_between(f"{end} {begin[1:]}", "new")


def test_the_page_has_the_marks() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert [text.count(mark) for mark in TABLE.MARKS] == [1, 1]


def test_peers_play_in_turn() -> None:
    workers, notes = WORKERS.measured(PIG, ["pushed", "by_hand"], rounds=3, seconds=0.01)
    assert not notes
    assert sorted(worker.peer for worker in workers) == ["by_hand", "pushed"]
    for worker in workers:
        assert len(worker.slices) == 3
        assert all(one.games > 0 and one.decisions > one.games and one.seconds >= 0.01 for one in worker.slices)
        assert TABLE.figure(worker).length == pytest.approx(123, rel=0.3)


def test_a_peer_that_is_not_there_is_a_note(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv(WORKERS.VARIABLE, str(tmp_path))
    workers, notes = WORKERS.measured(PIG, ["boardgame_io"], rounds=1, seconds=0.01)
    assert not workers
    assert notes == ["boardgame.io left out: it needs node, and RULESDSL_BENCH_PEERS"]


def test_reasons_are_short() -> None:
    assert WORKERS.reason("Traceback\n  File ...\nsome.package.Refused: too deep\n") == "Refused: too deep"
    assert WORKERS.reason("") == "no answer"
    assert len(WORKERS.reason("x" * 500)) == 100


def test_a_peer_that_breaks_is_a_note(tmp_path: Path) -> None:
    broken = SUBJECTS.Subject("no_such_game", "no such game", tmp_path / "none.yaml")
    notes: list[str] = []
    assert WORKERS.take_turns([WORKERS.Worker("pushed", broken)], 1, 0.01, notes) == []
    assert len(notes) == 1
    assert "no such game: " in notes[0]
    assert "invalid choice" in notes[0]
