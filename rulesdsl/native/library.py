"""A compiled game as a shared library: games in, rows of numbers out."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from rulesdsl.native.types import NotNative
from rulesdsl.runtime.chance import _packed
from rulesdsl.runtime.setting import Config

_LONGEST = 200
"""Bytes of a seed's first parts: C has room for a few more."""
_ROOM = 400_000
"""Numbers of a row, at most: a game with longer ones is played in Python."""


class _Batch(ctypes.Structure):
    _fields_ = [
        *(
            (name, ctypes.c_int)
            for name in ("players", "scenario", "logging", "whole", "go_on", "n_games", "n_choices")
        ),
        ("games", ctypes.c_char_p),
        ("choices", ctypes.c_char_p),
        ("seats", ctypes.POINTER(ctypes.c_int)),
        ("options", ctypes.POINTER(ctypes.c_int)),
    ]


class Library:
    """The functions of one compiled game. They are called without letting other threads run: they share a state."""

    def __init__(self, file: Path) -> None:
        """Raises OSError for what is no library."""
        library = ctypes.PyDLL(str(file))
        at, number = ctypes.POINTER(_Batch), ctypes.c_longlong
        self._play_games, self._play_out = library.play_games, library.play_out
        self._play_games.argtypes = [at, number, number, ctypes.POINTER(ctypes.c_int), number]
        self._play_games.restype = number
        self._play_out.argtypes = [at, number, number, ctypes.POINTER(number)]
        self._play_out.restype = None
        self._go_on_from = library.go_on_from
        self._go_on_from.argtypes = [ctypes.c_ulonglong, ctypes.c_ulonglong]
        self._answers_given = library.answers_given
        self._answers_given.restype = ctypes.POINTER(ctypes.c_int)
        self._answered_by = getattr(library, "answered_by", None)
        self._asker: Any = None
        self._rows = (ctypes.c_int * _ROOM)()

    def play(self, batch: _Batch, first: int, n: int) -> Iterator[tuple[int, memoryview]]:
        """Games with their rows, those without a fault; the row is good until the next call."""
        done = 0
        view = memoryview(self._rows).cast("B").cast("i")
        while done < n:
            played = self._play_games(ctypes.byref(batch), first + done, n - done, self._rows, _ROOM)
            if played < 0:
                raise MemoryError
            at = 0
            for k in range(first + done, first + done + played):
                size = view[at]
                if size > 1:
                    yield k, view[at + 1 : at + size]
                at += size
            done += played or 1  # a row without end: as good as a fault

    def answers(self, first: int, count: int) -> list[int]:
        """Answers of the games of the last call: option, player and site of each, one after the other."""
        return self._answers_given()[first : first + count] if count else []

    def answer_with(self, answers: Callable[[int, Sequence[int]], Sequence[int]]) -> None:
        """What is asked about boards is asked of this: the number of the question, and up to three numbers."""

        def asker(question: int, numbers: Any, answer: Any, room: int) -> int:
            try:
                found = answers(question, numbers[:3])
                if len(found) > room:
                    return -1
                for i, number in enumerate(found):
                    answer[i] = number
            except Exception:  # a rule at fault: the game is played again, and told of then
                return -1
            return len(found)

        assert self._answered_by is not None
        number, at = ctypes.c_int, ctypes.POINTER(ctypes.c_int)
        self._asker = ctypes.PYFUNCTYPE(number, number, at, at, number)(asker)
        self._answered_by(self._asker)

    def begin(self, choices: int, chance: int) -> None:
        """Where choices of all games come from one generator, and their chance from one stream: the seeds of both."""
        self._go_on_from(choices, chance)

    def play_out(self, batch: _Batch, first: int, n: int) -> tuple[int, int]:
        """Play games and tell nothing of them but how many decisions they had, and how many were a fault."""
        told = (ctypes.c_longlong * 2)()
        self._play_out(ctypes.byref(batch), first, n, told)
        return told[0], told[1]


def batch_of(config: Config, seed: int, *, logging: bool = False, whole: bool = False, go_on: bool = False) -> _Batch:
    """What the games of a batch have in common. With `go_on` no game has a seed: see `Library.begin`.

    Raises NotNative for a seed that is too long.
    """
    games, choices = _packed((seed, "game")), _packed((seed, "choices"))
    if len(choices) > _LONGEST:
        raise NotNative("a seed of so many digits")
    options = list(_flat(config.options))
    return _Batch(
        len(config.players),
        config.scenario,
        logging,
        whole,
        go_on,
        len(games),
        len(choices),
        games,
        choices,
        (ctypes.c_int * len(config.players))(*config.players),
        (ctypes.c_int * max(1, len(options)))(*options),
    )


def _flat(options: Sequence[Any]) -> Iterator[int]:
    for value in options:
        if isinstance(value, tuple):
            yield len(value)
            yield from value
        else:
            yield -(2**31) if value is None else int(value)
