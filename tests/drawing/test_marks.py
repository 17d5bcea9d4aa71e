"""Short marks: initials, more letters where two would be the same, numbers where nothing else helps."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from rulesdsl.drawing.marks import LONGEST, players, shortened


def test_a_mark_is_the_initials() -> None:
    assert shortened(["Pawn", "Long_Boat", "toll gate"]) == {"Pawn": "P", "Long_Boat": "LB", "toll gate": "TG"}


def test_names_that_begin_alike_get_more_letters() -> None:
    assert shortened(["Mill", "Meadow", "Hut"]) == {"Mill": "Mi", "Meadow": "Me", "Hut": "H"}
    assert shortened(["Long_Boat", "Low_Bridge"]) == {"Long_Boat": "LBo", "Low_Bridge": "LBr"}


def test_a_mark_that_is_given_stays_and_no_other_is_the_same() -> None:
    assert shortened(["Pawn", "Page"], {"Page": "P"}) == {"Pawn": "Pa", "Page": "P"}


def test_players_are_numbers_or_small_letters() -> None:
    assert players(["player_1", "player_2"]) == ["1", "2"]
    assert players(["white", "black"]) == ["w", "b"]
    assert players(["scout_1", "scout_2", "warden"]) == ["s1", "s2", "w"]
    assert len(set(players(["green", "grey", "gold"]))) == 3


@given(st.lists(st.text("abc_ é", min_size=1, max_size=8), max_size=40, unique=True))
def test_marks_are_short_and_differ(names: list[str]) -> None:
    found = shortened(names)
    assert set(found) == set(names)
    assert len(set(found.values())) == len(names)
    assert all(1 <= len(mark) <= LONGEST for mark in found.values())
