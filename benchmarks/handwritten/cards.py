"""Kuhn poker, Leduc poker and one deal of hearts by hand."""

from __future__ import annotations

import random
from dataclasses import dataclass


class KuhnPoker:
    """Three cards, an ante of one, one bet of one."""

    RANKS = ("jack", "queen", "king")

    def __init__(self, rng: random.Random) -> None:
        self.cards = rng.sample(self.RANKS, 2)
        self.history: list[str] = []
        self.winner: int | None = None
        self.stake = 1
        self.finished = False

    def legal_moves(self) -> list[str]:
        return ["pass", "bet"]

    def play(self, move: str) -> None:
        self.history.append(move)
        last_two = self.history[-2:]
        if last_two == ["pass", "pass"]:
            self.showdown(stake=1)
        elif last_two == ["bet", "bet"]:
            self.showdown(stake=2)
        elif last_two == ["bet", "pass"]:
            self.finish(winner=len(self.history) % 2, stake=1)  # whoever made the bet

    def showdown(self, stake: int) -> None:
        first, second = (self.RANKS.index(card) for card in self.cards)
        self.finish(winner=0 if first > second else 1, stake=stake)

    def finish(self, winner: int, stake: int) -> None:
        self.winner = winner
        self.stake = stake
        self.finished = True


class LeducPoker:
    """Two cards of each of three ranks, one in each hand and one on the table; bets of two, later of four."""

    RANKS = ("jack", "queen", "king")
    BETS = (2, 4)
    """How much a bet or a raise adds before the common card and after it."""

    def __init__(self, rng: random.Random) -> None:
        self.deck = [rank for rank in self.RANKS for _ in range(2)]
        rng.shuffle(self.deck)
        self.hands = [self.deck.pop(), self.deck.pop()]
        self.common: str | None = None
        self.stakes = [1, 1]
        self.to_move = 0
        self.raises = 0
        self.winner: int | None = None
        self.finished = False

    def legal_moves(self) -> list[str]:
        moves = ["call", "fold"] if self.faces_bet() else ["check"]
        if self.raises < 2:
            moves.append("bet")
        return moves

    def faces_bet(self) -> bool:
        return self.stakes[self.to_move] < self.stakes[1 - self.to_move]

    def play(self, move: str) -> None:
        me, other = self.to_move, 1 - self.to_move
        self.to_move = other
        if move == "fold":
            self.finish(winner=other)
        elif move == "bet":
            self.stakes[me] = self.stakes[other] + self.BETS[0 if self.common is None else 1]
            self.raises += 1
        elif move == "call":
            self.stakes[me] = self.stakes[other]
            self.next_round()
        elif me == 1:  # both have checked
            self.next_round()

    def next_round(self) -> None:
        if self.common is None:
            self.common = self.deck.pop()
            self.raises = 0
            self.to_move = 0
        else:
            first, second = self.strength(0), self.strength(1)
            self.finish(winner=None if first == second else 0 if first > second else 1)

    def strength(self, player: int) -> tuple[bool, int]:
        """A pair beats every single card."""
        return self.hands[player] == self.common, self.RANKS.index(self.hands[player])

    def finish(self, winner: int | None) -> None:
        self.winner = winner
        self.finished = True


@dataclass(frozen=True)
class Card:
    """A playing card; 11 jack, 12 queen, 13 king, 14 ace."""

    suit: str
    rank: int


SUITS = ("clubs", "diamonds", "spades", "hearts")
TWO_OF_CLUBS = Card("clubs", 2)
QUEEN_OF_SPADES = Card("spades", 12)


def harms(card: Card) -> bool:
    """Does it cost points?"""
    return card.suit == "hearts" or card == QUEEN_OF_SPADES


class Hearts:
    """One deal for four, three cards passed to the left first; nobody wants hearts or the queen of spades."""

    PLAYERS = 4

    def __init__(self, rng: random.Random) -> None:
        deck = [Card(suit, rank) for suit in SUITS for rank in range(2, 15)]
        rng.shuffle(deck)
        self.hands = [deck[13 * player : 13 * (player + 1)] for player in range(self.PLAYERS)]
        self.passed: list[list[Card]] = [[] for _ in range(self.PLAYERS)]
        self.tricks: list[list[Card]] = [[] for _ in range(self.PLAYERS)]
        self.on_table: list[tuple[int, Card]] = []  # who played what, in order
        self.passing = True
        self.first_trick = True
        self.hearts_broken = False
        self.to_move = 0
        self.points = [0] * self.PLAYERS
        self.finished = False

    def legal_moves(self) -> list[Card]:
        hand = self.hands[self.to_move]
        if self.passing:
            return list(hand)
        if self.on_table:
            return self.following(hand)
        return self.leading(hand)

    def leading(self, hand: list[Card]) -> list[Card]:
        if self.first_trick:
            return [TWO_OF_CLUBS]
        if self.hearts_broken:
            return list(hand)
        return [card for card in hand if card.suit != "hearts"] or list(hand)

    def following(self, hand: list[Card]) -> list[Card]:
        led = self.on_table[0][1].suit
        same_suit = [card for card in hand if card.suit == led]
        if same_suit:
            return same_suit
        if self.first_trick:
            return [card for card in hand if not harms(card)] or list(hand)
        return list(hand)

    def play(self, card: Card) -> None:
        self.hands[self.to_move].remove(card)
        if self.passing:
            self.put_aside(card)
            return
        self.on_table.append((self.to_move, card))
        if card.suit == "hearts":
            self.hearts_broken = True
        self.to_move = (self.to_move + 1) % self.PLAYERS
        if len(self.on_table) == self.PLAYERS:
            self.take_trick()

    def put_aside(self, card: Card) -> None:
        self.passed[self.to_move].append(card)
        if len(self.passed[self.to_move]) < 3:
            return
        self.to_move += 1
        if self.to_move == self.PLAYERS:
            for player, cards in enumerate(self.passed):
                self.hands[(player + 1) % self.PLAYERS].extend(cards)
            self.passing = False
            self.to_move = next(player for player, hand in enumerate(self.hands) if TWO_OF_CLUBS in hand)

    def take_trick(self) -> None:
        led = self.on_table[0][1].suit
        winner, _ = max(((p, card) for p, card in self.on_table if card.suit == led), key=lambda pair: pair[1].rank)
        self.tricks[winner].extend(card for _, card in self.on_table)
        self.on_table.clear()
        self.first_trick = False
        self.to_move = winner
        if not any(self.hands):
            self.count_points()

    def count_points(self) -> None:
        for player, cards in enumerate(self.tricks):
            self.points[player] = sum(13 if card == QUEEN_OF_SPADES else 1 for card in cards if harms(card))
        if 26 in self.points:  # who takes them all gives them to all others
            self.points = [26 - points for points in self.points]
        self.finished = True
