"""Types of `x.name` and `x[key]`."""

from __future__ import annotations

from rulesdsl.check.base import Base
from rulesdsl.check.facts import Ref
from rulesdsl.check.scope import Scope, zone_type
from rulesdsl.model.cells import field_of_cells
from rulesdsl.model.game import BoardDecl, LookupDecl, SidedDecl, StateDecl
from rulesdsl.model.types import ERROR, INT, PLACE, PLAYER, Type, optional
from rulesdsl.source.suggest import did_you_mean
from rulesdsl.syntax import nodes as n


class FieldChecker(Base):
    def _field(self, node: n.Field, scope: Scope, expected: Type | None) -> Type:
        if isinstance(node.obj, n.Name) and node.obj.name == "options" and scope.find("options") is None:
            return self._option(node)
        obj = self.expr(node.obj, scope)
        if obj == ERROR:
            return ERROR
        if obj.tag == "optional":
            self.maybe_none(node.obj, obj)
            obj = obj.item
        board = self.facts.refs.get(node.obj)
        if obj.tag == "board" and board is not None and isinstance(board.decl, BoardDecl):
            if board.decl.shape is None:
                return ERROR
            ref = self._board_cell(board.decl, node.name.name)
        else:
            ref = self.field_ref(obj, node.name.name)
        if ref is None:
            self._unknown_field(node, obj)
            return ERROR
        self.facts.refs[node] = ref
        self.note_use(ref, node)
        return ref.type

    def _option(self, node: n.Field) -> Type:
        option = self.game.options.get(node.name.name)
        if option is None:
            self.unknown(node.name.span, node.name.name, self.game.options, "option")
            return ERROR
        self.facts.refs[node] = Ref("option", option.type, option)
        self.facts.used.add(option)
        return option.type

    def field_ref(self, obj: Type, name: str) -> Ref | None:
        """What `.name` is on a value of type `obj`."""
        if obj.tag in ("kind", "piece", "union"):
            return self._piece_field(obj, name)
        if obj.tag == "player":
            return self._player_field(name)
        if obj.tag == "cell":
            return self._cell_field(obj, name)
        if obj.tag == "row":
            table = self.game.lookups[obj.name]
            return (
                Ref("column", table.columns[name], table, list(table.columns).index(name))
                if name in table.columns
                else None
            )
        return None

    def _piece_field(self, obj: Type, name: str) -> Ref | None:
        kinds = self.kinds_of(obj)
        if name == "at":
            return Ref("at", PLACE)
        if name == "space" and len(self.game.cell_types) == 1:
            return Ref("space", optional(Type("cell", next(iter(self.game.cell_types)))))
        if name == "space":
            return Ref("space", optional(PLACE))
        if name == "owner":
            owned = [
                p.owner >= 0 and self.game.owner_mode(p.kind) == "fixed"
                for p in self.game.pieces
                if not kinds or any(self.game.is_below(p.kind, k) for k in kinds)
            ]
            return Ref("owner", PLAYER if owned and all(owned) else optional(PLAYER))
        if name == "side":
            sided = [k for kind in kinds for k in self.game.kind_chain(kind) if k.sides]
            return Ref("side", Type("enum", f"{sided[0].name} side"), sided[0]) if sided else None
        found = [self.game.field_of(kind, name) for kind in kinds]
        if not found or any(f is None for f in found) or len({f.type for f in found if f}) != 1:
            return None
        return Ref("field", found[0].type, found[0])  # type: ignore[union-attr]

    def _player_field(self, name: str) -> Ref | None:
        state, zone, token = self.game.state.get(name), self.game.zones.get(name), self.game.tokens.get(name)
        if state is not None and state.per and state.per[0].tag == "player":
            return Ref("player_state", state.type if len(state.per) == 1 else Type("row", f"={name}"), state)
        if zone is not None and zone.per:
            return Ref("player_zone", zone_type(self.game, zone.holds), zone)
        if token is not None and token.holder == "Player":
            return Ref("token_of", INT, token)
        return None

    def _cell_field(self, obj: Type, name: str) -> Ref | None:
        field = field_of_cells(self.game, obj.name, name)
        if field is not None:
            return Ref("field", field.type, field)
        kinds = {self.game.boards[b].kind for b in self.game.cell_types.get(obj.name, []) if b in self.game.boards}
        if name == "order" or (name in ("column", "row") and kinds <= {"square", "hex"}):
            return Ref(f"cell_{name}", INT, obj.name)
        if name == "number" and kinds <= {"track", "hex"}:
            return self._number_of(obj)
        return None

    def _number_of(self, obj: Type) -> Ref | None:
        """The printed number of a cell, which each has, or some have."""
        boards = [self.game.boards[b] for b in self.game.cell_types.get(obj.name, []) if b in self.game.boards]
        numbers = [number for board in boards if board.shape is not None for number in board.shape.numbers]
        if max(numbers, default=0) < 0:
            return None
        return Ref("cell_number", INT if min(numbers, default=0) >= 0 else optional(INT), obj.name)

    def _board_cell(self, board: BoardDecl, name: str) -> Ref | None:
        if board.shape is None or isinstance(board, SidedDecl) or name not in board.shape.names:
            return None
        return Ref("cell", Type("cell", board.cell_type), None, board.base + board.shape.names.index(name))

    def _field_names(self, obj: Type) -> list[str]:
        if obj.tag == "player":
            return [
                *(s.name for s in self.game.state.values() if s.per and s.per[0].tag == "player"),
                *(z.name for z in self.game.zones.values() if z.per),
                *(t.name for t in self.game.tokens.values() if t.holder == "Player"),
            ]
        if obj.tag == "cell":
            return [
                "column",
                "row",
                "number",
                "order",
                *(f for b in self.game.boards.values() if b.cell_type == obj.name for f in b.fields),
            ]
        if obj.tag == "row" and obj.name in self.game.lookups:
            return list(self.game.lookups[obj.name].columns)
        if obj.tag == "board":
            return [
                c
                for b in self.game.boards.values()
                if b.cell_type == obj.name and b.shape is not None
                for c in b.shape.names
            ]
        names = ["at", "space", "owner", "side"] if obj.tag in ("kind", "piece", "union") else []
        return names + [f for kind in self.kinds_of(obj) for decl in self.game.kind_chain(kind) for f in decl.fields]

    def _unknown_field(self, node: n.Field, obj: Type) -> None:
        name = node.name.name
        state = self.game.state.get(name)
        if obj.tag == "player" and state is not None and not state.per:
            self.problems.error(
                "unknown-field",
                node.name.span,
                f"`{name}` is the game's, not a player's",
                help=f"write `{name}` alone, or declare it `per: Player`",
            )
            return
        guess = did_you_mean(name, self._field_names(obj))
        if obj.tag in ("zone", "list"):
            self.problems.error(
                "unknown-field",
                node.name.span,
                f"{obj} has no `{name}`",
                help="functions ask about what is in it: `count(...)`, `first(...)`, `top_of(...)`",
            )
            return
        if obj.tag == "board":
            self.problems.error(
                "unknown-field",
                node.name.span,
                f"this board has no cell `{name}`",
                help=f"did you mean `{guess}`?" if guess else None,
            )
            return
        self.problems.error(
            "unknown-field",
            node.name.span,
            f"{obj} has no `{name}`",
            help=f"did you mean `{guess}`?" if guess else None,
        )

    # -------------------------------------------------------------------- index

    def _index(self, node: n.Index, scope: Scope, expected: Type | None) -> Type:
        if isinstance(node.obj, n.Name) and scope.find(node.obj.name) is None:
            ref = self.globals.find(node.obj.name, None)
            if ref is not None and isinstance(ref.decl, LookupDecl):
                self.facts.refs[node.obj] = ref
                return self._lookup(node, ref.decl, scope)
            if ref is not None and isinstance(ref.decl, StateDecl) and ref.decl.per:
                self.facts.refs[node.obj] = ref
                self.note_use(ref, node.obj)
                return self._state(node, ref.decl, ref.decl.per, scope)
        found = self.expr(node.obj, scope)
        board = self.facts.refs.get(node.obj)
        if found.tag == "board" and board is not None and isinstance(board.decl, BoardDecl):
            return self._numbered(node, board.decl, scope)
        if found.tag == "row" and found.name.startswith("="):
            state = self.game.state[found.name[1:]]
            return self._state(node, state, state.per[1:], scope)
        if found != ERROR:
            self.problems.error(
                "wrong-type",
                node.span,
                f"nothing can be looked up in {found}",
                help="lists have `first`, `last` and `for`",
            )
        return ERROR

    def _numbered(self, node: n.Index, board: BoardDecl, scope: Scope) -> Type:
        """`track[3]`: the cell with this number."""
        if board.shape is None:
            return ERROR
        if max(board.shape.numbers) < 0:
            help_text = f"a cell is named with its board: `{board.name}.NAME`"
            self.problems.error(
                "wrong-board", node.span, f"the cells of `{board.name}` have no numbers", help=help_text
            )
            return ERROR
        if len(node.keys) != 1:
            self.problems.error("wrong-arguments", node.span, "a cell has one number")
            return ERROR
        key, numbers = node.keys[0], board.shape.numbers
        self.need(key, scope, INT)
        if isinstance(key, n.Number) and (key.value not in numbers or key.value < 0):
            guess = did_you_mean(str(key.value), [str(number) for number in numbers if number >= 0])
            near = (
                f"did you mean {guess}?"
                if guess
                else f"its cells are {min(one for one in numbers if one >= 0)} to {max(numbers)}"
            )
            help_text = f"its spaces are {numbers[0]} to {numbers[-1]}" if board.kind == "track" else near
            what = "space" if board.kind == "track" else "cell"
            self.problems.error("unknown-name", key.span, f"`{board.name}` has no {what} {key.value}", help=help_text)
        return Type("cell", board.cell_type)

    def _lookup(self, node: n.Index, table: LookupDecl, scope: Scope) -> Type:
        self.facts.used.add(table)
        wanted = INT if table.key.tag == "int" else table.key
        if len(node.keys) != 1:
            self.problems.error("wrong-arguments", node.span, "a table is looked up with one key")
            return ERROR
        self.need(node.keys[0], scope, wanted)
        return table.columns["value"] if table.single else Type("row", table.name)

    def _state(self, node: n.Index, state: StateDecl, per: tuple[Type, ...], scope: Scope) -> Type:
        if len(node.keys) != len(per):
            self.problems.error("wrong-arguments", node.span, f"`{state.name}` is per {' and '.join(map(str, per))}")
            return ERROR
        for key, wanted in zip(node.keys, per, strict=True):
            self.need(key, scope, wanted)
        return state.type
