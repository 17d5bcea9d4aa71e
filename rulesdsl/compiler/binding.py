"""Columns and the chooser read into locals: a local is quicker than an attribute of the state."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from rulesdsl.compiler import pyast as py
from rulesdsl.compiler.cellsets import CELLS

_DEEPER = {
    (ast.While, "body"),
    (ast.For, "body"),
    (ast.For, "orelse"),
    (ast.ListComp, "elt"),
    (ast.comprehension, "ifs"),
}
"""Where a loop does its rounds."""

_LOOKING = ("value_", "some_", "those_", "can_", "holds_", "reached_", "ways_")
"""Beginnings of the names of functions that only look."""
Place = tuple[Any, Any]
"""Where an expression stands: the fields of a node or a list of nodes, and the key there."""


@dataclass(slots=True)
class _Found:
    """What one look at a function tells."""

    names: set[str] = field(default_factory=set)
    uses: dict[str, int] = field(default_factory=dict)
    """How often each of the wanted columns is used, more inside loops."""
    places: dict[str, list[Place]] = field(default_factory=dict)
    loops: bool = False
    chooser: bool = False


def bind(made: ast.FunctionDef, columns: frozenset[str]) -> None:
    """Name list columns that are used more than once at the top of the function, and the chooser before loops.

    Columns that are replaced whole (`s.x[:] = ...`) stay the same list, so the local stays right.
    """
    if made.name.startswith(_LOOKING):
        cells_once(made)
    found = _scan([made], columns)
    first = made.body[0]
    names = sorted(name for name, uses in found.uses.items() if uses > 1 and name not in found.names)
    head = [_binding(name, first) for name in names]
    for name in names:
        _rename(found.places[name], name)
    if found.loops and found.chooser and "me" not in found.names:
        made.body = [line for stmt in made.body for line in _chooser_first(stmt)]
    made.body = [*head, *made.body]


def cells_once(made: ast.FunctionDef) -> None:
    """Sets of cells that are asked for in loops, looked up before the first of them: nothing is written meanwhile."""
    calls: dict[str, list[Place]] = {}
    looped: set[str] = set()
    waiting: list[tuple[Any, type | None, bool]] = [(made.body, None, False)]
    while waiting:
        holder, kind, deep = waiting.pop()
        for key, value in enumerate(holder) if type(holder) is list else holder.items():
            inner = deep or (kind, key) in _DEEPER
            if type(value) is list:
                waiting.append((value, None, inner))
            elif isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id.startswith(CELLS):
                calls.setdefault(value.func.id, []).append((holder, key))
                if inner:
                    looped.add(value.func.id)
            elif isinstance(value, ast.AST):
                waiting.append((value.__dict__, type(value), inner))
    at = next((i for i, stmt in enumerate(made.body) if any(_asks(node, looped) for node in py.walk(stmt))), 0)
    head: list[ast.stmt] = []
    for name in sorted(looped):
        local = f"{name.removeprefix(CELLS)}_cells"
        head.append(py.assign(local, py.call(name, py.name("s"))))
        _rename(calls[name], local)
    for node in (x for stmt in head for x in py.walk(stmt)):
        ast.copy_location(node, made.body[0])
    made.body = [*made.body[:at], *head, *made.body[at:]]


def _asks(node: ast.AST, names: set[str]) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in names


def _scan(trees: list[Any], columns: frozenset[str]) -> _Found:
    found = _Found()
    waiting: list[tuple[Any, type | None, int]] = [(trees, None, 0)]
    while waiting:
        holder, kind, depth = waiting.pop()
        for key, value in enumerate(holder) if type(holder) is list else holder.items():
            if type(value) is list:
                waiting.append((value, None, depth + ((kind, key) in _DEEPER)))
            elif isinstance(value, ast.Name):
                found.names.add(value.id)
            elif isinstance(value, ast.Attribute) and isinstance(value.value, ast.Name) and value.value.id == "s":
                name = value.attr
                found.chooser = found.chooser or name == "me"
                if name in columns:
                    found.uses[name] = found.uses.get(name, 0) + (2 if depth + ((kind, key) in _DEEPER) else 1)
                    found.places.setdefault(name, []).append((holder, key))
            elif isinstance(value, ast.AST):
                found.loops = found.loops or isinstance(value, ast.For)
                if isinstance(value, ast.arg):
                    found.names.add(value.arg)
                waiting.append((value.__dict__, type(value), depth + ((kind, key) in _DEEPER)))
    return found


def _rename(places: Iterable[Place], name: str) -> None:
    for holder, key in places:
        holder[key] = ast.copy_location(ast.Name(name, ast.Load()), holder[key])


def _binding(name: str, at: ast.stmt) -> ast.stmt:
    """`name = s.name`"""
    made = ast.Assign([ast.Name(name, ast.Store())], ast.Attribute(ast.Name("s", ast.Load()), name, ast.Load()))
    for node in py.walk(made):
        if isinstance(node, ast.stmt | ast.expr):
            ast.copy_location(node, at)
    return made


_PURE = (
    *("value_", "holds_", "holder_", "text_of", "len", "tuple", "span", "without", "times", "sum", "space_of"),
    *(
        "first_of",
        "least",
        "in_order",
        "row_of",
        "some_",
        "standing_",
        "cells_",
        "reached_",
        "ways_",
        "set",
        "sorted",
        "those_",
    ),
)
"""Calls by these names (or beginnings of names) change nothing, so `s.me` stays the same around them."""


def _chooser_first(stmt: ast.stmt) -> list[ast.stmt]:
    if isinstance(stmt, ast.For) and _reads_me(stmt) and _is_quiet(stmt):
        _rename(_scan([stmt], frozenset({"me"})).places["me"], "me")
        return [_binding("me", stmt), stmt]
    for name in ("body", "orelse"):
        inner = getattr(stmt, name, None)
        if isinstance(inner, list):
            setattr(stmt, name, [line for part in inner for line in _chooser_first(part)])
    return [stmt]


def _reads_me(stmt: ast.stmt) -> bool:
    return any(isinstance(x, ast.Attribute) and x.attr == "me" and isinstance(x.ctx, ast.Load) for x in py.walk(stmt))


def _is_quiet(stmt: ast.stmt) -> bool:
    """Nothing in it can set `me`: no store, no pause, no call but pure ones."""
    for node in py.walk(stmt):
        if isinstance(node, ast.Yield | ast.YieldFrom):
            return False
        if isinstance(node, ast.Attribute) and node.attr == "me" and isinstance(node.ctx, ast.Store):
            return False
        if isinstance(node, ast.Call):
            method = isinstance(node.func, ast.Attribute) and node.func.attr in ("append", "get", "isdisjoint")
            pure = isinstance(node.func, ast.Name) and node.func.id.startswith(_PURE)
            if not (method or pure):
                return False
    return True
