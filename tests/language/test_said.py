"""What rules say: texts with values of every type, and the rolls that are noted for whoever reads along."""

from __future__ import annotations

from language.languages import HERE, game


def test_values_of_every_type_are_said() -> None:
    match = game(str(HERE / "texts/texts.yaml")).start()
    assert match.said == [
        "red_side has 0 of pack",
        "bad, 3/2, -1/2, yes, none, b1, big card, 2",
        '1, 2 red_side, blue_side nothing {no value} "quoted" \\ end',
        "red side.hand pack 1, 2, 3 3",
        "<in 3/2, 1> in 3/2, 1",
    ]


def test_rolls_are_noted() -> None:
    dice = [6, 1, 2, 3, 4, 1, 1, 5, 1, 2, 8, 4, 5, 6, 1, 3, 2]
    match = game(str(HERE / "dice/dice.yaml")).start(dice=dice)
    assert match.said[:2] == ["Two of them in round 1: 5", "Best: 8"]


def test_a_table_says_what_was_rolled() -> None:
    match = game(str(HERE / "tables/dice_tables.yaml")).start(dice=[4, 3])
    match.choose(match.decision.find("try")[0])
    match.choose(match.decision.find("0")[0])
    assert match.said == ["Wheel of fortune: 7"]
