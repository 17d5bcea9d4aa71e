"""What every drawing keeps to: all cells once, all pieces that are seen, nothing that is not."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from drawing.tables import ROOT, drawn, played, seen

from rulesdsl.drawing import svg
from rulesdsl.drawing.picture import Picture
from rulesdsl.drawing.plans import plan

HARBOUR = ROOT / "tests/drawing/games/harbour.yaml"
GAMES = [
    path
    for place in ("examples", "games", "tests/language/boards", "tests/drawing/games")
    for path in sorted((ROOT / place).glob("*.yaml"))
    if not path.name.endswith(".case.yaml") and "\nboards:" in path.read_text(encoding="utf-8")
]
SVG = "{http://www.w3.org/2000/svg}"


def positions(path: Path) -> Iterator[tuple[str, list[Picture], dict[str, object]]]:
    """(player, pictures, view) at the beginning and later."""
    for choices in (0, 12):
        match = played(path, choices)
        for player in match.players:
            yield player, seen(match, player), match.view(player)


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_every_cell_is_drawn_once_and_every_piece_that_is_seen(path: Path) -> None:
    for _, pictures, view in positions(path):
        boards = view["boards"]
        assert isinstance(boards, dict)
        for picture in pictures:
            cells = boards[picture.name]
            if picture.kind == "layers":
                # Drawn is what is taken and what lies around it.
                assert {cell.name for cell in picture.cells} <= set(cells)
                continue
            assert [cell.name for cell in picture.cells] == list(cells)
            for cell in picture.cells:
                lying = [piece for key in ("covered by", "pieces") for piece in cells[cell.name].get(key, ())]
                held = [piece.replace("_", " ") for piece in lying]
                assert [mark.name.replace("unseen", "?") for mark in cell.pieces] == held
            places = [(round(spot.x, 3), round(spot.y, 3)) for spot in plan(picture).spots]
            assert len(set(places)) == len(places)
            text = drawn(picture)
            for mark in (mark for cell in picture.cells for mark in cell.pieces):
                assert mark.text in text


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_an_svg_is_well_formed_and_always_the_same(path: Path) -> None:
    for _, pictures, _ in positions(path):
        made = svg.draw(pictures, "a <title> & more")
        root = ElementTree.fromstring(made)
        titles = [element.text or "" for element in root.iter(f"{SVG}title")]
        assert len(titles) == sum(len(picture.cells) for picture in pictures)
        assert made == svg.draw(pictures, "a <title> & more")
    assert svg.draw(seen(played(path, 12))) == svg.draw(seen(played(path, 12)))


def test_no_two_pieces_that_can_be_told_apart_have_one_mark() -> None:
    match = played(HARBOUR, 0)
    marks = Counter(mark.text for picture in seen(match) for cell in picture.cells for mark in cell.pieces)
    assert marks == {"LB1": 1, "LB2": 1, "<#>": 1, "ro": 3, "go": 2, "rS": 1, "?": 1}


def test_what_a_player_may_not_see_is_not_drawn() -> None:
    match = played(HARBOUR, 0)
    for player, other in (("red", "grey"), ("grey", "red")):
        pictures = seen(match, player)
        text = "\n".join([svg.draw(pictures), *map(drawn, pictures)])
        assert f"{player} spy" in text
        assert f"{other} spy" not in text


def test_an_svg_shows_colours_of_players_and_a_status() -> None:
    match = played(HARBOUR, 0)
    root = ElementTree.fromstring(svg.draw(seen(match)))
    titles = [element.text for element in root.iter(f"{SVG}title")]
    assert (
        "b2, ground water, fog yes, low barge (aground, cargo 3, crew 3, with grey crew 1), long boat 2 (adrift, torn)"
        in titles
    )
    texts = ["".join(element.itertext()) for element in root.iter(f"{SVG}text")]
    assert {"<#>", "agca3cr3+1"} <= set(texts)


def test_what_a_piece_carries_stands_in_brackets_below_the_board() -> None:
    sea = seen(played(HARBOUR, 0))[0]
    assert "b2: <#>ᵃᵍᶜᵃ³ᶜʳ³⁺¹ (go) LB2ᵃᵈᵗ f" in drawn(sea)


def test_a_board_wider_than_the_terminal_is_drawn_in_parts() -> None:
    lines = drawn(seen(played(ROOT / "examples/breakthrough.yaml", 0))[0], width=30).splitlines()
    assert max(map(len, lines)) <= 30
    assert [line.split() for line in lines if line.split()[:1] in (["a"], ["f"])] == [list("abcde"), list("fgh")]


def test_hexes_without_room_for_edges_stand_as_close_as_their_texts_allow() -> None:
    sea = seen(played(HARBOUR, 0))[0]
    assert "┌" in drawn(sea)
    assert "┌" not in drawn(sea, width=30)
    for width in (30, 16):
        lines = drawn(sea, width).splitlines()
        assert all(any(cell.name in line for line in lines) for cell in sea.cells)
        assert max(len(line) for line in lines[:9]) <= width + 4


def test_layers_are_cropped_to_what_is_taken_and_one_cell_around_it() -> None:
    (picture,) = seen(played(ROOT / "tests/drawing/games/quilt.yaml", 0))
    taken = [(cell.x, cell.y) for cell in picture.cells if cell.block >= 0]
    everywhere = [(cell.x, cell.y) for cell in picture.cells]
    for axis in (0, 1):
        assert min(place[axis] for place in everywhere) == min(place[axis] for place in taken) - 1
        assert max(place[axis] for place in everywhere) == max(place[axis] for place in taken) + 1
