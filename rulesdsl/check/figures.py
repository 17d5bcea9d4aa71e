"""First values and printed figures: constants of their declared types, within their bounds."""

from __future__ import annotations

from fractions import Fraction

from rulesdsl.check.scope import Scope
from rulesdsl.check.settings import check_setting, number_of
from rulesdsl.check.special import SpecialChecker
from rulesdsl.model.cells import field_of_cells
from rulesdsl.model.game import Decl, FieldDecl, SidedDecl, StateDecl, TokenDecl
from rulesdsl.model.types import HALF, INT, Type
from rulesdsl.syntax import nodes as n


class FigureChecker(SpecialChecker):
    """What is printed or stands at the start, before any rule."""

    def figures(self) -> None:
        """Defaults and printed figures: constants of their declared type."""
        self.rule, self.summary = Decl("figures", self.game.span), None  # type: ignore[arg-type]
        game, scope = self.game, Scope()
        fields: list[FieldDecl] = [f for kind in game.kinds.values() for f in kind.fields.values()]
        fields += [f for board in game.boards.values() for f in (*board.fields.values(), *board.link_fields.values())]
        for field in fields:
            self._begins(field, scope)
            self._reset(field.reset)
        for piece in game.pieces:
            for name, exprs in piece.values.items():
                found = game.field_of(piece.kind, name)
                for expr in exprs:
                    if found is not None and expr not in self.facts.types:
                        self._figure(found, expr, scope)
        for board in game.boards.values():
            for name, cells in board.cell_values.items():
                field_of_cell = field_of_cells(game, board.cell_type, name)
                for expr in cells.values():
                    if field_of_cell is not None and expr not in self.facts.types:
                        self._figure(field_of_cell, expr, scope)
            for _, _, given in board.links:
                for name, expr in given.items():
                    if name in board.link_fields and expr not in self.facts.types:
                        self._figure(board.link_fields[name], expr, scope)
                    elif name not in board.link_fields:
                        self.problems.error(
                            "unknown-field", expr.span, f"the links of `{board.name}` have no field `{name}`"
                        )
        for state in game.state.values():
            self._begins(state, scope)
            self._reset(state.reset)
            self._edges(state)
        for zone in game.zones.values():
            if zone.then is not None:
                self._begin(zone)
                self.block(zone.then, Scope())
        self.rule, self.summary = Decl("figures", self.game.span), None  # type: ignore[arg-type]
        for token in game.tokens.values():
            self._purse(token, scope)
        for option in game.options.values():
            self._constant(option.default, scope, option.type)
            check_setting(option, option.default, self.problems)
        for scenario in game.scenarios.values():
            for name, (_, expr) in scenario.options.items():
                self._constant(expr, scope, game.options[name].type)
                check_setting(game.options[name], expr, self.problems)
        for table in game.lookups.values():
            for row in table.rows.values():
                for expr, wanted in zip(row, table.columns.values(), strict=True):
                    self._constant(expr, scope, wanted)

    def _purse(self, token: TokenDecl, scope: Scope) -> None:
        """What the holders begin with comes out of the supply."""
        self._constant(token.start, scope, INT)
        players = self.game.players
        if not isinstance(token.start, n.Number) or token.supply is None or players is None:
            return
        taken = token.start.value * (players.high if token.holder == "Player" else 1)
        if not 0 <= taken <= token.supply:
            self.problems.error(
                "bad-bounds", token.start.span, f"the supply is {token.supply}, and {taken} are held at first"
            )

    def _reset(self, reset: n.Reset | None) -> None:
        if reset is not None and reset.how == "end":
            self._period(reset.name)
        elif reset is not None and reset.name.name not in self.game.actions:
            self.unknown(reset.name.span, reset.name.name, self.game.actions, "action")

    def _period(self, word: n.Ident) -> None:
        """A phase, or the variable of an `each:` (then each of its turns)."""
        periods = [
            *self.game.phases,
            *(p.each_name for p in self.game.phases.values() if p.each_name not in ("", "me")),
        ]
        if word.name not in periods:
            self.unknown(word.span, word.name, periods, "phase")

    def _edges(self, state: Decl) -> None:
        for edge in (state.below, state.above):  # type: ignore[attr-defined]
            if isinstance(edge, n.Block):
                self._begin(state)
                self.block(edge, Scope())
                self.rule, self.summary = Decl("figures", state.span), None

    def _begins(self, decl: FieldDecl | StateDecl, scope: Scope) -> None:
        if decl.default is not None:
            self._figure(decl, decl.default, scope)

    def _figure(self, decl: FieldDecl | StateDecl, expr: n.Expr, scope: Scope) -> None:
        """A first value or a printed one: a constant, and a number within the bounds."""
        self._constant(expr, scope, decl.type)
        number = number_of(expr)
        if decl.bounds is None or number is None:
            return
        parts = 2 if decl.type == HALF else 1
        low, high = decl.bounds
        if not low <= number * parts <= high:
            self.problems.error(
                "bad-bounds",
                expr.span,
                f"`{decl.name}` cannot be {expr.span.text.strip()}",
                help=f"it is {Fraction(low, parts)}..{Fraction(high, parts)}",
            )

    def _constant(self, expr: n.Expr | None, scope: Scope, wanted: Type) -> None:
        if expr is None:
            return
        self.need(expr, scope, wanted)
        boards = [node.obj for node in expr.walk() if isinstance(node, n.Field)]  # `map.mill` is a cell
        boards += [x.obj for x in expr.walk() if isinstance(x, n.Index) and isinstance(x.keys[0], n.Number)]
        for node in expr.walk():
            ref = self.facts.refs.get(node)
            if ref is not None and ref.how == "board" and node in boards and not isinstance(ref.decl, SidedDecl):
                continue
            if ref is not None and ref.how not in ("member", "constant", "player", "piece", "cell", "enum"):
                self.problems.error(
                    "not-constant", node.span, "a printed figure cannot depend on the game", help="make it a value"
                )
                return
        worked = next((node for node in expr.walk() if isinstance(node, n.Expr) and not _is_plain(node)), None)
        if worked is not None:
            self.problems.error(
                "not-constant", worked.span, "a printed figure is not worked out", help="write what it comes to"
            )


def _is_plain(node: n.Expr) -> bool:
    """Does it stand for itself: a number, a text, a name, a list of them?"""
    if isinstance(node, n.Text):
        return all(isinstance(part, str) for part in node.parts)
    if isinstance(node, n.Unary):
        return number_of(node) is not None or (node.op == "not" and isinstance(node.operand, n.Name))
    return isinstance(node, n.Number | n.Half | n.Name | n.ListOf | n.Field | n.Index)
