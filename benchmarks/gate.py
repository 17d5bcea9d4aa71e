"""Has a game become slower? Ratios of this run against the committed baseline; exit status 1 if one fell by over 25 %.

Ours and its twin by hand take turns, in short slices of processor time, and the median of the ratios counts, so that
other programs on the machine and its clock touch both sides alike. Each has a process of its own: in one they would
change what the interpreter has learned of code that they share. A ratio that fell is measured once more, for longer,
before it counts.
"""

from __future__ import annotations

import argparse
import platform
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass

import baseline
from baseline import Ratios
from subjects import HERE, SUBJECTS, Subject
from workers import Lost, Worker, take_turns

BASELINE = HERE / "baseline.json"
PYTHON = ".".join(platform.python_version_tuple()[:2])

CLASSICS = ("tic_tac_toe", "connect_four", "breakthrough", "pig", "leduc_poker", "hearts", "skirmish")
PRINTED = ("race", "colossus", "colony", "children", "colossi_panic", "colossi_council", "colossi_campaign")
TWIN = "skirmish"
"""Whose game by hand stands in for one of a printed game."""

ROUNDS, AGAIN, RENEWING = 11, 33, 25
SECONDS = 0.04


@dataclass(frozen=True)
class Legs:
    """What takes turns: a game pushed, pulled, and the game by hand that it is compared with."""

    subject: Subject
    twin: Subject

    @property
    def names(self) -> tuple[str, str]:
        """What its two ratios are called."""
        of_twin = "by hand" if self.twin == self.subject else f"{self.twin.key} by hand"
        return f"{self.subject.key}: pushed / {of_twin}", f"{self.subject.key}: pulled / {of_twin}"

    def ratios(self, rounds: int, seconds: float = SECONDS) -> Ratios:
        """Measure both ratios. Raises Lost if one does not play."""
        workers = [Worker("pushed", self.subject), Worker("pulled", self.subject), Worker("by_hand", self.twin)]
        notes: list[str] = []
        take_turns(workers, rounds, seconds, notes)
        if notes:
            raise Lost(notes[0])
        pushed, pulled, by_hand = (worker.slices for worker in workers)
        values = baseline.ratio(pushed, by_hand), baseline.ratio(pulled, by_hand)
        return dict(zip(self.names, values, strict=True))


def all_legs(keys: list[str]) -> list[Legs]:
    """The games with their twins."""
    return [Legs(SUBJECTS[key], SUBJECTS[key if key in CLASSICS else TWIN]) for key in keys]


def check(legs: list[Legs], before: Ratios, say: Callable[[str], None]) -> int:
    """Measure, measure again what fell, and tell; the exit status."""
    now: Ratios = {}
    for one in legs:
        found = one.ratios(ROUNDS)
        if any(change.fell for change in baseline.changes(before, found)):
            say(f"{one.subject.title}: measured once more, longer")
            found = one.ratios(AGAIN)
        now |= found
    found_changes = baseline.changes(before, now)
    say("\n".join(baseline.table(found_changes)))
    fell = [change for change in found_changes if change.fell]
    unknown = baseline.missing(before, now)
    renew = "`make bench-check RENEW=--renew` measures and writes a new baseline (benchmarks/baseline.json): commit it"
    if fell:
        say(f"\n{len(fell)} of {len(now)} ratios fell by more than {baseline.ALLOWED:.0%}:")
        say("\n".join(baseline.table(fell)))
        say(f"If that is meant to be, {renew} and say why.")
    if unknown:
        say(f"\nNot in the baseline: {', '.join(unknown)}.\n{renew}.")
    if any(change.rose for change in found_changes):
        say(f"\nSome rose by more than {baseline.RISEN:.0%}. So that this is guarded too, {renew}.")
    return 1 if fell or unknown else 0


def main() -> int:
    """Check, or write the baseline anew."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--renew", action="store_true", help="write the baseline of this version of Python")
    parser.add_argument("--games", default=",".join([*CLASSICS, *PRINTED]), help="comma-separated (default: all)")
    options = parser.parse_args()
    keys = options.games.split(",")
    for key in [key for key in keys if key not in (*CLASSICS, *PRINTED)]:
        parser.error(f"unknown game `{key}`; there are {', '.join([*CLASSICS, *PRINTED])}")
    legs = all_legs(keys)
    start = time.perf_counter()
    before = baseline.read(BASELINE, PYTHON)
    status = 0
    try:
        if options.renew:
            now = {} if before is None or len(legs) == len(all_legs([*CLASSICS, *PRINTED])) else before
            for one in legs:
                now |= one.ratios(RENEWING)
            baseline.write(BASELINE, PYTHON, now)
            print(f"{BASELINE.name} has {len(now)} ratios for Python {PYTHON}")
        elif before is None:
            print(f"No baseline for Python {PYTHON} yet: nothing is compared; `--renew` adds one")
        else:
            status = check(legs, before, print)
    except Lost as lost:
        print(lost)
        return 1
    print(f"{time.perf_counter() - start:.0f} s, Python {PYTHON}")
    return status


if __name__ == "__main__":
    sys.exit(main())
