"""Cases: what each item means, and what is said when it does not hold."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from providers.fakes import FakeGame, evaluate, found

import rulesdsl
from rulesdsl.tools.cases import CaseResult, find_cases, run_case

HEAD = "game: stones.yaml\ncase: A case\n"


class Runner:
    """Runs the text of a case in a folder with a game."""

    def __init__(self, folder: Path) -> None:
        self.game = FakeGame()
        self.path = folder / "one.case.yaml"
        (folder / "stones.yaml").write_text("", encoding="utf-8")

    def __call__(self, text: str) -> CaseResult:
        self.path.write_text(HEAD + text, encoding="utf-8")
        return run_case(self.path, lambda name: self.game, evaluate, found)


@pytest.fixture
def case(tmp_path: Path) -> Runner:
    return Runner(tmp_path)


WHOLE = """\
cite: "2.1"
scenario: long
players: 2
seed: 4
options: {fast: true, size: 3}
at: turn
me: ann
given: |
  x = 1
play:
  - dice: [4]
  - draw: [queen]
  - choose: two
  - dice: [6, 1]
  - expect: left == 7
  - choose: {by: bob, action: two}
  - asks: {player: ann, options: [two, one]}
  - sees: {player: ann, shows: [card_of_ann], hides: [card_of_bob]}
  - choose: [two, two, one]
  - ends: won
  - winner: ann
  - score: {ann: 1, bob: 0}
