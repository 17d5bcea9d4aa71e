"""Questions about boards have the answers that a plain search over the neighbours gives."""

from __future__ import annotations

from collections import deque

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesdsl.library import boards, shapes
from rulesdsl.library.boards import COMPASS, Shape

NORTH, NORTHEAST, EAST, SOUTHEAST = range(4)


@st.composite
def squares(draw: st.DrawFn) -> Shape:
    hood = draw(st.sampled_from(["orthogonal", "diagonal", "all"]))
    return boards.square(draw(st.integers(1, 6)), draw(st.integers(1, 6)), hood)


@st.composite
def tracks(draw: st.DrawFn) -> Shape:
    return boards.track([f"s{n}" for n in range(draw(st.integers(1, 9)))], draw(st.booleans()))


@st.composite
def graphs(draw: st.DrawFn, directed: bool = True) -> Shape:
    count = draw(st.integers(2, 8))
    cell = st.integers(0, count - 1)
    link = st.tuples(cell, cell, st.booleans() if directed else st.just(False)).filter(lambda link: link[0] != link[1])
    return boards.graph([f"c{n}" for n in range(count)], draw(st.lists(link, max_size=14)))


UNDIRECTED = st.one_of(squares(), tracks(), graphs(directed=False))
ANY = st.one_of(squares(), tracks(), graphs())
STRAIGHT = st.one_of(squares(), tracks())


def searched(shape: Shape, start: int) -> list[int]:
    """Distances from `start`, by the plainest search there is."""
    found = {start: 0}
    queue = deque([start])
    while queue:
        cell = queue.popleft()
        for near in shape.neighbors[cell]:
            if near not in found:
                found[near] = found[cell] + 1
                queue.append(near)
    return [found.get(cell, -1) for cell in range(len(shape.names))]


def named(shape: Shape, cells: tuple[int, ...]) -> list[str]:
    return [shape.names[cell] for cell in cells]


@given(ANY)
def test_distances_equal_a_plain_search(shape: Shape) -> None:
    cells = range(len(shape.names))
    expected = [searched(shape, a) for a in cells]
    assert [list(line) for line in boards.distances(shape)] == expected
    assert [[boards.distance(shape, a, b) for b in cells] for a in cells] == expected


@given(UNDIRECTED)
def test_distance_is_the_same_both_ways_on_undirected_boards(shape: Shape) -> None:
    cells = range(len(shape.names))
    assert all(boards.distance(shape, a, b) == boards.distance(shape, b, a) for a in cells for b in cells)


@given(ANY, st.data())
def test_a_detour_is_never_shorter(shape: Shape, data: st.DataObject) -> None:
    cell = st.integers(0, len(shape.names) - 1)
    a, b, c = data.draw(st.tuples(cell, cell, cell))
    first, second = boards.distance(shape, a, b), boards.distance(shape, b, c)
    if first >= 0 and second >= 0:
        assert 0 <= boards.distance(shape, a, c) <= first + second


def test_directed_links_are_one_way() -> None:
    shape = boards.graph(["a", "b", "c", "d"], [("a", "b", True), ("b", "c", True)])
    assert boards.distance(shape, 0, 2) == 2
    assert boards.distance(shape, 2, 0) == -1
    assert boards.distance(shape, 0, 3) == -1


@given(ANY, st.data())
def test_within_and_ring_are_what_the_distances_say(shape: Shape, data: st.DataObject) -> None:
    c = data.draw(st.integers(0, len(shape.names) - 1))
    n = data.draw(st.integers(-2, 12))
    far = searched(shape, c)
    for _ in range(2):  # the second answer comes from the memo
        assert boards.within(shape, c, n) == tuple(cell for cell, steps in enumerate(far) if 0 <= steps <= n)
        assert boards.ring(shape, c, n) == tuple(cell for cell, steps in enumerate(far) if 0 <= steps == n)


@given(STRAIGHT, st.data())
def test_a_ray_is_one_step_along_after_another(shape: Shape, data: st.DataObject) -> None:
    c = data.draw(st.integers(0, len(shape.names) - 1))
    d = data.draw(st.integers(0, len(shape.directions) - 1))
    cells: list[int] = []
    while (cell := boards.along(shape, c, d, len(cells) + 1)) not in (-1, c):
        cells.append(cell)
    assert boards.ray(shape, c, d) == tuple(cells)
    assert boards.ray(shape, c, d) == tuple(cells)


@given(STRAIGHT, st.data())
def test_along_is_a_number_of_steps_either_way(shape: Shape, data: st.DataObject) -> None:
    c = data.draw(st.integers(0, len(shape.names) - 1))
    d = data.draw(st.integers(0, len(shape.directions) - 1))
    n = data.draw(st.integers(0, 30))
    cell = c
    for _ in range(n):
        cell = shape.steps[d][cell] if cell >= 0 else -1
    assert boards.along(shape, c, d, n) == cell
    assert boards.along(shape, c, boards.opposite(shape, d), -n) == cell


def test_rays_go_outward_from_the_cell() -> None:
    shape = boards.square(4, 4)
    b1 = shape.names.index("b1")
    assert named(shape, boards.ray(shape, b1, NORTHEAST)) == ["c2", "d3"]
    assert named(shape, boards.ray(shape, b1, NORTH)) == ["b2", "b3", "b4"]
    assert boards.ray(shape, b1, COMPASS.index("south")) == ()


