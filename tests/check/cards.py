"""A small card game with much to hide, for the tests of `secrets`."""

from __future__ import annotations

from textwrap import dedent

from check.whole import expect

from rulesdsl.check.secrets import check_secrets
from rulesdsl.source import Diagnostic

THINGS = """
players: 2..3
types:
  Field: [north_field, south_field]
components:
  Card:
    in: stock
    has: {rank: int = 1, marked: bool = false}
    rules: {works: effect}
    pieces:
      - name: Red Card
        count: 4
        works: |
          choose "Mark it?":
            "Yes" when it.rank > 1: it.marked = true
            "No": nothing
zones:
  stock: deck of Card
  table: pile of Card
  hand: {per: Player, hand of: Card, seen by: owner}
  down: {per: Player, holds: Card, seen by: owner until revealed}
  front: {per: Player, pile of: Card}
state:
  plan: {per: [Player, Field], is: 0..4 = 0, seen by: owner until revealed}
  bid: {per: Player, is: 0..4 = 0, seen by: owner}
  fate: {is: 0..4 = 0, seen by: nobody}
  score: {per: Player, is: int = 0}
"""


def secrets(text: str) -> list[Diagnostic]:
    return expect(THINGS + dedent(text), check_secrets)


def in_turn(do: str, more: str = "") -> list[Diagnostic]:
    """A phase in which each player is `me` in turn."""
    lines = "\n".join("      " + line for line in dedent(do).strip("\n").split("\n"))
    text = f"phases:\n  game:\n    each: {{me: players}}\n    steps: [turn]\n  turn:\n    do: |\n{lines}\n"
    return expect(THINGS + text + dedent(more), check_secrets)
