"""Views as tables, and the difference of two views."""

from __future__ import annotations

import io
from typing import Any

from rich.console import Console

from rulesdsl.providers.tables import changes, rule_lines, view_table
from rulesdsl.source import Source, Span


def printed(view: dict[str, Any]) -> list[str]:
    shown = io.StringIO()
    Console(file=shown, width=80).print(view_table(view))
    return [line.rstrip() for line in shown.getvalue().splitlines()]


def test_rows_with_the_same_keys_become_one_table() -> None:
    lines = printed(
        {"round": 2, "players": {"ann": {"gold": 3, "hand": ["x", "y"]}, "bob": {"gold": None, "hand": []}}}
    )
    assert lines == [
        "round  2",
        "",
        "players",
        "       gold   hand",
        "──────────────────────",
        " ann   3      x, y",
        " bob   none   nothing",
    ]


def test_single_values_are_words() -> None:
    assert printed({"open": True, "shut": False, "piles": {"left": ["[b]"], "right": {"a": 1}}}) == [
        "open  yes",
        "shut  no",
        "",
        "piles",
        "  left   [b]",
        "  right  a 1",
    ]


def test_changes_name_what_came_went_and_turned() -> None:
    before = {"round": 1, "ann": {"gold": 3, "lamp": True}}
    after = {"round": 2, "ann": {"gold": 3, "map": "old"}}
    assert changes(before, after) == ["round: 1 → 2", "ann map: - → old", "ann lamp: yes → -"]
    assert changes(after, after) == []


def test_the_lines_of_a_rule_end_where_the_next_one_begins() -> None:
    text = "a:\n  - name: One\n    do: |\n      x\n\n      y\n\n  - name: Two\n"
    source = Source("f.yaml", text)
    assert rule_lines(Span(source, 7, 11)) == [
        "   2 |   - name: One",
        "   3 |     do: |",
        "   4 |       x",
        "   5 | ",
        "   6 |       y",
    ]
    assert rule_lines(Span(source, text.index("name: Two"), len(text))) == ["   8 |   - name: Two"]
