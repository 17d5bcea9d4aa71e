"""Views as tables, and the difference of two views."""

from __future__ import annotations

import io
from typing import Any

from rich.console import Console

from rulesdsl.providers.tables import changes, flat, rule_lines, view_table
from rulesdsl.source import Source, Span


def printed(view: dict[str, Any]) -> list[str]:
    shown = io.StringIO()
    Console(file=shown, width=80).print(view_table(view))
    return [line.rstrip() for line in shown.getvalue().splitlines()]


def test_values_of_each_player_stand_side_by_side() -> None:
    state = {"round": 2, "gold": {"ann": 3, "bob": None}, "ready": {"ann": True, "bob": "?"}}
    assert printed({"player": "ann", "players": ["ann", "bob"], "acting": "bob", "state": state}) == [
        "",
        "state",
        "  round  2",
        "",
        "         ann   bob",
        "────────────────────",
        " gold    3     none",
        " ready   yes   ?",
    ]


def test_values_with_two_keys_are_a_table_of_their_own() -> None:
    plan = {"ann": {"[north]": 1, "south": 2}, "bob": {"[north]": "?", "south": "?"}}
    assert printed({"state": {"plan": plan}}) == [
        "",
        "plan",
        "       [north]   south",
        "───────────────────────",
        " ann   1         2",
        " bob   ?         ?",
    ]


def test_many_columns_become_lines() -> None:
    heights = {"hill": {str(i): i for i in range(9)}}
    assert printed({"state": heights})[2] == "  hill  0 0, 1 1, 2 2, 3 3, 4 4, 5 5, 6 6, 7 7, 8 8"


def test_zones_show_what_is_seen_and_count_what_is_not() -> None:
    zones = {
        "deck": {"count": 3, "pieces": []},
        "row": {"count": 4, "pieces": ["card_1", "card_2", "card_3", "jack"]},
        "hand": {"count": 2, "pieces": ["queen"]},
        "bin": {"count": 0, "pieces": []},
    }
    assert printed({"zones": zones})[2:] == [
        "  deck  3 unseen",
        "  row   card_1 .. card_3, jack",
        "  hand  queen, 1 unseen",
        "  bin   -",
    ]


def test_a_board_of_squares_lies_as_on_a_table() -> None:
    cells: dict[str, Any] = {f"{column}{row}": {} for row in (1, 2) for column in "abc"}
    cells["a1"] = {"pieces": ["pawn_1"]}
    cells["c2"] = {"mark": "x", "level": 2}
    assert printed({"boards": {"board": cells}})[2:] == [
        "  2  ·       ·       x 2",
        "  1  pawn_1  ·       ·",
        "     a       b       c",
    ]


def test_a_face_that_is_put_away_is_no_change() -> None:
    before = {"zones": {"hand": {"count": 1, "pieces": ["tile"]}}, "pieces": {"tile": {"face": "ring -1 ring"}}}
    after: dict[str, Any] = {"zones": {"hand": {"count": 0, "pieces": []}}, "pieces": {}}
    assert changes(before, after) == ["hand: - tile"]
    assert changes(after, before) == ["hand: + tile", "tile face: - → ring -1 ring"]


def test_other_boards_show_the_cells_that_hold_something() -> None:
    lands = {"north": {}, "south": {"pieces": ["army_1", "?"]}}
    assert printed({"boards": {"map": lands, "moon": {"crater": {}}}}) == [
        "",
        "map",
        "  south  army_1, ?",
        "",
        "moon",
        "  all  empty",
    ]


def test_anything_else_is_shown_as_it_stands() -> None:
    assert printed({"open": True, "shut": False, "none": None}) == ["  open  yes", "  shut  no", "  none  none"]


def test_changes_are_told_without_saying_who_acts() -> None:
    before = {"acting": "ann", "state": {"round": 1, "gold": {"ann": 3}, "old": 1}, "zones": {}}
    after = {"acting": "bob", "state": {"round": 2, "gold": {"ann": 5}, "new": True}, "zones": {}}
    assert changes(before, after) == ["round: 1 → 2", "gold ann: 3 → 5", "new: - → yes", "old: 1 → -"]
    assert changes(after, after) == []


def test_what_is_hidden_again_is_no_news() -> None:
    open_, shut = {"state": {"plan": {"ann": 2}}}, {"state": {"plan": {"ann": "?"}}}
    assert changes(open_, shut) == []
    assert changes(shut, open_) == ["plan ann: ? → 2"]


def zones(*row: str, hidden: int = 0) -> dict[str, Any]:
    return {"zones": {"row": {"count": len(row) + hidden, "pieces": list(row)}}}


def test_pieces_come_and_go() -> None:
    assert changes(zones("a_1", "a_2", "b"), zones("b", "c")) == ["row: + c, - a_1, - a_2"]
    assert changes(zones("a"), zones("a", "d_1", "d_2", "d_3")) == ["row: + d_1 .. d_3"]
    assert changes(zones("a", "b"), zones("b", "a")) == ["row: a, b → b, a"]
    assert changes(zones(hidden=2), zones(hidden=3)) == ["row: 2 unseen → 3 unseen"]


def test_single_values_are_found_by_their_path() -> None:
    assert dict(flat({"a": {"b": ["x_1", "x_2", "x_3"], "c": 1}})) == {"a b": "x_1, x_2, x_3", "a c": "1"}


TEXT = "a:\n  - name: One\n    do: |\n      x\n\n      y\n\n  - name: Two\n    to: z\n"


def test_the_lines_of_a_rule_end_where_the_next_one_begins() -> None:
    source = Source("f.yaml", TEXT)
    assert rule_lines(Span(source, 7, 11)) == [
        "    2 |   - name: One",
        "    3 |     do: |",
        "    4 |       x",
        "    5 | ",
        "    6 |       y",
    ]
    assert len(rule_lines(Span(source, TEXT.index("name: Two"), len(TEXT)))) == 2


def test_a_rule_with_a_name_is_shown_from_its_beginning_and_the_line_at_work_is_marked() -> None:
    source = Source("f.yaml", TEXT)
    lines = rule_lines(Span(source, TEXT.index("y\n"), len(TEXT)), "One")
    assert lines[0] == "    2 |   - name: One"
    assert lines[-1] == ">   6 |       y"


def test_a_long_rule_is_cut_around_the_line_at_work() -> None:
    text = "long:\n" + "".join(f"  x{i}\n" for i in range(200))
    lines = rule_lines(Span(Source("f.yaml", text), text.index("x100"), len(text)), "long")
    assert len(lines) == 40
    assert any(line == "> 102 |   x100" for line in lines)
