"""`rulesdsl test`: case files in, which of them hold out."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from rulesdsl import api
from rulesdsl.api.positions import evaluate, found
from rulesdsl.cli.shared import FINE, PROBLEMS, Stop, out
from rulesdsl.tools.cases import SUFFIX, CaseResult, find_cases, run_case
from rulesdsl.tools.report import in_order

if TYPE_CHECKING:
    from rich.console import Console


# Numbers of the terminal's own colours.
_BAD, _GOOD = "color(1)", "color(2)"


def run(paths: list[Path]) -> int:
    """Run the cases; return the exit status."""
    files = [file for path in paths for file in _files(path)]
    games: dict[Path, api.Game] = {}

    def load(name: str) -> api.Game:
        path = Path(name).resolve()
        if path not in games:
            games[path] = api.load(name)
        return games[path]

    results = [run_case(file, load, evaluate, found) for file in dict.fromkeys(files)]
    console = out()
    _print(console, results)
    failed = sum(not result.ok for result in results)
    passed = len(results) - failed
    console.print(f"\n{passed} passed" + (f", {failed} failed" if failed else ""), style=_BAD if failed else _GOOD)
    return PROBLEMS if failed else FINE


def _files(path: Path) -> list[Path]:
    if not path.exists():
        raise Stop(f"no such file: {path}")
    files = find_cases(path)
    if not files:
        where = "in" if path.is_dir() else "for"
        raise Stop(f"no cases {where} {path} (a case is a file *{SUFFIX} that names its game)")
    return files


def _print(console: Console, results: list[CaseResult]) -> None:
    by_section: dict[str, list[CaseResult]] = {}
    for result in results:
        by_section.setdefault(result.cite, []).append(result)
    for section in in_order(by_section):
        console.print(f"\n{section or 'without a section'}", style="bold", markup=False)
        for result in by_section[section]:
            console.print(
                f"  {'ok  ' if result.ok else 'FAIL'} {result.title}", style=None if result.ok else _BAD, markup=False
            )
            for line in result.message.splitlines():
                console.print(f"         {line}", markup=False)
