"""The peer that matters most: the same games as a Python programmer writes them when there is no rules engine.

One class per game with a constructor, `legal_moves()` and `play(move)`; plain lists, readable values, a fresh list of
moves for each decision. No bit boards, no caches, no inlining: this is the code that a rule file replaces.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, Protocol

Playout = Callable[[random.Random], int]
"""Plays one uniformly random game to its end and returns the number of decisions taken."""

Mark = str | None


class Game(Protocol):
    """What the playout loop needs of a game."""

    finished: bool

    def legal_moves(self) -> list[Any]:
        """All moves of the player to act."""

    def play(self, move: Any) -> None:
        """Carry out one of them."""


class TicTacToe:
    """Three in a row on three by three cells."""

    SIZE = 3
    LINES = (
        [[(row, column) for column in range(3)] for row in range(3)]
        + [[(row, column) for row in range(3)] for column in range(3)]
        + [[(i, i) for i in range(3)], [(i, 2 - i) for i in range(3)]]
    )

    def __init__(self, rng: random.Random) -> None:
        self.grid: list[list[Mark]] = [[None] * self.SIZE for _ in range(self.SIZE)]
        self.to_move = "X"
        self.winner: Mark = None
        self.finished = False

    def legal_moves(self) -> list[tuple[int, int]]:
        cells = range(self.SIZE)
        return [(row, column) for row in cells for column in cells if self.grid[row][column] is None]

    def play(self, move: tuple[int, int]) -> None:
        row, column = move
        self.grid[row][column] = self.to_move
        if self.has_line():
            self.winner = self.to_move
            self.finished = True
        elif not any(mark is None for cells in self.grid for mark in cells):
            self.finished = True
        self.to_move = "O" if self.to_move == "X" else "X"

    def has_line(self) -> bool:
        return any(all(self.grid[row][column] == self.to_move for row, column in line) for line in self.LINES)


class ConnectFour:
    """Discs dropped into seven columns of six; four in a row win."""

    HEIGHT, WIDTH = 6, 7
    DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))

    def __init__(self, rng: random.Random) -> None:
        self.grid: list[list[Mark]] = [[None] * self.WIDTH for _ in range(self.HEIGHT)]  # row 0 is the bottom
        self.to_move = "X"
        self.winner: Mark = None
        self.finished = False

    def legal_moves(self) -> list[int]:
        top = self.grid[self.HEIGHT - 1]
        return [column for column in range(self.WIDTH) if top[column] is None]

    def play(self, column: int) -> None:
        row = min(row for row in range(self.HEIGHT) if self.grid[row][column] is None)
        self.grid[row][column] = self.to_move
        if self.is_four(row, column):
            self.winner = self.to_move
            self.finished = True
        elif not self.legal_moves():
            self.finished = True
        self.to_move = "O" if self.to_move == "X" else "X"

    def is_four(self, row: int, column: int) -> bool:
        for up, right in self.DIRECTIONS:
            length = 1 + self.count(row, column, up, right) + self.count(row, column, -up, -right)
            if length >= 4:
                return True
        return False

    def count(self, row: int, column: int, up: int, right: int) -> int:
        """How many discs of the player to move follow in one direction."""
        length = 0
        row, column = row + up, column + right
        while 0 <= row < self.HEIGHT and 0 <= column < self.WIDTH and self.grid[row][column] == self.to_move:
            length += 1
            row, column = row + up, column + right
        return length


class Pig:
    """Roll or stop; a one loses what the turn has gathered; the first to bank a hundred wins."""

    GOAL = 100

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.scores = [0, 0]
        self.gathered = 0
        self.to_move = 0
        self.winner: int | None = None
        self.finished = False

    def legal_moves(self) -> list[str]:
        return ["roll", "stop"]

    def play(self, move: str) -> None:
        if move == "roll":
            die = self.rng.randint(1, 6)
            if die > 1:
                self.gathered += die
                return
        else:
            self.scores[self.to_move] += self.gathered
            if self.scores[self.to_move] >= self.GOAL:
                self.winner = self.to_move
                self.finished = True
        self.gathered = 0
        self.to_move = 1 - self.to_move


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


def playout_of(game: Callable[[random.Random], Game]) -> Playout:
    """The loop over one game's moves that every hand-written game shares."""

    def playout(rng: random.Random) -> int:
        state = game(rng)
        decisions = 0
        while not state.finished:
            state.play(rng.choice(state.legal_moves()))
            decisions += 1
        return decisions

    return playout


GAMES: dict[str, Playout] = {
    "tic_tac_toe": playout_of(TicTacToe),
    "connect_four": playout_of(ConnectFour),
    "pig": playout_of(Pig),
    "kuhn_poker": playout_of(KuhnPoker),
}
