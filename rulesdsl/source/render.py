"""Show problems to people: source lines with carets, or one line each; ``machine`` has the rest."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass

from rulesdsl.source.diagnostics import Diagnostic, Severity
from rulesdsl.source.machine import render_json, render_sarif
from rulesdsl.source.text import Source, Span

__all__ = ["clean", "place", "render_concise", "render_json", "render_sarif", "render_text"]

# A line that is longer than this is shown around its carets only.
_WIDEST = 120
_TAB = 4

_RESET, _BOLD, _BLUE = "\x1b[0m", "\x1b[1m", "\x1b[1;34m"
_HUES = {Severity.ERROR: "\x1b[1;31m", Severity.WARNING: "\x1b[1;33m"}

# Marks that turn the direction of text around, or hide in it.
_HIDDEN = frozenset("\u061c\u200b\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff")


@dataclass(frozen=True, slots=True)
class _Mark:
    """What to underline: a place, the text behind it, and whether it is the problem itself."""

    span: Span
    text: str
    first: bool


def render_text(problems: Iterable[Diagnostic], color: bool = False) -> str:
    """Each problem with its source lines, a blank line between two; "" for none.

    ``color`` adds ANSI colours. The text ends with a line break.
    """
    paint = _Paint(color)
    blocks = ["\n".join(_block(found, paint)) for found in problems]
    return "\n\n".join(blocks) + "\n" if blocks else ""


def render_concise(problems: Iterable[Diagnostic]) -> str:
    """One line for each problem: ``file:line:column: error[code]: message``."""
    return "".join(f"{place(found.span)}: {_title(found)}: {clean(found.message)}\n" for found in problems)


def place(span: Span) -> str:
    """``file:line:column`` of the first character."""
    line, column = span.source.line_column(span.start)
    return f"{clean(span.source.path)}:{line}:{column}"


def clean(text: str) -> str:
    """The text on one line, with nothing in it that a terminal would obey."""
    return "".join(_visible(one) for one in text)


def _visible(one: str) -> str:
    if one == "\n":
        return "\\n"
    unseen = one in _HIDDEN or unicodedata.category(one) in ("Cc", "Cs", "Zl", "Zp")
    return "\ufffd" if unseen else one


@dataclass(frozen=True, slots=True)
class _Paint:
    on: bool

    def __call__(self, hue: str, text: str) -> str:
        return f"{hue}{text}{_RESET}" if self.on and text else text


def _title(found: Diagnostic) -> str:
    return f"{found.severity.value}[{found.code}]"


def _block(found: Diagnostic, paint: _Paint) -> list[str]:
    hue = _HUES[found.severity]
    marks = [_Mark(found.span, found.label, True)]
    marks += [_Mark(label.span, label.text, False) for label in found.related]
    width = len(str(max(mark.span.line for mark in marks)))
    margin = " " * width
    lines = [paint(hue, _title(found)) + paint(_BOLD, f": {clean(found.message)}")]
    for number, source in enumerate(_sources(marks)):
        own = [mark for mark in marks if mark.span.source is source]
        arrow = "-->" if number == 0 else ":::"
        lines.append(margin + paint(_BLUE, arrow) + f" {place(own[0].span)}")
        lines += _snippet(source, own, width, hue, paint)
    bar = margin + paint(_BLUE, " |")
    notes = [("note", note) for note in found.notes]
    notes += [("help", found.help)] if found.help else []
    if notes:
        lines.append(bar)
    for word, text in notes:
        lead = margin + paint(_BLUE, " = ") + paint(_BOLD, f"{word}:") + " "
        indent = " " * (width + 3 + len(word) + 2)
        lines += [(lead if at == 0 else indent) + clean(line) for at, line in enumerate(text.split("\n"))]
    return [line.rstrip() for line in lines]


def _sources(marks: list[_Mark]) -> list[Source]:
    return list(dict.fromkeys(mark.span.source for mark in marks))


def _snippet(source: Source, marks: list[_Mark], width: int, hue: str, paint: _Paint) -> list[str]:
    """The lines of one file that have something to underline."""
    if not source.text:
        return []
    bar = " " * width + paint(_BLUE, " |")
    lines = [bar]
    last = 0
    for number in sorted({mark.span.line for mark in marks}):
        if last and number == last + 2:
            lines.append(_numbered(last + 1, source.line_text(last + 1), width, paint))
        elif last and number > last + 2:
            lines.append(paint(_BLUE, "..."))
        own = [mark for mark in marks if mark.span.line == number]
        start, text = _window(source, number, own)
        lines.append(_numbered(number, text, width, paint))
        for mark in own:
            lines.append(f"{bar} " + _underline(text, start, mark, hue, paint))
        last = number
    return lines


def _numbered(number: int, text: str, width: int, paint: _Paint) -> str:
    if len(text) > _WIDEST:
        text = f"{text[: _WIDEST - 3]}..."
    shown = "".join(_cell(one) for one in text)
    return paint(_BLUE, f"{number:>{width}} |") + f" {shown}"


def _window(source: Source, number: int, marks: list[_Mark]) -> tuple[int, str]:
    """The offset at which the shown part of a line starts, and that part."""
    start, end = source.line_range(number)
    if end - start <= _WIDEST:
        return start, source.text[start:end]
    middle = min(mark.span.start for mark in marks)
    left = max(start, min(middle - _WIDEST // 3, end - _WIDEST))
    right = min(end, left + _WIDEST)
    text = source.text[left:right]
    if left > start:
        text = "..." + text[3:]
    if right < end:
        text = text[:-3] + "..."
    return left, text


def _underline(text: str, start: int, mark: _Mark, hue: str, paint: _Paint) -> str:
    """The row of carets under one mark; a span over several lines is shown on its first."""
    begin = min(mark.span.start - start, len(text))
    end = min(mark.span.end - start, len(text.rstrip()))
    before = sum(_width(one) for one in text[:begin])
    length = max(sum(_width(one) for one in text[begin:end]), 1)
    sign, hue = ("^", hue) if mark.first else ("-", _BLUE)
    label = f" {clean(mark.text)}" if mark.text else ""
    return " " * before + paint(hue, sign * length + label)


def _cell(one: str) -> str:
    return " " * _TAB if one == "\t" else _visible(one)


def _width(one: str) -> int:
    """How many columns of a terminal a character takes."""
    if one == "\t":
        return _TAB
    if unicodedata.combining(one) or unicodedata.category(one) in ("Mn", "Me") or one == "\u200d":
        return 0
    return 2 if unicodedata.east_asian_width(one) in ("W", "F") else 1
