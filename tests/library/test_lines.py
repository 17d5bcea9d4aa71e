"""Lines between hexagons meet what exact geometry says, the same from both ends and wherever the board is turned.

`RULESDSL_LINES` says how many random lines are compared with the other way of working them out.
"""

from __future__ import annotations

import os
from fractions import Fraction
from random import Random

import pytest

from rulesdsl.library import boards, lines
from rulesdsl.library.hexes import ORIENTATIONS, Spot, hexes, placed, rectangle, rhombus

WANTED = int(os.environ.get("RULESDSL_LINES", "3000"))
FAR = 14
Vector = tuple[int, int]
# The sides of a flat topped hexagon around (0, 0), squeezed to whole numbers: x * across + y * up <= off.
SIDES = ((0, 1, 1), (0, -1, 1), (1, 1, 2), (-1, -1, 2), (1, -1, 2), (-1, 1, 2))


def clipped(q: int, r: int, h: int, k: int) -> str:
    """What the line from (0, 0) to (q, r) has of the hexagon at (h, k): `inside`, `edge`, `corner` or nothing."""
    (to_x, to_y), (x, y) = (3 * q, 2 * r + q), (3 * h, 2 * k + h)
    begin, end = Fraction(0), Fraction(1)
    for across, up, off in SIDES:
        start = -across * x - up * y - off
        more = across * to_x + up * to_y
        if more == 0 and start > 0:
            return ""
        if more > 0:
            end = min(end, Fraction(-start, more))
        if more < 0:
            begin = max(begin, Fraction(-start, more))
    if begin > end:
        return ""
    if begin == end:
        return "corner"
    at = (begin + end) / 2
    deep = all(across * (to_x * at - x) + up * (to_y * at - y) < off for across, up, off in SIDES)
    return "inside" if deep else "edge"


def met(q: int, r: int, corners: bool) -> set[Vector]:
    return {(h, k) for _, h, k in lines.met(q, r, corners)}


def some(rng: Random) -> Vector:
    return rng.randint(-FAR, FAR), rng.randint(-FAR, FAR)


@pytest.mark.parametrize("corners", [False, True])
def test_lines_meet_what_clipping_by_fractions_says(corners: bool) -> None:
    rng = Random(413)
    wanted = {"inside", "edge", "corner"} if corners else {"inside", "edge"}
    for _ in range(WANTED):
        q, r = some(rng)
        box = [
            (h, k)
            for h in range(min(0, q) - 1, max(0, q) + 2)
            for k in range(min(0, r) - 1, max(0, r) + 2)
            if abs(3 * (q * k - r * h)) <= 3 * (abs(q) + abs(r))
        ]
        expected = {(h, k) for h, k in box if clipped(q, r, h, k) in wanted} - {(0, 0), (q, r)}
        assert met(q, r, corners) == expected, (q, r)


def test_every_kind_of_touch_is_among_the_lines() -> None:
    found = {clipped(q, r, h, k) for q, r in ((5, -1), (2, 2)) for h in range(6) for k in range(-3, 4)}
    assert found == {"inside", "edge", "corner", ""}


