"""The node classes of the rule language: what the parser makes and every later floor reads.

Nodes compare by identity, so that side tables (`types[node]`, `refs[node]`) can be plain dictionaries.
Every node carries the span of its text in the whole file.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields

from rulesdsl.source.text import Span


@dataclass(slots=True, eq=False)
class Node:
    span: Span

    def children(self) -> Iterator[Node]:
        """The nodes directly inside this one, in the order in which they are written."""
        for spec in fields(self):
            value = getattr(self, spec.name)
            if isinstance(value, Node):
                yield value
            elif isinstance(value, tuple):
                for item in value:
                    if isinstance(item, Node):
                        yield item

    def walk(self) -> Iterator[Node]:
        """This node and everything inside it."""
        yield self
        for child in self.children():
            yield from child.walk()


@dataclass(slots=True, eq=False)
class Expr(Node):
    pass


@dataclass(slots=True, eq=False)
class Ident(Node):
    """A bare word that is not an expression of its own: a kind, a side, a token, a phase."""

    name: str


@dataclass(slots=True, eq=False)
class Name(Expr):
    name: str


@dataclass(slots=True, eq=False)
class Number(Expr):
    value: int


@dataclass(slots=True, eq=False)
class Half(Expr):
    """`n/2`; `halves` is n."""

    halves: int


@dataclass(slots=True, eq=False)
class Text(Expr):
    """A text with `{...}` parts: str and Expr in turn."""

    parts: tuple[str | Expr, ...]


@dataclass(slots=True, eq=False)
class ListOf(Expr):
    items: tuple[Expr, ...]


@dataclass(slots=True, eq=False)
class Arg(Node):
    name: Ident | None
    value: Expr


@dataclass(slots=True, eq=False)
class Call(Expr):
    """`f(a, b = c)` or `piece.rule(a)`."""

    receiver: Expr | None
    name: Ident
    args: tuple[Arg, ...]


@dataclass(slots=True, eq=False)
class Key(Node):
    """One key of a ranking; `descending` puts the greatest first."""

    descending: bool
    value: Expr


@dataclass(slots=True, eq=False)
class Comp(Expr):
    """`[e for x in xs if c]` (kind "list") and `count(...)`, `any(...)`, `first(x for x in xs by ...)` alike."""

    kind: str
    element: Expr
    var: Ident
    source: Expr
    condition: Expr | None
    keys: tuple[Key, ...]


@dataclass(slots=True, eq=False)
class Field(Expr):
    obj: Expr
    name: Ident


@dataclass(slots=True, eq=False)
class Index(Expr):
    obj: Expr
    keys: tuple[Expr, ...]


@dataclass(slots=True, eq=False)
class Unary(Expr):
    """op: "-" or "not"."""

    op: str
    operand: Expr


@dataclass(slots=True, eq=False)
class Binary(Expr):
    """op: + - * // %."""

    op: str
    left: Expr
    right: Expr


@dataclass(slots=True, eq=False)
class Compare(Expr):
    """op: == != < <= > >=."""

    op: str
    left: Expr
    right: Expr


@dataclass(slots=True, eq=False)
class Bool(Expr):
    """op: "and" or "or"."""

    op: str
    items: tuple[Expr, ...]


@dataclass(slots=True, eq=False)
class In(Expr):
    item: Expr
    of: Expr
    negated: bool


@dataclass(slots=True, eq=False)
class On(Expr):
    """`x on board`."""

    item: Expr
    place: Expr


@dataclass(slots=True, eq=False)
class Is(Expr):
    """`x is Kind`, `x is none`, `place is empty`."""

    item: Expr
    word: Ident
    negated: bool


@dataclass(slots=True, eq=False)
class IfExpr(Expr):
    condition: Expr
    then: Expr
    otherwise: Expr


@dataclass(slots=True, eq=False)
class Range(Expr):
    """`low..high`, both ends in; `high` is None for an open one."""

    low: Expr
    high: Expr | None


@dataclass(slots=True, eq=False)
class AllOf(Expr):
    """`all Kind`, `all Kind at place` (how "at"), `all Kind on board` (how "on")."""

    kind: Ident
    how: str
    place: Expr | None


@dataclass(slots=True, eq=False)
class At(Expr):
    """`Kind at place`: the one piece of that kind there, or none."""

    kind: Ident
    place: Expr


@dataclass(slots=True, eq=False)
class Source(Expr):
    """A slot's source: a list, and a condition on the candidate (the slot's own name)."""

    items: Expr
    condition: Expr | None


@dataclass(slots=True, eq=False)
class Dice(Node):
    """how: sum, list, digits, best; `count` None is one die."""

    how: str
    count: Expr | None
    sides: int


@dataclass(slots=True, eq=False)
class Roll(Node):
    dice: Dice
    label: Text | None


@dataclass(slots=True, eq=False)
class DrawPieces(Node):
    amount: Expr | None
    source: Expr
    to: Expr


