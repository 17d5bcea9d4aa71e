"""What the checker finds out, for itself and for the compiler: side tables over nodes, and a summary of each rule."""

from __future__ import annotations

from dataclasses import dataclass, field

from rulesdsl.model.game import Decl, RuleDecl
from rulesdsl.model.types import VOID, Type
from rulesdsl.source.text import Span
from rulesdsl.syntax import nodes as n


@dataclass(slots=True, eq=False)
class Ref:
    """What a name means.

    how: local, param, each, constant (true false none), member, player, team, piece, zone, board, cell, state, token,
    option, scenario, options, me, players, box, enum; for fields: field, player_state, player_zone, token_of, column,
    at, space, owner, side, cell_column, cell_row, cell_number, carried, link; for calls: builtin, rule, order.
    """

    how: str
    type: Type
    decl: object = None
    value: int = 0


@dataclass(slots=True, eq=False)
class CallSite:
    """A call, an event or a write that may leave bounds; `with_me`: an `as` block around it sets the chooser."""

    target: Decl
    span: Span
    with_me: bool


@dataclass(slots=True, eq=False)
class Summary:
    """One rule: what it does itself (`asks`...), and with everything it calls (`all_asks`...)."""

    rule: Decl
    calls: list[CallSite] = field(default_factory=list)
    asks: bool = False
    rolls: bool = False
    changes: bool = False
    needs: list[tuple[str, Span]] = field(default_factory=list)
    """Names that must be set when it runs: `me`, variables of phases."""
    ends: list[n.EndPhase] = field(default_factory=list)
    ends_game: Span | None = None
    all_asks: bool = False
    all_rolls: bool = False
    available: frozenset[str] | None = None
    """What is set whenever it runs; None: it is never run."""
    phases: frozenset[str] | None = None
    """The phases that are surely running then."""


@dataclass(slots=True)
class Facts:
    types: dict[n.Node, Type] = field(default_factory=dict)
    refs: dict[n.Node, Ref] = field(default_factory=dict)
    summaries: dict[object, Summary] = field(default_factory=dict)
    """By declaration; the steps of a phase have summaries of their own."""
    written: set[object] = field(default_factory=set)
    """Fields and state that some statement writes."""
    used: set[object] = field(default_factory=set)
    """Declarations that something names."""
    moves: dict[n.Node, list[RuleDecl]] = field(default_factory=dict)
    """Move, draw and turn statements: the triggers that may fire."""
    budgets: set[RuleDecl] = field(default_factory=set)
    """Actions that some `allow` names."""
    ends_phases: set[str] = field(default_factory=set)
    """Phases that some statement ends early."""

    def is_effect(self, call: n.Call) -> bool:
        """Does a call do something, so that it must stand alone?"""
        ref = self.refs.get(call)
        if ref is None:
            return False
        if ref.how == "carried":
            return ref.type == VOID
        return isinstance(ref.decl, RuleDecl) and ref.decl.how in ("effect", "table")
