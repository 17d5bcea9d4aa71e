"""Menus of actions: where they depend on one condition or two, each of them is a tuple, and no list is put together."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from rulesdsl.compiler import pyast as py

MOST = 2
"""Conditions of a menu that is said as a choice of tuples; of more there would be too many."""


@dataclass(slots=True)
class _Menu:
    """A list that is put together: its name, for each entry a condition (None: always) and the entry."""

    name: str
    entries: list[tuple[ast.expr | None, ast.expr]] = field(default_factory=list)
    passing: ast.If | None = None
    """What is done if there is nothing in it."""
    closing: list[ast.expr] = field(default_factory=list)
    """Entries that are added when that is known."""


def chosen_tuples(body: Sequence[ast.stmt], is_calm: Callable[[ast.expr], bool]) -> list[ast.stmt]:
    """Statements with menus as `t = (0, 1) if test else (2,)`; `is_calm` says of a test that nothing can go wrong."""
    made: list[ast.stmt] = []
    waiting = list(body)
    while waiting:
        menu, length = _menu(waiting)
        lines = _lines(menu, waiting[0], is_calm) if menu is not None and not _grows(menu, waiting[length:]) else None
        if lines is not None:
            made += lines
            del waiting[:length]
            continue
        stmt = waiting.pop(0)
        for name in ("body", "orelse"):
            inner = getattr(stmt, name, None)
            if inner:
                setattr(stmt, name, chosen_tuples(inner, is_calm))
        made.append(stmt)
    return made


def _menu(body: Sequence[ast.stmt]) -> tuple[_Menu | None, int]:
    """The menu that statements begin with, and how many of them make it."""
    first = body[0]
    if not (isinstance(first, ast.Assign) and isinstance(first.value, ast.List) and not first.value.elts):
        return None, 0
    if not isinstance(first.targets[0], ast.Name):
        return None, 0
    menu = _Menu(first.targets[0].id)
    for k, stmt in enumerate(body[1:], 1):
        entry = appended(stmt, menu.name)
        if entry is not None:
            if menu.passing is None:
                menu.entries.append((None, entry))
            else:
                menu.closing.append(entry)
            continue
        if not isinstance(stmt, ast.If) or menu.passing is not None:
            return menu, k
        inner = appended(stmt.body[0], menu.name) if len(stmt.body) == 1 and not stmt.orelse else None
        if inner is not None:
            menu.entries.append((stmt.test, inner))
        elif _is_empty(stmt.test, menu.name) and isinstance(stmt.body[-1], ast.Return) and not stmt.orelse:
            menu.passing = stmt
        else:
            return menu, k
    return menu, len(body)


def appended(stmt: ast.stmt, name: str) -> ast.Constant | None:
    """The constant of `name.append(constant)`."""
    call = stmt.value if isinstance(stmt, ast.Expr) else None
    if not (isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr == "append"):
        return None
    item = call.args[0]
    plain = item.operand if isinstance(item, ast.UnaryOp) else item
    if not isinstance(plain, ast.Constant) or not isinstance(call.func.value, ast.Name) or call.func.value.id != name:
        return None
    return py.const(ast.literal_eval(item))


def _is_empty(test: ast.expr, name: str) -> bool:
    """`not name`"""
    inner = test.operand if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not) else None
    return isinstance(inner, ast.Name) and inner.id == name


def _grows(menu: _Menu, rest: Sequence[ast.stmt]) -> bool:
    """Is more put into it, or is it known whether it was empty, in a way that is not understood here?"""
    return any(
        isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == menu.name
        for stmt in rest
        for node in py.walk(stmt)
    )


def _lines(menu: _Menu, at: ast.stmt, is_calm: Callable[[ast.expr], bool]) -> list[ast.stmt] | None:
    """The statements that say it; None where that is not worth it."""
    tests: dict[str, ast.expr] = {}
    for test, _ in menu.entries:
        if test is None or isinstance(test, ast.Constant):
            continue
        if not is_calm(test):
            return None
        if ast.dump(py.negate(test)) not in tests:
            tests.setdefault(ast.dump(test), test)
    if not menu.entries or len(tests) > MOST:
        return None
    ways: list[tuple[object, ...]] = []
    said = _said(menu, list(tests.items()), {}, ways)
    made: list[ast.stmt] = [ast.copy_location(py.assign(menu.name, said), at)]
    for node in py.walk(made[0]):
        if isinstance(node, ast.expr) and "lineno" not in node.__dict__:
            ast.copy_location(node, at)
    if menu.passing is not None and () in ways:
        made.append(menu.passing)
    return made


def _said(
    menu: _Menu, tests: list[tuple[str, ast.expr]], known: dict[str, bool], ways: list[tuple[object, ...]]
) -> ast.expr:
    """The menu as far as its conditions are known, a choice by the next one; `ways` gets each tuple in it."""
    if tests:
        (text, test), *rest = tests
        then = _said(menu, rest, {**known, text: True}, ways)
        other = _said(menu, rest, {**known, text: False}, ways)
        asks = any(isinstance(node, ast.Call) for node in py.walk(test))  # rules tell of their own faults
        return ast.IfExp(test, then, other) if asks or ast.dump(then) != ast.dump(other) else then
    found = [entry for test, entry in menu.entries if _holds(test, known)]
    items = tuple(ast.literal_eval(entry) for entry in (*found, *(menu.closing if found or not menu.passing else ())))
    ways.append(items)
    return py.const(items)


def _holds(test: ast.expr | None, known: dict[str, bool]) -> bool:
    if test is None:
        return True
    if isinstance(test, ast.Constant):
        return bool(test.value)
    text = ast.dump(test)
    return known[text] if text in known else not known[ast.dump(py.negate(test))]
