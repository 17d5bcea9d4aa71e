"""Records: a match as data. The rules' hash, the seed, every answer by number and name, every die and draw."""

from __future__ import annotations

import json
import os
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rulesdsl.runtime.faults import Fault

if TYPE_CHECKING:
    from rulesdsl.runtime.machine import Machine
    from rulesdsl.runtime.match import Entry, Match

FORMAT = "rulesdsl match 1"
LARGEST = 64_000_000
"""Bytes of a record that is read; a game of a million decisions is smaller."""


_LONGEST = 4000
"""Characters of the path of a rule file; systems allow fewer."""
_NEEDED: dict[str, tuple[type, ...]] = {
    "game": (str,),
    "hash": (str,),
    "players": (int,),
    "options": (dict,),
    "seed": (int, str),
    "log": (list,),
    "scenario": (str, type(None)),
}


class RecordError(Exception):
    """A file that is no record, or one that cannot be read; the message says why."""


def make(match: Match) -> dict[str, Any]:
    """The record of a match as it stands."""
    options = {
        option[0]: value for option, value in zip(match.machine.data["options"], match.config.options, strict=True)
    }
    return {
        "format": FORMAT,
        **{k: v for k, v in match.identity.items() if k != "origin"},
        "scenario": match.scenario,
        "players": len(match.config.players),
        "options": options,
        "seed": match.seed,
        "seeded": match.seeded,
        "log": named(match),
    }


def named(match: Match) -> list[list[Any]]:
    """The log with each answer's name beside its number; made by playing it again."""
    from rulesdsl.runtime.match import Match

    names: list[str] = []
    log, texts = match.entries(), match.machine.texts
    entry, prepare = match._origin
    with suppress(Fault):  # in which the match ended too: every answer is named by then
        Match(
            match.machine,
            match.config,
            match.seed,
            match.identity,
            log=log,
            entry=entry,
            prepare=prepare,
            watch=lambda decision, i: names.append(decision.name(i)),
        )
    following = iter(names)
    return [
        ["a", texts.players[e[1]], e[2], next(following)]
        if e[0] == "a"
        else [e[0], e[1] if e[0] == "r" else texts.pieces[e[1]]]
        for e in log
    ]


def entries(data: dict[str, Any], seats: tuple[str, ...], pieces: tuple[str, ...]) -> list[Entry]:
    """The log of a record as a match takes it. Raises RecordError."""
    made: list[Entry] = []
    try:
        for entry in data["log"]:
            word, first, *rest = entry
            if word == "a":
                made.append(("a", seats.index(first), _number(rest[0]), False, 0, str(rest[1])))
            elif word == "r":
                made.append(("r", _number(first)))
            elif word == "p":
                made.append(("p", pieces.index(first)))
            else:
                raise ValueError(f"`{word}` is no kind of entry")
    except (KeyError, IndexError, TypeError, ValueError) as error:
        raise RecordError(f"entry {len(made) + 1} of the log cannot be read ({error})") from None
    return made


def _number(value: Any) -> int:
    if type(value) is not int:
        raise ValueError(f"`{value}` is no whole number")
    return value


def again(machine: Machine, identity: dict[str, Any], data: dict[str, Any]) -> Match:
    """The match that a record tells of, played again.

    Raises RecordError, Divergence where it and the rules part, Fault.
    """
    from rulesdsl.runtime.match import Divergence, Match

    texts = machine.texts
    log = entries(data, texts.players, texts.pieces)
    try:
        config = machine.config(data["scenario"], data["players"], _options(machine, data["options"]))
    except (ValueError, TypeError, OverflowError) as error:
        raise RecordError(f"the record does not fit the game: {error}") from None
    match = Match(machine, config, data["seed"], identity, log=log, strict=data.get("seeded") is True)
    if match.left:
        raise Divergence(len(log) - match.left, f"the game is over and {match.left} entries of the record are left")
    return match


def _options(machine: Machine, given: dict[str, Any]) -> dict[str, Any]:
    """Options of a record, which keeps them as the rules count them, as a match takes them."""
    known = {option[0]: option[2] for option in machine.data["options"]}
    made: dict[str, Any] = {}
    for name, value in given.items():
        word = known.get(name, "")
        members = machine.texts.enums.get(word.removeprefix("enum ")) if word.startswith("enum ") else None
        if members is None:
            made[name] = value
            continue
        several = isinstance(value, list | tuple)
        values = value if several else [value]
        if not all(type(v) is int and 0 <= v < len(members) for v in values):
            raise RecordError(f"option `{name}` of the record cannot be read")
        names = [members[v] for v in values]
        made[name] = names if several else names[0]
    return made


def read(path: Path) -> dict[str, Any]:
    """A record from a file. Raises RecordError, OSError."""
    try:
        if path.stat().st_size > LARGEST:
            raise RecordError(f"{path} is too large for a record")
        data = json.loads(path.read_text(encoding="utf-8"))
    except (ValueError, RecursionError) as error:  # no UTF-8, no JSON, or a number longer than Python reads
        raise RecordError(f"{path} is no record: {error}") from None
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise RecordError(f"{path} is no record of this version")
    for key, kind in _NEEDED.items():
        if key not in data or type(data[key]) not in kind:
            raise RecordError(f"{path} is damaged: `{key}` is missing or of the wrong kind")
    if "\0" in data["game"] or len(data["game"]) > _LONGEST:
        raise RecordError(f"{path} is damaged: `game` is no path")
    return data


def write(data: dict[str, Any], path: Path) -> None:
    """Write beside the file first, so that a crash leaves the old one whole. Raises OSError."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=".tmp")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            json.dump(data, file, separators=(",", ":"))
            file.write("\n")
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
