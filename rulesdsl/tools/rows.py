"""One row a game, in the order of their numbers, as CSV or Parquet; duration last, all else the same in every run."""

from __future__ import annotations

import csv
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any, Final, Protocol

from rulesdsl.tools.journal import Journal
from rulesdsl.tools.playing import Chunk, Played
from rulesdsl.tools.tally import tidy

SUFFIXES: Final = (".csv", ".parquet")

_GROUP: Final = 20_000
"""Rows of one group of a Parquet file: enough to pack well, few enough to wait in memory."""


class OutError(Exception):
    """A file that rows cannot be written to; the message says why."""


@dataclass(frozen=True, slots=True)
class Column:
    """A figure of each game: its name, what it is (int, float, str), and how a game has it; None where it has not."""

    name: str
    kind: type
    of: Callable[[Played], Any]


def columns(seats: Sequence[str], lines: Mapping[str, Sequence[str]]) -> list[Column]:
    """The columns for these seats and these lines of scores, by whose score it is."""
    return [
        Column("game", int, lambda one: one.game),
        Column("seed", int, lambda one: one.seed),
        Column("players", int, lambda one: len(seats)),
        Column("outcome", str, lambda one: one.outcome),
        Column("winners", str, lambda one: ";".join(one.winners)),
        Column("level", str, lambda one: one.level),
        *(column for name, labels in lines.items() for column in _scores(name, labels)),
        Column("decisions", int, lambda one: one.decisions),
        Column("turns", int, lambda one: one.turns),
        *(_first(seat) for seat in seats),
        Column("fault", str, lambda one: one.fault),
        Column("seconds", float, lambda one: round(one.seconds, 6)),
    ]


def _scores(name: str, labels: Sequence[str]) -> list[Column]:
    """A total, and what each line brought, lines of one label together."""

    def total(one: Played) -> Any:
        return one.scores[name].total if name in one.scores else None

    def brought(label: str) -> Callable[[Played], Any]:
        return lambda one: sum(n for line, n in one.scores[name].lines if line == label) if name in one.scores else None

    each = (Column(f"score.{name}.{label}", float, brought(label)) for label in dict.fromkeys(labels))
    return [Column(f"score.{name}", float, total), *each]


def _first(seat: str) -> Column:
    return Column(f"first.{seat}", str, lambda one: next((words for who, words in one.first if who == seat), None))


class Writer(Protocol):
    """A file that takes rows."""

    def write(self, rows: Sequence[Played]) -> None: ...
    def close(self) -> None: ...


class Out:
    """Rows in order, whatever the order in which games are done: those that came too early wait."""

    def __init__(self, writer: Writer, first: int) -> None:
        self._writer, self._next = writer, first
        self._waiting: dict[int, tuple[Played, ...] | int] = {}
        self._journal: Journal | None = None

    def recall(self, journal: Journal) -> None:
        """Take the games of a journal, too; they are read when it is their turn."""
        self._journal = journal
        self._waiting.update(journal.places)
        self._write()

    def add(self, chunk: Chunk) -> None:
        """Take games that are done. Raises OSError."""
        self._waiting[chunk.games.start] = chunk.rows
        self._write()

    def close(self) -> None:
        """Write what still waits for games that were not played, and close the file. Raises OSError."""
        for first in sorted(self._waiting):
            self._next = max(self._next, first)
            self._write()
        self._writer.close()

    def _write(self) -> None:
        while (found := self._waiting.pop(self._next, None)) is not None:
            rows = found
            if isinstance(rows, int):
                assert self._journal is not None
                rows = tuple(self._journal.rows_at(rows))
            self._writer.write(rows)
            self._next = rows[-1].game + 1


def writer(path: Path, found: list[Column]) -> Writer:
    """What writes to a file, by its suffix. Raises OutError, OSError."""
    if path.suffix == ".csv":
        return CSV(path, found)
    if path.suffix == ".parquet":
        return Parquet(path, found)
    raise OutError(f"{path}: results are written to a file whose name ends in {' or '.join(SUFFIXES)}")


class CSV:
    """Comma-separated values with a line of names, in UTF-8."""

    def __init__(self, path: Path, found: list[Column]) -> None:
        self._columns = found
        self._file = path.open("w", encoding="utf-8", errors="replace", newline="")
        self._csv = csv.writer(self._file, lineterminator="\n")
        self._csv.writerow([column.name for column in found])

    def write(self, rows: Sequence[Played]) -> None:
        self._csv.writerows([_plain(column, one) for column in self._columns] for one in rows)
        self._file.flush()

    def close(self) -> None:
        self._file.close()


def _plain(column: Column, one: Played) -> Any:
    value = column.of(one)
    return tidy(value) if column.name.startswith("score.") and value is not None else value


class Parquet:
    """Columns of types, packed; the file is complete when it is closed."""

    def __init__(self, path: Path, found: list[Column]) -> None:
        try:
            arrow, parquet = import_module("pyarrow"), import_module("pyarrow.parquet")
        except ImportError:
            raise OutError(
                "Parquet needs pyarrow: pip install 'rulesdsl[parquet]', or give a file that ends in .csv"
            ) from None
        types = {int: arrow.int64(), float: arrow.float64(), str: arrow.string()}
        self._arrow, self._columns = arrow, found
        self._schema = arrow.schema([(column.name, types[column.kind]) for column in found])
        self._waiting: list[Played] = []
        self._file = parquet.ParquetWriter(str(path), self._schema)

    def write(self, rows: Sequence[Played]) -> None:
        self._waiting += rows
        while len(self._waiting) >= _GROUP:
            self._group(self._waiting[:_GROUP])
            del self._waiting[:_GROUP]

    def close(self) -> None:
        if self._waiting:
            self._group(self._waiting)
        self._file.close()

    def _group(self, rows: Sequence[Played]) -> None:
        named = {c.name: [None if (v := c.of(one)) is None else c.kind(v) for one in rows] for c in self._columns}
        self._file.write_table(self._arrow.table(named, schema=self._schema))
