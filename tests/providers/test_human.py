"""A person at a terminal: what may be typed, what is shown, and how a match is left."""

from __future__ import annotations

import io
from dataclasses import replace
from typing import Any

import pytest
from providers.fakes import RULES, FakeDecision, FakeMatch, FakeRule, typed
from rich.console import Console

from rulesdsl.providers.human import HumanProvider, Quit, Save, Undo
from rulesdsl.source import Source, Span


def ask(decision: FakeDecision, *lines: str, desk: FakeMatch | None = None) -> tuple[int, str]:
    """What is chosen when these lines are typed, and all that is shown."""
    shown = io.StringIO()
    human = HumanProvider(Console(file=shown, width=60), typed(*lines))
    if desk is not None:
        human.attach(desk)
    return human.choose(decision), shown.getvalue()


PLACES = FakeDecision(("Hill", "Harbour", "Mill [old]"), prompt="Where to?")


@pytest.mark.parametrize(
    ("line", "option"), [("1", 0), ("3", 2), ("Hill", 0), ("har", 1), (" mill ", 2), ("Mill [old]", 2)]
)
def test_a_number_a_name_or_its_beginning_will_do(line: str, option: int) -> None:
    assert ask(PLACES, line)[0] == option


def test_the_options_are_numbered_and_brackets_are_shown() -> None:
    shown = ask(PLACES, "1")[1]
    lines = shown.splitlines()
    assert lines[:2] == ["", "ann"]
    assert lines[3:] == ["Where to?", "   1  Hill", "   2  Harbour", "   3  Mill [old]"]


def test_a_printed_face_stands_beside_its_option() -> None:
    faces = replace(PLACES, faces=("tree - | 2 tree -", "ship -", ""))
    shown = ask(faces, "1")[1]
    assert shown.splitlines()[4:] == [
        "   1  Hill        tree - | 2 tree -",
        "   2  Harbour     ship -",
        "   3  Mill [old]",
    ]


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("h_", "`h_` is not an option"),
        ("Hi1l", "`Hi1l` is not an option: did you mean `Hill`?"),
        ("ha r", "is not an option"),
        ("H", "Answer with a number, a name or its beginning"),
        ("4", "there are options 1 to 3"),
        ("0", "there are options 1 to 3"),
        (":nothing", "`:nothing` is no command here"),
        ("9" * 5000, "there are options 1 to 3"),
    ],
)
def test_what_is_unclear_is_asked_again(line: str, told: str) -> None:
    option, shown = ask(PLACES, line, "2")
    assert option == 1
    assert told in shown


def test_a_beginning_of_several_names_lists_them() -> None:
    shown = ask(FakeDecision(("north", "north west", "south")), "nor", "south")[1]
    assert "`nor` may mean north, north west" in shown


def test_where_numbers_are_names_they_are_never_counted() -> None:
    bids = FakeDecision((0, 1, 2, "pass"))
    option, shown = ask(bids, "2")
    assert option == 2
    assert shown.splitlines()[-1].split() == ["0", "1", "2", "pass"]


def test_many_options_stand_in_columns_and_all_can_be_listed() -> None:
    fields = FakeDecision(tuple(f"field {i}" for i in range(200)))
    option, shown = ask(fields, "l", "field 150")
    assert option == 150
    first, after = shown.split("... and 120 more (l lists all)")
    assert "80  field 79" in first and "81  field 80" not in first
    assert "200  field 199" in after
    assert max(map(len, shown.splitlines()[3:])) <= 60


def test_an_option_goes_before_a_command_of_its_name() -> None:
    letters = FakeDecision(("u", "d"))
    assert ask(letters, "u")[0] == 0
    with pytest.raises(Undo):
        ask(letters, ":u")


def test_the_match_is_undone_saved_and_left_by_whoever_drives_it() -> None:
    with pytest.raises(Undo):
        ask(PLACES, "undo")
    with pytest.raises(Save) as named:
        ask(PLACES, "s my match.json")
    with pytest.raises(Save) as unnamed:
        ask(PLACES, "save")
    with pytest.raises(Quit) as left:
        ask(PLACES, "q")
    assert (named.value.path, unnamed.value.path) == ("my match.json", None)
    assert (left.value.ended, left.value.asked) == (False, True)


