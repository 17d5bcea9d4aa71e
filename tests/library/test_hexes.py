"""Boards of hexagons are built as declared: places, names, orders, steps, distances, drawing."""

from __future__ import annotations

import copy
import pickle
import time
from math import dist

import pytest

from rulesdsl.library import boards
from rulesdsl.library.hexes import CORNERS, ORIENTATIONS, Order, Spot, hexes, placed, rectangle, rhombus, walked

DIRECTIONS = {
    "flat top": {"north", "northeast", "southeast", "south", "southwest", "northwest"},
    "pointy top": {"northeast", "east", "southeast", "southwest", "west", "northwest"},
}


@pytest.mark.parametrize("way", ORIENTATIONS)
@pytest.mark.parametrize("build", ["rhombus", "rectangle"])
def test_neighbours_are_the_cells_drawn_at_distance_one_in_their_direction(way: str, build: str) -> None:
    spots = rhombus(5, 6) if build == "rhombus" else rectangle(5, 6, way)
    shape, at = hexes(spots, way), boards.centers(hexes(spots, way))
    assert len(shape.names) == 30
    for a in range(30):
        near = tuple(b for b in range(30) if abs(dist(at[a], at[b]) - 1) < 1e-5)
        assert shape.neighbors[a] == near
        for d, word in enumerate(boards.COMPASS):
            b = shape.steps[d][a]
            if b < 0:
                continue
            assert word in DIRECTIONS[way]
            across, down = at[b][0] - at[a][0], at[b][1] - at[a][1]
            assert ("east" in word, "west" in word) == (across > 1e-5, across < -1e-5)
            assert ("south" in word, "north" in word) == (down > 1e-5, down < -1e-5)
            assert shape.steps[boards.opposite(shape, d)][b] == a


@pytest.mark.parametrize("way", ORIENTATIONS)
def test_distances_by_the_formula_are_those_of_a_search(way: str) -> None:
    for spots in (rhombus(6, 4), rectangle(6, 5, way)):
        fast, slow = hexes(spots, way, whole=True), hexes(spots, way)
        for a in range(len(spots)):
            assert tuple(boards.distance(fast, a, b) for b in range(len(spots))) == boards.distances_from(slow, a)


def test_distances_go_round_gaps_and_say_where_no_way_leads() -> None:
    spots = [spot for spot in rhombus(5, 2) if spot.column != 3]
    shape = hexes(spots, "pointy top")
    assert boards.distance(shape, 0, len(spots) - 1) == -1
    ring = hexes([spot for spot in rhombus(3, 3) if spot.name != "b2"], "pointy top")
    a, b = ring.names.index("a2"), ring.names.index("c2")
    assert boards.distance(ring, a, b) == 3


def test_names_are_letters_and_rows_from_the_bottom_or_numbers() -> None:
    assert hexes(rhombus(3, 2), "pointy top").names == ("a1", "b1", "c1", "a2", "b2", "c2")
    shape = hexes([Spot(0, 0, 1, 1, 413), Spot(1, 0, 2, 1)], "flat top")
    assert shape.names == ("413", "b1")
    assert shape.numbers == (413, -1)


def test_a_rectangle_has_straight_sides() -> None:
    flat = boards.centers(hexes(rectangle(4, 3, "flat top"), "flat top"))
    assert len({x for x, _ in flat}) == 4
    assert min(y for _, y in flat) == 0
    assert max(y for _, y in flat) == 2.5
    pointy = boards.centers(hexes(rectangle(4, 3, "pointy top"), "pointy top"))
    assert len({y for _, y in pointy}) == 3
    assert max(x for x, _ in pointy) == 3.5


@pytest.mark.parametrize("way", ORIENTATIONS)
def test_a_rectangle_has_the_columns_and_rows_of_its_size(way: str) -> None:
    spots = rectangle(4, 3, way)
    assert {(spot.column, spot.row) for spot in spots} == {(x, y) for x in range(1, 5) for y in range(1, 4)}
    assert len({(spot.q, spot.r) for spot in spots}) == 12


def test_the_second_column_lies_lower_and_the_second_row_further_right() -> None:
    for way, lower, higher in (("flat top", "b1", "a1"), ("pointy top", "a1", "a2")):
        shape = hexes(rectangle(2, 2, way), way)
        at = dict(zip(shape.names, boards.centers(shape), strict=True))
        assert at[lower][1] > at[higher][1]
        assert at[lower][0] != at[higher][0]


