"""A player that thinks ahead: how well it plays, what it may know, and that it leaves the match alone."""

from __future__ import annotations

import io
from pathlib import Path
from random import Random

import pytest
from rich.console import Console

import rulesdsl
from rulesdsl.api.game import Game
from rulesdsl.providers.human import HumanProvider
from rulesdsl.providers.random import RandomProvider
from rulesdsl.runtime import views
from rulesdsl.runtime.faults import Fault
from rulesdsl.runtime.match import Match
from rulesdsl.runtime.results import Result
from rulesdsl.runtime.worlds import double
from rulesdsl.tools.guessing import guess, is_hidden
from rulesdsl.tools.searching import Budget, Search, SearchProvider
from rulesdsl.tools.session import Session

ROOT = Path(__file__).resolve().parents[2]
CABINET = ROOT / "tests/conformance/games/cabinet.yaml"
MASKS = ROOT / "tests/conformance/games/masks.yaml"


def played(game: Game, me: str, seed: int, playouts: int) -> Result:
    """A game of `me`, who searches, against players who choose at random."""
    match = game.start(seed=seed)
    thinker, chance = SearchProvider(Budget(playouts=playouts), seed), RandomProvider(seed)
    Session(match, {name: thinker if name == me else chance for name in match.players}, lambda line: None).run()
    assert match.result is not None
    return match.result


def best(match: Match, playouts: int = 200, seed: int = 1) -> int:
    assert match.decision is not None
    return Search(match, match.decision.player, Random(seed)).run(Budget(playouts=playouts))


@pytest.mark.parametrize(("me", "other"), [("x", "o"), ("o", "x")])
def test_it_never_loses_a_game_that_need_not_be_lost(me: str, other: str) -> None:
    game = rulesdsl.load("tic_tac_toe")
    winners = [played(game, me, seed, 300).winners for seed in range(12)]
    assert (other,) not in winners
    assert winners.count((me,)) >= 8


def test_it_beats_chance_at_a_game_too_large_to_see_through() -> None:
    game = rulesdsl.load("connect_four")
    assert [played(game, "yellow", seed, 100).winners for seed in range(4)] == [("yellow",)] * 4


def test_a_threat_is_met_and_a_win_is_taken() -> None:
    game = rulesdsl.load("tic_tac_toe")
    for moves, answer in (("a1 b2 a2", "a3"), ("a1 b1 a2 b2", "a3")):
        match = game.start(seed=1)
        for move in moves.split():
            assert match.decision is not None
            match.choose(match.decision.find(move)[0])
        assert match.decision is not None
        assert match.decision.name(best(match)) == answer


def test_it_lays_down_what_wins_and_leaves_what_cannot() -> None:
    poker = rulesdsl.load("kuhn_poker")
    for cards, answer in ((["jack", "king"], "call"), (["king", "jack"], "fold")):
        match = poker.start(seed=1, draws=cards)
        match.choose(1)
        assert match.decision is not None
        assert match.decision.name(best(match)) == answer


def hidden_columns_apart(one: Match, other: Match) -> bool:
    return one.machine.columns(one.state) != other.machine.columns(other.state)


@pytest.mark.parametrize("moves", [[], [0]])
@pytest.mark.parametrize("seed", range(4))
def test_matches_that_look_the_same_are_answered_the_same(moves: list[int], seed: int) -> None:
    poker = rulesdsl.load("kuhn_poker")
    hands = [["queen", "king"], ["queen", "jack"]] if not moves else [["king", "queen"], ["jack", "queen"]]
    matches = [poker.start(seed=number, draws=cards) for number, cards in enumerate(hands)]
    counts = []
    for match in matches:
        for move in moves:
            match.keep()
            match.choose(move)
        assert match.decision is not None
        search = Search(match, match.decision.player, Random(seed))
        search.run(Budget(playouts=60))
        counts.append(_tallies(search))
    assert hidden_columns_apart(*matches)
    assert sum(taken for taken, _ in counts[0].values()) == 60
    assert counts[0] == counts[1]


HIDING = [
    CABINET,
    MASKS,
    ROOT / "tests/language/zones/hidden_zones.yaml",
    ROOT / "tests/language/state/hidden_state.yaml",
    ROOT / "games/race_for_the_moon.yaml",
    ROOT / "games/apocalypse_colony.yaml",
]


