"""Build a board's shape: plain cells, names and links in; tuples of small integers out, for `boards` and the compiler.

A cell is its index. Cells and steps off the board are -1, as `none` is everywhere in a compiled game.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

Cells = tuple[int, ...]
Runs = tuple[Cells, ...]
Link = tuple[str | int, str | int, bool]

COMPASS: Final = ("north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest")
WAYS: Final = ("forward", "backward")

# How far one step in each direction of COMPASS goes: (columns, rows).
_COMPASS_MOVES: Final = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))

# Which directions of COMPASS lead to a neighbour.
_NEIGHBOR_DIRECTIONS: Final = {"orthogonal": (0, 2, 4, 6), "diagonal": (1, 3, 5, 7), "all": tuple(range(8))}

ROW: Final = 1 << 32
"""More than the rows of any board."""

# How many cell numbers a shape keeps of answers already given: 4 million references are 32 MB, and hold every
# distance of a board of 2,000 cells.
MEMO_ROOM: Final = 4_000_000


class Memo:
    """Answers already given about one shape; forgotten all at once when they fill `MEMO_ROOM`."""

    __slots__ = ("answers", "at", "lines", "runs", "runs_through", "used")

    def __init__(self) -> None:
        self.answers: dict[tuple[str, int, int], Cells] = {}
        self.runs: dict[int, Runs] = {}
        self.runs_through: dict[int, tuple[Runs, ...]] = {}
        self.used = 0
        self.at: dict[int, dict[int, int]] = {}
        self.lines: dict[int, tuple[Cells, tuple[tuple[int, int], ...]]] = {}
        """What lines meet, by how far apart their ends are: q times ROW and r."""

    def places(self, axial: tuple[tuple[int, int], ...], base: int) -> dict[int, int]:
        """Return the cells of a board of hexagons, each with `base` added, by where they are: q times ROW and r."""
        known = self.at.get(base)
        if known is None:
            known = self.at[base] = {q * ROW + r: cell for cell, (q, r) in enumerate(axial, base)}
        return known

    def keep(self, key: tuple[str, int, int], answer: Cells) -> Cells:
        """Keep `answer` under `key` and return it."""
        if self.used + len(answer) > MEMO_ROOM:
            self.answers.clear()
            self.used = 0
        self.answers[key] = answer
        # The key and an empty answer take room too; 16 references are about what they weigh.
        self.used += len(answer) + 16
        return answer


@dataclass(frozen=True, slots=True)
class Shape:
    """The cells of a board and how they hang together; nothing of it changes during a game.

    `directions` come in two halves, direction `d` and its opposite standing half the list apart; the first half are
    the directions in which straight runs are counted. A kind without directions has no rays and no runs.
    """

    kind: str
    """`square`, `graph`, `track` or `hex`."""
    names: tuple[str, ...]
    """Names of the cells, in order."""
    directions: tuple[str, ...]
    steps: tuple[Cells, ...]
    """`steps[d][cell]`: the next cell in direction `d`, or -1."""
    neighbors: tuple[Cells, ...]
    """`neighbors[cell]`, ascending; a cell is never its own neighbour."""
    columns: Cells
    """Column of each cell from 1, or 0 where the kind has none."""
    rows: Cells
    """Row of each cell from 1, or 0 where the kind has none."""
    numbers: Cells
    """Printed number of each cell, or -1 where it has none."""
    metric: str = "links"
    """How distance is measured: `links` counts steps from cell to cell, `orthogonal`, `all` and `hex` have formulas."""
    axial: tuple[tuple[int, int], ...] = ()
    """Where each hexagon is, as (q, r); nothing on other boards."""
    orientation: str = ""
    """`flat top` or `pointy top` of hexagons."""
    corners: bool = False
    """Whether a line meets the hexagons of which it touches only a corner."""
    memo: Memo = field(default_factory=Memo, init=False, repr=False, compare=False)

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle and copy without the memo, which can be large and is soon filled again."""
        return Shape, (
            self.kind,
            self.names,
            self.directions,
            self.steps,
            self.neighbors,
            self.columns,
            self.rows,
            self.numbers,
            self.metric,
            self.axial,
            self.orientation,
            self.corners,
        )


def together(parts: Sequence[Shape]) -> Shape:
    """Return the cells of several shapes of one kind in a row; no step leads from one to another."""
    starts = [sum(len(part.names) for part in parts[:i]) for i in range(len(parts))]

    def shifted(cells: Cells, start: int) -> Cells:
        return tuple(cell if cell < 0 else cell + start for cell in cells)

    def joined(rows: Callable[[Shape], Cells]) -> Cells:
        return tuple(item for part in parts for item in rows(part))

    first = parts[0]
    return replace(
        first,
        names=tuple(name for part in parts for name in part.names),
        steps=tuple(
            tuple(cell for part, start in zip(parts, starts, strict=True) for cell in shifted(part.steps[d], start))
            for d in range(len(first.directions))
        ),
        neighbors=tuple(
            shifted(row, start) for part, start in zip(parts, starts, strict=True) for row in part.neighbors
        ),
        columns=joined(lambda part: part.columns),
        rows=joined(lambda part: part.rows),
        numbers=joined(lambda part: part.numbers),
        metric="links",
        axial=tuple(place for part in parts for place in part.axial),
    )


