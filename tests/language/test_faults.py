"""What goes wrong at play time is a fault in one sentence, with its place in the rules; never another exception."""

from __future__ import annotations

import pytest
from language.languages import HERE, game

from rulesdsl.runtime.faults import Fault

FAULTS = (
    ("dial = 4", "`dial` leaves its bounds: 4"),
    ("dial -= 2", "`dial` leaves its bounds: -1"),
    ("box_2.level = 3", "`level` leaves its bounds: 3"),
    ("as player_1: pay 2 gold", "2 gold cannot be paid out of 1"),
    ("as player_1: give 2 gold to player_2", "2 gold cannot be paid out of 1"),
    ("as player_1: pay number - 1 gold", "-1 gold cannot be paid out of 1"),
    ("as player_1: gain number - 1 gold", "a gain of -1"),
    ("pay 1 food", "1 food cannot be paid out of 0"),
    ("gain number - 2 food", "a gain of -2"),
    ("both = true\nnumber = value_of(1)", "two changes set the same value: the first, the second"),
    ("number = 77\nnumber = value_of(2)", "two changes set the same value: the first, The third (4.2)"),
    ("number = chain(-1)", "rules call each other without end"),
    ("dive(1)", "rules call each other without end"),
    ("number = 7 // number", "a division by zero"),
    ("number = 7 % number", "a division by zero"),
    ("number = steps[3 + number]", "table `steps` has no row for 3"),
    ("number = steps[number - 1]", "table `steps` has no row for -1"),
    ("number = least([])", "`min` of nothing"),
    ("number = max([])", "`max` of nothing"),
    ("number = count(long_list(1000000))", "the range 1..1000000 is too long"),
    ("number = 100000000\nrepeat 8: number = product(number, number)", "a number too large for any game"),
    ("wind(2000000)", "2000000 rounds of `repeat` are too many"),
    ("let total = spin(2000)", "2000 dice are too many"),
    ("move box_1 to box_1", "a piece cannot be carried by itself"),
    ("move box_1 to box_2\nmove box_2 to box_1", "a piece cannot be carried by itself"),
    ("put box_3 in lane[number]", "`lane` has no space 0"),
    ("shuffle deck\nlet top = top_of(deck)", "nobody knows the top of what was shuffled"),
)


@pytest.mark.parametrize(("statements", "message"), FAULTS, ids=[statements for statements, _ in FAULTS])
def test_a_fault_says_what_went_wrong(statements: str, message: str) -> None:
    with pytest.raises(Fault) as caught:
        game(str(HERE / "faults/faults.yaml")).start(given=statements)
    assert message in str(caught.value)


LARGE = (
    ("put crate_1 in yard.e3", "a piece reaches over the edge of `yard`"),
    ("put crate_1 in yard.a1", "a piece reaches over the edge of `yard`"),
    ("put crate_1 in yard.a4\nput plank in yard.b3", "two pieces of several cells lie over one another on `yard`"),
    ("put plank in yard.a2\nturn plank to upright", "a piece reaches over the edge of `yard`"),
    ("put plank in yard.a4\nput crate_1 in yard.a3\nturn plank to upright", "lie over one another on `yard`"),
    ("put long_rope in yard.e1", "a piece reaches over the edge of `yard`"),
)


@pytest.mark.parametrize(("statements", "message"), LARGE, ids=[statements for statements, _ in LARGE])
def test_a_large_piece_needs_its_room(statements: str, message: str) -> None:
    with pytest.raises(Fault) as caught:
        game(str(HERE / "boards/large_pieces.yaml")).start(given=statements)
    assert message in str(caught.value)


RULES = (
    ("number = chain(-1)", "  chain(int deep)"),
    ("dive(1)", ("        dive(deep + 1)", "      if deep != 0:")),  # where the stack ends is for Python to say
    ("wind(2000000)", "      repeat rounds:"),
)


@pytest.mark.parametrize(("statements", "line"), RULES, ids=[statements for statements, _ in RULES])
def test_a_fault_stands_on_the_line_of_its_rule(statements: str, line: str | tuple[str, ...]) -> None:
    path = HERE / "faults/faults.yaml"
    with pytest.raises(Fault) as caught:
        game(str(path)).start(given=statements)
    assert caught.value.file == str(path)
    assert path.read_text(encoding="utf-8").splitlines()[caught.value.line - 1].startswith(line)


def test_bounds_of_halves_are_told_as_halves() -> None:
    with pytest.raises(Fault) as caught:
        game(str(HERE / "numbers/half_points.yaml")).start(given="wind -= 2")
    assert "`wind` leaves its bounds: -3/2" in str(caught.value)
