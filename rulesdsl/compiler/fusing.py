"""Generated functions made quicker without changing what they do: nodes joined, columns bound to locals."""

from __future__ import annotations

import ast
import copy

from rulesdsl.compiler import pyast as py

MOST_STATEMENTS = 12
"""A node longer than this is only joined to its single predecessor: copies must stay small."""


ROUNDS = 16
"""Rounds of a loop before it leaves: making a generator again after so many costs next to nothing."""


def fuse(
    bodies: dict[int, list[ast.stmt]], stops: frozenset[int]
) -> tuple[dict[int, list[ast.stmt]], dict[int, tuple[int, ...]]]:
    """Put a node's statements where its predecessor returns its number; `stops` (nodes that ask) stay as they are.

    The second result tells which nodes each one has taken in, in the order in which they follow it.
    """
    taken: dict[int, list[int]] = {number: [] for number in bodies}
    counts: dict[int, int] = {}
    for body in bodies.values():
        for target in _targets(body):
            counts[target] = counts.get(target, 0) + 1

    def joined(number: int, path: tuple[int, ...]) -> list[ast.stmt]:
        return _replace(bodies[number], number, path)

    def _replace(body: list[ast.stmt], number: int, path: tuple[int, ...]) -> list[ast.stmt]:
        made: list[ast.stmt] = []
        for stmt in body:
            target = _target(stmt)
            if target is not None and _wanted(target, (*path, number)):
                first = path[0] if path else number
                if target not in taken[first]:
                    taken[first].append(target)
                made += joined(target, (*path, number))
                continue
            if isinstance(stmt, ast.If):
                test = copy.deepcopy(stmt.test)
                branches = _replace(stmt.body, number, path), _replace(stmt.orelse, number, path)
                made.append(ast.copy_location(ast.If(test, *branches), stmt))
            else:
                made.append(copy.deepcopy(stmt))  # what stands in two places must not be one tree
        return made

    def _wanted(target: int, path: tuple[int, ...]) -> bool:
        if target < 0 or target in stops or target in path or target not in bodies:
            return False
        return counts.get(target, 0) == 1 or (_size(bodies[target]) <= MOST_STATEMENTS and len(path) < 8)

    fused = {number: joined(number, ()) for number in bodies}
    return fused, {number: tuple(inner) for number, inner in taken.items()}


def looped(body: list[ast.stmt], number: int) -> list[ast.stmt] | None:
    """A pausing node that comes back to itself, as a loop.

    None where it never comes back; a loop spares making a new generator for every round. It is no endless one:
    it leaves now and then, so that whoever runs it can count the rounds in which nobody is asked.
    """
    again = False

    def turned(stmts: list[ast.stmt]) -> list[ast.stmt]:
        nonlocal again
        made: list[ast.stmt] = []
        for stmt in stmts:
            if _target(stmt) == number:
                again = True
                stmt = ast.copy_location(ast.Continue(), stmt)
            elif isinstance(stmt, ast.If):
                stmt = ast.copy_location(ast.If(stmt.test, turned(stmt.body), turned(stmt.orelse)), stmt)
            made.append(stmt)
        return made

    inner = turned(body)
    if not again:
        return None
    rounds = py.call("range", py.const(ROUNDS))
    return [py.loop("again_", rounds, [*marking(), *inner]), ast.Return(py.const(number))]


def marking() -> list[ast.stmt]:
    """Where a node begins: no chain of questions is open, and a match that wants to keep the state is told."""

    def of_state(name: str, context: ast.expr_context) -> ast.Attribute:
        return ast.Attribute(ast.Name("s", ast.Load()), name, context)

    fresh = ast.Assign([of_state("chain_", ast.Store())], ast.Tuple([], ast.Load()))
    keep = ast.Expr(ast.Call(of_state("mark_", ast.Load()), [], []))
    return [fresh, ast.If(of_state("due_", ast.Load()), [keep], [])]


def reachable(bodies: dict[int, list[ast.stmt]], roots: frozenset[int]) -> frozenset[int]:
    """The nodes that can still be returned to."""
    seen: set[int] = set()
    waiting = sorted(roots)
    while waiting:
        number = waiting.pop()
        if number in seen or number not in bodies:
            continue
        seen.add(number)
        waiting += [t for t in _targets(bodies[number]) if t >= 0]
    return frozenset(seen)


def _target(stmt: ast.stmt) -> int | None:
    if isinstance(stmt, ast.Return) and isinstance(stmt.value, ast.Constant) and type(stmt.value.value) is int:
        return stmt.value.value
    return None


def _targets(body: list[ast.stmt]) -> list[int]:
    found: list[int] = []
    for stmt in body:
        for node in ast.walk(stmt):
            if isinstance(node, ast.stmt):
                target = _target(node)
                if target is not None:
                    found.append(target)
    return found


