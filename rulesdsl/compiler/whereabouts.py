"""Loops over all cells of a board for those where one of a player's pieces lies: the pieces are asked where they are.

for h in c_board_cells:                       cells = {where_[x] for x in c_pieces_where_owner_of[me] if where_[x] < 64}
    if value_has_piece(s, me, h):     ->      for h in sorted(cells):
        ...                                       ...

where `value_has_piece` asks whether a piece that fits lies there, and what fits never changes. Within the loop the same
question about other cells is a look into that set. And a loop that looks for one of the pieces on a board goes through
those that fit, not through a list of all that lie there.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rulesdsl.compiler import pyast as py
from rulesdsl.compiler.cellsets import CELLS, wants_one
from rulesdsl.compiler.filters import Filters, each_test
from rulesdsl.compiler.loops import is_on
from rulesdsl.compiler.vacancy import SILENT, STANDING

FEWER = 2
"""So many times as many cells as pieces there must be."""


@dataclass(frozen=True, slots=True)
class _Question:
    """A rule that asks whether a piece lies at a cell for which a test is true."""

    params: tuple[str, ...]
    cell: str
    piece: str
    test: ast.expr


class Whereabouts:
    """Writes such loops; `rules` are the functions that only look, `standing` those that list pieces on boards."""

    def __init__(
        self,
        filters: Filters,
        pieces: int,
        rules: Mapping[str, ast.FunctionDef],
        standing: Mapping[str, ast.FunctionDef],
    ) -> None:
        self.filters, self.pieces, self.rules, self.standing = filters, pieces, rules, standing
        self._questions: dict[str, _Question | None] = {}

    def question(self, node: ast.expr) -> tuple[ast.expr, ast.expr] | None:
        """Of `value_X(s, ..., h)`, also where it is only asked if something lies there, the cell and the pieces."""
        call = node
        if isinstance(node, ast.IfExp) and isinstance(node.orelse, ast.Constant) and node.orelse.value is False:
            call = node.body
        if not (isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in self.rules):
            return None
        name = call.func.id
        if name not in self._questions:
            self._questions[name] = _asked(self.rules[name])
        asked = self._questions[name]
        if asked is None:
            return None
        given = dict(zip(asked.params, call.args[1:], strict=True))
        cell = given.pop(asked.cell)
        if not isinstance(cell, ast.Name) or (call is not node and not _is_held(node.test, cell)):  # type: ignore[attr-defined]
            return None
        test = py.filled(asked.test, dict(given))
        every = py.name(self.filters.layout.constant("every_piece", tuple(range(self.pieces))))
        ast.copy_location(every, node)
        found = self.filters.filtered(every, asked.piece, each_test([test]))
        return (cell, found[0]) if found is not None and not found[1] else None

    def length(self, pieces: ast.expr) -> int:
        """How many pieces there are at most in a list of a table."""
        table = pieces.value if isinstance(pieces, ast.Subscript) else pieces
        rows = self.filters.layout.constants[table.id]  # type: ignore[attr-defined]
        assert isinstance(rows, tuple)
        return max((len(row) for row in rows), default=0) if table is not pieces else len(rows)

    def looped(self, node: ast.For) -> ast.For | list[ast.stmt]:
        """A loop the other way round, where that is quicker."""
        only = node.body[0]
        if not (isinstance(node.target, ast.Name) and len(node.body) == 1 and isinstance(only, ast.If)):
            return node
        if only.orelse:
            return node
        if wants_one(node):
            self._on_board(node, only)
        return self._cells(node, node.target.id, only)

    def _on_board(self, node: ast.For, only: ast.If) -> None:
        """Look for one among those that fit."""
        call = node.iter
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in self.standing:
            call = self.standing[call.func.id].body[0].value  # type: ignore[attr-defined]
        if not (isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "on_board"):
            return
        assert isinstance(node.target, ast.Name)
        found = self.filters.filtered(call.args[1], node.target.id, each_test([only.test]))
        if found is None:
            return
        pieces, rest = found
        here = ast.copy_location(py.name(node.target.id), node.target)
        lies = ast.BoolOp(ast.Or(), [py.both(*tests) for tests in is_on(here, *call.args[2:])])
        node.iter = py.placed(py.copied(pieces), node.iter)
        only.test = py.placed(py.both(lies, *rest), only.test)

    def _cells(self, node: ast.For, here: str, only: ast.If) -> ast.For | list[ast.stmt]:
        span = self._span(node.iter)
        if span is None or node.orelse or not _only_looks(node):
            return node
        first, *rest = each_test([only.test])
        asked = self.question(first)
        if asked is None or asked[0].id != here:  # type: ignore[attr-defined]
            return node
        low, high = span
        if self.length(asked[1]) * FEWER > high - low:
            return node
        name = f"{here}_cells"
        lies = py.compare(_where(), "<", py.const(high)) if low == 0 else py.between(low, _where(), high)
        cells = ast.SetComp(_where(), [ast.comprehension(py.store("x_"), asked[1], [lies], 0)])
        cells = py.placed(cells, node.iter)  # type: ignore[assignment]
        inside = _Inside(self, name, ast.dump(asked[1]), span)
        rest = [inside.visit(test) for test in rest]
        body = [inside.visit(stmt) for stmt in only.body]
        if rest:
            body = [ast.copy_location(ast.If(py.placed(py.both(*rest), only.test), body, []), only)]
        node.body = body
        if not inside.used:
            node.iter = py.placed(py.call("sorted", cells), node.iter)
            return node
        node.iter = py.placed(py.call("sorted", py.name(name)), node.iter)
        target = ast.copy_location(py.store(name), node.target)
        return [ast.copy_location(py.assign(target, cells), node), node]

    def _span(self, items: ast.expr) -> tuple[int, int] | None:
        """The cells that a loop goes through, if they are numbered one after the other."""
        cells = self.filters.layout.constants.get(items.id) if isinstance(items, ast.Name) else None
        if not (isinstance(cells, tuple) and cells and all(type(cell) is int for cell in cells)):
            return None
        return (cells[0], cells[0] + len(cells)) if cells == tuple(range(cells[0], cells[0] + len(cells))) else None


class _Inside(ast.NodeTransformer):
    """The same question about other cells of the board."""

    def __init__(self, whereabouts: Whereabouts, name: str, pieces: str, span: tuple[int, int]) -> None:
        self.whereabouts, self.name, self.pieces, self.span = whereabouts, name, pieces, span
        self.on_board: set[str] = set()
        self.used = False

    def visit_For(self, node: ast.For) -> ast.For:
        if isinstance(node.target, ast.Name) and self._is_within(node.iter):
            self.on_board.add(node.target.id)
        self.generic_visit(node)
        return node

    def visit_IfExp(self, node: ast.IfExp) -> ast.expr:
        return self._asked(node)

    def visit_Call(self, node: ast.Call) -> ast.expr:
        return self._asked(node)

    def _asked(self, node: ast.expr) -> ast.expr:
        asked = self.whereabouts.question(node)
        if asked is None or ast.dump(asked[1]) != self.pieces or asked[0].id not in self.on_board:  # type: ignore[attr-defined]
            self.generic_visit(node)
            return node
        self.used = True
        return py.placed(py.compare(py.copied(asked[0]), "in", py.name(self.name)), node)

    def _is_within(self, items: ast.expr) -> bool:
        """Do all cells of a table lie on the board?"""
        while isinstance(items, ast.Subscript):
            items = items.value
        rows = self.whereabouts.filters.layout.constants.get(items.id) if isinstance(items, ast.Name) else None
        return isinstance(rows, tuple) and _are_within(rows, *self.span)


def _are_within(rows: object, low: int, high: int) -> bool:
    if isinstance(rows, tuple):
        return all(_are_within(row, low, high) for row in rows)
    return isinstance(rows, int) and low <= rows < high


def _asked(made: ast.FunctionDef) -> _Question | None:
    """`found = False; for x in s.held_[h]: if test: found = True; break; return found`, or with returns in it."""
    loop = next((stmt for stmt in made.body if isinstance(stmt, ast.For)), None)
    if loop is None or loop.orelse or not isinstance(loop.iter, ast.Subscript):
        return None
    tests, found = _conditions(loop)
    cell, column = loop.iter.slice, loop.iter.value
    params = tuple(arg.arg for arg in made.args.args[1:])
    own = isinstance(column, ast.Attribute) and column.attr == "held_"
    if not (tests and own and isinstance(cell, ast.Name) and cell.id in params and isinstance(loop.target, ast.Name)):
        return None
    test = ast.copy_location(py.both(*(one for each in tests for one in each_test([each]))), tests[0])
    if any(isinstance(x, ast.Name) and x.id == cell.id for x in py.walk(test)) or not _tells(made, loop, found):
        return None
    return _Question(params, cell.id, loop.target.id, test)


def _conditions(loop: ast.For) -> tuple[list[ast.expr], list[ast.stmt]]:
    """The tests of a loop, one inside the other, and what is done where all hold."""
    tests: list[ast.expr] = []
    body = loop.body
    while len(body) == 1 and isinstance(body[0], ast.If) and not body[0].orelse:
        tests.append(body[0].test)
        body = body[0].body
    return tests, body


def _tells(made: ast.FunctionDef, loop: ast.For, hit: Sequence[ast.stmt]) -> bool:
    """Does a function return True if its loop finds something, else False?"""
    first, last, found = made.body[0], made.body[-1], hit[0]
    if not isinstance(last, ast.Return):
        return False
    if isinstance(found, ast.Return):
        return first is loop and len(made.body) == 2 and _is(found.value, True) and _is(last.value, False)
    if not (isinstance(found, ast.Assign) and len(hit) == 2 and isinstance(hit[1], ast.Break)):
        return False
    flag = found.targets[0]
    same = isinstance(last.value, ast.Name) and isinstance(flag, ast.Name) and last.value.id == flag.id
    if not (same and len(made.body) == 3 and made.body[1] is loop and isinstance(first, ast.Assign)):
        return False
    name = first.targets[0]
    own = isinstance(name, ast.Name) and name.id == flag.id  # type: ignore[attr-defined]
    return own and _is(first.value, False) and _is(found.value, True)


def _is(node: ast.expr | None, value: bool) -> bool:
    return isinstance(node, ast.Constant) and node.value is value


def _is_held(node: ast.expr, cell: ast.Name) -> bool:
    """`s.held_[cell]`"""
    column = node.value if isinstance(node, ast.Subscript) else None
    own = isinstance(column, ast.Attribute) and column.attr == "held_"
    return own and isinstance(node.slice, ast.Name) and node.slice.id == cell.id  # type: ignore[attr-defined]


def _only_looks(loop: ast.For) -> bool:
    """Does a loop change nothing but lists that it fills?"""
    looks = ("value_", "base_", "holds_", "some_", "order_", STANDING, CELLS)
    for node in py.walk(loop):
        if isinstance(node, ast.Call):
            name = node.func.id if isinstance(node.func, ast.Name) else ""
            appends = isinstance(node.func, ast.Attribute) and node.func.attr in ("append", "isdisjoint")
            if not (appends or name in SILENT or name.startswith(looks)):
                return False
        if isinstance(node, ast.Attribute | ast.Subscript) and isinstance(node.ctx, ast.Store):
            return False
        if isinstance(node, ast.Yield | ast.YieldFrom):
            return False
    return True


def _where() -> ast.expr:
    return py.index(py.attr("s", "where_"), py.name("x_"))
