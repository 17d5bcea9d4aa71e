"""How small and how great a number of the rules can be: expressions and dice in, intervals out, for `tables`."""

from __future__ import annotations

from collections.abc import Iterable

from rulesdsl.check.facts import Facts, Ref
from rulesdsl.check.intervals import (
    ALL,
    Interval,
    Numbers,
    add,
    at_least,
    at_most,
    divide,
    hull,
    multiply,
    negative,
    numbers,
)
from rulesdsl.library.builtins import Builtin
from rulesdsl.model.frame import OptionDecl
from rulesdsl.model.game import Change, FieldDecl, Game, LookupDecl, PhaseDecl, RuleDecl, StateDecl, TokenDecl
from rulesdsl.model.types import HALF
from rulesdsl.syntax import nodes as n

# Values inside values: deeper than this the answer is "any number", and a value that calls itself stops here too.
_DEEPEST = 12

# More products, or numbers read from dice, than these are taken as one interval.
_COUNTED = 2000


def range_of(expr: n.Expr, game: Game, facts: Facts) -> tuple[int | None, int | None]:
    """The least and the greatest number that an expression can give; None where nothing bounds it."""
    return Ranges(game, facts).of(expr)


class Ranges:
    """Asks the declarations for bounds; what depends on parameters and locals can be any number."""

    def __init__(self, game: Game, facts: Facts) -> None:
        self.game, self.facts = game, facts
        self.depth = 0

    def of(self, node: n.Expr) -> Interval:
        known = self.facts.types.get(node)
        if known == HALF:
            return ALL  # halves lie between whole numbers
        method = getattr(self, "_" + type(node).__name__.lower(), None)
        return ALL if method is None else method(node)

    def each_of(self, node: n.Expr) -> Numbers:
        """The same, with what lies between two branches left out."""
        if isinstance(node, n.IfExpr):
            return numbers([*self.each_of(node.then), *self.each_of(node.otherwise)])
        return (self.of(node),)

    # ------------------------------------------------------------------ expressions

    def _number(self, node: n.Number) -> Interval:
        return node.value, node.value

    def _unary(self, node: n.Unary) -> Interval:
        return negative(self.of(node.operand)) if node.op == "-" else ALL

    def _binary(self, node: n.Binary) -> Interval:
        left, right = self.of(node.left), self.of(node.right)
        if node.op == "+":
            return add(left, right)
        if node.op == "-":
            return add(left, negative(right))
        if node.op == "*":
            return multiply(left, right)
        if right[0] is None or right[0] < 1:
            return ALL
        if node.op == "%":
            return _remainder(left, right[1])
        parts = [divide(left, right[0]), (0, 0) if right[1] is None else divide(left, right[1])]
        if right[1] is None:
            parts.append((-1, 0))  # what a very great divisor leaves of a number below 0
        return hull(parts)

    def _ifexpr(self, node: n.IfExpr) -> Interval:
        return hull([self.of(node.then), self.of(node.otherwise)])

    def _name(self, node: n.Name) -> Interval:
        ref = self.facts.refs.get(node)
        if ref is not None and isinstance(ref.decl, PhaseDecl):
            return self._variable(ref.decl, node.name)
        return self._declared(ref)

    def _variable(self, phase: PhaseDecl, name: str) -> Interval:
        if phase.each_name != name or not isinstance(phase.each, n.Range):
            return ALL
        high = None if phase.each.high is None else self.of(phase.each.high)[1]
        return self.of(phase.each.low)[0], high

    def _field(self, node: n.Field) -> Interval:
        ref = self.facts.refs.get(node)
        if ref is not None and ref.how == "column" and isinstance(ref.decl, LookupDecl):
            return self._column(ref.decl, ref.value)
        if ref is not None and ref.how in ("cell_column", "cell_row", "cell_number"):
            return 1, None
        return self._declared(ref)

    def _index(self, node: n.Index) -> Interval:
        ref = self.facts.refs.get(node.obj)
        if ref is not None and isinstance(ref.decl, LookupDecl) and ref.decl.single:
            return self._column(ref.decl, 0)
        return self._declared(ref) if ref is not None and isinstance(ref.decl, StateDecl) else ALL

    def _comp(self, node: n.Comp) -> Interval:
        if node.kind == "count":
            return 0, self._most(node.source)
        if node.kind in ("min", "max"):
            return self.of(node.element)
        if node.kind == "sum":
            return multiply((0, self._most(node.source)), self.of(node.element))
        return ALL

    def _call(self, node: n.Call) -> Interval:
        ref = self.facts.refs.get(node)
        if ref is not None and isinstance(ref.decl, Builtin):
            return self._builtin(node, ref.decl.name)
        if ref is not None and isinstance(ref.decl, RuleDecl) and ref.decl.how == "value":
            return self.rule(ref.decl)
        return ALL

    def _builtin(self, node: n.Call, name: str) -> Interval:
        value = node.args[0].value if node.args else None
        if name == "count" and value is not None:
            return 0, self._most(value)
        if name == "distance":
            return -1, None
        if name == "abs" and value is not None:
            low, high = self.of(value)
            return at_least((0, 0), hull([(low, high), negative((low, high))]))
        if name == "supply":
            return self._declared(self.facts.refs.get(value) if value is not None else None)
        if name in ("min", "max", "sum") and isinstance(value, n.ListOf) and value.items:
            each = [self.of(item) for item in value.items]
            total = each[0]
            for part in each[1:]:
                total = {"min": at_most, "max": at_least, "sum": add}[name](total, part)
            return total
        return ALL

    # ----------------------------------------------------------------- declarations

    def _declared(self, ref: Ref | None) -> Interval:
        decl = ref.decl if ref is not None else None
        if isinstance(decl, StateDecl | OptionDecl) and decl.bounds is not None:
            return decl.bounds
        if isinstance(decl, FieldDecl):
            return self._figures(decl)
        if isinstance(decl, TokenDecl):
            return 0, decl.supply
        return ALL

    def _figures(self, decl: FieldDecl) -> Interval:
        """A field that nothing writes is one of its printed figures."""
        if decl.bounds is not None:
            return decl.bounds
        if decl in self.facts.written or decl.owner not in self.game.kinds:
            return ALL
        found: list[n.Expr] = []
        for piece in self.game.pieces:
            if self.game.is_below(piece.kind, decl.owner):
                own = piece.values.get(decl.name) or ((decl.default,) if decl.default is not None else ())
                found += own
        return hull([self.of(expr) for expr in found])

    def _column(self, table: LookupDecl, at: int) -> Interval:
        return hull([self.of(row[at]) for row in table.rows.values() if at < len(row)])

    def _most(self, source: n.Expr) -> int | None:
        """How many things a list has at most."""
        ref = self.facts.refs.get(source)
        if ref is not None and ref.how == "players" and self.game.players is not None:
            return self.game.players.high
        if isinstance(source, n.ListOf):
            return len(source.items)
        kind = self.game.kinds.get(source.kind.name) if isinstance(source, n.AllOf) else None
        return kind.high - kind.low if kind is not None else None

    def rule(self, rule: RuleDecl) -> Interval:
        """What a value can give, with all its changes."""
        if self.depth >= _DEEPEST:
            return ALL
        self.depth += 1
        if rule.expr is not None:
            found = self.of(rule.expr)
        else:
            returns = [s.value for s in rule.body.walk() if isinstance(s, n.Return)] if rule.body is not None else []
            found = hull([self.of(value) for value in returns if value is not None])
        found = hull(self.changed(numbers([found]), rule.changes))
        self.depth -= 1
        return found

    # ----------------------------------------------------------------- dice, changes

    def dice(self, dice: n.Dice) -> Numbers:
        """Every total that dice can show."""
        low, high = (1, 1) if dice.count is None else self.of(dice.count)
        low = max(low or 0, 0)
        if dice.how == "best":
            return numbers([(1, dice.sides)])
        if dice.how == "sum":
            return numbers([(low, None if high is None else high * dice.sides)])
        if dice.how != "digits" or high is None or dice.sides ** (high - 1) > _COUNTED:
            return numbers([(0, None)])
        return numbers(part for count in range(low, high + 1) for part in _digits(count, dice.sides))

    def changed(self, before: Numbers, changes: list[Change]) -> Numbers:
        """What changes make of numbers: `set`, then sums, products, limits; what is not sure may or may not apply."""
        found = before
        setters = [change for change in changes if change.op == "set"]
        if setters:
            kept = found if not any(change.sure for change in setters) else ()
            found = numbers([*kept, *(self._amount(change) for change in setters)])
        for ops in (("add", "remove"), ("times", "halve_down", "halve_up"), ("at_least", "at_most")):
            for change in changes:
                if change.op in ops:
                    amount = self._amount(change)
                    after = [new for part in found for new in _apply(change.op, part, amount)]
                    found = numbers([*after, *(() if change.sure else found)])
        return found

    def _amount(self, change: Change) -> Interval:
        return ALL if change.value is None else self.of(change.value)


