"""The declarations of a game: plain dataclasses, each with its span. Made by `build`, read by every later floor."""

from __future__ import annotations

from dataclasses import dataclass, field

from rulesdsl.library.shapes import Shape
from rulesdsl.model.base import Decl as Decl
from rulesdsl.model.base import ParamDecl as ParamDecl
from rulesdsl.model.frame import EndDecl, Figures, OptionDecl, ResultDecl, RulingDecl, ScenarioDecl, ScoreDecl
from rulesdsl.model.types import Type
from rulesdsl.source.text import Span
from rulesdsl.syntax import nodes as n


@dataclass(slots=True, eq=False)
class ModuleDecl(Decl):
    """A part of the game in files of its own, which takes part only where `active` holds."""

    active: n.Expr | None = None


@dataclass(slots=True, eq=False)
class Role:
    """A row of `players:`: how many seats, at which indices; `otherwise` plays for an absent role."""

    name: str
    span: Span
    low: int
    high: int
    first: int
    otherwise: str | None = None
    team: str | None = None


@dataclass(slots=True, eq=False)
class Players:
    roles: list[Role]
    equal: bool
    low: int
    high: int
    names: tuple[str, ...]
    """All seats, at the largest count."""


@dataclass(slots=True, eq=False)
class FieldDecl(Decl):
    """A field of a kind, of a board's cells or of a graph's links."""

    type: Type = field(default_factory=lambda: Type("error"))
    owner: str = ""
    """The kind or cell type that declares it."""
    per_side: bool = False
    default: n.Expr | None = None
    reset: n.Reset | None = None
    only_by: tuple[n.Ident, ...] = ()
    bounds: tuple[int, int] | None = None
    written: bool = False
    """Set by the checker: some statement assigns it, so it is a column of the state."""


@dataclass(slots=True, eq=False)
class FaceDecl:
    """What the signs of a kind's printed faces stand for."""

    of: str
    """The enumerated type of the symbols."""
    legend: dict[str, tuple[int, int]] = field(default_factory=dict)
    """Each sign's symbol, by its index, and how many of it; below zero it takes away."""


@dataclass(slots=True, eq=False)
class KindDecl(Decl):
    parent: str | None = None
    fields: dict[str, FieldDecl] = field(default_factory=dict)
    sides: tuple[str, ...] = ()
    side_readers: dict[str, str] = field(default_factory=dict)
    side_shows: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """Sides that not all may see, with the fields that all can read on them."""
    rules: dict[str, str] = field(default_factory=dict)
    """Rule text that its pieces carry: name to `effect` or a type's word."""
    owner: str = ""
    """fixed, carrier or none; nothing: as the kind above it says."""
    alike: bool = False
    start: n.Ident | None = None
    low: int = 0
    high: int = 0
    """Its pieces are low..high-1, those of the kinds below it included."""
    figures: str = ""
    children: list[str] = field(default_factory=list)
    face: FaceDecl | None = None
    sizes: tuple[tuple[int, int], ...] = ()
    """(columns, rows) that its pieces cover: one, or one a side; nothing: as the kind above it says."""
    mark: str = ""
    """How its pieces are drawn; nothing: made of their names."""


@dataclass(slots=True, eq=False)
class PieceDecl(Decl):
    kind: str = ""
    """The narrowest kind."""
    owner: int = -1
    start: n.Ident | None = None
    values: dict[str, tuple[n.Expr, ...]] = field(default_factory=dict)
    """Figures of its fields: one expression, or one a side."""
    face: tuple[tuple[int, int, int, int], ...] = ()
    """Its printed squares (columns right, rows down, index of the symbol or -1, how many); none for a plain piece."""
    mark: str = ""


@dataclass(slots=True, eq=False)
class RuleDecl(Decl):
    """Anything callable or run: what it is stands in `how`.

    how: effect, value, table (a dice table), action, trigger, carried (by pieces or cells), setup, phase, end, order,
    score, special.
    """

    how: str = "effect"
    params: list[ParamDecl] = field(default_factory=list)
    returns: Type = field(default_factory=lambda: Type("void"))
    body: n.Block | None = None
    expr: n.Expr | None = None
    changes: list[Change] = field(default_factory=list)
    slots: list[ParamDecl] = field(default_factory=list)
    when: n.Expr | None = None
    pays: list[n.Pool] = field(default_factory=list)
    limit: Limit | None = None
    event: n.Event | None = None
    timing: str = ""
    roll: n.Dice | None = None
    rows: list[RowDecl] = field(default_factory=list)
    keys: tuple[n.Key, ...] = ()
    effect: str = ""
    """For a trigger on an effect: which."""
    phase: str = ""
    special: SpecialDecl | None = None
    """For a trigger: the special rule that it belongs to."""
    it: Type | None = None
    """What `it` is in a text that pieces or cells carry."""


