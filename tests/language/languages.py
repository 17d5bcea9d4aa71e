"""The small games of this folder, each read once for all tests: as it is played, and without the optimiser."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import rulesdsl
from rulesdsl.providers.random import RandomProvider

HERE = Path(__file__).parent
CASES = sorted(HERE.rglob("*.case.yaml"))
# A file that another one includes is no game: it does not say which version of the language it is written in.
GAMES = sorted(
    path
    for path in HERE.rglob("*.yaml")
    if not path.name.endswith(".case.yaml") and "\nrulesdsl: " in f"\n{path.read_text(encoding='utf-8')}"
)


def name(path: Path) -> str:
    """How a file is called in a test's name."""
    return path.relative_to(HERE).as_posix().removesuffix(".yaml").removesuffix(".case")


@cache
def game(path: str, *, optimise: bool = True) -> Any:
    """The game of a file. Raises RuleErrors."""
    return rulesdsl.load(Path(path).resolve(), optimise=optimise, use_cache=False)


def ways(game: Any) -> list[tuple[str | None, int]]:
    """Every scenario with every number of players."""
    return [(scenario, count) for scenario in game.scenarios or (None,) for count in game.counts(scenario)]


def pushed(game: Any, seed: int) -> tuple[Any, Any]:
    """The result and the last state of a random game that is played straight through."""
    scenario, count = _way(game, seed)
    config = game.machine.config(scenario, count, None)
    state = game.machine.start(config, game.machine.stream(seed))
    ask, asked = game._ask(config, RandomProvider(seed))
    game.machine.run(state, ask)
    from rulesdsl.runtime.results import result_of

    return result_of(game.machine, state, asked()), state


def pulled(game: Any, seed: int) -> Any:
    """The same game as a match that pauses at each decision; the match when it is over."""
    scenario, count = _way(game, seed)
    match = game.start(scenario=scenario, players=count, seed=seed)
    provider = RandomProvider(seed)
    while (decision := match.decision) is not None:
        match.choose(provider.choose(decision), player=decision.player)
    return match


def _way(game: Any, seed: int) -> tuple[str | None, int]:
    found = ways(game)
    return found[seed % len(found)]
