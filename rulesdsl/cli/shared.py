"""What the commands have in common: names into games, seats and options; every failure into one clear line."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

if TYPE_CHECKING:
    from rich.console import Console

    from rulesdsl.api import Game
    from rulesdsl.source import Diagnostic

FINE, PROBLEMS, NOT_RUN = 0, 1, 2


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
    from rulesdsl import api

    if Path(name).is_file():
        return name
    if Path(name).suffix or "/" in name or "\\" in name:
        raise Stop(f"no such file: {name}")
    shipped = api.shipped()
    if name not in shipped:
        stop_unknown("game", name, shipped, "; or give the path of a file")
    return name


def load_game(name: str) -> Game:
    """Return a game by file or name. Raises `Stop` if there is none, `RuleErrors` if its rules are broken."""
    from rulesdsl import api

    return api.load(find_game(name))


def check_scenario(game: Game, scenario: str | None) -> None:
    """Raises `Stop` if the game has no such scenario."""
    if scenario is not None and scenario not in game.scenarios:
        stop_unknown("scenario", scenario, game.scenarios)


def check_players(game: Game, players: int | None) -> None:
    """Raises `Stop` if the game is not for so many players."""
    counts = game.player_counts
    if players is not None and players not in counts:
        given = f"{counts[0]} to {counts[-1]}" if len(counts) > 1 else str(counts[0])
        raise Stop(f"{game.title} is for {given} players, not {players}")


def read_options(game: Game, written: Sequence[str]) -> dict[str, Any]:
    """Return the values of `NAME=VALUE` options. Raises `Stop` for unknown names and values."""
    chosen = {}
    for text in written:
        name, equals, value = text.partition("=")
        if not equals:
            raise Stop(f"`--option {text}`: write NAME=VALUE")
        if name not in game.options:
            stop_unknown("option", name, game.options)
        chosen[name] = _option_value(name, game.options[name], value)
    return chosen


def _option_value(name: str, spec: Any, text: str) -> Any:
    if isinstance(spec.default, (list, tuple)):
        return [_one_of(name, spec.values, part.strip()) for part in text.split(",")]
    return _one_of(name, spec.values, text)


def _one_of(name: str, values: Iterable[Any], text: str) -> Any:
    words = {_word(value): value for value in values}
    if text not in words:
        stop_unknown(f"value of option `{name}`", text, words)
    return words[text]


def _word(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
