"""A second look at lowered rules: small ones are put where they are called, empty places are not asked about.

All of it leaves results, the order of evaluation and the places of faults as they are: what stands in another function
afterwards is an expression in which nothing can go wrong.
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Iterable, Mapping, Sequence

from rulesdsl.compiler import pyast as py
from rulesdsl.compiler.cellsets import CELLS, CellSets, wants_one
from rulesdsl.compiler.existence import SOME, Existence
from rulesdsl.compiler.filters import Filters
from rulesdsl.compiler.loops import is_on, once, only_finds
from rulesdsl.compiler.menus import chosen_tuples
from rulesdsl.compiler.selection import THOSE, Selection
from rulesdsl.compiler.twice import asked_twice
from rulesdsl.compiler.vacancy import SILENT, STANDING, Vacancy, guarded, held_place, is_bool
from rulesdsl.compiler.whereabouts import Whereabouts

SMALL, LARGER = 40, 72
"""Nodes of an expression that is put in place of the call of its rule; if it asks sets of cells, as loops then can ask

for the set once.
"""
RULES = ("value_", "base_", "holds_", "travel_", "order_", "can_", STANDING, SOME, THOSE)
"""Beginnings of the names of functions that only look."""
SEVERAL = 4
"""Pieces from which on a list of those on a board has a function of its own, so that it can be remembered."""
_CALM = (
    *(ast.Name, ast.Constant, ast.Attribute, ast.Subscript, ast.Compare, ast.BoolOp, ast.UnaryOp, ast.IfExp),
    *(ast.ListComp, ast.comprehension, ast.Tuple, ast.List, ast.Starred, ast.expr_context, ast.operator, ast.boolop),
    *(ast.cmpop, ast.unaryop, ast.BinOp, ast.Call),
)


_TESTS: dict[type[ast.cmpop], Callable[[int, int], bool]] = {
    ast.Lt: operator.lt,
    ast.GtE: operator.ge,
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
}


class SecondLook:
    """Looks at each function once, at those that it calls first."""

    def __init__(
        self,
        functions: Iterable[ast.FunctionDef],
        constants: Mapping[str, object],
        following: str = "",
        cells: Callable[[Mapping[str, ast.FunctionDef]], CellSets] | None = None,
        filters: Filters | None = None,
        pieces: int = 0,
    ) -> None:
        """`following` is the table of who comes after each player, where the same take part in every game; `cells`

        makes what keeps sets of cells for the rules, without it there are none; `filters` makes shorter lists, and

        with them, where there are `pieces` of which each lies at one place, these are asked where they are.
        """
        self.constants, self.following = constants, following
        self.rules = {f.name: f for f in functions if f.name.startswith(RULES)}
        self.cells = cells(self.rules) if cells is not None else None
        self.filters = filters
        self.seen: set[str] = set()
        self.small: dict[str, ast.expr] = {}
        """Rules that are one small expression of their parameters."""
        self.vacancy = Vacancy()
        self.existence = Existence(self.rules)
        self.selection = Selection(self.rules) if filters is not None else None
        self.standing: dict[str, ast.FunctionDef] = {}
        """Functions for lists of pieces on boards."""
        self.whereabouts = Whereabouts(filters, pieces, self.rules, self.standing) if filters and pieces else None
        self.quick: dict[str, ast.IfExp] = {}
        """What a rule nearly always comes to: it is only called where that is not so."""

    def at(self, made: ast.FunctionDef) -> None:
        """Look at one function, unless that has been done."""
        if made.name in self.seen:
            return
        self.seen.add(made.name)
        made.body = self.over(made.body, made.name)
        if made.name in self.rules:
            self._learn(made)

    def over(self, body: Sequence[ast.stmt], name: str) -> list[ast.stmt]:
        """Statements of a function of this name after the second look."""
        for called in _called(body):
            if called in self.rules:
                self.at(self.rules[called])
        writer = _Writer(self, name)
        made = [line for stmt in body for line in writer.statement(stmt)]
        return chosen_tuples(made, is_calm)

    def _learn(self, made: ast.FunctionDef) -> None:
        said = self.vacancy.expression(made)
        small = said is not None and is_calm(said) and py.size(said) <= _room(said) and not _goes_round(said)
        if said is not None and small and not any(_is_rule(node, made.name) for node in py.walk(said)):
            self.small[made.name] = said
            return
        quick = _place_or_else(made)
        if quick is not None:
            self.quick[made.name] = quick
        self.vacancy.learn(made)


class _Writer(ast.NodeTransformer):
    def __init__(self, look: SecondLook, name: str) -> None:
        self.look, self.name = look, name
        self.asked = 0
        """Locals for what is asked twice."""

    def statement(self, stmt: ast.stmt) -> list[ast.stmt]:
        made = self.visit(stmt)
        return made if isinstance(made, list) else [made]

    def visit_For(self, node: ast.For) -> ast.For | ast.If | list[ast.stmt]:
        """`for x in [y for y in held if test]` tests in the loop: most places hold nothing."""
        single = self._single(node)
        if single is not None:
            return single
        label = self._label(node)
        self.generic_visit(node)
        if only_finds(node):
            return self._found(node)
        if self.look.cells is not None and wants_one(node):
            some = self.look.cells.exists(node, label)
            if some is not None:
                return ast.copy_location(ast.If(some, node.body[0].body[:1], []), node)  # type: ignore[attr-defined]
        part = _filtered(node.iter)
        if part is not None and isinstance(node.target, ast.Name):
            test = py.filled(part.ifs[0], {_target(part): node.target.id})
            node.iter = part.iter
            inner = ast.If(test, node.body, [])
            ast.copy_location(inner, node)
            node.body = [inner]
        if self.look.filters is not None:
            self.look.filters.looped(node)
        return self.look.whereabouts.looped(node) if self.look.whereabouts is not None else node

    def visit_Expr(self, node: ast.Expr) -> ast.AST | list[ast.AST]:
        """What a rule says is worked out once, if a statement asks for it first of all and then once more."""
        call = asked_twice(node.value, self.look.rules)
        if call is None:
            self.generic_visit(node)
            return node
        self.asked += 1
        name = f"{call.func.id.removeprefix('value_')}_{self.asked}_"  # type: ignore[attr-defined]
        known = ast.copy_location(ast.Assign([ast.Name(name, ast.Store())], call), node)
        ast.copy_location(known.targets[0], node)
        return [self.visit(known), self.visit(py.replaced(node, ast.dump(call), name))]

    def _label(self, node: ast.For) -> str:
        """What a set of the items that are looked for is called: like the rule that tests them, or that looks."""
        test = node.body[0].test if isinstance(node.body[0], ast.If) else None
        called = test.func if isinstance(test, ast.Call) else None
        name = called.id if isinstance(called, ast.Name) and called.id in self.look.rules else self.name
        return next((name.removeprefix(word) for word in RULES if name.startswith(word)), name)

    def _found(self, node: ast.For) -> ast.For | ast.If:
        """A loop that only finds out whether there is something."""
        items = node.iter
        some = self.look.existence.of(items)
        if some is None and isinstance(items, ast.Call) and _is_rule(items.func, "reached"):
            some = py.placed(py.call("gets_anywhere", *items.args), items)
        if some is None:
            return node
        return ast.copy_location(ast.If(some, node.body[:1], []), node)

    def _single(self, node: ast.For) -> list[ast.stmt] | ast.If | None:
        """A loop over a kind of which there is one piece, without the loop."""
        on_board = isinstance(node.iter, ast.Call) and _is_rule(node.iter.func, "on_board")
        pieces = node.iter.args[1] if on_board else node.iter  # type: ignore[attr-defined]
        ids = self.look.constants.get(pieces.id) if isinstance(pieces, ast.Name) else None
        body = once(node.body)
        if not (isinstance(ids, tuple) and len(ids) == 1 and type(ids[0]) is int) or body is None or node.orelse:
            return None
        assert isinstance(node.target, ast.Name)
        only = {node.target.id: py.const(ids[0])}
        inner = [py.filled(stmt, only) for stmt in body]
        if any(isinstance(x, ast.Name) and x.id == node.target.id for stmt in inner for x in py.walk(stmt)):
            return None
        inner = [line for stmt in inner for line in self.statement(stmt)]
        if not isinstance(node.iter, ast.Call):
            return inner
        low, high, carriers = node.iter.args[2:]
        test = ast.BoolOp(ast.Or(), [py.both(*tests) for tests in is_on(only[node.target.id], low, high, carriers)])
        made = ast.If(py.placed(py.as_one(test), node.iter), inner, [])
        return ast.copy_location(made, node)

    def visit_ListComp(self, node: ast.ListComp) -> ast.expr:
        self.generic_visit(node)
        outer = node.generators[0]
        part = _filtered(outer.iter)
        if part is not None and isinstance(outer.target, ast.Name):
            outer.ifs = [py.filled(part.ifs[0], {_target(part): outer.target.id}), *outer.ifs]
            outer.iter = part.iter
        if self.look.filters is not None:
            self.look.filters.listed(node)
        those = self.look.selection.of(node) if self.look.selection is not None else None
        return node if those is None else those

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        """`tuple(a) + tuple([b, c])` as one display; sums of numbers."""
        self.generic_visit(node)
        numbers = [_number(side) for side in (node.left, node.right)]
        if isinstance(node.op, ast.Add) and numbers[0] is not None and numbers[1] is not None:
            return py.placed(py.const(numbers[0] + numbers[1]), node)
        parts = [_listed(side) for side in (node.left, node.right)]
        if not isinstance(node.op, ast.Add) or parts[0] is None or parts[1] is None:
            return node
        return py.placed(py.tuple_of([*parts[0], *parts[1]]), node)

    def visit_Tuple(self, node: ast.Tuple) -> ast.Tuple:
        """`(a, *(b, c))` is `(a, b, c)`."""
        self.generic_visit(node)
        parts = [
            x.value.elts if isinstance(x, ast.Starred) and isinstance(x.value, ast.Tuple) else [x] for x in node.elts
        ]
        node.elts = [item for part in parts for item in part]
        return node

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.expr:
        """`not not a.isdisjoint(b)`"""
        self.generic_visit(node)
        inner = node.operand.operand if isinstance(node.operand, ast.UnaryOp) else node
        return inner if isinstance(inner, ast.Call) and py.is_disjoint(inner) else node

    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        """`(3 if test else -1) < 0` is `not test`."""
        self.generic_visit(node)
        left, other = node.left, _number(node.comparators[0])
        if not (isinstance(left, ast.IfExp) and other is not None and len(node.ops) == 1):
            return node
        then, otherwise = _number(left.body), _number(left.orelse)
        if then is None or otherwise is None or type(node.ops[0]) not in _TESTS or not is_bool(left.test):
            return node
        test = _TESTS[type(node.ops[0])]
        said = test(then, other), test(otherwise, other)
        if said[0] == said[1]:
            return node
        return left.test if said[0] else py.placed(py.negate(left.test), node)

    def visit_Call(self, node: ast.Call) -> ast.expr:
        self.generic_visit(node)
        if not isinstance(node.func, ast.Name):
            return node
        name = node.func.id
        if name in ("first_of", "last_of"):
            return self._kind_at(node)
        if name == "on_board":
            return self._standing(node)
        if name == "bool":
            return self.look.existence.of(node.args[0]) or node
        if name == "next_player" and self.look.following:
            return py.placed(py.index(py.name(self.look.following), node.args[1]), node)
        if not (name in self.look.rules and node.args and _is_state(node.args[0])):
            return node
        params = [a.arg for a in self.look.rules[name].args.args[1:]]
        given = dict(zip(params, node.args[1:], strict=True))
        small = self.look.small.get(name)
        if small is not None:
            made = _put(small, given)
            return node if made is None else py.placed(made, node)
        quick = self.look.quick.get(name)
        if quick is not None and (made := _put(quick, given)) is not None:
            assert isinstance(made, ast.IfExp)
            return py.placed(py.as_one(ast.IfExp(made.test, made.body, node)), node)
        for param, arg in given.items():
            nothing = self.look.vacancy.known.get((name, param))
            if nothing is not None and _is_simple(arg) and (other := _put(nothing, given)) is not None:
                return py.placed(guarded(ast.IfExp(held_place(py.copied(arg)), node, other)), node)
        return node

    def _standing(self, node: ast.Call) -> ast.expr:
        """`on_board(s, c_all_K, ...)` as a function of its own."""
        pieces = node.args[1]
        ids = self.look.constants.get(pieces.id) if isinstance(pieces, ast.Name) else None
        if not (isinstance(pieces, ast.Name) and isinstance(ids, tuple) and len(ids) >= SEVERAL):
            return node
        name = f"{STANDING}{pieces.id.removeprefix('c_')}_{ast.unparse(node.args[2])}"
        if name not in self.look.standing:
            made = py.function(name, ["s"], [ast.Return(py.copied(node))])
            self.look.standing[name] = ast.fix_missing_locations(made)
        return py.placed(py.call(name, py.name("s")), node)

    @staticmethod
    def _kind_at(node: ast.Call) -> ast.expr:
        """`first_of([x for x in held if test])` is only worked out where something is held."""
        part = _filtered(node.args[0])
        if part is None or not isinstance(part.iter, ast.Subscript) or not _is_simple(part.iter.slice):
            return node
        none = py.copied(node.args[1]) if len(node.args) > 1 else py.const(-1)
        return py.as_one(py.placed(guarded(ast.IfExp(py.copied(part.iter), node, none)), node))


def _place_or_else(made: ast.FunctionDef) -> ast.IfExp | None:
    """`h = where_[x] if test else other; return h if h >= 0 else another`: while the test is true, it is `where_[x]`.

    No place has a number below 0.
    """
    if len(made.body) != 2:
        return None
    first, last = made.body
    name = first.targets[0] if isinstance(first, ast.Assign) else None
    said, ends = getattr(first, "value", None), getattr(last, "value", None)
    if not (isinstance(name, ast.Name) and isinstance(said, ast.IfExp) and isinstance(last, ast.Return)):
        return None
    place = said.body.value if isinstance(said.body, ast.Subscript) else None
    if not (isinstance(place, ast.Attribute) and place.attr == "where_" and isinstance(ends, ast.IfExp)):
        return None
    missing, here = ends.test, ends.orelse
    if not (
        isinstance(missing, ast.Compare) and isinstance(missing.ops[0], ast.Lt) and _number(missing.comparators[0]) == 0
    ):
        return None
    same = all(isinstance(x, ast.Name) and x.id == name.id for x in (missing.left, here))
    return said if same and is_calm(said.test) and is_calm(said.body) else None


def is_calm(node: ast.expr) -> bool:
    """Can nothing go wrong in an expression itself? Rules that it calls tell of their own faults."""
    for part in py.walk(node):
        if not isinstance(part, _CALM):
            return False
        if isinstance(part, ast.BinOp) and not isinstance(part.op, ast.Add | ast.Sub) and not _number(part.right):
            return False
        if isinstance(part, ast.Call) and not py.is_disjoint(part):
            name = part.func.id if isinstance(part.func, ast.Name) else ""
            if not (name in SILENT or name.startswith((*RULES, CELLS))):
                return False
    return True


def _room(said: ast.expr) -> int:
    return LARGER if any(map(py.is_disjoint, py.walk(said))) else SMALL


def _goes_round(node: ast.expr) -> bool:
    """Does it pass over more than what lies at a place? Such a rule is rather remembered."""
    return any(isinstance(x, ast.ListComp) and not _is_held(x.generators[0].iter) for x in py.walk(node))


def _put(small: ast.expr, given: Mapping[str, ast.expr]) -> ast.expr | None:
    """An expression with arguments in place of parameters; None where that would work something out twice."""
    bound = {part.id for part in py.walk(small) if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store)}
    names: dict[str, str | ast.expr] = {}
    for param, arg in given.items():
        if not (_is_simple(arg) or _is_chooser(arg)) or (isinstance(arg, ast.Name) and arg.id in bound):
            return None
        names[param] = arg.id if isinstance(arg, ast.Name) else arg
    return py.filled(small, names)


def _called(body: Iterable[ast.stmt]) -> list[str]:
    found = [
        node.func.id
        for stmt in body
        for node in py.walk(stmt)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    ]
    return list(dict.fromkeys(found))


def _number(node: ast.expr) -> int | None:
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        inner = _number(node.operand)
        return None if inner is None else -inner
    return node.value if isinstance(node, ast.Constant) and type(node.value) is int else None


def _is_rule(node: ast.AST, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name


def _is_state(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and node.id == "s"


def _is_simple(node: ast.expr) -> bool:
    return isinstance(node, ast.Name | ast.Constant)


def _is_chooser(node: ast.expr) -> bool:
    """`s.me`"""
    return isinstance(node, ast.Attribute) and node.attr == "me" and _is_state(node.value)


def _target(part: ast.comprehension) -> str:
    assert isinstance(part.target, ast.Name)
    return part.target.id


def _filtered(source: ast.expr) -> ast.comprehension | None:
    """`[x for x in s.held_[place] if test]`, where the test only looks at numbers of pieces."""
    if not (isinstance(source, ast.ListComp) and len(source.generators) == 1):
        return None
    part = source.generators[0]
    if not (_is_held(part.iter) and len(part.ifs) == 1):
        return None
    same = isinstance(source.elt, ast.Name) and isinstance(part.target, ast.Name) and source.elt.id == part.target.id
    plain = all(isinstance(x, _CALM) and not isinstance(x, ast.Call) for x in py.walk(part.ifs[0]))
    return part if same and plain else None


def _is_held(source: ast.expr) -> bool:
    """What lies at a place."""
    column = source.value if isinstance(source, ast.Subscript) else None
    return isinstance(column, ast.Attribute) and column.attr == "held_"


def _listed(side: ast.expr) -> list[ast.expr] | None:
    """What stands in a `tuple(...)`, as items of a display."""
    if isinstance(side, ast.Tuple):
        return side.elts
    if not (isinstance(side, ast.Call) and isinstance(side.func, ast.Name) and side.func.id == "tuple"):
        return None
    inner = side.args[0]
    if isinstance(inner, ast.List | ast.Tuple):
        return inner.elts
    return [ast.Starred(inner, ast.Load())]
