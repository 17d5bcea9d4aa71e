"""A row for each game, in order, whatever came first."""

from __future__ import annotations

import csv
import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tools.stones import Stones

from rulesdsl.runtime.results import Score
from rulesdsl.tools.executors import Here, Todo
from rulesdsl.tools.journal import Journal
from rulesdsl.tools.playing import Batch, Chunk, Played, Work
from rulesdsl.tools.rows import Out, OutError, columns, writer
from rulesdsl.tools.simulate import about, simulate

BATCH = Batch(2, None, None)
WON = Played(
    3, 8, "won", ("ann", "bob"), {"ann": Score(4.5, (("half", 2.5), ("half", 0), ("whole", 2)))}, "low", 9, 4,
    (("bob", "lift high"),), None, 0.25,
)  # fmt: skip
WRONG = Played(4, 9, "fault", decisions=2, turns=1, fault='it is "over", now')
COLUMNS = columns(["ann", "bob"], {"ann": ("half", "half", "whole")})


class Kept:
    """Rows in memory."""

    def __init__(self) -> None:
        self.rows: list[Played] = []
        self.closed = False

    def write(self, rows: Sequence[Played]) -> None:
        assert not self.closed
        self.rows += rows

    def close(self) -> None:
        self.closed = True


def read(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def chunks(games: int) -> list[Chunk]:
    """Chunks in an order in which several processes could be done with them."""
    made = [Work(Stones(), BATCH, rows=True).play(range(k, min(k + 3, games))) for k in range(0, games, 3)]
    Random(1).shuffle(made)
    return made


def test_rows_come_in_order_as_soon_as_they_can() -> None:
    kept = Kept()
    out = Out(kept, 0)
    for chunk in chunks(30):
        out.add(chunk)
        assert [row.game for row in kept.rows] == list(range(len(kept.rows)))
    assert len(kept.rows) == 30
    out.close()
    assert kept.closed


def test_what_waits_in_vain_is_written_in_the_end() -> None:
    kept = Kept()
    out = Out(kept, 0)
    some = [chunk for chunk in chunks(30) if chunk.games.start not in (6, 21)]
    for chunk in some:
        out.add(chunk)
    assert [row.game for row in kept.rows] == list(range(6))
    out.close()
    assert [row.game for row in kept.rows] == [k for k in range(30) if k // 3 not in (2, 7)]


def test_games_of_a_journal_have_rows_too(tmp_path: Path) -> None:
    path = tmp_path / "run.journal"
    journal = Journal.begin(path, about(Stones(), BATCH, range(30)))
    for chunk in chunks(30)[:6]:
        journal.add(chunk)
    journal.close()
    again, whole = Kept(), Kept()
    simulate(Stones(), 30, seed=2, journal=Journal.open(path), out=Out(again, 0))
    simulate(Stones(), 30, seed=2, out=Out(whole, 0))
    assert [row._replace(seconds=0) for row in again.rows] == [row._replace(seconds=0) for row in whole.rows]


def test_csv(tmp_path: Path) -> None:
    path = tmp_path / "rows.csv"
    made = writer(path, COLUMNS)
    made.write([WON, WRONG])
    made.close()
    assert path.read_text(encoding="utf-8").splitlines()[0] == (
        "game,seed,players,outcome,winners,level,score.ann,score.ann.half,score.ann.whole,decisions,turns,"
        "first.ann,first.bob,fault,seconds"
    )
    first, second = read(path)
    assert first["winners"] == "ann;bob"
    assert [first[name] for name in ("score.ann", "score.ann.half", "score.ann.whole")] == ["4.5", "2.5", "2"]
    assert (first["first.ann"], first["first.bob"], first["seconds"]) == ("", "lift high", "0.25")
    assert (second["fault"], second["score.ann"], second["turns"]) == ('it is "over", now', "", "1")


def test_parquet(tmp_path: Path) -> None:
    parquet: Any = pytest.importorskip("pyarrow.parquet", reason="pyarrow is not installed")
    path = tmp_path / "rows.parquet"
    made = writer(path, COLUMNS)
    made.write([WON, WRONG] * 15_000)
    made.close()
    table = parquet.read_table(path)
    assert {field.name: str(field.type) for field in table.schema} == {
        column.name: {int: "int64", float: "double", str: "string"}[column.kind] for column in COLUMNS
    }
    assert table.num_rows == 30_000
    assert parquet.ParquetFile(path).num_row_groups == 2
    first, second = table.slice(29_998).to_pylist()
    assert (first["score.ann"], first["winners"], first["first.ann"], first["seconds"]) == (4.5, "ann;bob", None, 0.25)
    assert (second["fault"], second["score.ann"], second["decisions"]) == (WRONG.fault, None, 2)


def test_parquet_says_what_it_needs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(OutError, match=r"rulesdsl\[parquet\]"):
        writer(tmp_path / "rows.parquet", COLUMNS)
    with pytest.raises(OutError, match="csv"):
        writer(tmp_path / "rows.xls", COLUMNS)
    assert list(tmp_path.iterdir()) == []


def test_watching_changes_no_game() -> None:
    plain = Work(Stones(), BATCH).play(range(80)).tally
    watched = [chunk.tally for chunk in Here().play(Work(Stones(), BATCH, rows=True), Todo(range(80)), print)]
    for tally in watched[1:]:
        watched[0].add(tally)
    assert watched[0] == plain
