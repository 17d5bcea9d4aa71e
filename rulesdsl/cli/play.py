"""`rulesdsl play`: a game and who plays it in, a match at this terminal out."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from rulesdsl.cli.results import print_result
from rulesdsl.cli.shared import (
    FINE,
    NOT_RUN,
    Stop,
    budget_of,
    load_game,
    note,
    out,
    resumed,
    settings,
    settle,
    stop_unknown,
)
from rulesdsl.providers.human import HumanProvider, Quit
from rulesdsl.providers.protocol import Provider
from rulesdsl.providers.random import RandomProvider
from rulesdsl.providers.scripted import ScriptedProvider
from rulesdsl.runtime.chance import derive
from rulesdsl.tools.searching import Budget, SearchProvider
from rulesdsl.tools.session import Session

if TYPE_CHECKING:
    from rich.console import Console

    from rulesdsl.runtime.match import Match

_NEEDS = (
    "nobody answers: standard input is at its end. Play at a terminal, give the answers on standard input, "
    "one a line, or use --auto or --player NAME=random"
)


@dataclass(frozen=True, slots=True)
class Table:
    """What was written on the command line."""

    game: str | None
    scenario: str | None
    players: int | None
    seats: list[str]
    options: list[str]
    auto: bool
    seed: int | None
    record: Path | None
    resume: Path | None
    quiet: bool
    hint: bool


def run(table: Table) -> int:
    """Play one match; return the exit status."""
    console = out()
    if table.record is not None and not table.record.absolute().parent.is_dir():
        # Found out now, not when the match is over and lost.
        raise Stop(f"no such folder: {table.record.parent}")
    scripts = _scripts(table.seats)
    match = _match(table, scripts)
    human = HumanProvider(console)
    providers = _providers(table, match, human, scripts)

    def tell(line: str) -> None:
        if not table.quiet:
            console.print(line, markup=False)

    def advise(line: str) -> None:
        console.print(line, style="dim", markup=False)

    session = Session(
        match,
        providers,
        tell,
        save_as=f"{Path(match.identity['game']).stem}.match.json",
        adviser=SearchProvider(Budget.read(""), derive(match.seed, "hints")) if table.hint else None,
        advise=advise,
    )
    _greet(table, match, console)
    try:
        left = session.run()
    finally:
        # A fault is worth keeping too: its record leads there again.
        _record(table.record, session)
    if left is not None:
        return _leave(left, table, session)
    if human in providers.values() and not table.quiet:
        _open(session, console)
    if session.match.result is not None:
        print_result(console, session.match.result)
    for name, provider in providers.items():
        if isinstance(provider, ScriptedProvider) and provider.unused():
            note(f"rulesdsl: the script for {name} has answers left: {', '.join(provider.unused()[:5])}")
    return FINE


def _scripts(seats: list[str]) -> dict[str, ScriptedProvider]:
    """The scripts of the command line, by file."""
    words = (seat.partition("=")[2].partition(":") for seat in seats)
    return {file: ScriptedProvider.read(file) for kind, _, file in words if kind == "scripted" and file}


def _match(table: Table, scripts: dict[str, ScriptedProvider]) -> Match:
    dice = [die for script in scripts.values() for die in script.dice]
    draws = [piece for script in scripts.values() for piece in script.draws]
    if table.resume is not None:
        fixed = {
            "--scenario": table.scenario,
            "--players": table.players,
            "--seed": table.seed,
            "--option": table.options or None,
        }
        match = resumed(table.resume, table.game, fixed)
        match.script.dice += dice
        match.script.draws += draws
        return match
    if table.game is None:
        raise Stop("which game? Give a file or a name (`rulesdsl play --help`)")
    game = load_game(table.game)
    chosen = settle(game, table.scenario, table.players, table.options)
    # The one place where chance comes from outside: a new match is a new game, and its seed is told.
    seed = secrets.randbelow(10**9) if table.seed is None else table.seed
    return game.start(
        scenario=chosen.scenario, seed=seed, players=chosen.players, options=chosen.options, dice=dice, draws=draws
    )


def _providers(
    table: Table, match: Match, human: HumanProvider, scripts: dict[str, ScriptedProvider]
) -> dict[str, Provider]:
    names = list(match.players)
    wanted = dict.fromkeys(names, "random" if table.auto else "human")
    for text in table.seats:
        name, _, who = text.partition("=")
        if name not in wanted:
            stop_unknown("player", name, names)
        wanted[name] = who
    return {name: _provider(name, who, match, human, scripts) for name, who in wanted.items()}


def _provider(
    name: str, who: str, match: Match, human: HumanProvider, scripts: dict[str, ScriptedProvider]
) -> Provider:
    kind, colon, file = who.partition(":")
    if who == "human":
        return human
    if who == "random":
        return RandomProvider(derive(match.seed, "choices", name))
    if kind == "search" and bool(file) == bool(colon):
        return SearchProvider(budget_of(name, file), derive(match.seed, "choices", name))
    if kind == "scripted" and file:
        return scripts[file]
    stop_unknown(f"kind of player for `{name}`:", who, ["human", "random", "search:TIME", "scripted:FILE"])


def _greet(table: Table, match: Match, console: Console) -> None:
    if table.quiet:
        return
    parts = [match.identity["title"], *([match.scenario] if match.scenario else []), ", ".join(match.players)]
    console.print(f"{' · '.join(parts)} · seed {match.seed}", style="bold", markup=False)
    if match.fixed:
        console.print(f"fixed by {match.scenario}: {settings(match.fixed)}", markup=False)


def _open(session: Session, console: Console) -> None:
    """Show how the match stands at its end: nothing is hidden any more from those who played it."""
    from rulesdsl.drawing.atlas import Atlas
    from rulesdsl.providers.glance import opened
    from rulesdsl.providers.tables import view_table

    match = session.match
    console.print("\nthe end, all that players saw laid open", style="bold", markup=False)
    views = [match.view(player) for player in match.players]
    atlas = None if match.printed is None else Atlas(match.printed)
    console.print(view_table(opened(views), atlas, console.width), highlight=False)


def _record(path: Path | None, session: Session) -> None:
    if path is not None:
        session.match.save(path)


def _leave(left: Quit, table: Table, session: Session) -> int:
    if left.ended and not left.asked:
        raise Stop(_NEEDS, NOT_RUN)
    why = "the input came to its end" if left.ended else "you left the match"
    kept = table.record or session.saved
    if kept is not None:
        note(f"{why}; go on with: rulesdsl play --resume {kept}")
    else:
        note(f"{why}, and it is not saved (s FILE saves at any question, --record FILE when you leave)")
    return FINE
