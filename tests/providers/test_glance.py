"""Views in few lines: what comes first, what is cut, boards that changed, what several views tell together."""

from __future__ import annotations

import io
from typing import Any

from rich.console import Console

from rulesdsl.providers.glance import apart, boards, glance, opened


def text(blocks: list[Any], width: int = 60) -> list[str]:
    shown = Console(file=io.StringIO(), width=width)
    for block in blocks:
        shown.print(block, markup=False, highlight=False)
    file = shown.file
    assert isinstance(file, io.StringIO)
    return [line.rstrip() for line in file.getvalue().splitlines()]


def hands(ann: list[str], bob: list[str], player: str) -> dict[str, Any]:
    """What a player sees of two hands of two cards."""
    seen = {"ann": ann if player == "ann" else [], "bob": bob if player == "bob" else []}
    return {
        "player": player,
        "players": ["ann", "bob"],
        "state": {"turn": 3, "bid": {name: 2 if name == player else "?" for name in ("ann", "bob")}},
        "zones": {f"{name}.hand": {"count": 2, "pieces": held} for name, held in seen.items()},
    }


ANN, BOB = (hands(["[a]", "b"], ["c", "d"], player) for player in ("ann", "bob"))


def test_what_a_player_alone_sees_comes_first() -> None:
    assert text(glance(ANN, [BOB], 60)) == [
        "  bid       ann 2, bob ?",
        "  ann.hand  [a], b",
        "  turn      3",
        "  bob.hand  2 unseen",
    ]


def test_what_all_see_is_cut_but_never_what_one_alone_sees() -> None:
    long = [f"x{i}y" for i in range(40)]
    mine = {"zones": {"hand": {"count": 40, "pieces": long}}}
    theirs: dict[str, Any] = {"zones": {"hand": {"count": 40, "pieces": []}}}
    assert "x39y" in " ".join(text(glance(mine, [theirs], 60)))
    assert text(glance(mine, [mine], 60))[0].endswith(" ...")


def test_more_rows_than_fit_are_counted() -> None:
    view = {"state": {f"name{i}": i for i in range(20)}}
    lines = text(glance(view, [], 60))
    assert len(lines) == 15
    assert lines[-1] == "  ... and 6 more (v shows everything)"


def test_empty_zones_take_no_row_and_a_table_a_row_for_each_player() -> None:
    view = {
        "state": {"plan": {"ann": {"a": 1, "b": 2}, "bob": {"a": "?", "b": "?"}}},
        "zones": {"pile": {"count": 0, "pieces": []}},
    }
    assert text(glance(view, [], 60)) == ["  plan ann  a 1, b 2", "  plan bob  a ?, b ?"]


def test_boards_are_drawn_if_they_changed() -> None:
    cells: dict[str, Any] = {"a1": {}, "b1": {}, "a2": {}, "b2": {"mark": "x"}}
    before, after = {"boards": {"field": {**cells, "b2": {}}, "edge": {}}}, {"boards": {"field": cells, "edge": {}}}
    assert text(boards(after, before)) == ["", "field", "  2  ·  x", "  1  ·  ·", "     a  b"]
    assert boards(after, after) == []
    assert text(boards({"boards": {"field": cells}}, None))[-3:] == ["  2  ·  x", "  1  ·  ·", "     a  b"]


def test_players_who_see_the_same_are_not_apart() -> None:
    assert apart(ANN, BOB)
    assert not apart(ANN, {**ANN, "player": "bob"})
    assert apart(ANN, {"state": ANN["state"]})


def test_what_each_sees_is_open_together() -> None:
    seen = opened([ANN, BOB])
    assert seen["state"] == {"turn": 3, "bid": {"ann": 2, "bob": 2}}
    assert seen["zones"] == {
        "ann.hand": {"count": 2, "pieces": ["[a]", "b"]},
        "bob.hand": {"count": 2, "pieces": ["c", "d"]},
    }


def test_pieces_that_one_sees_are_seen_wherever_they_lie() -> None:
    ann: dict[str, Any] = {
        "boards": {"field": {"a1": {"pieces": ["?", "p"]}}},
        "zones": {"row": {"count": 2, "pieces": ["s"]}},
    }
    bob: dict[str, Any] = {
        "boards": {"field": {"a1": {"pieces": ["q", "?"]}}},
        "zones": {"row": {"count": 2, "pieces": ["t"]}},
    }
    assert opened([ann, bob]) == {
        "boards": {"field": {"a1": {"pieces": ["q", "p"]}}},
        "zones": {"row": {"count": 2, "pieces": ["s", "t"]}},
    }
    assert opened([{"state": {"top": "?"}}, {"state": {"top": "?"}}]) == {"state": {"top": "?"}}


def test_what_is_no_or_none_takes_no_room() -> None:
    state = {"turn": 0, "rain": False, "leader": None, "mined": {"a1": False, "b1": True}, "stuck": {"a1": False}}
    view = {"player": "ann", "players": ["ann"], "state": state}
    assert text(glance(view, [], 60)) == ["  turn   0", "  mined  b1 yes"]
