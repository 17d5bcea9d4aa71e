"""Positions to draw: games of the repository after some random choices."""

from __future__ import annotations

import io
from pathlib import Path

from rich.console import Console

import rulesdsl
from rulesdsl.drawing.make import pictures
from rulesdsl.drawing.picture import Picture
from rulesdsl.drawing.terminal import draw
from rulesdsl.providers.random import RandomProvider
from rulesdsl.runtime.match import Match

ROOT = Path(__file__).resolve().parents[2]


def played(path: Path, choices: int, seed: int = 1) -> Match:
    """A match after some random choices, or at its end."""
    match = rulesdsl.load(path).start(seed=seed)
    chooser = RandomProvider(seed)
    for _ in range(choices):
        if match.decision is None:
            break
        match.choose(chooser.choose(match.decision))
    return match


def seen(match: Match, player: str | None = None) -> list[Picture]:
    """The boards as a player sees them, the first one if nobody is named."""
    return pictures(match.view(player or match.players[0]), match.printed)


def drawn(picture: Picture, width: int = 120) -> str:
    """A board as text without colour."""
    console = Console(file=io.StringIO(), width=width, soft_wrap=True)
    console.print(draw(picture, width), highlight=False, markup=False)
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()
