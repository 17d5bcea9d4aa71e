"""Gather the names that rule files declare, and find them in the text of the package.

Names of *things* (kinds, pieces, tokens, roles, members of types, titles) count word by word: a piece named Great White
claims "great" and "white". Names of *rules* (actions, effects, phases, state, ...) count as a whole, since their words
are mostly plain verbs: an effect `make_waves` claims `make_waves`, `MakeWaves` and "make waves", but neither "make" nor
"waves"; a rule whose name is a single word (`price`, `reach`) claims nothing. Plural and singular are the same word.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

RULE_SECTIONS = (
    "actions",
    "effects",
    "options",
    "orders",
    "phases",
    "scenarios",
    "special_rules",
    "state",
    "tables",
    "travel",
    "triggers",
    "values",
    "zones",
)

CHUNK = re.compile(r"[A-Za-z]+(?:[_ ][A-Za-z]+)*")
"""Words that belong together: an identifier, or a stretch of prose without punctuation."""

CAMEL = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")

NAME = re.compile(r"[A-Za-z][\w ]*")
"""A name as it stands before a signature's bracket or at the start of a member."""


def words_of(text: str) -> list[str]:
    """The words of an identifier or a title, lower case and singular."""
    return [singular(word.lower()) for word in CAMEL.findall(text)]


def singular(word: str) -> str:
    """A word without its plural ending, roughly; what matters is that both sides get the same treatment."""
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word


def declared(folder: Path) -> dict[str, str]:
    """Every word or phrase that the rule files under a folder claim, with the place that claims it."""
    claimed: dict[str, str] = {}
    for path in sorted(folder.rglob("*.yaml")):
        if path.name.endswith(".case.yaml"):
            continue
        tree = yaml.load(path.read_text(encoding="utf-8"), Loader=yaml.BaseLoader)
        for where, phrase in claims(tree if isinstance(tree, dict) else {}):
            claimed.setdefault(phrase, f"{path.relative_to(folder.parent).as_posix()}, {where}")
    return claimed


def claims(tree: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """(section, word or phrase) of one rule file."""
    for section, name in things(tree):
        for word in words_of(name):
            if len(word) > 2:
                yield section, word
    for section, name in rules(tree):
        phrase = " ".join(words_of(name))
        if " " in phrase:
            yield section, phrase


def things(tree: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """(section, name) of what the box holds and who sits at the table."""
    yield "title", text(tree.get("title"))
    yield "module", text(tree.get("module"))
    for role, entry in mapping(tree.get("players")).items():
        yield "players", role
        yield "players", text(mapping(entry).get("team"))
    for section in ("tokens", "types", "components", "boards"):
        for name in mapping(tree.get(section)):
            yield section, bare(name)
    for members in mapping(tree.get("types")).values():
        for member in names(members):
            yield "types", member
    for kind in mapping(tree.get("components")).values():
        for piece in listing(mapping(kind).get("pieces")):
            yield "pieces", text(mapping(piece).get("name"))
    for board in mapping(tree.get("boards")).values():
        yield "boards", text(mapping(board).get("called"))
        for key in ("regions", "spaces"):
            for name in names(mapping(board).get(key)):
                yield "boards", name


def rules(tree: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """(section, name) of what happens, and of the fields that things have."""
    for section in RULE_SECTIONS:
        for name in mapping(tree.get(section)):
            yield section, bare(name)
    for action in mapping(tree.get("actions")).values():
        for slot in mapping(mapping(action).get("with")):
            yield "actions", slot
    for kind in mapping(tree.get("components")).values():
        for key in ("has", "rules", "sides"):
            for name in names(mapping(kind).get(key)):
                yield "components", name
    for board in mapping(tree.get("boards")).values():
        for key in ("fields", "link fields"):
            for name in names(mapping(board).get(key)):
                yield "boards", name
    for table in mapping(tree.get("tables")).values():
        for name in names(mapping(table).get("columns")):
            yield "tables", name


def mapping(node: Any) -> dict[str, Any]:
    """The node if it is a mapping, else an empty one."""
    return node if isinstance(node, dict) else {}


def listing(node: Any) -> list[Any]:
    """The node if it is a list, else an empty one."""
    return node if isinstance(node, list) else []


def text(node: Any) -> str:
    """The node if it is a text, else an empty one."""
    return node if isinstance(node, str) else ""


def names(node: Any) -> list[str]:
    """What a list of names or the keys of a mapping declare."""
    return [bare(entry) for entry in (node if isinstance(node, (list, dict)) else []) if isinstance(entry, str)]


def bare(name: str) -> str:
    """A name without its signature: `recovery(Marine unit)` is `recovery`."""
    found = NAME.match(name)
    return found.group() if found else ""


def trespassers(source: str, claimed: dict[str, str], allowed: frozenset[str]) -> Iterator[tuple[int, str]]:
    """(line number, word or phrase) of everything claimed by a game that stands in a text."""
    longest = max((phrase.count(" ") + 1 for phrase in claimed), default=0)
    for number, line in enumerate(source.splitlines(), start=1):
        for chunk in CHUNK.findall(line):
            words = words_of(chunk)
            for start in range(len(words)):
                for end in range(start + 1, min(start + longest, len(words)) + 1):
                    phrase = " ".join(words[start:end])
                    if phrase in claimed and phrase not in allowed:
                        yield number, phrase
