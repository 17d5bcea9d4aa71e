"""Fields of pieces and cells, and whether their figures are printed."""

from __future__ import annotations

from rulesdsl.document import Scalar
from rulesdsl.document.tree import Node as Yaml
from rulesdsl.model.game import FieldDecl, Figures
from rulesdsl.model.reading import Reader


def read_field(reader: Reader, name: Scalar, spec: Yaml, owner: str) -> FieldDecl:
    parsed = reader.field(spec)
    decl = FieldDecl(name.text, name.span, owner=owner)
    if parsed is None:
        return decl
    decl.type = reader.type_of(parsed.type)
    decl.bounds = (parsed.type.low, parsed.type.high) if parsed.type.how == "range" else None
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
