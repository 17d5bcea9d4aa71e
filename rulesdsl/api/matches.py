"""Records to matches: resume what was saved, replay what was recorded."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rulesdsl.api.game import Game
from rulesdsl.api.loading import load
from rulesdsl.runtime import record
from rulesdsl.runtime.match import Divergence, Match
from rulesdsl.runtime.record import RecordError


@dataclass(frozen=True, slots=True)
class ReplayReport:
    """`divergence` says at which answer the rules and the record part; None if they agree to the end."""

    ok: bool
    divergence: str | None
    match: Match | None


def _play(game: Game, data: dict[str, Any]) -> Match:
    texts = game.machine.texts
    log = record.entries(data, texts.players, texts.pieces)
    try:
        config = game.machine.config(data["scenario"], data["players"], _options(game, data["options"]))
    except ValueError as error:
        raise RecordError(f"the record does not fit the game: {error}") from None
    return Match(game.machine, config, data["seed"], game.identity, log=log)


def _options(game: Game, given: dict[str, Any]) -> dict[str, Any]:
    """Options of a record, which keeps them as the rules count them."""
    known = {option[0]: option[2] for option in game.program.data["options"]}
    say = game.machine.texts.enums
    made: dict[str, Any] = {}
    for name, value in given.items():
        word = known.get(name, "")
        if word.startswith("enum "):
            members = say[word.removeprefix("enum ")]
            values = value if isinstance(value, list) else [value]
            if not all(isinstance(v, int) and 0 <= v < len(members) for v in values):
                raise RecordError(f"option `{name}` of the record cannot be read")
            names = [members[v] for v in values]
            made[name] = names if isinstance(value, list) else names[0]
        else:
            made[name] = value
    return made


def resume(path: str | Path) -> Match:
    """Go on with a saved match. Raises RecordError, Divergence if the rules changed underneath it, OSError, RuleErrors."""
    data = record.read(Path(path))
    return _play(load(_game(data, Path(path))), data)


def replay(path: str | Path) -> ReplayReport:
    """Play a record again and say where it first parts from the rules. Raises RecordError, OSError, RuleErrors."""
    data = record.read(Path(path))
    game = load(_game(data, Path(path)))
    changed = "" if game.hash == data["hash"] else " (the rules have changed since)"
    try:
        match = _play(game, data)
    except Divergence as error:
        return ReplayReport(False, f"answer {error.entry + 1}: {error.message}{changed}", None)
    left = match.left
    if left:
        return ReplayReport(False, f"the game is over and {left} entries of the record are left{changed}", match)
    return ReplayReport(True, None, match)


def _game(data: dict[str, Any], at: Path) -> Path:
    """The rule file of a record: as it says, beside the record, or a shipped game of that name."""
    path = Path(data["game"])
    for candidate in (path, at.parent / path.name):
        if candidate.is_file():
            return candidate
    from rulesdsl.api.loading import find

    try:
        return find(path.stem)
    except FileNotFoundError:
        raise RecordError(f"the game of this record, {path}, is not there") from None
