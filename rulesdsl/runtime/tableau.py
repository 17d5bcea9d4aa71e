"""Boards whose pieces lie over one another: what shows, and where another piece can lie.

A piece lies with its upper left square on its cell. The order in which the pieces of all such boards were laid is the
column `laid_`; everything else follows from it, from where they are and from their printed faces.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rulesdsl.runtime.faults import Fault

State = Any
Square = tuple[int, int, int, int]
PLAIN: tuple[Square, ...] = ((0, 0, -1, 0),)
"""A piece without a face or a size covers one square and shows nothing on it."""
_ROOM = 4096
"""Answers kept a board; forgotten all at once."""


class Tableau:
    """One layered board: `columns` x `rows` cells from `base` on, row by row from the lowest one."""

    def __init__(self, base: int, columns: int, rows: int, faces: Sequence[tuple[Square, ...]], name: str) -> None:
        self.base, self.columns, self.rows, self.name = base, columns, rows, name
        self.end = base + columns * rows
        self.faces = [face or PLAIN for face in faces]
        self.sizes = [(max(x for x, *_ in face) + 1, max(y for _, y, *_ in face) + 1) for face in self.faces]
        self._steps = [tuple(x - y * columns for x, y, *_ in face) for face in self.faces]
        self._tops: dict[tuple[tuple[int, int], ...], dict[int, tuple[int, int, int]]] = {}
        self._spots: dict[tuple[frozenset[int], tuple[int, int], int], tuple[int, ...]] = {}

    def cells_of(self, piece: int, spot: int) -> list[int]:
        """The cells under a piece at `spot`, square by square."""
        return [spot + step for step in self._steps[piece]]

    def lying(self, s: State) -> tuple[tuple[int, int], ...]:
        """(piece, cell) of all that lie here, the lowest first."""
        where = s.where_
        return tuple((piece, where[piece]) for piece in s.laid_ if self.base <= where[piece] < self.end)

    def on_top(self, s: State) -> dict[int, tuple[int, int, int]]:
        """For each cell that is taken what shows there: (piece, symbol or -1, how many)."""
        lying = self.lying(s)
        known = self._tops.get(lying)
        if known is None:
            known = {}
            for piece, spot in lying:
                for cell, (_, _, symbol, amount) in zip(self.cells_of(piece, spot), self.faces[piece], strict=True):
                    known[cell] = (piece, symbol, amount)
            if len(self._tops) >= _ROOM:
                self._tops.clear()
            self._tops[lying] = known
        return known

    def spots(self, s: State, piece: int, covers: int = 0) -> tuple[int, ...]:
        """The cells where a piece can lie so that it covers exactly `covers` squares that are taken, ascending."""
        taken = frozenset(self.on_top(s))
        key = taken, self.sizes[piece], covers
        known = self._spots.get(key)
        if known is None:
            if len(self._spots) >= _ROOM:
                self._spots.clear()
            known = self._spots[key] = tuple(self._find_spots(taken, self.sizes[piece], covers))
        return known

    def _find_spots(self, taken: frozenset[int], size: tuple[int, int], covers: int) -> list[int]:
        width, height = size
        columns, rows = self.columns, self.rows
        covered: dict[int, int] = {}
        for cell in taken:
            row, column = divmod(cell - self.base, columns)
            for y in range(row, min(row + height, rows)):
                for x in range(max(column - width + 1, 0), column + 1):
                    if x + width <= columns and y - height + 1 >= 0:
                        spot = self.base + y * columns + x
                        covered[spot] = covered.get(spot, 0) + 1
        if covers:
            return sorted(spot for spot, count in covered.items() if count == covers)
        everywhere = (self.base + y * columns + x for y in range(height - 1, rows) for x in range(columns - width + 1))
        return [spot for spot in everywhere if spot not in covered]

    def shown(self, s: State, symbol: int) -> int:
        """How many of a symbol show, those that take away subtracted."""
        return sum(amount for _, sign, amount in self.on_top(s).values() if sign == symbol)

    def lying_at(self, s: State, cell: int) -> tuple[int, ...]:
        """The pieces over a cell, the lowest first."""
        return tuple(piece for piece, spot in self.lying(s) if cell in self.cells_of(piece, spot))

    def vacant(self, s: State, cell: int) -> bool:
        """Does nothing lie over a cell?"""
        return not self.lying_at(s, cell)

    def laid(self, s: State, pieces: Sequence[int]) -> list[int]:
        """Those of `pieces` that lie here, in the order in which they were laid; those on them by their carrier."""
        where, end = s.where_, self.end
        return [piece for piece in s.laid_ if self.base <= where[piece] < end and piece in pieces]

    def lay(self, piece: int, spot: int) -> None:
        """A piece lies wholly on the board, or it is a fault."""
        (width, height), (row, column) = self.sizes[piece], divmod(spot - self.base, self.columns)
        if column + width > self.columns or row < height - 1:
            raise Fault(f"a piece reaches over the edge of `{self.name}`")


def tableaus_of(data: Mapping[str, Any]) -> tuple[Tableau, ...]:
    """The layered boards of a program; pieces without a face that have a size are blank all over."""
    faces = [
        face or tuple((x, y, -1, 0) for y in range(sizes[0][1]) for x in range(sizes[0][0])) if sizes else face
        for face, sizes in zip(data["faces"], data["sizes"], strict=True)
    ]
    return tuple(Tableau(base, columns, rows, faces, name) for name, base, columns, rows in data["layered"])


def laid_now(s: State, piece: int, to: int) -> None:
    """Keep the order in which pieces were laid: called by every move of a game with such boards."""
    if not s.layered_:
        return
    laid = s.laid_
    if piece in laid:
        laid = tuple(other for other in laid if other != piece)
    for board in s.layered_:
        if board.base <= to < board.end:
            board.lay(piece, to)
            laid = (*laid, piece)
    s.laid_ = laid


def vacant(s: State, cell: int) -> bool:
    """Does nothing lie on a cell or reach over it?"""
    for board in s.spread_:
        if board.base <= cell < board.end:
            free: bool = board.vacant(s, cell)
            return free
    return not s.held_[cell]


def pieces_at(s: State, cell: int) -> tuple[int, ...]:
    """What lies at a cell and reaches over it, on a board with layers or not."""
    for board in s.spread_:
        if board.base <= cell < board.end:
            covering: tuple[int, ...] = board.lying_at(s, cell)
            return covering
    held: tuple[int, ...] = s.held_[cell]
    return held