def test_orders_begin_at_their_corner_and_serpents_turn() -> None:
    spots = rhombus(2, 3)

    def names(*order: object) -> str:
        return " ".join(spot.name for spot in walked(spots, Order(*order)))  # type: ignore[arg-type]

    assert names() == "a1 b1 a2 b2 a3 b3"
    assert names("columns", "northwest", True) == "a3 a2 a1 b1 b2 b3"
    assert names("columns", "northeast") == "b3 b2 b1 a3 a2 a1"
    assert names("rows", "southeast", True) == "b1 a1 a2 b2 b3 a3"
    for corner in CORNERS:
        for lines in ("rows", "columns"):
            assert sorted(names(lines, corner, True).split()) == ["a1", "a2", "a3", "b1", "b2", "b3"]


def test_runs_lie_in_three_directions() -> None:
    shape = hexes(rhombus(3, 3), "pointy top")
    assert len(boards.runs(shape, 3)) == 3 + 3 + 1
    assert len(boards.runs(shape, 1)) == 9
    assert all(len(found) >= 2 for found in boards.runs_through(shape, 3))


def test_rings_have_six_cells_more_each() -> None:
    shape = hexes(rhombus(9, 9), "flat top")
    middle = shape.names.index("e5")
    assert [len(boards.ring(shape, middle, n)) for n in range(5)] == [1, 6, 12, 18, 24]
    assert len(boards.within(shape, middle, 2)) == 19
    assert boards.column(shape, 3) == tuple(i for i, name in enumerate(shape.names) if name[0] == "c")


def test_copies_are_equal() -> None:
    shape = hexes(rectangle(3, 3, "flat top"), "flat top", corners=True, whole=True)
    assert boards.between(shape, 0, 8)
    for other in (copy.copy(shape), copy.deepcopy(shape), pickle.loads(pickle.dumps(shape))):
        assert other == shape
        assert other.memo.answers == {}
        assert boards.between(other, 0, 8) == boards.between(shape, 0, 8)


@pytest.mark.parametrize(
    ("spots", "way", "message"),
    [
        ([], "flat top", "at least one"),
        ([Spot(0, 0, 1, 1)], "upright", "upright"),
        ([Spot(0, 0, 1, 1), Spot(0, 0, 2, 1)], "flat top", "in the place"),
        ([Spot(0, 0, 1, 1, 5), Spot(0, 1, 1, 2, 5)], "flat top", "named '5'"),
    ],
)
def test_what_makes_no_board_is_refused(spots: list[Spot], way: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        hexes(spots, way)


def test_a_picture_of_two_lines_has_cells_between_cells() -> None:
    flat = placed([(0, 1), (2, 1), (1, 0)], "flat top")
    shape = hexes(flat, "flat top")
    assert shape.neighbors[2] == (0, 1)
    assert shape.neighbors[0] == (2,)
    pointy = hexes(placed([(0, 1), (2, 1), (1, 0)], "pointy top"), "pointy top")
    assert pointy.neighbors == ((1, 2), (0, 2), (0, 1))


def test_what_can_be_reached_stays_within_its_cells() -> None:
    shape = hexes(rhombus(4, 4), "pointy top")
    row = [c for c, name in enumerate(shape.names) if name[1] == "2"]
    corner = shape.names.index("a1")
    assert boards.flood(shape.neighbors, corner, row) == (corner, *row)
    assert boards.flood(shape.neighbors, corner, ()) == (corner,)
    assert boards.flood(shape.neighbors, shape.names.index("d4"), row) == (15,)
    assert boards.flood(shape.neighbors, row[0], row) == tuple(row)


def test_squares_are_drawn_from_the_top_left_and_graphs_nowhere() -> None:
    assert boards.centers(boards.square(2, 2)) == ((0.0, 1.0), (1.0, 1.0), (0.0, 0.0), (1.0, 0.0))
    assert boards.centers(boards.graph(["a", "b"], [])) == ()
    assert boards.centers(boards.track(["a", "b"])) == ()


def test_a_large_board_is_built_and_asked_quickly() -> None:
    begun = time.process_time()
    shape = hexes(rectangle(50, 40, "flat top"), "flat top", corners=True, whole=True)
    for a in range(0, 2000, 13):
        for b in range(0, 2000, 29):
            boards.distance(shape, a, b)
            boards.between(shape, a, b)
    assert time.process_time() - begun < 10
