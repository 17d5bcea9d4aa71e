"""Phases that all play at once: nothing shows, nothing is left to chance."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent, indent

import pytest
from check.whole import REAL, expect, problems_of_file

from rulesdsl.check.together import check_together
from rulesdsl.source import Diagnostic


@pytest.mark.parametrize("path", REAL, ids=lambda path: path.stem)
def test_real_games_choose_in_secret(path: Path) -> None:
    assert problems_of_file(path, check_together) == []


GAME = """
players: 2..3
types:
  Field: [north_field, south_field]
components:
  Card:
    in: stock
    has: {rank: int = 1, worn: bool = false}
    rules: {works: effect}
    sides: [front, back]
    pieces:
      - name: Red Card
        count: 3
        works: it.worn = true
  Block:
    sides: {face: seen by owner, rear: seen by owner}
    pieces: [{count: 2, per: Player}]
tokens:
  coin: {supply: 9, held by: Player}
zones:
  stock: bag of Card
  hand: {per: Player, hand of: Card, seen by: owner}
  down: {per: Player, holds: Card, seen by: owner until revealed}
  table: {per: Player, pile of: Card}
state:
  plan: {per: [Player, Field], is: 0..4 = 0, seen by: owner until revealed}
  bid: {per: Player, is: 0..4 = 0, seen by: owner, below: end game}
  score: {per: Player, is: int = 0}
  total: int = 0
phases:
  game:
    steps: [plan_all, resolve]
  plan_all:
    together: players
    do: |
@
  resolve:
    do: |
      for p in players:
        reveal p.plan
        reveal p.down
"""


def together(do: str, more: str = "") -> list[Diagnostic]:
    return expect(GAME.replace("@", indent(dedent(do).strip("\n"), " " * 6)) + dedent(more), check_together)


def test_own_hidden_state_and_zones_may_change() -> None:
    together(
        """
        let n = choose 0..3
        me.plan[north_field] = n
        plan[me, south_field] = 4 - n
        for field in Field:
          me.plan[field] += 1
        let card = choose from me.hand
        move card to me.down
        for c in [c for c in me.down if c.rank > 2]:
          move c to me.hand
        let low = first(c for c in me.hand by lowest c.rank)
        if low is not none:
          move low to me.down
        let cards = all Card at me.hand
        move cards to me.down
        let who = me
        who.plan[north_field] = 2
        as who: set_plan(me, 2)
        lay(me, card)
        let blocks = [b for b in all Block if b.owner == me]
        for b in blocks:
          turn b to rear
        choose "More?":
          "Yes": me.plan[south_field] = 1
          "No": nothing
        n = n + 1
        """,
        """
        effects:
          set_plan(Player p, int n):
            do: p.plan[north_field] = n
          lay(Player p, Card c):
            do: |
              move c to p.down
              lay(p, c)
        """,
    )


def test_what_others_see_stays_as_it_is() -> None:
    found = together(
        """
        me.score = 1                            # error: not-secret
        total += 1                              # error: not-secret
        gain 1 coin                             # error: not-secret
        for c in me.hand:
          c.worn = true                         # error: not-secret
          move c to me.table                    # error: not-secret
          turn c to back                        # error: not-secret
          show c to player_1                    # error: not-secret
        for c in me.table:
          move c to me.hand                     # error: not-secret
        reveal me.plan                          # error: not-secret
        say "{me} is ready"                     # error: not-secret
        """
    )
    assert {label.span.text for one in found for label in one.related} == {"plan_all"}
    assert found[0].message == "others see `score`: it may not change while all choose at once"


def test_nothing_is_left_to_chance() -> None:
    together(
        """
        let die = roll d6                       # error: not-secret
        draw 1 from stock to me.hand            # error: not-secret
        let cards = draw 2 from stock to me.hand  # error: not-secret
        shuffle stock                           # error: not-secret
        fate()                                  # error: not-secret
        me.plan[north_field] = roll d6          # error: not-secret
        """,
        """
        tables:
          fate:
            roll: d6
            rows:
              1..6: nothing
        """,
    )


def test_nothing_ends() -> None:
    together(
        """
        if me.plan[north_field] > 3:
          end game                              # error: not-secret
        end plan_all                            # error: not-secret
        """,
    )


def test_a_state_at_its_bounds_counts() -> None:
    text = GAME.replace("@", "      me.bid -= 1").replace("below: end game}", "below: end game}   # error: not-secret")
    expect(text, check_together)


def test_each_player_is_asked_for_themself() -> None:
    together(
        """
        let other = next_player(me)
        let n = choose 0..3 by other            # error: not-secret
        choose by other "More?":                # error: not-secret
          "Yes": nothing
          "No": nothing
        let m = choose 0..3 by me
        as other:
          let k = choose 0..3                   # error: not-secret
          me.plan[north_field] = 1              # error: not-secret
        """
    )


def test_what_is_not_ones_own_stays_as_it_is() -> None:
    together(
        """
        for p in players:
          p.plan[north_field] = 1               # error: not-secret
        plan[next_player(me), north_field] = 1  # error: not-secret
        let cards = all Card at me.hand
        move cards to player_2.down             # error: not-secret
        for c in player_1.hand:
          move c to me.hand                     # error: not-secret
        """
    )


def test_calls_and_carried_rules_are_followed() -> None:
    text = GAME.replace("works: it.worn = true", "works: it.worn = true   # error: not-secret")
    more = """
effects:
  set_plan(Player p, int n):
    do: p.plan[north_field] = n   # error: not-secret
"""
    do = """
      set_plan(me, 1)
      set_plan(next_player(me), 1)
      for c in me.hand:
        c.works()
"""
    expect(text.replace("@", do.strip("\n")) + more, check_together)


def test_what_cells_carry_is_followed() -> None:
    more = """
    boards:
      town:
        kind: graph
        rules: {visit: effect}
        regions:
          well:
            visit: me.plan[north_field] += 1
          market: {visit: total += 1}           # error: not-secret
      lane:
        kind: graph
        called: Gate
        rules: {visit: effect}
        regions:
          gate: {visit: total += 1}
    """
    together(
        """
        for spot in town:
          spot.visit()
        """,
        more,
    )


def test_triggers_are_followed() -> None:
    together(
        """
        let cards = all Card at me.hand
        move cards to me.down
        note(me)
        """,
        """
        effects:
          note(Player p):
            do: p.plan[north_field] = 1
        triggers:
          seen:
            after: Card c enters down d
            do: total += 1                      # error: not-secret
          noted:
            after: note(Player p)
            do: p.score += 1                    # error: not-secret
        """,
    )


def test_the_same_rule_may_do_all_that_in_another_phase() -> None:
    text = GAME.replace("@", "      me.plan[north_field] = 1").replace(
        "        reveal p.down", "        as p: pay_all()"
    )
    more = """
effects:
  pay_all():
    do: |
      me.score = roll d6
      reveal me.down
"""
    expect(text + more, check_together)
