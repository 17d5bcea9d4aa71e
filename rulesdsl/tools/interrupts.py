"""Ctrl-C between two results, never in the middle of counting one."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

T = TypeVar("T")


class Interrupted(KeyboardInterrupt):
    """A signal asks to stop; ``number`` is the signal's."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.number = number


class Interrupts:
    """Signals that stop a loop over results: at once while the next result is made, else before it."""

    def __init__(self) -> None:
        self._making = False
        self._came = 0

    def between(self, results: Iterable[T]) -> Iterator[T]:
        """The results, as they come. Raises Interrupted where the loop asks for the next one."""
        made = iter(results)
        ended = object()
        while True:
            self._making = True
            try:
                if self._came:
                    raise Interrupted(self._came)
                result: Any = next(made, ended)
            finally:
                self._making = False
            if result is ended:
                return
            yield result

    def hear(self, number: int, frame: Any) -> None:
        """The handler of a signal; a second one while the first is not obeyed yet stops wherever it is."""
        if self._making or self._came:
            self._making = False
            raise Interrupted(number)
        self._came = number


@contextmanager
def interruptible() -> Iterator[Interrupts]:
    """Heed SIGINT and SIGTERM inside, where Python does so by default; elsewhere signals do what they did."""
    interrupts = Interrupts()
    before: dict[int, Any] = {}
    if threading.current_thread() is threading.main_thread():
        for number, usual in ((signal.SIGINT, signal.default_int_handler), (signal.SIGTERM, signal.SIG_DFL)):
            if signal.getsignal(number) is usual:
                before[number] = signal.signal(number, interrupts.hear)
    try:
        yield interrupts
    finally:
        for known, handler in before.items():
            signal.signal(known, handler)