def test_the_end_of_the_input_leaves_the_match() -> None:
    with pytest.raises(Quit) as silent:
        ask(PLACES)
    with pytest.raises(Quit) as later:
        ask(PLACES, "elsewhere")
    assert (silent.value.ended, silent.value.asked) == (True, False)
    assert (later.value.ended, later.value.asked) == (True, True)


def test_ctrl_c_leaves_the_match() -> None:
    def interrupted(prompt: str) -> str:
        raise KeyboardInterrupt

    with pytest.raises(Quit):
        HumanProvider(Console(file=io.StringIO()), interrupted).choose(PLACES)


def test_the_rule_at_hand_is_shown_with_its_place_and_its_numbers() -> None:
    decision = FakeDecision(("a", "b"), rule=FakeRule())
    shown = ask(decision, "?", "a", desk=FakeMatch())[1]
    assert shown.splitlines()[-6:] == [
        "action Lift it  [2.1]  tower.yaml:2",
        "    2 |   lift:",
        '    3 |     cite: "2.1"',
        "    4 |     do: |",
        "    5 |       height = height + 1",
        "  stones = 5 - 0 taken = 5",
    ]


def test_each_action_on_offer_is_shown_with_its_section_and_conditions() -> None:
    tower = Source("tower.yaml", RULES)
    lift = FakeRule(title="Lift [it]", span=Span(tower, RULES.index("    cite"), RULES.index("    do")))
    lower = FakeRule("lower", title=None, cite=None, span=Span(tower, 0, 0))
    decision = FakeDecision(("a", "b", "pass"), kind="action", offered=(lift, lower, None))
    assert ask(decision, "?", "a")[1].splitlines()[-3:] == [
        " 1  Lift [it]  [2.1]",
        '     3 |     cite: "2.1"',
        " 2  lower",
    ]


def test_a_question_without_a_rule_says_so() -> None:
    assert "no rule of the file" in ask(PLACES, "?", "1")[1]


def test_help_lists_the_commands() -> None:
    shown = ask(PLACES, "h", "1")[1]
    assert all(word in shown for word in ("undo", "save", "quit", "view", "why", "list"))


def test_the_view_is_a_table() -> None:
    match = FakeMatch()
    match.taken = [1, 2]
    lines = ask(PLACES, "v", "1", desk=match)[1].splitlines()
    assert lines[-5:] == ["  stones  2", "", "takes", "  ann  1", "  bob  2"]


def test_what_has_changed_since_the_last_question_is_told() -> None:
    shown = io.StringIO()
    match = FakeMatch()
    human = HumanProvider(Console(file=shown, width=60), typed("1", "1"))
    human.attach(match)
    human.choose(PLACES)
    match.taken = [2]
    human.choose(PLACES)
    assert "  stones: 5 → 3\n  takes ann: + 2\n" in shown.getvalue()
    assert shown.getvalue().count("\nann\n") == 1


def test_a_slot_is_asked_for_as_a_part_of_its_action() -> None:
    chain = (("action", "lift"), ("size", "large"))
    decision = FakeDecision(("a", "b"), prompt="Which spot?", kind="slot", slot="spot", rule=FakeRule(), chain=chain)
    assert "Lift it › large › Which spot?" in ask(decision, "a")[1]


SPOT = FakeDecision(("north", "south"), prompt="spot", kind="slot", slot="spot", rule=FakeRule())


def test_the_commands_stand_above_the_first_question_alone() -> None:
    shown = io.StringIO()
    human = HumanProvider(Console(file=shown, width=80), typed("1", "1"))
    human.choose(PLACES)
    human.choose(PLACES)
    assert shown.getvalue().count("b back") == 1


def test_back_takes_back_what_was_chosen_of_an_action() -> None:
    with pytest.raises(Undo):
        ask(replace(SPOT, chain=(("action", "lift"),)), "b")
    option, shown = ask(SPOT, "back", "north")
    assert option == 0
    assert "nothing was chosen of this action yet" in shown
    assert "back" in ask(SPOT, "h", "1")[1].split("Answer with")[1]


