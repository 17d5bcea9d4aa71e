"""What all declarations of a game have."""

from __future__ import annotations

from dataclasses import dataclass, field

from rulesdsl.model.types import Type
from rulesdsl.source.text import Span
from rulesdsl.syntax import nodes as n


@dataclass(slots=True, eq=False)
class Decl:
    name: str
    span: Span
    cite: str = ""
    title: str = ""


@dataclass(slots=True, eq=False)
class ParamDecl(Decl):
    """A parameter; for a slot of `with:` also its source."""

    type: Type = field(default_factory=lambda: Type("error"))
    source: n.Expr | None = None
