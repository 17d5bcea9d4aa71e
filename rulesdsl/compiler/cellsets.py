"""`cells_X(s)`: the cells where something holds, as a set that is kept up to date, for loops that only ask whether

one of some cells is among them. `any h in between(a, b)` with a test of what lies at `h` becomes a look at two sets.

Only tests that rest on what lies at the cell itself are taken, as then a move settles which cells are to be looked at
again, and only such in which nothing can go wrong, as they are also made of cells about which nobody has asked.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rulesdsl.compiler import pyast as py
from rulesdsl.compiler.layout import Layout
from rulesdsl.model.game import Game

CELLS = "cells_"
"""So begin the names of the functions."""
_HERE, _THERE, _OTHER = "here", "a piece here", "other"
"""What a name in a test stands for: the cell, a piece that lies there, anything else that does not change."""
_WORKED_OUT = ("field", "side", "state")
_CHILDREN = (ast.Compare, ast.BoolOp, ast.UnaryOp, ast.IfExp, ast.Tuple, ast.List, ast.Starred)
_PLAIN = ("first_of", "last_of", "len", "bool")
_ORDERED = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)


class _Wider(Exception):
    """The test rests on more than what lies at the cell, or something could go wrong in it."""


@dataclass(frozen=True, slots=True)
class CellSet:
    """A set of cells: the function that tests one of them, and the places among which they are."""

    made: ast.FunctionDef
    low: int
    high: int


class CellSets:
    """Makes the sets that are wanted; `rules` are the functions that only look, by name."""

    def __init__(self, game: Game, layout: Layout, rules: Mapping[str, ast.FunctionDef]) -> None:
        self.game, self.layout, self.rules = game, layout, rules
        self.made: dict[str, CellSet] = {}
        self._names: dict[str, str] = {}
        """Names of the sets by their tests."""
        self._local: dict[tuple[str, ...], bool] = {}
        self._types = {name: str(key[1]) for key, name in layout.tables.items() if len(key) > 1}
        for name, (question, boards) in layout.answers.items():
            if question == "between":
                self._types[name] = boards.removeprefix("c_").rstrip("_").removesuffix("_boards")

    def exists(self, node: ast.For, label: str) -> ast.expr | None:
        """`for h in cells: if test: found` as one expression; None where that does not do."""
        test = node.body[0]
        assert isinstance(test, ast.If) and isinstance(node.target, ast.Name)
        here = node.target.id
        before, inner = self._apart(test.test, here)
        looked_up = self._among(inner, here)
        found: ast.expr | None = None
        if looked_up is not None and self._type_of(node.iter):
            found = py.negate(py.method(py.call("set", looked_up), "isdisjoint", node.iter))
        else:
            name = self._set_of(node.iter, inner, here, label)
            if name is not None:
                found = py.negate(py.method(py.call(name, py.name("s")), "isdisjoint", node.iter))
        return None if found is None else py.placed(py.both(*before, found), node.iter)

    @staticmethod
    def _apart(test: ast.expr, here: str) -> tuple[list[ast.expr], ast.expr]:
        """The first conditions that are the same for all cells, and the rest."""
        if not (isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And)):
            return [], test
        before: list[ast.expr] = []
        for value in test.values:
            if _names(value, here) or any(isinstance(x, ast.Call) and not _is_place(x) for x in py.walk(value)):
                break
            before.append(value)
        rest = test.values[len(before) :]
        return (before, py.both(*rest)) if rest else ([], test)

    @staticmethod
    def _among(test: ast.expr, here: str) -> ast.expr | None:
        """`h in cells`, where the cells are the same for each `h` and read from a table."""
        if not (isinstance(test, ast.Compare) and isinstance(test.ops[0], ast.In) and len(test.ops) == 1):
            return None
        cells = test.comparators[0]
        one = isinstance(test.left, ast.Name) and test.left.id == here
        fixed = not _names(cells, here) and isinstance(cells, ast.Subscript) and isinstance(cells.value, ast.Name)
        calls = any(isinstance(x, ast.Call) and not _is_place(x) for x in py.walk(cells))
        return cells if one and fixed and not calls else None

    def _set_of(self, cells: ast.expr, test: ast.expr, here: str, label: str) -> str | None:
        """The set of the cells for which a test is true, for those that are asked about."""
        kind = self._type_of(cells)
        if not kind or not any(isinstance(x, ast.Attribute) and x.attr == "held_" for x in py.walk(test)):
            return None
        said = ast.dump(py.filled(test, {here: "_h"}))
        if said in self._names:
            return self._names[said]
        try:
            self._look(test, {here: _HERE})
        except _Wider:
            return None
        boards = [board for board in self.layout.board_of_type(kind) if board.shape is not None]
        low = min(board.base for board in boards)
        high = max(board.base + len(board.shape.names) for board in boards if board.shape is not None)
        if sum(len(board.shape.names) for board in boards if board.shape is not None) != high - low:
            return None
        name = f"{CELLS}{label}"
        while name in self.made:
            name += "_"
        made = py.function(name, ["s", "_h"], [ast.copy_location(ast.Return(py.filled(test, {here: "_h"})), test)])
        ast.copy_location(made, test)
        for node in py.walk(made):
            if isinstance(node, ast.arg):
                ast.copy_location(node, test)
        self.made[name] = CellSet(made, low, high)
        self._names[said] = name
        return name

    def _type_of(self, cells: ast.expr) -> str:
        """The type of cells that are read from tables; nothing for others."""
        if isinstance(cells, ast.Tuple):
            rows = [self._type_of(x.value) for x in cells.elts if isinstance(x, ast.Starred)]
            plain = all(isinstance(x, ast.Starred | ast.Name) for x in cells.elts)
            return rows[0] if plain and rows and rows.count(rows[0]) == len(rows) else ""
        while isinstance(cells, ast.Subscript):
            if any(isinstance(x, ast.Call) and not _is_place(x) for x in py.walk(cells.slice)):
                return ""
            cells = cells.value
            if isinstance(cells, ast.Name):
                return self._types.get(cells.id, "")
        return ""

    # ------------------------------------------------- does it rest on the cell?

    def _look(self, node: ast.AST, names: dict[str, str]) -> None:
        """Raises _Wider."""
        if isinstance(node, ast.Subscript):
            self._read(node, names)
        elif isinstance(node, ast.Name):
            if node.id not in names and node.id not in self.layout.constants:
                raise _Wider
        elif isinstance(node, ast.ListComp):
            part = node.generators[0]
            names = self._gone_through(part.target, part.iter, names)
            for inner in (*part.ifs, node.elt):
                self._look(inner, names)
        elif isinstance(node, ast.Call):
            self._call(node, names)
        elif isinstance(node, _CHILDREN):
            if isinstance(node, ast.Compare) and any(isinstance(op, _ORDERED) for op in node.ops):
                self._are_numbers(node)
            for child in py.inside(node):
                self._look(child, names)
        elif not isinstance(
            node, ast.Constant | ast.expr_context | ast.operator | ast.boolop | ast.cmpop | ast.unaryop
        ):
            raise _Wider

    def _gone_through(self, target: ast.expr, items: ast.expr, names: dict[str, str]) -> dict[str, str]:
        """The names within a loop."""
        self._look(items, names)
        if not isinstance(target, ast.Name):
            raise _Wider
        return {**names, target.id: _THERE if self._is_held_here(items, names) else _OTHER}

    @staticmethod
    def _is_held_here(items: ast.expr, names: dict[str, str]) -> bool:
        held = isinstance(items, ast.Subscript) and _column(items.value) == "held_"
        return held and isinstance(items.slice, ast.Name) and names.get(items.slice.id) == _HERE  # type: ignore[attr-defined]

    def _read(self, node: ast.Subscript, names: dict[str, str]) -> None:
        column = _column(node.value)
        if not column:
            self._look(node.value, names)
            self._look(node.slice, names)
            return
        whose = names.get(node.slice.id) if isinstance(node.slice, ast.Name) else None
        if column == "held_" and whose == _HERE:
            return
        if column == "where_" and whose == _THERE:
            return
        known = self.layout.columns.get(column)
        if whose != _THERE or known is None or not known.is_list or known.what not in _WORKED_OUT:
            raise _Wider

    def _are_numbers(self, node: ast.Compare) -> None:
        """In an order, nothing that may be no number is compared."""
        for side in (node.left, *node.comparators):
            for part in py.walk(side):
                table = self.layout.constants.get(part.id) if isinstance(part, ast.Name) else None
                if isinstance(table, tuple) and not all(isinstance(x, int) for x in table):
                    raise _Wider

    def _call(self, node: ast.Call, names: dict[str, str]) -> None:
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        if name == "space_of":
            piece = node.args[1]
            if not (isinstance(piece, ast.Name) and names.get(piece.id) == _THERE):
                raise _Wider
        elif name in _PLAIN:
            for arg in node.args:
                self._look(arg, names)
        elif name in self.rules and node.args and isinstance(node.args[0], ast.Name) and node.args[0].id == "s":
            whose: list[str] = []
            for arg in node.args[1:]:
                if not isinstance(arg, ast.Name | ast.Constant):
                    raise _Wider
                self._look(arg, names)
                whose.append(names.get(arg.id, _OTHER) if isinstance(arg, ast.Name) else _OTHER)
            self._rule(name, whose)
        else:
            raise _Wider

    def _rule(self, name: str, whose: Sequence[str]) -> None:
        key = (name, *whose)
        if key not in self._local:
            self._local[key] = False  # also of one that leads to itself
            made = self.rules[name]
            params = [arg.arg for arg in made.args.args[1:]]
            self._body(made.body, dict(zip(params, whose, strict=True)))
            self._local[key] = True
        if not self._local[key]:
            raise _Wider

    def _body(self, body: Sequence[ast.stmt], names: dict[str, str]) -> None:
        for stmt in body:
            if isinstance(stmt, ast.Assign) and isinstance(stmt.targets[0], ast.Name):
                self._look(stmt.value, names)
                if names.get(stmt.targets[0].id, _OTHER) != _OTHER:
                    raise _Wider
                names[stmt.targets[0].id] = _OTHER
            elif isinstance(stmt, ast.If):
                self._look(stmt.test, names)
                self._body(stmt.body, names)
                self._body(stmt.orelse, names)
            elif isinstance(stmt, ast.For):
                self._body(stmt.body, self._gone_through(stmt.target, stmt.iter, names))
            elif isinstance(stmt, ast.Return) and stmt.value is not None:
                self._look(stmt.value, names)
            elif not isinstance(stmt, ast.Break | ast.Pass):
                raise _Wider


def wants_one(node: ast.For) -> bool:
    """`for h in cells: if test: found = True; break`, or `return True`"""
    test = node.body[0]
    if not (len(node.body) == 1 and isinstance(test, ast.If) and isinstance(node.target, ast.Name)):
        return False
    if node.orelse or test.orelse:
        return False
    first, *rest = test.body
    if isinstance(first, ast.Return):
        return isinstance(first.value, ast.Constant)
    sets = isinstance(first, ast.Assign) and isinstance(first.value, ast.Constant)
    return sets and len(rest) == 1 and isinstance(rest[0], ast.Break)


def _is_place(node: ast.Call) -> bool:
    return isinstance(node.func, ast.Name) and node.func.id == "space_of"


def _names(tree: ast.AST, name: str) -> bool:
    return any(isinstance(x, ast.Name) and x.id == name for x in py.walk(tree))


def _column(node: ast.AST) -> str:
    own = isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "s"
    return node.attr if own else ""  # type: ignore[attr-defined]