@dataclass(slots=True, eq=False)
class SpecialDecl(RuleDecl):
    """A special rule: it changes other rules while it holds. `when` is its `while:`, `expr` its `holder:`."""

    targets: dict[str, list[Change]] = field(default_factory=dict)
    """Its changes, by the value or dice table that they change."""
    trigger: RuleDecl | None = None
    fixed: bool = False
    """Set by the checker: its `while:` stays the same for a whole game."""
    module: ModuleDecl | None = None

    @property
    def holder(self) -> n.Expr | None:
        return self.expr

    @property
    def always(self) -> bool:
        """Does it hold in every game, whatever happens?"""
        return self.when is None and self.expr is None and self.module is None

    @property
    def noted(self) -> bool:
        """Is there something about it that the set-up notes for the whole game?"""
        return self.fixed or self.module is not None


@dataclass(slots=True, eq=False)
class TravelDecl(Decl):
    """A way of getting about; each clause (cost, enter, stop, end, risk) is a rule with its parameters."""

    params: list[ParamDecl] = field(default_factory=list)
    clauses: dict[str, RuleDecl] = field(default_factory=dict)


@dataclass(slots=True, eq=False)
class Change:
    """One change to a value or a die roll. op: set add remove times halve at_least at_most."""

    op: str
    value: n.Expr | None
    label: str
    when: n.Expr | None
    span: Span
    cite: str = ""
    special: SpecialDecl | None = None
    """The special rule that brings it."""

    @property
    def sure(self) -> bool:
        """Does it apply whenever the value is asked for?"""
        return self.when is None and (self.special is None or self.special.always)


@dataclass(slots=True, eq=False)
class RowDecl:
    """A row of a dice table: `low..high` (None is open), what happens or its value."""

    low: int | None
    high: int | None
    span: Span
    body: n.Block | None = None
    expr: n.Expr | None = None


@dataclass(slots=True, eq=False)
class Limit:
    times: int
    phase: n.Ident
    slot: n.Ident | None
    span: Span


@dataclass(slots=True, eq=False)
class LookupDecl(Decl):
    key: Type = field(default_factory=lambda: Type("error"))
    columns: dict[str, Type] = field(default_factory=dict)
    rows: dict[str, tuple[n.Expr, ...]] = field(default_factory=dict)
    row_spans: dict[str, Span] = field(default_factory=dict)
    single: bool = False


@dataclass(slots=True, eq=False)
class TokenDecl(Decl):
    supply: int | None = None
    holder: str = "Player"
    """`Player` or `game`."""
    start: n.Expr | None = None
    """How many each holder begins with."""


@dataclass(slots=True, eq=False)
class BoardDecl(Decl):
    kind: str = "square"
    cell_type: str = "Square"
    shape: Shape | None = None
    fields: dict[str, FieldDecl] = field(default_factory=dict)
    link_fields: dict[str, FieldDecl] = field(default_factory=dict)
    links: list[tuple[int, int, dict[str, n.Expr]]] = field(default_factory=list)
    cell_values: dict[str, dict[str, n.Expr]] = field(default_factory=dict)
    base: int = 0
    """The place index of its first cell."""
    layered: bool = False
    """Pieces lie over one another, and what lies on top shows."""
    signs: dict[str, str] = field(default_factory=dict)
    """The sign of each cell that has one in the picture of the board."""
    legend: dict[str, str] = field(default_factory=dict)
    """What the signs of the picture mean, as it is written."""
    places: tuple[tuple[int, int], ...] = ()
    """Where each cell of a graph or a track lies in its picture, if it has one: half characters and lines."""


@dataclass(slots=True, eq=False)
class SidedDecl(BoardDecl):
    """A board with sides, each a board: one of them lies up. Its shape and its base are all of them in a row."""

    sides: list[BoardDecl] = field(default_factory=list)


@dataclass(slots=True, eq=False)
class ZoneDecl(Decl):
    how: str = "holds"
    """bag, deck, hand, pile, holds."""
    holds: str = ""
    per: str = ""
    """`Player`, or nothing."""
    seen_by: str = "all"
    """all, owner, nobody."""
    until_revealed: bool = False
    base: int = 0
    """Its place index, or that of the first player's."""
    refill: n.Ident | None = None
    """The zone that is shuffled in when a draw finds this one empty."""
    then: n.Block | None = None
    """What happens after that."""


@dataclass(slots=True, eq=False)
class StateDecl(Decl):
    type: Type = field(default_factory=lambda: Type("error"))
    per: tuple[Type, ...] = ()
    default: n.Expr | None = None
    bounds: tuple[int, int] | None = None
    seen_by: str = "all"
    until_revealed: bool = False
    reset: n.Reset | None = None
    below: n.Block | str | None = None
    above: n.Block | str | None = None
    phase: str = ""
    """The phase whose own state it is, or nothing."""


@dataclass(slots=True, eq=False)
class StepDecl:
    phase: n.Ident
    args: tuple[n.Arg, ...]
    when: n.Expr | None
    span: Span


