"""Which figures of the state functions read and write, with all that they call."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping

from rulesdsl.compiler import pyast as py

ENDS = "end_game"
"""The function that breaks off a game."""
_LISTS = (
    *(
        "move",
        "on_board",
        "in_play",
        "space_of",
        "take",
        "settled",
        "move_all",
        "lift",
        "draw_one",
        "draw_many",
        "draw_mixed",
        "draw_in_order",
        "drawn_",
    ),
    *("refilled", "shuffle", "reveal", "show", "gain", "pay", "give", "empty_purses", "seat_pieces", "owner_now"),
    *(
        "top_of",
        "roll",
        "pick",
        "roll_list",
        "roll_sum",
        "roll_best",
        "roll_digits",
        "distinct",
        "in_sight",
        "sole",
        "sole_action",
        ENDS,
    ),
)
"""Functions of the runtime that are given the state and touch its lists, or how a game ended, but no other figure."""
_METHODS = ("append", "get", "index", "count")


class TooMuch(Exception):
    """It would be too long, or something in it is not understood."""


class Everything(Exception):
    """It may touch anything."""


class Touching:
    """Looks into functions once each."""

    def __init__(self, functions: Iterable[ast.FunctionDef]) -> None:
        self.functions = {made.name: made for made in functions}
        self._known: dict[str, tuple[frozenset[str], frozenset[str]]] = {}

    def called(self, body: Iterable[ast.AST]) -> frozenset[str]:
        """All functions of the game that are called in statements, and by those. Raises Everything."""
        found: dict[str, None] = {}
        waiting = [name for stmt in body for name in self._calls(stmt)]
        while waiting:
            name = waiting.pop()
            if name not in found and name in self.functions:
                found[name] = None
                waiting += [one for stmt in self.functions[name].body for one in self._calls(stmt)]
            found[name] = None
        return frozenset(found)

    def by_calls(self, body: Iterable[ast.AST]) -> tuple[frozenset[str], frozenset[str]]:
        """What the functions read and write that are called in statements. Raises Everything."""
        reads: frozenset[str] = frozenset()
        writes: frozenset[str] = frozenset()
        for name in self.called(body):
            more = self._of(name)
            reads, writes = reads | more[0], writes | more[1]
        return reads, writes

    def _of(self, name: str) -> tuple[frozenset[str], frozenset[str]]:
        if name not in self._known:
            made = self.functions.get(name)
            self._known[name] = touched([made]) if made is not None else (frozenset(), frozenset())
        return self._known[name]

    def _calls(self, tree: ast.AST) -> list[str]:
        """The names of what is called; what is called otherwise must have nothing to do with the state."""
        found: list[str] = []
        for node in py.walk(tree):
            if not isinstance(node, ast.Call):
                continue
            name = node.func.id if isinstance(node.func, ast.Name) else ""
            given = any(_is_state(arg) for arg in node.args)
            if name in self.functions or (given and name in _LISTS):
                found.append(name)
            elif isinstance(node.func, ast.Attribute) and _is_state(node.func.value):
                if node.func.attr not in ("roll_", "pick_"):
                    raise Everything
            elif given or not (name or (isinstance(node.func, ast.Attribute) and node.func.attr in _METHODS)):
                raise Everything
        if any(isinstance(node, ast.Lambda) for node in py.walk(tree)):
            raise Everything
        return found


def touched(trees: Iterable[ast.AST]) -> tuple[frozenset[str], frozenset[str]]:
    """The figures of the state that stand in trees, read and written."""
    reads: set[str] = set()
    writes: set[str] = set()
    for tree in trees:
        for node in py.walk(tree):
            if isinstance(node, ast.Attribute) and _is_state(node.value):
                (reads if isinstance(node.ctx, ast.Load) else writes).add(node.attr)
            elif isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Attribute):
                reads.add(node.target.attr)
    return frozenset(reads), frozenset(writes)


def names_of(trees: Iterable[ast.AST]) -> frozenset[str]:
    """All names in trees."""
    return frozenset(node.id for tree in trees for node in py.walk(tree) if isinstance(node, ast.Name))


def _is_state(node: ast.AST) -> bool:
    return isinstance(node, ast.Name) and node.id == "s"


def stores(trees: Iterable[ast.AST]) -> Mapping[str, int]:
    """How often each name is given a value."""
    found: dict[str, int] = {}
    for tree in trees:
        for node in py.walk(tree):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                found[node.id] = found.get(node.id, 0) + 1
    return found
