"""Shapes are built as declared: names, steps, neighbours, columns, rows, numbers."""

from __future__ import annotations

import copy
import marshal
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesdsl.library.boards import (
    COMPASS,
    Shape,
    column_letters,
    distances,
    graph,
    opposite,
    runs,
    square,
    track,
)

SIZES = st.integers(1, 7)
HOODS = st.sampled_from(["orthogonal", "diagonal", "all"])


def names(shape: Shape, cells: tuple[int, ...]) -> list[str]:
    return [shape.names[cell] for cell in cells]


def test_cells_of_a_square_board_are_named_row_by_row_from_the_bottom() -> None:
    shape = square(3, 2)
    assert shape.names == ("a1", "b1", "c1", "a2", "b2", "c2")
    assert shape.columns == (1, 2, 3, 1, 2, 3)
    assert shape.rows == (1, 1, 1, 2, 2, 2)
    assert shape.numbers == (-1,) * 6


def test_columns_past_z_have_two_letters() -> None:
    assert [column_letters(n) for n in (1, 26, 27, 52, 53, 702, 703)] == ["a", "z", "aa", "az", "ba", "zz", "aaa"]
    assert square(28, 1).names[25:] == ("z1", "aa1", "ab1")


@pytest.mark.parametrize(
    ("neighbors", "expected"),
    [
        ("orthogonal", ["b1", "a2", "c2", "b3"]),
        ("diagonal", ["a1", "c1", "a3", "c3"]),
        ("all", ["a1", "b1", "c1", "a2", "c2", "a3", "b3", "c3"]),
    ],
)
def test_neighbors_of_a_square_are_those_declared(neighbors: str, expected: list[str]) -> None:
    shape = square(3, 3, neighbors)
    assert names(shape, shape.neighbors[4]) == expected


def test_steps_follow_the_compass_whatever_the_neighbors() -> None:
    for neighbors in ("orthogonal", "diagonal", "all"):
        shape = square(3, 3, neighbors)
        assert shape.directions == COMPASS
        assert names(shape, tuple(steps[4] for steps in shape.steps)) == [
            "b3",
            "c3",
            "c2",
            "c1",
            "b1",
            "a1",
            "a2",
            "a3",
        ]
        assert [steps[0] for steps in shape.steps] == [3, 4, 1, -1, -1, -1, -1, -1]


@given(SIZES, SIZES, HOODS)
def test_neighbors_of_a_square_board_are_symmetric_ascending_and_never_the_cell(
    columns: int, rows: int, neighbors: str
) -> None:
    shape = square(columns, rows, neighbors)
    for cell, near in enumerate(shape.neighbors):
        assert list(near) == sorted(set(near))
        assert cell not in near
        assert all(cell in shape.neighbors[other] for other in near)


@given(SIZES, SIZES)
def test_a_step_and_its_opposite_lead_back(columns: int, rows: int) -> None:
    shape = square(columns, rows)
    for d, steps in enumerate(shape.steps):
        for cell, there in enumerate(steps):
            if there >= 0:
                assert shape.steps[opposite(shape, d)][there] == cell


def test_opposites_are_half_the_compass_apart() -> None:
    shape = square(2, 2)
    assert [COMPASS[opposite(shape, COMPASS.index(word))] for word in ("north", "southeast", "west")] == [
        "south",
        "northwest",
        "east",
    ]


@pytest.mark.parametrize(("columns", "rows"), [(0, 3), (3, 0), (-1, 2)])
def test_a_square_board_without_cells_is_refused(columns: int, rows: int) -> None:
    with pytest.raises(ValueError, match="at least one column"):
        square(columns, rows)


def test_unknown_neighbors_are_refused() -> None:
    with pytest.raises(ValueError, match="'sideways'"):
        square(3, 3, "sideways")


def test_links_take_names_and_indices_and_may_have_a_direction() -> None:
    shape = graph(["a", "b", "c", "d"], [("a", "c", False), ("b", "a", True), (2, 3, False), ("c", "a", False)])
    assert shape.neighbors == ((2,), (0,), (0, 3), (2,))
    assert shape.columns == shape.rows == (0, 0, 0, 0)
    assert shape.numbers == (-1,) * 4
    assert shape.directions == ()
    assert shape.steps == ()


