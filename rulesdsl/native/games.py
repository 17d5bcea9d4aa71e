"""Native games: played in C, told as the Python back end tells them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from rulesdsl.native.library import Library, batch_of
from rulesdsl.runtime.machine import Machine
from rulesdsl.runtime.results import Result, result_of
from rulesdsl.runtime.setting import Config


class Ended(NamedTuple):
    """A game that is over: its number, its result, and if wanted its last state and the answers."""

    game: int
    result: Result
    state: Any = None
    answers: Sequence[tuple[int, int, int]] = ()
    """Option, player and site of each."""


class NativeGame:
    """A game compiled to a library. It pickles as where that is: other processes open it themselves."""

    def __init__(self, machine: Machine, file: Path, counting: Sequence[str], others: Sequence[str]) -> None:
        """`counting` are the columns that are always told, in order, `others` those that are told on demand."""
        self.machine, self.file = machine, file
        self.counting, self.others = tuple(counting), tuple(others)
        self._library: Library | None = None

    def __reduce__(self) -> Any:
        return NativeGame, (self.machine, self.file, self.counting, self.others)

    @property
    def library(self) -> Library:
        """Raises OSError if it is not there any more, or no library."""
        if self._library is None:
            self._library = Library(self.file)
        return self._library

    def results(self, config: Config, seed: int, games: range) -> Iterator[tuple[int, Result]]:
        """Games of the batch of `seed` with their results; those missing went wrong."""
        known: dict[bytes, Result] = {}
        for k, row in self.library.play(batch_of(config, seed), games.start, len(games)):
            key = row.tobytes()
            result = known.get(key)
            if result is None:
                if len(known) > 10_000:
                    known.clear()
                result = known[key] = result_of(self.machine, self._state(config, row, self.counting), row[2])
            yield k, result

    def whole(self, config: Config, seed: int, games: range) -> Iterator[Ended]:
        """The same with last states and answers."""
        batch = batch_of(config, seed, logging=True, whole=True)
        for k in games:
            for _, row in self.library.play(batch, k, 1):
                s = self._state(config, row, (*self.counting, *self.others))
                flat = self.library.answers(row[5])
                answers = list(zip(flat[::3], flat[1::3], flat[2::3], strict=True))
                yield Ended(k, result_of(self.machine, s, row[2]), s, answers)

    def _state(self, config: Config, row: memoryview, columns: Sequence[str]) -> Any:
        """The last state of a game, as far as it is told."""
        s = self.machine.start(config, self.machine.stream(0))
        s.over_, s.winner_, s.me, s.pos_ = row[0], row[1], row[3], row[4]
        at = 6
        starts = {name: (start, is_list) for name, start, is_list, _ in self.machine.data["columns"]}
        for name in columns:
            start, is_list = starts[name]
            if name == "held_":
                at = self._places(s, row, at)
            elif is_list:
                values = row[at : at + len(start)]
                setattr(s, name, [_plain(v, was) for v, was in zip(values, start, strict=True)])
                at += len(start)
            elif isinstance(start, tuple):
                size = row[at]
                setattr(s, name, tuple(row[at + 1 : at + 1 + size]))
                at += 1 + size
            else:
                setattr(s, name, _plain(row[at], start))
                at += 1
        return s

    @staticmethod
    def _places(s: Any, row: memoryview, at: int) -> int:
        s.held_[:] = [()] * len(s.held_)
        while row[at] >= 0:
            place, size = row[at], row[at + 1]
            pieces = tuple(row[at + 2 : at + 2 + size])
            s.held_[place] = pieces
            for piece in pieces:
                s.where_[piece] = place
            at += 2 + size
        return at + 1


def _plain(value: int, start: Any) -> Any:
    """A number as Python keeps it: truth stays truth, nothing is None."""
    if value == -(2**31):
        return None
    return bool(value) if isinstance(start, bool) else value
