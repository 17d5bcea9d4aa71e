"""What never changes is not asked again: shorter lists as tables, and pieces that are asked where they are."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Any

import pytest

import rulesdsl
from rulesdsl import api
from rulesdsl.compiler.filters import MOST, Filters
from rulesdsl.tools.conformance import check_game

CROWD = """
rulesdsl: 1
title: Crowd
players: {low: 1, high: 1}
components:
  Stone: {pieces: [{count: 9, per: Player}]}
  Post: {pieces: [{count: 2}]}
boards:
  board: {kind: square, size: 6x6, neighbors: all}
setup: |
  for number in [6, 5]:
    line_up(low, number)
  for number in [1, 2, 1]:
    line_up(high, number)
  for square in row(board, 3):
    let post = first(x for x in all Post at box)
    if post is not none:
      put post in square
phases:
  game:
    each: {round: 1..12}
    steps: [turn]
  turn:
    each: {me: players}
    offer: [step]
actions:
  step:
    with:
      square: board where has_stone(me, square)
      to: neighbors(square) where (me == low or to.row >= square.row) and may_enter(to, square)
    do: |
      for taken in all Stone at to if taken.owner != me:
        move taken to box
      for stone in all Stone at square if stone.owner == me:
        move stone to to
      if all(stone.owner == me for stone in all Stone on board):
        end game as won by me
values:
  has_stone(Player p, Square h) -> bool: any(stone.owner == p for stone in all Stone at h)
  may_enter(Square to, Square square) -> bool: |
    to is empty or to.column != square.column and not has_stone(me, to)
effects:
  line_up(Player p, int number):
    do: |
      for square in row(board, number):
        let stone = first(x for x in all Stone at box if x.owner == p)
        if stone is not none:
          put stone in square
"""


@pytest.fixture(scope="module")
def crowd(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("crowd") / "crowd.yaml"
    path.write_text(CROWD, encoding="utf-8")
    return path


def test_a_crowd_plays_as_it_did(crowd: Path) -> None:
    quick, plain = (rulesdsl.load(crowd, use_cache=False, optimise=each) for each in (True, False))
    assert check_game(quick, range(4), plain=plain) == []


def test_a_crowd_is_asked_where_it_stands(crowd: Path) -> None:
    text = api.dump(crowd, "python")
    assert "for _square in sorted(_square_cells):" in text
    assert "_to in _square_cells" in text
    assert "in c_Square_neighbors_where_row[me][_square]" in text
    assert "for _stone in c_all_Stone_where_owner_of[me]:" in text
    assert "can_step(s)" not in text.partition("def node_")[2].partition("_pull(s)")[0]


# ------------------------------------------------------------------------ tables

CONSTANTS: dict[str, object] = {
    "c_near": ((1, 2), (0, 2), (0, 1)),
    "c_height": (3, 1, 2),
    "c_side": (1, 0),
    "c_odd": (1, 2, 3, 4),
    "c_many": tuple(range(MOST + 1)),
}


class _Layout:
    def __init__(self) -> None:
        self.constants = dict(CONSTANTS)

    def size(self, per: object) -> int:
        return 2

    def constant(self, name: str, value: object) -> str:
        self.constants[f"c_{name}"] = value
        return f"c_{name}"


def after(text: str) -> tuple[str, dict[str, Any]]:
    """Statements with shorter lists, and the tables that are new."""
    layout = _Layout()
    filters, made = Filters(layout), ast.parse(text).body  # type: ignore[arg-type]
    for node in [x for stmt in made for x in ast.walk(stmt)]:
        if isinstance(node, ast.ListComp):
            filters.listed(node)
        elif isinstance(node, ast.For):
            filters.looped(node)
    new = {name: value for name, value in layout.constants.items() if name not in CONSTANTS}
    return "\n".join(map(ast.unparse, made)), new


def test_a_condition_of_two_cells_and_the_player() -> None:
    said, new = after("t = [b for b in c_near[a] if c_height[b] > c_height[a] + s.me and free(b)]")
    assert said == "t = [b for b in c_near_where_height[s.me][a] if free(b)]"
    assert new == {"c_near_where_height": (((), (0, 2), (0,)), ((), (0,), ()))}


def test_a_loop_over_what_is_left() -> None:
    said, new = after("for b in c_near[a]:\n    if c_height[b] != 2:\n        t.append(b)\n        break")
    assert said == "for b in c_near_where_height[a]:\n    t.append(b)\n    break"
    assert new == {"c_near_where_height": ((1,), (0,), (0, 1))}


def test_a_constant_list() -> None:
    said, new = after("t = [x for x in c_side if c_height[x] == 1]")
    assert said == "t = [x for x in c_side_where_height]"
    assert new == {"c_side_where_height": (1,)}


@pytest.mark.parametrize(
    "text",
    [
        "t = [b for b in c_near[a] if s.free[b]]",  # rests on the state
        "t = [b for b in c_near[a] if c_height[b] == n]",  # on a local of which nothing is known
        "t = [b for b in c_near[a] if s.round == 1]",  # not on the item
        "t = [b for b in c_near[a] if risky(b) and c_height[b] == 1]",  # would put off what can go wrong
        "t = [b for b in c_near[a] if c_odd[a] == c_height[b]]",  # tables of different lengths
        "t = [b for b in c_near[a] if c_height[b] // c_side[s.me] == 1]",  # divides
        "t = [x for x in c_many if c_side[s.me] == x]",  # too long
        "t = [b for b in c_near[a] if c_side[b] == 1]",  # not in the table
        "for b in c_near[a]:\n    if c_height[b] == 1:\n        a = b",  # another row by then
        "for b in c_near[a]:\n    if c_height[b] == s.me:\n        s.me = 1",  # another player
        "for b in c_near[a]:\n    if c_height[b] == 1:\n        x = b\n    else:\n        y = b",
    ],
)
def test_what_is_left_alone(text: str) -> None:
    assert after(text) == (text, {})