def test_the_letter_of_back_may_begin_a_name_where_there_is_no_way_back() -> None:
    assert ask(FakeDecision(("check", "bet")), "b")[0] == 1
    assert "`b` may mean b1, b2" in ask(FakeDecision(("b1", "b2")), "b", "b1")[1]


@pytest.mark.parametrize(
    ("decision", "line"),
    [
        (SPOT, "Lift it › Spot"),
        (replace(SPOT, prompt="lift", slot=None, kind="action"), "Lift"),
        (replace(SPOT, prompt="where, north or south?"), "Lift it › where, north or south?"),
    ],
)
def test_a_question_that_is_a_mere_name_is_capitalised(decision: FakeDecision, line: str) -> None:
    assert ask(decision, "1")[1].splitlines()[3] == line


def test_the_first_question_shows_what_there_is_and_later_ones_what_changed() -> None:
    shown = io.StringIO()
    match = FakeMatch()
    human = HumanProvider(Console(file=shown, width=60), typed("1", "1"))
    human.attach(match)
    human.choose(PLACES)
    first = [line.rstrip() for line in shown.getvalue().splitlines()]
    assert first[2:4] == ["  stones  5", "  takes   ann nothing, bob nothing"]
    human.choose(replace(PLACES, player="bob"))
    assert shown.getvalue().count("stones  5") == 2


def test_a_chain_shows_what_was_chosen_before() -> None:
    decision = FakeDecision(("a", "b"), prompt="Which spot?", chain=(("action", "build"), ("size", "large")))
    assert "build › large › Which spot?" in ask(decision, "a")[1]


Seat = tuple[HumanProvider, io.StringIO, list[str]]


class Hands(FakeMatch):
    """The same game, but each player sees a card of their own."""

    def view(self, player: str) -> dict[str, Any]:
        return {"player": player, "players": self.players, "state": {"card": f"of {player}"}}


def seat(match: FakeMatch, *lines: str, terminal: bool, seats: tuple[str, ...] = ("ann", "bob")) -> Seat:
    prompts: list[str] = []
    type_ = typed(*lines)

    def read(prompt: str) -> str:
        prompts.append(prompt)
        return type_(prompt)

    shown = io.StringIO()
    human = HumanProvider(Console(file=shown, force_terminal=terminal, no_color=True, width=60), read)
    human.attach(match, seats)
    return human, shown, prompts


CLEAR = "\x1b[2J"


def test_a_terminal_is_handed_over_and_cleared_where_something_is_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    human, shown, prompts = seat(Hands(), "", "", terminal=True)
    assert not human.hand_over("ann")
    assert CLEAR not in shown.getvalue()
    assert not human.hand_over("ann")
    assert human.hand_over("bob")
    assert CLEAR in shown.getvalue()
    assert [prompt.strip() for prompt in prompts] == [
        "hand over to ann, then press Enter",
        "hand over to bob, then press Enter",
    ]


def test_nobody_is_asked_to_hand_over_over_a_pipe() -> None:
    human, shown, prompts = seat(Hands(), terminal=False)
    assert not human.hand_over("ann")
    assert shown.getvalue() == ""
    assert not human.hand_over("bob")
    assert shown.getvalue() == "\n" + "-" * 40 + "\n"
    assert prompts == []


def test_nothing_is_handed_over_where_all_see_the_same_unless_an_answer_is_secret() -> None:
    human, _, prompts = seat(FakeMatch(), "", terminal=True)
    human.hand_over("ann")
    human.hand_over("bob")
    assert prompts == []
    assert human.hand_over("ann", secret=True)
    assert len(prompts) == 1


def test_who_plays_programs_alone_keeps_the_terminal() -> None:
    human, shown, prompts = seat(Hands(), terminal=True, seats=("ann",))
    human.hand_over("ann", secret=True)
    human.hand_over("ann", secret=True)
    assert (prompts, shown.getvalue()) == ([], "")


def test_a_match_may_be_left_when_it_is_handed_over() -> None:
    with pytest.raises(Quit) as left:
        seat(Hands(), "q", terminal=True)[0].hand_over("ann")
    with pytest.raises(Quit) as ended:
        seat(Hands(), terminal=True)[0].hand_over("ann")
    assert (left.value.ended, ended.value.ended) == (False, True)
