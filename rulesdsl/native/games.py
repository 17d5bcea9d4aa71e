"""Native games: played in C, told as the Python back end tells them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from rulesdsl.native import compilers
from rulesdsl.native.library import Library, batch_of
from rulesdsl.native.types import NotNative
from rulesdsl.runtime.machine import Machine
from rulesdsl.runtime.results import Result, result_of
from rulesdsl.runtime.setting import Config

_KNOWN = 10_000
"""Results of games that ended alike that are kept."""


class Answer(NamedTuple):
    """What was chosen: the number of the option, the player's index, and the site of the question."""

    option: int
    player: int
    site: int


class Ended(NamedTuple):
    """A game that is over; its last state is told if wanted."""

    game: int
    result: Result
    answers: Sequence[Answer]
    state: Any = None


class NativeGame:
    """A game in C. It is compiled where it is played: pickled, it is the text."""

    def __init__(self, stem: str, text: str, counting: Sequence[str], others: Sequence[str]) -> None:
        """`counting` are the columns that are always told, in order, `others` those that are told on demand."""
        self.stem, self.text = stem, text
        self.counting, self.others = tuple(counting), tuple(others)
        self._library: Library | None = None
        self._results: dict[tuple[Config, bytes], Result] = {}

    def __reduce__(self) -> Any:
        return NativeGame, (self.stem, self.text, self.counting, self.others)

    @property
    def library(self) -> Library:
        """The compiled game. Raises NotNative if nothing here can compile or load it."""
        if self._library is None:
            try:
                self._library = Library(compilers.library(self.text, self.stem))
            except OSError as error:
                raise NotNative(f"the compiled game cannot be loaded: {error}") from None
        return self._library

    def results(
        self, machine: Machine, config: Config, seed: int, games: range
    ) -> tuple[list[tuple[Result, int]], list[int]]:
        """Play games of the batch of `seed`: results, with how many had each, and the numbers of games that went wrong.

        Raises NotNative.
        """
        rows: Counter[bytes] = Counter()
        following, wrong = games.start, list[int]()
        for k, row in self.library.play(batch_of(config, seed), games.start, len(games)):
            wrong += range(following, k)
            following = k + 1
            rows[row.tobytes()] += 1
        wrong += range(following, games.stop)
        return [(self._result(machine, config, row), n) for row, n in rows.items()], wrong

    def _result(self, machine: Machine, config: Config, packed: bytes) -> Result:
        found = self._results.get((config, packed))
        if found is None:
            if len(self._results) > _KNOWN:
                self._results.clear()
            row = memoryview(packed).cast("i")
            s = _state(machine, config, row, 4, self.counting)
            found = self._results[config, packed] = result_of(machine, s, row[2])
        return found

    def one_by_one(
        self, machine: Machine, config: Config, seed: int, games: range, *, whole: bool = False
    ) -> Iterator[Ended]:
        """Play games of the batch of `seed`, each told with its answers, and with its last state if `whole`.

        Those that went wrong are missing. Raises NotNative.
        """
        batch = batch_of(config, seed, logging=True, whole=whole)
        columns = (*self.counting, *self.others) if whole else self.counting
        for k in games:
            for _, row in self.library.play(batch, k, 1):
                flat = self.library.answers(row[5], row[6])
                answers = [Answer(*flat[i : i + 3]) for i in range(0, len(flat), 3)]
                s = _state(machine, config, row, 7, columns)
                s.pos_ = row[4]
                yield Ended(k, result_of(machine, s, row[2]), answers, s if whole else None)


def _state(machine: Machine, config: Config, row: memoryview, at: int, columns: Sequence[str]) -> Any:
    """The last state of a game, as far as it is told from place `at` of a row on."""
    s = machine.start(config, machine.stream(0))
    s.over_, s.winner_, s.me = row[0], row[1], row[3]
    starts = {name: (start, is_list) for name, start, is_list, _ in machine.data["columns"]}
    for name in columns:
        start, is_list = starts[name]
        if name == "held_":
            at = _places(s, row, at)
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


def _places(s: Any, row: memoryview, at: int) -> int:
    """What lies where; the place in the row behind it."""
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
    """A number as Python keeps it: truth stays truth, a missing one is None."""
    if value == -(2**31):
        return None
    return bool(value) if isinstance(start, bool) else value
