"""Calls to Python calls: the game's rules, built-ins, look-up tables, carried rules, orders.

Also what all of lowering shares: names of locals, temporaries, constants, places.
"""

from __future__ import annotations

import ast
from abc import abstractmethod

from rulesdsl.check.facts import Facts, Ref
from rulesdsl.check.scope import Globals
from rulesdsl.compiler import pyast as py
from rulesdsl.compiler.layout import Layout
from rulesdsl.library.builtins import Builtin
from rulesdsl.model.game import BoardDecl, FieldDecl, Game, LookupDecl, PhaseDecl, Role, RuleDecl, TokenDecl
from rulesdsl.model.sizes import is_spread
from rulesdsl.model.types import Type, is_id
from rulesdsl.syntax import nodes as n


class CallLowering:
    """Base of the lowering: names of locals, temporaries, constants, places."""

    def __init__(self, game: Game, facts: Facts, names: Globals, layout: Layout) -> None:
        self.game, self.facts, self.names, self.layout = game, facts, names, layout
        self.types = facts.types
        self.spread = is_spread(game)
        self.out: list[ast.stmt] = []
        self.locals: dict[str, str] = {}
        self.counter = 0

    @abstractmethod
    def expr(self, node: n.Expr, wanted: Type | None = None) -> ast.expr: ...

    @abstractmethod
    def items(self, node: n.Expr) -> ast.expr: ...

    @abstractmethod
    def geometry(self, name: str, args: list[n.Expr]) -> ast.expr: ...

    # ------------------------------------------------------------------- naming

    def temp(self) -> str:
        self.counter += 1
        return f"t{self.counter}_"

    def local(self, name: str) -> str:
        """The Python name of a rule's local: no word of Python's and no name of the generated code begins like it."""
        made = f"_{name}_" if name.startswith("_") else f"_{name}"
        self.locals[name] = made
        return made

    def constant(self, name: str, value: object) -> ast.Name:
        """A table outside the state, by a name of its own."""
        return py.name(self.layout.constant(name, value))

    def text_table(self, kind: Type) -> ast.expr:
        """What `text_of` needs to say a value of this type."""
        inner = kind.item if kind.tag in ("optional", "list") else kind
        word = inner.tag if inner.tag != "enum" else f"enum {inner.name}"
        return py.const(word)

    @staticmethod
    def plus(item: ast.expr, number: int) -> ast.expr:
        if number == 0:
            return item
        if isinstance(item, ast.Constant) and isinstance(item.value, int):
            return py.const(item.value + number)
        return py.binary(item, "+", py.const(number))

    # ------------------------------------------------------------------ players

    def player(self, ref: Ref) -> ast.expr:
        role = ref.decl
        if isinstance(role, Role) and role.otherwise is not None:
            other = self.names.names[role.otherwise]
            here = py.compare(py.const(ref.value), "in", py.attr("s", "players"))
            return ast.IfExp(here, py.const(ref.value), py.const(other.value))
        return py.const(ref.value)

    def optional_seats(self) -> frozenset[int]:
        """Seats that may be empty."""
        assert self.game.players is not None
        return frozenset(role.first + i for role in self.game.players.roles for i in range(role.low, role.high))

    def stand_ins(self) -> tuple[int, ...]:
        """For each seat who plays for it when it is empty: itself where nobody does."""
        assert self.game.players is not None
        found = list(range(len(self.game.players.names)))
        for role in self.game.players.roles:
            if role.otherwise is not None:
                for i in range(role.high):
                    found[role.first + i] = self.names.names[role.otherwise].value
        return tuple(found)

    def owners(self) -> ast.Name:
        """The table of the pieces' owners; -1 for nobody's."""
        return self.constant("owner_of", self.game.piece_owners())

    def kinds_within(self, kind: Type) -> list[str]:
        """The kinds that a piece of this type can be of."""
        if kind.tag == "piece":
            return list(self.game.kinds)
        tops = (kind.name,) if kind.tag == "kind" else self.game.unions[kind.name]
        return [k for k in self.game.kinds if any(self.game.is_below(k, top) for top in tops)]

    def team(self, name: str) -> list[int]:
        assert self.game.players is not None
        return [
            role.first + i
            for role in self.game.players.roles
            if name in (role.name, role.team)
            for i in range(role.high)
        ]

    def varying_team(self, name: str) -> bool:
        assert self.game.players is not None
        return any(role.low != role.high for role in self.game.players.roles if name in (role.name, role.team))

    def phase_variable(self, ref: Ref, name: str) -> ast.expr:
        if isinstance(ref.decl, PhaseDecl):
            return py.attr("s", self.layout.each(ref.decl))
        return py.attr("s", self.layout.param(name, ref.type))

    # ------------------------------------------------------------------- places

    def place(self, node: n.Expr) -> ast.expr:
        """An expression as a place: pieces are places too."""
        made = self.expr(node)
        return self.plus(made, self.game.carriers) if self.types[node].tag in ("kind", "piece", "union") else made

    def held(self, place: ast.expr) -> ast.expr:
        return py.index(py.attr("s", "held_"), place)

    def held_at(self, node: n.Expr) -> ast.expr:
        """What lies at a place; where pieces cover several cells, all that reaches over the cell."""
        if self.is_covered(node):
            return py.call("pieces_at", py.name("s"), self.expr(node))
        return self.held(self.place(node))

    def is_covered(self, node: n.Expr) -> bool:
        """Is this a cell of boards on which pieces cover several?"""
        kind = self.types[node].item
        is_cell = kind.tag == "cell" and self.types[node].tag != "list"
        boards = self.layout.board_of_type(kind.name) if is_cell else []
        return any(board.layered or (board.kind == "square" and self.spread) for board in boards)

    def where(self, kind: Type) -> ast.expr:
        """The column of the pieces' places, asked about a piece of this type."""
        made = py.attr("s", "where_")
        if kind.item.tag in ("kind", "union"):
            kinds = [self.game.kinds[k] for k in self.kinds_within(kind.item)]
            py.note(made, tuple((k.low, k.high) for k in kinds))
        return made

    def space(self, piece: ast.expr, kind: Type) -> ast.expr:
        """Where a piece of this type is, whatever carries it: mostly nothing does."""
        box = py.const(self.game.box)
        carried = self.carried_to(piece, kind)
        if not isinstance(piece, ast.Name | ast.Constant):
            return carried
        here = [py.index(self.where(kind), py.copied(piece)) for _ in range(2)]
        return py.as_one(ast.IfExp(py.compare(here[0], "<", box), here[1], carried))

    def carried_to(self, piece: ast.expr, kind: Type) -> ast.expr:
        return py.call("space_of", self.where(kind), piece, py.const(self.game.carriers), py.const(self.game.box))

    def is_on(self, low: int, high: int, piece: ast.expr, kind: Type) -> ast.expr:
        """Is a piece of this type on one of these cells, whatever carries it?"""
        carried = py.between(low, self.carried_to(piece, kind), high)
        if not isinstance(piece, ast.Name | ast.Constant):
            return carried
        here = [py.index(self.where(kind), py.copied(piece)) for _ in range(2)]
        under = py.compare(here[1], ">=", py.const(self.game.carriers))
        return py.as_one(ast.BoolOp(ast.Or(), [py.between(low, here[0], high), py.both(under, carried)]))

    def ref_board(self, node: n.Expr) -> BoardDecl:
        ref = self.facts.refs[node]
        assert isinstance(ref.decl, BoardDecl)
        return ref.decl

    @staticmethod
    def board_span(board: BoardDecl) -> tuple[int, int]:
        assert board.shape is not None
        return board.base, board.base + len(board.shape.names)

    def field_decls(self, kind: Type, name: str) -> list[FieldDecl]:
        """The declarations behind a field of a union: one, or one a kind."""
        kind = kind.item if kind.tag == "optional" else kind
        if kind.tag != "union":
            return []
        found: list[FieldDecl] = []
        for member in self.game.unions[kind.name]:
            decl = self.game.field_of(member, name)
            if decl is not None and decl not in found:
                found.append(decl)
        return found

    def fits(self, found: Type, wanted: Type) -> bool:
        if wanted.tag == "piece" or found == wanted:
            return True
        return found.tag == wanted.tag == "kind" and self.game.is_below(found.name, wanted.name)

    # -------------------------------------------------------------------- calls

    def _call(self, node: n.Call) -> ast.expr:
        ref = self.facts.refs[node]
        if ref.how == "builtin":
            assert isinstance(ref.decl, Builtin)
            return self.builtin(ref.decl, [arg.value for arg in node.args])
        if ref.how == "carried":
            assert node.receiver is not None
            table = py.index(py.name(carried_name(self.game, str(ref.decl))), self.expr(node.receiver))
            return py.call(table, py.name("s"), self.expr(node.receiver))
        if ref.how == "link":
            assert isinstance(ref.decl, tuple)
            assert isinstance(ref.decl, tuple)
            return self.link(ref.decl, node)
        assert isinstance(ref.decl, RuleDecl)
        return py.call(rule_name(ref.decl), py.name("s"), *self.arguments(node, ref.decl))

    def arguments(self, node: n.Call, rule: RuleDecl) -> list[ast.expr]:
        """Arguments in the order of the parameters."""
        given: dict[str, n.Expr] = {}
        for param, arg in zip(rule.params, node.args, strict=False):
            if arg.name is None:
                given[param.name] = arg.value
        given.update({arg.name.name: arg.value for arg in node.args if arg.name is not None})
        return [self.argument(given[param.name], param.type) for param in rule.params]

    def argument(self, node: n.Expr, wanted: Type) -> ast.expr:
        if wanted.tag == "list" and self.types[node].tag in ("zone", "board"):
            return self.items(node)
        if wanted.tag == "place":
            return self.place(node)
        return self.expr(node, wanted)

    def order_key(self, call: n.Call) -> ast.expr:
        ref = self.facts.refs[call]
        assert isinstance(ref.decl, RuleDecl)
        return py.call(rule_name(ref.decl), py.name("s"), *self.arguments(call, ref.decl))

    # ------------------------------------------------------------------ look-up

    def lookup_table(self, table: object, column: int) -> ast.expr:
        assert isinstance(table, LookupDecl)
        names = list(table.columns)
        rows = self.lookup_rows(table)
        kind = table.columns[names[column]]
        values = tuple(self.layout.value(row[column], kind) if row is not None else None for row in rows)
        return self.constant(table.name if table.single else f"{table.name}_{names[column]}", values)

    def lookup_rows(self, table: LookupDecl) -> list[tuple[n.Expr, ...] | None]:
        if table.key.tag == "enum":
            keys = list(self.names.enum_members(table.key))
        elif table.key.tag == "int":
            low, high = (int(x) for x in table.key.name.split(".."))
            keys = [str(i) for i in range(low, high + 1)]
        elif table.key.tag == "player":
            assert self.game.players is not None
            keys = list(self.game.players.names)
        elif table.key.tag == "kind":
            keys = [piece.name for piece in self.game.pieces]
        else:
            keys = [cell for board in self.layout.board_of_type(table.key.name) for cell in board.shape.names]  # type: ignore[union-attr]
        return [table.rows.get(key) for key in keys]

    def lookup_key(self, table: object, key: n.Expr) -> ast.expr:
        assert isinstance(table, LookupDecl)
        made = self.expr(key)
        if table.key.tag == "int":
            low, high = (int(x) for x in table.key.name.split(".."))
            if isinstance(made, ast.Constant) and isinstance(made.value, int) and low <= made.value <= high:
                return py.const(made.value - low)
            return py.call("row_of", made, py.const(low), py.const(high), py.const(table.name))
        return made

    def lookup_cell(self, node: n.Field, ref: Ref) -> ast.expr:
        assert isinstance(node.obj, n.Index)
        return py.index(self.lookup_table(ref.decl, ref.value), self.lookup_key(ref.decl, node.obj.keys[0]))

    def link(self, boards: tuple[BoardDecl, ...], node: n.Call) -> ast.expr:
        name = node.name.name
        kind = boards[0].link_fields[name].type
        values = {
            (board.base + a, board.base + b): (
                self.layout.value(given[name], kind) if name in given else self.layout.start(board.link_fields[name])
            )
            for board in boards
            for a, b, given in board.links
        }
        table = self.constant(f"{boards[0].cell_type}_link_{name}", values)
        pair = py.tuple_of([self.expr(arg.value) for arg in node.args])
        return py.method(table, "get", pair, py.const(self.layout.none(kind)))

    # ---------------------------------------------------------------- built-ins

    def builtin(self, builtin: Builtin, args: list[n.Expr]) -> ast.expr:
        name = builtin.name
        if name == "players_from":
            return py.call("players_from", py.attr("s", "players"), self.expr(args[0]))
        if name == "next_player":
            return py.call("next_player", py.attr("s", "players"), self.expr(args[0]))
        if name == "supply":
            token = self.facts.refs[args[0]].decl
            assert isinstance(token, TokenDecl)
            return self.supply(token)
        if name == "count":
            return py.call("len", self.items(args[0]))
        if name in ("sum", "abs"):
            return py.call(name, self.items(args[0]) if name == "sum" else self.expr(args[0]))
        if name in ("min", "max"):
            return py.call(f"{name}_of", self.items(args[0]))
        if name in ("first", "last"):
            item = self.types[args[0]]
            held = item.of if item.of is not None else item
            return py.call(
                f"{name}_of", self.items(args[0]), py.const(-1 if is_id(held) or item.tag == "board" else None)
            )
        if name == "reversed":
            return py.call("back_to_front", self.items(args[0]))
        if name == "top_of":
            return py.call("top_of", py.name("s"), self.expr(args[0]))
        return self.geometry(name, args)

    def supply(self, token: TokenDecl) -> ast.expr:
        column = py.attr("s", self.layout.token(token.name))
        total: ast.expr = column if token.holder == "game" else py.call("sum", column)
        return py.binary(py.const(token.supply), "-", total)


def carried_name(game: Game, key: str, number: int = -1) -> str:
    """The name of the table of a rule that pieces or cells carry, or of the function of one of its texts."""
    name = f"carried_{list(game.carried).index(key)}_{key.rpartition('.')[2]}"
    return name if number < 0 else f"{name}_{number}"


def rule_name(rule: RuleDecl) -> str:
    """The name of a rule's function."""
    prefix = {
        "value": "value",
        "effect": "effect",
        "table": "table",
        "order": "order",
        "trigger": "trigger",
        "action": "action",
        "carried": "carried",
        "travel": "travel",
        "phase": "phase",
        "special": "holds",
    }[rule.how]
    return f"{prefix}_{rule.name}"
