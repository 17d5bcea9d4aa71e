"""Expressions in which some names and figures of the state are known: what follows is worked out beforehand."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Mapping
from typing import Any

from rulesdsl.compiler import pyast as py

Env = dict[str, object]
"""What is known: locals by name, figures of the state as `s.name`; numbers, truth, None, and tuples of these."""
LONGEST = 4
"""Items of a tuple that is written out."""
_COMPARE: dict[type[ast.cmpop], Callable[[object, object], object]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Is: operator.is_,
    ast.IsNot: operator.is_not,
    ast.Lt: operator.lt,  # type: ignore[dict-item]
    ast.LtE: operator.le,  # type: ignore[dict-item]
    ast.Gt: operator.gt,  # type: ignore[dict-item]
    ast.GtE: operator.ge,  # type: ignore[dict-item]
}
_BINARY: dict[type[ast.operator], Callable[[int, int], int]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
}


def figure(node: ast.AST) -> str:
    """`s.name`, or a local: what the environment calls it; an empty text for anything else."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "s":
        return f"s.{node.attr}"
    return ""


def folded(tree: ast.expr, env: Mapping[str, object], tables: Mapping[str, object]) -> ast.expr:
    """A copy with what is known put in; `tables` are the constants of the game."""
    return _Folding(env, tables).visit(py.copied(tree))  # type: ignore[no-any-return]


class _Folding(ast.NodeTransformer):
    def __init__(self, env: Mapping[str, object], tables: Mapping[str, object]) -> None:
        self.env, self.tables = env, tables

    def _known(self, node: ast.expr, value: object) -> ast.expr:
        return ast.copy_location(py.const(value), node)

    def visit_Name(self, node: ast.Name) -> ast.expr:
        known = isinstance(node.ctx, ast.Load) and node.id in self.env
        return self._known(node, self.env[node.id]) if known else node

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        name = figure(node)
        if isinstance(node.ctx, ast.Load) and name in self.env:
            return self._known(node, self.env[name])
        self.generic_visit(node)
        return node

    def visit_ListComp(self, node: ast.ListComp) -> ast.expr:
        return self._comprehension(node)

    def visit_GeneratorExp(self, node: ast.GeneratorExp) -> ast.expr:
        return self._comprehension(node)

    def _comprehension(self, node: ast.ListComp | ast.GeneratorExp) -> ast.expr:
        own = {x.id for x in py.walk(node) if isinstance(x, ast.Name) and isinstance(x.ctx, ast.Store)}
        before, self.env = self.env, {name: value for name, value in self.env.items() if name not in own}
        self.generic_visit(node)
        self.env = before
        return node

    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        self.generic_visit(node)
        left, right = node.left, node.comparators[0]
        test = _COMPARE.get(type(node.ops[0]))
        if len(node.ops) > 1 or test is None:
            return node
        if not (isinstance(left, ast.Constant) and isinstance(right, ast.Constant)):
            return node
        same = isinstance(node.ops[0], ast.Eq | ast.NotEq | ast.Is | ast.IsNot)
        if same or all(isinstance(x, int) for x in (left.value, right.value)):
            return self._known(node, bool(test(left.value, right.value)))
        return node

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.expr:
        """Only what is true or false by itself may be left out: of other values the last one counts."""
        self.generic_visit(node)
        ends = isinstance(node.op, ast.Or)
        parts: list[ast.expr] = []
        for part in node.values:
            if isinstance(part, ast.Constant) and isinstance(part.value, bool):
                if part.value == ends:
                    parts.append(part)
                    break
                if part is not node.values[-1]:
                    continue
            parts.append(part)
        *most, last = parts
        neutral = isinstance(last, ast.Constant) and last.value is (not ends)
        if most and neutral and all(isinstance(x, ast.Compare) for x in most):
            parts = most
        node.values = parts
        return parts[0] if len(parts) == 1 else node

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.expr:
        self.generic_visit(node)
        if isinstance(node.operand, ast.Constant):
            if isinstance(node.op, ast.Not):
                return self._known(node, not node.operand.value)
            if isinstance(node.op, ast.USub) and type(node.operand.value) is int:
                return self._known(node, -node.operand.value)
        return node

    def visit_IfExp(self, node: ast.IfExp) -> ast.expr:
        self.generic_visit(node)
        if isinstance(node.test, ast.Constant):
            return node.body if node.test.value else node.orelse
        return node

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        self.generic_visit(node)
        sides, work = [_number(side) for side in (node.left, node.right)], _BINARY.get(type(node.op))
        if work is None or sides[0] is None or sides[1] is None:
            return node
        return self._known(node, work(sides[0], sides[1]))

    def visit_Call(self, node: ast.Call) -> ast.expr:
        self.generic_visit(node)
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        item = known_tuple(node.args[0]) if name in ("len", "bool") else None
        if item is None:
            return node
        return self._known(node, len(item) if name == "len" else bool(item))

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        self.generic_visit(node)
        row = node.value
        values: object = row.value if isinstance(row, ast.Constant) else None
        if isinstance(row, ast.Name):
            values = self.tables.get(row.id)
        at = node.slice.value if isinstance(node.slice, ast.Constant) else None
        if not (isinstance(values, tuple) and type(at) is int and -len(values) <= at < len(values)):
            return node
        found = values[at]
        plain = found is None or isinstance(found, int)
        few = isinstance(found, tuple) and len(found) <= LONGEST and all(isinstance(x, int) for x in found)
        return self._known(node, found) if plain or few else node


def known_tuple(node: ast.expr) -> tuple[Any, ...] | None:
    """The items of a tuple that is written out."""
    value: object = node.value if isinstance(node, ast.Constant) else None
    return value if isinstance(value, tuple) else None


def _number(node: ast.expr) -> int | None:
    return node.value if isinstance(node, ast.Constant) and type(node.value) is int else None
