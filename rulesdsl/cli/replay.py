"""`rulesdsl replay`: a record in, whether it comes to the same end out."""

from __future__ import annotations

from pathlib import Path

from rulesdsl import api
from rulesdsl.cli.results import print_result
from rulesdsl.cli.shared import FINE, PROBLEMS, Stop, note, out


def run(file: Path) -> int:
    """Play a record again; return the exit status."""
    if not file.is_file():
        raise Stop(f"no such file: {file}")
    report = api.replay(file)
    match = report.match
    if not report.ok or match is None:
        note(f"rulesdsl: {file} diverges: {report.divergence}")
        return PROBLEMS
    console = out()
    console.print(f"{match.identity['title']}: replays exactly", markup=False)
    if match.result is None:
        console.print(f"the match goes on: rulesdsl play --resume {file}", markup=False)
    else:
        print_result(console, match.result)
    return FINE
