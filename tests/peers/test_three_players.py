"""Liar's dice for three and more, which OpenSpiel has for two only: against the rules said once more, in Python."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from peers.lockstep import Parted, carry_out, drawn, offered

import rulesdsl
from rulesdsl.api import Game
from rulesdsl.runtime.faults import Fault

LIARS_DICE = Path(__file__).resolve().parents[2] / "examples" / "liars_dice.yaml"


class Model:
    """What is known of a game: everybody's dice, who is to act, and the bid that stands as (dice, pips)."""

    def __init__(self, players: int, dice: int, wild: int, rng: Random) -> None:
        self.wild, self.rng = wild, rng
        self.cups = [[0] * dice for _ in range(players)]
        self.begin(0)

    def begin(self, seat: int) -> None:
        """A round that `seat` begins, or who comes after it."""
        self.cups = [[self.rng.randint(1, 6) for _ in cup] for cup in self.cups]
        self.bid, self.bidder, self.seat = (0, 0), -1, seat
        if not self.cups[seat]:
            self.seat = self.after(seat)

    def after(self, seat: int) -> int:
        """Who acts next."""
        order = [(seat + k) % len(self.cups) for k in range(1, len(self.cups) + 1)]
        return next(one for one in order if self.cups[one])

    def dice(self) -> list[int]:
        """All dice, in the players' order."""
        return [die for cup in self.cups for die in cup]

    def bids(self) -> list[tuple[int, int]]:
        """All bids that are higher."""
        return [(n, pips) for n in range(1, len(self.dice()) + 1) for pips in range(1, 7) if (n, pips) > self.bid]

    def raise_to(self, bid: tuple[int, int]) -> None:
        self.bid, self.bidder, self.seat = bid, self.seat, self.after(self.seat)

    def challenge(self) -> None:
        """Who was wrong loses a die and begins."""
        found = sum(die in (self.bid[1], self.wild) for die in self.dice())
        loser = self.seat if found >= self.bid[0] else self.bidder
        self.cups[loser].pop()
        if len(self.still_in()) > 1:
            self.begin(loser)

    def still_in(self) -> list[int]:
        return [seat for seat, cup in enumerate(self.cups) if cup]


def play(game: Game, players: int, dice: int, seed: int) -> int:
    """One random game; how many choices were compared. Raises Parted."""
    rng, seats, moves = Random(seed), game.seat_names(players), 0
    model = Model(players, dice, seed % 7, rng)
    match = game.start(players=players, options={"dice": dice, "wild": seed % 7}, dice=model.dice())
    while len(model.still_in()) > 1:
        if match.decision is None or match.decision.player != seats[model.seat] or match.script.unused():
            raise Parted(f"{seats[model.seat]} should be asked, it is {match.decision}; {match.script.unused()}")
        bids = model.bids()
        wanted = [("bid", str(n), str(pips)) for n, pips in bids] + [("challenge",)] * (model.bidder >= 0)
        ours = offered(match)
        if len(ours) != len(wanted):
            raise Parted(f"offered: {ours}; and should be: {wanted}")
        move, i = drawn(list(zip(ours, range(len(ours)), strict=True)), rng)
        moves += 1
        if move == ("challenge",):
            model.challenge()
        else:
            model.raise_to(bids[i])
            if not model.bids():  # then the challenge follows unasked
                model.challenge()
        if not model.bid[0]:
            match.script.dice += model.dice()
        carry_out(match, move)
    if match.result is None or match.result.winners != tuple(seats[seat] for seat in model.still_in()):
        raise Parted(f"won: {match.result}; and should be by {model.still_in()}")
    if [score.total for score in match.result.scores.values()] != [len(cup) for cup in model.cups]:
        raise Parted(f"left: {match.result.scores}; and should be: {model.cups}")
    return moves


@pytest.mark.parametrize("players", [2, 3, 5])
def test_games_for_several_are_the_same(players: int) -> None:
    game = rulesdsl.load(LIARS_DICE)
    assert sum(play(game, players, 3, seed) for seed in range(8)) > 50


PLANTED = {
    "the winner begins": ("starter = loser", "starter = winner"),
    "the order of play begins anew": ("players_from(starter) if", "players if"),
    "nobody is out": ("if count(p.cup) > 0]", "]"),
    "the right one loses a die": ("lose_a_die(loser.on_table)", "lose_a_die(winner.on_table)"),
    "dice that were lost can be bid": ("1..dice_left()", "1..options.dice * count(players)"),
    "bids stand for ever": ("      bid_dice = 0\n", ""),
    "ones are always wild": ("options.wild", "1"),
}


@pytest.mark.parametrize("error", PLANTED)
def test_an_error_in_the_rules_is_found(tmp_path: Path, error: str) -> None:
    right, wrong = PLANTED[error]
    rules = LIARS_DICE.read_text(encoding="utf-8")
    assert right in rules
    (tmp_path / "planted.yaml").write_text(rules.replace(right, wrong), encoding="utf-8")
    game = rulesdsl.load(tmp_path / "planted.yaml", use_cache=False)
    with pytest.raises((Parted, Fault)):
        for seed in range(20):
            play(game, 3, 2, seed)
