"""`those_X(s, items)` beside `value_X`: the items for which a rule holds, with what is the same for all asked once.

Only of rules that look at who acts: others may be remembered by item, which is quicker still.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence

from rulesdsl.compiler import pyast as py

THOSE = "those_"
"""So begin the names of the functions."""
_ITEMS = "items_"


class Selection:
    """Makes the functions that are asked for; `rules` are the functions that only look."""

    def __init__(self, rules: Mapping[str, ast.FunctionDef]) -> None:
        self.rules = rules
        self.made: dict[str, ast.FunctionDef] = {}
        self._without: set[str] = set()

    def of(self, node: ast.ListComp) -> ast.expr | None:
        """`[x for x in s.held_[place] if value_X(s, x)]` as a call; None where that would not be quicker."""
        part = node.generators[0]
        if not (len(node.generators) == 1 and len(part.ifs) == 1 and isinstance(part.target, ast.Name)):
            return None
        name, item = _called(part.ifs[0]), part.target.id
        if not (name and _is(node.elt, item) and _is(part.ifs[0].args[1], item) and _is_held(part.iter)):  # type: ignore[attr-defined]
            return None
        made = self._make(name)
        return py.placed(py.call(made, py.name("s"), part.iter), node) if made else None

    def _make(self, rule: str) -> str:
        """The name of the function beside a rule; nothing if there is none."""
        name = f"{THOSE}{rule.removeprefix('value_')}"
        if name in self.made:
            return name
        if rule in self._without or rule not in self.rules or not rule.startswith("value_"):
            return ""
        self._without.add(rule)  # also while it is being made: of those that lead to themselves there is none
        first = self.rules[rule]
        if len(first.args.args) != 2 or not any(
            isinstance(x, ast.Attribute) and x.attr == "me" for x in py.walk(first)
        ):
            return ""
        writer = _Writer(self, first)
        body = writer.row(first.body)
        if not (writer.shared and writer.told):
            return ""
        nothing = py.when(py.negate(py.name(_ITEMS)), [ast.Return(py.list_of([]))])
        made = py.function(name, ["s", _ITEMS], [nothing, *body])
        ast.copy_location(made, first)
        for node in py.walk(made):
            if isinstance(node, ast.stmt | ast.expr | ast.arg) and "lineno" not in node.__dict__:
                ast.copy_location(node, first)
        self.made[name] = made
        return name


class _Writer:
    """Turns what returns whether something holds of an item into what returns the items of which it does."""

    def __init__(self, selection: Selection, rule: ast.FunctionDef) -> None:
        self.selection, self.rule, self.item = selection, rule.name, rule.args.args[1].arg
        self.shared = False
        """Is anything the same for all?"""
        self.told = False
        """Is there a way that does not ask the whole rule of each?"""

    def row(self, body: Sequence[ast.stmt]) -> list[ast.stmt]:
        made: list[ast.stmt] = []
        for stmt in body:
            if isinstance(stmt, ast.Return) and stmt.value is not None:
                return [*made, self._returned(stmt, stmt.value)]
            if isinstance(stmt, ast.If) and not _names(stmt.test, self.item):
                other = ast.If(py.copied(stmt.test), self.row(stmt.body), self.row(stmt.orelse))
                made.append(ast.copy_location(other, stmt))
            elif _names(stmt, self.item) or any(isinstance(x, ast.Return) for x in py.walk(stmt)):
                asked = py.call(self.rule, py.name("s"), py.name(self.item))
                return [*made, ast.copy_location(ast.Return(self._filtered(asked)), stmt)]
            else:
                made.append(py.copied(stmt))
            self.shared = True
        return made

    def _returned(self, stmt: ast.Return, value: ast.expr) -> ast.stmt:
        self.told = True
        name = _called(value)
        made = self.selection._make(name) if name and _is(value.args[1], self.item) else ""  # type: ignore[attr-defined]
        if made:
            return ast.copy_location(ast.Return(py.call(made, py.name("s"), py.name(_ITEMS))), stmt)
        return ast.copy_location(ast.Return(self._filtered(py.copied(value))), stmt)

    def _filtered(self, test: ast.expr) -> ast.expr:
        return py.comprehension(py.name(self.item), self.item, py.name(_ITEMS), test)


def _called(node: ast.expr) -> str:
    """The rule that is asked of one thing in `value_X(s, x)`."""
    plain = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and len(node.args) == 2
    return node.func.id if plain and _is(node.args[0], "s") else ""  # type: ignore[attr-defined]


def _is(node: ast.expr, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name


def _is_held(items: ast.expr) -> bool:
    column = items.value if isinstance(items, ast.Subscript) else None
    return isinstance(column, ast.Attribute) and column.attr == "held_"


def _names(tree: ast.AST, name: str) -> bool:
    return any(isinstance(x, ast.Name) and x.id == name for x in py.walk(tree))