"""


def test_a_case_that_holds(case: Runner) -> None:
    # `choose` by name of the step needs a step: the fake asks with kind `choose`.
    result = case(WHOLE.replace("{by: bob, action: two}", "{by: bob, choose: two}").replace("  - draw: [queen]\n", ""))
    assert result.message == ""
    assert (result.ok, result.title, result.cite) == (True, "A case", "2.1")


def test_a_case_starts_the_game_as_it_says(case: Runner) -> None:
    case(WHOLE)
    wanted: dict[str, Any] = {
        "scenario": "long",
        "players": 2,
        "seed": 4,
        "options": {"fast": True, "size": 3},
        "at": "turn",
        "me": "ann",
        "given": "x = 1\n",
        "dice": [4],
        "draws": ["queen"],
    }
    assert case.game.started == wanted


def test_dice_that_follow_a_choice_are_thrown_by_it(case: Runner) -> None:
    result = case("play:\n  - choose: one\n  - dice: [6]\n  - expect: thrown == [6]\n  - choose: one\n  - dice: [2]\n")
    assert result.message == ""


@pytest.mark.parametrize(
    ("play", "place", "message"),
    [
        (
            "- choose: three",
            "4:13",
            "`three` is not an option\nasked: ann: What next? by action lift [2.1]\noptions: one, two",
        ),
        (
            "- choose: {by: bob, choose: one}",
            "4:13",
            "the answer is by bob, but ann is asked\nasked: ann: What next? by action lift [2.1]\noptions: one, two",
        ),
        ("- choose: [two, two, one, one]", "4:13", "the game is over, nothing asks for one"),
        ("- expect: left == 4", "4:13", "`left == 4` does not hold: left == 4 is False"),
        ("- expect:\n      - left == 5\n      - left == 6", "6:9", "`left == 6` does not hold: left == 6 is False"),
        ("- expect: left", "4:13", "`left` does not hold: left is 5"),
        ("- asks: {player: bob}", "4:11", "bob is not asked; asked is ann: What next? by action lift [2.1]"),
        ("- asks: {options: [one]}", "4:11", "ann: What next? by action lift [2.1]\noffered too: two"),
        ("- asks: {options: [one, two, two]}", "4:11", "ann: What next? by action lift [2.1]\nnot offered: two"),
        ("- sees: {player: ann, shows: [card_of_bob]}", "4:11", "ann does not see card_of_bob"),
        ("- sees: {player: ann, hides: [card_of_ann]}", "4:11", "ann sees card_of_ann"),
        ("- sees: {player: cat, hides: [x]}", "4:11", "there is no player cat"),
        ("- sees: {player: ann, shows: [bob.secret]}", "4:11", "ann does not see bob.secret"),
        ("- sees: {player: ann, hides: [ann.secret]}", "4:11", "ann sees ann.secret"),
        ("- sees: {player: ann, hides: [card_of_cat]}", "4:11", "name 'card_of_cat' is not defined"),
        ("- ends: won", "4:11", "the game is not over; asked is ann: What next? by action lift [2.1]"),
        ("- choose: [two, two, one]\n  - ends: draw", "5:11", "the game ended as won"),
        ("- choose: [two, two, one]\n  - winner: bob", "5:13", "won by ann"),
        ("- choose: [two, two, one]\n  - score: {bob: 2}", "5:12", "bob has 0, not 2"),
        ("- choose: [two, two, one]\n  - score: {cat: 2}", "5:12", "cat has no score"),
        ("- choose: one\n  - dice: [1, 2]\n  - dice: [3]", "6:11", "never asked for: die 2, die 3"),
        ("- draw: [queen]", "4:11", "never asked for: queen"),
        ("- together: {ann: [one, one]}", "4:21", "ann is not asked for one"),
    ],
)
def test_what_does_not_hold_is_told_with_its_place(case: Runner, play: str, place: str, message: str) -> None:
    result = case(f"play:\n  {play}\n")
    assert not result.ok
    assert result.message == f"{case.path}:{place}: {message}"


def test_a_game_that_is_not_there_is_told(tmp_path: Path) -> None:
    path = tmp_path / "one.case.yaml"
    path.write_text("game: none.yaml\ncase: A case\nplay: [ends: won]\n", encoding="utf-8")
    result = run_case(path, lambda name: FakeGame(), evaluate, found)
    assert result.message.startswith(f"{path}:1:7: no such file: ")


@pytest.mark.parametrize(
    ("text", "told"),
    [("play: [", "yaml-syntax"), ("plays: []\n", "unknown-key"), ("play:\n  - dance: x\n", "unknown-key")],
)
def test_a_file_that_is_no_case_is_told(case: Runner, text: str, told: str) -> None:
    result = case(text)
    assert not result.ok
    assert told in result.message


def test_cases_are_found_by_their_names(tmp_path: Path) -> None:
    for name in ("b.case.yaml", "a.case.yaml", "game.yaml", "sub/c.case.yaml"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("")
    assert [path.name for path in find_cases(tmp_path)] == ["a.case.yaml", "b.case.yaml", "c.case.yaml"]
    assert find_cases(tmp_path / "a.case.yaml") == [tmp_path / "a.case.yaml"]


def test_the_cases_of_a_game_are_those_that_name_it(tmp_path: Path) -> None:
    (tmp_path / "cases").mkdir()
    for name, game in (("a", "stones.yaml"), ("b", "other.yaml"), ("cases/c", '"../stones.yaml"'), ("cases/d", "")):
        (tmp_path / f"{name}.case.yaml").write_text(f"case: one\ngame: {game} # here\nplay: []\n", encoding="utf-8")
    (tmp_path / "e.case.yaml").write_bytes(b"game: stones.yaml\xff")
    assert find_cases(tmp_path / "stones.yaml") == [tmp_path / "a.case.yaml", tmp_path / "cases" / "c.case.yaml"]


def test_a_setting_that_the_scenario_fixes_is_told_at_its_place(tmp_path: Path) -> None:
    game = "rulesdsl: 1\ntitle: Kite\nplayers: 1..2\noptions:\n  gusts: {default: 1, is: 1..5}\n"
    game += "scenarios:\n  calm:\n    options: {gusts: 2}\n    players: 1\n"
    game += 'phases:\n  game:\n    do: say "{options.gusts}"\n'
    (tmp_path / "kite.yaml").write_text(game, encoding="utf-8")
    path = tmp_path / "one.case.yaml"
    for line, wanted in (("options: {gusts: 3}", "fixes option `gusts`: it is 2"), ("players: 2", "it takes 1")):
        path.write_text(f"game: kite.yaml\ncase: A case\n{line}\nplay:\n  - ends: finished\n", encoding="utf-8")
        result = run_case(path, rulesdsl.load, evaluate, found)
        assert not result.ok
        assert result.message.startswith(f"{path}:3:{line.index(':') + 3}: ") and wanted in result.message
