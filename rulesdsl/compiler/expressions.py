"""Expressions of rule text to Python expressions.

`expr` may put statements in front (`self.out`): `any`, `all`, `count`, `first`, `sum`, `min`, `max` become loops that
stop early. Where something must only be worked out under a condition (`and`, `or`, `if`), those statements stay
under it.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from contextlib import contextmanager
from typing import TYPE_CHECKING

from rulesdsl.check.facts import Ref
from rulesdsl.compiler import pyast as py
from rulesdsl.compiler.lookups import LookupLowering
from rulesdsl.model.game import SidedDecl, StateDecl, ZoneDecl
from rulesdsl.model.types import HALF, INT, PLACE, Type, is_id, list_of
from rulesdsl.syntax import nodes as n

if TYPE_CHECKING:
    from collections.abc import Iterator

_PIECES = ("kind", "piece", "union")


def bare(kind: Type) -> Type:
    """A type without `optional`."""
    return kind.item if kind.tag == "optional" else kind


class ExprLowering(LookupLowering):
    """One rule at a time: `locals` are Python names of rule text's names, `out` the statements being written."""

    actor: str | None = None
    """The local that holds who is `me`, where that is not the state's."""

    @contextmanager
    def writing(self) -> Iterator[list[ast.stmt]]:
        """Collect statements apart."""
        before, self.out = self.out, []
        try:
            yield self.out
        finally:
            self.out = before

    def expr(self, node: n.Expr, wanted: Type | None = None) -> ast.expr:
        method: Callable[[n.Expr], ast.expr] = getattr(self, "_" + type(node).__name__.lower())
        if isinstance(node, n.Name) and node.name == "none" and wanted is not None:
            made: ast.expr = py.const(-1) if is_id(wanted) else py.const(None)
        elif isinstance(node, n.ListOf | n.IfExpr | n.Comp):
            made = method(node, wanted)  # type: ignore[call-arg]
        elif wanted is not None and wanted.tag == "list" and self.types[node].tag in ("zone", "board"):
            made = self.fit(self.items(node), list_of(self.types[node].item), wanted)
        else:
            made = method(node)
            made = self.fit(made, self.types[node], wanted)
        py.locate(made, node.span)
        return made

    def fit(self, made: ast.expr, found: Type, wanted: Type | None) -> ast.expr:
        """Whole numbers are doubled where halves are counted; pieces have a place's number where places are meant."""
        if wanted is None or found == wanted:
            return made
        if wanted.tag == "list":
            if found.tag != "list" or wanted.of is None or found.of is None:
                return made
            item = self.fit(py.name("x_"), found.of, wanted.of)
            return made if isinstance(item, ast.Name) else py.comprehension(item, "x_", made, None)
        halves = bare(wanted) == HALF and bare(found) == INT
        places = bare(wanted).tag == "place" and bare(found).tag in _PIECES
        if found.tag == "optional" and (halves or places):
            return py.call("doubled", made) if halves else py.call("as_place", made, py.const(self.game.carriers))
        if halves and isinstance(made, ast.Constant) and isinstance(made.value, int):
            return py.const(made.value * 2)
        if halves:
            return py.binary(made, "*", py.const(2))
        return self.plus(made, self.game.carriers) if places else made

    # --------------------------------------------------------------------- atoms

    def _name(self, node: n.Name) -> ast.expr:
        ref = self.facts.refs[node]
        if ref.how in ("local", "param"):
            return py.name(self.locals.get(node.name, node.name))
        return self.global_value(ref, node.name)

    def global_value(self, ref: Ref, name: str) -> ast.expr:
        simple = {
            "me": py.attr("s", "me") if self.actor is None else py.name(self.actor),
            "players": py.attr("s", "players"),
            "scenario": py.attr("s", "scenario_"),
            "box": py.const(self.game.box),
        }
        if ref.how in simple:
            return simple[ref.how]
        if ref.how == "constant":
            return py.const(bool(ref.value)) if ref.type.tag == "bool" else py.const(-1)
        if ref.how in ("member", "piece", "cell"):
            return py.const(ref.value)
        if ref.how == "player":
            return self.player(ref)
        if ref.how == "zone":
            assert isinstance(ref.decl, ZoneDecl)
            return py.const(ref.decl.base)
        if ref.how == "state":
            assert isinstance(ref.decl, StateDecl)
            return py.attr("s", self.layout.state(ref.decl))
        if ref.how == "token":
            return py.attr("s", self.layout.token(name))
        if ref.how == "each":
            return self.phase_variable(ref, name)
        if ref.how == "team":
            return (
                self.constant(f"{name}_players", tuple(self.team(name)))
                if not self.varying_team(name)
                else py.call("present", py.attr("s", "players"), self.constant(f"{name}_seats", tuple(self.team(name))))
            )
        if ref.how == "enum":
            return self.constant(f"all_{name}", tuple(range(len(self.names.enum_members(ref.type.item)))))
        raise AssertionError(ref.how)

    def _number(self, node: n.Number) -> ast.expr:
        return py.const(node.value)

    def _half(self, node: n.Half) -> ast.expr:
        return py.const(node.halves)

    def _text(self, node: n.Text) -> ast.expr:
        values: list[ast.expr] = []
        for part in node.parts:
            if isinstance(part, str):
                values.append(py.const(part))
            else:
                values.append(ast.FormattedValue(self.text_of(part), -1, None))
        return ast.JoinedStr(values)

    def text_of(self, part: n.Expr) -> ast.expr:
        kind = self.types[part]
        value = self.expr(part)
        if kind.tag in ("int", "text"):
            return value
        return py.call("text_of", self.text_table(kind), value)

    def _listof(self, node: n.ListOf, wanted: Type | None) -> ast.expr:
        item = wanted.of if wanted is not None and wanted.tag == "list" else self.types[node].item
        items = [self.expr(element, item) for element in node.items]
        if all(isinstance(i, ast.Constant) for i in items):
            return py.tuple_of(items)
        return py.list_of(items)

    # ----------------------------------------------------------------- operators

    def _unary(self, node: n.Unary) -> ast.expr:
        return py.negate(self.expr(node.operand)) if node.op == "not" else py.minus(self.expr(node.operand))

    def _binary(self, node: n.Binary) -> ast.expr:
        left, right = self.types[node.left], self.types[node.right]
        if left.tag in ("list", "zone", "board"):
            one, two = py.call("tuple", self.items(node.left)), py.call("tuple", self.items(node.right))
            return py.binary(one, "+", two) if node.op == "+" else py.call("without", one, two)
        if node.op == "*":
            if HALF in (left, right):
                return py.call("times", self.expr(node.left), self.expr(node.right))
            if isinstance(node.left, n.Number) or isinstance(node.right, n.Number):
                return py.binary(self.expr(node.left), "*", self.expr(node.right))
            return py.call("times", self.expr(node.left), self.expr(node.right))
        both = HALF if HALF in (left, right) else INT
        return py.binary(self.expr(node.left, both), node.op, self.expr(node.right, both))

    def _compare(self, node: n.Compare) -> ast.expr:
        left, right = self.types[node.left], self.types[node.right]
        if "list" in (left.tag, right.tag):
            both = left if left.tag == "list" else right
            return py.compare(self.frozen(node.left, both), node.op, self.frozen(node.right, both))
        kind = self.common(left, right)
        return py.compare(self.expr(node.left, kind), node.op, self.expr(node.right, kind))

    def frozen(self, node: n.Expr, wanted: Type) -> ast.expr:
        """A list as a tuple, whatever it is made of: only so are equal ones equal."""
        made = self.expr(node, wanted)
        if isinstance(made, ast.Tuple) and all(isinstance(item, ast.Constant) for item in made.elts):
            return made
        return py.call("frozen" if wanted.item.tag == "list" else "tuple", made)

    @staticmethod
    def common(left: Type, right: Type) -> Type | None:
        """What two values must both be made so that they can be compared; None: they can be as they are."""
        if HALF in (bare(left), bare(right)):
            return HALF
        places = ("place", "zone", "cell")
        tags = bare(left).tag, bare(right).tag
        return PLACE if any(tag in places for tag in tags) and any(tag in _PIECES for tag in tags) else None

    def _bool(self, node: n.Bool) -> ast.expr:
        """Parts that need statements go under the parts before them."""
        operator: ast.boolop = ast.And() if node.op == "and" else ast.Or()
        parts: list[ast.expr] = []
        for i, item in enumerate(node.items):
            with self.writing() as lines:
                value = self.expr(item)
            if i == 0 or not lines:
                self.out += lines
                parts.append(value)
                continue
            temp = self.temp()
            before = parts[0] if len(parts) == 1 else ast.BoolOp(operator, parts)
            self.out.append(py.assign(temp, before))
            test: ast.expr = py.name(temp) if node.op == "and" else py.negate(py.name(temp))
            self.out.append(py.when(test, [*lines, py.assign(temp, value)]))
            parts = [py.name(temp)]
        return parts[0] if len(parts) == 1 else ast.BoolOp(operator, parts)

    def _ifexpr(self, node: n.IfExpr, wanted: Type | None) -> ast.expr:
        kind = wanted if wanted is not None else self.types[node]
        test = self.expr(node.condition)
        with self.writing() as first:
            then = self.expr(node.then, kind)
        with self.writing() as second:
            other = self.expr(node.otherwise, kind)
        if not first and not second:
            return ast.IfExp(test, then, other)
        temp = self.temp()
        self.out.append(py.when(test, [*first, py.assign(temp, then)], [*second, py.assign(temp, other)]))
        return py.name(temp)

    def _in(self, node: n.In) -> ast.expr:
        of, item = self.types[node.of], self.types[node.item]
        made: ast.expr
        if isinstance(node.of, n.Range) and node.of.high is not None:
            low, high = self.expr(node.of.low, item), self.expr(node.of.high, item)
            made = ast.Compare(low, [ast.LtE(), ast.LtE()], [self.expr(node.item), high])
        elif of.tag == "zone":
            where = self.where(item)
            if item.tag == "optional":
                made = py.call("lies_in", where, self.expr(node.item), self.expr(node.of))
            else:
                made = py.compare(py.index(where, self.expr(node.item)), "==", self.expr(node.of))
        elif of.tag == "board":
            low_cell, high_cell = self.board_span(self.ref_board(node.of))
            made = py.between(low_cell, self.expr(node.item), high_cell)
        else:
            made = self.in_list(node, item, of)
        return py.negate(made) if node.negated else made

    def in_list(self, node: n.In, item: Type, of: Type) -> ast.expr:
        if item.tag == "list":
            made = py.call("frozen", self.expr(node.of, of))
            return py.compare(self.frozen(node.item, of.item), "in", made)
        kind = self.common(item, of.item)
        return py.compare(self.expr(node.item, kind), "in", self.expr(node.of, list_of(kind) if kind else None))

    def _on(self, node: n.On) -> ast.expr:
        low, high = self.board_span(self.ref_board(node.place))
        return self.is_on(low, high, self.expr(node.item), self.types[node.item])

    def _is(self, node: n.Is) -> ast.expr:
        kind, word = self.types[node.item], node.word.name
        made: ast.expr
        if word == "none":
            item = self.expr(node.item)
            if is_id(kind) or kind.tag == "none":
                made = py.compare(item, ">=" if node.negated else "<", py.const(0))
            else:
                made = py.compare(item, "is not" if node.negated else "is", py.const(None))
            return made
        if word == "empty":
            if self.is_covered(node.item):
                free = py.call("vacant", py.name("s"), self.expr(node.item))
                return py.negate(free) if node.negated else free
            held = self.items(node.item) if kind.tag in ("list", "zone") else self.held_at(node.item)
            some = self.any_of(held)
            if isinstance(some, ast.Call) and some.args[0] is held and not node.negated:
                some = held  # `not` makes it true or false by itself
            return some if node.negated else py.negate(some)
        test = self.kind_test(Type("kind" if word in self.game.kinds else "union", word), self.expr(node.item))
        assert test is not None
        return py.negate(test) if node.negated else test

    def _range(self, node: n.Range) -> ast.expr:
        assert node.high is not None
        low, high = self.expr(node.low), self.expr(node.high)
        ends = [x.value for x in (low, high) if isinstance(x, ast.Constant) and isinstance(x.value, int)]
        if len(ends) == 2:
            span = range(ends[0], ends[1] + 1)
            if len(span) <= 64:
                return py.tuple_of([py.const(i) for i in span])
        return py.call("span", low, high)

    # ------------------------------------------------------------ comprehensions

    def items(self, node: n.Expr) -> ast.expr:
        """An expression as something to loop over."""
        kind = self.types[node]
        if kind.tag == "zone":
            return self.held(self.expr(node))
        if kind.tag == "board":
            board = self.ref_board(node)
            if isinstance(board, SidedDecl):
                sides = tuple(tuple(range(*self.board_span(side))) for side in board.sides)
                return py.index(self.constant(f"{board.name}_sides", sides), py.attr("s", self.layout.up_side(board)))
            low, high = self.board_span(board)
            return self.constant(f"{self.ref_board(node).name}_cells", tuple(range(low, high)))
        return self.expr(node)

    def _source(self, node: n.Source) -> ast.expr:
        return self.items(node.items)

    def _comp(self, node: n.Comp, wanted: Type | None) -> ast.expr:
        source = self.items(node.source)
        var = self.local(node.var.name)
        item = wanted.of if wanted is not None and wanted.tag == "list" else None
        if node.kind == "list":
            return self.list_comp(node, var, source, item)
        if node.kind == "first" and wanted is not None:
            item = wanted.item
        if node.kind in ("sort", "rank") or (node.kind == "first" and node.keys):
            return self.sorted_comp(node, var, source, item)
        made = self.loop_comp(node, var, source, wanted)
        return self.fit(made, INT, wanted) if node.kind == "count" else made

    def list_comp(self, node: n.Comp, var: str, source: ast.expr, item: Type | None) -> ast.expr:
        with self.writing() as lines:
            condition = self.expr(node.condition) if node.condition is not None else None
        with self.writing() as more:
            element = self.expr(node.element, item)
        if not lines and not more:
            if condition is None and isinstance(element, ast.Name) and element.id == var:
                return source
            return py.comprehension(element, var, source, condition)
        result = self.temp()
        self.out.append(py.assign(result, py.list_of([])))
        append: list[ast.stmt] = [*more, py.line(py.method(result, "append", element))]
        body = [*lines, py.when(condition, append)] if condition is not None else append
        self.out.append(py.loop(var, source, body))
        return py.name(result)

    def sorted_comp(self, node: n.Comp, var: str, source: ast.expr, item: Type | None) -> ast.expr:
        pairs = self.temp()
        self.out.append(py.assign(pairs, py.list_of([])))
        with self.writing() as body:
            condition = self.expr(node.condition) if node.condition is not None else None
            with self.writing() as inner:
                keys = [part for key in node.keys for part in self.key_parts(key)]
                element = self.expr(node.element, item)
                inner.append(py.line(py.method(pairs, "append", py.tuple_of([py.tuple_of(keys), element]))))
            self.out += inner if condition is None else [py.when(condition, inner)]
        self.out.append(py.loop(var, source, body))
        return py.call(
            {"first": "least", "sort": "in_order", "rank": "in_groups"}[node.kind],
            py.name(pairs),
            *([py.const(-1 if is_id(self.types[node.element]) else None)] if node.kind == "first" else []),
        )

    def key_parts(self, key: n.Key) -> list[ast.expr]:
        ref = self.facts.refs.get(key.value)
        if isinstance(key.value, n.Call) and ref is not None and ref.how == "order":
            keys = self.order_key(key.value)
            turned = py.comprehension(py.minus(py.name("x_")), "x_", keys, None) if key.descending else keys
            return [ast.Starred(turned, ast.Load())]
        value = self.expr(key.value)
        return [py.minus(value) if key.descending else value]

    def loop_comp(self, node: n.Comp, var: str, source: ast.expr, wanted: Type | None) -> ast.expr:
        """any all count sum min max first, as a loop that ends as early as it can."""
        result = self.temp()
        starts: dict[str, object] = {
            "any": False,
            "all": True,
            "count": 0,
            "sum": 0,
            "min": None,
            "max": None,
            "first": -1 if is_id(self.types[node.element]) else None,
        }
        self.out.append(py.assign(result, py.const(starts[node.kind])))
        with self.writing() as body:
            condition = self.expr(node.condition) if node.condition is not None else None
            with self.writing() as inner:
                inner += self.loop_step(node, result, wanted)
            self.out += inner if condition is None else [py.when(condition, inner)]
        self.out.append(py.loop(var, self.lazily(source) if node.kind in ("any", "all") else source, body))
        if node.kind in ("min", "max"):
            return py.call("not_empty", py.name(result), py.const(node.kind))
        return py.name(result)

    def loop_step(self, node: n.Comp, result: str, wanted: Type | None) -> list[ast.stmt]:
        with self.writing() as lines:
            item = wanted.item if wanted is not None and node.kind == "first" else wanted
            element = self.expr(node.element, item) if node.kind != "count" else None
        target = py.name(result)
        if node.kind in ("any", "all"):
            assert element is not None
            test = element if node.kind == "any" else py.negate(element)
            return [*lines, py.when(test, [py.assign(result, py.const(node.kind == "any")), ast.Break()])]
        if node.kind == "count":
            return [*lines, py.augment(target, "+", py.const(1))]
        assert element is not None
        if node.kind == "sum":
            return [*lines, py.augment(target, "+", element)]
        if node.kind == "first":
            return [*lines, py.assign(result, element), ast.Break()]
        value = self.temp()
        better = py.compare(py.name(value), "<" if node.kind == "min" else ">", py.name(result))
        test = ast.BoolOp(ast.Or(), [py.compare(py.name(result), "is", py.const(None)), better])
        return [*lines, py.assign(value, element), py.when(test, [py.assign(result, py.name(value))])]
