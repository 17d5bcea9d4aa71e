"""`rulesdsl graph`: a game in, a picture of its phases out."""

from __future__ import annotations

from pathlib import Path

from rulesdsl.cli.shared import FINE, load_game
from rulesdsl.tools.graphs import draw


def run(name: str, format: str, output: Path | None) -> int:
    """Draw the phase graph; return the exit status."""
    text = draw(load_game(name).graph, format)
    if output is None:
        print(text)
    else:
        output.write_text(text + "\n", encoding="utf-8")
    return FINE
