"""Who chooses in a phase, what has been revealed by then, and which questions must be asked in any case."""

from __future__ import annotations

import pytest
from check.cards import THINGS, in_turn, secrets
from check.whole import expect

from rulesdsl.check.facts import Facts
from rulesdsl.check.scope import Globals
from rulesdsl.check.secrets import check_secrets, secret_choices
from rulesdsl.model.game import Game
from rulesdsl.source import Problems

# --------------------------------------------------------------- until revealed

ROUND = """
phases:
  game:
    each: {round: 1..3}
    steps: [plan_all, @]
  plan_all:
    together: players
    do: |
      let n = choose 0..3
      me.plan[north_field] = n
      let m = choose 0..me.plan[north_field]
  show_all:
    do: |
      for p in players:
        reveal p.plan
        reveal p.down
  act:
    each: {me: players}
    offer: [strike]
actions:
  strike:
    when: any(p.plan[north_field] > 0 for p in players)%
    with:
      foe: players where foe.plan[north_field] < 3
      card: foe.down
    do: nothing
"""


def test_what_has_been_revealed_may_decide() -> None:
    secrets(ROUND.replace("@", "show_all, act").replace("%", ""))


def test_what_is_not_revealed_yet_may_not() -> None:
    text = ROUND.replace("@", "act, show_all").replace("%", "   # error: hidden-option")
    text = text.replace("< 3", "< 3   # error: hidden-option").replace("foe.down", "foe.down   # error: hidden-option")
    found = secrets(text)
    assert {one.help for one in found} == {"reveal it first, in this rule or in a phase before"}


def test_what_is_written_again_is_hidden_again() -> None:
    text = ROUND.replace("@", "show_all, plan_all, act").replace("%", "   # error: hidden-option")
    secrets(text.replace("< 3", "< 3   # error: hidden-option"))


def test_a_reveal_in_the_same_rule_counts_from_there_on() -> None:
    in_turn(
        """
        let foe = next_player(me)
        let a = choose 0..foe.plan[north_field]                        # error: hidden-option
        show_it(foe)
        let b = choose 0..foe.plan[south_field]
        """,
        """
        effects:
          show_it(Player p):
            do: |
              if p.score > 2:
                say "here it is"
              reveal p.plan
        """,
    )


def test_state_that_is_reset_is_hidden_again() -> None:
    text = ROUND.replace("@", "day, act").replace("%", "   # error: hidden-option")
    text = text.replace("  act:\n", "  day:\n    steps: [show_all]\n  act:\n")
    things = THINGS.replace(
        "0..4 = 0, seen by: owner until revealed", "0..4 = 0 until end of day, seen by: owner until revealed"
    )
    expect(things + text.replace("< 3", "< 3   # error: hidden-option"), check_secrets)


# ------------------------------------------------------------------------ actions

ROLES = """
players: {white: 1, black: 1}
components:
  Card:
    in: stock
    has: {rank: int = 1}
    pieces: [{count: 4}]
tokens:
  coin: {supply: 9, held by: Player}
zones:
  stock: bag of Card
  hand: {per: Player, hand of: Card, seen by: owner}
phases:
  game:
    steps: [opening, answer]
  opening:
    player: white
    steps: [inner]
  inner:
    offer: [play, peek]
  answer:
    player: black
    offer: [play]
actions:
  play:
    when: any(c.rank > 1 for c in me.hand)
    with:
      card: me.hand where card.rank > 1
    pays: sum(c.rank for c in me.hand) coin
    do: move card to stock
  peek:
    with:
      card: white.hand
    do: nothing
"""


def test_a_role_that_acts_is_the_chooser() -> None:
    expect(ROLES, check_secrets)


def test_another_role_is_not() -> None:
    expect(
        ROLES.replace("    offer: [play]\n", "    offer: [play, peek]\n").replace(
            "card: white.hand", "card: white.hand   # error: hidden-option"
        ),
        check_secrets,
    )


def test_pieces_that_lie_anywhere_have_hidden_figures() -> None:
    in_turn(
        """
        for c in table:
          c.marked = true
        let a = choose optionally from [c for c in all Card if c.marked]     # error: hidden-option
        let b = choose optionally from [c for c in all Card at table if c.marked]
        let d = choose optionally from [c for c in all Card if c.at == table and c.marked]
        let e = choose optionally from [c for c in all Card if c.rank > 2]
        """
    )


