"""The suite can fail: each fault that is planted here is reported."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest
from conformance.found import CABINET, ROOT

import rulesdsl
from rulesdsl.api import Game
from rulesdsl.runtime import record, sight, views
from rulesdsl.runtime.decision import Decision
from rulesdsl.runtime.match import Match
from rulesdsl.runtime.running import Running
from rulesdsl.tools.conformance import check_game, playouts
from rulesdsl.tools.tables import tables

PIG = ROOT / "examples/pig.yaml"


def fresh(path: Path) -> Game:
    """A game of its own, which may be spoilt."""
    return rulesdsl.load(path)


def expect(game: Game, words: str, **more: Any) -> None:
    """The suite reports something in these words."""
    failures = check_game(game, [3], **more)
    assert any(words in failure for failure in failures), failures[:10]


def unchecked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str) -> Game:
    """A game that the checker would refuse for its secrets."""
    for check in ("check_secrets", "check_together"):
        monkeypatch.setattr(import_module("rulesdsl.check.game"), check, lambda *_: None)
    path = tmp_path / "leaky.yaml"
    path.write_text(dedent(text), encoding="utf-8")
    return rulesdsl.load(path, use_cache=False)


# ------------------------------------------------------------------------- views


def test_a_view_that_names_all_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sight, "is_seen", lambda *_: True)
    expect(fresh(CABINET), "names hidden pieces")
    expect(fresh(CABINET), "sees what is hidden: zones")


def test_a_view_that_forgets_what_a_side_hides(monkeypatch: pytest.MonkeyPatch) -> None:
    class Careless(sight.Knowledge):
        def know(self, piece: int) -> bool:
            return "zyxbox" in self._machine.texts.pieces[piece] or super().know(piece)

    monkeypatch.setattr(views, "Knowledge", Careless)
    expect(fresh(CABINET), "names hidden pieces: player_")


def test_a_view_that_shows_all_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(views, "is_open", lambda *_: True)
    expect(fresh(CABINET), "sees what is hidden: state")
    expect(fresh(CABINET), "reads a state that is hidden")


def test_a_view_that_shows_each_owner_the_next_ones_state(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = views.is_open
    monkeypatch.setattr(views, "is_open", lambda s, by, flag, i, owner, p: shown(s, by, flag, i, owner - 1, p))
    expect(fresh(CABINET), "hidden")


def test_a_view_that_tells_unseen_pieces_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = views._board

    def marked(machine: Any, s: Any, player: int, board: Any) -> Any:
        made = honest(machine, s, player, board)
        for i, cell in enumerate(made.values()):
            cell["number of the lowest"] = s.held_[board[3] + i][:1]
        return made

    monkeypatch.setattr(views, "_board", marked)
    expect(fresh(CABINET), "sees what is hidden: boards")


def test_options_that_are_called_by_their_hidden_names(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Decision, "_unseen", lambda *_: False)
    expect(fresh(CABINET), "is offered hidden pieces by name")


def test_options_in_an_order_that_tells_which_is_which() -> None:
    game = fresh(CABINET)
    game.machine.namespace["in_sight"] = lambda s, player, options: sorted(options)
    expect(game, "depend on what is hidden")


def test_prompts_that_name_what_lies_face_down(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Decision, "for_chooser", lambda self, value: value)
    expect(fresh(CABINET), "the prompt of")


def test_players_at_once_who_share_a_state() -> None:
    game = fresh(CABINET)
    game.machine.namespace["part_"] = lambda s, player: s
    expect(game, "sees what others choose at the same time")


def test_players_at_once_whose_choices_are_lost() -> None:
    game = fresh(CABINET)
    plain = rulesdsl.load(CABINET, optimise=False, use_cache=False)
    plain.machine.namespace["join_"] = lambda s, parts: None
    expect(game, "comes to another end than push", plain=plain)


LEAKY = """
    rulesdsl: 1
    title: Leaky
    players: 2
    state:
      fate: {is: 1..4 = 2, seen by: nobody}
      bid: {per: Player, is: 0..4 = 0, seen by: owner}
      heard: {per: Player, is: int = 0}
    phases:
      game:
        each: {round: 1..6}
        steps: [bids, talk]
      bids:
        each: {me: players}
        steps: [bidding]
      bidding:
        do: |
          let n = choose 0..3 "How much?"
          me.bid = n
          fate = n + 1
      talk:
        each: {me: players}
        steps: [answer]
      answer:
        do: |
          let n = choose 0..3 PROMPT
          me.heard = n
