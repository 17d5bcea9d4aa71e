"""Dice, draws, moves, turns, tokens: what happens to the things on the table, and the triggers that it fires."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence

from rulesdsl.check.facts import Ref
from rulesdsl.compiler import pyast as py
from rulesdsl.compiler.asking import AskLowering
from rulesdsl.model.game import KindDecl, RuleDecl, SidedDecl, StateDecl, TokenDecl, ZoneDecl
from rulesdsl.source.text import Span
from rulesdsl.syntax import nodes as n


class MoveLowering(AskLowering):
    """Between questions and the other statements."""

    # --------------------------------------------------------------------- dice

    def dice(self, dice: n.Dice) -> ast.expr:
        sides = py.const(dice.sides)
        if dice.count is None or (
            isinstance(dice.count, n.Number) and dice.count.value == 1 and dice.how in ("sum", "best")
        ):
            one = py.method("s", "roll_", py.name("s"), sides)
            return py.list_of([one]) if dice.how == "list" else one
        return py.call(f"roll_{dice.how}", py.name("s"), self.expr(dice.count), sides)

    def draw(self, draw: n.DrawPieces, at: n.Node) -> ast.expr:
        zone, to = self.expr(draw.source), self.place(draw.to)
        triggers = self.facts.moves.get(at, [])
        random = py.const(self.is_bag(draw.source))
        amount = self.expr(draw.amount) if draw.amount is not None else None
        decl = self.zone_of(draw.source)
        if decl is not None and decl.refill is not None:
            return self.draw_refilled(draw, decl, amount, triggers)
        if not triggers:
            if amount is None:
                return py.call("draw_one", py.name("s"), zone, to, random)
            return py.call("draw_many", py.name("s"), amount, zone, to, random)
        drawn, piece = self.temp(), self.temp()
        self.add(py.assign(drawn, py.call("take", py.name("s"), amount or py.const(1), zone, random)))
        place = self.temp()
        self.add(py.assign(place, to))
        self.add(py.loop(piece, py.name(drawn), self.move_one(piece, py.name(place), triggers, draw.span)))
        return py.name(drawn) if amount is not None else py.call("first_of", py.name(drawn), py.const(-1))

    def draw_refilled(
        self, draw: n.DrawPieces, decl: ZoneDecl, amount: ast.expr | None, triggers: list[RuleDecl]
    ) -> ast.expr:
        """One by one out of a zone that is filled up again whenever it is found empty."""
        assert decl.refill is not None
        source = self.game.zones[decl.refill.name]
        zone, to, piece, drawn = (self.temp() for _ in range(4))
        self.add(py.assign(zone, self.expr(draw.source)))
        self.add(py.assign(to, self.place(draw.to)))
        own = bool(source.per and decl.per)
        reserve = self.plus(py.name(zone), source.base - decl.base) if own else py.const(source.base)
        filled = py.call("refilled", py.name("s"), py.name(zone), reserve)
        random = py.const(decl.how == "bag")
        one: list[ast.stmt] = [py.line(filled)]
        if decl.then is not None:
            one = [py.when(filled, [py.line(self.call_of(f"refilled_{decl.name}", decl, []))])]
        if triggers:
            taken = py.call("first_of", py.call("take", py.name("s"), py.const(1), py.name(zone), random))
            moved = self.move_one(piece, py.name(to), triggers, draw.span)
        else:
            taken, moved = py.call("draw_one", py.name("s"), py.name(zone), py.name(to), random), []
        if amount is None:
            self.out += [*one, py.assign(piece, taken)]
            if moved:
                self.add(py.when(py.compare(py.name(piece), ">=", py.const(0)), moved))
            return py.name(piece)
        self.add(py.assign(drawn, py.list_of([])))
        stop = py.when(py.compare(py.name(piece), "<", py.const(0)), [ast.Break()])
        keep = py.line(py.method(drawn, "append", py.name(piece)))
        self.add(py.loop("_", py.call("range", amount), [*one, py.assign(piece, taken), stop, *moved, keep]))
        return py.name(drawn)

    def zone_of(self, source: n.Expr) -> ZoneDecl | None:
        ref = self.facts.refs.get(source)
        return ref.decl if ref is not None and isinstance(ref.decl, ZoneDecl) else None

    def is_bag(self, source: n.Expr) -> bool:
        decl = self.zone_of(source)
        return decl is not None and decl.how == "bag"

    def _do_drawstmt(self, stmt: n.DrawStmt) -> None:
        self.add(py.line(self.draw(stmt.draw, stmt.draw)))

    # ------------------------------------------------------------------- pieces

    def _do_move(self, stmt: n.Move) -> None:
        place = self.place(stmt.place)
        triggers = [] if stmt.set_up else self.facts.moves.get(stmt, [])
        many = any(self.types[item].tag in ("list", "zone") for item in stmt.items)
        if (many or len(stmt.items) > 1) and not isinstance(place, ast.Constant):
            to = self.temp()  # where they go is settled before the first one moves
            self.add(py.assign(to, place))
            place = py.name(to)
        for item in stmt.items:
            if self.types[item].tag == "zone" and not triggers:
                zone = self.expr(item)
                self.add(py.line(py.call("move_all", py.name("s"), zone, place, py.const(self.is_bag(item)))))
            elif self.types[item].tag in ("list", "zone"):
                piece = self.temp()
                pieces = self.in_order(item)
                self.add(py.loop(piece, pieces, self.move_one(piece, place, triggers, stmt.span)))
            elif triggers:
                piece = self.temp()
                self.add(py.assign(piece, self.expr(item)))
                self.out += self.move_one(piece, place, triggers, stmt.span)
            else:
                self.add(py.line(py.call("move", py.name("s"), self.expr(item), place)))

    def in_order(self, node: n.Expr) -> ast.expr:
        """Pieces in the order in which they lie, which a shuffle leaves open until it is needed."""
        zone = node.place if isinstance(node, n.AllOf) and node.how == "at" else node
        if zone is None or self.types[zone].tag != "zone":
            return py.call("tuple", self.items(node))
        settled = py.call("settled", py.name("s"), self.expr(zone), py.const(self.is_bag(zone)))
        kind = self.types[node].item
        test = None if self.fits(self.types[zone].item, kind) else self.kind_filter(kind, py.name("x_"))
        return settled if test is None else py.comprehension(py.name("x_"), "x_", settled, test)

    def move_one(self, piece: str, place: ast.expr, triggers: list[RuleDecl], span: Span) -> list[ast.stmt]:
        """The move with what comes before, instead and after."""
        the_move: list[ast.stmt] = [py.line(py.call("move", py.name("s"), py.name(piece), place))]
        if not triggers:
            return the_move
        to, old = self.temp(), self.temp()
        with self.writing() as out:
            out.append(py.assign(to, place))
            out.append(py.assign(old, py.index(py.attr("s", "where_"), py.name(piece))))

            def fire(trigger: RuleDecl) -> ast.expr:
                where = old if trigger.event is not None and trigger.event.how == "leaves" else to
                return self.rule_call(trigger, [py.name(piece), py.name(where)])

            happens = self.told(triggers, fire, the_move)
            out.append(py.when(py.compare(py.name(old), "!=", py.name(to)), happens))
        return out

    @staticmethod
    def told(
        triggers: list[RuleDecl], fire: Callable[[RuleDecl], ast.expr], event: Sequence[ast.stmt]
    ) -> list[ast.stmt]:
        """An event with its triggers: what comes instead, else what comes before, the event, what comes after."""
        before: list[ast.stmt] = [py.line(fire(t)) for t in triggers if t.timing == "before"]
        after: list[ast.stmt] = [py.line(fire(t)) for t in triggers if t.timing == "after"]
        made = [*before, *event, *after]
        for trigger in reversed([t for t in triggers if t.timing == "instead of"]):
            made = [py.when(py.negate(fire(trigger)), made)]
        return made

    def _do_turn(self, stmt: n.Turn) -> None:
        board = self.facts.refs.get(stmt.item)
        if board is not None and isinstance(board.decl, SidedDecl):
            number = [side.name for side in board.decl.sides].index(stmt.side.name)
            self.add(py.assign(py.attr("s", self.layout.up_side(board.decl)), py.const(number)))
            return
        ref = self.facts.refs[stmt]
        assert isinstance(ref.decl, KindDecl)
        side = self.names.enum_members(ref.type).index(stmt.side.name)
        piece = self.temp()
        self.add(py.assign(piece, self.expr(stmt.item)))
        up = py.index(py.attr("s", self.layout.side(ref.decl)), py.name(piece))
        turned = py.assign(py.index(up.value, py.name(piece)), py.const(side))
        done: list[ast.stmt] = [turned]
        if self.spread and any(len(set(k.sizes)) > 1 for k in self.game.kind_chain(ref.decl.name)):
            done.append(py.line(py.call("spread_now", py.name("s"), py.name(piece))))
        triggers = self.facts.moves.get(stmt, [])
        if not triggers:
            self.out += done
            return
        with self.writing() as happens:
            happens += self.told(triggers, lambda trigger: self.rule_call(trigger, [py.name(piece)]), done)
        self.add(py.when(py.compare(up, "!=", py.const(side)), happens))

    def _do_onplace(self, stmt: n.OnPlace) -> None:
        ref = self.target_ref(stmt.place)
        if stmt.verb == "shuffle":
            self.add(py.line(py.call("shuffle", py.name("s"), self.expr(stmt.place))))
        elif ref is not None and isinstance(ref.decl, StateDecl):
            flags = py.attr("s", self.layout.revealed(ref.decl))
            self.add(py.assign(py.index(flags, self.flag_of(stmt.place)), py.const(1)))
            self.add(py.augment(py.attr("s", "reveals_"), "+", py.const(1)))
        else:
            self.add(py.line(py.call("reveal", py.name("s"), self.expr(stmt.place))))

    def _do_show(self, stmt: n.Show) -> None:
        self.add(py.line(py.call("show", py.name("s"), self.expr(stmt.item), self.expr(stmt.to))))

    # ------------------------------------------------------------------- tokens

    def _do_tokens(self, stmt: n.Tokens) -> None:
        token = self.game.tokens[stmt.token.name]
        column = self.layout.token(token.name)
        amount = self.expr(stmt.amount)
        if token.holder == "game":
            self.add(self.game_tokens(stmt, token, column, amount))
            return
        args = [py.attr("s", column), py.attr("s", "me"), amount]
        if stmt.verb == "gain":
            self.add(py.line(py.call("gain", *args, py.const(token.supply))))
        elif stmt.verb == "pay":
            self.add(py.line(py.call("pay", *args, py.const(token.name))))
        else:
            assert stmt.to is not None
            self.add(py.line(py.call("give", *args, self.expr(stmt.to), py.const(token.name))))

    def game_tokens(self, stmt: n.Tokens, token: TokenDecl, column: str, amount: ast.expr) -> ast.stmt:
        slot = py.attr("s", column)
        if stmt.verb == "gain":
            return py.assign(py.attr("s", column), py.call("gained", slot, amount, py.const(token.supply)))
        return py.assign(py.attr("s", column), py.call("paid_out", slot, amount, py.const(token.name)))

    def target_ref(self, target: n.Expr) -> Ref | None:
        return self.facts.refs.get(target.obj if isinstance(target, n.Index) else target)

    def flag_of(self, node: n.Expr) -> ast.expr:
        """Which flag tells whether this state is revealed: that of the first thing that it is per."""
        target = node.obj if isinstance(node, n.Index) else node
        if isinstance(target, n.Field):
            return self.expr(target.obj)
        return self.expr(node.keys[0]) if isinstance(node, n.Index) else py.const(0)
