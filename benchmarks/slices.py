"""Play for a short while and count: what the table and the gate are made of.

Time is that of the processor, so that other programs on the machine count as little as possible. Within a slice the
clock on the wall is looked at after each game, for it is cheaper to ask.
"""

from __future__ import annotations

import itertools
import random
import time
from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from subjects import Subject


class Slice(NamedTuple):
    """Whole games that were played, the decisions of players in them (dice and deals are none), processor seconds."""

    games: int
    decisions: int
    seconds: float

    @property
    def rate(self) -> float:
        """Decisions per second of processor time."""
        return self.decisions / self.seconds


Measure = Callable[[float], Slice]
"""Plays whole games for at least so many seconds."""


def playing(playout: Callable[[random.Random], int], seed: int) -> Measure:
    """Measure a function that plays one game and returns its decisions."""
    rng = random.Random(seed)
    clock = time.perf_counter

    def measure(seconds: float) -> Slice:
        games = decisions = 0
        used = time.process_time()
        end = clock() + seconds
        while True:
            decisions += playout(rng)
            games += 1
            if clock() >= end:
                return Slice(games, decisions, time.process_time() - used)

    return measure


def used(measure: Measure, seconds: float) -> Slice:
    """Play until so much processor time is used, however long that takes on the clock."""
    games, decisions, spent = 0, 0, 0.0
    while spent < seconds:
        more = measure(seconds - spent)
        games, decisions, spent = games + more.games, decisions + more.decisions, spent + more.seconds
    return Slice(games, decisions, spent)


def ours(subject: Subject, seed: int, pull: bool) -> Measure:
    """Measure a rule file, played straight through or pausing at each decision, by the package's own random player."""
    import rulesdsl
    from rulesdsl.tools.simulate import random_playouts

    game = rulesdsl.load(subject.path)
    return by_playouts(partial(random_playouts, game, pull=pull), subject, seed)


def native(subject: Subject, seed: int) -> Measure:
    """Measure a rule file that is compiled to C. Raises NotNative."""
    import rulesdsl
    from rulesdsl.tools.simulate import native_playouts

    return by_playouts(partial(native_playouts, rulesdsl.load(subject.path)), subject, seed)


def by_playouts(play: Callable[..., tuple[int, int, float]], subject: Subject, seed: int) -> Measure:
    """Measure what plays a number of seconds for a seed, one seed a slice."""
    seeds = itertools.count(seed * 1000)

    def measure(seconds: float) -> Slice:
        used = time.process_time()
        games, decisions, _ = play(seconds, next(seeds), players=subject.players, scenario=subject.scenario)
        return Slice(games, decisions, time.process_time() - used)

    return measure
