"""What frames a game: options, scenarios, ends, results, rulings, and figures that are not printed."""

from __future__ import annotations

from dataclasses import dataclass, field

from rulesdsl.model.base import Decl, ParamDecl
from rulesdsl.model.types import Type
from rulesdsl.source.text import Span
from rulesdsl.syntax import nodes as n


@dataclass(slots=True, eq=False)
class EndDecl(Decl):
    scenario: str = ""
    """The scenario that it is an end of, or nothing: of all."""
    after: n.Ident | None = None
    when: n.Expr | None = None
    outcome: str = "finished"
    by: n.Expr | None = None


@dataclass(slots=True, eq=False)
class ScoreDecl(Decl):
    """Score lines of one role, or of every player (`param`)."""

    role: str = ""
    param: ParamDecl | None = None
    lines: list[tuple[str, n.Expr, Span]] = field(default_factory=list)


@dataclass(slots=True, eq=False)
class LevelDecl(Decl):
    low: int | None = None
    high: int | None = None


@dataclass(slots=True, eq=False)
class ResultDecl:
    """Who has won, and how well."""

    scores: list[ScoreDecl] = field(default_factory=list)
    levels: list[LevelDecl] = field(default_factory=list)
    ties: n.Ident | None = None


@dataclass(slots=True, eq=False)
class OptionDecl(Decl):
    type: Type = field(default_factory=lambda: Type("bool"))
    default: n.Expr | None = None
    bounds: tuple[int, int] | None = None
    choose: int = 0


@dataclass(slots=True, eq=False)
class ScenarioDecl(Decl):
    about: str = ""
    setup: n.Block | None = None
    options: dict[str, tuple[Span, n.Expr]] = field(default_factory=dict)
    """What it fixes, with the place of the option's name."""
    low: int = 0
    high: int = 0
    seats: tuple[tuple[int, int], ...] = ()
    """The fewest and the most of each role."""
    result: ResultDecl | None = None
    """In place of the game's."""


@dataclass(slots=True, eq=False)
class RulingDecl(Decl):
    question: str = ""
    decided: str = ""
    because: str = ""


@dataclass(slots=True, eq=False)
class Figures:
    """A part of the rule file whose numbers the printed game does not give."""

    what: str
    span: Span
    how: str
