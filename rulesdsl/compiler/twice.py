"""What a statement asks for twice, so that it can be worked out before it once."""

from __future__ import annotations

import ast
from collections.abc import Container, Iterator

from rulesdsl.compiler import pyast as py

_PERHAPS = (ast.IfExp, ast.BoolOp, ast.ListComp, ast.GeneratorExp, ast.Lambda)
"""Expressions of which a part may not be worked out, or more than once."""


def asked_twice(value: ast.expr, rules: Container[str]) -> ast.Call | None:
    """The call of a rule that comes before all other calls, if it stands there again; None if there is none."""
    first = next(_calls(value), None)
    if first is None or not (isinstance(first.func, ast.Name) and first.func.id.startswith("value_")):
        return None
    if first.func.id not in rules or not all(isinstance(arg, ast.Name | ast.Constant) for arg in first.args):
        return None
    said = ast.dump(first)
    same = sum(isinstance(node, ast.Call) and ast.dump(node) == said for node in py.walk(value))
    return first if same > 1 else None


def _calls(node: ast.AST) -> Iterator[ast.Call]:
    """The calls in an expression in the order in which they are made, as far as they are made in any case."""
    if isinstance(node, _PERHAPS):
        yield ast.Call(node, [], [])
        return
    for inner in py.inside(node):
        yield from _calls(inner)
    if isinstance(node, ast.Call):
        yield node
