"""Every way in which a state can fail to add up is told, with the name of what is wrong."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from conformance.found import CABINET, loaded

from rulesdsl.runtime.faults import Fault
from rulesdsl.runtime.invariants import check
from rulesdsl.tools.tables import Choices

GAME = loaded(CABINET)
PIECES = GAME.machine.texts.pieces
PLACES = GAME.machine.texts.places
HEAP, DUST = PLACES.index("heap"), PLACES.index("dust")
FIRST = PIECES.index("zyxamber_1")


def set_to(column: str, i: int, value: Any) -> Callable[[Any], None]:
    """Spoil one entry of a column."""

    def spoil(s: Any) -> None:
        getattr(s, column)[i] = value

    return spoil


def both(*steps: Callable[[Any], None]) -> Callable[[Any], None]:
    def spoil(s: Any) -> None:
        for step in steps:
            step(s)

    return spoil


def named(name: str, value: Any) -> Callable[[Any], None]:
    return lambda s: setattr(s, name, value)


def carried_in_a_ring(s: Any) -> None:
    carriers = GAME.machine.data["carriers"]
    for piece, other in ((FIRST, FIRST + 1), (FIRST + 1, FIRST)):
        s.held_[s.where_[piece]] = tuple(p for p in s.held_[s.where_[piece]] if p != piece)
        s.held_[carriers + other] = (piece,)
        s.where_[piece] = carriers + other


def one_on_a_cell(s: Any) -> None:
    place = next(place for place in range(6) if s.held_[place])
    s.mixed_[place] = 1


def shuffled_out_of_order(s: Any) -> None:
    s.held_[HEAP] = tuple(sorted(s.held_[HEAP], reverse=True))
    s.mixed_[HEAP] = len(s.held_[HEAP])
    assert s.mixed_[HEAP] > 1


SPOILT: dict[str, tuple[Callable[[Any], None], str]] = {
    "twice": (lambda s: s.held_.__setitem__(DUST, (*s.held_[DUST], s.held_[HEAP][0])), "lies in `dust` and is said"),
    "nowhere": (lambda s: s.held_.__setitem__(HEAP, s.held_[HEAP][1:]), "is in 0 places"),
    "twice in one place": (lambda s: s.held_.__setitem__(HEAP, (*s.held_[HEAP], s.held_[HEAP][0])), "is in 2 places"),
    "elsewhere": (lambda s: s.where_.__setitem__(s.held_[HEAP][0], DUST), "is said to be at `dust`"),
    "no such piece": (set_to("held_", DUST, (999,)), "piece number 999"),
    "a ring": (carried_in_a_ring, "carries itself"),
    "more shuffled than there is": (set_to("mixed_", DUST, 99), "are said to be shuffled"),
    "shuffled, and in another order": (shuffled_out_of_order, "what is shuffled in `heap` does not stand in order"),
    "a cell shuffled": (one_on_a_cell, "is no zone and is said to be shuffled"),
    "shown to nobody's number": (set_to("shown_", FIRST, 1 << 9), "is shown to nobody's number"),
    "a place missing": (lambda s: s.held_.pop(), "other places or pieces"),
    "less than no token": (set_to("coin", 0, -1), "somebody holds less than no `coin`"),
    "more tokens than there are": (both(set_to("coin", 0, 5), set_to("coin", 1, 5)), "9 `coin` in the box and 10"),
    "tokens of an empty seat": (set_to("coin", 3, 1), "who does not play holds `coin`"),
    "a number out of bounds": (set_to("offer", 1, 4), "`offer` cannot be 4"),
    "a number below": (named("omen", 0), "`omen` cannot be 0"),
    "no number": (named("omen", None), "`omen` cannot be None"),
    "no flag": (set_to("sly", 0, 1), "`sly` cannot be 1"),
    "no member": (named("mood", 3), "`mood` cannot be 3"),
    "nothing where something must be": (named("mood", -1), "`mood` cannot be -1"),
    "no player": (set_to("envy", 0, 3), "`envy` cannot be 3"),
    "neither hidden nor revealed": (set_to("wish_open", 0, 2), "`wish` is neither hidden nor revealed"),
    "no side": (set_to("Box_side", PIECES.index("player_1_zyxbox_1"), 3), "has no side number 3"),
    "nobody acts": (named("me", 3), "`me` is `player_4`, who does not play"),
    "nobody wins": (named("winner_", 17), "number 17 wins"),
}


@pytest.mark.parametrize("name", SPOILT)
def test_a_state_that_does_not_add_up(name: str) -> None:
    spoil, words = SPOILT[name]
    match = Choices(5).play(GAME.start(players=2, seed=5), 12)
    s = match.machine.copy(match.state)
    check(GAME.machine, s)
    spoil(s)
    with pytest.raises(Fault) as found:
        check(GAME.machine, s)
    assert words in found.value.message
    assert found.value.message.startswith("the box does not add up: ")


def test_a_match_is_checked_on_its_way_if_asked_for() -> None:
    match = GAME.start(players=2, seed=5, invariants=True)
    choices = Choices(5)
    while match.deciding_together:
        choices.step(match)
    match.state.coin[0] = 70
    with pytest.raises(Fault, match="9 `coin` in the box"):
        choices.play(match)


def test_it_is_left_out_otherwise() -> None:
    match = GAME.start(players=2, seed=5)
    choices = Choices(5)
    while match.deciding_together:
        choices.step(match)
    match.state.coin[0] = 70
    assert choices.play(match).over
