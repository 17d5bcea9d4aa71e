"""Conditions that rest on nothing but the board and the pieces as they are printed: lists without what fails them.

`[h for h in c_Hex_neighbors[a] if c_Hex_row[h] > c_Hex_row[a] and free]` becomes `[h for h in
c_Hex_neighbors_where_row[a] if free]`, with a table that is made once. What a condition may rest on are the item, what
the list is looked up by, and who acts.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any

from rulesdsl.compiler import pyast as py
from rulesdsl.compiler.layout import Layout
from rulesdsl.model.types import PLAYER

MOST = 20_000
"""Items that are tried for one table: a board of hexes with 3,000 cells, or one of 500 for each of six players."""
_ME = "s.me"
_PLAIN = (
    *(ast.Name, ast.Constant, ast.Attribute, ast.Subscript, ast.Compare, ast.BoolOp, ast.UnaryOp, ast.IfExp, ast.BinOp),
    *(ast.expr_context, ast.operator, ast.boolop, ast.cmpop, ast.unaryop),
)
_ROOM = 4
"""Words of a name."""


class Filters:
    """Makes the tables that are wanted."""

    def __init__(self, layout: Layout) -> None:
        self.layout, self.players = layout, layout.size(PLAYER)
        self._made: dict[str, ast.expr | None] = {}

    def listed(self, node: ast.ListComp) -> None:
        """Make a comprehension go through a shorter list, where there is one."""
        part = node.generators[0]
        if part.ifs and len(node.generators) == 1 and isinstance(part.target, ast.Name):
            found = self.filtered(part.iter, part.target.id, each_test(part.ifs))
            if found is not None:
                part.iter = found[0]
                part.ifs = [py.placed(py.both(*found[1]), part.ifs[0])] if found[1] else []

    def looped(self, node: ast.For) -> None:
        """The same of a loop that does something only where a condition holds."""
        only = node.body[0]
        if not (len(node.body) == 1 and isinstance(only, ast.If) and not only.orelse):
            return
        if not isinstance(node.target, ast.Name) or not _table_of(node.iter):
            return
        if _changes(only, {node.target.id, *_names(node.iter, only.test)}):
            return
        found = self.filtered(node.iter, node.target.id, each_test([only.test]))
        if found is not None:
            node.iter, rest = found
            if rest:
                only.test = py.placed(py.both(*rest), only.test)
            else:
                node.body = only.body

    def filtered(self, items: ast.expr, item: str, tests: Sequence[ast.expr]) -> tuple[ast.expr, list[ast.expr]] | None:
        """The shorter list and the tests that are left; None if there is nothing to be gained."""
        if not isinstance(self.layout.constants.get(_table_of(items)), tuple):
            return None
        fixed: list[ast.expr] = []
        rest = list(tests)
        for test in tests:
            if self._is_fixed(test, items, item):
                fixed.append(test)
                rest.remove(test)
            elif any(isinstance(x, ast.Call) for x in py.walk(test)):
                break  # where it goes wrong must not be put off
        table = self._table(items, item, fixed) if fixed else None
        return None if table is None else (table, rest)

    # ------------------------------------------------------------ what it rests on

    def _is_fixed(self, test: ast.expr, items: ast.expr, item: str) -> bool:
        keys = self._keys([items, test], item)
        return keys is not None and any(isinstance(x, ast.Name) and x.id == item for x in py.walk(test))

    def _keys(self, trees: Sequence[ast.expr], item: str) -> dict[str, int] | None:
        """What expressions rest on besides the item, with the number of values of each; None if that is not known."""
        found: dict[str, int] = {}
        waiting: list[ast.AST] = list(trees)
        while waiting:
            node = waiting.pop()
            if not isinstance(node, _PLAIN):
                return None
            if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name):
                table = self.layout.constants.get(node.value.id)
                if not isinstance(table, tuple):
                    return None
                key = "" if isinstance(node.slice, ast.Name) and node.slice.id == item else _key(node.slice)
                if key:
                    if found.setdefault(key, len(table)) != len(table):
                        return None
                    continue
                waiting.append(node.slice)
            elif isinstance(node, ast.Name):
                if node.id != item and not isinstance(self.layout.constants.get(node.id), tuple):
                    return None
            elif isinstance(node, ast.Attribute):
                if _key(node) != _ME or found.setdefault(_ME, self.players) != self.players:
                    return None
            elif isinstance(node, ast.BinOp) and not isinstance(node.op, ast.Add | ast.Sub | ast.Mult):
                return None
            else:
                waiting += py.inside(node)
        return found

    # ------------------------------------------------------------------- tables

    def _table(self, items: ast.expr, item: str, tests: Sequence[ast.expr]) -> ast.expr | None:
        """The items that pass the tests, as an expression."""
        both = py.both(*tests)
        said = ast.dump(py.filled(ast.Tuple([items, both], ast.Load()), {item: "_"}))
        if said not in self._made:
            self._made[said] = self._new(items, item, both)
        known = self._made[said]
        return None if known is None else py.placed(py.copied(known), items)

    def _new(self, items: ast.expr, item: str, test: ast.expr) -> ast.expr | None:
        keys = self._keys([items, test], item)
        assert keys is not None
        names = sorted(keys, key=lambda key: (key != _ME, key))
        rows = self._rows(items, item, test, {name: keys[name] for name in names})
        if rows is None:
            return None
        made: ast.expr = py.name(self.layout.constant(_title(items, test), rows))
        for name in names:
            made = py.index(made, py.attr("s", "me") if name == _ME else py.name(name))
        return made

    def _rows(self, items: ast.expr, item: str, test: ast.expr, keys: Mapping[str, int]) -> Any:
        """The table: the first key's rows, in them the next one's."""
        if len(keys) > 2 or not _fits(self.layout.constants, items, keys):
            return None
        given = [name.replace(".", "_") for name in keys]
        row = py.comprehension(py.name(item), item, items, test)
        tree = _MeAsName().visit(py.copied(row))
        whole = ast.Expression(
            ast.Lambda(py.function("row", given, []).args, ast.Call(ast.Name("tuple", ast.Load()), [tree], []))
        )
        make = eval(compile(ast.fix_missing_locations(whole), "table", "eval"), dict(self.layout.constants))
        try:
            rows = [make(*values) for values in product(*map(range, keys.values()))]
        except (IndexError, TypeError):
            return None
        if not keys:
            return rows[0]
        if len(keys) == 1:
            return tuple(rows)
        wide = list(keys.values())[1]
        return tuple(tuple(rows[i : i + wide]) for i in range(0, len(rows), wide))


class _MeAsName(ast.NodeTransformer):
    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        return py.name("s_me")


def each_test(tests: Sequence[ast.expr]) -> list[ast.expr]:
    """Conditions that all have to hold, one by one."""
    made: list[ast.expr] = []
    for test in tests:
        made += each_test(test.values) if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And) else [test]
    return made


def _table_of(items: ast.expr) -> str:
    """The name of the table of which the items are, or of one that has them as a row."""
    while isinstance(items, ast.Subscript):
        items = items.value
    return items.id if isinstance(items, ast.Name) else ""


def _names(*trees: ast.expr) -> set[str]:
    return {x.id for tree in trees for x in py.walk(tree) if isinstance(x, ast.Name)}


def _changes(tree: ast.AST, names: set[str]) -> bool:
    """Does it give one of some locals a value, or say who acts?"""
    stored = [x for x in py.walk(tree) if isinstance(x, ast.Name | ast.Attribute) and isinstance(x.ctx, ast.Store)]
    return any(x.attr == "me" if isinstance(x, ast.Attribute) else x.id in names for x in stored)


def _key(node: ast.AST) -> str:
    """What a table is looked up by: a local, or who acts."""
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
        return _ME if (node.value.id, node.attr) == ("s", "me") else ""
    return node.id if isinstance(node, ast.Name) else ""


def _fits(constants: Mapping[str, object], items: ast.expr, keys: Mapping[str, int]) -> bool:
    """Is what has to be tried for a table little enough?"""
    table = items.value if isinstance(items, ast.Subscript) else items
    rows = constants.get(table.id) if isinstance(table, ast.Name) else None
    if not isinstance(rows, tuple):
        return False
    tried = len(rows)
    if isinstance(items, ast.Subscript):
        if not all(isinstance(row, tuple) for row in rows):
            return False
        tried = sum(map(len, rows)) // max(1, len(rows))
    for size in keys.values():
        tried *= size
    return tried <= MOST


def _title(items: ast.expr, test: ast.expr) -> str:
    """A name for a table: what is in it, and what the condition looks at."""
    own = next(x.id for x in py.walk(items) if isinstance(x, ast.Name) and x.id.startswith("c_"))
    tables = dict.fromkeys(x.id for x in ast.walk(test) if isinstance(x, ast.Name) and x.id.startswith("c_"))
    plain = (name.removeprefix("c_") for name in tables)
    words = dict.fromkeys(name.partition("_")[2] if name[0].isupper() else name for name in plain)
    return "_".join([own.removeprefix("c_"), "where", *list(words)[:_ROOM]])
