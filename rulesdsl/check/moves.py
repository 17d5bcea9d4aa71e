"""Statements that ask, roll, draw, move, turn, show and pay: what they need and what they may set off."""

from __future__ import annotations

from rulesdsl.check.expr import ExprChecker
from rulesdsl.check.facts import CallSite
from rulesdsl.check.scope import Scope
from rulesdsl.model.game import Decl, RuleDecl, SidedDecl, StateDecl, ZoneDecl
from rulesdsl.model.types import ERROR, INT, PIECE, PLAYER, VOID, Type, list_of, optional
from rulesdsl.syntax import nodes as n


class MoveChecker(ExprChecker):
    """Between expressions and the other statements."""

    rule: Decl
    returns: Type = VOID
    loops = 0

    def changes(self, node: n.Node) -> None:
        """This statement changes the game: not allowed in values."""
        if self.summary is not None:
            self.summary.changes = True
        self.pure(node)

    def pure(self, node: n.Node) -> None:
        if isinstance(self.rule, RuleDecl) and self.rule.how == "value":
            self.problems.error(
                "not-pure",
                node.span,
                f"value `{self.rule.name}` may not change, ask or roll anything",
                help="make it an effect",
            )

    # ------------------------------------------------------------- ask and roll

    def _roll(self, roll: n.Roll, scope: Scope) -> Type:
        found = self.dice(roll.dice, scope)
        if roll.label is not None:
            self.expr(roll.label, scope)
        self.rolls(roll)
        return found

    def dice(self, dice: n.Dice, scope: Scope) -> Type:
        if dice.count is not None:
            self.need(dice.count, scope, INT)
        if not 2 <= dice.sides <= 1000:
            self.problems.error("bad-dice", dice.span, f"a die has 2 to 1000 sides, not {dice.sides}")
        self.facts.types[dice] = list_of(INT) if dice.how == "list" else INT
        return self.facts.types[dice]

    def rolls(self, node: n.Node) -> None:
        if self.summary is not None:
            self.summary.rolls = True
        self.pure(node)

    def _draw(self, draw: n.DrawPieces, scope: Scope) -> Type:
        if draw.amount is not None:
            self.need(draw.amount, scope, INT)
        source, to = self.expr(draw.source, scope), self.expr(draw.to, scope)
        if source.tag not in ("zone", "error"):
            self.problems.error("wrong-type", draw.source.span, f"a zone is needed to draw from, this is {source}")
        self.place_needed(draw.to, to)
        kind = source.of if source.tag == "zone" and source.of is not None else PIECE
        self._held(draw.to, to, kind)
        self.rolls(draw)
        self.changes(draw)
        self._may_fire(draw, kind, draw.source, draw.to, "draw", scope)
        ref = self.facts.refs.get(draw.source)
        zone = ref.decl if ref is not None and isinstance(ref.decl, ZoneDecl) else None
        if zone is not None and zone.refill is not None:
            self.facts.used.add(self.game.zones[zone.refill.name])
            if zone.then is not None and self.summary is not None:
                self.summary.calls.append(CallSite(zone, draw.span, self.as_depth > 0))
        scope.forget()
        return list_of(kind) if draw.amount is not None else optional(kind)

    def _choose(self, choose: n.Choose, scope: Scope) -> Type:
        for bound in (choose.low, choose.high):
            if bound is not None:
                self.need(bound, scope, INT)
        item = INT if choose.source is None else self.items(choose.source, scope)
        self.asks(choose, choose.by, choose.prompt, scope)
        if choose.how == "optionally":
            return optional(item)
        return item if choose.how in ("one", "number") else list_of(item)

    def asks(self, node: n.Node, by: n.Expr | None, prompt: n.Text | None, scope: Scope) -> None:
        if by is not None:
            self.need(by, scope, PLAYER)
        elif self.summary is not None and not self.as_depth:
            self.summary.needs.append(("me", node.span))
        if prompt is not None:
            self.expr(prompt, scope)
        if self.summary is not None:
            self.summary.asks = True
        self.pure(node)
        if self.rule.name in ("end", "score"):
            self.problems.error("not-pure", node.span, "nobody can be asked here")

    # ------------------------------------------------------------------- pieces

    def _do_move(self, stmt: n.Move, scope: Scope) -> bool:
        place = self.expr(stmt.place, scope)
        self.place_needed(stmt.place, place)
        for item in stmt.items:
            found = self.expr(item, scope)
            many = found.tag in ("list", "zone")
            kind = self.items_of(found) if many else found
            if not many:
                self.piece_needed(item, found)
            elif kind.tag not in ("kind", "piece", "union", "error"):
                self.problems.error("wrong-type", item.span, f"pieces are needed, this is {found}")
            self._held(stmt.place, place, kind)
            if not stmt.set_up:
                self._may_fire(stmt, kind, item, stmt.place, stmt.reason.name if stmt.reason else "", scope)
        self.changes(stmt)
        scope.forget()
        return False

    def _held(self, node: n.Expr, place: Type, kind: Type) -> None:
        """Zones say what they hold."""
        if place.tag == "zone" and place.of is not None and kind.tag in ("kind", "union", "piece"):
            ref = self.facts.refs.get(node)
            name = ref.decl.name if ref is not None and isinstance(ref.decl, ZoneDecl) else "this zone"
            overlap = self.fits(kind, place.of) or self.fits(place.of, kind)
            if not overlap:
                self.problems.error("wrong-type", node.span, f"`{name}` holds {place.of}, not {kind}")

    def _may_fire(self, stmt: n.Node, kind: Type, item: n.Expr, place: n.Expr, reason: str, scope: Scope) -> None:
        """The triggers that a move may fire become calls of this rule."""
        place_type = self.facts.types.get(place, ERROR)
        for rule in self.game.triggers:
            event = rule.event
            assert event is not None
            if event.how not in ("enters", "leaves") or (
                event.reasons and reason not in [r.name for r in event.reasons]
            ):
                continue
            wanted = rule.params[0].type
            if not (self.fits(kind, wanted) or self.fits(wanted, kind)):
                continue
            if event.how == "enters" and not self._place_matches(event, place, place_type):
                continue
            fired = self.facts.moves.setdefault(stmt, [])
            if rule not in fired:
                fired.append(rule)
            if self.summary is not None:
                self.summary.calls.append(CallSite(rule, stmt.span, self.as_depth > 0))

    def _place_matches(self, event: n.Event, place: n.Expr, found: Type) -> bool:
        assert event.place is not None
        if event.place.name in self.game.cell_types:
            return found.tag in ("place", "error") or found == Type("cell", event.place.name)
        ref = self.facts.refs.get(place)
        if found.tag == "place" or ref is None:
            return True
        if event.place.name == "box":
            return ref.how == "box"
        return (isinstance(ref.decl, ZoneDecl) and ref.decl.name == event.place.name) or ref.how not in (
            "zone",
            "player_zone",
            "box",
            "cell",
        )

    def _do_turn(self, stmt: n.Turn, scope: Scope) -> bool:
        found = self.expr(stmt.item, scope)
        if found.tag == "board":
            self._turn_board(stmt, scope)
            return False
        self.piece_needed(stmt.item, found)
        ref = self.field_ref(found.item if found.tag == "optional" else found, "side") if found != ERROR else None
        if found != ERROR and ref is None:
            self.problems.error("wrong-type", stmt.item.span, f"{found} has no sides")
        elif ref is not None and stmt.side.name not in self.globals.enum_members(ref.type):
            self.unknown(stmt.side.span, stmt.side.name, self.globals.enum_members(ref.type), "side")
        if ref is not None:
            self.facts.refs[stmt] = ref
            self.facts.written.add(ref.decl)
        for rule in self.game.triggers:
            if (
                rule.event is not None
                and rule.event.how == "turns"
                and (self.fits(found, rule.params[0].type) or self.fits(rule.params[0].type, found))
            ):
                self.facts.moves.setdefault(stmt, []).append(rule)
                if self.summary is not None:
                    self.summary.calls.append(CallSite(rule, stmt.span, self.as_depth > 0))
        self.changes(stmt)
        scope.forget()
        return False

    def _turn_board(self, stmt: n.Turn, scope: Scope) -> None:
        ref = self.facts.refs.get(stmt.item)
        if ref is None or not isinstance(ref.decl, SidedDecl):
            name = ref.decl.name if ref is not None and isinstance(ref.decl, Decl) else "this board"
            help_text = "a board with `sides:` has other boards as its sides"
            self.problems.error("wrong-type", stmt.item.span, f"`{name}` has no sides", help=help_text)
            return
        names = [side.name for side in ref.decl.sides]
        if stmt.side.name not in names:
            self.unknown(stmt.side.span, stmt.side.name, names, "side")
        self.changes(stmt)
        scope.forget()

    def _do_drawstmt(self, stmt: n.DrawStmt, scope: Scope) -> bool:
        self._draw(stmt.draw, scope)
        return False

    def _do_onplace(self, stmt: n.OnPlace, scope: Scope) -> bool:
        found = self.expr(stmt.place, scope)
        if stmt.verb == "shuffle":
            if found.tag not in ("zone", "error"):
                self.problems.error("wrong-type", stmt.place.span, f"a zone is needed, this is {found}")
            self.rolls(stmt)
        elif found != ERROR:
            self._revealed(stmt)
        self.changes(stmt)
        return False

    def _revealed(self, stmt: n.OnPlace) -> None:
        """What is revealed was hidden, and all that hides together is named."""
        target = stmt.place.obj if isinstance(stmt.place, n.Index) else stmt.place
        ref = self.facts.refs.get(target)
        if ref is None or not isinstance(ref.decl, StateDecl | ZoneDecl) or not ref.decl.until_revealed:
            self.problems.error(
                "nothing-hidden",
                stmt.place.span,
                "nothing here is `until revealed`",
                help="a zone or a state that is `seen by: owner until revealed` can be revealed",
            )
        elif isinstance(stmt.place, n.Index) and isinstance(target, n.Field):
            self.problems.error(
                "wrong-arguments",
                stmt.place.span,
                f"`{target.name.name}` of a player is revealed as a whole",
                help=f"write `reveal {target.span.text}`",
            )

    def _do_show(self, stmt: n.Show, scope: Scope) -> bool:
        self.piece_needed(stmt.item, self.expr(stmt.item, scope))
        self.need(stmt.to, scope, PLAYER)
        self.changes(stmt)
        return False

    # ------------------------------------------------------------------- tokens

    def _do_tokens(self, stmt: n.Tokens, scope: Scope) -> bool:
        self.need(stmt.amount, scope, INT)
        token = self.game.tokens.get(stmt.token.name)
        if token is None:
            self.unknown(stmt.token.span, stmt.token.name, self.game.tokens, "token")
            return False
        self.facts.used.add(token)
        if token.holder == "Player" and self.summary is not None and not self.as_depth:
            self.summary.needs.append(("me", stmt.span))
        if stmt.to is not None:
            if token.holder == "game":
                self.problems.error("wrong-type", stmt.span, f"`{token.name}` is held by the game and cannot be given")
            self.need(stmt.to, scope, PLAYER)
        self.changes(stmt)
        scope.forget_about(token.name)
        return False
