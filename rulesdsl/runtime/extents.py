"""Boards of squares on which pieces cover several cells and none of those lies over another.

A piece lies with its upper left square on its cell. Which cells it covers follows from where it is and from the side
that is up: nothing is kept beside the state.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rulesdsl.runtime.faults import Fault

State = Any
Size = tuple[int, int]
"""(columns, rows)"""
ONE: Size = (1, 1)
_ROOM = 4096
"""Answers kept a board; forgotten all at once."""


class Extents:
    """The pieces of a game that cover several cells: their sizes, one or one a side, and the column of their sides."""

    def __init__(self, sizes: Mapping[int, Sequence[Size]], columns: Mapping[int, str]) -> None:
        self.sizes, self.columns = sizes, columns
        self.pieces = tuple(sizes)
        turning: dict[str, list[int]] = {"where_": list(sizes)}
        for piece, found in sizes.items():
            if len(found) > 1:
                turning.setdefault(columns[piece], []).append(piece)
        self._said = [(name, *run) for name, pieces in turning.items() for run in _runs(pieces)]

    def lie(self, s: State) -> tuple[int, ...]:
        """Where all of them are, and which side is up of those that have a size for each."""
        found: list[int] = []
        for name, low, high in self._said:
            found += getattr(s, name)[low:high]
        return tuple(found)

    def size(self, s: State, piece: int) -> Size:
        """What a piece covers as it lies now."""
        sizes = self.sizes.get(piece)
        if sizes is None:
            return ONE
        return sizes[0] if len(sizes) == 1 else sizes[getattr(s, self.columns[piece])[piece]]


def _runs(numbers: Sequence[int]) -> list[tuple[int, int]]:
    """Ascending numbers as ranges, each from the first to behind the last."""
    runs: list[tuple[int, int]] = []
    for number in numbers:
        if runs and runs[-1][1] == number:
            runs[-1] = runs[-1][0], number + 1
        else:
            runs.append((number, number + 1))
    return runs


class Ground:
    """One such board: `columns` x `rows` cells from `base` on, row by row from the lowest one."""

    def __init__(self, base: int, columns: int, rows: int, extents: Extents, name: str) -> None:
        self.base, self.columns, self.rows, self.extents, self.name = base, columns, rows, extents, name
        self.end = base + columns * rows
        self._known: dict[tuple[int, ...], dict[int, tuple[int, ...]]] = {}

    def cells_of(self, s: State, piece: int, spot: int) -> list[int]:
        """The cells under a piece at `spot`, from the upper left on."""
        width, height = self.extents.size(s, piece)
        return [spot + x - y * self.columns for y in range(height) for x in range(width)]

    def over(self, s: State, cell: int) -> tuple[int, ...]:
        """The large pieces that reach over a cell from another one."""
        return self._covered(s).get(cell, ())

    def vacant(self, s: State, cell: int) -> bool:
        """Does nothing lie on a cell or reach over it?"""
        return not s.held_[cell] and cell not in self._covered(s)

    def lying_at(self, s: State, cell: int) -> tuple[int, ...]:
        """What reaches over a cell, then what lies on it."""
        held: tuple[int, ...] = s.held_[cell]
        over = self._covered(s).get(cell)
        return held if over is None else (*over, *held)

    def _covered(self, s: State) -> dict[int, tuple[int, ...]]:
        """For each cell that is reached over the pieces that do, by where and how all large ones lie."""
        key = self.extents.lie(s)
        known = self._known.get(key)
        if known is None:
            if len(self._known) >= _ROOM:
                self._known.clear()
            known = self._known[key] = {}
            for piece in self.extents.pieces:
                spot = s.where_[piece]
                if self.base <= spot < self.end:
                    for cell in self.cells_of(s, piece, spot)[1:]:
                        known[cell] = (*known.get(cell, ()), piece)
        return known

    def spots(self, s: State, piece: int, covers: int = 0) -> list[int]:
        """The cells where a piece can lie without covering anything but itself, ascending."""
        width, height = self.extents.size(s, piece)
        taken = {cell for cell in range(self.base, self.end) if any(other != piece for other in s.held_[cell])}
        for other in self.extents.pieces:
            if other != piece and self.base <= s.where_[other] < self.end:
                taken.update(self.cells_of(s, other, s.where_[other]))
        return [
            spot
            for y in range(height - 1, self.rows)
            for spot in range(self.base + y * self.columns, self.base + (y + 1) * self.columns - width + 1)
            if taken.isdisjoint(self.cells_of(s, piece, spot))
        ]

    def lay(self, s: State, piece: int) -> None:
        """A large piece lies wholly on the board and over no other, or it is a fault."""
        spot, (width, height) = s.where_[piece], self.extents.size(s, piece)
        row, column = divmod(spot - self.base, self.columns)
        if column + width > self.columns or row < height - 1:
            raise Fault(f"a piece reaches over the edge of `{self.name}`")
        cells = set(self.cells_of(s, piece, spot))
        for other in self.extents.pieces:
            on_board = other != piece and self.base <= s.where_[other] < self.end
            if on_board and not cells.isdisjoint(self.cells_of(s, other, s.where_[other])):
                raise Fault(f"two pieces of several cells lie over one another on `{self.name}`")


def grounds_of(data: Mapping[str, Any]) -> tuple[Ground, ...]:
    """The boards of a program on which pieces cover several cells side by side."""
    sizes = {piece: found for piece, found in enumerate(data["sizes"]) if found}
    columns: dict[int, str] = {}
    for kind, column, *_ in data["sides"]:
        columns.update(dict.fromkeys(range(*data["kinds"][kind][:2]), column))
    extents = Extents(sizes, columns)
    return tuple(Ground(base, across, rows, extents, name) for name, base, across, rows in data["grounds"])


def spread_now(s: State, piece: int) -> None:
    """See that a piece that was moved or turned has room: called where such boards are."""
    for board in s.grounds_:
        if piece in board.extents.sizes and board.base <= s.where_[piece] < board.end:
            board.lay(s, piece)
