"""`rulesdsl simulate`: a game and a number in, tables of outcomes, scores and lengths out."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from json import dumps
from time import monotonic
from typing import TYPE_CHECKING, Any

from rulesdsl import api
from rulesdsl.cli.shared import FINE, PROBLEMS, budget_of, load_game, note, out, settings, settle, stop_unknown
from rulesdsl.tools.searching import Budget
from rulesdsl.tools.simulate import Report, simulate
from rulesdsl.tools.tally import Share, Spread, spread, wilson

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

# Seconds between two looks of a progress bar: drawing it for every game would cost more than the game.
_PACE = 0.1


def run(
    name: str,
    n: int,
    scenario: str | None,
    players: int | None,
    options: list[str],
    seed: int,
    jobs: int,
    seats: list[str],
    as_json: bool,
) -> int:
    """Simulate and print; return the exit status."""
    game = load_game(name)
    chosen = settle(game, scenario, players, options).options
    thinkers = _thinkers(seats, game.seat_names(players, scenario))
    with _progress(n) as progress:
        report = simulate(
            game, n, scenario, players, seed, jobs, progress, options=chosen, thinkers=thinkers, load=api.load
        )
    if as_json:
        print(dumps(report.as_dict(), indent=2, ensure_ascii=False))
    else:
        print_report(out(), report, game.fixed(scenario))
    if report.tally.games < n:
        note(f"interrupted: {report.tally.games} of {n} games were played")
    return PROBLEMS if report.tally.failed else FINE


def _thinkers(seats: list[str], names: Sequence[str]) -> dict[str, Budget]:
    """Who searches, as `play` has it: NAME=search:TIME; NAME=random is what everybody does."""
    found: dict[str, Budget] = {}
    for text in seats:
        name, _, who = text.partition("=")
        if name not in names:
            stop_unknown("player", name, names)
        kind, colon, rest = who.partition(":")
        if kind == "search" and bool(rest) == bool(colon):
            found[name] = budget_of(name, rest)
        elif who != "random":
            stop_unknown(f"kind of player for `{name}`:", who, ["random", "search:TIME"])
    return found


def print_report(console: Console, report: Report, fixed: Mapping[str, str] | None = None) -> None:
    """Print a report as tables; `fixed` are options that nobody could set."""
    tally = report.tally
    where = f" · {report.batch.scenario}" if report.batch.scenario else ""
    console.print(f"{report.title}{where} · {tally.games} games · seed {report.batch.seed}", style="bold", markup=False)
    if fixed:
        console.print(f"fixed by the scenario: {settings(fixed)}", markup=False)
    shares = _table("outcome", "games", "share", "95 %")
    for outcome, count in sorted(tally.outcomes.items(), key=lambda item: (-item[1], item[0])):
        _share_row(shares, outcome, wilson(count, tally.games))
    for level, count in sorted(tally.levels.items(), key=lambda item: (-item[1], item[0])):
        _share_row(shares, f"level {level}", wilson(count, report.finished))
    console.print(shares)
    if tally.wins:
        wins = _table("won by", "games", "share", "95 %")
        for seat in report.winners():
            _share_row(wins, seat, wilson(tally.wins[seat], report.finished))
        console.print(wins)
        if tally.shared:
            console.print(f"  ({tally.shared} shared wins count for each winner)")
    spreads = _table("", "mean", "sd", "min", "median", "max")
    for player, histogram in sorted(tally.scores.items()):
        _spread_row(spreads, f"score of {player}", spread(histogram))
    _spread_row(spreads, "decisions", report.decisions)
    console.print(spreads)
    for failed in tally.failed:
        console.print(f"{failed.kind} in game {failed.game} (seed {failed.seed}): {failed.message}", markup=False)
    console.print(f"{report.playouts_per_s:,.0f} games a second")


def _table(*columns: str) -> Table:
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    table = Table(box=SIMPLE_HEAD, show_edge=False, padding=(0, 1))
    for column in columns:
        table.add_column(column, justify="left" if column == columns[0] else "right")
    return table


def _share_row(table: Table, name: str, share: Share) -> None:
    from rich.text import Text

    between = f"{100 * share.low:.1f} to {100 * share.high:.1f}"
    table.add_row(Text(name), str(share.count), f"{100 * share.share:.1f} %", between)


def _spread_row(table: Table, name: str, found: Spread | None) -> None:
    from rich.text import Text

    if found is not None:
        figures = (found.min, found.median, found.max)
        table.add_row(Text(name), f"{found.mean:.2f}", f"{found.sd:.2f}", *(f"{x:g}" for x in figures))


@contextmanager
def _progress(n: int) -> Iterator[Callable[[int], None] | None]:
    """A progress bar on standard error, if that is a terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task: Any = bar.add_task("games", total=n)
        last = [monotonic()]

        def step(done: int) -> None:
            if monotonic() - last[0] > _PACE:
                bar.update(task, completed=done)
                last[0] = monotonic()

        yield step
