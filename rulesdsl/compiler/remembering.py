"""Which values are worth remembering, what they rest on, and where that is written: from the generated functions.

A value is remembered if working it out is dear and all that it reads is known: columns of the state that only
generated code writes, and places of pieces. Whatever else a function of the state does (ask who is `me`, call what is
not known here) keeps it from being remembered, and all values that call it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rulesdsl.compiler import pyast as py
from rulesdsl.compiler.cellsets import CELLS, CellSet
from rulesdsl.compiler.existence import SOME
from rulesdsl.compiler.layout import Layout
from rulesdsl.compiler.searches import REACHED, WAYS
from rulesdsl.compiler.selection import THOSE
from rulesdsl.compiler.vacancy import STANDING, guards
from rulesdsl.model.game import Game, RuleDecl

DEAR = 30
"""A value that weighs less (about so many steps of Python) is worked out each time."""
_OFTEN = 8
"""The same of lists of pieces on boards, which offers ask for once an action."""
RESTS_ON = "rests_on_"
"""So begin the names of constants that say which memories rest on a column; those of other constants do not."""
CELLS_ON = "cells_on_"
"""The same of sets of cells."""
_LOOK_UP = 12
_SET = 6
_TRAVEL = 300
_TRAVELS = ("reach", "reached", "gets_anywhere", "ways", "choices")
_RULES = ("value_", "base_", "order_", "holds_", STANDING, SOME, CELLS, REACHED, WAYS, THOSE)
_FIXED = ("players", "options_", "scenario_")
"""What is settled before the first value is asked."""
_KINDS = ("state", "field", "side", "each", "limit", "flag")
"""Columns that only assignments of the generated code write."""

Spans = tuple[tuple[int, int], ...]


@dataclass(slots=True)
class Reads:
    """What a function reads: columns, and the pieces (as spans) about whose places it asks; `known`: that is all."""

    columns: set[str] = field(default_factory=set)
    pieces: set[tuple[int, int]] = field(default_factory=set)
    calls: set[str] = field(default_factory=set)
    known: bool = True


@dataclass(slots=True)
class Memory:
    """The remembered values in order, with their weights and whether they take lists, and the sets of cells, which have

    the numbers after them; the memories, and apart from them the sets, that rest on each column and piece.
    """

    values: dict[str, tuple[int, bool]] = field(default_factory=dict)
    columns: dict[str, tuple[int, ...]] = field(default_factory=dict)
    pieces: tuple[tuple[int, ...], ...] = ()
    cells: dict[str, CellSet] = field(default_factory=dict)
    cell_columns: dict[str, tuple[int, ...]] = field(default_factory=dict)
    cell_pieces: tuple[tuple[int, ...], ...] = ()

    @property
    def rests_on(self) -> tuple[Any, ...]:
        """What a program says of it."""
        return self.columns, self.pieces, self.cell_columns, self.cell_pieces


class Remembering:
    def __init__(
        self, game: Game, layout: Layout, functions: Sequence[ast.FunctionDef], cells: dict[str, CellSet]
    ) -> None:
        self.game, self.layout, self.cells = game, layout, cells
        self.rules = {f.name: f for f in functions if f.name.startswith((*_RULES, "travel_"))}
        self.reads = {name: self._read(made) for name, made in self.rules.items()}
        self.weights: dict[str, float] = {}
        self.all: dict[str, Reads] = {name: self._whole(name) for name in self.rules}
        offers = Reads(calls={name for f in functions if f.name.startswith("can_") for name in self._read(f).calls})
        self.offered = self._called_by(offers)
        """What offers ask again and again, while most of it stays as it is; what an event asks once is not worth it."""

    def memory(self) -> Memory:
        names = {n: (round(self.weight(n)), self.takes_lists(n)) for n in self.rules if self.worth_it(n)}
        columns, pieces = self._rests_on(tuple(names), 0)
        cell_columns, cell_pieces = self._rests_on(tuple(self.cells), len(names))
        return Memory(names, columns, pieces, self.cells, cell_columns, cell_pieces)

    def _rests_on(
        self, names: Sequence[str], first: int
    ) -> tuple[dict[str, tuple[int, ...]], tuple[tuple[int, ...], ...]]:
        """By column and by piece the numbers of the functions that rest on it, counted from `first`."""
        columns: dict[str, list[int]] = {}
        pieces: list[list[int]] = [[] for _ in self.game.pieces]
        for number, name in enumerate(names, first):
            for column in sorted(self.all[name].columns):
                columns.setdefault(column, []).append(number)
            for piece in sorted({i for low, high in self.all[name].pieces for i in range(low, high)}):
                pieces[piece].append(number)
        found = {column: tuple(numbers) for column, numbers in columns.items()}
        return found, tuple(map(tuple, pieces))

    def worth_it(self, name: str) -> bool:
        if not name.startswith(("value_", STANDING, SOME)) or name not in self.offered or not self.all[name].known:
            return False
        if name.startswith(STANDING):
            return self.weight(name) >= _OFTEN
        lists = [param.type for param in self._rule(name).params if param.type.tag == "list"]
        if lists and (any(kind.item.tag == "list" for kind in lists) or name not in self._called_by(self.reads[name])):
            return False  # a list is a dear key: only what leads to itself comes upon the same ones again and again
        return self.weight(name) >= DEAR

    def _rule(self, name: str) -> RuleDecl:
        return self.game.rules[name.removeprefix("value_").removeprefix(SOME)]

    def takes_lists(self, name: str) -> bool:
        """Has a remembered value parameters that are lists?"""
        return not name.startswith(STANDING) and any(param.type.tag == "list" for param in self._rule(name).params)

    # -------------------------------------------------------------------- reads

    def _whole(self, name: str) -> Reads:
        """With all that is called."""
        whole = Reads()
        for one in (name, *self._called_by(self.reads[name])):
            reads = self.reads.get(one)
            if reads is None:
                whole.known = False
                continue
            whole.columns |= reads.columns
            whole.pieces |= reads.pieces
            whole.known = whole.known and reads.known
        return whole

    def _called_by(self, reads: Reads) -> tuple[str, ...]:
        """The rules that are called, and those that they call."""
        found = sorted(reads.calls)
        for one in found:
            if one in self.reads:
                found += sorted(self.reads[one].calls.difference(found))
        return tuple(found)

    def _read(self, made: ast.FunctionDef) -> Reads:
        reads = Reads()
        told: set[ast.AST] = set()
        """Nodes that have been understood together with what is around them."""
        for node in (x for stmt in made.body for x in ast.walk(stmt)):
            if isinstance(node, ast.ListComp | ast.For):
                self._held(node, reads, told)
            elif isinstance(node, ast.IfExp) and guards(node) and isinstance(node.test, ast.Subscript):
                told.add(node.test.value)
            elif isinstance(node, ast.Call) and any(_is_state(arg) for arg in node.args):
                self._called(node, reads, told)
            elif isinstance(node, ast.Attribute) and _is_state(node.value):
                told.add(node.value)
                if node not in told:
                    self._column(node, reads)
            elif isinstance(node, ast.Name) and node.id == "s" and node not in told:
                reads.known = False
        return reads

    def _held(self, node: ast.ListComp | ast.For, reads: Reads, told: set[ast.AST]) -> None:
        """`[x for x in s.held_[place] if low <= x < high]`: of other pieces it makes no difference where they are.

        The same of a loop over them; there the place of each is known as long as none of them moves.
        """
        part: ast.comprehension | ast.For = node.generators[0] if isinstance(node, ast.ListComp) else node
        source = part.iter
        if not (isinstance(source, ast.Subscript) and _column(source.value) == "held_"):
            return
        test = _only_test(part)
        spans = _spans(test, part.target) if test is not None else None
        if spans is None:
            return
        told.add(source.value)
        reads.pieces |= set(spans)
        if isinstance(part, ast.For) and isinstance(part.target, ast.Name):
            for read in (x for stmt in part.body for x in ast.walk(stmt)):
                if isinstance(read, ast.Subscript) and _column(read.value) == "where_" and _is(read.slice, part.target):
                    told.add(read.value)

    def _called(self, node: ast.Call, reads: Reads, told: set[ast.AST]) -> None:
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        if name.startswith(_RULES):
            reads.calls.add(name)
        elif name in _TRAVELS and isinstance(node.args[1], ast.Name):
            travel = self.game.travels[node.args[1].id.removeprefix("the_").removesuffix("_travel")]
            reads.calls |= {f"travel_{travel.name}_{word}" for word in travel.clauses}
        elif name == "on_board":
            reads.pieces |= set(self._listed(node.args[1]))
        else:
            return
        told.update(arg for arg in node.args if _is_state(arg))

    def _listed(self, pieces: ast.expr) -> Spans:
        """The pieces of a constant list."""
        ids = self.layout.constants.get(pieces.id) if isinstance(pieces, ast.Name) else None
        return ((min(ids), max(ids) + 1),) if isinstance(ids, tuple) and ids else self._everything()

    def _everything(self) -> Spans:
        return ((0, len(self.game.pieces)),)

    def _column(self, node: ast.Attribute, reads: Reads) -> None:
        name = node.attr
        if name in _FIXED:
            return
        column = self.layout.columns.get(name)
        if name in ("where_", "held_"):
            reads.pieces |= set(py.noted(node) or self._everything())
        elif column is not None and column.what in _KINDS and isinstance(node.ctx, ast.Load):
            reads.columns.add(name)
        else:
            reads.known = False

    # ------------------------------------------------------------------- weight

    def weight(self, name: str) -> float:
        """About how many steps a function takes."""
        if name not in self.weights:
            self.weights[name] = _TRAVEL  # of one that leads to itself
            made = self.rules.get(name)
            self.weights[name] = _TRAVEL if made is None else sum(self._weigh(stmt) for stmt in made.body)
        return self.weights[name]

    def _weigh(self, node: ast.AST) -> float:
        if isinstance(node, ast.ListComp | ast.SetComp):
            part = node.generators[0]
            inner = sum(self._weigh(x) for x in (*part.ifs, node.elt))
            return 4 + self._weigh(part.iter) + self._rounds(part.iter) * (1 + inner)
        if isinstance(node, ast.For):
            return self._weigh(node.iter) + self._rounds(node.iter) * (1 + sum(self._weigh(x) for x in node.body))
        inner = sum(self._weigh(child) for child in ast.iter_child_nodes(node))
        if isinstance(node, ast.Call):
            name = node.func.id if isinstance(node.func, ast.Name) else ""
            if name in _TRAVELS or name.startswith((REACHED, WAYS)):
                return _TRAVEL
            if name.startswith(CELLS):
                return _SET
            if name in self.rules:
                whole = self.weight(name)
                return 2 + inner + (_LOOK_UP if whole >= DEAR and self.all[name].known else whole)
            if name == "on_board":
                return 3 + sum(high - low for low, high in self._listed(node.args[1]))
            return 3 + inner
        return inner + isinstance(node, ast.Subscript | ast.Compare | ast.BinOp | ast.Attribute)

    def _rounds(self, source: ast.expr) -> float:
        """About how many items there are."""
        if isinstance(source, ast.Subscript) and _column(source.value) == "held_":
            return 1
        listed = self.layout.constants.get(source.id) if isinstance(source, ast.Name) else None
        return len(listed) if isinstance(listed, tuple) else 5


def _only_test(part: ast.comprehension | ast.For) -> ast.expr | None:
    """What decides by itself whether an item counts."""
    if isinstance(part, ast.comprehension):
        return part.ifs[0] if len(part.ifs) == 1 else None
    first = part.body[0]
    return first.test if isinstance(first, ast.If) and len(part.body) == 1 and not first.orelse else None


def _is(node: ast.expr, name: ast.Name) -> bool:
    return isinstance(node, ast.Name) and node.id == name.id


def _is_state(node: ast.AST) -> bool:
    return isinstance(node, ast.Name) and node.id == "s"


def _column(node: ast.AST) -> str:
    return node.attr if isinstance(node, ast.Attribute) and _is_state(node.value) else ""


def _spans(test: ast.expr, item: ast.expr) -> Spans | None:
    """The pieces that a test of their numbers lets through."""
    if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.Or):
        each = [_spans(part, item) for part in test.values]
        return tuple(span for spans in each if spans is not None for span in spans) if None not in each else None
    if not (isinstance(test, ast.Compare) and len(test.comparators) == 2 and isinstance(item, ast.Name)):
        return None
    low, (one, high) = test.left, test.comparators
    if not (isinstance(one, ast.Name) and one.id == item.id):
        return None
    ends = [x.value for x in (low, high) if isinstance(x, ast.Constant) and isinstance(x.value, int)]
    return ((ends[0], ends[1]),) if len(ends) == 2 else None


# ------------------------------------------------------------------------ writes


def mark(functions: Sequence[ast.FunctionDef], memory: Memory, layout: Layout) -> None:
    """Say which values are remembered, and forget wherever something is written on which one of them rests."""
    numbers = {name: number for number, name in enumerate((*memory.values, *memory.cells))}
    for made in functions:
        if made.name in memory.cells:
            cells = memory.cells[made.name]
            said = [py.const(numbers[made.name]), py.const(cells.low), py.const(cells.high)]
            made.decorator_list = [py.call("cells_where", *said)]
        elif made.name in memory.values:
            weight, lists = memory.values[made.name]
            more = [py.const(True)] if lists else []
            made.decorator_list = [py.call("remembered", py.const(numbers[made.name]), py.const(weight), *more)]
        else:
            made.body = forgetting(made.body, memory.columns, memory.cell_columns, layout)
        for node in (x for decorator in made.decorator_list for x in ast.walk(decorator)):
            ast.copy_location(node, made)


def forgetting(
    body: list[ast.stmt],
    rests_on: Mapping[str, tuple[int, ...]],
    cells_on: Mapping[str, tuple[int, ...]],
    layout: Layout,
) -> list[ast.stmt]:
    """Statements, with what is to be forgotten after each; `rests_on` and `cells_on` give the memories by column."""
    found: list[ast.stmt] = []
    for stmt in body:
        found.append(stmt)
        for name in ("body", "orelse", "finalbody"):
            inner = getattr(stmt, name, None)
            if inner:
                setattr(stmt, name, forgetting(inner, rests_on, cells_on, layout))
        calls: list[ast.expr] = []
        for column, piece in _written(stmt):
            if column in rests_on:
                calls.append(_known("forget", RESTS_ON, column, rests_on, layout))
            if column in cells_on and piece is None:
                calls.append(_known("forget", CELLS_ON, column, cells_on, layout))
            elif column in cells_on and piece is not None:
                calls.append(_known("look_again", CELLS_ON, column, cells_on, layout, _place_of(piece)))
        for call in calls:
            found.append(py.line(call))
            for node in ast.walk(found[-1]):
                ast.copy_location(node, stmt)
    return found


def _known(
    what: str, prefix: str, column: str, on: Mapping[str, tuple[int, ...]], layout: Layout, *more: ast.expr
) -> ast.expr:
    layout.constants[f"{prefix}{column}"] = on[column]
    return py.call(what, py.name("s"), py.name(f"{prefix}{column}"), *more)


def _place_of(piece: ast.expr) -> ast.expr:
    return py.index(py.attr("s", "where_"), py.copied(piece))


def _written(stmt: ast.stmt) -> Iterator[tuple[str, ast.expr | None]]:
    """The columns that a statement assigns to, and the piece if it is that of one piece."""
    targets = stmt.targets if isinstance(stmt, ast.Assign) else [stmt.target] if isinstance(stmt, ast.AugAssign) else []
    for target in targets:
        for node in ast.walk(target):
            if isinstance(node, ast.Attribute) and _is_state(node.value):
                simple = isinstance(target, ast.Subscript) and target.value is node
                one = target.slice if simple and isinstance(target.slice, ast.Name | ast.Constant) else None  # type: ignore[attr-defined]
                yield node.attr, one
                break
