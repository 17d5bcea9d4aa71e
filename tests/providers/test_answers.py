"""Written answers find the decisions that they are for."""

from __future__ import annotations

import pytest
from providers.fakes import FakeDecision, FakeRule, step

from rulesdsl.providers.answers import Answers, Misfit, fitting, listing

BUILD = (("action", "build"),)


def test_labels_are_taken_one_after_the_other() -> None:
    answers = Answers(["b", ["a", 3], True])
    assert answers.take(FakeDecision(("a", "b"))) == 1
    assert answers.take(FakeDecision(("a", "b"))) == 0
    assert answers.take(FakeDecision((1, 2, 3))) == 2
    assert answers.take(FakeDecision(("false", "true"))) == 1
    assert not answers


def test_the_steps_of_a_chain_are_taken_by_name_in_any_order() -> None:
    answers = Answers([{"spot": "b", "action": "build"}])
    assert answers.take(step("ann", "rest", "build")) == 1
    assert answers.take(step("ann", "a", "b", slot="spot", chain=BUILD)) == 1
    assert not answers


def test_a_step_that_was_taken_unasked_may_be_given() -> None:
    answers = Answers([{"action": "build", "spot": "b"}])
    assert answers.take(step("ann", "a", "b", slot="spot", chain=BUILD)) == 1
    assert not answers


def test_last_steps_that_were_taken_unasked_are_left_behind() -> None:
    answers = Answers([{"action": "build", "spot": "only"}, "rest"])
    assert answers.take(step("ann", "rest", "build")) == 1
    assert answers.take(step("bob", "rest", "build")) == 0
    assert not answers


def test_close_drops_a_chain_that_has_begun_and_nothing_else() -> None:
    answers = Answers([{"action": "build", "spot": "only"}, "rest"])
    answers.take(step("ann", "rest", "build"))
    answers.close()
    answers.close()
    assert answers.unused() == ["rest"]


def test_a_step_that_the_game_took_otherwise_does_not_fit() -> None:
    answers = Answers([{"action": "rest", "spot": "b"}])
    with pytest.raises(Misfit, match="`build` was the only option"):
        answers.take(step("ann", "a", "b", slot="spot", chain=BUILD))


def test_a_step_that_is_not_given_does_not_fit() -> None:
    answers = Answers([{"action": "build", "cost": "b"}])
    answers.take(step("ann", "rest", "build"))
    with pytest.raises(Misfit, match="the answer gives `cost`, but `spot` is asked"):
        answers.take(step("ann", "a", "b", slot="spot", chain=BUILD))


def test_an_answer_by_another_player_does_not_fit() -> None:
    with pytest.raises(Misfit, match="the answer is by bob, but ann is asked"):
        Answers([{"by": "bob", "action": "rest"}]).take(step("ann", "rest", "build"))


def test_a_misfit_says_what_was_asked_and_what_would_fit() -> None:
    decision = FakeDecision(("north", "south"), prompt="Which way?", rule=FakeRule(), chain=BUILD)
    with pytest.raises(Misfit) as caught:
        Answers(["east"]).take(decision)
    assert str(caught.value).splitlines() == [
        "`east` is not an option",
        "asked: ann: Which way? (action: build) by action lift [2.1]",
        "options: north, south",
    ]


def test_no_answer_left_is_a_misfit() -> None:
    with pytest.raises(Misfit, match="no answer left"):
        Answers([]).take(FakeDecision(("a",)))


def test_case_and_underscores_do_not_matter_unless_they_have_to() -> None:
    assert fitting(FakeDecision(("Long Road", "Hill")), "long_road") == 0
    assert fitting(FakeDecision(("hill", "Hill")), "Hill") == 1
    with pytest.raises(Misfit, match="fits 2 options"):
        fitting(FakeDecision(("hill", "Hill")), "HILL")


def test_an_option_is_found_by_its_name_too() -> None:
    titled = FakeDecision(("Build a road", "Rest"), kind="action", names=("build", "rest"))
    assert fitting(titled, "build") == 0
    answers = Answers([{"action": "build", "spot": "b"}])
    assert answers.take(titled) == 0
    assert answers.take(step("ann", "a", "b", slot="spot", chain=BUILD)) == 1


def test_a_name_is_not_shortened() -> None:
    with pytest.raises(Misfit, match="`h` is not an option"):
        fitting(FakeDecision(("hill", "road")), "h")


def test_many_labels_are_listed_in_part() -> None:
    assert listing([str(i) for i in range(30)]).endswith("22, 23 ... and 6 more")
