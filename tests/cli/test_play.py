"""`play` and `replay`: at a pipe, by chance, by script; saved, resumed, left."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from cli.commands import EXAMPLES, GAMES, process, run

PIG = EXAMPLES / "pig.yaml"
TIC = EXAMPLES / "tic_tac_toe.yaml"
RACE = GAMES / "race_for_the_moon.yaml"

X_WINS = ["a1", "b1", "a2", "b2", "a3"]


def lines(*words: str) -> str:
    return "".join(f"{word}\n" for word in words)


def test_a_game_is_played_over_a_pipe() -> None:
    result = process("play", TIC, typed=lines(*X_WINS))
    assert result.returncode == 0, result.stderr
    assert "won by x" in result.stdout
    assert "\x1b" not in result.stdout


def test_numbers_do_as_well_as_names() -> None:
    result = run("play", TIC, typed=lines("1", "1", "1", "1", "1", "1", "1"))
    assert "won by x" in result.stdout


def test_auto_plays_to_the_end_and_the_same_seed_plays_the_same() -> None:
    first, second = (run("play", PIG, "--auto", "--seed", "7") for _ in range(2))
    assert first.exit_code == 0
    assert "won by player_" in first.stdout
    assert first.stdout == second.stdout


def test_a_new_seed_is_told_so_that_the_match_can_be_had_again() -> None:
    shown = run("play", PIG, "--auto").stdout
    seed = re.search(r"seed (\d+)", shown)
    assert seed is not None
    assert run("play", PIG, "--auto", "--seed", seed.group(1)).stdout == shown


def test_quiet_prints_the_result_alone() -> None:
    shown = run("play", PIG, "--auto", "--seed", "7", "--quiet").stdout.strip()
    assert shown.startswith("won by player_")


def test_the_result_shows_the_score_by_lines() -> None:
    shown = run("play", EXAMPLES / "kuhn_poker.yaml", "--auto", "--seed", "1").stdout
    assert "chips won" in shown
    assert "total" in shown


def test_a_game_that_came_along_is_found_by_name() -> None:
    result = run("play", "race_for_the_moon", "--auto", "--seed", "1", "--players", "3")
    assert result.exit_code == 0, result.stderr
    assert "moon_landing" in result.stdout


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("tic_tak_toe",), "unknown game `tic_tak_toe`: did you mean `tic_tac_toe`?"),
        (("none.yaml",), "no such file: none.yaml"),
        ((TIC, "--scenario", "x"), "unknown scenario `x` (there is none)"),
        ((TIC, "--players", "5"), "is for 2 players, not 5"),
        ((RACE, "--players", "5"), "is for 2 to 4 players, not 5"),
        ((TIC, "--player", "y=random"), "unknown player `y`"),
        ((TIC, "--player", "x=robot"), "unknown kind of player for `x`"),
        ((TIC, "--player", "x"), "unknown kind of player for `x`"),
        ((TIC, "--player", "x=scripted:none.yaml"), "none.yaml"),
        ((TIC, "--option", "a=b"), "unknown option `a`"),
        ((TIC, "--option", "a"), "write NAME=VALUE"),
        (("--resume", "none.json"), "no such file: none.json"),
        ((), "which game?"),
    ],
)
def test_a_name_that_does_not_exist_is_one_clear_line(words: tuple[str | Path, ...], message: str) -> None:
    result = run("play", *words, "--auto")
    assert result.exit_code in (1, 2)
    assert message in result.stderr
    assert result.stderr.count("\n") == 1


def test_without_anybody_to_answer_it_says_what_it_needs() -> None:
    result = process("play", TIC)
    assert result.returncode == 2
    assert "--auto" in result.stderr


def test_the_end_of_the_input_is_a_clean_exit_with_a_hint() -> None:
    result = process("play", TIC, typed=lines("a1", "b1"))
    assert result.returncode == 0
    assert "the input came to its end" in result.stderr
    assert "saves" in result.stderr


def test_who_has_saved_is_told_how_to_go_on(tmp_path: Path) -> None:
    save = tmp_path / "save.json"
    result = run("play", TIC, typed=lines("a1", f"s {save}", "q"))
    assert f"go on with: rulesdsl play --resume {save}" in result.stderr


def test_a_record_that_cannot_be_written_is_found_out_first(tmp_path: Path) -> None:
    result = run("play", TIC, "--auto", "--record", tmp_path / "none" / "record.json")
    assert result.exit_code == 2
    assert "no such folder" in result.stderr


def test_quit_leaves() -> None:
    result = run("play", TIC, typed=lines("a1", "q"))
    assert result.exit_code == 0
    assert "you left the match" in result.stderr


def test_undo_view_help_and_why_are_answered() -> None:
    result = run("play", TIC, typed=lines("h", "?", "v", "a1", "u", "b2", "q"))
    assert result.exit_code == 0, result.stderr
    assert "tic_tac_toe.yaml:" in result.stdout
    assert "taken back" in result.stdout


def test_a_match_is_saved_resumed_and_replayed(tmp_path: Path) -> None:
    save, record = tmp_path / "save.json", tmp_path / "record.json"
    run("play", TIC, typed=lines(*X_WINS[:3], f"s {save}", "q"))
    resumed = run("play", "--resume", save, "--record", record, typed=lines(*X_WINS[3:]))
    assert resumed.exit_code == 0, resumed.stderr
    assert "won by x" in resumed.stdout
    replayed = run("replay", record)
    assert replayed.exit_code == 0, replayed.stderr
    assert "won by x" in replayed.stdout
    assert run("replay", save).exit_code == 0


def test_a_record_of_a_match_that_was_left_goes_on(tmp_path: Path) -> None:
    record = tmp_path / "record.json"
    left = run("play", TIC, "--record", record, typed=lines(*X_WINS[:3], "q"))
    assert f"--resume {record}" in left.stderr
    assert "won by x" in run("play", TIC, "--resume", record, typed=lines(*X_WINS[3:])).stdout


def test_a_save_of_another_game_is_refused(tmp_path: Path) -> None:
    record = tmp_path / "record.json"
    run("play", TIC, "--auto", "--record", record)
    result = run("play", PIG, "--resume", record)
    assert result.exit_code == 2
    assert "not of" in result.stderr


@pytest.mark.parametrize("text", ["", "{}", "[1, 2]", '{"rulesdsl": 1}', "nonsense", '{"game": 3, "seed": []}'])
@pytest.mark.parametrize("command", [("replay",), ("play", "--resume")])
def test_a_file_that_is_no_record_is_refused(tmp_path: Path, text: str, command: tuple[str, ...]) -> None:
    path = tmp_path / "odd.json"
    path.write_text(text, encoding="utf-8")
    result = run(*command, path)
    assert result.exit_code in (1, 2)
    assert "should not have happened" not in result.stderr


def test_a_person_plays_a_script_and_chance(tmp_path: Path) -> None:
    script = tmp_path / "o.yaml"
    script.write_text("answers: [b1, {action: place, square: b2}]\n", encoding="utf-8")
    result = run("play", TIC, "--player", f"o=scripted:{script}", typed=lines("a1", "a2", "a3"))
    assert result.exit_code == 0, result.stderr
    assert "won by x" in result.stdout


def test_scripted_dice_fall_as_written(tmp_path: Path) -> None:
    script = tmp_path / "one.yaml"
    script.write_text("answers: [roll_die, pass]\ndice: [5]\n", encoding="utf-8")
    result = run("play", PIG, "--player", f"player_1=scripted:{script}", typed=lines("v", "q"))
    assert result.exit_code == 0, result.stderr
    assert re.search(r"\b5\b", result.stdout)


def test_a_script_that_does_not_fit_says_what_would(tmp_path: Path) -> None:
    script = tmp_path / "x.yaml"
    script.write_text("[a1, a1]", encoding="utf-8")
    result = run("play", TIC, "--player", f"x=scripted:{script}", "--auto", "--seed", "1")
    assert result.exit_code == 1
    assert "answer 2: `a1` is not an option" in result.stderr
    assert "options: " in result.stderr


def test_a_terminal_that_knows_ascii_only_is_no_trouble() -> None:
    result = process("play", TIC, typed=lines("v", "a1", "zz", *X_WINS[1:]), PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    assert result.returncode == 0, result.stderr


def test_bytes_that_are_no_text_are_no_trouble() -> None:
    result = process("play", TIC, typed="\udcff\né\x00\na1\n")
    assert result.returncode == 0, result.stderr
    assert "is not an option" in result.stdout


CHOICES = """\
rulesdsl: 1
title: Choices
players: {keeper: 1, guest: {count: 1..3, team: guests}}
types: {Colour: [amber, blue, coral]}
options:
  fast: {default: false}
  depth: {default: 3, is: 1..5}
  tint: {default: amber, is: Colour}
  trio: {choose: 2 of Colour, default: [amber, blue]}
