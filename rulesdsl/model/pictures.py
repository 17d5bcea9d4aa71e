"""Read a board's picture: a text whose signs are cells, to where each cell is, its sign, and its number.

Lines of hexes are half a cell apart: the cells of one line stand between those of the line above. A cell is one sign,
a number, or both (`^`, `413`, `.413`); dashes say that it has no number (`^---`). What stands before a `|` is a label
of the line, a line that begins with `#` is a comment.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from rulesdsl.document import Scalar
from rulesdsl.model.reading import Reader
from rulesdsl.source import Label, Source
from rulesdsl.source.text import Span

_CELL = re.compile(r"([^\s\d|#-])?(\d{1,9}|-+)?$")
_LABEL = re.compile(r"\s*\w*\s*\|")
_WORD = re.compile(r"\S+")
PLAIN = "."
"""The sign of a cell that is as the fields say; what a cell that is only a number has, too."""
SIGN = re.compile(r"[^\s\d|#-]$")


@dataclass(frozen=True, slots=True)
class Word:
    """What stands between blanks: how far right it begins and on which line, as characters and lines from the top."""

    text: str
    across: int
    line: int
    span: Span


@dataclass(slots=True)
class Drawn:
    """A cell of a picture: how far right and on which line it stands, as characters and lines from the top."""

    across: int
    line: int
    sign: str
    number: int
    span: Span


def picture(reader: Reader, node: Scalar) -> list[Drawn]:
    """The cells of a picture from the top, from the left, `across` in half cells from 0; empty after a problem."""
    cells = list(_cells(reader, node))
    if not cells:
        return []
    if not all(cell.sign for cell in cells):
        return []
    fine = _aligned(reader, cells) & _numbered(reader, cells)
    return cells if fine else []


def words(reader: Reader, node: Scalar) -> list[Word]:
    """The words of a picture, from the top, from the left; empty after a problem."""
    region = node.region() if node.file is None else (0, len(node.file.text), 0)
    if region is None:
        reader.problems.error("rule-quotes", node.span, "a picture stands in a block (`|`) or in a file")
        return []
    found = list(_words(node.file or node.span.source, *region))
    if not found:
        reader.problems.error("bad-picture", node.span, "a picture without a cell")
    return found


def _words(source: Source, start: int, end: int, indent: int) -> Iterator[Word]:
    line, at = 0, start
    for raw in source.text[start:end].split("\n"):
        begin, at = at, at + len(raw) + 1
        text = raw[indent:]
        begin += len(raw) - len(text)
        if text.lstrip().startswith("#"):
            continue
        label = _LABEL.match(text)
        for word in _WORD.finditer(text, label.end() if label else 0):
            yield Word(word[0], word.start(), line, Span(source, begin + word.start(), begin + word.end()))
        line += 1


def _cells(reader: Reader, node: Scalar) -> Iterator[Drawn]:
    wrong = -1
    for word in words(reader, node):
        # The rest of a line that cannot be read is no better: one mistake, one error.
        if word.line != wrong:
            cell = _cell(reader, word)
            yield cell
            wrong = wrong if cell.sign else word.line


def _cell(reader: Reader, word: Word) -> Drawn:
    match = _CELL.match(word.text)
    if match is None:
        reader.problems.error(
            "bad-picture",
            word.span,
            "a cell that cannot be read",
            help="write a sign, a number or both (`.413`), with blanks between the cells",
        )
        return Drawn(word.across, word.line, "", -1, word.span)
    number = int(match[2]) if match[2] and match[2][0] != "-" else -1
    return Drawn(word.across, word.line, match[1] or PLAIN, number, word.span)


def _aligned(reader: Reader, cells: list[Drawn]) -> bool:
    """Make `across` count halves of a cell; each line's cells stand between those of the lines beside it."""
    left, half = min(cell.across for cell in cells), _half(cells)
    odd = Counter(((cell.across - left) // half + cell.line) % 2 for cell in cells).most_common(1)[0][0]
    wrong: set[int] = set()
    for cell in cells:
        whole, rest = divmod(cell.across - left, half)
        if (rest or (whole + cell.line) % 2 != odd) and cell.line not in wrong:
            wrong.add(cell.line)
            reader.problems.error(
                "bad-picture",
                cell.span,
                "a cell that does not stand between those of the lines above and below",
                help=f"cells of a line are {2 * half} characters apart here, those of the next line shifted by {half}",
            )
        cell.across = whole
    return not wrong


def _half(cells: list[Drawn]) -> int:
    """Half the distance between the cells of a line, in characters: the commonest if they differ."""
    gaps = Counter(
        b.across - a.across for a, b in pairwise(cells) if a.line == b.line and (b.across - a.across) % 2 == 0
    )
    if gaps:
        most = max(gaps.values())
        return min(gap for gap, times in gaps.items() if times == most) // 2
    # Every line has one cell: the smallest step from one to another.
    steps = {abs(a.across - b.across) for a, b in pairwise(cells)} - {0}
    return min(steps, default=1)


def _numbered(reader: Reader, cells: list[Drawn]) -> bool:
    """Whether no number stands twice."""
    first: dict[int, Drawn] = {}
    fine = True
    for cell in cells:
        known = first.setdefault(cell.number, cell) if cell.number >= 0 else cell
        if known is not cell:
            fine = False
            related = [Label(known.span, "first here")]
            reader.problems.error("bad-picture", cell.span, f"two cells have the number {cell.number}", related=related)
    return fine
