"""What many games came to, for a terminal: tables of outcomes, wins, scores and lengths."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from rulesdsl.cli.shared import settings
from rulesdsl.tools.simulate import Report
from rulesdsl.tools.tally import Share, Spread, spread, wilson

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table


def print_report(
    console: Console,
    report: Report,
    fixed: Mapping[str, str] | None = None,
    again: Callable[[int], str] | None = None,
) -> None:
    """Print a report as tables.

    `fixed` are options that nobody could set; `again` gives the command that plays a game of the batch again.
    """
    tally = report.tally
    where = f" · {report.batch.scenario}" if report.batch.scenario else ""
    since = f" from number {report.first}" if report.first else ""
    head = f"{report.title}{where} · {games(tally.games)}{since} · seed {report.batch.seed}"
    console.print(head, style="bold", markup=False)
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
    if again and tally.failed:
        console.print(f"play one again: {again(tally.failed[0].game)}", markup=False)
    console.print(f"{report.playouts_per_s:,.0f} games a second")


def games(n: int) -> str:
    """So many games, in words."""
    return f"{n} game" if n == 1 else f"{n} games"


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
