"""What is known along a way through the nodes: figures that were just set, and what follows from them.

A way begins at a node, goes on through nodes that ask nothing, each put where its number is returned, and ends where
somebody is asked. What every way to a question agrees on is known there too.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Mapping, Sequence

from rulesdsl.compiler import pyast as py
from rulesdsl.compiler.folding import Env, figure, folded
from rulesdsl.compiler.fusing import targets
from rulesdsl.compiler.picking import counted, picked_of_two
from rulesdsl.compiler.touching import TooMuch, Touching, stores, touched

TWICE = 2
"""How often one node may stand in a way, for what is known when it comes again."""
SHORT = 14
"""Statements of a node that is put in several places."""
LONGEST_WAY = 16
"""Nodes in one way."""
MOST = 1_500
"""Statements of all ways together."""
ROUNDS = 4
"""Rounds of a loop that is written out, if they are short."""
_WRITTEN_OUT = 6
APART = 60
"""Statements that are said twice, for two values by themselves."""


class Ways:
    """Follows the ways of a game; `first` is what is known at the beginning."""

    def __init__(
        self,
        bodies: Mapping[int, list[ast.stmt]],
        stops: frozenset[int],
        touching: Touching,
        tables: Mapping[str, object],
        first: Env,
        *,
        apart: bool,
        flags: Mapping[str, object],
    ) -> None:
        """`apart`: what follows from a choice of two values is said for each by itself; `flags`: figures that are

        true or false, and what they are if they are false.
        """
        self.apart, self.flags = apart, flags
        self.bodies, self.stops, self.touching, self.tables = bodies, stops, touching, tables
        self.known: dict[int, Env] = {0: first}
        """What is known where a way begins."""
        self.made: dict[int, list[ast.stmt]] = {}
        self.taken: dict[int, None] = {}
        """The nodes that stand in the way that is written, besides its first."""
        self._gone: list[tuple[int, Env]] = []
        counts = Counter(target for body in bodies.values() for target in targets(body))
        self._single = frozenset(number for number, count in counts.items() if count == 1)
        self._length = {number: sum(_length(stmt) for stmt in body) for number, body in bodies.items()}
        self._written = 0

    def follow(self) -> dict[int, list[ast.stmt]]:
        """The statements of each way by the node that it begins with. Raises TooMuch, Everything."""
        waiting = [0]
        while waiting:
            number = waiting.pop(0)
            self._gone, self._written = [], 0
            self.made[number] = self._row(self.bodies[number], dict(self.known[number]), (number,))[0]
            for target, env in self._gone:
                known = self.known.get(target)
                agreed = env if known is None else _agreed(known, env)
                if known is None or len(agreed) < len(known):
                    self.known[target] = agreed
                    waiting += [target] if target not in waiting else []
        return self.made

    def alone(self, number: int) -> list[ast.stmt]:
        """The statements of one way, of whose beginning no more is known than at that of all. Raises as `follow`."""
        self._written = 0
        self.taken = {}
        return self._row(self.bodies[number], dict(self.known[0]), (number,))[0]

    # -------------------------------------------------------------------- rows

    def _row(self, body: Sequence[ast.stmt], env: Env, path: tuple[int, ...]) -> tuple[list[ast.stmt], bool]:
        """A row of statements, and whether its end is reached; `env` is changed to what is known there."""
        made: list[ast.stmt] = []
        for i, stmt in enumerate(body):
            if self.apart:
                first, parted = self._parted(stmt, body[i + 1 :], env)
                if parted is not None:
                    lines, goes_on = self._if(parted, env, path)
                    return [*made, *first, *lines], goes_on
            lines, goes_on = self._statement(stmt, env, path)
            made += lines
            if not goes_on:
                return made, False
        return made, True

    def _parted(self, stmt: ast.stmt, rest: Sequence[ast.stmt], env: Env) -> tuple[list[ast.stmt], ast.If | None]:
        """A choice of two known values, with all that follows from either; what comes before that."""
        if not rest or sum(map(_length, rest)) > APART:
            return [], None
        if isinstance(stmt, ast.If) and isinstance(rest[0], ast.If) and _settles(stmt, rest[0].test):
            return [], ast.copy_location(ast.If(stmt.test, [*stmt.body, *rest], [*stmt.orelse, *rest]), stmt)
        if not (isinstance(stmt, ast.Assign) and isinstance(stmt.targets[0], ast.Name)):
            return [], None
        if not _mentions(rest[0], stmt.targets[0].id):
            return [], None
        value, first = self._fold(stmt.value, env), list[ast.stmt]()
        two = picked_of_two(value)
        if two is not None:
            value, first = two, [ast.copy_location(counted(), stmt)]
        if not (isinstance(value, ast.IfExp) and _is_known(value)):
            return [], None
        sides: list[list[ast.stmt]] = [
            [ast.copy_location(ast.Assign([py.copied(stmt.targets[0])], side), stmt), *rest]
            for side in (value.body, value.orelse)
        ]
        return first, ast.copy_location(ast.If(value.test, *sides), stmt)

    def _statement(self, stmt: ast.stmt, env: Env, path: tuple[int, ...]) -> tuple[list[ast.stmt], bool]:
        self._written += 1
        if self._written > MOST:
            raise TooMuch
        if isinstance(stmt, ast.Return):
            return self._returned(stmt, env, path), False
        if isinstance(stmt, ast.If):
            return self._if(stmt, env, path)
        if isinstance(stmt, ast.For):
            return self._for(stmt, env, path), True
        if isinstance(stmt, ast.Assign):
            return [self._assigned(stmt, env)], True
        if isinstance(stmt, ast.AugAssign):
            return [self._augmented(stmt, env)], True
        if isinstance(stmt, ast.Expr):
            made = ast.copy_location(ast.Expr(self._fold(stmt.value, env)), stmt)
            self._forget(env, [stmt])
            return [made], True
        if isinstance(stmt, ast.Pass):
            return [], True
        if isinstance(stmt, ast.Break | ast.Continue):
            return [ast.copy_location(type(stmt)(), stmt)], False
        raise TooMuch

    def _fold(self, value: ast.expr, env: Env) -> ast.expr:
        return folded(value, env, self.tables)

    def _returned(self, stmt: ast.Return, env: Env, path: tuple[int, ...]) -> list[ast.stmt]:
        (target,) = targets([stmt]) or (None,)
        if target is None:
            if isinstance(stmt.value, ast.UnaryOp):  # -1, as it is written: the game is over
                return [py.copied(stmt)]
            raise TooMuch
        if target < 0:
            return [py.copied(stmt)]
        short = target in self._single or self._length[target] <= SHORT
        if target in self.stops or not short or path.count(target) >= TWICE or len(path) >= LONGEST_WAY:
            self._gone.append((target, {name: value for name, value in env.items() if name.startswith("s.")}))
            return [py.copied(stmt)]
        self.taken[target] = None
        return self._row(self.bodies[target], env, (*path, target))[0]

    def _if(self, stmt: ast.If, env: Env, path: tuple[int, ...]) -> tuple[list[ast.stmt], bool]:
        test = self._fold(stmt.test, env)
        if isinstance(test, ast.Constant):
            return self._row(stmt.body if test.value else stmt.orelse, env, path)
        self._forget(env, [stmt.test])
        then, other = {**env, **self._implied(test, True)}, {**env, **self._implied(test, False)}
        body, reached = self._row(stmt.body, then, path)
        orelse, also = self._row(stmt.orelse, other, path)
        known = _agreed(then, other) if reached and also else then if reached else other
        env.clear()
        env.update(known)
        if not body and not orelse:
            return [ast.copy_location(ast.Expr(test), stmt)], True
        if not body:
            test, body, orelse = ast.copy_location(py.unless(test), test), orelse, []
        return [ast.copy_location(ast.If(test, body, orelse), stmt)], reached or also

    def _implied(self, test: ast.expr, holds: bool) -> Env:
        """What is known where a test holds, or does not."""
        if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
            return self._implied(test.operand, not holds)
        name = figure(test)
        if name in self.flags and not holds:
            return {name: self.flags[name]}
        if not (isinstance(test, ast.Compare) and len(test.ops) == 1 and isinstance(test.comparators[0], ast.Constant)):
            return {}
        value, name = test.comparators[0].value, figure(test.left)
        equal = isinstance(test.ops[0], ast.Eq if holds else ast.NotEq)
        return {name: value} if equal and name and type(value) is int else {}

    def _for(self, stmt: ast.For, env: Env, path: tuple[int, ...]) -> list[ast.stmt]:
        source = self._fold(stmt.iter, env)
        rounds = self._written_out(stmt, source, env, path)
        if rounds is not None:
            return rounds
        self._forget(env, [stmt])
        body = self._row(stmt.body, dict(env), path)[0]
        orelse = self._row(stmt.orelse, dict(env), path)[0]
        target: ast.expr = py.copied(stmt.target)
        return [ast.copy_location(ast.For(target, source, body or [ast.copy_location(ast.Pass(), stmt)], orelse), stmt)]

    def _written_out(self, stmt: ast.For, source: ast.expr, env: Env, path: tuple[int, ...]) -> list[ast.stmt] | None:
        """A short loop over a few known items, round by round."""
        items: object = source.value if isinstance(source, ast.Constant) else None
        if not (isinstance(items, tuple) and len(items) <= ROUNDS and isinstance(stmt.target, ast.Name)):
            return None
        length = sum(map(_length, stmt.body))
        leaves = any(isinstance(x, ast.Break | ast.Continue | ast.Return) for line in stmt.body for x in py.walk(line))
        if leaves or stmt.orelse or length > _WRITTEN_OUT:
            return None
        made: list[ast.stmt] = []
        for item in items:
            value = ast.copy_location(py.const(item), source)
            made.append(ast.copy_location(py.assign(stmt.target.id, value), stmt))
            ast.copy_location(made[-1].targets[0], stmt)  # type: ignore[attr-defined]
            env[stmt.target.id] = item
            made += self._row(stmt.body, env, path)[0]
        return made

    # ------------------------------------------------------------- assignments

    def _assigned(self, stmt: ast.Assign, env: Env) -> ast.stmt:
        value = self._fold(stmt.value, env)
        self._forget(env, [stmt])
        target = self._target(stmt.targets[0], env)
        if isinstance(value, ast.Constant) and figure(target):
            env[figure(target)] = value.value
        return ast.copy_location(ast.Assign([target], value), stmt)

    def _augmented(self, stmt: ast.AugAssign, env: Env) -> ast.stmt:
        name = figure(stmt.target)
        if name in env:
            read = py.copied(stmt.target)
            read.ctx = ast.Load()
            whole = ast.Assign([py.copied(stmt.target)], ast.copy_location(ast.BinOp(read, stmt.op, stmt.value), stmt))
            return self._assigned(ast.copy_location(whole, stmt), env)
        value = self._fold(stmt.value, env)
        target = self._target(stmt.target, env)
        self._forget(env, [stmt])
        return ast.copy_location(ast.AugAssign(target, stmt.op, value), stmt)  # type: ignore[arg-type]

    def _target(self, target: ast.expr, env: Env) -> ast.expr:
        made = py.copied(target)
        if isinstance(made, ast.Subscript):
            made.slice = self._fold(made.slice, env)
        return made

    def _forget(self, env: Env, trees: Sequence[ast.AST]) -> None:
        """What is written in statements is not known any more."""
        written = {f"s.{name}" for name in (*touched(trees)[1], *self.touching.by_calls(trees)[1])}
        for name in [*written, *stores(trees)]:
            env.pop(name, None)


def _agreed(one: Env, other: Env) -> Env:
    return {
        name: value
        for name, value in one.items()
        if name in other and type(other[name]) is type(value) and other[name] == value
    }


def _is_known(value: ast.expr) -> bool:
    """Is it one of some known values?"""
    if isinstance(value, ast.IfExp):
        return _is_known(value.body) and _is_known(value.orelse)
    return isinstance(value, ast.Constant)


def _mentions(stmt: ast.stmt, name: str) -> bool:
    inner: list[ast.AST] = [stmt.test] if isinstance(stmt, ast.If) else [stmt]
    return any(isinstance(node, ast.Name) and node.id == name for part in inner for node in py.walk(part))


def _settles(stmt: ast.If, test: ast.expr) -> bool:
    """Does a branch give a known value to something that is tested next?"""
    asked = {figure(node) for node in py.walk(test)} - {""}
    return any(
        isinstance(line, ast.Assign) and isinstance(line.value, ast.Constant) and figure(line.targets[0]) in asked
        for line in (*stmt.body, *stmt.orelse)
    )


def _length(stmt: ast.stmt) -> int:
    """Statements in a statement."""
    return 1 + sum(_length(x) for name in ("body", "orelse") for x in getattr(stmt, name, ()))