@pytest.mark.parametrize(
    ("columns", "rows", "n", "count"),
    [
        (3, 3, 3, 8),
        (7, 6, 4, 69),
        (4, 4, 4, 10),
        (15, 15, 5, 572),
        (3, 3, 1, 9),
        (3, 3, 4, 0),
        (3, 3, 0, 0),
        (3, 3, -1, 0),
    ],
)
def test_the_number_of_straight_runs(columns: int, rows: int, n: int, count: int) -> None:
    assert len(boards.runs(boards.square(columns, rows), n)) == count


def test_runs_come_direction_by_direction_and_by_first_cell() -> None:
    shape = boards.square(3, 3)
    assert [" ".join(named(shape, run)) for run in boards.runs(shape, 3)] == [
        "a1 a2 a3",
        "b1 b2 b3",
        "c1 c2 c3",
        "a1 b2 c3",
        "a1 b1 c1",
        "a2 b2 c2",
        "a3 b3 c3",
        "a3 b2 c1",
    ]


@given(STRAIGHT, st.integers(1, 6))
def test_runs_are_straight_and_each_stands_once(shape: Shape, n: int) -> None:
    found = boards.runs(shape, n)
    half = len(shape.directions) // 2
    for run in found:
        assert len(set(run)) == n
        assert any(run == (run[0], *boards.ray(shape, run[0], d)[: n - 1]) for d in range(half))
    sets = [frozenset(run) for run in found]
    assert len(sets) == len(set(sets))
    every = (
        frozenset((c, *boards.ray(shape, c, d)[: n - 1]))
        for c in range(len(shape.names))
        for d in range(len(shape.directions))
    )
    assert set(sets) == {cells for cells in every if len(cells) == n}


@given(STRAIGHT, st.integers(0, 5))
def test_runs_through_a_cell_are_the_runs_that_hold_it(shape: Shape, n: int) -> None:
    found = boards.runs(shape, n)
    expected = tuple(tuple(run for run in found if cell in run) for cell in range(len(shape.names)))
    assert boards.runs_through(shape, n) == expected
    assert boards.runs_through(shape, n) == expected


def test_a_kind_without_directions_has_no_runs() -> None:
    shape = boards.graph(["a", "b", "c"], [(0, 1, False), (1, 2, False)])
    assert boards.runs(shape, 2) == ()
    assert boards.runs_through(shape, 2) == ((), (), ())


def test_a_whole_loop_is_one_run() -> None:
    shape = boards.track(["p", "q", "r", "s"], loop=True)
    assert boards.runs(shape, 4) == ((0, 1, 2, 3),)
    assert boards.runs(shape, 3) == ((0, 1, 2), (1, 2, 3), (2, 3, 0), (3, 0, 1))
    assert boards.runs(shape, 5) == ()


def test_columns_go_up_and_rows_to_the_right() -> None:
    shape = boards.square(3, 2)
    assert named(shape, boards.column(shape, 2)) == ["b1", "b2"]
    assert named(shape, boards.row(shape, 2)) == ["a2", "b2", "c2"]
    assert boards.row(shape, 2) == boards.row(shape, 2)


def test_columns_and_rows_that_are_not_there_are_empty() -> None:
    for shape in (boards.square(3, 2), boards.track(["p", "q"])):
        assert [boards.column(shape, n) for n in (-1, 0, 4)] == [(), (), ()]
        assert [boards.row(shape, n) for n in (-1, 0, 3)] == [(), (), ()]


@given(st.integers(1, 9), st.integers(-40, 40), st.data())
def test_tracks_end_and_loops_wrap(count: int, n: int, data: st.DataObject) -> None:
    c = data.draw(st.integers(0, count - 1))
    spaces = [f"s{k}" for k in range(count)]
    assert boards.ahead(boards.track(spaces, loop=True), c, n) == (c + n) % count
    assert boards.ahead(boards.track(spaces), c, n) == (c + n if 0 <= c + n < count else -1)


def test_going_round_a_loop_a_billion_times_takes_no_time() -> None:
    shape = boards.track(["p", "q", "r"], loop=True)
    assert boards.ahead(shape, 1, 3 * 10**30 + 1) == 2
    assert boards.ahead(shape, 1, -(3 * 10**30) - 2) == 2


def test_a_board_of_20_000_cells_answers_without_a_table_of_all_pairs() -> None:
    for hood, far in (("orthogonal", 298), ("all", 199)):
        shape = boards.square(200, 100, hood)
        assert boards.distance(shape, 0, 19_999) == far
        assert len(boards.within(shape, 10_100, 1)) == (5 if hood == "orthogonal" else 9)
        assert shape.memo.used < 100
    line = boards.track([f"s{n}" for n in range(20_000)])
    assert boards.distance(line, 0, 19_999) == 19_999
    assert shapes.MEMO_ROOM > line.memo.used > 19_999


def test_the_memo_forgets_when_it_is_full(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shapes, "MEMO_ROOM", 100)
    shape = boards.square(5, 5, "diagonal")
    for c in range(25):
        assert list(boards.distances_from(shape, c)) == searched(shape, c)
        assert sum(len(answer) for answer in shape.memo.answers.values()) <= 100
    assert [list(line) for line in boards.distances(shape)] == [searched(shape, c) for c in range(25)]
