"""How cost grows: CPU time per decision, load and validate time against the size of one thing, and the exponents.

Each series makes rule files that grow in one respect (`growth_games.py`), measures each a few times, takes the least,
and fits a line through the logarithms: cost ~ size ** exponent. Beside it stands the exponent that the rule itself has:
an offer of all free cells cannot cost less than telling them. The exit status is 1 if one is above that by more than
`SLACK`. CPU time of this process counts, so that a busy machine does not matter much.
"""

from __future__ import annotations

import argparse
import gc
import json
import math
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import growth_games as games

import rulesdsl
from rulesdsl.providers.random import RandomProvider
from rulesdsl.runtime.machine import uniform

SLACK = 0.3
"""A fit over a few sizes is no closer than that: the small ones fit into a cache, and a piece that moves copies the
numbers of what lies where it leaves and where it comes, a nanosecond or two each."""
ROUNDS = 3
CELLS = (196, 1_024, 4_096, 19_881)
PIECES = (20, 100, 500, 2_000)
PARTS = (2, 8, 32, 128)
LENGTH = (100, 1_000, 10_000, 30_000)
PLAYERS = (2, 4, 16, 64)

Make = Callable[[int, int], str]
Measure = Callable[[Path], float]
"""Seconds of CPU time, for one decision or for the whole."""


@dataclass(frozen=True)
class Series:
    """One thing that grows, and what is measured meanwhile."""

    name: str
    make: Make
    sizes: tuple[int, ...]
    decisions: int
    """Decisions of a game; 0 where that is what grows."""
    measure: Measure
    rule: float
    """The exponent that the rule itself has."""
    why: str

    def cost(self, size: int, rounds: int = ROUNDS) -> float:
        """Seconds of CPU time at one size, the least of some rounds."""
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "growth.yaml"
            path.write_text(self.make(size, self.decisions or size), encoding="utf-8")
            gc.collect()
            return min(self.measure(path) for _ in range(rounds))


@dataclass(frozen=True)
class Fit:
    """What a series came to."""

    name: str
    sizes: tuple[int, ...]
    seconds: list[float]
    exponent: float
    rule: float


def exponent(sizes: Sequence[int], costs: Sequence[float]) -> float:
    """The slope of the line through the logarithms, by least squares."""
    xs, ys = [math.log(size) for size in sizes], [math.log(cost) for cost in costs]
    x, y = sum(xs) / len(xs), sum(ys) / len(ys)
    return sum((a - x) * (b - y) for a, b in zip(xs, ys, strict=True)) / sum((a - x) ** 2 for a in xs)


# ----------------------------------------------------------------------- measures


def pushed(path: Path) -> float:
    """A decision of a random game that is played straight through, after the set-up and after a first game."""
    machine = rulesdsl.load(path).machine
    taken = 0.0
    for seed in (1, 2):
        s = machine.start(machine.config(None, None, None), machine.stream(seed))
        ask, count = uniform(RandomProvider(seed).random)
        node, before = machine.nodes[0](s, ask), count()
        start = time.process_time()
        machine.run(s, ask, node)
        taken = (time.process_time() - start) / (count() - before)
    return taken


def _played(path: Path) -> tuple[rulesdsl.Match, float]:
    """A match that pauses at each decision, played at random, and the seconds of each."""
    match, provider = rulesdsl.load(path).start(seed=1), RandomProvider(1)
    start = time.process_time()
    while (decision := match.decision) is not None:
        match.choose(provider.choose(decision))
    return match, (time.process_time() - start) / match.answered


def pulled(path: Path) -> float:
    """A decision of a random game that pauses at each."""
    return _played(path)[1]


def forked(path: Path) -> float:
    """A copy of a match that is nearly over."""
    return _again(path, lambda match: match.fork(), 20)


def undone(path: Path) -> float:
    """Taking back a choice of a match that is nearly over."""
    return _again(path, lambda match: match.undo(past_chance=True), 20)


def viewed(path: Path) -> float:
    """What a player sees."""
    return _again(path, lambda match: match.view(match.players[0]), 3)


def recorded(path: Path) -> float:
    """A record of the match, for each of its decisions."""
    match = _played(path)[0]
    start = time.process_time()
    match.record()
    return (time.process_time() - start) / match.answered


def _again(path: Path, act: Callable[[rulesdsl.Match], object], times: int) -> float:
    match = _played(path)[0]
    match.undo(past_chance=True)
    start = time.process_time()
    for _ in range(times):
        act(match)
    return (time.process_time() - start) / times


def loaded(path: Path) -> float:
    """A cold start: read, checked, compiled."""
    start = time.process_time()
    rulesdsl.load(path, use_cache=False)
    return time.process_time() - start


def validated(path: Path) -> float:
    """Read and checked."""
    start = time.process_time()
    problems = rulesdsl.validate(path)
    taken = time.process_time() - start
    assert not problems, problems
    return taken


# ------------------------------------------------------------------------- series