@pytest.mark.parametrize("file", HIDING, ids=lambda file: file.stem)
def test_a_guess_shows_the_same_and_does_not_depend_on_what_is_hidden(file: Path) -> None:
    """A guess looks like the state, and the next guess is the same whether it begins at the state or at the guess."""
    match, chance, rng, apart = rulesdsl.load(file).start(seed=3), Random(1), Random(7), 0
    machine = match.machine
    while match.decision is not None and match.answered < 40:
        match.choose(int(chance.random() * len(match.decision)))
        for player in match.config.players:
            s, seed = match.state_of(player), rng.random()
            other = guess(machine, s, player, rng, s)
            apart += machine.columns(other) != machine.columns(s)
            assert views.view(machine, other, player) == views.view(machine, s, player)
            one, two = (guess(machine, state, player, Random(seed), state) for state in (s, other))
            assert machine.columns(one) == machine.columns(two)
    assert apart > 3


@pytest.mark.parametrize("file", HIDING, ids=lambda file: file.stem)
def test_a_search_comes_to_the_same_figures_whatever_is_hidden(file: Path) -> None:
    """In matches that `double` makes, other where the player cannot see it, also with choices since the kept state."""
    match, chance, tried = rulesdsl.load(file).start(seed=4), Random(2), 0
    for _ in range(40):
        if not match.decisions:
            break
        decision = match.decisions[0]
        for twin in [double(match, decision.player_index, chance) for _ in range(2)]:
            if twin is None or not _looks_the_same(match, twin, decision.player):
                continue
            one, other = (Search(m, decision.player, Random(3)) for m in (match, twin))
            assert one.run(Budget(playouts=3)) == other.run(Budget(playouts=3))
            assert _tallies(one) == _tallies(other)
            tried += match.machine.columns(match.kept) != match.machine.columns(twin.kept)
        if chance.random() < 0.5:
            match.keep()
        match.choose(int(chance.random() * len(decision)))
    assert tried > 2


def _looks_the_same(match: Match, twin: Match, player: str) -> bool:
    asked = [[d.labels() for d in one.decisions if d.player == player] for one in (match, twin)]
    return asked[0] == asked[1] and match.view(player) == twin.view(player)


def _tallies(search: Search) -> dict[int, tuple[int, float]]:
    return {i: (branch.taken, branch.worth) for i, branch in search.root.items()}


@pytest.mark.parametrize("game", ["race_for_the_moon", CABINET, MASKS])
def test_any_game_can_be_played_whatever_is_hidden_or_chosen_at_once(game: str | Path) -> None:
    match = rulesdsl.load(game).start(seed=2)
    thinker, chance = SearchProvider(Budget(playouts=3), 1), Random(1)
    while match.decisions and match.answered < 60:
        decision = match.decisions[0]
        thinker.attach(match)
        before = match.entries(), match.machine.columns(match.state)
        i = thinker.choose(decision)
        assert 0 <= i < len(decision)
        assert before == (match.entries(), match.machine.columns(match.state))
        if chance.random() < 0.5:
            thinker.keep()
        match.choose(i, player=decision.player)


def test_playouts_and_a_seed_settle_the_choice_and_the_match_keeps_its_own_chance() -> None:
    pig = rulesdsl.load("pig")
    match, alone = pig.start(seed=9), pig.start(seed=9)
    assert best(match, 30) == best(match, 30)
    for one in (match, alone):
        while one.decision is not None and one.answered < 20:
            if one is match:
                best(match, 2)
            one.choose(0)
    assert match.said == alone.said


SOLO = """\
rulesdsl: 1
title: Climb
players: 1
state: {height: "0..9 = 0"}
phases:
  game: {steps: [go, go_on]}
  go: {player: player_1, offer: [high, low, astray]}
  go_on: {player: player_1, offer: [high, low]}
actions:
  high: {do: height = height + 3}
  low: {do: height = height + 1}
  astray: {do: height = height - 5}
result:
  score:
    Player p:
      - points: height
"""


def test_alone_it_goes_for_points_and_rules_that_go_wrong_are_no_end(tmp_path: Path) -> None:
    file = tmp_path / "climb.yaml"
    file.write_text(SOLO, encoding="utf-8")
    match = rulesdsl.load(file).start(seed=1)
    twin = match.fork()
    with pytest.raises(Fault):
        twin.choose(2)
    assert match.decision is not None
    assert match.decision.name(best(match, 100)) == "high"
    assert not is_hidden(match.machine, match.state, 0)