@pytest.mark.parametrize("corners", [False, True])
def test_lines_are_the_same_from_both_ends_turned_and_mirrored(corners: bool) -> None:
    rng = Random(5)
    for _ in range(WANTED // 3):
        q, r = some(rng)
        here = met(q, r, corners)
        assert {(q - h, r - k) for h, k in here} == here
        assert met(-r, q + r, corners) == {(-k, h + k) for h, k in here}
        assert met(r, q, corners) == {(k, h) for h, k in here}


def test_lines_do_not_depend_on_where_they_begin_nor_on_the_orientation() -> None:
    rng = Random(7)
    flat, pointy = (hexes(rhombus(17, 17), way, corners=True) for way in ORIENTATIONS)
    for _ in range(WANTED // 3):
        a, b, shift = (rng.randrange(len(flat.names)) for _ in range(3))
        assert boards.between(flat, a, b) == boards.between(pointy, a, b)
        assert boards.between(flat, a, b) == boards.between(flat, b, a)[::-1] or shared_places(flat, a, b)
        (q, r), (far_q, far_r) = flat.axial[a], flat.axial[b]
        dq, dr = (part // 2 for part in flat.axial[shift])
        moved = [flat.memo.at.get((x + dq, y + dr), -1) for x, y in ((q, r), (far_q, far_r))]
        if -1 not in moved:
            there = {flat.axial[c] for c in boards.between(flat, *moved)}
            assert {(x + dq, y + dr) for x, y in (flat.axial[c] for c in boards.between(flat, a, b))} == there


def shared_places(shape: boards.Shape, a: int, b: int) -> bool:
    """Whether the line meets two cells at once, which stand in the board's order from either end."""
    (q, r), (far_q, far_r) = shape.axial[a], shape.axial[b]
    places = [along for along, _, _ in lines.met(far_q - q, far_r - r, shape.corners)]
    return len(places) != len(set(places))


def test_two_cells_along_an_edge_and_one_at_a_corner() -> None:
    edges, corners = (hexes(rectangle(7, 5, "flat top"), "flat top", corners=way) for way in (False, True))
    cell = edges.names.index
    east = [edges.names[c] for c in boards.between(edges, cell("a3"), cell("c3"))]
    assert east == ["b3", "b4"]
    assert boards.between(corners, cell("a3"), cell("c3")) == boards.between(edges, cell("a3"), cell("c3"))
    for end, touched in (("f2", {"d2", "c3"}), ("f5", {"d5", "c3"})):
        more = set(boards.between(corners, cell("a3"), cell(end))) - set(boards.between(edges, cell("a3"), cell(end)))
        assert {edges.names[c] for c in more} == touched
    assert boards.between(edges, cell("a3"), cell("a3")) == ()
    assert boards.between(edges, cell("a3"), cell("a4")) == ()


def test_cells_that_are_not_there_are_not_met() -> None:
    whole = rhombus(5, 1)
    gap = hexes([whole[0], whole[1], whole[3], whole[4]], "pointy top")
    assert [gap.names[c] for c in boards.between(gap, 0, 3)] == ["b1", "d1"]


@pytest.mark.parametrize("way", ORIENTATIONS)
def test_a_direction_is_the_one_whose_ray_leads_there(way: str) -> None:
    shape = hexes(rhombus(7, 6), way)
    for a in range(len(shape.names)):
        reached = {cell: d for d in range(8) for cell in boards.ray(shape, a, d)}
        assert [boards.direction(shape, a, b) for b in range(len(shape.names))] == [
            reached.get(b, -1) for b in range(len(shape.names))
        ]


def test_a_direction_on_squares_is_the_one_whose_ray_leads_there() -> None:
    shape = boards.square(5, 6)
    for a in range(len(shape.names)):
        reached = {cell: d for d in range(8) for cell in boards.ray(shape, a, d)}
        assert [boards.direction(shape, a, b) for b in range(len(shape.names))] == [
            reached.get(b, -1) for b in range(len(shape.names))
        ]


def test_a_compass_counts_the_directions_of_neighbours_clockwise() -> None:
    words = {way: [boards.COMPASS[d] for d in boards.compass(hexes([Spot(0, 0, 1, 1)], way))] for way in ORIENTATIONS}
    assert words["flat top"] == ["north", "northeast", "southeast", "south", "southwest", "northwest"]
    assert words["pointy top"] == ["northeast", "east", "southeast", "southwest", "west", "northwest"]
    assert boards.compass(boards.square(3, 3)) == (0, 2, 4, 6)
    assert boards.compass(boards.square(3, 3, "all")) == tuple(range(8))
    assert boards.compass(boards.square(3, 3, "diagonal")) == (1, 3, 5, 7)


def test_placed_numbers_go_with_their_cells() -> None:
    spots = placed([(0, 2), (1, 1), (0, 0)], "flat top", [7, -1, 9])
    assert [(spot.name, spot.column, spot.row) for spot in spots] == [("7", 1, 2), ("b1", 2, 1), ("9", 1, 1)]
