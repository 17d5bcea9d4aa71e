"""Records: a match as data. The rules' hash, the seed, every answer by number and name, every die and draw."""

from __future__ import annotations

import json
import os
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rulesdsl.runtime.match import Entry, Match

FORMAT = "rulesdsl match 1"
LARGEST = 64_000_000
"""Bytes of a record that is read; a game of a million decisions is smaller."""


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
        "log": named(match),
    }


def named(match: Match) -> list[list[Any]]:
    """The log with each answer's name beside its number; made by playing it again."""
    from rulesdsl.runtime.match import Match

    names: list[str] = []
    log, texts = match.entries(), match.machine.texts
    entry, prepare = match._origin
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
            if entry[0] == "a":
                made.append(("a", seats.index(entry[1]), int(entry[2]), False, 0, str(entry[3])))
            elif entry[0] == "r":
                made.append(("r", int(entry[1])))
            elif entry[0] == "p":
                made.append(("p", pieces.index(entry[1])))
            else:
                raise ValueError(entry[0])
    except (KeyError, IndexError, TypeError, ValueError) as error:
        raise RecordError(f"entry {len(made) + 1} of the log cannot be read ({error})") from None
    return made


def read(path: Path) -> dict[str, Any]:
    """A record from a file. Raises RecordError, OSError."""
    if path.stat().st_size > LARGEST:
        raise RecordError(f"{path} is too large for a record")
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except (UnicodeDecodeError, json.JSONDecodeError, RecursionError) as error:
        raise RecordError(f"{path} is no record: {error}") from None
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise RecordError(f"{path} is no record of this version")
    needed: dict[str, type | tuple[type, ...]] = {
        "game": str,
        "hash": str,
        "players": int,
        "options": dict,
        "seed": (int, str),
        "log": list,
        "scenario": (str, type(None)),
    }
    for key, kind in needed.items():
        if not isinstance(data.get(key), kind):
            raise RecordError(f"{path} is damaged: `{key}` is missing or of the wrong kind")
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