ALL = (
    Series("board, a step: pushed", games.steps, CELLS, 2_000, pushed, 0, "eight cells to step to on any board"),
    Series("board, a step: pulled", games.steps, CELLS, 2_000, pulled, 0, "the same"),
    Series("board, a step: fork", games.steps, CELLS, 2_000, forked, 1, "a copy of the state has all cells"),
    Series("board, a step: view", games.steps, CELLS, 100, viewed, 1, "all cells are told"),
    Series("board, a stone: pushed", games.stones, CELLS, 150, pushed, 1, "each free cell is an option"),
    Series("board, a stone: pulled", games.stones, CELLS, 150, pulled, 1, "the same"),
    Series("board, a way: pushed", games.travels, CELLS, 1_000, pushed, 0, "four points lead as far on any board"),
    Series("graph, a step: pushed", games.regions, CELLS, 2_000, pushed, 0, "a few neighbours; distances are kept"),
    Series("pieces, one of all: pushed", games.army, PIECES, 600, pushed, 1, "each of them is an option"),
    Series("pieces, those at a cell: pushed", games.crowd, PIECES, 2_000, pushed, 0, "few stand at a cell"),
    Series("pieces, a card of a deck: pushed", games.deck, PIECES, 4_000, pushed, 0, "one card, whichever deck"),
    Series("pieces, a bag: pushed", games.bag, PIECES, 2_000, pushed, 1, "drawn from all, put in order first"),
    Series("length: pushed", games.long, LENGTH, 0, pushed, 0, "a decision is one however many were before"),
    Series("length: pulled", games.long, LENGTH, 0, pulled, 0, "the same"),
    Series("length: record, per decision", games.long, LENGTH, 0, recorded, 0, "an entry each"),
    Series("length: undo", games.long, LENGTH, 0, undone, 0, "one choice is taken back"),
    Series("length: fork", games.long, LENGTH, 0, forked, 1, "a copy of the log has all entries"),
    Series("players: pushed", games.circle, PLAYERS, 4_000, pushed, 0, "one of them is asked"),
    Series("players: pulled", games.circle, PLAYERS, 4_000, pulled, 0, "the same"),
    Series(
        "players, all at once: pulled", games.bids, PLAYERS, 4_000, pulled, 1, "each decides on a copy of the state"
    ),
    Series("rule file: pushed", games.mixed, PARTS, 5_000, pushed, 0, "other phases' rules do not matter"),
    Series("rule file: pulled", games.mixed, PARTS, 5_000, pulled, 0, "the same"),
    Series("rule file: validate", games.mixed, PARTS, 100, validated, 1, "each line is read and checked"),
    Series("rule file: load", games.mixed, PARTS, 100, loaded, 1, "each line is compiled"),
    Series("board in the file: validate", games.regions, CELLS, 10, validated, 1, "each region and link is a line"),
    Series("board in the file: load", games.regions, CELLS, 10, loaded, 1, "the same"),
    Series("pieces in the file: load", games.named, PIECES, 10, loaded, 1, "each piece is a line"),
    Series("actions of an offer: load", games.offers, PIECES, 10, loaded, 1, "each action is a few lines"),
    Series("steps of a phase: load", games.phases, (20, 60, 200, 600), 10, loaded, 1, "each phase is a few lines"),
)


def shown(seconds: float) -> str:
    """A cost in microseconds or milliseconds."""
    return f"{seconds * 1e6:,.1f} µs" if seconds < 1e-3 else f"{seconds * 1e3:,.1f} ms"


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="", help="series whose names hold this word")
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--json", action="store_true", help="print JSON in place of the table")
    options = parser.parse_args()
    chosen = [series for series in ALL if options.only in series.name]
    if not chosen:
        parser.error(f"no series is called `{options.only}`: {', '.join(series.name for series in ALL)}")
    loaded(Path(__file__).parent.parent / "examples" / "tic_tac_toe.yaml")  # what is imported late is imported now
    found: list[Fit] = []
    if not options.json:
        print("| what grows: what is measured | sizes | cost at each | exponent | the rule's | why |")
        print("|---|---|---|---:|---:|---|")
    for series in chosen:
        costs = [series.cost(size, options.rounds) for size in series.sizes]
        slope = exponent(series.sizes, costs)
        found.append(Fit(series.name, series.sizes, costs, slope, series.rule))
        if not options.json:
            sizes = " ".join(f"{size:,}" for size in series.sizes)
            each = " ".join(shown(cost) for cost in costs)
            print(f"| {series.name} | {sizes} | {each} | {slope:.2f} | {series.rule:g} | {series.why} |", flush=True)
    if options.json:
        print(json.dumps([asdict(fit) for fit in found], indent=2))
    above = [fit.name for fit in found if fit.exponent > fit.rule + SLACK]
    print(f"above the rule's exponent: {', '.join(above) or 'none'}", file=sys.stderr)
    return 1 if above else 0


if __name__ == "__main__":
    sys.exit(main())