VAULT = """\
rulesdsl: 1
title: Vault
players: 2
components:
  Card:
    in: sack
    pieces:
      - {name: Red, count: 4}
      - {name: Blue, count: 4}
zones:
  sack: bag of Card
  hand: {per: Player, hand of: Card, seen by: owner}
  vault: {pile of: Red, seen by: nobody}
state: {bet: {per: Player, is: bool = false}}
phases:
  game: {steps: [fill, ask_one]}
  fill:
    do: |
      for c in all Red:
        if count(vault) < 2:
          move c to vault
  ask_one:
    player: player_1
    do: |
      draw 2 from sack to player_2.hand
      draw 2 from sack to player_1.hand
      choose "Is there a red one in the other hand?":
        "yes": me.bet = true
        "no": nothing
result:
  score:
    Player p:
      - points: "if p == player_1 and p.bet == any(c is Red for c in player_2.hand) then 1 else 0"
"""


def test_pieces_are_guessed_where_they_may_lie_and_draws_of_the_past_only_if_they_show(tmp_path: Path) -> None:
    file = tmp_path / "vault.yaml"
    file.write_text(VAULT, encoding="utf-8")
    match, rng = rulesdsl.load(file).start(seed=1), Random(1)
    machine, names = match.machine, match.machine.texts.pieces
    vault, mine, other = (machine.texts.places.index(place) for place in ("vault", "player_1.hand", "player_2.hand"))
    found = [guess(machine, match.state, 0, rng, match.state) for _ in range(60)]
    assert all(names[piece].startswith("red") for s in found for piece in s.held_[vault])
    assert {s.held_[mine] for s in found} == {match.state.held_[mine]}
    assert len({s.held_[other] for s in found}) > 12
    drawn = [entry for entry in match.since_kept() if entry[0] == "p"]
    assert len(drawn) == 4, "the draws belong to the node at hand, so a search plays them again"
    search = Search(match, "player_1", Random(1))
    search.run(Budget(playouts=80))
    worth = {i: branch.worth / branch.taken for i, branch in search.root.items()}
    assert sum(branch.taken for branch in search.root.values()) == 80
    assert all(0 < share < 1 for share in worth.values()), "either answer is right in some of the guesses"


def test_hidden_pieces_may_follow_a_kind_with_a_closed_side(tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text("""rulesdsl: 1
title: Mine
players: 2
components:
  Stone: {in: quarry, sides: {rough: seen by nobody, cut: seen by all}, pieces: [{count: 3}]}
  Bead: {in: pouch, pieces: [{count: 3}]}
zones:
  quarry: bag of Stone
  pouch: bag of Bead
  found: {per: Player, holds: Bead}
phases:
  game: {each: {me: players}, offer: [dig], until: pass}
actions:
  dig: {do: draw 1 from pouch to me.found}
""")
    match = rulesdsl.load(file).start(seed=1)
    s = match.state_of(0)
    other = guess(match.machine, s, 0, Random(1), s)
    assert views.view(match.machine, other, 0) == views.view(match.machine, s, 0)


def test_a_person_is_advised_before_each_question() -> None:
    match, told = rulesdsl.load("tic_tac_toe").start(seed=1), list[str]()
    lines = iter(["a1", "a2", "q"])
    human = HumanProvider(Console(file=io.StringIO()), lambda prompt: next(lines))
    bob = RandomProvider(4)
    Session(
        match,
        {"x": human, "o": bob},
        lambda line: None,
        adviser=SearchProvider(Budget(playouts=50)),
        advise=told.append,
    ).run()
    assert len(told) == 3
    assert all(line.startswith("hint: ") for line in told)


@pytest.mark.parametrize(
    ("text", "budget"),
    [
        ("", Budget(seconds=0.5)),
        ("2", Budget(seconds=2.0)),
        ("0.2", Budget(seconds=0.2)),
        ("500p", Budget(playouts=500)),
    ],
)
def test_a_budget_is_seconds_or_playouts(text: str, budget: Budget) -> None:
    assert Budget.read(text) == budget


@pytest.mark.parametrize("text", ["0", "-1", "0p", "p", "2.5p", "nan", "inf", "long"])
def test_what_is_no_budget_is_refused(text: str) -> None:
    with pytest.raises(ValueError):
        Budget.read(text)


def test_seconds_are_kept_to() -> None:
    match = rulesdsl.load("connect_four").start(seed=1)
    assert match.decision is not None
    assert 0 <= Search(match, "red", Random(1)).run(Budget(seconds=0.05)) < 7


def test_without_a_match_it_cannot_search() -> None:
    match = rulesdsl.load("tic_tac_toe").start(seed=1)
    assert match.decision is not None
    with pytest.raises(ValueError, match="attach"):
        SearchProvider(Budget(playouts=1)).choose(match.decision)
