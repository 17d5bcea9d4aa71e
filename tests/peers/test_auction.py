"""The sealed auction is the one of OpenSpiel, bid for bid, for two players or more."""

from __future__ import annotations

import os
from pathlib import Path
from random import Random
from typing import Any

import pytest
from peers.lockstep import Parted

import rulesdsl
from rulesdsl.api import Game
from rulesdsl.runtime.faults import Fault
from rulesdsl.runtime.match import Match

pyspiel: Any = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")

AUCTION = Path(__file__).resolve().parents[2] / "examples" / "auction.yaml"
WANTED = int(os.environ.get("RULESDSL_PEER_GAMES", "0"))
HIGHEST = 6


def drawn(state: Any, rng: Random) -> int:
    """An outcome of chance there."""
    outcome: int = rng.choice(state.legal_actions())
    state.apply_action(outcome)
    return outcome


def play(game: Game, players: int, seed: int) -> None:
    """One random auction in both engines. Raises Parted."""
    rng, seats = Random(seed), game.seat_names(players)
    state = pyspiel.load_game("first_sealed_auction", {"players": players, "max_value": HIGHEST}).new_initial_state()
    values = [drawn(state, rng) for _ in seats]
    options = {"highest_value": HIGHEST, "least_profit": 1}  # there a bid is less than the value
    draws = [f"{seat}_estimate_{value}" for seat, value in zip(seats, values, strict=True)]
    match = game.start(players=players, options=options, draws=draws)
    bids = [bid(match, state, seat, rng) for seat in seats[:-1]]
    last = choice(match, state, seats[-1], rng)
    bids.append(state.legal_actions()[last])
    state.apply_action(bids[-1])
    best = [seat for seat, number in zip(seats, bids, strict=True) if number == max(bids)]
    winner = seats[drawn(state, rng)]
    if len(best) > 1:  # a lot of one is drawn without chance
        match.script.draws.append(f"{winner}_lot")
    match.choose(last, player=seats[-1])
    if match.result is None or match.script.unused():
        raise Parted(f"it is over there; here {match.decision} is asked, and not met: {match.script.unused()}")
    scores = [score.total for score in match.result.scores.values()]
    if scores != state.returns():
        raise Parted(f"values {values}, bids {bids}; won here: {scores}; there: {state.returns()}")


def choice(match: Match, state: Any, seat: str, rng: Random) -> int:
    """The number of an option that both offer. Raises Parted."""
    decision = next((d for d in match.decisions if d.player == seat), None)
    names = decision.labels() if decision is not None else []
    if names != [str(number) for number in state.legal_actions()]:
        raise Parted(f"{seat} may bid {names} here, {state.legal_actions()} there")
    return rng.randrange(len(names))


def bid(match: Match, state: Any, seat: str, rng: Random) -> int:
    """The same bid in both."""
    i = choice(match, state, seat, rng)
    number: int = state.legal_actions()[i]
    match.choose(i, player=seat)
    state.apply_action(number)
    return number


@pytest.mark.parametrize("players", [2, 3, 4])
def test_sealed_bids_are_the_same(players: int) -> None:
    game = rulesdsl.load(AUCTION)
    for seed in range(WANTED or 60):
        play(game, players, seed)


ONLY = "for p in players if all(q == p or q.bid < p.bid for q in players):"
PLANTED = {
    "bids of the whole value": ("estimate_of(p) - options.least_profit", "estimate_of(p)"),
    "no bid of nothing": ("choose 0..most_to_bid(me)", "choose min([1, most_to_bid(me)])..most_to_bid(me)"),
    "a bid too much is paid": ("let price = buyer.bid", "let price = buyer.bid + 1"),
    "the lowest bid wins": ("p.bid == highest_bid(players)", "p.bid == min(q.bid for q in players)"),
    "equal bids do not count": ("for p in players if p.bid == highest_bid(players):", ONLY),
    "the second price": ("if options.second_price", "if not options.second_price"),
    "everybody pays": ("      buyer.price_paid = price", "      for p in players:\n        p.price_paid = price"),
}


@pytest.mark.parametrize("error", PLANTED)
def test_an_error_in_the_rules_is_found(tmp_path: Path, error: str) -> None:
    right, wrong = PLANTED[error]
    rules = AUCTION.read_text(encoding="utf-8")
    assert right in rules
    (tmp_path / "planted.yaml").write_text(rules.replace(right, wrong), encoding="utf-8")
    game = rulesdsl.load(tmp_path / "planted.yaml", use_cache=False)
    with pytest.raises((Parted, Fault)):
        for seed in range(200):
            play(game, 3, seed)
