"""Who sees what, from outside: names that no game would use are hidden, and looked for in all that is told."""

from __future__ import annotations

import json
import re
from random import Random
from typing import Any

import pytest
from conformance.found import CABINET, loaded

from rulesdsl.runtime import views
from rulesdsl.runtime.invariants import check
from rulesdsl.runtime.match import Match
from rulesdsl.runtime.worlds import alone, double, hidden_pieces, resample
from rulesdsl.tools.tables import Choices, look

GAME = loaded(CABINET)
TEXTS = GAME.machine.texts
NAME = re.compile(r"(?:player[_ ]\d[_ ])?zyx\w+?(?:[_ ]\d)?\b")


def named(text: str) -> set[str]:
    """The pieces that a text names, in whatever form."""
    return {found.replace(" ", "_") for found in NAME.findall(text)}


def lies_open(match: Match, piece: int, player: str) -> bool:
    """May a player know a piece? By the rules of this one game, from memory."""
    # while all choose at once each plays on a state of their own
    seat = match.machine.texts.players.index(player)
    s = match.state_of(seat)
    if s.shown_[piece] >> seat & 1:
        return True
    if "zyxbox" in TEXTS.pieces[piece]:
        side = GAME.machine.data["sides"][0][2][s.Box_side[piece]]
        return side == "wide" or (side == "ajar" and TEXTS.pieces[piece].startswith(player))
    place = TEXTS.places[s.where_[piece]]
    return place in (f"{player}.hand", f"{player}.lid") or place.endswith(".tray") or place == "dust"


def told(match: Match, player: str) -> str:
    """Everything that a player reads where a match stands, but what is said to all."""
    mine = [d for d in match.decisions if d.player == player]
    texts = [json.dumps(match.view(player))]
    for decision in mine:
        names = [decision.name(i) for i in range(len(decision))]
        texts += [decision.prompt, *decision.labels(), *names, *map(str, decision.chain)]
        texts += views.explain(match.machine, decision.state, decision)
    return "\n".join(texts)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("seed", range(4))
def test_names_of_hidden_pieces_are_told_nowhere(players: int, seed: int) -> None:
    match, choices = GAME.start(players=players, seed=seed), Choices(seed)
    heard, hidden_once, seen_once = 0, set[str](), set[str]()
    while match.decisions:
        for player in match.players:
            hidden = {n for i, n in enumerate(TEXTS.pieces) if not lies_open(match, i, player)}
            assert not named(told(match, player)) & hidden
            hidden_once |= hidden
            seen_once |= named(told(match, player))
        lines, heard = match.said[heard:], len(match.said)
        for name in named("\n".join(lines)):
            assert all(lies_open(match, TEXTS.pieces.index(name), player) for player in match.players)
        choices.step(match)
    assert hidden_once & seen_once


def test_what_is_hidden_is_found_by_both_who_look_for_it() -> None:
    match, choices = GAME.start(players=3, seed=9), Choices(9)
    while match.decisions:
        for player in match.players:
            seat = TEXTS.players.index(player)
            in_play = [p for p, place in enumerate(match.state.where_) if TEXTS.places[place] != "box"]
            expected = [p for p in in_play if not lies_open(match, p, player)]
            assert hidden_pieces(match.machine, match.state, seat) == expected
        choices.step(match)


# ------------------------------------------------------------------- other worlds


def positions(seed: int, every: int = 7) -> list[Match]:
    """A match as it stands at several decisions."""
    match, choices, found = GAME.start(players=3, seed=seed), Choices(seed), []
    while match.decisions:
        found.append(match.fork())
        choices.play(match, every)
    return found


def by_place(s: Any) -> list[int]:
    return [len(held) for held in s.held_]


