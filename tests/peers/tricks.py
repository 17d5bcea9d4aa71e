"""Hearts, ours and OpenSpiel's, side by side: what is passed and played, who holds and takes what, what it costs.

There a deal is a game, and the direction of the passing is drawn; so a game of many deals here is several there, one
after the other. There players pass one after the other and card by card, here all at once and as a set.
"""

from __future__ import annotations

import json
from collections import Counter
from itertools import combinations
from random import Random
from typing import Any

from peers.lockstep import Parted

from rulesdsl.api import Game
from rulesdsl.runtime.match import Match

SEATS = ("player_1", "player_2", "player_3", "player_4")
SUITS = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
RANKS = {"T": "10", "J": "jack", "Q": "queen", "K": "king", "A": "ace"}
PRINTED = [rank + suit for rank in "23456789TJQKA" for suit in "CDHS"]
"""How each card is printed there, by its number there."""

OPTIONS = {
    "pass_cards": "pass_cards",
    "no_points_on_first_trick": "no_pts_on_first_trick",
    "can_lead_any_club": "can_lead_any_club",
    "must_break_hearts": "must_break_hearts",
    "queen_breaks_hearts": "qs_breaks_hearts",
    "can_lead_hearts_instead_of_queen": "can_lead_hearts_instead_of_qs",
    "jack_bonus": "jd_bonus",
    "no_tricks_bonus": "avoid_all_tricks_bonus",
}
"""What our options are called there. A default differs (there the queen breaks hearts), so all are always given."""
USUAL = {name: name in ("pass_cards", "no_points_on_first_trick", "must_break_hearts") for name in OPTIONS}

PASSING = {1: 1, 2: 3, 3: 2, 0: 0}
"""How many seats on cards go (left, right, across, not at all), by the rest of the deal's number over four."""
MOST_POINTS = 100
MOON = 26


def ours(printed: str) -> str:
    """The name here of a card as it is printed there."""
    return f"{SUITS[printed[1]]}_{RANKS.get(printed[0], printed[0])}"


CARDS = [ours(printed) for printed in PRINTED]
NUMBERS = {name: number for number, name in enumerate(CARDS)}
HARMFUL = {card for card in CARDS if card.startswith("hearts") or card == "spades_queen"}
MOON_HAND = list(reversed(CARDS))[:13]
HEARTS_HAND = ["spades_queen", "clubs_ace", *(card for card in reversed(CARDS) if card.startswith("hearts"))][:13]
"""Hands that bring about what is rare: one that takes all, one that has little but hearts."""


