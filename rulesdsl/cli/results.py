"""How a match ended, for a terminal: outcome, winners, scores by line, level."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesdsl.tools.ports import Result
from rulesdsl.tools.tally import tidy

if TYPE_CHECKING:
    from rich.console import Console, RenderableType


def print_result(console: Console, result: Result) -> None:
    """Print the end of a match."""
    by = f" by {' and '.join(result.winners)}" if result.winners and result.outcome == "won" else ""
    console.print(f"\n{result.outcome}{by}", style="bold", markup=False)
    if result.winners and not by:
        word = "winner" if len(result.winners) == 1 else "winners"
        console.print(f"{word}: {', '.join(result.winners)}", markup=False)
    if result.scores:
        console.print(_scores(result))
    if result.level is not None:
        console.print(f"level: {result.level}", markup=False)


def _scores(result: Result) -> RenderableType:
    from rich.box import SIMPLE_HEAD
    from rich.table import Table
    from rich.text import Text

    scores = result.scores
    table = Table(box=SIMPLE_HEAD, show_edge=False, padding=(0, 1))
    table.add_column("score")
    for player in scores:
        table.add_column(Text(player), justify="right")
    labels = dict.fromkeys(label for score in scores.values() for label, _ in score.lines)
    for label in labels:
        points = [sum(n for line, n in score.lines if line == label) for score in scores.values()]
        table.add_row(Text(label), *(str(tidy(n)) for n in points))
    table.add_row("total", *(str(tidy(score.total)) for score in scores.values()), style="bold")
    return table
