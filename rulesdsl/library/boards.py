"""Answer questions about a board's shape for the compiler and for compiled rules: cells in, tuples of cells out.

Cells and directions are indices, distances are steps between neighbours, and -1 is `none`. Answers are always in the
same order: ascending, or nearest first where a function says so. A cell or direction out of range is a fault of the
caller (`IndexError`, or a wrong answer for negative ones); counts may be any integer.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import sqrt

from rulesdsl.library.hexes import hexes
from rulesdsl.library.lines import between, compass, direction
from rulesdsl.library.shapes import COMPASS, WAYS, Cells, Link, Runs, Shape, column_letters, graph, square, track

__all__ = [
    "COMPASS",
    "WAYS",
    "Cells",
    "Link",
    "Runs",
    "Shape",
    "ahead",
    "along",
    "between",
    "centers",
    "column",
    "column_letters",
    "compass",
    "direction",
    "distance",
    "distances",
    "distances_from",
    "flood",
    "graph",
    "hexes",
    "middle",
    "opposite",
    "ray",
    "ring",
    "row",
    "runs",
    "runs_through",
    "square",
    "track",
    "within",
]


def distance(shape: Shape, a: int, b: int) -> int:
    """Return the fewest steps from `a` to `b`, or -1 if no path leads there (links may have a direction)."""
    if shape.metric == "links":
        return distances_from(shape, a)[b]
    if shape.metric == "hex":
        (q, r), (to_q, to_r) = shape.axial[a], shape.axial[b]
        return max(abs(to_q - q), abs(to_r - r), abs(to_q - q + to_r - r))
    across = abs(shape.columns[a] - shape.columns[b])
    up = abs(shape.rows[a] - shape.rows[b])
    return across + up if shape.metric == "orthogonal" else max(across, up)


def distances_from(shape: Shape, c: int) -> Cells:
    """Return the distance from `c` to each cell, -1 where no path leads."""
    key = ("distances", c, 0)
    known = shape.memo.answers.get(key)
    if known is not None:
        return known
    found = [-1] * len(shape.names)
    for steps, cells in enumerate(_levels(shape, c)):
        for cell in cells:
            found[cell] = steps
    return shape.memo.keep(key, tuple(found))


def distances(shape: Shape) -> tuple[Cells, ...]:
    """Return all distances, `[from][to]`: a table for small boards, as it has cells times cells entries."""
    return tuple(distances_from(shape, c) for c in range(len(shape.names)))


def within(shape: Shape, c: int, n: int) -> Cells:
    """Return the cells at most `n` steps from `c`, `c` itself included, ascending."""
    key = ("within", c, n)
    known = shape.memo.answers.get(key)
    if known is not None:
        return known
    near = [cell for steps, cells in zip(range(n + 1), _levels(shape, c), strict=False) for cell in cells]
    return shape.memo.keep(key, tuple(sorted(near)))


def ring(shape: Shape, c: int, n: int) -> Cells:
    """Return the cells exactly `n` steps from `c`, ascending."""
    key = ("ring", c, n)
    known = shape.memo.answers.get(key)
    if known is not None:
        return known
    found: list[int] = []
    for steps, cells in zip(range(n + 1), _levels(shape, c), strict=False):
        found = cells if steps == n else []
    return shape.memo.keep(key, tuple(sorted(found)))


def ray(shape: Shape, c: int, d: int) -> Cells:
    """Return the cells in direction `d` from `c`, nearest first, without `c`; round a loop it ends before `c`."""
    key = ("ray", c, d)
    known = shape.memo.answers.get(key)
    if known is not None:
        return known
    return shape.memo.keep(key, tuple(_walk(shape, c, d)))


def along(shape: Shape, c: int, d: int, n: int) -> int:
    """Return the cell `n` steps in direction `d` from `c`, or -1 off the board; a negative `n` goes the other way."""
    if n < 0:
        d, n = opposite(shape, d), -n
    steps = shape.steps[d]
    cell = c
    for done in range(n):
        cell = steps[cell]
        if cell == c:
            return along(shape, c, d, n % (done + 1))
        if cell < 0:
            return -1
    return cell


def opposite(shape: Shape, d: int) -> int:
    """Return the direction that leads back."""
    count = len(shape.directions)
    return (d + count // 2) % count


def ahead(shape: Shape, c: int, n: int) -> int:
    """Return the space `n` ahead of `c` on a track: -1 off either end, round and round on a loop."""
    return along(shape, c, 0, n)


def runs(shape: Shape, n: int) -> Runs:
    """Return all straight runs of `n` cells, each once, direction by direction and by first cell in each.

    The directions are those of north, northeast, east, southeast that the board has; cells of a run stand in that
    direction.
    """
    known = shape.memo.runs.get(n)
    if known is None:
        known = shape.memo.runs[n] = tuple(_find_runs(shape, n))
    return known


def runs_through(shape: Shape, n: int) -> tuple[Runs, ...]:
    """Return for each cell the runs of `n` cells that it is part of, in the order of `runs`."""
    known = shape.memo.runs_through.get(n)
    if known is None:
        through: list[list[Cells]] = [[] for _ in shape.names]
        for run in runs(shape, n):
            for cell in run:
                through[cell].append(run)
        known = shape.memo.runs_through[n] = tuple(tuple(found) for found in through)
    return known


def middle(shape: Shape) -> int:
    """Return the cell in the middle of a square board; of several, the lower left one."""
    column, row = (max(shape.columns) + 1) // 2, (max(shape.rows) + 1) // 2
    return next(c for c in range(len(shape.names)) if (shape.columns[c], shape.rows[c]) == (column, row))


def column(shape: Shape, n: int) -> Cells:
    """Return the cells of column `n` (from 1) from the bottom up, none if there is no such column."""
    return _numbered(shape, "column", shape.columns, n)


def row(shape: Shape, n: int) -> Cells:
    """Return the cells of row `n` (from 1) from left to right, none if there is no such row."""
    return _numbered(shape, "row", shape.rows, n)


def flood(neighbors: tuple[Cells, ...], c: int, through: Iterable[int]) -> Cells:
    """Return `c` and all cells to which steps between neighbours lead from it that stay within `through`, ascending."""
    free = set(through)
    free.discard(c)
    found = [c]
    for cell in found:
        for neighbor in neighbors[cell]:
            if neighbor in free:
                free.discard(neighbor)
                found.append(neighbor)
    return tuple(sorted(found))


def centers(shape: Shape) -> tuple[tuple[float, float], ...]:
    """Return where to draw the centre of each cell: (x to the right, y down), from 0, neighbours 1 apart.

    Corners of a square are (±0.5, ±0.5) from it; those of a hexagon lie 1 / √3 away. Graphs and tracks have no such
    places and give nothing.
    """
    if shape.kind == "hex":
        high = sqrt(3) / 2
        drawn = [
            (q * high, -r - q / 2) if shape.orientation == "flat top" else (q + r / 2, -r * high)
            for q, r in shape.axial
        ]
    elif shape.kind == "square":
        drawn = [(float(x), float(-y)) for x, y in zip(shape.columns, shape.rows, strict=True)]
    else:
        return ()
    left, top = min(x for x, _ in drawn), min(y for _, y in drawn)
    return tuple((round(x - left, 6), round(y - top, 6)) for x, y in drawn)


def _numbered(shape: Shape, what: str, places: Cells, n: int) -> Cells:
    key = (what, n, 0)
    known = shape.memo.answers.get(key)
    if known is not None:
        return known
    # 0 stands for "the kind has none", so no cell is in column or row 0.
    found = tuple(cell for cell, place in enumerate(places) if place == n > 0)
    return shape.memo.keep(key, found)


def _levels(shape: Shape, c: int) -> Iterator[list[int]]:
    """Yield the cells 0, 1, 2, ... steps from `c`, until there are no more."""
    seen = {c}
    cells = [c]
    while cells:
        yield cells
        further: list[int] = []
        for cell in cells:
            for neighbor in shape.neighbors[cell]:
                if neighbor not in seen:
                    seen.add(neighbor)
                    further.append(neighbor)
        cells = further


def _walk(shape: Shape, c: int, d: int) -> Iterator[int]:
    steps = shape.steps[d]
    cell = steps[c]
    while cell not in (-1, c):
        yield cell
        cell = steps[cell]


def _find_runs(shape: Shape, n: int) -> Iterator[Cells]:
    if n < 1:
        return
    # One cell is the same run in each direction, and a whole loop is the same from each of its cells.
    seen: set[Cells] = set()
    for d in range(len(shape.directions) // 2):
        for c in range(len(shape.names)):
            run = (c, *(cell for _, cell in zip(range(n - 1), _walk(shape, c, d), strict=False)))
            members = tuple(sorted(run))
            if len(run) == n and members not in seen:
                seen.add(members)
                yield run
