"""What is written into a cell on a terminal: pieces with their status, notes, the sign of the ground."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby
from typing import Final

from rulesdsl.drawing import colours
from rulesdsl.drawing.canvas import Canvas
from rulesdsl.drawing.picture import Cell, Mark, Picture, told_apart

_RAISED: Final = str.maketrans(
    "abcdefghijklmnoprstuvwxyz0123456789+-",
    "ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻ⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻",
)
EMPTY: Final = "·"
_FITS: Final = 5
"""A piece with its status that is longer may be cut."""
Part = tuple[str, int]
"""(text, seat or -1)"""


def raised(text: str) -> str:
    """Small letters and digits above the line, where such signs exist."""
    return text.translate(_RAISED)


def piece_text(mark: Mark) -> str:
    """A piece with its status."""
    return mark.text + raised(mark.status)


def stack(cell: Cell) -> list[Part]:
    """The piece on top and how many lie under it; of pieces that are as good as equal how many there are."""
    if not cell.pieces:
        return []
    top, under = cell.pieces[-1], len(cell.pieces) - 1
    if not under:
        return [(piece_text(top), top.owner)]
    same = {(mark.group or mark.text, mark.owner, mark.status) for mark in cell.pieces}
    if len(same) == 1:
        return [((top.group or top.text) + raised(top.status), top.owner), (f"×{under + 1}", -1)]
    return [(piece_text(top), top.owner), (f"+{under}", -1)]


def inscriptions(cell: Cell) -> list[Part]:
    """Everything there is on a cell: each piece, the topmost first, with what it carries, then each note."""
    return [part for mark in reversed(cell.pieces) for part in _loaded(mark)] + _notes(cell)


def _loaded(mark: Mark) -> list[Part]:
    """A piece, then in brackets what lies on it."""
    inner = [part for other in mark.carried for part in _loaded(other)]
    if inner:
        inner[0] = f"({inner[0][0]}", inner[0][1]
        inner[-1] = f"{inner[-1][0]})", inner[-1][1]
    return [(piece_text(mark), mark.owner), *inner]


def gathered(cell: Cell, numbered: bool = True) -> list[list[Part]]:
    """All pieces of a region, the topmost first; equal ones stand together with how many they are.

    Not `numbered`: of those that differ by their number only, too.
    """
    found = []
    for mark, times in told_apart(reversed(cell.pieces), numbered):
        several = mark if numbered or times == 1 else replace(mark, text=mark.group or mark.text)
        found.append([*_loaded(several), *([(f"×{times}", -1)] if times > 1 else [])])
    return found


def noted(cell: Cell) -> list[list[Part]]:
    """What a cell says of itself."""
    return [[note] for note in _notes(cell)]


def spaced(entries: list[list[Part]]) -> list[Part]:
    """Entries in a row, with blanks between."""
    return [part for i, entry in enumerate(entries) for part in ([(" ", -1), *entry] if i else entry)]


class Inscribed:
    """Cells of one size: as many lines as the fullest cell of a picture needs."""

    def __init__(self, picture: Picture) -> None:
        self.players = picture.players
        both = any(cell.pieces and (cell.notes or cell.sign.strip(".")) for cell in picture.cells)
        self.height = 2 if both else 1
        self.width = max((len(line) for cell in picture.cells for line in self._lengths(cell)), default=1)

    def _lengths(self, cell: Cell) -> Iterator[str]:
        yield EMPTY
        for parts in self.lines(cell):
            yield "".join(text for text, _ in parts)

    def lines(self, cell: Cell) -> list[list[Part]]:
        """Pieces first; sign and notes below them, or instead of them where no cell has both."""
        held = stack(cell)
        below = _spaced([*([(cell.sign, -1)] if cell.sign.strip(".") else []), *_notes(cell)])
        if self.height == 1:
            return [held or below or [(EMPTY, -2)]]
        return [held or ([] if below else [(EMPTY, -2)]), below]

    def put(self, canvas: Canvas, x: int, y: int, cell: Cell) -> None:
        """Write a cell with its upper left corner at a place."""
        for down, parts in enumerate(self.lines(cell)):
            at = x
            for text, seat in parts:
                at = canvas.put(at, y + down, text, "dim" if seat == -2 else colours.style(seat, self.players))


def stack_lines(picture: Picture, width: int) -> list[list[Part]]:
    """What lies on cells that do not show everything, in lines of some width."""
    if picture.kind in ("graph", "list"):
        return []
    entries: list[list[Part]] = []
    for cell in picture.cells:
        if _is_full(cell, picture.kind):
            entry: list[Part] = [(f"{cell.name.replace('_', ' ')}:", -1)]
            for (text, seat), times in _counted(inscriptions(cell)):
                entry += [(" ", -1), (text, seat), (f"×{times}" if times > 1 else "", -1)]
            entries.append(entry)
    return broken(entries, width)


def _notes(cell: Cell) -> list[Part]:
    return [(mark.text, mark.owner) for mark in cell.notes]


def _spaced(parts: list[Part]) -> list[Part]:
    """Parts with blanks between."""
    return [part for i, one in enumerate(parts) for part in ([(" ", -1), one] if i else [one])]


def _counted(parts: list[Part]) -> list[tuple[Part, int]]:
    """Parts with how often each comes in a row."""
    return [(part, len(list(run))) for part, run in groupby(parts)]


def _is_full(cell: Cell, kind: str) -> bool:
    """Whether not everything on a cell is drawn in it; on hexes notes and a status may be cut."""
    if len(cell.pieces) > 1 or any(mark.carried for mark in cell.pieces):
        return True
    return kind == "hex" and bool(cell.pieces) and (bool(cell.notes) or len(piece_text(cell.pieces[0])) > _FITS)


def legend_lines(picture: Picture, width: int) -> list[list[Part]]:
    """The legend in lines of some width, `mark meaning` with dots between."""
    return broken([[(mark, seat), (f" {words}", -1)] for mark, words, seat in picture.legend], width)


def broken(entries: list[list[Part]], width: int, between: str = " · ") -> list[list[Part]]:
    """Entries one after the other, in lines of some width."""
    lines: list[list[Part]] = []
    used = 0
    for entry in entries:
        length = sum(len(text) for text, _ in entry)
        if not lines or used + len(between) + length > width:
            lines.append([])
            used = 0
        else:
            lines[-1].append((between, -1))
            used += len(between)
        lines[-1] += entry
        used += length
    return lines
