"""A file as one string, and places in it.

Every position in the house is a character offset into the whole file's text; lines
and columns are worked out only when somebody reads them.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass


class Source:
    """One file: ``path`` is the name shown to people, ``text`` its whole content.

    Lines end with ``\\n``; lines and columns count from 1, columns in characters.
    Two sources are equal only if they are the same object.
    """

    __slots__ = ("_starts", "path", "text")

    def __init__(self, path: str, text: str) -> None:
        self.path = path
        self.text = text
        self._starts: list[int] | None = None

    def __repr__(self) -> str:
        return f"Source({self.path!r}, {len(self.text)} characters)"

    @property
    def line_starts(self) -> list[int]:
        """The offset of the first character of each line, made on first use."""
        if self._starts is None:
            starts = [0]
            find = self.text.find
            at = find("\n")
            while at >= 0:
                starts.append(at + 1)
                at = find("\n", at + 1)
            self._starts = starts
        return self._starts

    def line_column(self, offset: int) -> tuple[int, int]:
        """Line and column of an offset; one outside the text counts as its nearest end."""
        offset = min(max(offset, 0), len(self.text))
        starts = self.line_starts
        line = bisect_right(starts, offset)
        return line, offset - starts[line - 1] + 1

    def line_range(self, n: int) -> tuple[int, int]:
        """Where line ``n`` starts and ends, without its line break.

        Raises IndexError for a line that does not exist.
        """
        starts = self.line_starts
        if not 1 <= n <= len(starts):
            raise IndexError(f"line {n} of {len(starts)}")
        end = starts[n] - 1 if n < len(starts) else len(self.text)
        return starts[n - 1], end

    def line_text(self, n: int) -> str:
        """The text of line ``n`` without its line break; IndexError if there is none."""
        start, end = self.line_range(n)
        return self.text[start:end]

    def span(self, start: int, end: int) -> Span:
        """The span from ``start`` up to, not including, ``end``."""
        return Span(self, start, end)


@dataclass(frozen=True, slots=True)
class Span:
    """The characters ``start`` up to, not including, ``end`` of a source."""

    source: Source
    start: int
    end: int

    @property
    def line(self) -> int:
        """The line of the first character, from 1."""
        return self.source.line_column(self.start)[0]

    @property
    def column(self) -> int:
        """The column of the first character, from 1, in characters."""
        return self.source.line_column(self.start)[1]

    @property
    def text(self) -> str:
        """The characters themselves."""
        return self.source.text[self.start : self.end]

    def until(self, other: Span) -> Span:
        """From the start of this span to the end of ``other``; they share one source."""
        return Span(self.source, self.start, max(self.end, other.end))
