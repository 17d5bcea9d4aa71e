"""Loops that need none: over one piece, or only to find out whether there is something."""

from __future__ import annotations

import ast

from rulesdsl.compiler import pyast as py


def only_finds(node: ast.For) -> bool:
    """`for x in items: found = True; break`"""
    if len(node.body) != 2 or not isinstance(node.body[1], ast.Break) or node.orelse:
        return False
    first = node.body[0]
    return isinstance(first, ast.Assign) and isinstance(first.value, ast.Constant) and first.value.value is True


def is_on(piece: ast.Constant | ast.Name, low: ast.expr, high: ast.expr, carriers: ast.expr) -> list[list[ast.expr]]:
    """Tests of which one is true if a piece is on a board: it lies there itself, or what carries it does."""

    def where() -> ast.expr:
        read = py.attr("s", "where_")
        if isinstance(piece, ast.Constant):
            py.note(read, ((piece.value, piece.value + 1),))  # type: ignore[operator,arg-type]
        return read

    here, under = py.index(where(), piece), py.index(where(), piece)
    space = py.call("space_of", where(), piece, carriers, high)
    ends: list[ast.cmpop] = [ast.LtE(), ast.Lt()]
    there = ast.Compare(low, ends, [space, high])
    return [[ast.Compare(low, ends, [here, high])], [py.compare(under, ">=", carriers), there]]


def once(body: list[ast.stmt]) -> list[ast.stmt] | None:
    """The body of a loop that goes round once at most, without what leaves it; None where that is not the last."""
    *most, last = body
    if any(isinstance(x, ast.Break | ast.Continue) for stmt in most for x in py.walk(stmt)):
        return None
    if isinstance(last, ast.Break):
        return most or [ast.copy_location(ast.Pass(), last)]
    if isinstance(last, ast.If):
        then, other = once(last.body), once(last.orelse) if last.orelse else []
        if then is None or other is None:
            return None
        return [*most, ast.copy_location(ast.If(last.test, then, other), last)]
    return None if any(isinstance(x, ast.Break | ast.Continue) for x in py.walk(last)) else body
