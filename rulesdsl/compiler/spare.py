"""Locals that nobody reads, and values that are given twice in a row, are left out."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from rulesdsl.compiler import pyast as py

_PLAIN = (ast.Constant, ast.Name)


def without(body: list[ast.stmt], kept: frozenset[str] = frozenset()) -> list[ast.stmt]:
    """Statements without what makes no difference; `kept` are locals that are read elsewhere."""
    while True:
        read = kept.union(
            node.id
            for stmt in body
            for node in py.walk(stmt)
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)
        )
        made = _row(body, read)
        if ast.dump(ast.Module(made, [])) == ast.dump(ast.Module(body, [])):
            return made
        body = made


def _row(body: Sequence[ast.stmt], read: frozenset[str]) -> list[ast.stmt]:
    made: list[ast.stmt] = []
    for i, stmt in enumerate(body):
        if _is_plain(stmt) and (_name(stmt) not in read or _is_given_again(_name(stmt), body[i + 1 :])):
            continue
        if isinstance(stmt, ast.If | ast.For):
            stmt = py.copied(stmt)
            stmt.body, stmt.orelse = _row(stmt.body, read), _row(stmt.orelse, read)
            if isinstance(stmt, ast.If) and not stmt.body and stmt.orelse:
                stmt.test, stmt.body, stmt.orelse = ast.copy_location(py.unless(stmt.test), stmt), stmt.orelse, []
            stmt.body = stmt.body or [ast.copy_location(ast.Pass(), stmt)]
        made.append(stmt)
    return made


def _is_plain(stmt: ast.stmt) -> bool:
    """`name = value`, where working out the value is nothing."""
    return isinstance(stmt, ast.Assign) and isinstance(stmt.targets[0], ast.Name) and isinstance(stmt.value, _PLAIN)


def _name(stmt: ast.stmt) -> str:
    target = stmt.targets[0] if isinstance(stmt, ast.Assign) else None
    return target.id if isinstance(target, ast.Name) else ""


def _is_given_again(name: str, rest: Sequence[ast.stmt]) -> bool:
    """Is it given another value before anything else is done with it, or anything can go wrong?"""
    for stmt in rest:
        if not _is_plain(stmt):
            return False
        assert isinstance(stmt, ast.Assign)
        if isinstance(stmt.value, ast.Name) and stmt.value.id == name:
            return False
        if _name(stmt) == name:
            return True
    return False