# -------------------------------------------------------------------------- sides

BLOCKS = """
players: 2
components:
  Block:
    owner: fixed
    sides: {up: seen by all, away: seen by owner}
    has: {force: int = 1}
    pieces: [{count: 3, per: Player}]
phases:
  game:
    each: {me: players}
    offer: [march]
actions:
  march:
    with:
      block: all Block where @
    do: nothing
values:
  mine(Block b, Player p) -> bool: b.owner == p and b.at == box
  strong(Block b) -> bool: b.force > 1%
"""


@pytest.mark.parametrize(
    "condition",
    [
        "block.owner == me and block.force > 1",
        "mine(block, me) and strong(block)",
        "block.side == up and strong(block)",
        "block.side != away and strong(block)",
        "not (block.side == away) and strong(block)",
    ],
)
def test_a_side_that_the_chooser_sees(condition: str) -> None:
    expect(BLOCKS.replace("@", condition).replace("%", ""), check_secrets)


@pytest.mark.parametrize(
    "condition",
    [
        "strong(block)",
        "block.owner != me and strong(block)",
        "block.side == away and strong(block)",
        "mine(block, next_player(me)) and strong(block)",
    ],
)
def test_a_side_that_may_be_hidden(condition: str) -> None:
    expect(BLOCKS.replace("@", condition).replace("%", "   # error: hidden-option"), check_secrets)


# ------------------------------------------------------- questions asked in any case


def test_questions_that_depend_on_something_hidden_are_known() -> None:
    found: list[str] = []

    def note(game: Game, facts: Facts, names: Globals, problems: Problems) -> None:
        found.extend(sorted(node.span.text.split("\n")[0] for node in secret_choices(game, facts)))

    text = (
        ROLES
        + """
state:
  open_score: int = 0
effects:
  ask_all:
    do: |
      let a = choose from me.hand
      let b = choose from white.hand by white
      let c = choose 0..open_score
      let d = choose 0..2 "With {count(me.hand)}"
      choose "Which?":
        "High" when any(k.rank > 1 for k in me.hand): nothing
        "Low": nothing
      choose "Really?":
        "Yes": nothing
        "No": nothing
"""
    )
    expect(text.replace("do: move card to stock", "do: ask_all()"), note)
    assert found == [
        "any(c.rank > 1 for c in me.hand)",
        'choose "Which?":',
        "choose from me.hand",
        "choose from white.hand by white",
        "me.hand where card.rank > 1",
        "white.hand",
    ]


# ----------------------------------------------------------------- other ways to ask


def test_arms_loops_and_bounds_are_followed() -> None:
    in_turn(
        """
        let foe = next_player(me)
        let card = choose from me.hand
        match me.score:
          0: move card to table
          others:
            move card to foe.front
        let a = choose 0..card.rank by foe
        for field in Field if field != north_field:
          match field:
            north_field: nothing
            south_field:
              let b = choose 0..foe.plan[field]                        # error: hidden-option
        let c = choose 0..grade(foe)
        let d = choose optionally from table "Which?"
          else: nothing
        """,
        """
        values:
          grade(Player p) -> int:
            do: |
              match p.bid:                                             # error: hidden-option
                0: return 0
                others: return 1
        """,
    )


def test_set_up_may_ask_too() -> None:
    secrets(
        """
        setup: |
          for p in players:
            draw 2 from stock to p.hand
            let a = choose from p.hand by p
            let b = choose from player_1.hand by player_2              # error: hidden-option
        phases:
          game:
            do: nothing
        """
    )


def test_who_plays_alone_sees_all_that_players_see() -> None:
    text = THINGS.replace("players: 2..3", "players: 1")
    expect(
        text
        + """
phases:
  game:
    player: player_1
    offer: [look]
actions:
  look:
    when: any(p.bid > 0 for p in players)
    with:
      card: player_1.hand where card.rank > next_player(me).bid
    do: |
      let top = choose 0..fate   # error: hidden-option
""",
        check_secrets,
    )
