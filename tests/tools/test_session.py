"""Players at one table: turns, undo, save, leaving."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

from providers.fakes import FakeDecision, FakeMatch, typed
from rich.console import Console

from rulesdsl.providers.human import HumanProvider
from rulesdsl.providers.protocol import Provider
from rulesdsl.providers.random import RandomProvider
from rulesdsl.providers.scripted import ScriptedProvider
from rulesdsl.tools.session import Session


class Table:
    """A session whose lines are kept; `ann` is a person who types, `bob` whoever is given."""

    def __init__(self, *lines: str, bob: Provider | None = None, stones: int = 5) -> None:
        human = HumanProvider(Console(file=io.StringIO()), typed(*lines))
        self.told: list[str] = []
        self.session = Session(FakeMatch(stones), {"ann": human, "bob": bob or human}, self.told.append)

    @property
    def taken(self) -> list[int]:
        match = self.session.match
        assert isinstance(match, FakeMatch)
        return match.taken


def test_a_match_is_played_to_its_end_and_every_line_is_told_once() -> None:
    table = Table("1", "2", "2")
    assert table.session.run() is None
    assert table.session.match.over
    assert table.told == ["ann takes 1", "bob takes 2", "ann takes 2"]


def test_a_person_and_a_program_may_play() -> None:
    table = Table("1", "1", "1", "1", "1", bob=RandomProvider(1))
    assert table.session.run() is None
    assert table.session.match.over


def test_undo_takes_back_the_choices_of_programs_too() -> None:
    table = Table("1", "u", "2", "q", bob=ScriptlessOne())
    table.session.run()
    assert table.taken == [2, 1]
    assert table.told == ["ann takes 1", "bob takes 1", "taken back", "ann takes 2", "bob takes 1"]


class ScriptlessOne:
    """Always takes one."""

    def choose(self, decision: object) -> int:
        return 0


def test_nothing_to_undo_is_said_and_changes_nothing() -> None:
    table = Table("u", "q")
    table.session.run()
    assert table.told == [
        "this cannot be taken back: nothing was chosen yet, or dice or hidden pieces have shown since"
    ]
    assert table.taken == []


def test_a_script_cannot_be_taken_back() -> None:
    table = Table("1", "u", "q", bob=ScriptedProvider(["one", "one"]))
    table.session.run()
    assert table.taken == [1, 1]
    assert table.told[-1].startswith("this cannot be taken back")


def test_after_a_refused_undo_the_person_sees_the_match_as_it_stands() -> None:
    human = HumanProvider(Console(file=(shown := io.StringIO())), typed("1", "u", "v", "q"))
    bob = ScriptedProvider(["one", "one"])
    Session(FakeMatch(), {"ann": human, "bob": bob}, lambda line: None).run()
    assert "stones  3" in shown.getvalue()


def test_a_match_is_saved_under_the_name_given_or_its_own(tmp_path: Path) -> None:
    table = Table("1", f"s {tmp_path / 'kept.json'}", "q")
    table.session.run()
    assert (tmp_path / "kept.json").read_text() == "[1]"
    assert table.told[-1] == f"saved as {tmp_path / 'kept.json'}"
    own = Table("s", "q")
    own.session.save_as = str(tmp_path / "own.json")
    own.session.run()
    assert (tmp_path / "own.json").exists()


def test_a_save_that_fails_is_told(tmp_path: Path) -> None:
    table = Table(f"s {tmp_path / 'no' / 'folder.json'}", "q")
    table.session.run()
    assert table.told[-1].startswith("not saved: ")


def test_leaving_says_how() -> None:
    left = Table("1", "q").session.run()
    ended = Table("1").session.run()
    silent = Table().session.run()
    assert left is not None and not left.ended
    assert ended is not None and ended.ended and ended.asked
    assert silent is not None and silent.ended and not silent.asked


class Cards(FakeMatch):
    """The same game, but each player sees a card of their own."""

    def view(self, player: str) -> dict[str, Any]:
        return {"player": player, "players": self.players, "state": {"card": f"of {player}"}}


class Secret(FakeMatch):
    """The same game, but it is said that both players decide, until one stone is left."""

    @property
    def decisions(self) -> tuple[FakeDecision, ...]:
        return super().decisions * (2 if self.left > 1 else 1)


def shared(match: FakeMatch, *lines: str, terminal: bool = True) -> tuple[list[str], list[str]]:
    """Prompts that two players at one terminal read, and what the session tells."""
    prompts: list[str] = []
    told: list[str] = []
    type_ = typed(*lines)

    def read(prompt: str) -> str:
        prompts.append(prompt.strip())
        return type_(prompt)

    human = HumanProvider(Console(file=io.StringIO(), force_terminal=terminal), read)
    Session(match, {"ann": human, "bob": human}, told.append).run()
    return prompts, told


def test_who_sits_down_at_a_cleared_screen_is_told_what_happened() -> None:
    prompts, told = shared(Cards(), "", "1", "", "1", "", "1", "", "2")
    assert [prompt.split()[3].rstrip(",") for prompt in prompts if prompt != ">"] == ["ann", "bob", "ann", "bob"]
    again = ["ann takes 1"], ["ann takes 1", "bob takes 1"], ["bob takes 1", "ann takes 1"]
    assert told == ["ann takes 1", *again[0], "bob takes 1", *again[1], "ann takes 1", *again[2], "bob takes 2"]


def test_over_a_pipe_every_line_is_told_once() -> None:
    prompts, told = shared(Cards(), "1", "2", "2", terminal=False)
    assert prompts == [">"] * 3
    assert told == ["ann takes 1", "bob takes 2", "ann takes 2"]


def test_answers_that_are_given_together_are_typed_unseen() -> None:
    prompts, _ = shared(Secret(3), "", "1", "", "1", "", "1")
    assert [prompt for prompt in prompts if prompt != ">"] == [
        f"hand over to {player}, then press Enter" for player in ("ann", "bob", "ann")
    ]
