"""Straight lines over boards of hexagons, in whole numbers: which cells the line between two centres meets.

What a line meets depends only on how far apart its ends are, so it is worked out once for each such pair of numbers.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Final

from rulesdsl.library.hexes import ORIENTATIONS
from rulesdsl.library.shapes import COMPASS, ROW, Cells, Shape

# The corners of a hexagon from its centre, as (q, r) times three.
_CORNERS: Final = ((2, -1), (1, 1), (-1, 2), (-2, 1), (-1, -1), (1, -2))

# A cell and the six around it.
_AROUND: Final = ((0, 0), (0, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1))

# Which way a dead straight line leads, by the signs of (q, r, q + r): an index of COMPASS for each orientation.
_STRAIGHT: Final = {
    (0, 1, 1): (0, 1),
    (1, 0, 1): (1, 2),
    (1, -1, 0): (3, 3),
    (0, -1, -1): (4, 5),
    (-1, 0, -1): (5, 6),
    (-1, 1, 0): (7, 7),
}


def between(shape: Shape, a: int, b: int) -> Cells:
    """Return the cells that the line between the centres of `a` and `b` meets, `a` and `b` left out, from `a` to `b`.

    Met is a cell of which the line has the inside or an edge, and with `shape.corners` also one of which it has only
    a corner. What the line meets at once stands in the order of the board.
    """
    key = ("between", a, b)
    known = shape.memo.answers.get(key)
    return known if known is not None else shape.memo.keep(key, from_cell(shape, a)(b))


def from_cell(shape: Shape, a: int, base: int = 0) -> Callable[[int], Cells]:
    """Return what gives the cells between `a` and another cell, as `between` does; `base` is added to each of them."""
    axial, corners = shape.axial, shape.corners
    get, known = shape.memo.places(axial, base).get, shape.memo.lines
    from_q, from_r = axial[a]
    here = from_q * ROW + from_r

    def to(b: int) -> Cells:
        q, r = axial[b]
        line = known.get(q * ROW + r - here)
        if line is None:
            line = known[q * ROW + r - here] = stepped(q - from_q, r - from_r, corners)
        steps, at_once = line
        cells = [get(here + step, -1) for step in steps]
        for start, end in at_once:
            cells[start:end] = sorted(cells[start:end])
        return tuple([c for c in cells if c >= 0] if -1 in cells else cells)

    return to


def stepped(q: int, r: int, corners: bool) -> tuple[Cells, tuple[tuple[int, int], ...]]:
    """Return what a line to the cell (q, r) away meets, the nearest first, and the parts of it that are met at once.

    Each cell is one number for its (q, r). Turned or mirrored, a line meets the same: of twelve lines only the one with
    q >= r >= 0 is worked out.
    """
    parts, weights = (q, r, -q - r), (ROW, 1, 0)
    far, one, other = sorted(range(3), key=lambda i: -abs(parts[i]))
    sign = -1 if parts[far] > 0 else 1
    along_one, along_other = sign * (weights[one] - weights[far]), sign * (weights[other] - weights[far])
    cells, at_once = _in_order(abs(parts[one]), abs(parts[other]), corners)
    return tuple([h * along_one + k * along_other for h, k in cells]), at_once


@lru_cache(maxsize=10_000)
def _in_order(q: int, r: int, corners: bool) -> tuple[tuple[tuple[int, int], ...], tuple[tuple[int, int], ...]]:
    """Return what `met` does, the nearest first, and the parts that are met at once."""
    found = sorted(met(q, r, corners))
    starts = [i for i, (along, _, _) in enumerate(found) if i == 0 or along != found[i - 1][0]]
    parts = zip(starts, [*starts[1:], len(found)], strict=False)
    cells = tuple([(h, k) for _, h, k in found])
    return cells, tuple([(start, end) for start, end in parts if end - start > 1])


def met(q: int, r: int, corners: bool) -> tuple[tuple[int, int, int], ...]:
    """Return what the line from a cell to the one (q, r) away meets on the way: (how far along, q, r) of each."""
    steps = (abs(q) + abs(r) + abs(q + r)) // 2
    near: dict[tuple[int, int], None] = {}
    for i in range(steps + 1):
        # The cells around points a step apart are enough: a cell is less than two steps across.
        middle_q, middle_r = _rounded(i * q, i * r, steps)
        for dq, dr in _AROUND:
            near[middle_q + dq, middle_r + dr] = None
    ends = ((0, 0), (q, r))
    # How far along a centre is: its product with the line, twice that of vectors 60 degrees apart.
    return tuple(
        (2 * h * q + 2 * k * r + h * r + k * q, h, k)
        for h, k in near
        if (h, k) not in ends and touches(q, r, h, k, corners)
    )


def touches(q: int, r: int, h: int, k: int, corners: bool) -> bool:
    """Return whether the line from (0, 0) to (q, r) meets the hexagon at (h, k), by separating axes.

    Seen from its centre, the hexagon are the points of whose coordinates (q, r, -q - r) no two differ by more than 1.
    """
    off = abs(3 * (q * k - r * h))
    reach = max(abs(q * y - r * x) for x, y in _CORNERS)
    if off > reach:
        return False
    # The three coordinates of a hexagon (q, r, -q - r), each less the next.
    for end, centre in ((q - r, h - k), (q + 2 * r, h + 2 * k), (2 * q + r, 2 * h + k)):
        if centre - 1 > max(0, end) or centre + 1 < min(0, end):
            return False
    # At full reach the line has an edge if it runs along one, else a corner.
    return off < reach or corners or q == r or q == -2 * r or r == -2 * q


def direction(shape: Shape, a: int, b: int) -> int:
    """Return the direction in which `b` lies dead straight from `a`, as an index of `shape.directions`, or -1.

    The cells on the way need not be there; no cell lies in a direction from itself.
    """
    if shape.kind == "hex":
        q, r = (y - x for x, y in zip(shape.axial[a], shape.axial[b], strict=True))
        ways = _STRAIGHT.get((_sign(q), _sign(r), _sign(q + r))) if 0 in (q, r, q + r) else None
        return ways[ORIENTATIONS.index(shape.orientation)] if ways is not None else -1
    across, up = shape.columns[b] - shape.columns[a], shape.rows[b] - shape.rows[a]
    if a == b or (across and up and abs(across) != abs(up)):
        return -1
    return COMPASS.index(_word(up, "north", "south") + _word(across, "east", "west"))


def compass(shape: Shape) -> Cells:
    """Return the directions that lead to neighbours, clockwise from north: what a die's 1, 2, ... mean on the board."""
    if shape.kind == "hex":
        return (0, 1, 3, 4, 5, 7) if shape.orientation == "flat top" else (1, 2, 3, 5, 6, 7)
    return {"orthogonal": (0, 2, 4, 6), "links": (1, 3, 5, 7)}.get(shape.metric, tuple(range(8)))


def _word(steps: int, there: str, back: str) -> str:
    return there if steps > 0 else back if steps < 0 else ""


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


def _rounded(q: int, r: int, steps: int) -> tuple[int, int]:
    """The cell of the point (q, r) / steps, or one beside it if the point is on an edge."""
    if steps == 0:
        return 0, 0
    x, y, z = (_nearest(part, steps) for part in (q, r, -q - r))
    off = [abs(whole * steps - part) for whole, part in ((x, q), (y, r), (z, -q - r))]
    if off[0] >= off[1] and off[0] >= off[2]:
        return -y - z, y
    if off[1] >= off[2]:
        return x, -x - z
    return x, y


def _nearest(part: int, whole: int) -> int:
    return (2 * part + whole) // (2 * whole)
