"""Rows of dice tables and look-ups, and the levels of a result."""

from __future__ import annotations

from pathlib import Path

import pytest
from check.whole import REAL, expect, problems, problems_of_file

from rulesdsl.check.tables import check_tables
from rulesdsl.source import Diagnostic

GAME = """
players: 2
phases:
  game:
    do: nothing
"""


def dice_table(
    roll: str, *rows: str, changes: str = "", head: str = "fate(bool lucky)", state: str = ""
) -> list[Diagnostic]:
    lines = "\n".join(f"      {row}" for row in rows)
    text = f"{GAME}{state}tables:\n  {head}:\n    {roll}\n{changes}    rows:\n{lines}\n"
    return problems(text, check_tables)


def codes(found: list[Diagnostic]) -> list[tuple[str, int]]:
    return [(one.code, one.span.line) for one in found]


# ------------------------------------------------------------------------ dice


@pytest.mark.parametrize("path", REAL, ids=lambda path: path.stem)
def test_real_games_have_whole_tables(path: Path) -> None:
    assert problems_of_file(path, check_tables) == []


@pytest.mark.parametrize(
    ("roll", "rows"),
    [
        ("roll: d6", ["1: nothing", "2..6: nothing"]),
        ("roll: 2d6", ["2..7: nothing", "8..12: nothing"]),
        ("roll: best of 3 d6", ["1..3: nothing", "4..6: nothing"]),
        ("roll: best of (if lucky then 2 else 1) d8", ["..4: nothing", "5..: nothing"]),
        ("roll: (if lucky then 2 else 1) d6", ["1..12: nothing"]),
        ("roll: digits 2 d6", [f"{n}1..{n}6: nothing" for n in range(1, 7)]),
        ("roll: digits 3 d4", ["111..144: nothing", "211..444: nothing"]),
        ("on: if lucky then 3 else 5", ["3: nothing", "5: nothing"]),
        ("on: 17 // 2 + 6 % 4 - 1 * 3", ["5..8: nothing"]),
        ("on: -(if lucky then 3 else 5) * 2", ["-10..-6: nothing"]),
    ],
)
def test_rows_that_cover_all_are_fine(roll: str, rows: list[str]) -> None:
    assert dice_table(roll, *rows) == []


def test_a_gap_names_the_missing_numbers() -> None:
    (found,) = dice_table("roll: 2d6", "2..4: nothing", "7..11: nothing")
    assert (found.code, found.span.text) == ("table-gap", "fate")
    assert found.message == "no row of `fate` covers 5, 6 and 12"


def test_a_gap_between_numbers_that_digits_never_show_is_none() -> None:
    (found,) = dice_table("roll: digits 2 d6", "11..46: nothing", "52..66: nothing")
    assert found.message == "no row of `fate` covers 51"


def test_an_overlap_labels_both_rows() -> None:
    (found,) = dice_table("roll: d6", "1..3: nothing", "3..6: nothing")
    assert (found.code, found.message, found.span.text) == ("table-overlap", "a result of 3 has two rows", "3..6")
    assert [label.span.text for label in found.related] == ["1..3"]


def test_a_row_out_of_reach_is_a_warning() -> None:
    (found,) = dice_table("roll: d6", "..6: nothing", "7..: nothing")
    assert (found.code, found.severity.value, found.span.text) == ("row-never", "warning", "7..")


def change(*lines: str) -> str:
    return "    changes:\n" + "".join(f"      {line}\n" for line in lines)


@pytest.mark.parametrize(
    ("lines", "missing"),
    [
        (["- add: 1"], "7"),
        (["- add: 1", "  when: lucky"], "7"),
        (["- remove: 2", "  when: lucky"], "-1 and 0"),
        (["- remove: 2", "  when: lucky", "- at least: 1"], None),
        (["- at least: 1", "- remove: 2"], None),
        (["- add: 3", "- at most: 6"], None),
        (["- times: 2"], "8, 10 and 12"),
        (["- halve: down"], "0"),
        (["- halve: up"], None),
        (["- set: 9", "  when: lucky"], "9"),
        (["- set: 9"], "9"),
        (["- set: 4", "- add: 3"], "7"),
        (["- add: -1", "  when: lucky", "- add: 1", "  when: lucky"], "0 and 7"),
    ],
)
def test_changes_move_the_results_in_their_fixed_order(lines: list[str], missing: str | None) -> None:
    found = [one for one in dice_table("roll: d6", "1..6: nothing", changes=change(*lines)) if one.code == "table-gap"]
    assert [one.message for one in found] == ([] if missing is None else [f"no row of `fate` covers {missing}"])


def test_an_unknown_number_needs_open_rows() -> None:
    assert dice_table("on: strength", "..3: nothing", "4..: nothing", head="fate(int strength)") == []
    (found,) = dice_table("on: strength", "..3: nothing", "4..9: nothing", head="fate(int strength)")
    assert (found.message, found.help) == ("no row of `fate` covers 10..", "an open row `9..` takes all above it too")


def test_bounds_of_state_tokens_and_values_are_known() -> None:
    expect(
        """
        players: 2
        tokens:
          coin: {supply: 5, held by: Player}
        state:
          heat: 1..4 = 1
          pace: {per: Player, is: 0..3 = 0}
        phases:
          game:
            do: |
              for p in players:
                by_heat(p)
                by_coins(p)
                by_value(p)
                by_round(p)
        values:
          speed(Player p) -> int:
            base: p.pace * 2
            changes:
              - add: 1
                when: heat == 2
              - at most: 5
        tables:
          by_heat(Player p):
            on: heat + p.pace
            rows:
              1..7: nothing
          by_coins(Player p):                   # error: table-gap
            on: p.coin + supply(coin)
            rows:
              0..9: nothing
          by_value(Player p):
            on: speed(p)
            rows:
              0..5: nothing
          by_round(Player p):
            on: count(players) + max([heat, 2]) + min([heat, 2]) + abs(heat - 3)
            rows:
              3..10: nothing
        """,
        check_tables,
    )