def _apply(op: str, one: Interval, amount: Interval) -> Iterable[Interval]:
    if op == "times":
        return _products(one, amount)
    if op == "add":
        return [add(one, amount)]
    if op == "remove":
        return [add(one, negative(amount))]
    if op in ("halve_down", "halve_up"):
        return [divide(one, 2, up=op == "halve_up")]
    return [at_least(one, amount) if op == "at_least" else at_most(one, amount)]


def _products(one: Interval, other: Interval) -> list[Interval]:
    """Product by product where they can be counted: doubled dice leave every other number out."""
    if None in one or None in other:
        return [multiply(one, other)]
    first, second = _each(one), _each(other)
    if len(first) * len(second) > _COUNTED:
        return [multiply(one, other)]
    return [(a * b, a * b) for a in first for b in second]


def _each(one: Interval) -> range:
    low, high = one
    return range(0) if low is None or high is None else range(low, high + 1)


def _remainder(left: Interval, most: int | None) -> Interval:
    if left[0] is not None and left[0] >= 0:
        return 0, left[1] if most is None else most - 1 if left[1] is None else min(left[1], most - 1)
    return 0, None if most is None else most - 1


def _digits(count: int, sides: int) -> Iterable[Interval]:
    """Dice read one after the other: all but the last say the tens, so each of those rows is one interval."""
    heads = [0]
    for _ in range(count - 1):
        heads = [head * 10 + face for head in heads for face in range(1, sides + 1)]
    return [(head * 10 + 1, head * 10 + sides) for head in heads] if count > 0 else [(0, 0)]
