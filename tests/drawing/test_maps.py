"""Boards drawn at the places of a picture: every link is drawn or listed, and no line crosses a box."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import combinations
from random import Random

import pytest
from drawing.tables import ROOT, drawn, played, seen

from rulesdsl.drawing import svg
from rulesdsl.drawing.edges import Spot
from rulesdsl.drawing.picture import Cell, Mark, Picture
from rulesdsl.drawing.plans import plan
from rulesdsl.drawing.roads import Box, Roads

ROADS = ROOT / "tests/drawing/games/roads.yaml"


def land() -> Picture:
    """A board of regions with costs and one-way links."""
    return seen(played(ROADS, 0))[0]


def a_map(links: list[tuple[int, int, bool]], notes: tuple[str, ...] = ()) -> Picture:
    """Eight regions, three, two and three in a line."""
    places = [(0, 0), (16, 0), (32, 0), (8, 1), (24, 1), (0, 2), (16, 2), (32, 2)]
    cells = tuple(Cell(name, x, y) for name, (x, y) in zip("abcdefgh", places, strict=True))
    return Picture("land", "graph", cells, links=tuple(links), link_notes=notes)


def within(spot: Spot, point: tuple[float, float], clear: float = 0.0) -> bool:
    """Whether a point is in the box of a cell or near it."""
    left, top, right, bottom = spot.around(clear)
    return left < point[0] < right and top < point[1] < bottom


# ------------------------------------------------------------------ terminal


def test_a_link_that_cannot_be_drawn_is_listed_with_its_cost() -> None:
    lines = drawn(land()).splitlines()
    assert "  mill - south gate (m9)" in lines
    assert not any("north gate -" in line for line in lines)


@pytest.mark.parametrize("seed", range(12))
def test_every_link_is_drawn_or_listed(seed: int) -> None:
    chance = Random(seed)
    pairs = chance.sample(list(combinations(range(8), 2)), 9)
    links = [(a, b, chance.random() < 0.3) for a, b in pairs]
    text = drawn(a_map(links))
    listed = re.findall(r"\b([a-h]) ([-→]) ([a-h])\b", text)
    names = {("abcdefgh"[a], "→" if one_way else "-", "abcdefgh"[b]) for a, b, one_way in links}
    assert set(listed) <= names
    arrows = sum(text.count(arrow) for arrow in "↓↑→←↘↖↙↗")
    assert arrows == sum(one_way for _, _, one_way in links)
    assert text == drawn(a_map(links))


@pytest.mark.parametrize("seed", range(12))
def test_no_line_crosses_a_box_or_another_line(seed: int) -> None:
    chance = Random(seed)
    boxes = [Box(x, y, x + 7, y + 2) for x in (0, 12, 24) for y in (0, 6, 12)]
    roads = Roads(boxes)
    drawn_at: dict[tuple[int, int], int] = {}
    for number, (a, b) in enumerate(chance.sample(list(combinations(range(9), 2)), 14)):
        road = roads.join(a, b, one_way=False)
        for x, y, sign in road.steps if road is not None else ():
            assert not any(box.left <= x <= box.right and box.top <= y <= box.bottom for box in boxes)
            crossed = (x, y) in drawn_at
            assert not crossed or (sign in "╲╱" and roads.taken[x, y] == "╳")
            drawn_at[x, y] = number
    assert len(set(drawn_at.values())) >= 3


def test_two_slanting_lines_may_cross() -> None:
    roads = Roads([Box(0, 0, 6, 2), Box(10, 0, 16, 2), Box(0, 6, 6, 8), Box(10, 6, 16, 8)])
    assert roads.join(0, 3, one_way=False)
    assert roads.join(1, 2, one_way=False)
    assert "╳" in roads.taken.values()


def test_an_arrow_stands_at_the_end_of_a_way_wherever_that_is() -> None:
    boxes = [Box(10, 6, 16, 8), Box(10, 0, 16, 2), Box(10, 12, 16, 14), Box(0, 6, 6, 8), Box(20, 6, 26, 8)]
    boxes += [Box(0, 0, 6, 2), Box(20, 0, 26, 2), Box(0, 12, 6, 14), Box(20, 12, 26, 14)]
    for end, arrow in enumerate("↑↓←→↖↗↙↘", start=1):
        road = Roads(boxes).join(0, end, one_way=True)
        assert road is not None and road.steps[-1][2] == arrow


def test_a_map_that_is_too_wide_is_a_list() -> None:
    picture = land()
    assert "┌" in drawn(picture, 72)
    narrow = drawn(picture, 40)
    assert "┌" not in narrow
    assert "well" in narrow and "(m2)" in narrow
    lake = seen(played(ROADS, 0))[1]
    assert "10 leads to 1" in drawn(lake, 20)


def test_a_map_is_as_wide_as_there_is_room() -> None:
    for width in (72, 80, 100, 120):
        lines = drawn(land(), width).splitlines()
        assert max(len(line) for line in lines if "│" in line) <= width


def test_equal_pieces_are_counted_and_others_named_below() -> None:
    text = drawn(land(), 80)
    assert "gC×5 rC×4" in text
    assert "gT×3 rT×3" in text
    assert "bridge: gT3 gT2 gT1 rT3 rT2 rT1 s" in text


def test_what_does_not_fit_into_a_box_is_named_below() -> None:
    pieces = tuple(Mark(f"piece{i}", f"piece {i}") for i in range(20))
    crowded = a_map([(0, 1, False)])
    crowded = replace(crowded, cells=(replace(crowded.cells[0], pieces=pieces), *crowded.cells[1:]))
    text = drawn(crowded)
    assert "…" in text
    assert f"a: {' '.join(f'piece{i}' for i in reversed(range(20)))}" in text


# --------------------------------------------------------------------- paper


def test_an_svg_has_costs_and_arrows() -> None:
    text = svg.draw([land()])
    assert ">m12</text>" in text
    assert text.count("marker-end") == 4


def test_a_line_on_paper_goes_around_a_box_that_lies_on_it() -> None:
    laid = plan(a_map([(0, 2, False), (0, 1, False)]))
    around, straight = laid.edges
    assert straight.pull is None
    assert around.pull is not None
    assert not any(within(spot, around.place) for spot in laid.spots)


def test_regions_on_paper_lie_as_in_the_picture() -> None:
    picture = a_map([])
    spots = plan(picture).spots
    for one, other in combinations(range(8), 2):
        a, b = picture.cells[one], picture.cells[other]
        assert (a.x < b.x) == (spots[one].x < spots[other].x - 0.01)
        assert (a.y < b.y) == (spots[one].y < spots[other].y - 0.01)
    assert all(not within(one, (other.x, other.y), 20) for one in spots for other in spots if one is not other)


def test_costs_on_paper_do_not_stand_over_one_another() -> None:
    laid = plan(a_map([(0, 6, False), (1, 5, False)], ("12", "13")))
    (x, y), (other_x, other_y) = (edge.place for edge in laid.edges)
    assert abs(x - other_x) + abs(y - other_y) > 20
