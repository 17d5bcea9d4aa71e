"""Problems as values: what is wrong, where, and what would help.

A stage takes a ``Problems`` and reports into it; a user's mistake is never an exception.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rulesdsl.source.codes import CODES, Severity
from rulesdsl.source.text import Span

__all__ = ["Diagnostic", "Label", "Problems", "RuleErrors", "Severity"]

# More than this nobody reads in one go; the first ones are usually the cause of the rest.
SHOWN = 100


@dataclass(frozen=True, slots=True)
class Label:
    """A second place that matters to a problem, and what it has to do with it."""

    span: Span
    text: str


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One problem: ``label`` stands at the carets, ``help`` alone suggests a change."""

    code: str
    severity: Severity
    message: str
    span: Span
    label: str = ""
    related: tuple[Label, ...] = ()
    notes: tuple[str, ...] = ()
    help: str | None = None


class Problems:
    """The problems found so far, in the order in which they were reported."""

    def __init__(self) -> None:
        self._found: list[Diagnostic] = []

    def __len__(self) -> int:
        return len(self._found)

    def __iter__(self) -> Iterator[Diagnostic]:
        return iter(self._found)

    def error(
        self,
        code: str,
        span: Span,
        message: str,
        *,
        label: str = "",
        related: Sequence[Label] = (),
        notes: Sequence[str] = (),
        help: str | None = None,
    ) -> None:
        """Report an error; KeyError for a code that the table does not have."""
        found = (label, tuple(related), tuple(notes), help)
        self.add(Diagnostic(code, Severity.ERROR, message, span, *found))

    def warning(
        self,
        code: str,
        span: Span,
        message: str,
        *,
        label: str = "",
        related: Sequence[Label] = (),
        notes: Sequence[str] = (),
        help: str | None = None,
    ) -> None:
        """Report a warning; KeyError for a code that the table does not have."""
        found = (label, tuple(related), tuple(notes), help)
        self.add(Diagnostic(code, Severity.WARNING, message, span, *found))

    def add(self, diagnostic: Diagnostic) -> None:
        """Report a diagnostic made elsewhere; KeyError for an unknown code."""
        if diagnostic.code not in CODES:
            raise KeyError(diagnostic.code)
        self._found.append(diagnostic)

    @property
    def has_errors(self) -> bool:
        """Whether one of the problems is an error."""
        return any(found.severity is Severity.ERROR for found in self._found)

    def sorted(self) -> list[Diagnostic]:
        """By file and place, each once, at most 100 and then a last one that says how many more.

        Where some must be left out, warnings are left out before errors.
        """
        each = sorted(dict.fromkeys(self._found), key=_place)
        if len(each) <= SHOWN:
            return each
        by_weight = sorted(each, key=lambda found: found.severity is not Severity.ERROR)
        shown = sorted(by_weight[:SHOWN], key=_place)
        return [*shown, _left_out(by_weight[SHOWN:], shown[-1].span)]


def _place(found: Diagnostic) -> tuple[str, int, int, str, str]:
    span = found.span
    return span.source.path, span.start, span.end, found.code, found.message


def _left_out(rest: list[Diagnostic], span: Span) -> Diagnostic:
    errors = [found for found in rest if found.severity is Severity.ERROR]
    kind = Severity.ERROR if errors else Severity.WARNING
    plural = "s" if len(rest) > 1 else ""
    message = f"{len(rest)} more problem{plural} not shown"
    return Diagnostic("more-problems", kind, message, span)


class RuleErrors(Exception):
    """Rules that cannot be used; ``problems`` has every diagnostic, warnings too."""

    def __init__(self, problems: list[Diagnostic]) -> None:
        super().__init__(problems)
        self.problems = problems

    def __str__(self) -> str:
        lines = []
        for found in self.problems:
            line, column = found.span.source.line_column(found.span.start)
            place = f"{found.span.source.path}:{line}:{column}"
            lines.append(f"{place}: {found.severity.value}[{found.code}]: {found.message}")
        return "\n".join(lines)
