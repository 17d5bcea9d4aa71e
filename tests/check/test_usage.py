"""Warnings of what a game declares and never uses."""

from __future__ import annotations

from pathlib import Path

import pytest
from check.whole import REAL, expect, problems_of_file

from rulesdsl.check.usage import check_usage


@pytest.mark.parametrize("path", REAL, ids=lambda path: path.stem)
def test_real_games_use_what_they_declare(path: Path) -> None:
    assert problems_of_file(path, check_usage) == []


def test_everything_that_is_never_used_is_told() -> None:
    found = expect(
        """
        players: 2
        options:
          quick:                                # warning: unused
            default: false
        types:
          Colour: [red, green]                  # warning: unused
        components:
          Ghost: {}                             # warning: unused
          Card:
            pieces: [{count: 3}]
        tokens:
          coin: {supply: 3, held by: Player}    # warning: unused
        zones:
          attic: pile of Card                   # warning: unused
        state:
          idle: int = 0                         # warning: unused
          tally: int = 0                        # warning: unused
          faced:                                # warning: unused
            per: Player
            is: int = 0
            seen by: owner until revealed
        phases:
          game:
            do: |
              tally += 1
              for p in players:
                p.faced = 3
                reveal p.faced
        actions:
          rest:                                 # warning: unused
            do: nothing
        effects:
          sleep:                                # warning: unused
            do: nothing
        values:
          depth(int n) -> int: if n == 0 then 0 else depth(n - 1)   # warning: unused
        tables:
          fate:                                 # warning: unused
            roll: d6
            rows:
              1..6: nothing
          price:                                # warning: unused
            key: 0..1
            value: int
            rows:
              0: 1
              1: 2
        orders:
          standing(Player p): lowest 1          # warning: unused
        """,
        check_usage,
    )
    messages = {one.span.text: one.message for one in found}
    assert messages["tally"] == "state `tally` is written and never read"
    assert messages["idle"] == "state `idle` is never used"
    assert messages["rest"] == "action `rest` is never offered"
    assert messages["Ghost"] == "kind `Ghost` has no pieces and is never named"
    assert messages["standing"] == "order `standing` is never used"


def test_every_way_to_use_something_counts() -> None:
    expect(
        """
        players: 2
        options:
          quick: {default: false}
        scenarios:
          short:
            setup: prepare()
        types:
          Colour: [red, green]
          Size: [small, great]
          Shape: [round, square]
          Suit: [cups, swords]
          Thing: Coin or Stone
        components:
          Item: {}
          Coin:
            extends: Item
          Stone:
            has: {colour: Colour = red}
          Card:
            in: stock
            pieces: [{count: 3}]
        tokens:
          spark: {supply: 3, held by: Player}
          ember: {supply: 3, held by: Player}
        zones:
          stock: pile of Card
          bank: pile of Thing
          hearth: pile of Card
        state:
          size: Size = small
          by_suit: {per: Suit, is: int = 0}
          limit: {is: 0..3 = 0, above: end game}
          score: {per: Player, is: int = 0}
          reserve: int = 3
        phases:
          game:
            steps: [opening, work]
          opening:
            do: |
              for shape in all Shape:
                say "{shape} {size} {options.quick} {count(bank)}"
              for p in players:
                as p: gain 1 spark
              limit += 1
              fate()
          work:
            player: player_1
            offer: [pay_up]
        actions:
          pay_up:
            pays: by_suit[cups] + reserve ember
            do: nothing
        effects:
          prepare:
            do: |
              size = small
              limit = number()
        values:
          number -> int: price[1]
        tables:
          fate:
            roll: d6
            rows:
              1..6: nothing
          price:
            key: 0..1
            value: int
            rows:
              0: 1
              1: 2
        triggers:
          burnt:
            after: Card c enters hearth
            do: nothing
        orders:
          standing(Player p): highest p.score
        result:
          score:
            Player p:
              - label: points
                points: 1
          ties: standing
        """,
        check_usage,
    )


def test_a_game_with_names_that_mean_nothing_is_left_alone() -> None:
    expect(
        """
        players: 2
        phases:
          game:
            do: slep()
        effects:
          sleep:
            do: nothing
        """,
        check_usage,
        broken=True,
    )
