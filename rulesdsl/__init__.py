"""Tabletop games written as data: load a rule file, check it, play it.

`load(path)` gives a `Game`; `game.start(seed=7)` a match that pauses at each decision, `game.play(provider)` plays one
straight through. Nothing heavy is imported before it is needed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rulesdsl.api import Game, check, load, replay, resume
    from rulesdsl.runtime.match import Match
    from rulesdsl.source.diagnostics import RuleErrors

__version__ = "0.1.0"
__all__ = ["Game", "Match", "RuleErrors", "__version__", "check", "load", "replay", "resume"]

_HOMES = {"Match": "rulesdsl.runtime.match", "RuleErrors": "rulesdsl.source.diagnostics"}


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module 'rulesdsl' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_HOMES.get(name, "rulesdsl.api")), name)
