"""Build boards of hexagons: sizes or drawn positions in, a `Shape` out.

A hexagon stands at (q, r): one step along q and one along r are two of its six directions, the third is both at once
(q + 1, r - 1). With flat tops q leads northeast and r north, with pointy tops q leads east and r northeast.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from rulesdsl.library.shapes import COMPASS, Cells, Shape, column_letters

MOVES: Final = {
    "flat top": {0: (0, 1), 1: (1, 0), 3: (1, -1), 4: (0, -1), 5: (-1, 0), 7: (-1, 1)},
    "pointy top": {1: (0, 1), 2: (1, 0), 3: (1, -1), 5: (0, -1), 6: (-1, 0), 7: (-1, 1)},
}
"""How far one step in each direction of COMPASS goes: (q, r); flat tops have no east, pointy ones no north."""
ORIENTATIONS: Final = tuple(MOVES)
CORNERS: Final = ("northwest", "northeast", "southwest", "southeast")


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a hexagon is: its place among the others, its column and row from 1 (rows from the bottom), its number."""

    q: int
    r: int
    column: int
    row: int
    number: int = -1

    @property
    def name(self) -> str:
        """The number, or letters and a number as on a board of squares."""
        return str(self.number) if self.number >= 0 else f"{column_letters(self.column)}{self.row}"


@dataclass(frozen=True, slots=True)
class Order:
    """A way through all cells: column by column or row by row, beginning at a corner."""

    lines: str = "rows"
    corner: str = "southwest"
    serpentine: bool = False
    """Whether every second line is walked the other way, as an ox ploughs."""


def rhombus(columns: int, rows: int) -> list[Spot]:
    """Return a board with two pairs of straight sides: each row (or column) is pushed half a cell past the last."""
    return [Spot(x, y, x + 1, y + 1) for y in range(rows) for x in range(columns)]


def rectangle(columns: int, rows: int, orientation: str) -> list[Spot]:
    """Return a board as of squares, where every second column is half a cell lower (flat tops) or every second row
    half a cell further right (pointy tops).
    """
    if orientation == "flat top":
        drawn = [(x, 2 * y + 1 - x % 2) for x in range(columns) for y in range(rows)]
    else:
        drawn = [(2 * x + y % 2, y) for x in range(columns) for y in range(rows)]
    return placed(drawn, orientation)


def placed(drawn: Sequence[tuple[int, int]], orientation: str, numbers: Sequence[int] = ()) -> list[Spot]:
    """Return cells drawn on lines half a cell apart, the cells of one line standing between those of the next.

    `drawn` are (half columns from the left, lines from the bottom), from 0; x + y is even for all or odd for all.
    Flat tops touch the second line up and down, pointy ones the next but one on their own line.
    """
    found: list[Spot] = []
    for i, (x, y) in enumerate(drawn):
        odd = (x + y) % 2
        number = numbers[i] if numbers else -1
        if orientation == "flat top":
            found.append(Spot(x, (y + odd - x) // 2, x + 1, y // 2 + 1, number))
        else:
            found.append(Spot((x + odd - y) // 2, y, x // 2 + 1, y + 1, number))
    return found


def walked(spots: Sequence[Spot], order: Order) -> list[Spot]:
    """Return the cells in an order; a line's direction is the one that leads away from the corner."""
    across = -1 if "east" in order.corner else 1
    up = -1 if "north" in order.corner else 1

    def column(spot: Spot) -> int:
        return across * spot.column

    def row(spot: Spot) -> int:
        return up * spot.row

    line, along = (column, row) if order.lines == "columns" else (row, column)
    return _ploughed(sorted(spots, key=lambda spot: (line(spot), along(spot))), line, order.serpentine)


def _ploughed(spots: list[Spot], line: Callable[[Spot], int], serpentine: bool) -> list[Spot]:
    if not serpentine:
        return spots
    lines: dict[int, list[Spot]] = {}
    for spot in spots:
        lines.setdefault(line(spot), []).append(spot)
    return [spot for i, cells in enumerate(lines.values()) for spot in (reversed(cells) if i % 2 else cells)]


def hexes(spots: Sequence[Spot], orientation: str, corners: bool = False, whole: bool = False) -> Shape:
    """Return a board of hexagons in the order given, `flat top` or `pointy top`.

    `corners`: whether a straight line meets the cells of which it touches nothing but a corner. `whole`: the board has
    no gap and no bay, so that distances need no search. Raises `ValueError` for no cell, another orientation, or two
    cells of one name or in one place.
    """
    moves = MOVES.get(orientation)
    if moves is None:
        raise ValueError(f"hexes lie `flat top` or `pointy top`, not {orientation!r}")
    if not spots:
        raise ValueError("a board needs at least one cell")
    names = tuple(spot.name for spot in spots)
    at = {(spot.q, spot.r): i for i, spot in enumerate(spots)}
    for i, name in enumerate(names):
        if at[spots[i].q, spots[i].r] != i:
            raise ValueError(f"two cells are in the place of {name!r}")
    if len(set(names)) < len(names):
        twice = next(name for i, name in enumerate(names) if name in names[:i])
        raise ValueError(f"two cells are named {twice!r}")
    steps = tuple(_steps(spots, at, moves.get(d)) for d in range(len(COMPASS)))
    return Shape(
        kind="hex",
        names=names,
        directions=COMPASS,
        steps=steps,
        neighbors=tuple(tuple(sorted({steps[d][cell] for d in moves} - {-1})) for cell in range(len(spots))),
        columns=tuple(spot.column for spot in spots),
        rows=tuple(spot.row for spot in spots),
        numbers=tuple(spot.number for spot in spots),
        metric="hex" if whole else "links",
        axial=tuple((spot.q, spot.r) for spot in spots),
        orientation=orientation,
        corners=corners,
    )


def _steps(spots: Sequence[Spot], at: dict[tuple[int, int], int], move: tuple[int, int] | None) -> Cells:
    if move is None:
        return (-1,) * len(spots)
    return tuple(at.get((spot.q + move[0], spot.r + move[1]), -1) for spot in spots)
