"""Random playouts per second of compiled rules, side by side with peers, in one run.

Every figure comes from a fresh process; the peers take turns within each round and every second round goes backwards,
so that a machine that slows down or speeds up touches all of them alike. Medians are printed with their ratio to the
hand-written game: only ratios carry over from one machine to another.

OpenSpiel is measured where `pyspiel` can be imported: here, or by the interpreter named in RULESDSL_BENCH_OPENSPIEL.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from peers import OPENSPIEL_CPP, OPENSPIEL_PYTHON

HERE = Path(__file__).resolve().parent
BASE = "handwritten"
TITLES = {
    "pushed": "these rules, played straight through",
    "pulled": "these rules, pausing at each decision",
    "handwritten": "by hand in idiomatic Python",
    "openspiel_python": "OpenSpiel, game in Python",
    "openspiel_cpp": "OpenSpiel, game in C++, driven from Python",
}
GAMES = list(OPENSPIEL_CPP)


@dataclass
class Job:
    """One peer at one game, with a figure for each round that went well."""

    peer: str
    game: str
    python: str
    rates: list[float] = field(default_factory=list)
    """Games per second, one entry a round."""
    decisions: float = 0.0
    """Decisions per game in the last round: peers that play the same game agree on it."""

    def run(self, seconds: float, seed: int) -> str | None:
        """Measure once; returns what went wrong, if anything did."""
        command = [self.python, str(HERE / "peers.py"), self.peer, self.game]
        command += ["--seconds", str(seconds), "--seed", str(seed)]
        done = subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL)
        if done.returncode:
            return f"{self.peer} at {self.game}: {last_line(done.stderr)}"
        figures = json.loads(last_line(done.stdout))
        self.rates.append(figures["games"] / figures["seconds"])
        self.decisions = figures["decisions"] / figures["games"]
        return None

    def median(self) -> float:
        """Games per second, the median of the rounds; 0 if none went well."""
        return statistics.median(self.rates) if self.rates else 0.0

    def spread(self) -> float:
        """How far the rounds lie apart, as a share of the median."""
        return (max(self.rates) - min(self.rates)) / self.median() if self.rates else 0.0


def last_line(text: str) -> str:
    """The last line of what a process printed."""
    return (text.strip().splitlines() or ["no output"])[-1]


def openspiel_python() -> str | None:
    """An interpreter that can import `pyspiel`, if there is one."""
    python = os.environ.get("RULESDSL_BENCH_OPENSPIEL", sys.executable)
    try:
        found = subprocess.run([python, "-c", "import pyspiel"], capture_output=True, stdin=subprocess.DEVNULL)
    except OSError:
        return None
    return python if found.returncode == 0 else None


def jobs_for(games: list[str], peers: list[str]) -> tuple[list[Job], list[str]]:
    """What can be measured here, and a note for each peer that cannot."""
    notes = []
    openspiel = None
    if any(peer.startswith("openspiel") for peer in peers):
        openspiel = openspiel_python()
        if openspiel is None:
            notes.append("OpenSpiel left out: `pyspiel` is not importable (set RULESDSL_BENCH_OPENSPIEL to a python)")
    jobs = []
    for game in games:
        for peer in peers:
            python = openspiel if peer.startswith("openspiel") else sys.executable
            if python and (peer != "openspiel_python" or game in OPENSPIEL_PYTHON):
                jobs.append(Job(peer, game, python))
    return jobs, notes


def measure(jobs: list[Job], rounds: int, seconds: float) -> list[str]:
    """Run every job once a round, in turn; returns the problems met, each told once."""
    problems: dict[str, None] = {}
    for number in range(rounds):
        for job in jobs if number % 2 == 0 else jobs[::-1]:
            problem = job.run(seconds, seed=number + 1)
            if problem:
                problems[problem] = None
        print(f"round {number + 1} of {rounds} done", file=sys.stderr, flush=True)
    return list(problems)


def ratio(job: Job, jobs: list[Job]) -> float | None:
    """The median as a multiple of the hand-written game's."""
    base = next((other.median() for other in jobs if other.game == job.game and other.peer == BASE), 0.0)
    return job.median() / base if base else None


def table(game: str, jobs: list[Job]) -> list[str]:
    """One game's markdown table, fastest peer first."""
    rows = sorted((job for job in jobs if job.game == game and job.rates), key=lambda job: (-job.median(), job.peer))
    lines = [
        f"### {game}",
        "",
        "| peer | playouts/s | decisions/s | x by hand | decisions/game | spread | rounds |",
        "|---|---:|---:|---:|---:|---:|---:|",
    ]
    for job in rows:
        times = ratio(job, jobs)
        lines.append(
            f"| {TITLES[job.peer]} | {job.median():,.0f} | {job.median() * job.decisions:,.0f} "
            f"| {'' if times is None else format(times, '.2f')} | {job.decisions:.2f} "
            f"| {job.spread():.0%} | {len(job.rates)} |"
        )
    return [*lines, ""]


def as_json(jobs: list[Job], notes: list[str]) -> dict[str, Any]:
    """The same figures for a program to read."""
    return {
        "python": sys.version.split()[0],
        "notes": notes,
        "figures": [
            {
                "game": job.game,
                "peer": job.peer,
                "playouts_per_second": job.median(),
                "decisions_per_game": job.decisions,
                "ratio_to_handwritten": ratio(job, jobs),
                "spread": job.spread(),
                "rounds": job.rates,
            }
            for job in jobs
            if job.rates
        ],
    }


def main() -> int:
    """Measure and print; exit status 1 if a peer that should have run did not."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", default=",".join(GAMES), help="comma-separated (default: all)")
    parser.add_argument("--peers", default=",".join(TITLES), help="comma-separated (default: all)")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=1.0, help="for each figure of each round")
    parser.add_argument("--json", action="store_true", help="print JSON in place of the tables")
    options = parser.parse_args()
    games, peers = options.games.split(","), options.peers.split(",")
    for name in [name for name in games if name not in GAMES] + [name for name in peers if name not in TITLES]:
        parser.error(f"unknown game or peer `{name}`; games: {', '.join(GAMES)}; peers: {', '.join(TITLES)}")

    jobs, notes = jobs_for(games, peers)
    problems = measure(jobs, options.rounds, options.seconds)
    if options.json:
        print(json.dumps(as_json(jobs, notes + problems), indent=2))
    else:
        print(f"Uniformly random playouts, one thread, Python {sys.version.split()[0]}, {options.rounds} rounds.\n")
        print("\n".join(line for game in games for line in table(game, jobs)))
        print("\n".join(notes + problems))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