def test_figures_that_nothing_writes_bound_a_table() -> None:
    expect(
        """
        players: 2
        components:
          Chip:
            has: {size: int = 2, wear: int = 0}
            pieces:
              - name: Small Chip
                size: 1
              - name: Great Chip
                size: 7
              - count: 3
        tables:
          width(Chip c):
            on: c.size
            rows:
              1..7: nothing
          worn(Chip c):                         # error: table-gap
            on: c.wear
            rows:
              0: nothing
        phases:
          game:
            do: |
              for c in all Chip:
                c.wear += 1
                width(c)
                worn(c)
        """,
        check_tables,
    )


def test_a_row_that_cannot_be_read_makes_no_second_problem() -> None:
    expect(
        """
        players: 2
        phases:
          game:
            do: fate()
        tables:
          fate:
            roll: d6
            rows:
              1..3: nothing
              6..4: nothing
        """,
        check_tables,
        broken=True,
    )


# -------------------------------------------------------------------- look-ups


def test_look_ups_need_a_row_for_each_key() -> None:
    found = expect(
        """
        players: 2
        types:
          Colour: [red, green, blue]
        phases:
          game:
            do: nothing
        tables:
          price:                                # error: missing-row
            key: Colour
            value: int
            rows:
              red: 1
          whole:
            key: Colour
            value: int
            rows:
              red: 1
              green: 2
              blue: 3
          slip:
            key: Colour
            value: int
            rows:
              red: 1
              gren: 2                           # error: unknown-name
              blue: 3
          steps:                                # error: missing-row
            key: 0..4
            value: int
            rows:
              0: 0
              2: 1
              3: 2
              5: 9                              # error: unknown-name
          who:                                  # error: missing-row
            key: Player
            value: int
            rows:
              player_1: 1
        """,
        check_tables,
    )
    assert [one.message for one in found] == [
        "`price` has no row for `green` and `blue`",
        "unknown member `gren`",
        "`steps` has no row for 1 and 4",
        "`5` is none of the keys 0..4",
        "`who` has no row for `player_2`",
    ]


def test_rows_by_kind_may_name_a_kind_above() -> None:
    expect(
        """
        players: 2
        components:
          Card:
            pieces:
              - name: Plain Card
                count: 2
              - name: Gilded Card
              - name: Last Card
        boards:
          trail:
            kind: graph
            regions: [north_gate, south_gate]
            links: [north_gate - south_gate]
        phases:
          game:
            do: nothing
        tables:
          worth:
            key: Card
            value: int
            rows:
              Card: 1
              Gilded_Card: 5
          rarity:                               # error: missing-row
            key: Card
            value: int
            rows:
              Plain_Card: 1
              last_card: 3
          toll:                                 # error: missing-row
            key: Region
            value: int
            rows:
              north_gate: 2
        """,
        check_tables,
    )


def test_a_row_with_too_few_figures_makes_no_second_problem() -> None:
    expect(
        """
        players: 2
        types:
          Colour: [red, green]
        phases:
          game:
            do: nothing
        tables:
          price:
            key: Colour
            columns: {new: int, old: int}
            rows:
              red: [1, 2]
              green: [1]
        """,
        check_tables,
        broken=True,
    )


# ---------------------------------------------------------------------- levels


def levels(*rows: str, points: str = "p.score", state: str = "int = 0") -> list[Diagnostic]:
    lines = "\n".join(f"    {row}" for row in rows)
    text = f"""{GAME}state:
  score: {{per: Player, is: {state}}}
result:
  score:
    Player p:
      - label: points
        points: {points}
  levels:
{lines}
"""
    return problems(text, check_tables)


def test_open_levels_without_gaps_are_fine() -> None:
    assert levels("great: 30..", "good: 10..29", "poor: ..9") == []


def test_a_gap_between_levels_is_told_at_the_level_above() -> None:
    (found,) = levels("great: 30..", "good: 10..27", "poor: ..9")
    assert (found.code, found.span.text, found.message) == ("level-gap", "great", "a score of 28 and 29 has no level")


def test_an_unknown_score_needs_open_ends() -> None:
    (found,) = levels("good: 10..20", "poor: 0..9")
    assert (found.code, found.message) == ("level-gap", "a score of ..-1 and 21.. has no level")


def test_a_bounded_score_needs_no_open_ends() -> None:
    assert levels("good: 10..20", "poor: 0..9", state="0..20 = 0") == []
    (found,) = levels("good: 10..20", "poor: 0..9", points="p.score + 2", state="0..20 = 0")
    assert (found.code, found.span.text) == ("level-gap", "good")


def test_levels_that_share_a_score() -> None:
    (found,) = levels("good: 10..", "poor: ..10")
    assert (found.code, found.span.text) == ("level-overlap", "poor")
    assert [label.span.text for label in found.related] == ["good"]


def test_a_level_that_no_score_reaches() -> None:
    found = levels("great: 21..", "good: 10..20", "poor: ..9", state="0..20 = 0")
    assert codes(found) == [("row-never", found[0].span.line)]
    assert found[0].span.text == "great"