def square(columns: int, rows: int, neighbors: str = "orthogonal") -> Shape:
    """Return a full grid with cells `a1`, `b1`, ... row by row from the bottom.

    `neighbors` is `orthogonal`, `diagonal` or `all`; the eight steps exist in any case.
    Raises `ValueError` for another word, or for a size below 1.
    """
    if columns < 1 or rows < 1:
        raise ValueError(f"a square board needs at least one column and one row, not {columns}x{rows}")
    if neighbors not in _NEIGHBOR_DIRECTIONS:
        raise ValueError(f"neighbors must be orthogonal, diagonal or all, not {neighbors!r}")
    steps = tuple(_grid_steps(columns, rows, dx, dy) for dx, dy in _COMPASS_MOVES)
    size = range(columns * rows)
    letters = [column_letters(x + 1) for x in range(columns)]
    return Shape(
        kind="square",
        names=tuple(f"{letter}{y + 1}" for y in range(rows) for letter in letters),
        directions=COMPASS,
        steps=steps,
        neighbors=_stepped(steps, _NEIGHBOR_DIRECTIONS[neighbors]),
        columns=tuple(cell % columns + 1 for cell in size),
        rows=tuple(cell // columns + 1 for cell in size),
        numbers=(-1,) * len(size),
        # Diagonal steps have no formula here: on a board one cell wide they lead nowhere.
        metric="links" if neighbors == "diagonal" else neighbors,
    )


def graph(names: Sequence[str], links: Sequence[Link]) -> Shape:
    """Return the cells `names` joined by `links` of (from, to, directed), each end a name or an index.

    A directed link makes `to` a neighbour of `from` only. The same link twice is one link.
    Raises `ValueError` for a name that is not a cell, a name given twice, or a link from a cell to itself.
    """
    index = _index(names)
    found: list[set[int]] = [set() for _ in names]
    for start, end, directed in links:
        a, b = _cell(index, start), _cell(index, end)
        if a == b:
            raise ValueError(f"a link joins {names[a]!r} to itself")
        found[a].add(b)
        if not directed:
            found[b].add(a)
    nothing = (0,) * len(names)
    return Shape(
        kind="graph",
        names=tuple(names),
        directions=(),
        steps=(),
        neighbors=tuple(tuple(sorted(cells)) for cells in found),
        columns=nothing,
        rows=nothing,
        numbers=(-1,) * len(names),
    )


def track(names: Sequence[str], loop: bool = False) -> Shape:
    """Return spaces in a line, or in a ring if `loop`; neighbours are the spaces before and after.

    If all names are numerals they are the spaces' numbers; else spaces are numbered from 1.
    Raises `ValueError` for no name, or for a name given twice.
    """
    _index(names)
    if not names:
        raise ValueError("a track needs at least one space")
    count = len(names)
    ahead = (*range(1, count), 0 if loop else -1)
    steps = (ahead, (count - 1 if loop else -1, *range(count - 1)))
    numbered = all(name.isascii() and name.isdecimal() for name in names)
    return Shape(
        kind="track",
        names=tuple(names),
        directions=WAYS,
        steps=steps,
        neighbors=_stepped(steps, (0, 1)),
        columns=(0,) * count,
        rows=(0,) * count,
        numbers=tuple(int(name) for name in names) if numbered else tuple(range(1, count + 1)),
    )


def column_letters(column: int) -> str:
    """Return the letters of a column counted from 1: `a` .. `z`, `aa`, `ab`, ..."""
    letters = ""
    while column > 0:
        column, rest = divmod(column - 1, 26)
        letters = chr(ord("a") + rest) + letters
    return letters


def _grid_steps(columns: int, rows: int, dx: int, dy: int) -> Cells:
    return tuple(
        (y + dy) * columns + x + dx if 0 <= x + dx < columns and 0 <= y + dy < rows else -1
        for y in range(rows)
        for x in range(columns)
    )


def _stepped(steps: tuple[Cells, ...], directions: Sequence[int]) -> tuple[Cells, ...]:
    """Return each cell's neighbours: where a step in one of `directions` leads, once each, ascending."""
    return tuple(tuple(sorted({steps[d][cell] for d in directions} - {-1, cell})) for cell in range(len(steps[0])))


def _index(names: Sequence[str]) -> dict[str, int]:
    index: dict[str, int] = {}
    for cell, name in enumerate(names):
        if index.setdefault(name, cell) != cell:
            raise ValueError(f"two cells are named {name!r}")
    return index


def _cell(index: dict[str, int], end: str | int) -> int:
    cell = index.get(end, -1) if isinstance(end, str) else end
    if not 0 <= cell < len(index):
        raise ValueError(f"a link ends at {end!r}, which is not a cell")
    return cell
