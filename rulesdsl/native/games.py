"""Native games: played in C, told as the Python back end tells them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
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

    def __init__(
        self,
        stem: str,
        text: str,
        counting: Sequence[str],
        others: Sequence[str],
        questions: Sequence[tuple[str, str]] = (),
    ) -> None:
        """`counting` are the columns that are always told, in order, `others` those that are told on demand.

        `questions` are what C asks Python: a function's name and the name of the table that it is given first, or no
        function and the table that answers.
        """
        self.stem, self.text, self.questions = stem, text, tuple(questions)
        self.counting, self.others = tuple(counting), tuple(others)
        self._library: Library | None = None
        self._results: dict[tuple[Config, bytes], Result] = {}

    def __reduce__(self) -> Any:
        return NativeGame, (self.stem, self.text, self.counting, self.others, self.questions)

    def opened(self, machine: Machine) -> Library:
        """The compiled game, which asks the machine's tables. Raises NotNative if nothing here can compile it."""
        if self._library is None:
            try:
                library = Library(compilers.library(self.text, self.stem))
            except OSError as error:
                raise NotNative(f"the compiled game cannot be loaded: {error}") from None
            if self.questions:
                library.answer_with(_answers(machine.namespace, self.questions))
            self._library = library
        return self._library

    def results(
        self, machine: Machine, config: Config, seed: int, games: range
    ) -> tuple[list[tuple[Result, int]], list[int]]:
        """Play games of the batch of `seed`: results, with how many had each, and the numbers of games that went wrong.

        Raises NotNative.
        """
        rows: Counter[bytes] = Counter()
        following, wrong = games.start, list[int]()
        for k, row in self.opened(machine).play(batch_of(config, seed), games.start, len(games)):
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
        library = self.opened(machine)
        for k in games:
            for _, row in library.play(batch, k, 1):
                flat = library.answers(row[5], row[6])
                answers = [Answer(*flat[i : i + 3]) for i in range(0, len(flat), 3)]
                s = _state(machine, config, row, 7, columns)
                s.pos_ = row[4]
                yield Ended(k, result_of(machine, s, row[2]), answers, s if whole else None)


def _answers(
    space: Mapping[str, Any], questions: Sequence[tuple[str, str]]
) -> Callable[[int, Sequence[int]], Sequence[int]]:
    """What answers the questions of a game, by their number."""

    def answer(number: int, given: Sequence[int]) -> Sequence[int]:
        function, table = questions[number]
        if not function:
            found = space[table][given[0]][given[1]]
        else:
            found = space[function](
                space[table],
                *given[: 3 if function == "ask_along" else 1 if function in ("ask_column", "ask_row") else 2],
            )
        return found if isinstance(found, tuple) else (found,)

    return answer


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
