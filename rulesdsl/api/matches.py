"""Records to matches: resume what was saved, replay what was recorded."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

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


def resume(path: str | Path) -> Match:
    """Go on with a saved match.

    Raises RecordError, Divergence if the rules changed underneath it, OSError, RuleErrors, Fault.
    """
    data = record.read(Path(path))
    game = load(rule_file(data["game"], Path(path)))
    return record.again(game.machine, game.identity, data)


def replay(path: str | Path) -> ReplayReport:
    """Play a record again and say where it first parts from the rules.

    Raises RecordError, OSError, RuleErrors, Fault.
    """
    data = record.read(Path(path))
    game = load(rule_file(data["game"], Path(path)))
    changed = "" if game.hash == data["hash"] else " (the rules have changed since)"
    try:
        match = record.again(game.machine, game.identity, data)
    except Divergence as error:
        return ReplayReport(False, f"answer {error.entry + 1}: {error.message}{changed}", None)
    return ReplayReport(True, None, match)


def rule_file(name: str, at: Path) -> Path:
    """The rule file that a record at `at` names: there, beside the record, or a shipped game. Raises RecordError."""
    path = Path(name)
    for candidate in (path, at.parent / path.name):
        if candidate.is_file():
            return candidate
    from rulesdsl.api.loading import find

    try:
        return find(path.stem)
    except FileNotFoundError:
        raise RecordError(f"the game of this record, {path}, is not there") from None
