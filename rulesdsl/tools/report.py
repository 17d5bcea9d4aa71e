"""Tell a game's rules by section of its rulebook: the model of a game in, lists of rules with their places out."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rulesdsl.model.carried import all_texts

if TYPE_CHECKING:
    from rulesdsl.model.game import Decl, Game
    from rulesdsl.source import Span

_NUMBERS = re.compile(r"\d+")
_SEVERAL = re.compile(r"\s*[,;]\s*")


@dataclass(frozen=True, slots=True)
class Entry:
    """One rule: what it is, its name and title, the section it follows, and where it stands."""

    kind: str
    name: str
    title: str
    cite: str
    span: Span

    @property
    def place(self) -> str:
        """File and line, as `path:line`."""
        return f"{self.span.source.path}:{self.span.line}"

    @property
    def sections(self) -> list[str]:
        """The sections that the rule cites, each by itself; a section with a name may hold commas."""
        parts = [part for part in _SEVERAL.split(self.cite) if part]
        return parts if all(part[0].isdigit() for part in parts) else [self.cite]


def entries(model: Game) -> list[Entry]:
    """Return every rule of a game that has a name or cites a section, in the order of the kinds, then of the file."""
    found: dict[tuple[str, str, str, int], Entry] = {}
    for entry in _all(model):
        # What a game declares once may stand in several of its tables.
        found.setdefault((entry.kind, entry.name, entry.span.source.path, entry.span.start), entry)
    return list(found.values())


def sections(found: list[Entry]) -> dict[str, list[Entry]]:
    """Return rules by section: numbered sections in order, then named ones as they first appear, then those without.

    Rules without a section stand under an empty name.
    """
    by_section: dict[str, list[Entry]] = {}
    for entry in found:
        for section in entry.sections or [""]:
            by_section.setdefault(section, []).append(entry)
    return {section: by_section[section] for section in in_order(by_section)}


def in_order(sections: Iterable[str]) -> list[str]:
    """Return sections in the rulebook's order; those with names stay as they come, nothing at all stands last."""
    return sorted(sections, key=_rank)


def about(found: list[Entry], subject: str) -> list[Entry]:
    """Return the rules of that name, else those of that section and its subsections."""
    wanted = subject.casefold()
    named = [entry for entry in found if wanted in (entry.name.casefold(), entry.title.casefold())]
    return named or [entry for entry in found if any(_inside(section, wanted) for section in entry.sections)]


def _inside(section: str, wanted: str) -> bool:
    section = section.casefold()
    # "5.0" heads chapter 5 in many rulebooks.
    chapter = wanted.removesuffix(".0") if wanted.endswith(".0") else wanted
    return section in (wanted, chapter) or section.startswith((f"{chapter}.", f"{chapter} "))


def _rank(section: str) -> tuple[bool, bool, list[int]]:
    """The place of a section among others; equal ones keep the order in which they appear."""
    numbered = section[:1].isdigit()
    return not section, not numbered, [int(n) for n in _NUMBERS.findall(section)] if numbered else []


def _all(model: Game) -> Iterator[Entry]:
    for kind, declared in _groups(model):
        for decl in declared:
            if decl.name or decl.cite:
                yield Entry(kind or getattr(decl, "how", "rule"), decl.name, decl.title, decl.cite, decl.span)


def _groups(model: Game) -> Iterator[tuple[str, list[Decl]]]:
    """Each kind of declaration with its declarations; an empty kind is told by the declaration itself."""
    yield "phase", list(model.phases.values())
    yield "action", list(model.actions.values())
    yield "", list(model.rules.values())
    yield "table", list(model.lookups.values())
    yield "travel", list(model.travels.values())
    yield "order", list(model.orders.values())
    yield "special rule", list(model.specials.values())
    yield "", [trigger for trigger in model.triggers if trigger.special is None]
    yield "end", list(model.ends)
    yield "score", list(model.scores)
    yield "piece", [piece for piece in model.pieces if piece.cite]
    yield "kind", [kind for kind in model.kinds.values() if kind.cite]
    for what, named in (
        ("zone", model.zones),
        ("state", model.state),
        ("token", model.tokens),
        ("board", model.boards),
    ):
        yield what, [decl for decl in named.values() if decl.cite]
    yield "option", list(model.options.values())
    yield "scenario", list(model.scenarios.values())
    for rule in all_texts(model):
        yield f"rule of {'cells' if rule.it is not None and rule.it.tag == 'cell' else 'pieces'}", [rule]
