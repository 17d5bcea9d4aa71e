"""Tabletop games written as data: load a rule file, check it, play it.

`load(path)` gives a `Game`, `validate(path)` its problems; `game.start(seed=7)` is a match that pauses at each
decision, `game.play(provider)` plays one straight through. Nothing heavy is imported before it is needed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rulesdsl.api import Game, load, replay, resume
    from rulesdsl.api import check as validate
    from rulesdsl.runtime.match import Match
    from rulesdsl.source.diagnostics import RuleErrors

__version__ = "0.1.0"
__all__ = ["Game", "Match", "RuleErrors", "__version__", "load", "replay", "resume", "validate"]

_HOMES = {"Match": "rulesdsl.runtime.match", "RuleErrors": "rulesdsl.source.diagnostics"}
# `rulesdsl.check` is a folder of modules, so the function cannot have that name here.
_NAMES = {"validate": "check"}


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module 'rulesdsl' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_HOMES.get(name, "rulesdsl.api")), _NAMES.get(name, name))
