"""What the commands have in common: names into games, seats and options; every failure into one clear line."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NoReturn

if TYPE_CHECKING:
    from rich.console import Console

    from rulesdsl.api import Game
    from rulesdsl.runtime.match import Match
    from rulesdsl.source import Diagnostic
    from rulesdsl.tools.searching import Budget

FINE, PROBLEMS, NOT_RUN = 0, 1, 2

_SHIPPED: tuple[Literal["games", "examples"], ...] = ("games", "examples")


class Stop(Exception):
    """A command that cannot go on: one line for standard error, and the exit status."""

    def __init__(self, message: str, status: int = NOT_RUN) -> None:
        super().__init__(message)
        self.message = message
        self.status = status


def stop_unknown(what: str, name: str, known: Iterable[str], hint: str = "") -> NoReturn:
    """Stop because a name does not exist, and say which do."""
    from rulesdsl.source.suggest import did_you_mean

    names = list(known)
    near = did_you_mean(name, names)
    guess = f": did you mean `{near}`?" if near else ""
    there = f" (there is {listed(names)})" if names else " (there is none)"
    raise Stop(f"unknown {what} `{name}`{guess}{there}{hint}")


def listed(names: Sequence[str], limit: int = 20) -> str:
    """Return names as one text, the first ones of many."""
    return ", ".join(names[:limit]) + (" ..." if len(names) > limit else "")


def out() -> Console:
    """Return the console of standard output; without colour if that is no terminal or NO_COLOR is set."""
    from rich.console import Console

    return Console(highlight=False, soft_wrap=True)


def note(text: str) -> None:
    """Print a line on standard error."""
    print(text, file=sys.stderr)


def is_colourful(stream: Any) -> bool:
    """Whether a stream is a terminal that wants colour."""
    import os

    return bool(hasattr(stream, "isatty") and stream.isatty() and not os.environ.get("NO_COLOR"))


def print_problems(problems: list[Diagnostic]) -> None:
    """Print problems on standard error, with source lines and carets."""
    from rulesdsl.source.render import render_text

    note(render_text(problems, color=is_colourful(sys.stderr)).rstrip("\n"))


def find_game(name: str) -> str:
    """Return the file of a game, or the shipped name itself. Raises `Stop` if there is none."""
    if Path(name).is_file():
        return name
    if Path(name).suffix or "/" in name or "\\" in name:
        raise Stop(f"no such file: {name}")
    shipped = shipped_games()
    if name not in shipped:
        stop_unknown("game", name, shipped, "; or give the path of a file")
    return name


def shipped_games() -> list[str]:
    """Return the names of the games that come with the package."""
    from rulesdsl.source.resources import resource

    return [file.stem for kind in _SHIPPED for file in sorted(resource(kind).glob("*.yaml"))]


def load_game(name: str) -> Game:
    """Return a game by file or name. Raises `Stop` if there is none, `RuleErrors` if its rules are broken."""
    from rulesdsl import api

    return api.load(find_game(name))


def resumed(path: Path, game: str | None, fixed: Mapping[str, object]) -> Match:
    """Return a saved match as it stood; `fixed` are options that no longer can be given, with None where they are not.

    Raises `Stop` for no file, an option that is given, or a match of another game than the one that is named.
    """
    from rulesdsl import api

    for name, value in fixed.items():
        if value is not None:
            raise Stop(f"{name} was settled when the match began: leave it out with --resume")
    if not path.is_file():
        raise Stop(f"no such file: {path}")
    match = api.resume(path)
    about = match.identity
    if game is not None and load_game(game).hash != about["hash"]:
        raise Stop(f"{path} is a match of {about['title']} ({about['game']}), not of {game}")
    return match


@dataclass(frozen=True, slots=True)
class Settings:
    """What a match or a batch is played with, as it was written: every name in it exists."""

    scenario: str | None
    players: int | None
    options: dict[str, str]


def settle(game: Game, scenario: str | None, players: int | None, options: Sequence[str]) -> Settings:
    """Return the settings of a command. Raises `Stop` for what the game does not have."""
    if scenario is not None and scenario not in game.scenarios:
        stop_unknown("scenario", scenario, game.scenarios)
    counts = game.player_counts
    if players is not None and players not in counts:
        given = f"{counts[0]} to {counts[-1]}" if len(counts) > 1 else str(counts[0])
        raise Stop(f"{game.title} is for {given} players, not {players}")
    chosen = dict(_option(game, text) for text in options)
    try:
        game.machine.config(scenario, players, chosen)
    except ValueError as error:
        raise Stop(str(error)) from None
    return Settings(scenario, players, chosen)


def settings(options: Mapping[str, str]) -> str:
    """Return options with their values, in one line."""
    return "; ".join(f"{name} = {value}" for name, value in options.items())


def _option(game: Game, text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals:
        raise Stop(f"`--option {text}`: write NAME=VALUE")
    known = game.options
    if name not in known:
        stop_unknown("option", name, known)
    return name, value


def budget_of(name: str, text: str) -> Budget:
    """How long a player searches; `text` is what stands behind `search:`."""
    from rulesdsl.tools.searching import Budget

    try:
        return Budget.read(text)
    except ValueError:
        why = "the time to think is seconds, as in search:0.5, or playouts, as in search:500p"
        raise Stop(f"`search:{text}` for `{name}`: {why}") from None
