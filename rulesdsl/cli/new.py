"""`rulesdsl new`: a name in, a small game and its case out."""

from __future__ import annotations

from pathlib import Path

from rulesdsl.cli.shared import FINE, Stop, out
from rulesdsl.tools.scaffold import BadName, write_game


def run(name: str) -> int:
    """Write the files; return the exit status."""
    try:
        game, case = write_game(name, Path())
    except BadName as bad:
        raise Stop(str(bad)) from None
    except FileExistsError as error:
        raise Stop(f"{error.filename} is there already; nothing was written") from None
    console = out()
    console.print(f"wrote {game} and {case}", markup=False)
    console.print(f"now try: rulesdsl validate {game} · rulesdsl play {game} · rulesdsl test {case}", markup=False)
    return FINE
