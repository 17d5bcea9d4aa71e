"""Questions that are answered at random in place: of n options the one with the number `floor(random() * n)`."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from rulesdsl.compiler import pyast as py
from rulesdsl.compiler.folding import known_tuple
from rulesdsl.compiler.touching import TooMuch

PICK = "picked_"
"""Stands for a question until it is known what can be chosen."""
_TARGETS = {"move": 2, "draw_one": 2, "draw_many": 3, "drawn_": 2}
"""Functions that put pieces somewhere, and which argument says where."""
_ELSEWHERE = ("lift", "move_all", "refilled", "shuffle", "seat_pieces", "settled", "take")
"""Those of which it is not known here where they put them, or in which order."""
DRAWN = "drawn_"
"""Stands for a draw until it is known where to."""


def as_picks(stmt: ast.stmt) -> ast.stmt:
    """A copy of a statement with `picked_(options)` where it asked. Raises TooMuch where a rule asks by itself."""
    made = _Asking().visit(py.copied(stmt))
    if any(isinstance(x, ast.Name) and x.id == "ask" for x in py.walk(made)):
        raise TooMuch
    return made  # type: ignore[no-any-return]


class _Asking(ast.NodeTransformer):
    def visit_Call(self, node: ast.Call) -> ast.expr:
        self.generic_visit(node)
        if isinstance(node.func, ast.Name) and node.func.id == "ask":
            return py.placed(py.call(PICK, node.args[3]), node)
        if isinstance(node.func, ast.Attribute) and node.func.attr == "roll_":
            return py.placed(py.call("roll", *node.args), node)
        return node

    def visit_Expr(self, node: ast.Expr) -> ast.Expr:
        """One piece that is drawn from a bag, if nobody wants to know which."""
        self.generic_visit(node)
        call = node.value
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "draw_many":
            state, amount, zone, to, bag = call.args
            if all(isinstance(x, ast.Constant) and x.value == 1 for x in (amount, bag)):
                node.value = py.placed(py.call(DRAWN, state, zone, to), call)
        return node


def _filled(trees: Sequence[ast.AST]) -> set[int] | None:
    """The places into which pieces are put; None where that is not known."""
    found: set[int] = set()
    for node in (node for tree in trees for node in py.walk(tree)):
        name = node.func.id if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) else ""
        if name in _ELSEWHERE:
            return None
        if name in _TARGETS:
            assert isinstance(node, ast.Call)
            to = node.args[_TARGETS[name]]
            if not (isinstance(to, ast.Constant) and type(to.value) is int):
                return None
            found.add(to.value)
    return found


def by_seed(body: Sequence[ast.stmt], zones: int, called: Sequence[ast.AST]) -> None:
    """Draws to places that are zones (numbers below `zones`) the quick way, all others as they were.

    `called` are the functions that are called.
    """
    filled = _filled([*body, *called])
    for stmt in body:
        for node in py.walk(stmt):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == DRAWN:
                state, zone, to = node.args
                places = [x.value for x in (zone, to) if isinstance(x, ast.Constant) and type(x.value) is int]
                if len(places) == 2 and places[0] != places[1] and 0 <= places[1] < zones:
                    node.func.id = "draw_mixed" if filled is None or places[0] in filled else "draw_in_order"
                else:
                    node.func.id = "draw_one"
                    node.args = [state, zone, to, ast.copy_location(py.const(True), to)]


def picked(body: Sequence[ast.stmt]) -> list[ast.stmt]:
    """Statements with the choices in place. Raises TooMuch where a question stands in an expression."""
    made: list[ast.stmt] = []
    for i, stmt in enumerate(body):
        for name in ("body", "orelse"):
            inner = getattr(stmt, name, None)
            if inner:
                setattr(stmt, name, picked(inner))
        if not _asks(stmt):
            made.append(stmt)
            continue
        if not (isinstance(stmt, ast.Assign) and isinstance(stmt.targets[0], ast.Name)):
            raise TooMuch
        lines = _Choice(stmt.targets[0].id, body[:i]).lines(stmt.value)
        for line in lines:
            for node in py.walk(line):
                if isinstance(node, ast.stmt | ast.expr) and "lineno" not in node.__dict__:
                    ast.copy_location(node, stmt)
        made += lines
    return made


def _asks(stmt: ast.stmt) -> bool:
    inner: list[ast.AST] = [stmt]
    if isinstance(stmt, ast.If):
        inner = [stmt.test]
    elif isinstance(stmt, ast.For):
        inner = [stmt.iter]
    return any(isinstance(x, ast.Name) and x.id == PICK for part in inner for x in py.walk(part))


class _Choice:
    """Writes `name = ...` for one answer; `before` are the statements that lead to it."""

    def __init__(self, name: str, before: Sequence[ast.stmt]) -> None:
        self.name, self.before = name, before

    def lines(self, value: ast.expr) -> list[ast.stmt]:
        """Statements that give the name its value."""
        if isinstance(value, ast.IfExp):
            options = self._options(value.orelse)
            if options is not None and _is_single(value.test, options):
                return self._unless_single(options)
            return [py.when(value.test, self.lines(value.body), self.lines(value.orelse))]
        options = self._options(value)
        if options is None:
            if any(isinstance(x, ast.Name) and x.id == PICK for x in py.walk(value)):
                raise TooMuch
            return [py.assign(self.name, value)]
        return self._among(options)

    @staticmethod
    def _options(value: ast.expr) -> ast.expr | None:
        is_pick = isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id == PICK
        return value.args[0] if is_pick else None  # type: ignore[attr-defined]

    def _among(self, options: ast.expr) -> list[ast.stmt]:
        """One of the options, also of a single one."""
        lengths = self._lengths(options)
        if lengths == {2}:
            return [counted(), py.assign(self.name, _of_two(options))]
        made: list[ast.stmt] = [counted()]
        items = known_tuple(options)
        if items:
            number = py.call("floor", py.binary(py.call("random"), "*", py.const(len(items))))
            return [*made, py.assign(self.name, py.index(options, number))]
        if not isinstance(options, ast.Name):
            made.append(py.assign("options_", options))
            options = py.name("options_")
        return [*made, *_count(options), py.when(py.name("n_"), [self._by_number(options)], [self._nothing()])]

    def _unless_single(self, options: ast.expr) -> list[ast.stmt]:
        """One of the options; nobody is asked if there is only one."""
        if self._lengths(options) == {2}:
            return [counted(), py.assign(self.name, _of_two(options))]
        single: list[ast.stmt] = [py.assign(self.name, py.index(py.copied(options), py.const(0)))]
        if 0 in self._lengths(options):
            single = [py.when(py.name("n_"), single, [self._nothing()])]
        many = py.compare(py.name("n_"), ">", py.const(1))
        return [*_count(options), py.when(many, [counted(), self._by_number(options)], single)]

    def _by_number(self, options: ast.expr) -> ast.stmt:
        number = py.call("floor", py.binary(py.call("random"), "*", py.name("n_")))
        return py.assign(self.name, py.index(py.copied(options), number))

    def _nothing(self) -> ast.stmt:
        return py.assign(self.name, py.call("nothing_to_choose"))

    def _lengths(self, options: ast.expr) -> set[int]:
        """How many options there can be; 0 and 3 stand for all that is not known."""
        items = known_tuple(options)
        if items is not None:
            return {len(items)}
        if isinstance(options, ast.IfExp):
            return self._lengths(options.body) | self._lengths(options.orelse)
        if isinstance(options, ast.Name):
            for stmt in reversed(self.before):
                if isinstance(stmt, ast.Assign) and _is_name(stmt.targets[0], options.id):
                    found = self._lengths(stmt.value)
                    return found - {0} if self._tested(stmt, options.id) else found
                if any(_is_name(x, options.id) and isinstance(x.ctx, ast.Store) for x in py.walk(stmt)):  # type: ignore[attr-defined]
                    break
        return {0, 3}

    def _tested(self, made: ast.stmt, name: str) -> bool:
        """Was the way left where there was nothing to choose from?"""
        after = self.before[list(self.before).index(made) + 1 :]
        return any(
            isinstance(stmt, ast.If)
            and isinstance(stmt.test, ast.UnaryOp)
            and isinstance(stmt.test.op, ast.Not)
            and _is_name(stmt.test.operand, name)
            and isinstance(stmt.body[-1], ast.Return)
            for stmt in after
        )


def counted() -> ast.stmt:
    """One more question."""
    return py.augment(py.store("asked_"), "+", py.const(1))


def picked_of_two(value: ast.expr) -> ast.IfExp | None:
    """A question with two known options as a choice between them."""
    options = _Choice._options(value)
    items = known_tuple(options) if options is not None else None
    if items is None or len(items) != 2:
        return None
    return py.placed(_of_two(options), value)  # type: ignore[return-value,arg-type]


def _count(options: ast.expr) -> list[ast.stmt]:
    return [py.assign("n_", py.call("len", py.copied(options)))]


def _of_two(options: ast.expr) -> ast.expr:
    test = py.compare(py.call("random"), "<", py.const(0.5))
    items = known_tuple(options)
    if items is not None:
        return ast.IfExp(test, py.const(items[0]), py.const(items[1]))
    one, other = (py.index(py.copied(options), py.const(k)) for k in range(2))
    return ast.IfExp(test, one, other)


def _is_single(test: ast.expr, options: ast.expr) -> bool:
    """`len(options) == 1`"""
    return ast.dump(test) == ast.dump(py.compare(py.call("len", options), "==", py.const(1)))


def _is_name(node: ast.AST, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name
