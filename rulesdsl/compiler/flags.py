"""Loops that find something out, without the flag: what follows from it stands where it is found, or after the loop.

found = False                      for x in items:
for x in items:                        if test:
    if test:                               then
        found = True          ->           break
        break                      else:
if found:                              otherwise
    then
else:
    otherwise
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Mapping, Sequence

from rulesdsl.compiler import pyast as py

LONGEST_ROW = 5
"""Items of a row that are looked at by themselves rather than in a loop."""
_SHORT = 14
"""Nodes of a test that is written once for each item of such a row."""


def direct(body: Sequence[ast.stmt], constants: Mapping[str, object]) -> list[ast.stmt]:
    """Statements of a node without flags; `constants` are the tables."""
    uses = Counter(node.id for stmt in body for node in py.walk(stmt) if isinstance(node, ast.Name))
    return _Direct(uses, constants).all(body)


class _Direct:
    def __init__(self, uses: Counter[str], constants: Mapping[str, object]) -> None:
        self.uses, self.constants = uses, constants

    def all(self, body: Sequence[ast.stmt]) -> list[ast.stmt]:
        """A row of statements, those inside others first."""
        for stmt in body:
            for name in ("body", "orelse"):
                inner = getattr(stmt, name, None)
                if inner:
                    setattr(stmt, name, self.all(inner))
        made: list[ast.stmt] = []
        i = 0
        while i < len(body):
            lines = self.found(body[i : i + 3])
            made += [body[i]] if lines is None else lines
            i += 1 if lines is None else 3
        return [self.by_itself(stmt) for stmt in made]

    def found(self, three: Sequence[ast.stmt]) -> list[ast.stmt] | None:
        """The first value of a flag, a loop, and what depends on the flag; None if it is anything else."""
        if len(three) < 3:
            return None
        first, loop, asked = three
        name, before = _flag(first)
        if not (name and isinstance(loop, ast.For) and isinstance(asked, ast.If) and not loop.orelse):
            return None
        wanted = _asks_for(asked.test, name)
        if wanted is None or self.uses[name] != 3:
            return None
        hit, miss = (asked.body, asked.orelse) if wanted != before else (asked.orelse, asked.body)
        place = _place(loop.body, name, not before)
        if place is None or _leads_on(hit) or any(_leaves_loop(stmt) for stmt in hit):
            return None
        over = bool(hit) and isinstance(hit[-1], ast.Return)
        if not over and _leads_on(miss):
            return None
        place[-2:] = hit if over else [*hit, place[-1]]
        loop.orelse = [] if over else miss
        return [loop, *miss] if over else [loop]

    def by_itself(self, stmt: ast.stmt) -> ast.stmt:
        """A loop over rows of the same length, with a name for each item of a row."""
        if not (isinstance(stmt, ast.For) and isinstance(stmt.target, ast.Name) and len(stmt.body) == 1):
            return stmt
        inner, row = stmt.body[0], stmt.target.id
        length = self.length(stmt.iter)
        if not (isinstance(inner, ast.For) and isinstance(inner.iter, ast.Name) and inner.iter.id == row):
            return stmt
        test = _breaks(inner)
        if test is None or not 0 < length <= LONGEST_ROW or self.uses[row] != 2 or py.size(test) > _SHORT:
            return stmt
        assert isinstance(inner.target, ast.Name)
        names = [f"t{inner.target.id}{k + 1}_" for k in range(length)]
        tests = [py.filled(py.negate(test), {inner.target.id: name}) for name in names]
        target = ast.Tuple([py.store(name) for name in names], ast.Store())
        for one in (target, *target.elts):
            ast.copy_location(one, stmt.target)
        every = py.both(*tests)
        stmt.target = target
        stmt.body = [ast.copy_location(ast.If(ast.copy_location(every, test), inner.orelse, []), inner)]
        for node in py.walk(stmt.body[0]):
            if isinstance(node, ast.expr) and "lineno" not in node.__dict__:
                ast.copy_location(node, test)
        return stmt

    def length(self, source: ast.expr) -> int:
        """How long all rows are that a loop goes through; 0 if they differ, or nobody knows."""
        by_cell = isinstance(source, ast.Subscript)
        table = source.value if isinstance(source, ast.Subscript) else source
        rows = self.constants.get(table.id) if isinstance(table, ast.Name) else None
        if not isinstance(rows, tuple):
            return 0
        if by_cell:
            if not all(isinstance(entry, tuple) for entry in rows):
                return 0
            rows = tuple(row for entry in rows for row in entry)
        lengths = {len(row) if isinstance(row, tuple) else 0 for row in rows}
        return lengths.pop() if len(lengths) == 1 else 0


def _flag(stmt: ast.stmt) -> tuple[str, bool]:
    """The name and value of `name = True` or `name = False`."""
    if not (isinstance(stmt, ast.Assign) and isinstance(stmt.value, ast.Constant)):
        return "", False
    name, value = stmt.targets[0], stmt.value.value
    return (name.id, value) if isinstance(name, ast.Name) and isinstance(value, bool) else ("", False)


def _asks_for(test: ast.expr, name: str) -> bool | None:
    """Whether a test is `name` (True) or `not name` (False)."""
    inner = test.operand if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not) else test
    return inner is test if isinstance(inner, ast.Name) and inner.id == name else None


def _place(body: list[ast.stmt], name: str, value: bool) -> list[ast.stmt] | None:
    """The statements that end with `name = value; break`, in the loop itself and in none inside it."""
    if len(body) > 1 and _flag(body[-2]) == (name, value) and isinstance(body[-1], ast.Break):
        return body
    for stmt in body:
        inner = [stmt.body, stmt.orelse] if isinstance(stmt, ast.If) else []
        inner += [stmt.orelse] if isinstance(stmt, ast.For) else []
        for part in inner:
            found = _place(part, name, value)
            if found is not None:
                return found
    return None


def _leads_on(body: Sequence[ast.stmt]) -> bool:
    """Is there a way to another node in it? Such a one has to stay outside loops, to be followed."""
    returned = [x.value for stmt in body for x in py.walk(stmt) if isinstance(x, ast.Return)]
    return any(not isinstance(value, ast.UnaryOp | ast.Constant) or ast.literal_eval(value) != -1 for value in returned)


def _leaves_loop(stmt: ast.stmt) -> bool:
    """Is there a `break` or `continue` for a loop around it?"""
    if isinstance(stmt, ast.Break | ast.Continue):
        return True
    inner = [*stmt.body, *stmt.orelse] if isinstance(stmt, ast.If) else []
    inner += stmt.orelse if isinstance(stmt, ast.For) else []
    return any(map(_leaves_loop, inner))


def _breaks(loop: ast.For) -> ast.expr | None:
    """The test of `for x in row: if test: break`."""
    only = loop.body[0] if len(loop.body) == 1 else None
    if not (isinstance(only, ast.If) and isinstance(only.body[0], ast.Break) and not only.orelse):
        return None
    return only.test if isinstance(loop.target, ast.Name) and loop.orelse else None
