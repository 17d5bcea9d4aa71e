"""A file that a long run is written to as it goes, and from which it goes on after a crash.

Lines of JSON: first what is played, an object; then a list of games, each a list, for each chunk that was done. A
line is written whole or is the last one, whose torn end is cut off when the file is opened again; so what was read
once is never lost and never counted twice.
"""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Iterator, Mapping
from io import BufferedRandom
from pathlib import Path
from time import monotonic
from typing import Any, Final

from rulesdsl.runtime.record import RecordError
from rulesdsl.runtime.results import Score
from rulesdsl.tools.playing import Chunk, Played
from rulesdsl.tools.tally import Tally

FORMAT: Final = "rulesdsl journal 1"

_SAFE: Final = 1.0
"""Seconds between two orders to keep it for good. A killed process loses nothing, a power cut no more than that."""
_NEEDED: Final[dict[str, tuple[type, ...]]] = {
    "game": (str,),
    "title": (str,),
    "hash": (str,),
    "rulesdsl": (str,),
    "first": (int,),
    "games": (int,),
    "seed": (int,),
    "scenario": (str, type(None)),
    "players": (int, type(None)),
    "options": (dict,),
    "settled": (str,),
    "search": (dict,),
}
_MOST: Final = 1_000_000_000


class JournalError(RecordError):
    """A file that is no journal, or not that of this run; the message says why."""


class Journal:
    """An open journal: ``about`` says what is played, ``tally`` and ``done`` which games were played before."""

    def __init__(self, path: Path, file: BufferedRandom) -> None:
        self.path, self.about, self.tally = path, dict[str, Any](), Tally()
        self.done = bytearray()
        """A 1 for each game that was played, counted from the first."""
        self.places: dict[int, int] = {}
        """Where the line stands, in bytes, that begins with a game."""
        self._file, self._safe = file, monotonic()
        _lock(file, path)

    @classmethod
    def begin(cls, path: Path, about: Mapping[str, Any]) -> Journal:
        """A new journal. Raises JournalError if the file is there already, OSError."""
        if path.exists():
            raise JournalError(f"{path} is there already: go on with it by --resume {path}, or remove it")
        # Written beside it first: a journal is never without its first line.
        handle, name = tempfile.mkstemp(dir=path.absolute().parent, prefix=f".{path.name}.", suffix=".tmp")
        with os.fdopen(handle, "wb") as file:
            file.write(_line({"format": FORMAT, **about}))
            file.flush()
            os.fsync(file.fileno())
        Path(name).replace(path)
        return cls.open(path)

    @classmethod
    def open(cls, path: Path) -> Journal:
        """A journal to go on with. Raises JournalError for what is none, or is in use; OSError."""
        journal = cls(path, path.open("r+b"))
        try:
            journal._read()
        except BaseException:
            journal._file.close()
            raise
        return journal

    def __enter__(self) -> Journal:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    @property
    def games(self) -> range:
        """The numbers of all games that are wanted."""
        return range(self.about["first"], self.about["first"] + self.about["games"])

    def want(self, games: int) -> None:
        """Go on to so many games in all. Raises JournalError for fewer than there are."""
        if games < self.about["games"]:
            raise JournalError(f"{self.path} is of {self.about['games']} games: {games} are fewer")
        if games > self.about["games"]:
            self._write({"games": games})
            self.about["games"] = games
            self.done.extend(bytes(games - len(self.done)))

    def compare(self, about: Mapping[str, Any]) -> None:
        """Raises JournalError if it is of another run, as far as `about` says, however many games that has."""
        mine = self.about
        for key, say in _DIFFERENCES.items():
            if key in about and mine[key] != about[key]:
                raise JournalError(f"{self.path} {say.format(mine[key], about[key])}")

    def add(self, chunk: Chunk) -> None:
        """Write down games that are done. Raises OSError."""
        self._write([_row(played) for played in chunk.rows])
        if monotonic() - self._safe > _SAFE:
            os.fsync(self._file.fileno())
            self._safe = monotonic()

    def rows_at(self, place: int) -> list[Played]:
        """The games of a line that was there when the journal was opened."""
        here = self._file.tell()
        self._file.seek(place)
        rows = [_played(row) for row in json.loads(self._file.readline())]
        self._file.seek(here)
        return rows

    def close(self) -> None:
        """Write all of it, for good."""
        if not self._file.closed:
            self._file.flush()
            os.fsync(self._file.fileno())
            self._file.close()

    def _write(self, value: Any) -> None:
        self._file.write(_line(value))
        self._file.flush()

    # ------------------------------------------------------------------ reading

    def _read(self) -> None:
        place = 0
        for number, line in enumerate(self._lines(), 1):
            try:
                value = json.loads(line)
                if number == 1:
                    self._head(value)
                elif isinstance(value, dict):
                    self._more(value)
                else:
                    self._games(value, place)
            except (ValueError, TypeError, KeyError, IndexError, AttributeError, RecursionError) as error:
                if number == 1:
                    raise JournalError(f"{self.path} is no journal of a simulation") from None
                raise JournalError(f"{self.path} is damaged: line {number} cannot be read ({error})") from None
            place += len(line)
        if not self.about:
            raise JournalError(f"{self.path} is no journal of a simulation")
        self._file.seek(place)
        self._file.truncate()

    def _lines(self) -> Iterator[bytes]:
        """The whole lines; what stands behind the last of them was torn off in the middle of being written."""
        self._file.seek(0)
        while (line := self._file.readline()).endswith(b"\n"):
            yield line

    def _head(self, about: Any) -> None:
        if about["format"] != FORMAT:
            raise ValueError(about["format"])
        for key, kinds in _NEEDED.items():
            if type(about[key]) not in kinds:
                raise ValueError(key)
        self.about = about
        self._size(about["games"])

    def _more(self, said: dict[str, Any]) -> None:
        self.about["games"] = said["games"]
        self._size(said["games"])

    def _size(self, games: int) -> None:
        if not len(self.done) <= games < _MOST:
            raise ValueError(f"{games} games")
        self.done.extend(bytes(games - len(self.done)))

    def _games(self, rows: list[Any], place: int) -> None:
        """Games of one line, which follow each other; those that another line has are left out."""
        if not rows:
            return
        first: int = self.about["first"]
        self.places.setdefault(rows[0][0], place)
        for expected, row in enumerate(rows, rows[0][0]):
            played = _played(row)
            at = played.game - first
            if played.game != expected or not 0 <= at < len(self.done):
                raise ValueError(f"game {played.game}")
            if not self.done[at]:
                self.done[at] = 1
                played.add_to(self.tally)


