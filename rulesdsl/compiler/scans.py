"""Loops that look for something, with less to look at: where small programs run through cells and pieces.

- `for x in c_T[k]` of which only those count that a printed field equals something: a table by that field.
- `if value_X(s, place)`, where the rule looks through what lies at a place: its loop stands there itself.
- Pieces on boards of which the first that passes a test is wanted: where a piece lies is asked after the test.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence

from rulesdsl.compiler import pyast as py
from rulesdsl.compiler.layout import Layout
from rulesdsl.compiler.vacancy import STANDING

LARGEST = 50_000
"""Entries of a table that is sorted by a field."""
BOUNDED = "bounded_"
"""The local of a value that has to be within bounds."""
Calm = Callable[[ast.expr], bool]


class Scans(ast.NodeTransformer):
    """Rewrites statements in place; `is_calm` says of an expression that nothing can go wrong in it."""

    def __init__(self, layout: Layout, functions: Mapping[str, ast.FunctionDef], is_calm: Calm) -> None:
        self.layout, self.functions, self.is_calm = layout, functions, is_calm

    def over(self, body: Sequence[ast.stmt]) -> list[ast.stmt]:
        """A copy of statements with quicker loops."""
        made: list[ast.stmt] = []
        for stmt in body:
            lines = self.visit(py.copied(stmt))
            made += lines if isinstance(lines, list) else [lines]
        for stmt in made:
            ast.fix_missing_locations(stmt)
        return made

    # --------------------------------------------------------- tables by a field

    def visit_ListComp(self, node: ast.ListComp) -> ast.expr:
        self.generic_visit(node)
        part = node.generators[0]
        if len(node.generators) == 1 and part.ifs and isinstance(part.target, ast.Name):
            found = self._by_field(part.target.id, part.iter, part.ifs[0])
            if found is not None:
                part.iter, rest = found
                part.ifs = [*rest, *part.ifs[1:]]
        return node

    def visit_For(self, node: ast.For) -> ast.stmt:
        self.generic_visit(node)
        only = node.body[0]
        if len(node.body) == 1 and isinstance(only, ast.For):
            self._by_pieces(node, only)
            return node
        if not (isinstance(node.target, ast.Name) and len(node.body) == 1 and isinstance(only, ast.If)):
            return node
        found = self._by_field(node.target.id, node.iter, only.test) if not only.orelse else None
        if found is not None:
            node.iter, rest = found
            node.body = [ast.copy_location(ast.If(py.both(*rest), only.body, []), only)] if rest else only.body
            return node
        return self._where_last(node, only)

    def _by_field(self, item: str, source: ast.expr, test: ast.expr) -> tuple[ast.expr, list[ast.expr]] | None:
        """Only the items whose field is as it has to be, and what else is asked of them."""
        tests = test.values if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And) else [test]
        first = tests[0]
        if not (isinstance(source, ast.Subscript) and isinstance(source.value, ast.Name)):
            return None
        if not (isinstance(first, ast.Compare) and len(first.ops) == 1 and isinstance(first.ops[0], ast.Eq)):
            return None
        field, wanted = first.left, first.comparators[0]
        if not (isinstance(field, ast.Subscript) and isinstance(field.value, ast.Name) and _is(field.slice, item)):
            return None
        if not self.is_calm(wanted) or any(_is(node, item) for node in py.walk(wanted)):
            return None
        table = self._sorted(source.value.id, field.value.id)
        if table is None:
            return None
        rows = py.index(py.name(table), source.slice)
        return py.placed(py.method(rows, "get", wanted, py.const(())), source), list(tests[1:])

    def _sorted(self, rows: str, field: str) -> str | None:
        """The name of the table `rows`, each row sorted by a field."""
        table, values = self.layout.constants.get(rows), self.layout.constants.get(field)
        if not (isinstance(table, tuple) and isinstance(values, tuple)):
            return None
        if not all(isinstance(row, tuple) and all(_fits(x, values) for x in row) for row in table):
            return None
        if sum(map(len, table)) > LARGEST:
            return None
        made = []
        for row in table:
            groups: dict[object, tuple[int, ...]] = {}
            for x in row:
                groups[values[x]] = (*groups.get(values[x], ()), x)
            made.append(groups)
        return self.layout.constant(f"{rows.removeprefix('c_')}_by_{field.removeprefix('c_')}", tuple(made))

    # ------------------------------------------------------------- calls in place

    def visit_Assign(self, node: ast.Assign) -> ast.stmt | list[ast.stmt]:
        """A bounded value is only handed over if it is out of bounds."""
        self.generic_visit(node)
        call = node.value
        if not (isinstance(call, ast.Call) and _is(call.func, "in_bounds") and len(call.args) == 4):
            return node
        value, low, high, _ = call.args
        if not (isinstance(low, ast.Constant) and isinstance(high, ast.Constant)):
            return node
        first = ast.copy_location(py.assign(BOUNDED, value), node)
        call.args[0] = py.name(BOUNDED)
        within = ast.Compare(low, [ast.LtE(), ast.LtE()], [py.name(BOUNDED), high])
        node.value = py.placed(ast.IfExp(within, py.name(BOUNDED), call), value)
        return [first, node]

    def visit_Call(self, node: ast.Call) -> ast.expr:
        """`in_play(where, box, [x for x in held if it is a piece])` takes what is held as it is."""
        self.generic_visit(node)
        if _is(node.func, "in_play") and isinstance(node.args[2], ast.ListComp):
            listed = node.args[2]
            part = listed.generators[0]
            as_they_are = len(listed.generators) == 1 and _is(listed.elt, _name(part.target))
            if as_they_are and all(self._any_piece(test) for test in part.ifs):
                node.args[2] = part.iter
        return node

    # ------------------------------------------------------------- rules in place

    def visit_If(self, node: ast.If) -> ast.stmt:
        self.generic_visit(node)
        call = node.test
        if isinstance(call, ast.IfExp) and isinstance(call.orelse, ast.Constant) and call.orelse.value is False:
            call = call.body  # where nothing lies the loop finds nothing
        if node.orelse or not (isinstance(call, ast.Call) and isinstance(call.func, ast.Name)):
            return node
        made = self.functions.get(call.func.id)
        loop = _looks_at_place(made) if made is not None else None
        if made is None or loop is None or any(map(_leaves, node.body)):
            return node
        params = [arg.arg for arg in made.args.args[1:]]
        given: dict[str, str | ast.expr] = {}
        for param, arg in zip(params, call.args[1:], strict=True):
            if not (isinstance(arg, ast.Name | ast.Constant) or _is_chooser(arg)):
                return node
            given[param] = arg.id if isinstance(arg, ast.Name) else arg
        assert isinstance(loop.target, ast.Name)
        given[loop.target.id] = f"t{loop.target.id}_"
        tests = [test for test in _tests(loop.body) if not self._any_piece(test)]
        held = py.filled(loop.iter, given)
        inner: list[ast.stmt] = [*node.body, ast.copy_location(ast.Break(), node)]
        if tests:
            test = py.both(*[py.filled(test, given) for test in tests])
            inner = [ast.If(test, inner, [])]
        found = ast.For(py.store(f"t{loop.target.id}_"), held, inner, [])
        found.__dict__["pieces"] = loop.target.id, tests, given
        for part in py.walk(found):  # faults of the rule are not possible: it only compares
            if isinstance(part, ast.stmt | ast.expr) and "lineno" not in part.__dict__:
                ast.copy_location(part, node)
        return found

    def _any_piece(self, test: ast.expr) -> bool:
        """`0 <= x < n`, of which all pieces are."""
        if not (isinstance(test, ast.Compare) and len(test.ops) == 2 and isinstance(test.left, ast.Constant)):
            return False
        high = test.comparators[1]
        kinds = [type(op) for op in test.ops]
        is_span = kinds == [ast.LtE, ast.Lt] and isinstance(high, ast.Constant)
        return is_span and (test.left.value, high.value) == (0, len(self.layout.game.pieces))  # type: ignore[attr-defined]

    def _by_pieces(self, node: ast.For, inner: ast.For) -> None:
        """Cells at which a certain piece lies are found by the pieces, if there are fewer of these."""
        known = inner.__dict__.get("pieces")
        cells = self.layout.constants.get(node.iter.id) if isinstance(node.iter, ast.Name) else None
        if known is None or not isinstance(cells, tuple) or not isinstance(node.target, ast.Name):
            return
        held, cell, (old, tests, given) = inner.iter, node.target.id, known
        if not (isinstance(held, ast.Subscript) and _is(held.slice, cell)) or cells != tuple(range(len(cells))):
            return
        names = {old: "x_"} | {name: value for name, value in given.items() if name != old}
        asked = [py.filled(test, names) for test in tests]
        pieces = self.layout.game.pieces
        if 2 * len(pieces) > len(cells) or any(_is(x, cell) for test in asked for x in py.walk(test)):
            return
        everyone = self.layout.constant("every_piece", tuple(range(len(pieces))))
        where = py.index(py.attr("s", "where_"), py.name("x_"))
        on = py.compare(py.copied(where), "<", py.const(len(cells)))
        comp = ast.comprehension(py.store("x_"), py.name(everyone), [*asked, on], 0)
        node.iter = py.placed(py.call("sorted", ast.SetComp(where, [comp])), node.iter)

    # ------------------------------------------------------------ pieces on boards

    def _where_last(self, node: ast.For, only: ast.If) -> ast.stmt:
        """The first piece on a board that passes a test: the test first, which is quicker than where it lies."""
        call = node.iter
        name = call.func.id if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) else ""
        if name.startswith(STANDING):
            listed = self.functions.get(name)
            last = listed.body[-1] if listed is not None else None
            call = last.value if isinstance(last, ast.Return) and last.value is not None else call
            name = call.func.id if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) else ""
        if name != "on_board" or not isinstance(call, ast.Call) or not isinstance(node.target, ast.Name):
            return node
        if only.orelse or not isinstance(only.body[-1], ast.Break) or not self.is_calm(only.test):
            return node
        if not all(isinstance(x, ast.Assign) and isinstance(x.value, ast.Constant) for x in only.body[:-1]):
            return node
        if any(isinstance(x, ast.Call) for x in py.walk(only.test)):
            return node
        _, pieces, low, high, carriers = map(py.copied, call.args)
        where, piece = py.attr("s", "where_"), py.name(node.target.id)
        here = py.index(where, piece)
        space = py.call("space_of", py.copied(where), py.copied(piece), py.copied(carriers), py.copied(high))
        at = ast.IfExp(py.compare(here, "<", carriers), py.copied(here), space)
        on = ast.Compare(low, [ast.LtE(), ast.Lt()], [at, high])
        test = ast.BoolOp(ast.And(), [only.test, on])
        node.iter = pieces
        node.body = [ast.copy_location(ast.If(test, only.body, []), only)]
        return node


def _name(node: ast.expr) -> str:
    return node.id if isinstance(node, ast.Name) else ""


def _is(node: ast.AST, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name


def _is_chooser(node: ast.expr) -> bool:
    return isinstance(node, ast.Attribute) and _is(node.value, "s") and node.attr == "me"


def _fits(x: object, values: tuple[object, ...]) -> bool:
    return type(x) is int and 0 <= x < len(values) and (values[x] is None or isinstance(values[x], int))


def _leaves(stmt: ast.stmt) -> bool:
    """Does it leave a loop around it, or the function?"""
    if isinstance(stmt, ast.Break | ast.Continue):
        return True
    if isinstance(stmt, ast.If):
        return any(map(_leaves, (*stmt.body, *stmt.orelse)))
    if isinstance(stmt, ast.For):
        return any(map(_leaves, stmt.orelse)) or any(isinstance(x, ast.Return) for x in py.walk(stmt))
    return any(isinstance(x, ast.Return) for x in py.walk(stmt))


def _looks_at_place(made: ast.FunctionDef) -> ast.For | None:
    """The loop of a rule that only finds out whether something like it lies at a place."""
    if len(made.body) != 3:
        return None
    first, loop, last = made.body
    if not (isinstance(first, ast.Assign) and isinstance(first.targets[0], ast.Name) and isinstance(loop, ast.For)):
        return None
    flag = first.targets[0].id
    starts = isinstance(first.value, ast.Constant) and first.value.value is False
    if not starts or not (isinstance(last, ast.Return) and last.value is not None and _is(last.value, flag)):
        return None
    place = loop.iter
    is_place = (
        isinstance(place, ast.Subscript) and isinstance(place.value, ast.Attribute) and place.value.attr == "held_"
    )
    if not is_place or loop.orelse or not isinstance(loop.target, ast.Name):
        return None
    body: list[ast.stmt] = loop.body
    while len(body) == 1 and isinstance(body[0], ast.If) and not body[0].orelse:
        body = body[0].body
    if len(body) != 2 or not isinstance(body[1], ast.Break):
        return None
    found = body[0]
    sets = isinstance(found, ast.Assign) and _is(found.targets[0], flag) and isinstance(found.value, ast.Constant)
    tests = _tests(loop.body)
    calls = any(isinstance(x, ast.Call | ast.ListComp) for test in tests for x in py.walk(test))
    return loop if sets and found.value.value is True and not calls else None  # type: ignore[attr-defined]


def _tests(body: Sequence[ast.stmt]) -> list[ast.expr]:
    """The conditions of branches inside each other."""
    if len(body) == 1 and isinstance(body[0], ast.If):
        return [body[0].test, *_tests(body[0].body)]
    return []
