"""How small and how great a number of the rules can be."""

from __future__ import annotations

import pytest
from check.whole import problems

from rulesdsl.check.facts import Facts
from rulesdsl.check.intervals import add, common, hull, in_words, multiply, negative, numbers, without
from rulesdsl.check.ranges import range_of
from rulesdsl.check.scope import Globals
from rulesdsl.model.game import Game
from rulesdsl.source import Problems

GAME = """
players: 2..4
options:
  length: {{default: 3, is: 1..5}}
types:
  Field: [north_field, south_field]
components:
  Card:
    has: {{rank: int = 4, wear: 0..2 = 0}}
    pieces: [{{count: 5}}]
tokens:
  coin: {{supply: 7, held by: Player}}
  spark: {{supply: unlimited, held by: Player}}
boards:
  grid: {{kind: square, size: 3x3}}
state:
  heat: -2..4 = 0
  free: int = 0
  plan: {{per: [Player, Field], is: 0..3 = 0}}
phases:
  game:
    each: {{round: 2..9}}
    steps: [day]
  day:
    each: {{night: 1..}}
    do: |
      for p in players:
        for c in all Card:
          say "{{measured(p, c, 3)}}"
      end game
values:
  measured(Player p, Card c, int n) -> int: {expr}
  twice(int n) -> int: n * 2
  capped(int n) -> int:
    base: n
    changes:
      - add: 2
      - at least: 0
      - at most: 6
  signs(int n) -> int:
    do: |
      if n > 2:
        return 1
      return -1
  endless(int n) -> int: if n > 3 then 1 else endless(n - 1)
tables:
  price:
    key: Field
    value: int
    rows:
      north_field: 3
      south_field: 9
  costs:
    key: 1..2
    columns: {{new: int, old: int}}
    rows:
      1: [1, 5]
      2: [2, 4]
"""


@pytest.mark.parametrize(
    ("expr", "low", "high"),
    [
        ("7", 7, 7),
        ("-(2 + heat)", -6, 0),
        ("n", None, None),
        ("n % 3", 0, 2),
        ("heat % 4", 0, 3),
        ("(heat + 2) % 20", 0, 6),
        ("(heat + 2) % (count(all Card) + 1)", 0, 5),
        ("heat // 2", -1, 2),
        ("heat // n", None, None),
        ("heat // round", -1, 2),
        ("heat // night", -2, 4),
        ("heat * heat", -8, 16),
        ("heat * 0 + n * 0", 0, 0),
        ("n * 0 + night * 2", 2, None),
        ("round - night", None, 8),
        ("free", None, None),
        ("if n > 2 then heat else 9", -2, 9),
        ("p.plan[north_field] + plan[p, south_field]", 0, 6),
        ("options.length", 1, 5),
        ("p.coin + supply(coin)", 0, 14),
        ("p.spark", 0, None),
        ("c.rank + c.wear", 4, 6),
        ("price[north_field]", 3, 9),
        ("costs[1].old - costs[2].new", 2, 4),
        ("count(all Card)", 0, 5),
        ("count(k for k in all Card if k.rank > 2)", 0, 5),
        ("count(grid)", 0, None),
        ("sum(k.rank for k in all Card)", 0, 20),
        ("sum(q.plan[north_field] for q in players)", 0, 12),
        ("max(q.plan[north_field] for q in players)", 0, 3),
        ("max([heat, 1]) + min([heat, 1]) + sum([heat, 1])", -2, 10),
        ("abs(heat)", 0, 4),
        ("abs(n)", 0, None),
        ("distance(grid.a1, grid.b2)", -1, None),
        ("grid.a1.column", 1, None),
        ("twice(3)", None, None),
        ("capped(n)", 0, 6),
        ("signs(n)", -1, 1),
        ("endless(n)", None, None),
        ("sum(q for q in [1, 2, 3])", None, None),
    ],
)
def test_expressions_have_bounds(expr: str, low: int | None, high: int | None) -> None:
    found = []

    def measure(game: Game, facts: Facts, names: Globals, noted: Problems) -> None:
        asked = game.rules["measured"].expr
        assert asked is not None
        found.append(range_of(asked, game, facts))

    problems(GAME.format(expr=expr), measure)
    assert found == [(low, high)]


def test_intervals_join_where_they_touch() -> None:
    assert numbers([(5, 6), (1, 2), (3, 3), (9, 8)]) == ((1, 3), (5, 6))
    assert numbers([(5, None), (None, 2), (1, 3)]) == ((None, 3), (5, None))
    assert numbers((n, n) for n in range(0, 20000, 2)) == ((0, 19998),)


def test_what_is_left_of_numbers() -> None:
    assert without(((1, 9),), [(3, 4), (9, 12)]) == ((1, 2), (5, 8))
    assert without(((None, None),), [(3, 4)]) == ((None, 2), (5, None))
    assert without(((1, 2),), [(None, None)]) == ()
    assert common((1, 5), (6, None)) is None
    assert hull([]) == (None, None)


def test_sums_and_products_of_open_intervals() -> None:
    assert add((1, None), (None, 4)) == (None, None)
    assert negative((None, 4)) == (-4, None)
    assert multiply((-1, None), (2, 3)) == (-3, None)
    assert multiply((0, None), (None, None)) == (None, None)
    assert multiply((0, 0), (None, None)) == (0, 0)


def test_numbers_in_words() -> None:
    assert in_words(((3, 3),)) == "3"
    assert in_words(((None, 2), (4, 5), (7, 9))) == "..2, 4, 5 and 7..9"
    assert in_words(tuple((n, n) for n in range(1, 30, 2))) == "1, 3, 5, 7, 9, 11, 13, 15 and 7 more"