def _size(body: list[ast.stmt]) -> int:
    return sum(isinstance(node, ast.stmt) for stmt in body for node in ast.walk(stmt))


class _Columns(ast.NodeVisitor):
    """Counts how often each list column is used, more inside loops."""

    def __init__(self, columns: frozenset[str]) -> None:
        self.columns, self.depth = columns, 0
        self.uses: dict[str, int] = {}

    def visit_For(self, node: ast.For) -> None:
        self.visit(node.iter)
        self.depth += 1
        for stmt in (*node.body, *node.orelse):
            self.visit(stmt)
        self.depth -= 1

    def visit_ListComp(self, node: ast.ListComp) -> None:
        self.visit(node.generators[0].iter)
        self.depth += 1
        self.visit(node.elt)
        for test in node.generators[0].ifs:
            self.visit(test)
        self.depth -= 1

    def visit_Attribute(self, node: ast.Attribute) -> None:
        if isinstance(node.value, ast.Name) and node.value.id == "s" and node.attr in self.columns:
            self.uses[node.attr] = self.uses.get(node.attr, 0) + (2 if self.depth else 1)
        self.generic_visit(node)


class _Bind(ast.NodeTransformer):
    def __init__(self, names: frozenset[str]) -> None:
        self.names = names

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        if isinstance(node.value, ast.Name) and node.value.id == "s" and node.attr in self.names:
            return ast.copy_location(ast.Name(node.attr, ast.Load()), node)
        self.generic_visit(node)
        return node


_PURE = (
    *("value_", "holds_", "holder_", "text_of", "len", "tuple", "span", "without", "times", "sum", "space_of"),
    *("first_of", "least", "in_order", "row_of"),
)
"""Calls by these names (or beginnings of names) change nothing, so `s.me` stays the same around them."""


def bind_chooser(made: ast.FunctionDef) -> None:
    """Read `s.me` once before a loop that cannot change it."""
    taken = {node.id for node in ast.walk(made) if isinstance(node, ast.Name)} | {a.arg for a in made.args.args}
    if "me" not in taken:
        made.body = [line for stmt in made.body for line in _chooser_first(stmt)]


def _chooser_first(stmt: ast.stmt) -> list[ast.stmt]:
    if isinstance(stmt, ast.For) and _reads_me(stmt) and _is_quiet(stmt):
        head = ast.Assign([ast.Name("me", ast.Store())], ast.Attribute(ast.Name("s", ast.Load()), "me", ast.Load()))
        for node in ast.walk(head):
            if isinstance(node, ast.stmt | ast.expr):
                ast.copy_location(node, stmt)
        loop: ast.stmt = _Bind(frozenset({"me"})).visit(stmt)
        return [head, loop]
    for name in ("body", "orelse"):
        inner = getattr(stmt, name, None)
        if isinstance(inner, list):
            setattr(stmt, name, [line for part in inner for line in _chooser_first(part)])
    return [stmt]


def _reads_me(stmt: ast.stmt) -> bool:
    return any(isinstance(x, ast.Attribute) and x.attr == "me" and isinstance(x.ctx, ast.Load) for x in ast.walk(stmt))


def _is_quiet(stmt: ast.stmt) -> bool:
    """Nothing in it can set `me`: no store, no pause, no call but pure ones."""
    for node in ast.walk(stmt):
        if isinstance(node, ast.Yield | ast.YieldFrom):
            return False
        if isinstance(node, ast.Attribute) and node.attr == "me" and isinstance(node.ctx, ast.Store):
            return False
        if isinstance(node, ast.Call):
            method = isinstance(node.func, ast.Attribute) and node.func.attr in ("append", "get")
            pure = isinstance(node.func, ast.Name) and node.func.id.startswith(_PURE)
            if not (method or pure):
                return False
    return True


def bind_columns(made: ast.FunctionDef, columns: frozenset[str]) -> None:
    """Name list columns that are used more than once at the top of the function: a local is quicker than an attribute.

    Columns that are replaced whole (`s.x[:] = ...`) stay the same list, so the local stays right.
    """
    counter = _Columns(columns)
    for stmt in made.body:
        counter.visit(stmt)
    taken = {node.id for node in ast.walk(made) if isinstance(node, ast.Name)} | {a.arg for a in made.args.args}
    names = frozenset(name for name, uses in counter.uses.items() if uses > 1 and name not in taken)
    if not names:
        return
    first = made.body[0]
    binder = _Bind(names)
    made.body = [binder.visit(stmt) for stmt in made.body]
    head: list[ast.stmt] = [
        ast.Assign([ast.Name(name, ast.Store())], ast.Attribute(ast.Name("s", ast.Load()), name, ast.Load()))
        for name in sorted(names)
    ]
    for stmt in head:
        for node in ast.walk(stmt):
            if isinstance(node, ast.stmt | ast.expr):
                ast.copy_location(node, first)
    made.body = head + made.body
