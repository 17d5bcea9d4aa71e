"""Ends that several branches share are said once, and what only one place leads to stands there."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Mapping

from rulesdsl.compiler import pyast as py
from rulesdsl.compiler.fusing import targets


def shared(body: list[ast.stmt]) -> list[ast.stmt]:
    """Statements in which what all branches end with follows them."""
    made: list[ast.stmt] = []
    for i, stmt in enumerate(body):
        if isinstance(stmt, ast.For):
            stmt.body, stmt.orelse = shared(stmt.body), shared(stmt.orelse)
        if not isinstance(stmt, ast.If):
            made.append(stmt)
            continue
        rest = body[i + 1 :]
        if rest and not stmt.orelse and _leaves(stmt.body):
            with_rest = _hoisted(stmt, shared(stmt.body), shared(rest))
            if with_rest is not None:
                return [*made, *with_rest]
            stmt.body = shared(stmt.body)
            made.append(stmt)
            continue
        stmt.body, stmt.orelse = shared(stmt.body), shared(stmt.orelse)
        made += _hoisted(stmt, stmt.body, stmt.orelse) or [stmt]
    return made


def _hoisted(stmt: ast.If, body: list[ast.stmt], orelse: list[ast.stmt]) -> list[ast.stmt] | None:
    """A branch with the common end of both sides behind it; None if there is none."""
    common = 0
    while common < min(len(body), len(orelse)) and _same(body[-1 - common], orelse[-1 - common]):
        common += 1
    if not common:
        return None
    end = body[len(body) - common :]
    body, orelse = body[: len(body) - common], orelse[: len(orelse) - common]
    if not body and not orelse:
        return [ast.copy_location(ast.Expr(stmt.test), stmt), *end]
    test = stmt.test if body else ast.copy_location(py.unless(stmt.test), stmt.test)
    return [ast.copy_location(ast.If(test, body or orelse, orelse if body else []), stmt), *end]


def _same(one: ast.stmt, other: ast.stmt) -> bool:
    return type(one) is type(other) and ast.dump(one) == ast.dump(other)


def _leaves(body: list[ast.stmt]) -> bool:
    return bool(body) and isinstance(body[-1], ast.Return)


def joined(ways: Mapping[int, list[ast.stmt]]) -> dict[int, list[ast.stmt]]:
    """Ways in which those to which a single place leads stand at that place."""
    made = dict(ways)
    while True:
        counts = Counter(target for body in made.values() for target in targets(body))
        single = next((n for n in made if n and counts[n] == 1 and n not in targets(made[n])), None)
        if single is None:
            return made
        inner = made.pop(single)
        for number, body in made.items():
            made[number] = _put(body, single, inner)


def _put(body: list[ast.stmt], number: int, inner: list[ast.stmt]) -> list[ast.stmt]:
    made: list[ast.stmt] = []
    for stmt in body:
        if isinstance(stmt, ast.Return) and targets([stmt]) == [number]:
            made += inner
            continue
        if isinstance(stmt, ast.If):
            stmt.body, stmt.orelse = _put(stmt.body, number, inner), _put(stmt.orelse, number, inner)
        made.append(stmt)
    return made
