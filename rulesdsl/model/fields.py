"""Fields of pieces and cells, and whether their figures are printed."""

from __future__ import annotations

from rulesdsl.document import Document, Scalar
from rulesdsl.document.tree import Node as Yaml
from rulesdsl.model.frame import Figures
from rulesdsl.model.game import FieldDecl
from rulesdsl.model.reading import Reader

_WORDS = {
    "tokens": "token",
    "zones": "zone",
    "state": "state",
    "travel": "travel",
    "values": "change of",
    "effects": "effect",
    "tables": "change of",
    "actions": "action",
    "triggers": "trigger",
    "phases": "phase",
    "special_rules": "special rule",
}
"""How entries of these sections are called; what values and tables say of themselves is read with them."""


def read_field(reader: Reader, name: Scalar, spec: Yaml, owner: str) -> FieldDecl:
    parsed = reader.field(spec)
    decl = FieldDecl(name.text, name.span, owner=owner)
    if parsed is None:
        return decl
    decl.type = reader.type_of(parsed.type)
    decl.bounds = reader.bounds_of(parsed.type)
    decl.per_side = any(p.name == "side" for p in parsed.per)
    for per in parsed.per:
        if per.name != "side":
            reader.problems.error(
                "bad-per",
                per.span,
                "a field can be `per side` only",
                help="what differs by player or place is a `state:` entry",
            )
    decl.default, decl.reset, decl.only_by = parsed.default, parsed.reset, parsed.only_by
    return decl


def figures(reader: Reader, value: Yaml, what: str) -> None:
    how = reader.text(reader.at(value, "figures"))
    if how:
        reader.game.figures.append(Figures(what, value.span, how))


def figures_of_sections(reader: Reader, document: Document) -> None:
    """Of all entries whose figures are not read with the rest of them, their changes and their own state included."""
    for section, word in _WORDS.items():
        for key, value in reader.items(document.get(section)):
            name = f"{word} {key.text.split('(')[0].strip()}"
            if section not in ("values", "tables"):
                figures(reader, value, name)
            for state, inner in reader.items(reader.at(value, "state")) if section == "phases" else ():
                figures(reader, inner, f"state {state.text}")
            changes = reader.at(value, "changes")
            every = (
                [changes] if changes is not None else [found for _, found in reader.items(reader.at(value, "change"))]
            )
            for found in every:
                for change in reader.sequence(found):
                    figures(reader, change, name)
