"""Pieces, fields and indexed state in expressions: where on the table and in the state a value stands."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from rulesdsl.check.facts import Ref
from rulesdsl.compiler import pyast as py
from rulesdsl.compiler.geometry import GeometryLowering
from rulesdsl.model.frame import OptionDecl
from rulesdsl.model.game import BoardDecl, FieldDecl, KindDecl, SidedDecl, StateDecl, ZoneDecl
from rulesdsl.model.types import PLAYER, Type
from rulesdsl.syntax import nodes as n

if TYPE_CHECKING:
    pass

_PIECES = ("kind", "piece", "union")


class LookupLowering(GeometryLowering):
    """Base of the expressions."""

    # -------------------------------------------------------------------- pieces

    def kind_test(self, kind: Type, item: ast.expr) -> ast.expr | None:
        """Is a piece of this kind? None: every piece is."""
        if kind.tag == "piece":
            return None
        spans = [
            (self.game.kinds[k].low, self.game.kinds[k].high)
            for k in ((kind.name,) if kind.tag == "kind" else self.game.unions[kind.name])
        ]
        tests: list[ast.expr] = [py.between(low, item, high) for low, high in spans]
        return tests[0] if len(tests) == 1 else ast.BoolOp(ast.Or(), tests)

    def kind_filter(self, kind: Type, piece: ast.expr) -> ast.expr | None:
        """The same of what is a piece for certain: also None if the game has no others."""
        return None if len(self.piece_ids(kind)) == len(self.game.pieces) else self.kind_test(kind, piece)

    def all_of(self, kind: Type) -> ast.expr:
        ids = self.piece_ids(kind)
        if self.game.modules and any(self.game.module_of(self.game.pieces[i].span) is not None for i in ids):
            return py.attr("s", self.layout.all_awake(kind.name))
        return self.constant(f"all_{kind.name or 'pieces'}", ids)

    def piece_ids(self, kind: Type) -> tuple[int, ...]:
        """The pieces that are of a kind or union, those of modules that may sleep included."""
        if kind.tag == "piece":
            return tuple(range(len(self.game.pieces)))
        kinds = [self.game.kinds[k] for k in ((kind.name,) if kind.tag == "kind" else self.game.unions[kind.name])]
        return tuple(i for k in kinds for i in range(k.low, k.high))

    def _allof(self, node: n.AllOf) -> ast.expr:
        kind = self.types[node].item
        if node.place is None:
            if kind.tag == "enum":
                return self.constant(f"all_{kind.name}", tuple(range(len(self.names.enum_members(kind)))))
            return self.all_of(kind)
        if node.how == "on":
            low, high = self.board_span(self.ref_board(node.place))
            if self.ref_board(node.place).layered:
                return py.method(f"tableau_{self.ref_board(node.place).name}", "laid", py.name("s"), self.all_of(kind))
            return py.call(
                "on_board", py.name("s"), self.all_of(kind), py.const(low), py.const(high), py.const(self.game.carriers)
            )
        held = self.held_at(node.place)
        if self.types[node.place].tag == "zone" and self.fits(self.types[node.place].item, kind):
            return held
        test = self.kind_filter(kind, py.name("x_"))
        return held if test is None else py.comprehension(py.name("x_"), "x_", held, test)

    def _at(self, node: n.At) -> ast.expr:
        kind = self.types[node].item
        test = self.kind_filter(kind, py.name("x_"))
        held = self.held_at(node.place)
        if node.kind.name == "pieces":
            return held
        found = held if test is None else py.comprehension(py.name("x_"), "x_", held, test)
        return py.call("first_of", found)

    # -------------------------------------------------------------------- fields

    def _field(self, node: n.Field) -> ast.expr:
        ref = self.facts.refs[node]
        how = ref.how
        if how == "option":
            assert isinstance(ref.decl, OptionDecl)
            return py.index(py.attr("s", "options_"), py.const(list(self.game.options).index(ref.decl.name)))
        if how == "cell":
            return py.const(ref.value)
        if how == "column":
            return self.lookup_cell(node, ref)
        obj = self.expr(node.obj)
        if how == "field":
            return self.field_value(node, ref, obj)
        if how == "player_state":
            assert isinstance(ref.decl, StateDecl)
            return py.index(py.attr("s", self.layout.state(ref.decl)), obj)
        if how == "player_zone":
            assert isinstance(ref.decl, ZoneDecl)
            return self.plus(obj, ref.decl.base)
        if how == "token_of":
            return py.index(py.attr("s", self.layout.token(node.name.name)), obj)
        if how == "at":
            return py.index(self.where(self.types[node.obj]), obj)
        if how == "space":
            return self.space(obj, self.types[node.obj])
        if how == "owner":
            return self.owner(self.types[node.obj], obj)
        if how == "side":
            return py.index(py.attr("s", self.layout.side(ref.decl)), obj)  # type: ignore[arg-type]
        return self.cell_figure(how, ref, obj)

    def owner(self, kind: Type, obj: ast.expr) -> ast.expr:
        """Whose a piece is: printed on it, or of whoever carries it."""
        carried = self.constant(
            "carried_pieces", tuple(self.game.owner_mode(p.kind) == "carrier" for p in self.game.pieces)
        )
        made: ast.expr
        if any(self.game.owner_mode(k) == "carrier" for k in self.kinds_within(kind)):
            zones = tuple((z.base, z.base + self.layout.size(PLAYER)) for z in self.game.zones.values() if z.per)
            where = py.attr("s", "where_")
            made = py.call(
                "owner_now", where, obj, self.owners(), carried, py.const(self.game.carriers), py.const(zones)
            )
        else:
            made = py.index(self.owners(), obj)
        if self.stand_ins() == tuple(range(self.layout.size(PLAYER))):
            return made
        return py.call("acting", py.attr("s", "players"), made, self.constant("stand_ins", self.stand_ins()))

    def field_value(self, node: n.Field, ref: Ref, obj: ast.expr) -> ast.expr:
        decls: list[object] = [*self.field_decls(self.types[node.obj], node.name.name)] or [ref.decl]
        made: ast.expr | None = None
        for decl in reversed(decls):
            assert isinstance(decl, FieldDecl)
            value = self.one_field(decl, obj)
            if made is None:
                made = value
            else:
                owner = self.game.kinds[decl.owner]
                made = ast.IfExp(py.between(owner.low, obj, owner.high), value, made)
        assert made is not None
        return made

    def one_field(self, decl: FieldDecl, obj: ast.expr) -> ast.expr:
        title = self.layout.field(decl)
        table: ast.expr = py.attr("s", title) if self.layout.is_column(decl) else py.name(title)
        value = py.index(table, obj)
        return py.index(value, self.side_of(self.game.kinds[decl.owner], obj)) if decl.per_side else value

    def side_of(self, kind: KindDecl, obj: ast.expr) -> ast.expr:
        """Which side of a piece of this kind is up; kinds below it may have sides of their own."""
        above = next((k for k in self.game.kind_chain(kind.name) if k.sides), None)
        sided = (
            [above]
            if above is not None
            else [k for k in self.game.kinds.values() if k.sides and self.game.is_below(k.name, kind.name)]
        )
        made: ast.expr = py.const(0)
        for one in reversed(sided):
            side = py.index(py.attr("s", self.layout.side(one)), obj)
            whole = one is above or (one.low == kind.low and one.high == kind.high)
            made = side if whole else ast.IfExp(py.between(one.low, obj, one.high), side, made)
        return made

    def cell_figure(self, how: str, ref: Ref, obj: ast.expr) -> ast.expr:
        figure = how.removeprefix("cell_")
        name = str(ref.decl)
        values: list[int | None] = []
        for board in self.layout.board_of_type(name):
            shape = board.shape
            assert shape is not None
            values += [0] * (board.base - len(values))
            if figure == "order":
                values += range(1, len(shape.names) + 1)
            elif figure == "number":
                values += [None if number < 0 else number for number in shape.numbers]
            else:
                values += shape.columns if figure == "column" else shape.rows
        return py.index(self.constant(f"{name}_{figure}", tuple(values)), obj)

    # --------------------------------------------------------------------- index

    def _index(self, node: n.Index) -> ast.expr:
        ref = self.facts.refs.get(node.obj)
        assert ref is not None
        if ref.how == "board":
            return self.space_of_number(self.ref_board(node.obj), self.expr(node.keys[0]))
        if ref.how == "lookup":
            return py.index(self.lookup_table(ref.decl, 0), self.lookup_key(ref.decl, node.keys[0]))
        assert isinstance(ref.decl, StateDecl)
        return py.index(py.attr("s", self.layout.state(ref.decl)), self.state_key(node, ref.decl))

    def space_of_number(self, board: BoardDecl, number: ast.expr) -> ast.expr:
        """The cell that has this number."""
        assert board.shape is not None
        if isinstance(board, SidedDecl):
            every = tuple(numbered_cells(side) for side in board.sides)
            up = py.index(self.constant(f"{board.name}_numbers", every), py.attr("s", self.layout.up_side(board)))
            return py.call("cell_numbered", number, up, py.const(board.name))
        numbers = board.shape.numbers
        if isinstance(number, ast.Constant) and number.value in numbers:
            return py.const(board.base + numbers.index(number.value))
        if numbers != tuple(range(numbers[0], numbers[0] + len(numbers))):
            places = self.constant(f"{board.name}_numbers", numbered_cells(board))
            return py.call("cell_numbered", number, places, py.const(board.name))
        found = py.call("numbered", number, py.const(numbers[0]), py.const(numbers[-1]), py.const(board.name))
        return py.binary(found, "+", py.const(board.base - numbers[0]))

    def state_key(self, node: n.Index, decl: StateDecl) -> ast.expr:
        keys = [self.expr(key) for key in node.keys]
        if isinstance(node.obj, n.Field):
            keys.insert(0, self.expr(node.obj.obj))
        made = keys[0]
        for key, per in zip(keys[1:], decl.per[1:], strict=True):
            size = self.layout.size(per)
            if isinstance(made, ast.Constant) and isinstance(made.value, int):
                made = py.const(made.value * size)
            else:
                made = py.binary(made, "*", py.const(size))
            if isinstance(made, ast.Constant) and isinstance(key, ast.Constant):
                made = py.const(made.value + key.value)  # type: ignore[operator]
            else:
                made = py.binary(made, "+", key)
        return made


def numbered_cells(board: BoardDecl) -> dict[int, int]:
    """The cells of a board by their printed numbers."""
    assert board.shape is not None
    return {printed: board.base + cell for cell, printed in enumerate(board.shape.numbers) if printed >= 0}
