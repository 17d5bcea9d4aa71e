"""Our examples play the games that OpenSpiel plays: move for move, with the same chance, to the same result.

`RULESDSL_PEER_GAMES` says how many random games of each are compared. Where OpenSpiel is not installed (it has no wheel
for every platform) these tests are skipped.
"""

from __future__ import annotations

import os
from pathlib import Path
from random import Random
from typing import Any

import pytest
from peers.lockstep import Parted, play
from peers.spiel import PEERS

import rulesdsl
from rulesdsl.runtime.faults import Fault

pyspiel: Any = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
WANTED = int(os.environ.get("RULESDSL_PEER_GAMES", "0"))
USUAL = {
    "tic_tac_toe": 60,
    "connect_four": 30,
    "breakthrough": 12,
    "pig": 30,
    "kuhn_poker": 60,
    "leduc_poker": 100,
    "liars_dice": 60,
    "backgammon": 8,
    "hex": 6,
}
"""Games that take a second or two."""


@pytest.mark.parametrize("name", PEERS)
def test_random_games_are_the_same(name: str) -> None:
    game, peer = rulesdsl.load(EXAMPLES / f"{name}.yaml"), PEERS[name]
    spiel = pyspiel.load_game(peer.game)
    moves = sum(play(game, peer, spiel.new_initial_state(), seed) for seed in range(WANTED or USUAL[name]))
    assert moves > 0


@pytest.mark.parametrize("players", [2, 3, 4])
def test_bids_at_the_same_time_are_the_same(players: int) -> None:
    game = rulesdsl.load(EXAMPLES / "goofspiel.yaml")
    settings = {"num_cards": 4, "points_order": "descending", "returns_type": "total_points", "players": players}
    spiel = pyspiel.load_game("goofspiel", settings)
    for seed in range(WANTED or 40):
        rng, state, match = Random(seed), spiel.new_initial_state(), game.start(players=players)
        while not state.is_terminal():
            bids = []
            for number, seat in enumerate(game.seat_names(players)):
                decision = next(d for d in match.decisions if d.player == seat)
                legal = state.legal_actions(number)  # card 1 is number 0
                assert [decision.name(i) for i in range(len(decision))] == [f"{seat}_card_{a + 1}" for a in legal]
                choice = rng.randrange(len(legal))
                match.choose(choice, player=seat)
                bids.append(legal[choice])
            state.apply_actions(bids)
        while match.decision is not None:  # the last cards: played unasked there, asked here
            assert len(match.decision) == 1
            match.choose(0)
        assert match.result is not None
        assert [score.total for score in match.result.scores.values()] == state.returns()


PLANTED = {
    "three in a line instead of four": ("connect_four", "runs_through(cell, 4)", "runs_through(cell, 3)"),
    "two marks are a line": ("tic_tac_toe", "runs_through(square, 3)", "runs_through(square, 2)"),
    "captures straight on": ("breakthrough", "to.column != square.column and not", "not"),
    "no captures": ("breakthrough", "to is empty or to.column", "to is empty and to.column"),
    "the wrong side of the die": ("pig", "if die == 1:", "if die == 6:"),
    "a point too few": ("pig", "me.score >= 100", "me.score >= 99"),
    "the sides of the other colour": ("hex", "me == red", "me == yellow"),
    "a chain that breaks": (
        "hex",
        "c.stone == me and not c.fastened:",
        "c.stone == me and not c.fastened and c.row > 3:",
    ),
    "a cheap call": ("kuhn_poker", "do: me.stake = 2", "do: me.stake = 1"),
    "three bets": ("leduc_poker", "twice per betting", "3 times per betting"),
    "a limit that does not begin anew": ("leduc_poker", "twice per betting", "twice per game"),
    "weak pairs": ("leduc_poker", "add: 3", "add: 1"),
    "one checker holds a point": ("backgammon", "if c.owner == p) > 1", "if c.owner == p) > 0"),
    "the bar can wait": ("backgammon", "if spot < 25 and 25 in own:", "if false:"),
    "dice need not be played": ("backgammon", "spot, d) == goal", "spot, d) > 0"),
    "either die if not both": ("backgammon", "    die + most_pips(", "    1 + most_pips("),
    "doubles are played twice": ("backgammon", "max(numbers) == min(numbers)", "max(numbers) > 6"),
    "the last one out need not come home": ("backgammon", "if max(own) > 6:", "if max(own) > 7:"),
    "too high a die bears off anything": ("backgammon", "spot == die or spot == max(own)", "true"),
    "too high a die bears off nothing": ("backgammon", "spot == die or spot == max(own)", "spot == die"),
    "who is hit starts at the far point": ("backgammon", "next_player(me).on_bar", "space_at(next_player(me), 24)"),
    "a backgammon too easily": ("backgammon", "spot > 18", "spot > 12"),
    "no gammons": ("backgammon", "base: 1", "base: 0"),
    "the lower number begins": ("backgammon", "white_die > black_die", "white_die < black_die"),
    "the same bet in both rounds": ("leduc_poker", "then 2 else 4", "then 2 else 2"),
    "a bid as high as the last": ("liars_dice", "pips > bid_pips", "pips >= bid_pips"),
    "more pips whatever the number of dice": ("liars_dice", "dice > bid_dice or pips", "pips"),
    "exactly as many dice": ("liars_dice", "if found >= bid_dice then bidder", "if found == bid_dice then bidder"),
    "nothing is wild": ("liars_dice", " or die.pips == options.wild", ""),
    "only the own dice count": (
        "liars_dice",
        "if is_as_bid(d)) for p in players",
        "if is_as_bid(d)) for p in [bidder]",
    ),
    "a challenge of nothing": ("liars_dice", "when: bid_dice > 0", "when: bid_dice >= 0"),
    "the winner loses": ("liars_dice", "end game as decided by winner", "end game as decided by loser"),
}


@pytest.mark.parametrize("error", PLANTED)
def test_an_error_in_the_rules_is_found(tmp_path: Path, error: str) -> None:
    name, right, wrong = PLANTED[error]
    rules = (EXAMPLES / f"{name}.yaml").read_text(encoding="utf-8")
    assert right in rules
    (tmp_path / "planted.yaml").write_text(rules.replace(right, wrong), encoding="utf-8")
    game, peer = rulesdsl.load(tmp_path / "planted.yaml", use_cache=False), PEERS[name]
    spiel = pyspiel.load_game(peer.game)
    with pytest.raises((Parted, Fault)):
        for seed in range(200):
            play(game, peer, spiel.new_initial_state(), seed)