_DIFFERENCES: Final = {
    "title": "is of {}, not of {}",
    "rulesdsl": "is of version {}; this is {}",
    "hash": "is of other rules: they have changed since",
    "seed": "is of seed {}, not {}",
    "first": "begins with game {}, not {}",
    "settled": "is of another scenario, other options or another number of players",
    "search": "has other players who search: {}, not {}",
}


def _line(value: Any) -> bytes:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode("utf-8", "surrogatepass") + b"\n"


def _row(played: Played) -> list[Any]:
    """A game as JSON has it: its fields in order."""
    scores = {name: [score.total, score.lines] for name, score in played.scores.items()}
    head = [played.game, played.seed, played.outcome, played.winners, scores, played.level]
    return [*head, played.decisions, played.turns, played.first, played.fault, round(played.seconds, 6)]


def _played(row: list[Any]) -> Played:
    """A game from its fields. Raises ValueError, TypeError, AttributeError for what is none."""
    game, seed, outcome, winners, scores, level, decisions, turns, first, fault, seconds = row
    if not (type(game) is type(seed) is type(decisions) is type(turns) is int and isinstance(outcome, str)):
        raise TypeError("no game")
    return Played(
        game,
        seed,
        outcome,
        tuple(winners),
        {name: Score(total, tuple((label, n) for label, n in lines)) for name, (total, lines) in scores.items()},
        level,
        decisions,
        turns,
        tuple((player, words) for player, words in first),
        fault,
        float(seconds),
    )


def _lock(file: BufferedRandom, path: Path) -> None:
    """Keep the file for this process, where the system can: two runs in one journal would count games twice."""
    try:
        from fcntl import LOCK_EX, LOCK_NB, flock
    except ImportError:
        return
    try:
        flock(file, LOCK_EX | LOCK_NB)
    except OSError:
        file.close()
        raise JournalError(f"{path} is being written by another run") from None
