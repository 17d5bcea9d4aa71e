"""What can go wrong while a game is played: a rule at fault, told with its place in the rule file."""

from __future__ import annotations

from types import TracebackType


class GameOver(Exception):
    """Raised by `end game` inside an effect; the state says how it ended."""


class Fault(Exception):
    """A rule that went wrong at play time. `file` and `line` are those of the rule text, 0 where unknown."""

    def __init__(self, message: str, *, file: str = "", line: int = 0, rule: str = "") -> None:
        super().__init__(message)
        self.message, self.file, self.line, self.rule = message, file, line, rule

    def render(self) -> str:
        """One line for people: what, and where in the rules."""
        place = f" ({self.file}:{self.line})" if self.file else ""
        return f"the rules went wrong: {self.message}{place}"

    def __str__(self) -> str:
        return self.render()


class EndlessLoop(Fault):
    """Phases that went round and round without a decision; `cycle` names them in turn."""

    def __init__(self, message: str, cycle: tuple[str, ...], *, file: str = "", line: int = 0) -> None:
        super().__init__(message, file=file, line=line)
        self.cycle = cycle


_NATIVE = (
    RecursionError,
    IndexError,
    TypeError,
    ZeroDivisionError,
    ValueError,
    OverflowError,
    MemoryError,
    KeyError,
    AttributeError,
)
"""What generated code can raise by itself when a rule goes wrong."""


def place_in(trace: TracebackType | None, files: frozenset[str]) -> tuple[str, int]:
    """The innermost line of a rule file in a traceback."""
    found = ("", 0)
    while trace is not None:
        path = trace.tb_frame.f_code.co_filename
        if path in files:
            found = path, trace.tb_lineno
        trace = trace.tb_next
    return found


def as_fault(error: BaseException, files: frozenset[str]) -> Fault | None:
    """The fault that an exception from generated code stands for; None if it is none."""
    file, line = place_in(error.__traceback__, files)
    if isinstance(error, Fault):
        if not error.file:
            error.file, error.line = file, line
        return error
    if not isinstance(error, _NATIVE) or not file:
        return None
    if isinstance(error, RecursionError):
        return Fault("rules call each other without end", file=file, line=line)
    if isinstance(error, ZeroDivisionError):
        return Fault("a division by zero", file=file, line=line)
    return Fault(f"this cannot be worked out ({error})", file=file, line=line)
