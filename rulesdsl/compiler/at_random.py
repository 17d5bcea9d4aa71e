"""`at_random(s, random)`: a whole game in one function, in which every question is answered by chance at once.

Only small programs have it: in large ones a call for each question does not matter, and the code would double. The
draws are those of a provider that takes each option with equal chance, so that games stay what they are. It returns
the number of questions; below zero, -1 - node, if it went round for too long.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence

from rulesdsl.compiler import pyast as py
from rulesdsl.compiler import spare, tails
from rulesdsl.compiler.along import Ways
from rulesdsl.compiler.folding import Env
from rulesdsl.compiler.fusing import statements, targets
from rulesdsl.compiler.layout import Layout
from rulesdsl.compiler.picking import as_picks, by_seed, picked
from rulesdsl.compiler.scans import Scans
from rulesdsl.compiler.seats import fixed_players
from rulesdsl.compiler.second_look import is_calm
from rulesdsl.compiler.touching import ENDS, Everything, TooMuch, Touching, names_of, touched
from rulesdsl.model.sizes import is_spread

NAME = "at_random"
MOST = 500
"""Statements of a program that is small."""
APART = 300
"""Statements of a function in which what follows from a choice is said for each value by itself."""
ROUNDS = 1_000_000
"""Questions, or nodes in a row without one, after which a game goes round in circles."""
_OWN = ("random", "floor", "len", "range", "asked_", "node_", "round_", "options_", "n_", "bounded_", "s")
_SCALARS = ("each", "state", "limit", "flag", "token")
"""Columns of one number that only assignments of generated code write."""


def at_random(
    bodies: Mapping[int, list[ast.stmt]], asking: frozenset[int], functions: Sequence[ast.FunctionDef], layout: Layout
) -> ast.FunctionDef | None:
    """The function; `bodies` are those of nodes that are played straight through. None where it would not be small."""
    if sum(1 for body in bodies.values() for _ in statements(body)) > MOST:
        return None
    for apart in (True, False):
        try:
            made = _Writing(bodies, asking, Touching(functions), layout, apart=apart).function()
        except TooMuch:
            continue
        except Everything:
            return None
        return ast.fix_missing_locations(made)
    return None


def _beginning(layout: Layout) -> Env:
    """What is known of the state before the set-up."""
    known: Env = {"s.told_": None}
    players = fixed_players(layout.game)
    if players:
        known |= {"s.players": players, "s.me": players[0]}
    for column in layout.columns.values():
        if not column.is_list and column.what in _SCALARS and (column.start is None or isinstance(column.start, int)):
            known[f"s.{column.name}"] = column.start
    return known


class _Writing:
    """Puts the ways together: one after the other, or chosen by the number of a node."""

    def __init__(
        self,
        bodies: Mapping[int, list[ast.stmt]],
        asking: frozenset[int],
        touching: Touching,
        layout: Layout,
        *,
        apart: bool,
    ) -> None:
        """Raises TooMuch, Everything."""
        self.touching, self.layout, self.first = touching, layout, _beginning(layout)
        scans = Scans(layout, touching.functions, is_calm)
        picking = {number: scans.over([as_picks(stmt) for stmt in body]) for number, body in bodies.items()}
        flags = {
            f"s.{c.name}": c.start
            for c in layout.columns.values()
            if c.what == "flag" and not c.is_list and not c.start and isinstance(c.start, int)
        }
        ways = Ways(picking, asking, touching, layout.constants, self.first, apart=apart, flags=flags).follow()
        self.ways = tails.joined({number: tails.shared(picked(body)) for number, body in ways.items()})
        if sum(1 for body in self.ways.values() for _ in statements(body)) > (APART if apart else MOST):
            raise TooMuch

    def function(self) -> ast.FunctionDef:
        """The whole function. Raises TooMuch, Everything."""
        every = [stmt for body in self.ways.values() for stmt in body]
        game = self.layout.game
        apart = is_spread(game) or any(board.layered for board in game.boards.values())
        called = self.touching.called(every)
        functions = [made for name, made in self.touching.functions.items() if name in called]
        by_seed(every, 0 if apart else game.carriers, functions)
        figures = self.figures(every, self.touching, self.layout)
        body = self.rounds()
        for name in figures:
            _Local(name).all(body)
        body = spare.without(body, frozenset(figures))
        return py.function(NAME, ["s", "random"], self.around(body, figures, ENDS in called))

    def figures(self, every: Sequence[ast.stmt], touching: Touching, layout: Layout) -> list[str]:
        """Figures of the state that are locals while the game is played: nothing that is called knows of them."""
        reads, writes = touched(every)
        called = touching.by_calls(every)
        taken = names_of(every) | {*_OWN} | called[0] | called[1]
        columns = [c.name for c in layout.columns.values() if not c.is_list and c.what in _SCALARS]
        return [name for name in ("me", *columns) if name in reads | writes and name not in taken]

    def around(self, body: list[ast.stmt], figures: Sequence[str], ends: bool) -> list[ast.stmt]:
        """With what comes before and after."""
        made: list[ast.stmt] = [py.assign("asked_", py.const(0))]
        for name in figures:
            known = f"s.{name}" in self.first
            made.append(py.assign(name, py.const(self.first[f"s.{name}"]) if known else py.attr("s", name)))
        back: list[ast.stmt] = [py.assign(py.attr("s", name), py.name(name)) for name in figures]
        handlers: list[ast.ExceptHandler] = []
        if ends:
            over: list[ast.stmt] = [ast.Return(py.name("asked_"))]
            handlers.append(ast.ExceptHandler(py.name("GameOver"), None, over))
        if not back and not handlers:
            return [*made, *body]
        return [*made, ast.Try(body, handlers, [], back)]

    def rounds(self) -> list[ast.stmt]:
        """The ways in a loop, from node to node."""
        begin = self.ways[0]
        others = sorted(self.ways.keys() - {0}, key=lambda number: (-self._weight(number), number))
        if not others:
            return self.turned(begin, None)
        start = self.first_way(begin, others)
        if start is None:
            others, start = [*others, 0], [py.assign("node_", py.const(0))]
        if len(others) == 1:
            made = self.turned(self.ways[others[0]], others[0])
        else:
            made = self.turned(self.ways[others[-1]], None)
            for number in reversed(others[:-1]):
                test = py.compare(py.name("node_"), "==", py.const(number))
                made = [py.when(test, self.turned(self.ways[number], None), made)]
        left: ast.expr = py.name("node_") if len(others) > 1 else py.const(others[0])
        loop = py.loop("round_", py.call("range", py.const(ROUNDS)), made)
        return [*start, loop, ast.Return(py.binary(py.const(-1), "-", left))]

    def _weight(self, number: int) -> int:
        """Ways that come back to themselves are likely to be gone most often."""
        return sum(target == number for target in targets(self.ways[number]))

    def first_way(self, body: list[ast.stmt], others: Sequence[int]) -> list[ast.stmt] | None:
        """The way that the set-up begins, where it leads straight into the loop."""
        found = [target for target in targets(body) if target >= 0]
        if len(found) != 1 or targets(body[-1:]) != found:
            return None
        start = self.turned(body[:-1], None)
        return [*start, py.assign("node_", py.const(found[0]))] if len(others) > 1 else start

    def turned(self, body: Sequence[ast.stmt], alone: int | None, *, inside: bool = False) -> list[ast.stmt]:
        """Statements that go on in the loop where they returned a number; `alone` is the only node there is."""
        made: list[ast.stmt] = []
        for stmt in body:
            (target,) = targets([stmt]) if isinstance(stmt, ast.Return) else (None,)
            if isinstance(stmt, ast.Return) and (target is None or target < 0):
                made.append(ast.copy_location(ast.Return(py.name("asked_")), stmt))
            elif target is not None:
                if inside:
                    raise TooMuch
                if alone is None:
                    made.append(ast.copy_location(py.assign("node_", py.const(target)), stmt))
                made.append(ast.copy_location(ast.Continue(), stmt))
            else:
                if isinstance(stmt, ast.If | ast.For):
                    within = inside or isinstance(stmt, ast.For)
                    stmt.body = self.turned(stmt.body, alone, inside=within)
                    stmt.orelse = self.turned(stmt.orelse, alone, inside=inside)
                made.append(stmt)
        return made


class _Local(ast.NodeTransformer):
    """Turns a figure of the state into a local."""

    def __init__(self, name: str) -> None:
        self.name = name

    def all(self, body: list[ast.stmt]) -> None:
        for stmt in body:
            self.visit(stmt)

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        if isinstance(node.value, ast.Name) and node.value.id == "s" and node.attr == self.name:
            return ast.copy_location(ast.Name(self.name, node.ctx), node)
        self.generic_visit(node)
        return node
