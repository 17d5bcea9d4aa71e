"""Nodes joined: one function runs on to the next question, without changing what is done."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice

from rulesdsl.compiler import pyast as py

MOST_STATEMENTS = 12
"""A node longer than this is only joined to its single predecessor: copies must stay small."""

LONGEST_PATH = 8
"""How many nodes that stand in several places follow each other in one function."""
MOST_JOINED = 16
"""Nodes that follow each other in one function at most, however they do."""
_INNER = ("body", "orelse", "finalbody")

ROUNDS = 16
"""Rounds of a loop before it leaves: making a generator again after so many costs next to nothing."""


class Fusing:
    """Puts a node's statements where its predecessor returns its number.

    `stops` (nodes that ask) are taken in by none, `alone` take in none.

    What stands in two places must not be one tree, since each function is changed by itself later: statements are
    copied, only those of nodes that are run, and once for each place where they come to stand.
    """

    def __init__(self, bodies: Mapping[int, list[ast.stmt]], stops: frozenset[int], alone: frozenset[int]) -> None:
        self.bodies, self.stops, self.alone = bodies, stops, alone
        self.taken: dict[int, tuple[int, ...]] = {}
        """The nodes that each one has taken in, in the order in which they follow it."""
        self._targets = {number: targets(body) for number, body in bodies.items()}
        self._counts = Counter(target for found in self._targets.values() for target in found)
        self._short = {number: _is_short(body) for number, body in bodies.items()}

    def reachable(self, roots: Iterable[int], entries: Iterable[int]) -> dict[int, list[ast.stmt]]:
        """The bodies of `roots`, of the nodes that are still returned to from there, and of `entries`.

        What is only there to be entered in a case need not be quick: such nodes take in nothing.
        """
        found: dict[int, list[ast.stmt]] = {}
        self._follow(roots, found)
        self.alone = self.alone.union(entries).difference(found.keys() - self.alone)
        self._follow(entries, found)
        return found

    def _follow(self, roots: Iterable[int], found: dict[int, list[ast.stmt]]) -> None:
        waiting = sorted(roots)
        while waiting:
            number = waiting.pop()
            if number in found or number not in self.bodies:
                continue
            found[number] = self.fused(number)
            waiting += [target for target in targets(found[number]) if target >= 0]

    def fused(self, number: int) -> list[ast.stmt]:
        """The node's statements with those of the nodes that follow it."""
        if number in self.alone:
            return self.bodies[number]
        taken: dict[int, None] = {}
        made = self._joined(number, (), taken)
        self.taken[number] = tuple(taken)
        return made

    def _joined(self, number: int, path: tuple[int, ...], taken: dict[int, None]) -> list[ast.stmt]:
        return self._replaced(self.bodies[number], (*path, number), taken)

    def _replaced(self, body: list[ast.stmt], path: tuple[int, ...], taken: dict[int, None]) -> list[ast.stmt]:
        made: list[ast.stmt] = []
        for stmt in body:
            target = _target(stmt)
            if target is not None and self._is_wanted(target, path):
                taken[target] = None
                made += self._joined(target, path, taken)
            elif isinstance(stmt, ast.If):
                branches = self._replaced(stmt.body, path, taken), self._replaced(stmt.orelse, path, taken)
                made.append(ast.copy_location(ast.If(py.copied(stmt.test), *branches), stmt))
            else:
                made.append(py.copied(stmt))
        return made

    def _is_wanted(self, target: int, path: tuple[int, ...]) -> bool:
        if target < 0 or target in self.stops or target in path or target not in self.bodies:
            return False
        if len(path) >= MOST_JOINED:
            return False
        return self._counts[target] == 1 or (self._short[target] and len(path) < LONGEST_PATH)


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


def _target(stmt: ast.stmt) -> int | None:
    if isinstance(stmt, ast.Return) and isinstance(stmt.value, ast.Constant) and type(stmt.value.value) is int:
        return stmt.value.value
    return None


def targets(body: list[ast.stmt]) -> list[int]:
    """The numbers that statements return, each as often as it stands there."""
    return [target for stmt in statements(body) if (target := _target(stmt)) is not None]


def statements(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    """All statements, with those inside others; it looks into no expression, which holds none."""
    for stmt in body:
        yield stmt
        for name in _INNER:
            inner = getattr(stmt, name, None)
            if inner:
                yield from statements(inner)


def _is_short(body: list[ast.stmt]) -> bool:
    return sum(1 for _ in islice(statements(body), MOST_STATEMENTS + 1)) <= MOST_STATEMENTS