"""


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("choose 0..3 PROMPT", 'choose 0..next_player(me).bid + 1 "Up to?"', "the options of"),
        ("PROMPT", '"They bid {next_player(me).bid}"', "the prompt of"),
        ("PROMPT", '"They bid {next_player(me).bid}"', "tells a number that is hidden"),
        ("PROMPT", '"Fate is {fate}"', "the prompt of"),
    ],
)
def test_questions_that_depend_on_what_is_hidden(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, old: str, new: str, words: str
) -> None:
    expect(unchecked(tmp_path, monkeypatch, LEAKY.replace(old, new)), words)


def test_explanations_that_tell_what_is_hidden(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    explained = views.explain

    def telling(machine: Any, s: Any, decision: Decision) -> list[str]:
        return [*explained(machine, s, decision), f"fate is {s.fate}"]

    monkeypatch.setattr(views, "explain", telling)
    game = unchecked(tmp_path, monkeypatch, LEAKY.replace("PROMPT", '"Well?"'))
    expect(game, "the explanation of")
    expect(game, "tells a number that is hidden")


def test_players_at_once_of_whom_the_first_to_answer_gains(monkeypatch: pytest.MonkeyPatch) -> None:
    answer = Running._answer

    def noted(self: Running, asked: Any, i: int) -> None:
        self._parts[asked[2]].best[0] = len(self._log)
        answer(self, asked, i)

    monkeypatch.setattr(Running, "_answer", noted)
    expect(fresh(CABINET), "the order in which players answer who decide at once")


# ------------------------------------------------------------ forks, undo, records


def test_a_copy_that_shares_a_list() -> None:
    game = fresh(CABINET)
    copy = game.machine.copy

    def sharing(s: Any) -> Any:
        made = copy(s)
        made.coin = s.coin
        return made

    game.machine.copy = sharing
    expect(game, "playing a fork changes the match")


def test_a_copy_that_forgets_a_column() -> None:
    game = fresh(CABINET)
    copy, first = game.machine.copy, game.machine.fresh()

    def forgetting(s: Any) -> Any:
        made = copy(s)
        made.best = list(first.best)
        return made

    game.machine.copy = forgetting
    expect(game, "a fork is another match")


def test_chance_that_changes_in_a_fork(monkeypatch: pytest.MonkeyPatch) -> None:
    fork = Match.fork
    monkeypatch.setattr(Match, "fork", lambda self, seed=None: fork(self, seed or "mine"))
    expect(fresh(PIG), "is not the same match")


def test_another_seed_that_begins_its_numbers_again(monkeypatch: pytest.MonkeyPatch) -> None:
    reseed = Match._reseed

    def again(self: Match, seed: int | str) -> None:
        reseed(self, seed)
        self.state.pos_ = 0

    monkeypatch.setattr(Match, "_reseed", again)
    expect(fresh(PIG), "the record of a fork with another seed")


def test_an_undo_that_does_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Match, "undo", lambda self, past_chance=False: True)
    expect(fresh(PIG), "an undo is not the same match")
    expect(fresh(PIG), "can be undone before anything was chosen")
    expect(fresh(PIG), "can be undone past chance")


def test_an_undo_that_takes_half_a_chain(monkeypatch: pytest.MonkeyPatch) -> None:
    undo = Match.undo

    def half(self: Match, past_chance: bool = False) -> bool:
        self._log = [(*entry[:3], True, *entry[4:]) if entry[0] == "a" else entry for entry in self._log]
        return undo(self, past_chance)

    monkeypatch.setattr(Match, "undo", half)
    expect(fresh(CABINET), "an undo is not the same match")


def test_a_record_without_its_last_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    named = record.named
    monkeypatch.setattr(record, "named", lambda match: named(match)[:-1])
    expect(fresh(PIG), "a match that is resumed is another one")


def test_a_record_whose_answers_are_not_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    feed = Running._feed_answer

    def trusting(self: Running) -> None:
        if self._feed and self._feed[-1][0] == "a":
            entry = self._feed.pop()
            self._feed.append(entry[:5])
        feed(self)

    monkeypatch.setattr(Running, "_feed_answer", trusting)
    expect(fresh(CABINET), "is not caught")


# --------------------------------------------------------------- the box, the ends


def test_a_gain_beyond_the_supply() -> None:
    game = fresh(CABINET)

    def generous(held: list[int], player: int, amount: int, supply: int | None) -> None:
        held[player] += 9 * amount

    game.machine.namespace["gain"] = generous
    failures = [failure for table in tables(game) for failure in playouts(table, range(5), check=True)]
    assert any("9 `coin` in the box and" in failure for failure in failures), failures


def test_a_move_that_leaves_a_piece_where_it_was() -> None:
    game = fresh(CABINET)

    def doubling(s: Any, piece: int, to: int) -> None:
        s.held_[to] = (*s.held_[to], piece)
        s.where_[piece] = to

    game.machine.namespace["move"] = doubling
    expect(game, "the box does not add up")


def test_unoptimised_code_that_does_something_else() -> None:
    plain = rulesdsl.load(CABINET, optimise=False, use_cache=False)
    plain.machine.namespace["roll_sum"] = lambda s, count, sides: 2
    expect(fresh(CABINET), "comes to another end than push", plain=plain)


def test_a_game_longer_than_its_bound() -> None:
    expect(fresh(PIG), "no end after 9 decisions", bound=9)
    table = tables(fresh(PIG), 9)[0]
    assert "no end after 9 decisions" in playouts(table, [1])[0]


def test_a_label_that_raises(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(self: Decision, i: int) -> str:
        raise LookupError("no such label")

    monkeypatch.setattr(Decision, "label", broken)
    expect(fresh(CABINET), "LookupError: no such label")
