"""The loops over a game's moves: they choose at random and count as the rule files do.

A question with one answer counts as none, for it is taken unasked; only where cards are hidden everybody is asked.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, Protocol

Playout = Callable[[random.Random], int]
"""Plays one uniformly random game to its end and returns the number of decisions taken."""


class Game(Protocol):
    """A game with moves that are chosen at once."""

    finished: bool

    def legal_moves(self) -> list[Any]:
        """All moves of the player to act."""

    def play(self, move: Any) -> None:
        """Carry out one of them."""


class GameInTwo(Protocol):
    """A game whose moves are chosen in two steps: with what, and then how."""

    finished: bool

    def legal_moves(self) -> dict[Any, list[Any]]:
        """For each thing that the player to act can choose first what can be chosen then."""

    def play(self, first: Any, then: Any) -> None:
        """Carry out such a move."""


def playout_of(game: Callable[[random.Random], Game], asked_alone: bool = False) -> Playout:
    """Choose among all moves; with `asked_alone` a single one counts as a decision too."""

    def playout(rng: random.Random) -> int:
        state = game(rng)
        decisions = 0
        while not state.finished:
            moves = state.legal_moves()
            state.play(rng.choice(moves))
            if asked_alone or len(moves) > 1:
                decisions += 1
        return decisions

    return playout


def playout_in_two(game: Callable[[random.Random], GameInTwo]) -> Playout:
    """Choose what comes first, then what goes with it."""

    def playout(rng: random.Random) -> int:
        state = game(rng)
        decisions = 0
        while not state.finished:
            moves = state.legal_moves()
            first = rng.choice(list(moves))
            then = rng.choice(moves[first])
            decisions += (len(moves) > 1) + (len(moves[first]) > 1)
            state.play(first, then)
        return decisions

    return playout
