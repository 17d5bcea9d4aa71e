"""What players are offered depends on nothing that they may not see."""

from __future__ import annotations

from pathlib import Path

import pytest
from check.cards import in_turn
from check.whole import REAL, problems_of_file

from rulesdsl.check.secrets import check_secrets


@pytest.mark.parametrize("path", REAL, ids=lambda path: path.stem)
def test_real_games_keep_their_secrets(path: Path) -> None:
    assert problems_of_file(path, check_secrets) == []


# ------------------------------------------------------------------ whose it is


def test_ones_own_and_what_all_see_may_decide() -> None:
    in_turn(
        """
        let card = choose from me.hand
        let lower = choose from [c for c in me.hand if c.rank < card.rank] "Lower than {card}"
        let n = choose 0..me.bid + me.plan[north_field] + plan[me, south_field]
        choose "What now?":
          "Play {card}" when card.rank > n: move card to table
          "Boast" when count(me.hand) > 1: nothing
          "Wait" when all(c.rank > 1 for c in me.hand): nothing
          if nothing else: nothing
        let open_card = choose from table
        let next = choose optionally from [c for c in next_player(me).front if c.rank > open_card.rank]
        """
    )


def test_how_many_pieces_lie_in_a_zone_is_for_all_to_see() -> None:
    in_turn(
        """
        let foe = next_player(me)
        choose "What now?":
          "Many" when count(foe.hand) > 2 and not stock is empty: nothing
          "Few" when foe.hand is empty or count(stock) == 1: nothing
          "Most" when all(count(p.hand) < 3 for p in players): nothing
          "Some" when count(c for c in foe.hand) > 0: nothing
          if nothing else: nothing
        """
    )


def test_what_others_hide_may_not_decide() -> None:
    found = in_turn(
        """
        let foe = next_player(me)
        let a = choose from foe.hand                                   # error: hidden-option
        let b = choose optionally from [c for c in stock]              # error: hidden-option
        let c = choose 0..foe.bid                                      # error: hidden-option
        let d = choose 0..plan[foe, north_field]                       # error: hidden-option
        let e = choose 0..3 "Of {foe.plan[north_field]}"               # error: hidden-option
        let f = choose 0..fate                                         # error: hidden-option
        choose "What now?":
          "Duck" when any(k.rank > 2 for k in foe.hand): nothing       # error: hidden-option
          "Beat {top_of(stock)}": nothing                              # error: hidden-option
          if nothing else: nothing
        """
    )
    assert found[0].span.text == "foe.hand"
    assert found[0].message == "what is offered depends on `hand`, which the one who chooses may not see"
    assert [label.text for label in found[0].related] == ["offered here"]
    assert found[4].span.text == "foe.plan[north_field]"
    assert "nobody may see it" in (found[5].help or "")


def test_the_bag_of_all_players_is_not_ones_own() -> None:
    in_turn(
        """
        let best = choose 0..max(p.bid for p in players)               # error: hidden-option
        """
    )


def test_the_chooser_is_whoever_is_asked() -> None:
    in_turn(
        """
        let foe = next_player(me)
        let a = choose from foe.hand by foe
        let b = choose optionally from me.hand by foe                  # error: hidden-option
        for p in players:
          let c = choose from p.hand by p
          as p:
            let d = choose from me.hand
            let e = choose from p.hand
        choose by next_player(me) "Next?":
          "Yes" when next_player(me).bid > 1: nothing
          "No" when me.bid > 1: nothing                                # error: hidden-option
          if nothing else: nothing
        let same = foe
        let f = choose from same.hand by foe
        for p in players:
          if p == me:
            let g = choose from p.hand
        """
    )


# ------------------------------------------------------------------------- calls


def test_values_are_followed_with_their_parameters() -> None:
    in_turn(
        """
        let n = choose 0..strength(me)
        let foe = next_player(me)
        choose "What now?":
          "Fight" when stronger(me, me): nothing
          "Run" when stronger(foe, me): nothing
          if nothing else: nothing
        """,
        """
        values:
          strength(Player p) -> int:
            base: total(p)
            changes:
              - add: p.bid                                             # error: hidden-option
                label: bid
          total(Player q) -> int:
            do: |
              let sum_of = 0
              for c in q.hand:                                         # error: hidden-option
                sum_of += c.rank
              return sum_of
          stronger(Player a, Player b) -> bool: strength(a) > strength(b)
        """,
    )


