"""Choose every option with equal chance; the same seed gives the same choices on every version of Python."""

from __future__ import annotations

from math import floor
from random import Random
from typing import Final

from rulesdsl.providers.protocol import Asked


class RandomProvider:
    """Equal chances for all options, from a stream of its own: the game's dice never change with it."""

    # Lets automatic play take `random()` itself, without making a decision first.
    uniform: Final = True

    __slots__ = ("random",)

    def __init__(self, seed: int = 0) -> None:
        # Of all that Random offers, only random() is promised to stay the same between versions.
        self.random = Random(seed).random

    def pick(self, n: int) -> int:
        """Return a number from 0 to n - 1; ``n`` is at least 1."""
        return int(self.random() * n)

    def choose(self, decision: Asked) -> int:
        """Return the number of an option."""
        return floor(self.random() * len(decision.values))