@dataclass(slots=True, eq=False)
class PhaseDecl(Decl):
    params: list[ParamDecl] = field(default_factory=list)
    player: n.Expr | None = None
    each_name: str = ""
    each_span: Span | None = None
    each: n.Expr | None = None
    each_type: Type = field(default_factory=lambda: Type("error"))
    steps: list[StepDecl] = field(default_factory=list)
    offer: list[n.Ident] = field(default_factory=list)
    allowed: dict[str, list[SpecialDecl]] = field(default_factory=dict)
    """Actions at the end of the offer, or of `anytime`, that stand there only while a special rule holds."""
    anytime: list[n.Ident] = field(default_factory=list)
    """Actions that join every offer inside."""
    until: str = "one"
    do: RuleDecl | None = None
    together: n.Expr | None = None
    limit: Limit | None = None
    when: n.Expr | None = None
    called: bool = False


@dataclass(slots=True, eq=False)
class Game:
    title: str = ""
    about: str = ""
    path: str = ""
    span: Span | None = None
    players: Players | None = None
    options: dict[str, OptionDecl] = field(default_factory=dict)
    scenarios: dict[str, ScenarioDecl] = field(default_factory=dict)
    enums: dict[str, tuple[str, ...]] = field(default_factory=dict)
    enum_spans: dict[str, Span] = field(default_factory=dict)
    unions: dict[str, tuple[str, ...]] = field(default_factory=dict)
    kinds: dict[str, KindDecl] = field(default_factory=dict)
    pieces: list[PieceDecl] = field(default_factory=list)
    tokens: dict[str, TokenDecl] = field(default_factory=dict)
    boards: dict[str, BoardDecl] = field(default_factory=dict)
    sided: dict[str, SidedDecl] = field(default_factory=dict)
    """Boards whose sides are boards."""
    cell_types: dict[str, list[str]] = field(default_factory=dict)
    zones: dict[str, ZoneDecl] = field(default_factory=dict)
    state: dict[str, StateDecl] = field(default_factory=dict)
    phases: dict[str, PhaseDecl] = field(default_factory=dict)
    root: str = ""
    actions: dict[str, RuleDecl] = field(default_factory=dict)
    rules: dict[str, RuleDecl] = field(default_factory=dict)
    """Effects, values and dice tables: what rule text can call."""
    carried: dict[str, dict[str, RuleDecl]] = field(default_factory=dict)
    """Rule text of pieces (rule name, then the narrowest kind) and of cells (`TYPE.RULE`, then `board.cell`)."""
    cell_rules: dict[str, dict[str, str]] = field(default_factory=dict)
    """Rule text that cells carry, by their type: name to `effect` or a type's word."""
    lookups: dict[str, LookupDecl] = field(default_factory=dict)
    orders: dict[str, RuleDecl] = field(default_factory=dict)
    travels: dict[str, TravelDecl] = field(default_factory=dict)
    triggers: list[RuleDecl] = field(default_factory=list)
    """Those of special rules follow the others."""
    specials: dict[str, SpecialDecl] = field(default_factory=dict)
    ends: list[EndDecl] = field(default_factory=list)
    """Those of scenarios follow the game's own."""
    result: ResultDecl = field(default_factory=ResultDecl)
    setup: list[RuleDecl] = field(default_factory=list)
    rulings: dict[str, RulingDecl] = field(default_factory=dict)
    figures: list[Figures] = field(default_factory=list)
    modules: dict[str, ModuleDecl] = field(default_factory=dict)
    module_files: dict[str, ModuleDecl] = field(default_factory=dict)
    """By the path of each file that belongs to one."""
    places: int = 0
    box: int = 0
    carriers: int = 0
    """The place index of piece 0 as a carrier: pieces are places too."""

    @property
    def results(self) -> list[ResultDecl]:
        """The game's own result, then those that scenarios put in its place."""
        return [self.result, *(s.result for s in self.scenarios.values() if s.result is not None)]

    @property
    def scores(self) -> list[ScoreDecl]:
        return [score for result in self.results for score in result.scores]

    @property
    def tie_orders(self) -> list[str]:
        """The names of the orders that break ties."""
        return [result.ties.name for result in self.results if result.ties is not None]

    def module_of(self, span: Span) -> ModuleDecl | None:
        """The module whose file a declaration stands in, or None for the game itself."""
        return self.module_files.get(span.source.path)

    def kind_chain(self, name: str) -> list[KindDecl]:
        """The kind and those it extends, the widest last."""
        chain: list[KindDecl] = []
        seen: set[str] = set()
        while name in self.kinds and name not in seen:
            seen.add(name)
            chain.append(self.kinds[name])
            name = self.kinds[name].parent or ""
        return chain

    def field_of(self, kind: str, name: str) -> FieldDecl | None:
        for decl in self.kind_chain(kind):
            if name in decl.fields:
                return decl.fields[name]
        return None

    def is_below(self, kind: str, other: str) -> bool:
        return any(decl.name == other for decl in self.kind_chain(kind))

    def owner_mode(self, kind: str) -> str:
        """How pieces of a kind are owned: fixed, carrier or none."""
        return next((k.owner for k in self.kind_chain(kind) if k.owner), "fixed")

    def piece_owners(self) -> tuple[int, ...]:
        """The seat that each piece belongs to by what is printed on it; -1 for none."""
        return tuple(-1 if self.owner_mode(p.kind) == "none" else p.owner for p in self.pieces)
