"""Pig by hand."""

from __future__ import annotations

import random


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