@dataclass(slots=True, eq=False)
class Choose(Node):
    """how: one, optionally, up_to, exactly, between (from a list), number (a range)."""

    how: str
    low: Expr | None
    high: Expr | None
    source: Expr | None
    by: Expr | None
    prompt: Text | None


@dataclass(slots=True, eq=False)
class Stmt(Node):
    pass


@dataclass(slots=True, eq=False)
class Block(Node):
    body: tuple[Stmt, ...]


@dataclass(slots=True, eq=False)
class Let(Stmt):
    name: Ident
    value: Expr | Roll | DrawPieces | Choose
    otherwise: Block | None = None


@dataclass(slots=True, eq=False)
class Assign(Stmt):
    """op: = += -=."""

    target: Expr
    op: str
    value: Expr | Roll | DrawPieces


@dataclass(slots=True, eq=False)
class Do(Stmt):
    call: Call


@dataclass(slots=True, eq=False)
class Move(Stmt):
    """`move` tells triggers, `put` (set_up True) does not."""

    items: tuple[Expr, ...]
    place: Expr
    reason: Ident | None
    set_up: bool


@dataclass(slots=True, eq=False)
class Turn(Stmt):
    item: Expr
    side: Ident


@dataclass(slots=True, eq=False)
class Tokens(Stmt):
    """verb: gain, pay, give."""

    verb: str
    amount: Expr
    token: Ident
    to: Expr | None


@dataclass(slots=True, eq=False)
class DrawStmt(Stmt):
    draw: DrawPieces


@dataclass(slots=True, eq=False)
class OnPlace(Stmt):
    """verb: shuffle, reveal."""

    verb: str
    place: Expr


@dataclass(slots=True, eq=False)
class Show(Stmt):
    item: Expr
    to: Expr


@dataclass(slots=True, eq=False)
class Say(Stmt):
    text: Text


@dataclass(slots=True, eq=False)
class EndGame(Stmt):
    outcome: Ident | None
    by: Expr | None


@dataclass(slots=True, eq=False)
class EndPhase(Stmt):
    phase: Ident


@dataclass(slots=True, eq=False)
class Pool(Node):
    amount: Expr
    action: Ident


@dataclass(slots=True, eq=False)
class Allow(Stmt):
    pools: tuple[Pool, ...]


@dataclass(slots=True, eq=False)
class Return(Stmt):
    value: Expr | None


@dataclass(slots=True, eq=False)
class Break(Stmt):
    pass


@dataclass(slots=True, eq=False)
class Nothing(Stmt):
    pass


@dataclass(slots=True, eq=False)
class MenuOption(Node):
    label: Text
    condition: Expr | None
    body: Block


@dataclass(slots=True, eq=False)
class Menu(Stmt):
    by: Expr | None
    prompt: Text
    options: tuple[MenuOption, ...]
    otherwise: Block | None


@dataclass(slots=True, eq=False)
class Branch(Node):
    condition: Expr
    body: Block


@dataclass(slots=True, eq=False)
class If(Stmt):
    branches: tuple[Branch, ...]
    otherwise: Block | None


@dataclass(slots=True, eq=False)
class For(Stmt):
    var: Ident
    source: Expr
    condition: Expr | None
    body: Block


@dataclass(slots=True, eq=False)
class Arm(Node):
    values: tuple[Ident, ...]
    body: Block


@dataclass(slots=True, eq=False)
class Match(Stmt):
    subject: Expr
    arms: tuple[Arm, ...]


@dataclass(slots=True, eq=False)
class Repeat(Stmt):
    count: Expr | None
    body: Block


@dataclass(slots=True, eq=False)
class As(Stmt):
    player: Expr
    body: Block


@dataclass(slots=True, eq=False)
class TypeRef(Node):
    """how: name, list (of `inner`), optional (`inner`), range (`low..high`, perhaps of `name`), union (`names`)."""

    how: str
    name: str = ""
    inner: TypeRef | None = None
    low: int = 0
    high: int = 0
    names: tuple[Ident, ...] = ()


@dataclass(slots=True, eq=False)
class Param(Node):
    type: TypeRef
    name: Ident


@dataclass(slots=True, eq=False)
class Signature(Node):
    name: Ident
    params: tuple[Param, ...]
    returns: TypeRef | None


@dataclass(slots=True, eq=False)
class Reset(Node):
    """how: "end" (of phase `name`) or "another" (action `name`)."""

    how: str
    name: Ident


@dataclass(slots=True, eq=False)
class FieldSpec(Node):
    """`int per side = 3 until end of turn only by rest`."""

    type: TypeRef
    per: tuple[Ident, ...]
    default: Expr | None
    reset: Reset | None
    only_by: tuple[Ident, ...]


@dataclass(slots=True, eq=False)
class Event(Node):
    """how: enters, leaves (params[0] moves, `place` is a type or a zone), turns, happens (the effect `name`)."""

    how: str
    name: Ident | None
    params: tuple[Param, ...]
    place: Ident | None
    place_name: Ident | None
    reasons: tuple[Ident, ...]


@dataclass(slots=True, eq=False)
class OrderKeys(Node):
    keys: tuple[Key, ...]