scenarios:
  short: {about: Over at once.}
  long: {about: Takes a moment.}
  set:
    about: Leaves little open.
    options: {tint: coral, fast: true}
    players: 3..4
phases:
  game:
    do: |
      let fast = if options.fast then 1 else 0
      let long_one = if scenario == long then 1 else 0
      say "{fast} {options.depth} {options.tint} {count(options.trio)} {long_one}"
"""


def played(folder: Path, *words: str) -> tuple[int, str, str]:
    path = folder / "choices.yaml"
    path.write_text(CHOICES, encoding="utf-8")
    result = run("play", path, "--auto", *words)
    return result.exit_code, result.stdout, result.stderr


def test_options_and_scenarios_are_given_by_name(tmp_path: Path) -> None:
    assert "\n0 3 amber 2 0\n" in played(tmp_path)[1]
    words = ("--option", "fast=true", "--option", "depth=5", "--option", "tint=coral", "--scenario", "long")
    assert "\n1 5 coral 2 1\n" in played(tmp_path, *words)[1]
    assert "\n0 3 amber 2 0\n" in played(tmp_path, "--option", "trio=blue,coral")[1]
    status, told, _ = played(tmp_path, "--scenario", "set", "--option", "tint=coral")
    assert status == 0
    assert "keeper, guest_1, guest_2" in told and "fixed by set: tint = coral; fast = yes" in told
    assert "\n1 3 coral 2 0\n" in told


def test_roles_and_teams_have_names(tmp_path: Path) -> None:
    assert "keeper, guest_1, guest_2" in played(tmp_path, "--players", "3")[1]
    assert played(tmp_path, "--players", "3", "--player", "guest_2=random")[0] == 0
    status, _, told = played(tmp_path, "--players", "2", "--player", "guest_2=random")
    assert status == 2
    assert "unknown player `guest_2`" in told


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--option", "depht=2"), "unknown option `depht`: did you mean `depth`?"),
        (("--option", "depth=9"), "depth"),
        (("--option", "depth=x"), "depth"),
        (("--option", "tint=red"), "amber, blue, coral"),
        (("--option", "fast=perhaps"), "true or false"),
        (("--option", "trio=blue"), "2 different"),
        (("--scenario", "shrt"), "unknown scenario `shrt`: did you mean `short`?"),
        (("--players", "9"), "is for 2 to 4 players, not 9"),
        (
            ("--scenario", "set", "--option", "tint=blue"),
            "scenario `set` fixes option `tint`: it is coral; leave the option out, or play short, long",
        ),
        (
            ("--scenario", "set", "--players", "2"),
            "2 players cannot play scenario `set`: it takes 3 to 4; 2 can play short, long",
        ),
    ],
)
def test_what_the_game_does_not_have_is_one_clear_line(tmp_path: Path, words: tuple[str, ...], message: str) -> None:
    status, _, told = played(tmp_path, *words)
    assert status == 2
    assert message in told
    assert told.count("\n") == 1


def test_a_player_sees_the_own_hand_before_the_first_question() -> None:
    shown = run("play", EXAMPLES / "kuhn_poker.yaml", "--seed", "1", typed=lines("bet", "call")).stdout
    first, second = shown.split("\nplayer_1\n")[1].split("\nplayer_2\n")
    assert re.search(r"player_1\.hand +queen", first.split("Opening")[0])
    assert "king" not in first
    assert re.search(r"player_2\.hand +king", second.split("Answer")[0])


def test_a_board_is_drawn_at_every_question() -> None:
    shown = run("play", TIC, typed=lines("b2", "a1", "q")).stdout
    assert shown.count("     a  b  c\n") == 3
    assert "  2  ·  x  ·\n  1  o  ·  ·\n" in shown
    alone = run("play", TIC, "--player", "o=random", "--seed", "1", typed=lines("b2", "q")).stdout
    assert alone.count("     a  b  c\n") == 2


def test_at_the_end_everything_lies_open_before_the_result() -> None:
    kuhn = EXAMPLES / "kuhn_poker.yaml"
    end = run("play", kuhn, "--seed", "1", typed=lines("bet", "call")).stdout.split("laid open")[1]
    assert re.search(r"player_1\.hand +queen *\n +player_2\.hand +king *\n", end.split("winner")[0])
    assert "laid open" not in run("play", kuhn, "--seed", "1", "--quiet", typed=lines("bet", "call")).stdout
    assert "laid open" not in run("play", kuhn, "--seed", "1", "--auto").stdout


def test_over_a_pipe_a_line_parts_players_who_hide_something() -> None:
    assert "-" * 40 in run("play", EXAMPLES / "kuhn_poker.yaml", "--seed", "1", typed=lines("bet", "call")).stdout
    assert "-" * 40 not in run("play", TIC, typed=lines(*X_WINS)).stdout


OFFER = """\
rulesdsl: 1
title: Offer
players: {keeper: 1}
state: {left: 0..9 = 5}
phases:
  game: {player: keeper, offer: [take, wait, look], until: pass}
actions:
  take:
    title: Take some
    cite: "4.2"
    when: |
      (left > 0
        and left < 9)
    with: {many: 1..3 where many <= left}
    limit: twice per game
    do: left -= many
  wait:
    do: nothing
  look:
    do: nothing
    when: left == 5
"""


def test_why_shows_what_each_action_on_offer_asks_for(tmp_path: Path) -> None:
    path = tmp_path / "offer.yaml"
    path.write_text(OFFER, encoding="utf-8")
    result = run("play", path, typed=lines("?", "q"))
    shown = [line.rstrip() for line in result.stdout.splitlines()]
    at = shown.index(" 1  Take some  [4.2]")
    assert shown[at + 1 : at + 8] == [
        "    12 |       (left > 0",
        "    13 |         and left < 9)",
        "    14 |     with: {many: 1..3 where many <= left}",
        "    15 |     limit: twice per game",
        " 2  wait",
        " 3  look",
        "    21 |     when: left == 5",
    ]