def test_a_condition_shows_in_what_is_returned() -> None:
    in_turn(
        """
        let n = choose 0..level(next_player(me))
        """,
        """
        values:
          level(Player p) -> int:
            do: |
              if p.bid > 2:                                            # error: hidden-option
                return 1
              return 0
        """,
    )


def test_what_cells_carry_is_followed() -> None:
    in_turn(
        """
        for spot in town:
          spot.visit()
        let n = choose 0..town.well.depth()
        let m = choose 0..lane.gate.depth()
        """,
        """
        boards:
          town:
            kind: graph
            called: Spot
            rules: {visit: effect, depth: int}
            regions:
              well:
                depth: fate + 1                                          # error: hidden-option
                visit: let card = choose from me.hand
              market:
                depth: 2
                visit: let card = choose from me.hand by next_player(me)     # error: hidden-option
          lane:
            kind: graph
            rules: {depth: int}
            regions: {gate: {depth: 3}}
        """,
    )


def test_effects_are_followed_with_their_parameters() -> None:
    in_turn(
        """
        play(me)
        play(next_player(me))
        give_up(me, next_player(me))
        as next_player(me): discard()
        let card = pick(me)
        let n = choose 0..card.rank
        pass_on([c for c in me.hand], me)
        pass_on([c for c in next_player(me).hand], me)                 # error: hidden-option
        for c in me.hand:
          c.works()
        for c in next_player(me).hand:                                 # error: hidden-option
          c.works()
        """,
        """
        effects:
          play(Player p):
            do: let card = choose from p.hand by p
          give_up(Player p, Player q):
            do: let card = choose optionally from p.hand by q          # error: hidden-option
          discard:
            do: let card = choose from me.hand
          pick(Player p) -> Card:
            do: |
              let card = choose from p.hand by p
              return card
          pass_on([Card] cards, Player p):
            do: let card = choose optionally from cards by p
        """,
    )


def test_triggers_are_followed() -> None:
    in_turn(
        """
        let card = choose from me.hand
        move card to table
        """,
        """
        triggers:
          seen:
            after: Card c enters table
            do: |
              let n = choose 0..c.rank
              let m = choose 0..next_player(me).bid                    # error: hidden-option
        """,
    )


# ------------------------------------------------------------------- what is shown


def test_what_moves_is_as_hidden_as_where_it_lies() -> None:
    in_turn(
        """
        let foe = next_player(me)
        let card = choose from me.hand
        let a = choose 0..card.rank by foe
        """.replace("choose from me.hand", "choose from me.hand   # error: hidden-option")
    )
    in_turn(
        """
        let foe = next_player(me)
        let card = choose from me.hand
        move card to table
        let a = choose 0..card.rank by foe
        let drawn = draw 2 from stock to foe.hand
        let b = choose from drawn by foe
        let all_mine = [c for c in me.hand]
        for c in all_mine:
          move c to table
        let d = choose from all_mine by foe
        """
    )
    in_turn(
        """
        let drawn = draw 2 from stock to next_player(me).hand          # error: hidden-option
        let b = choose from drawn
        """
    )


def test_what_is_shown_may_decide() -> None:
    in_turn(
        """
        let foe = next_player(me)
        let card = choose from me.hand
        show card to foe
        let a = choose 0..card.rank by foe
        """
    )


def test_moving_on_one_way_only_does_not_show() -> None:
    in_turn(
        """
        let card = choose from me.hand                                 # error: hidden-option
        if card.rank > 1:
          move card to table
        let a = choose 0..card.rank by next_player(me)
        """
    )
    in_turn(
        """
        let card = choose from me.hand
        if card.rank > 1:
          return
        else:
          move card to table
        let a = choose 0..card.rank by next_player(me)
        """
    )


def test_a_local_keeps_what_it_was_made_from() -> None:
    in_turn(
        """
        let n = 0
        repeat 2:
          let a = choose 0..n
          n = n + next_player(me).bid                                  # error: hidden-option
        """
    )
    in_turn(
        """
        let n = next_player(me).bid
        n = 3
        let a = choose 0..n
        """
    )
