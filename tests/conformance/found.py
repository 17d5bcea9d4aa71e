"""Every game of the repository, found by itself, and each loaded once."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import rulesdsl
from rulesdsl.api import Game

ROOT = Path(__file__).resolve().parents[2]
PLACES = ("games/*.yaml", "examples/*.yaml", "tests/language/*/*.yaml", "tests/conformance/games/*.yaml")


def is_game(path: Path) -> bool:
    """A rule file says which version of the language it is in; a case or a part of a game does not."""
    text = path.read_text(encoding="utf-8-sig")
    return not path.name.endswith(".case.yaml") and any(line.startswith("rulesdsl:") for line in text.splitlines())


GAMES = sorted(path for place in PLACES for path in ROOT.glob(place) if is_game(path))
CABINET = ROOT / "tests/conformance/games/cabinet.yaml"

BOUNDS: dict[str, int] = {}
"""Decisions in which a random game must have ended, where it is not the usual bound."""


def name(path: Path) -> str:
    """How a game is called in a test's name."""
    return path.relative_to(ROOT).with_suffix("").as_posix()


@cache
def loaded(path: Path, optimise: bool = True) -> Game:
    """A game, as it is played or without the optimiser."""
    return rulesdsl.load(path, optimise=optimise, use_cache=optimise)
