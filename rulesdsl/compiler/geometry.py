"""Questions about boards to Python: tables by cell where the rest is known, calls of the runtime where it is not."""

from __future__ import annotations

import ast

from rulesdsl.check.scope import DIRECTIONS
from rulesdsl.compiler import pyast as py
from rulesdsl.compiler.calls import CallLowering
from rulesdsl.library import boards
from rulesdsl.model.game import BoardDecl, TravelDecl
from rulesdsl.syntax import nodes as n

TWO_CELLS = ("distance", "between", "direction")
"""Questions whose answers are worked out pair by pair, when they are asked."""
ROWS = 2_000
"""Cells of boards up to which such answers are kept: 4 million distances at most."""


class GeometryLowering(CallLowering):
    """Adds the questions about boards."""

    def geometry(self, name: str, args: list[n.Expr]) -> ast.expr:
        """Questions about boards: tables by cell where the rest is constant, a call otherwise."""
        if name in ("reach", "ways"):
            return self._travelled(name, args)
        if name in ("spots", "shown"):
            return self._tableau(name, args)
        made = [self.expr(arg) if self.types[arg].tag not in ("board", "list") else py.const(0) for arg in args]
        if name == "middle":
            return self._middle(self.ref_board(args[0]))
        if name == "compass":
            return self._compass(self.ref_board(args[0]), made[1])
        if self.types[args[0]].tag == "board":
            return self._of_board(name, self.ref_board(args[0]), made[1])
        cell_type = self.types[args[0]].item.name
        rest = made[1:]
        if name == "neighbors":
            return py.index(self._table(name, cell_type, ()), made[0])
        if name == "reachable":
            return py.call("reachable", self._table("neighbors", cell_type, ()), made[0], self.items(args[1]))
        if name not in TWO_CELLS and all(isinstance(x, ast.Constant) for x in rest):
            values = tuple(x.value for x in rest if isinstance(x, ast.Constant))
            return py.index(self._table(name, cell_type, values), made[0])
        of_type = self.layout.board_of_type(cell_type)
        specs = tuple((b.base, *self._spec(b)) for b in of_type)
        table = self.constant(f"{cell_type}_boards", specs)
        if name not in TWO_CELLS or sum(len(spec.shape.names) for spec in of_type if spec.shape is not None) > ROWS:
            return py.call(f"ask_{name}", table, *made)
        answers = self.layout.answer(f"{cell_type}_{name}", name, table.id)
        return py.index(py.index(py.name(answers), made[0]), made[1])

    def _travelled(self, name: str, args: list[n.Expr]) -> ast.expr:
        """A question about ways over a board."""
        travel = self.facts.refs[args[0]].decl
        assert isinstance(travel, TravelDecl)
        self.layout.ways_asked += 1
        next_to = self._table("neighbors", travel.params[-1].type.name, ())
        piece, *rest = [self.expr(arg) for arg in args[1:]]
        start = self.space(piece, self.types[args[1]])
        return py.call(name, py.name("s"), py.name(f"the_{travel.name}_travel"), next_to, piece, start, *rest)

    @staticmethod
    def lazily(items: ast.expr) -> ast.expr:
        """Items for somebody who stops at the first that fits, whichever it is: cells as they are reached."""
        if isinstance(items, ast.Call) and isinstance(items.func, ast.Name) and items.func.id == "reach":
            return py.call("reached", *items.args)
        return items

    @staticmethod
    def any_of(items: ast.expr) -> ast.expr:
        """Whether there are items at all."""
        if isinstance(items, ast.Call) and isinstance(items.func, ast.Name) and items.func.id == "reach":
            return py.call("gets_anywhere", *items.args)
        return py.call("bool", items)

    def _tableau(self, name: str, args: list[n.Expr]) -> ast.expr:
        """A question about a board on which pieces cover cells."""
        board = next(arg for arg in args if self.types[arg].tag == "board")
        made = [self.expr(arg) for arg in args if arg is not board]
        return py.method(f"tableau_{self.ref_board(board).name}", name, py.name("s"), *made)

    @staticmethod
    def _spec(board: BoardDecl) -> tuple[object, ...]:
        """A board in plain values, enough to build its shape again."""
        shape = board.shape
        assert shape is not None
        if shape.kind == "square":
            return "square", max(shape.columns), max(shape.rows), shape.metric
        if shape.kind == "track":
            return "track", shape.names, shape.steps[0][-1] >= 0 if shape.steps else False
        if shape.kind == "hex":
            places = zip(shape.axial, shape.columns, shape.rows, shape.numbers, strict=True)
            spots = tuple((q, r, column, row, number) for (q, r), column, row, number in places)
            return "hex", spots, shape.orientation, shape.corners, shape.metric == "hex"
        return "graph", shape.names, tuple((a, b) for a, b, _ in board.links)

    def _table(self, name: str, cell_type: str, values: tuple[object, ...]) -> ast.expr:
        """The answers to a question for each cell."""
        known = self.layout.tables.get((name, cell_type, *values))
        if known is not None:
            return py.name(known)
        rows: list[object] = []
        for board in self.layout.board_of_type(cell_type):
            assert board.shape is not None
            rows += [()] * (board.base - len(rows))
            rows += [
                shifted(answer(board.shape, name, cell, values), board.base) for cell in range(len(board.shape.names))
            ]
        word = "_".join(
            str(DIRECTIONS[v] if isinstance(v, int) and name in ("neighbor", "ray", "along") and i == 0 else v)
            for i, v in enumerate(values)
        ).replace("-", "minus_")
        made = self.constant(f"{cell_type}_{name}{'_' if word else ''}{word}", tuple(rows))
        self.layout.tables[name, cell_type, *values] = made.id
        return made

    def _of_board(self, name: str, board: BoardDecl, number: ast.expr) -> ast.expr:
        assert board.shape is not None
        if isinstance(number, ast.Constant) and isinstance(number.value, int):
            value = self._board_answer(name, board, number.value)
            return self.constant(f"{board.name}_{name}_{number.value}".replace("-", "minus_"), value)
        if name in ("column", "row"):
            counted = board.shape.columns if name == "column" else board.shape.rows
            lines = {i: self._board_answer(name, board, i) for i in range(1, max(counted, default=0) + 1)}
            return py.method(self.constant(f"{board.name}_{name}s", lines), "get", number, py.const(()))
        spec = self.constant(f"{board.name}_board", ((board.base, *self._spec(board)),))
        return py.call(f"ask_{name}", spec, number)

    def _board_answer(self, name: str, board: BoardDecl, number: int) -> object:
        assert board.shape is not None
        try:
            return shifted(getattr(boards, name)(board.shape, number), board.base)
        except (ValueError, IndexError):
            return ()

    @staticmethod
    def _middle(board: BoardDecl) -> ast.expr:
        assert board.shape is not None
        return py.const(board.base + boards.middle(board.shape))

    def _compass(self, board: BoardDecl, number: ast.expr) -> ast.expr:
        assert board.shape is not None
        ways = boards.compass(board.shape)
        if isinstance(number, ast.Constant) and isinstance(number.value, int) and 0 < number.value <= len(ways):
            return py.const(ways[number.value - 1])
        return py.call("direction_numbered", number, self.constant(f"{board.name}_compass", ways), py.const(board.name))


def answer(shape: boards.Shape, name: str, cell: int, values: tuple[object, ...]) -> object:
    """One question about one cell of a board."""
    if name == "neighbors":
        return shape.neighbors[cell]
    if name == "runs_through":
        return boards.runs_through(shape, values[0])[cell] if isinstance(values[0], int) and values[0] > 0 else ()
    if name == "neighbor":
        assert isinstance(values[0], int)
        return shape.steps[values[0]][cell]
    return getattr(boards, name)(shape, cell, *values)


def shifted(value: object, base: int) -> object:
    """Cells of a board as places."""
    if isinstance(value, tuple):
        return tuple(shifted(item, base) for item in value)
    assert isinstance(value, int)
    return value if value < 0 else value + base