def test_a_state_put_another_way_round_could_have_come_out_of_the_box() -> None:
    moved, numbers = 0, 0
    for match in positions(1):
        s, rng = match.state, Random(0)
        for seat in match.config.players:
            for _ in range(5):
                other = resample(GAME.machine, s, seat, rng)
                check(GAME.machine, other)
                assert by_place(other) == by_place(s)
                assert {s.where_[p] for p in hidden_pieces(GAME.machine, s, seat)} == {
                    other.where_[p] for p in hidden_pieces(GAME.machine, other, seat)
                }
                moved += other.where_ != s.where_
                numbers += (other.wish, other.offer, other.sly, other.omen, other.mood, other.envy) != (
                    s.wish,
                    s.offer,
                    s.sly,
                    s.omen,
                    s.mood,
                    s.envy,
                )
    assert moved > 20 and numbers > 20


def test_figures_of_hidden_pieces_are_traded() -> None:
    match = GAME.start(players=2, seed=1)
    s = match.machine.copy(match.state)
    hidden = [p for p in hidden_pieces(GAME.machine, s, 0) if TEXTS.pieces[p].startswith(("zyxa", "zyxb", "zyxc"))]
    s.Curio_marks = [k % 10 for k in range(len(s.Curio_marks))]
    other = resample(GAME.machine, s, 0, Random(1))
    assert other.Curio_marks != s.Curio_marks
    assert sorted(other.Curio_marks[p] for p in hidden) == sorted(s.Curio_marks[p] for p in hidden)
    assert all(other.Curio_marks[p] == s.Curio_marks[p] for p in range(len(s.Curio_marks)) if p not in hidden)


def test_the_order_of_a_pile_that_nobody_sees_changes_too() -> None:
    match = GAME.start(players=2, seed=1)
    s = match.machine.copy(match.state)
    heap = TEXTS.places.index("heap")
    s.mixed_[heap] = 0
    order = s.held_[heap]
    assert any(resample(GAME.machine, s, 0, Random(k)).held_[heap] != order for k in range(5))


def test_nothing_that_a_player_sees_is_touched() -> None:
    for match in positions(2):
        for seat in match.config.players:
            before = GAME.machine.columns(match.state)
            other = resample(GAME.machine, match.state, seat, Random(seat))
            assert GAME.machine.columns(match.state) == before
            hidden = hidden_pieces(GAME.machine, match.state, seat)
            seen = [p for p in range(len(TEXTS.pieces)) if p not in hidden]
            assert [other.where_[p] for p in seen] == [match.state.where_[p] for p in seen]
            assert other.wish[seat] == match.state.wish[seat] and other.sly[seat] == match.state.sly[seat]
            assert other.coin == match.state.coin and other.best == match.state.best


def test_a_double_is_another_match() -> None:
    match = positions(3)[2]
    before = look(match)
    twins = [double(match, match.decisions[0].player_index, Random(k)) for k in range(5)]
    assert any(twin is not None and twin.state is not match.state for twin in twins)
    assert look(match) == before


# ------------------------------------------------------------------- several at once


def test_who_has_chosen_does_not_show_until_all_have() -> None:
    match, choices = GAME.start(players=3, seed=6), Choices(6)
    before = {player: match.view(player) for player in match.players}
    for _ in range(20):
        if [d.player for d in match.decisions] == ["player_1"]:
            break
        choices.step(match, last=True)
    assert match.deciding_together
    lids = [match.state_of(seat).held_[TEXTS.places.index(f"player_{seat + 1}.lid")] for seat in (1, 2)]
    assert any(lids), "nobody has put anything down: take another seed"
    assert match.view("player_1") == before["player_1"]
    assert match.view("player_2") != before["player_2"]
    assert alone(match, 0).view("player_1") == before["player_1"]


def test_texts_speak_of_the_player_who_is_asked() -> None:
    match = GAME.start(players=3, seed=6)
    assert [d.prompt for d in match.decisions] == [f"Which drawer, player_{i}?" for i in (1, 2, 3)]
    match.choose(0, player="player_3")
    first, second, third = (d.prompt for d in match.decisions)
    assert (first, second) == ("Which drawer, player_1?", "Which drawer, player_2?")
    assert third == "How much, player_3? (3 in hand)"
