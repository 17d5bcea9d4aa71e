"""One table, one run, one machine: random play of compiled rules beside all peers, as markdown.

Every peer is a process of its own, warmed up before it is measured; within a game they take turns in short slices, and
the median of the slices counts. Time is processor time. Only ratios carry over from one machine to another.
"""

from __future__ import annotations

import argparse
import datetime
import json
import os
import platform
import statistics
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from aims import aims_table
from subjects import CLASSICS, PRINTED, ROOT, SUBJECTS, Subject
from workers import OURS, TITLES, Worker, measured

BASE = "by_hand"
MARKS = ("<!-- bench:begin -->", "<!-- bench:end -->")


class Figure(NamedTuple):
    """What one peer makes of one game."""

    peer: str
    subject: Subject
    rate: float
    """Decisions per second of processor time, the median of the slices."""
    length: float
    """Decisions a game, over all slices."""
    spread: float
    """How far the quarters of the slices lie apart, as a share of the median."""

    @property
    def playouts(self) -> float:
        """Games per second of processor time."""
        return self.rate / self.length


def figure(worker: Worker) -> Figure:
    """The median of what was played. Lengths differ from game to game, so that decisions are the steadier count."""
    rates = sorted(one.rate for one in worker.slices)
    middle = statistics.median(rates)
    spread = (rates[len(rates) * 3 // 4] - rates[len(rates) // 4]) / middle
    length = sum(one.decisions for one in worker.slices) / sum(one.games for one in worker.slices)
    return Figure(worker.peer, worker.subject, middle, length, spread)


def measure(
    subjects: Iterable[Subject], peers: Sequence[str], rounds: int, seconds: float
) -> tuple[list[Figure], list[str]]:
    """All figures, and each problem once."""
    figures: list[Figure] = []
    notes: dict[str, None] = {}
    for subject in subjects:
        workers, problems = measured(subject, list(peers), rounds, seconds)
        figures += [figure(worker) for worker in workers]
        notes |= dict.fromkeys(problems)
        print(f"{subject.title} done", file=sys.stderr, flush=True)
    return figures, list(notes)


def row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


def short(number: float) -> str:
    """Three digits that count."""
    if number >= 100:
        digits = max(0, len(str(int(number))) - 3)
        return f"{round(number, -digits):,.0f}"
    return f"{number:.3g}"


def classics_table(figures: list[Figure]) -> list[str]:
    """Games as columns, peers as rows: how many times the playouts of the game by hand, and playouts a second."""
    found = {(one.peer, one.subject): one for one in figures}
    subjects = [subject for subject in CLASSICS if any(one.subject == subject for one in figures)]
    lines = [
        row(["", *(subject.title for subject in subjects)]),
        row(["---", *("---:" for _ in subjects)]),
    ]
    for peer, title in TITLES.items():
        cells = [classics_cell(found.get((peer, subject)), found.get((BASE, subject))) for subject in subjects]
        if any(cell != "–" for cell in cells):
            lines.append(row([title, *cells]))
    lengths = []
    for subject in subjects:
        own, hand = found.get(("pushed", subject)), found.get((BASE, subject))
        lengths.append(" / ".join(f"{one.length:.1f}" if one else "–" for one in (own, hand)))
    lines.append(row(["decisions a game, these rules / by hand", *lengths]))
    return lines


def classics_cell(one: Figure | None, base: Figure | None) -> str:
    if one is None:
        return "–"
    times = f"{one.playouts / base.playouts:.2f} " if base else ""
    return f"{times}({short(one.playouts)})"


def printed_table(figures: list[Figure]) -> list[str]:
    """Printed games as rows: decisions a second."""
    lines = [
        row(["game", "decisions a game", "played straight through", "pausing", "pausing / straight", "in C"]),
        row(["---", "---:", "---:", "---:", "---:", "---:"]),
    ]
    for subject in PRINTED:
        by = {one.peer: one for one in figures if one.subject == subject}
        if "pushed" in by and "pulled" in by:
            straight, pausing = by["pushed"], by["pulled"]
            cells = [subject.title, f"{straight.length:.0f}", short(straight.rate), short(pausing.rate)]
            in_c = short(by["native"].rate) if "native" in by else "–"
            lines.append(row([*cells, f"{pausing.rate / straight.rate:.2f}", in_c]))
    return lines


def page(figures: list[Figure], notes: list[str], about: str) -> str:
    """The tables as they stand between the marks."""
    parts = [about]
    found = {(one.peer, one.subject.key): one for one in figures}
    aims = aims_table(
        lambda peer, key: found[peer, key].playouts if (peer, key) in found else None,
        lambda peer, key: found[peer, key].rate if (peer, key) in found else None,
    )
    if aims:
        parts.append("\n".join(aims))
    if any(one.subject in CLASSICS for one in figures):
        parts.append("Playouts as multiples of those by hand in idiomatic Python; in brackets playouts per CPU second:")
        parts.append("\n".join(classics_table(figures)))
    if any(one.subject in PRINTED for one in figures):
        parts.append("Printed games, decisions per CPU second:")
        parts.append("\n".join(printed_table(figures)))
    if notes:
        parts.append("\n".join(f"- {note}" for note in notes))
    return "\n\n".join(parts)


def about_run(rounds: int, seconds: float) -> str:
    """When and where the figures are from."""
    return (
        f"{datetime.date.today()}, {platform.python_implementation()} {platform.python_version()}, "
        f"{os.cpu_count()} processors, {platform.machine()}; "
        f"medians of {rounds} slices of {seconds:g} s, peers in turn."
    )


def put_between(text: str, block: str) -> str:
    """Put a block between the marks in place of what stands there. Raises ValueError if a mark is missing."""
    begin, end = text.index(MARKS[0]) + len(MARKS[0]), text.index(MARKS[1])
    return f"{text[:begin]}\n\n{block}\n\n{text[end:]}"


def as_json(figures: list[Figure], notes: list[str]) -> dict[str, Any]:
    """The same figures for a program to read."""
    return {
        "python": platform.python_version(),
        "notes": notes,
        "figures": [
            {
                "game": one.subject.key,
                "peer": one.peer,
                "playouts_per_second": one.playouts,
                "decisions_per_second": one.rate,
                "decisions_per_game": one.length,
                "spread": one.spread,
            }
            for one in figures
        ],
    }


def main() -> int:
    """Measure and print. A peer that is not there is a note."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", default=",".join(SUBJECTS), help="comma-separated (default: all)")
    parser.add_argument("--peers", default=",".join(TITLES), help="comma-separated (default: all)")
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--seconds", type=float, default=0.25, help="for each slice")
    parser.add_argument("--json", action="store_true", help="print JSON in place of the tables")
    parser.add_argument(
        "--write", type=Path, metavar="PAGE", help=f"put the tables between {' and '.join(MARKS)} of a page"
    )
    options = parser.parse_args()
    games, peers = options.games.split(","), options.peers.split(",")
    for name in [name for name in games if name not in SUBJECTS] + [name for name in peers if name not in TITLES]:
        parser.error(f"unknown game or peer `{name}`; games: {', '.join(SUBJECTS)}; peers: {', '.join(TITLES)}")
    subjects = [SUBJECTS[name] for name in games]
    figures, notes = measure([one for one in subjects if one in CLASSICS], peers, options.rounds, options.seconds)
    own = [peer for peer in peers if peer in OURS]
    more, problems = measure([one for one in subjects if one in PRINTED], own, options.rounds, options.seconds)
    figures, notes = figures + more, notes + problems
    block = page(figures, notes, about_run(options.rounds, options.seconds))
    print(json.dumps(as_json(figures, notes), indent=2) if options.json else block)
    if options.write:
        path: Path = options.write if options.write.is_absolute() else ROOT / options.write
        path.write_text(put_between(path.read_text(encoding="utf-8"), block), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