class Table:
    """A match here, and the deal there that it has come to."""

    def __init__(self, game: Game, spiel: Any, settings: dict[str, bool], seed: int, *, whole: bool) -> None:
        """Deal the first cards: of a whole game, or of a game of one deal with any of the four passings.

        Args:
            spiel: OpenSpiel's module.
            settings: each option by its name here.
        """
        self.rng, self.settings, self.whole = Random(seed), settings, whole
        self.there = spiel.load_game("hearts", {OPTIONS[name]: value for name, value in settings.items()})
        self.number = 1 if whole else self.rng.choice([1, 2, 3, 4])
        self.bold = self.rng.choice([None, *range(4)])  # plays high cards, the others low ones; none: all at random
        dealt = self.deal()
        self.match: Match = game.start(
            seed=seed,
            scenario="many_deals" if whole else "single_deal",
            options={**settings, "first_deal": self.number},
            draws=dealt,
        )
        self.totals = [0.0, 0.0, 0.0, 0.0]
        self.seen: Counter[str] = Counter()

    def deal(self) -> list[str]:
        """A new deal there; the cards in the order in which they are drawn here, one player after the other."""
        self.state = self.there.new_initial_state()
        self.state.apply_action(PASSING[self.number % 4] if self.settings["pass_cards"] else 0)
        hands: list[list[str]] = [[], [], [], []]
        wanted = self.rng.choice([[], [], MOON_HAND, HEARTS_HAND])
        for number in range(52):
            card = self.dealt(wanted if number % 4 == self.bold else [], wanted)
            hands[number % 4].append(CARDS[card])
            self.state.apply_action(card)
        return [card for hand in hands for card in hand][:-1]  # the last card is no chance

    def dealt(self, wanted: list[str], kept: list[str]) -> int:
        """Mostly the first wanted card that is left, else any that is not kept for another; now and then any at all."""
        cards = self.state.legal_actions()
        if self.bold is None or self.rng.random() < 0.1:
            return self.rng.choice(cards)
        best = [NUMBERS[card] for card in wanted if NUMBERS[card] in cards]
        return best[0] if best else self.rng.choice([card for card in cards if CARDS[card] not in kept] or cards)

    def play(self) -> None:
        """To the end. Raises Parted."""
        while not self.match.over:
            if self.settings["pass_cards"] and self.number % 4:
                for seat in range(4):
                    self.pass_cards(seat)
            for _ in range(52):
                self.same_position()
                self.play_card()
        self.same_result()

    # ------------------------------------------------------------ the cards that are passed

    def pass_cards(self, seat: int) -> None:
        """A player chooses three, of the same threes."""
        held = self.state.legal_actions()
        there = {frozenset(three) for three in combinations([CARDS[card] for card in held], 3)}
        here = list(threes(self.match, SEATS[seat], 3))
        if self.state.current_player() != seat or len(here) != len(there) or set(here) != there:
            raise Parted(f"to pass here: {len(here)} ways, {set(here) ^ there} in one only")
        harmless = [card for card in held if CARDS[card] not in HARMFUL]
        chosen = self.rng.sample(harmless if seat == self.bold and len(harmless) > 2 else held, 3)
        for card in chosen:
            self.state.apply_action(card)
        wanted = {CARDS[card] for card in chosen}
        while wanted:
            decision = next(d for d in self.match.decisions if d.player == SEATS[seat])
            i = next(i for i in range(len(decision)) if decision.name(i) in wanted)
            wanted.remove(decision.name(i))
            self.match.choose(i, player=SEATS[seat])
        self.seen["passed"] += 1

    # ------------------------------------------------------------ the cards that are played

    def play_card(self) -> None:
        """One card, of the same cards."""
        decision = self.match.decision
        if decision is None:
            raise Parted("it is over here, and there not")
        here = [decision.name(i) for i in range(len(decision))]
        legal = self.state.legal_actions()
        if decision.player != SEATS[self.state.current_player()] or set(here) != {CARDS[card] for card in legal}:
            raise Parted(f"{decision.player} may play {here}; there: {self.state.current_player()} {legal}")
        self.seen["hearts and queen only"] += self.torn()
        card = self.choice(legal)
        self.state.apply_action(card)
        if self.state.is_terminal():
            self.end_deal()
        self.match.choose(here.index(CARDS[card]))
        self.seen["played"] += 1

    def torn(self) -> bool:
        """Must somebody lead who holds the queen of spades and hearts, before hearts are broken?"""
        there = json.loads(self.state.to_json())
        hand = set(map(ours, there["hands"][self.state.current_player()]))
        leads = all(len(trick) == 4 for trick in there["tricks"])
        return leads and not there["hearts_broken"] and "spades_queen" in hand and len(hand) > 1 and hand <= HARMFUL

    def choice(self, legal: list[int]) -> int:
        """Any card; or such a one that somebody may take all the points."""
        if self.bold is None or self.rng.random() < 0.05:
            return self.rng.choice(legal)
        return max(legal) if self.state.current_player() == self.bold else min(legal)

    def end_deal(self) -> None:
        """Before the last card is played here: count there, and have the next deal ready if there is one."""
        cost = [MOON - won for won in self.state.returns()]
        self.totals = [before + more for before, more in zip(self.totals, cost, strict=True)]
        self.seen["deal"] += 1
        self.seen["moon"] += sum(points >= MOON - 10 for points in cost) == 3
        self.seen["below nothing"] += any(points < 0 for points in cost)
        if self.whole and max(self.totals) < MOST_POINTS:
            self.number += 1
            self.match.script.draws += self.deal()

    # ------------------------------------------------------------ what lies where

    def same_position(self) -> None:
        """The hands, the cards on the table and those taken, whether hearts are broken. Raises Parted."""
        there = json.loads(self.state.to_json())
        hands, table, taken = self.lying(there)
        views = [self.match.view(seat) for seat in SEATS]
        for seat, view in zip(SEATS, views, strict=True):
            zones = {name: set(zone["pieces"]) for name, zone in view["zones"].items()}
            if zones[f"{seat}.hand"] != hands[seat]:
                raise Parted(f"{seat} holds {zones[f'{seat}.hand']}; there: {hands[seat]}")
            if any(zones[f"{other}.on_table"] != table[other] for other in SEATS):
                raise Parted(f"another trick here than {table}")
            if any(zones[f"{other}.tricks"] != taken[other] for other in SEATS):
                raise Parted(f"taken by others here than {taken}")
        if self.settings["must_break_hearts"] and views[0]["state"]["hearts_broken"] != there["hearts_broken"]:
            raise Parted(f"are hearts broken? There: {there['hearts_broken']}")

    def lying(self, there: dict[str, Any]) -> tuple[dict[str, set[str]], ...]:
        """Of the position there: by seat the hand, the card on the table, and the cards of tricks that were taken.

        Whoever leads has taken the trick before.
        """
        hands = {seat: set(map(ours, hand)) for seat, hand in zip(SEATS, there["hands"], strict=True)}
        table: dict[str, set[str]] = {seat: set() for seat in SEATS}
        taken: dict[str, set[str]] = {seat: set() for seat in SEATS}
        tricks = [[(SEATS["NESW".index(who)], ours(card)) for who, card in trick] for trick in there["tricks"]]
        for k, trick in enumerate(tricks):
            if len(trick) < 4:
                table.update({seat: {card} for seat, card in trick})
            else:
                winner = tricks[k + 1][0][0] if k + 1 < len(tricks) else SEATS[self.state.current_player()]
                taken[winner] |= {card for _, card in trick}
        return hands, table, taken

    def same_result(self) -> None:
        """The points of everybody, and who has the fewest. Raises Parted."""
        result = self.match.result
        assert result is not None
        if self.match.script.unused() or not self.state.is_terminal():
            raise Parted("it is over here, and there not")
        if [-float(score.total) for score in result.scores.values()] != self.totals:
            raise Parted(f"points here: {result.scores}; there: {self.totals}")
        fewest = [seat for seat, total in zip(SEATS, self.totals, strict=True) if total == min(self.totals)]
        if list(result.winners) != fewest:
            raise Parted(f"won here by {result.winners}, there by {fewest}")
        self.seen["game"] += 1


def threes(match: Match, player: str, wanted: int) -> list[frozenset[str]]:
    """Every set of so many cards that a player can choose, as often as it can be chosen."""
    found: list[frozenset[str]] = []
    decision = next((d for d in match.decisions if d.player == player), None)
    if decision is None:
        raise Parted(f"{wanted} more are chosen there, and none here")
    for i in range(len(decision)):
        card = frozenset({decision.name(i)})
        if wanted == 1:
            found.append(card)
            continue
        twin = match.fork()
        twin.choose(i, player=player)
        found += [card | rest for rest in threes(twin, player, wanted - 1)]
    return found


def compared(game: Game, spiel: Any, settings: dict[str, bool], seed: int, *, whole: bool = False) -> Counter[str]:
    """Play a game in both engines; how many moves and deals were compared, and how often what is rare took place."""
    table = Table(game, spiel, settings, seed, whole=whole)
    table.play()
    return table.seen
