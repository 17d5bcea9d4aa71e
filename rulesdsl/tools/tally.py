"""Count the results of many games: exact counts in, shares with intervals and spreads out.

A tally is a few histograms; adding tallies in any order gives the same sums, so the figures do not depend on
how the games were divided among processes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import sqrt
from typing import Any, Final

from rulesdsl.tools.ports import Result

# Two-sided 95 % of the normal distribution.
_Z: Final = 1.959963984540054

# A report names so many games that went wrong; all of them are counted.
FAULTS_KEPT: Final = 20


@dataclass(frozen=True, slots=True, order=True)
class Failed:
    """A game that a rule broke off: its number and seed, and what went wrong."""

    game: int
    seed: int
    kind: str
    message: str


@dataclass(slots=True)
class Tally:
    """Histograms over games: ``decisions`` and ``scores`` map a value to how many games had it."""

    games: int = 0
    outcomes: Counter[str] = field(default_factory=Counter)
    levels: Counter[str] = field(default_factory=Counter)
    wins: Counter[str] = field(default_factory=Counter)
    shared: int = 0
    decisions: Counter[int] = field(default_factory=Counter)
    scores: dict[str, Counter[Fraction]] = field(default_factory=dict)
    failed: list[Failed] = field(default_factory=list)

    def count(self, result: Result, times: int = 1) -> None:
        """Count a finished game, or several that ended alike."""
        self.games += times
        self.outcomes[result.outcome] += times
        self.decisions[result.decisions] += times
        if result.level is not None:
            self.levels[result.level] += times
        for player in result.winners:
            self.wins[player] += times
        self.shared += times * (len(result.winners) > 1)
        for player, score in result.scores.items():
            self.scores.setdefault(player, Counter())[Fraction(score.total)] += times

    def count_failed(self, failed: Failed) -> None:
        """Count one game that went wrong, as an outcome of its own."""
        self.games += 1
        self.outcomes[failed.kind] += 1
        self.failed = sorted([*self.failed, failed])[:FAULTS_KEPT]

    def add(self, other: Tally) -> None:
        """Add the games of another tally."""
        self.games += other.games
        self.shared += other.shared
        for mine, more in self._counters(other):
            mine.update(more)
        for player, histogram in other.scores.items():
            self.scores.setdefault(player, Counter()).update(histogram)
        self.failed = sorted([*self.failed, *other.failed])[:FAULTS_KEPT]

    def _counters(self, other: Tally) -> list[tuple[Counter[Any], Counter[Any]]]:
        names = ("outcomes", "levels", "wins", "decisions")
        return [(getattr(self, name), getattr(other, name)) for name in names]


@dataclass(frozen=True, slots=True)
class Share:
    """``count`` of ``of`` games, and the 95 % interval (Wilson) of the share, from 0 to 1."""

    count: int
    of: int
    low: float
    high: float

    @property
    def share(self) -> float:
        """The share itself, from 0 to 1."""
        return self.count / self.of if self.of else 0.0

    def as_dict(self) -> dict[str, Any]:
        """As JSON has it."""
        return {
            "count": self.count,
            "share": round(self.share, 6),
            "low": round(self.low, 6),
            "high": round(self.high, 6),
        }


@dataclass(frozen=True, slots=True)
class Spread:
    """Mean, standard deviation, least, median and greatest of some numbers."""

    mean: float
    sd: float
    min: float
    median: float
    max: float

    def as_dict(self) -> dict[str, float]:
        """As JSON has it; whole numbers stay whole."""
        return {name: tidy(getattr(self, name)) for name in ("mean", "sd", "min", "median", "max")}


def wilson(count: int, of: int) -> Share:
    """Return a share with its 95 % Wilson score interval; of no games, anything is possible."""
    if not of:
        return Share(0, 0, 0.0, 1.0)
    p = count / of
    wide = 1 + _Z * _Z / of
    middle = (p + _Z * _Z / (2 * of)) / wide
    reach = _Z * sqrt(p * (1 - p) / of + _Z * _Z / (4 * of * of)) / wide
    # At the ends the formula gives the bound exactly, arithmetic only nearly.
    return Share(count, of, 0.0 if count == 0 else middle - reach, 1.0 if count == of else middle + reach)


def spread(histogram: Mapping[Any, int]) -> Spread | None:
    """Return the spread of a histogram (value -> how often), worked out exactly; None for an empty one."""
    n = sum(histogram.values())
    if not n:
        return None
    mean = Fraction(sum(value * times for value, times in histogram.items())) / n
    squares = sum((value - mean) ** 2 * times for value, times in histogram.items())
    sd = sqrt(squares / (n - 1)) if n > 1 else 0.0
    low, high = _at(histogram, (n - 1) // 2), _at(histogram, n // 2)
    return Spread(float(mean), sd, float(min(histogram)), float(Fraction(low + high) / 2), float(max(histogram)))


def _at(histogram: Mapping[Any, int], rank: int) -> Any:
    """The value at a rank, from 0, in ascending order."""
    for value in sorted(histogram):
        rank -= histogram[value]
        if rank < 0:
            return value
    raise IndexError("rank beyond the histogram")


def tidy(x: float | Fraction) -> float:
    """Return a number as it is written: whole ones without a point, others with at most 4 digits behind it."""
    return int(x) if x == int(x) else round(float(x), 4)
