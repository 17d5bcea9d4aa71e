"""`rulesdsl draw`: a game or a saved match in, its boards on the terminal or as an SVG out."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from rulesdsl.cli.shared import FINE, Stop, load_game, note, out, resumed, settle, stop_unknown
from rulesdsl.drawing import svg, terminal
from rulesdsl.drawing.make import pictures

if TYPE_CHECKING:
    from rulesdsl.drawing.picture import Picture
    from rulesdsl.runtime.match import Match


_WIDE: Final = 120
"""Characters of a line where nobody says how many there are."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What was written on the command line."""

    game: str | None
    output: Path | None
    resume: Path | None
    boards: list[str]
    player: str | None
    scenario: str | None
    players: int | None
    options: list[str]
    seed: int
    width: int | None


def run(wanted: Wanted) -> int:
    """Draw boards; return the exit status."""
    match = _match(wanted)
    shown = _shown(wanted, match)
    title = str(match.identity["title"])
    if wanted.output is not None:
        wanted.output.write_text(svg.draw(shown, title), encoding="utf-8")
        return FINE
    console = out()
    width = wanted.width or (console.width if console.is_terminal else _WIDE)
    for picture in shown:
        name = picture.name.replace("_", " ")
        side = f": {picture.side.replace('_', ' ')}" if picture.side else ""
        console.print(f"{name}{side}\n", style="bold", markup=False)
        console.print(terminal.draw(picture, width), highlight=False, markup=False)
        console.print()
    return FINE


def _match(wanted: Wanted) -> Match:
    if wanted.resume is not None:
        fixed = {"--scenario": wanted.scenario, "--players": wanted.players, "--option": wanted.options or None}
        return resumed(wanted.resume, wanted.game, fixed)
    if wanted.game is None:
        raise Stop("which game? Give a file or a name (`rulesdsl draw --help`)")
    game = load_game(wanted.game)
    chosen = settle(game, wanted.scenario, wanted.players, wanted.options)
    return game.start(scenario=chosen.scenario, seed=wanted.seed, players=chosen.players, options=chosen.options)


def _shown(wanted: Wanted, match: Match) -> list[Picture]:
    """The pictures that are wanted, as one player sees them."""
    decision = match.decision
    player = wanted.player or (decision.player if decision is not None else match.players[0])
    if player not in match.players:
        stop_unknown("player", player, match.players)
    found = {picture.name: picture for picture in pictures(match.view(player), match.printed)}
    for name in wanted.boards:
        if name not in found:
            stop_unknown("board", name, found)
    if not found:
        note(f"rulesdsl: {match.identity['title']} has no board")
    return [picture for name, picture in found.items() if not wanted.boards or name in wanted.boards]