@pytest.mark.parametrize(
    ("cells", "links", "message"),
    [
        (["a", "b"], [("a", "x", False)], "'x', which is not a cell"),
        (["a", "b"], [(0, 2, False)], "2, which is not a cell"),
        (["a", "b"], [(-1, 0, False)], "-1, which is not a cell"),
        (["a", "b"], [("b", "b", True)], "'b' to itself"),
        (["a", "a"], [], "two cells are named 'a'"),
    ],
)
def test_links_and_names_that_make_no_sense_are_refused(
    cells: list[str], links: list[tuple[str | int, str | int, bool]], message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        graph(cells, links)


@given(st.integers(1, 8), st.data())
def test_undirected_graphs_are_symmetric(count: int, data: st.DataObject) -> None:
    cell = st.integers(0, count - 1)
    pairs = data.draw(
        st.lists(st.tuples(cell, cell).filter(lambda pair: pair[0] != pair[1]), max_size=12)
        if count > 1
        else st.just([])
    )
    shape = graph([f"c{n}" for n in range(count)], [(a, b, False) for a, b in pairs])
    linked = {(a, b) for a, b in pairs} | {(b, a) for a, b in pairs}
    assert {(a, b) for a, near in enumerate(shape.neighbors) for b in near} == linked


def test_a_line_of_spaces_ends_and_a_loop_does_not() -> None:
    line, loop = track(["p", "q", "r"]), track(["p", "q", "r"], loop=True)
    assert line.neighbors == ((1,), (0, 2), (1,))
    assert loop.neighbors == ((1, 2), (0, 2), (0, 1))
    assert line.steps == ((1, 2, -1), (-1, 0, 1))
    assert loop.steps == ((1, 2, 0), (2, 0, 1))


def test_tiny_loops_have_each_neighbor_once_and_never_themselves() -> None:
    assert track(["p"], loop=True).neighbors == ((),)
    assert track(["p", "q"], loop=True).neighbors == ((1,), (0,))


@pytest.mark.parametrize(
    ("spaces", "numbers"),
    [
        (["1", "2", "3"], (1, 2, 3)),
        (["0", "1", "2"], (0, 1, 2)),
        (["10", "20"], (10, 20)),
        (["start", "1", "2"], (1, 2, 3)),
        (["\N{ARABIC-INDIC DIGIT FIVE}", "6"], (1, 2)),
    ],
)
def test_spaces_named_by_numerals_have_those_numbers(spaces: list[str], numbers: tuple[int, ...]) -> None:
    assert track(spaces).numbers == numbers


def test_a_track_without_spaces_or_with_a_name_twice_is_refused() -> None:
    with pytest.raises(ValueError, match="at least one space"):
        track([])
    with pytest.raises(ValueError, match="two cells are named"):
        track(["p", "p"])


def test_shapes_compare_by_what_they_are_not_by_what_was_asked() -> None:
    asked, fresh = square(4, 3), square(4, 3)
    runs(asked, 3)
    distances(asked)
    assert asked == fresh
    assert hash(asked) == hash(fresh)
    assert asked != square(3, 4)
    assert asked != square(4, 3, "all")


def test_copies_and_pickles_are_equal_and_leave_the_answers_behind() -> None:
    shape = square(4, 3, "all")
    distances(shape)
    for twin in (pickle.loads(pickle.dumps(shape)), copy.deepcopy(shape)):
        assert twin == shape
        assert not twin.memo.answers
        assert distances(twin) == distances(shape)


def test_tables_go_through_marshal() -> None:
    shape = square(3, 3)
    tables = (
        shape.kind,
        shape.names,
        shape.steps,
        shape.neighbors,
        shape.columns,
        shape.rows,
        shape.numbers,
    )
    both = (*tables, distances(shape), runs(shape, 3))
    assert marshal.loads(marshal.dumps(both)) == both
