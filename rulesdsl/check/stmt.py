"""Statements: what they need, what they change, who is asked, and whether anything can follow them."""

from __future__ import annotations

from rulesdsl.check.expr import ExprChecker
from rulesdsl.check.facts import CallSite, Ref
from rulesdsl.check.scope import Scope
from rulesdsl.model.game import Decl, FieldDecl, RuleDecl, StateDecl, ZoneDecl
from rulesdsl.model.types import ERROR, INT, PIECE, PLAYER, VOID, Type, list_of, optional
from rulesdsl.source.text import Span
from rulesdsl.syntax import nodes as n


class StmtChecker(ExprChecker):
    rule: Decl
    returns: Type = VOID
    loops = 0

    def block(self, block: n.Block | None, scope: Scope) -> bool:
        """Check a block; True if what stands after it is never reached."""
        if block is None:
            return False
        inner, done, warned = Scope(scope), False, False
        for stmt in block.body:
            if done and not warned:
                self.problems.warning(
                    "never-reached", stmt.span, "this is never reached", help="the line above always leaves the block"
                )
                warned = True
            done = getattr(self, "_do_" + type(stmt).__name__.lower())(stmt, inner) or done
        return done

    # ------------------------------------------------------------- bind, assign

    def _do_let(self, stmt: n.Let, scope: Scope) -> bool:
        found = self.right_side(stmt.value, scope)
        if found == VOID:
            self.problems.error("wrong-type", stmt.value.span, "this gives nothing to bind")
            found = ERROR
        if stmt.otherwise is not None:
            self.block(stmt.otherwise, scope)
        self.declare(scope, stmt.name, Ref("local", found))
        self.facts.types[stmt] = found
        return False

    def right_side(self, value: n.Node, scope: Scope) -> Type:
        """Expressions, and what stands alone: rolls, draws, choices, calls of effects."""
        if isinstance(value, n.Roll):
            return self._roll(value, scope)
        if isinstance(value, n.DrawPieces):
            return self._draw(value, scope)
        if isinstance(value, n.Choose):
            return self._choose(value, scope)
        if isinstance(value, n.Call):
            found = self.call(value, scope)
            self.facts.types[value] = found
            if self.is_effect(value):
                scope.forget()
            return found
        assert isinstance(value, n.Expr)
        return self.expr(value, scope)

    def is_effect(self, call: n.Call) -> bool:
        ref = self.facts.refs.get(call)
        if ref is None:
            return False
        if ref.how == "carried":
            return ref.type == VOID
        return isinstance(ref.decl, RuleDecl) and ref.decl.how in ("effect", "table")

    def _do_assign(self, stmt: n.Assign, scope: Scope) -> bool:
        self.expr(stmt.target, scope)
        declared = self._target(stmt.target, scope)
        # what cannot be assigned to has been reported: nothing is needed of the value then
        wanted = declared if declared is not None else ERROR
        if isinstance(stmt.value, n.Expr) and not (
            isinstance(stmt.value, n.Call) and stmt.value.name.name in self.game.rules
        ):
            self.need(stmt.value, scope, wanted)
            if stmt.op != "=" and declared is not None:
                self.number(stmt.target, declared)
        else:
            found = self.right_side(stmt.value, scope)
            if not self.fits(found, wanted):
                self.mismatch(stmt.value, found, wanted)
        scope.forget()
        path = self.path(stmt.target)
        if path is not None and "." not in path and "[" not in path:
            self._forget_local(path, scope)
        return False

    def _forget_local(self, path: str, scope: Scope) -> None:
        at: Scope | None = scope
        while at is not None:
            at.narrowed.pop(path, None)
            at = at.parent

    def _target(self, target: n.Expr, scope: Scope) -> Type | None:
        """Note what is written; the declared type of the target, before narrowing."""
        ref = self.facts.refs.get(target)
        if isinstance(target, n.Index):
            ref = self.facts.refs.get(target.obj)
            if ref is not None and ref.how == "state" and isinstance(ref.decl, StateDecl):
                self._write(ref.decl, target)
                return ref.decl.type
            if isinstance(target.obj, n.Field) and ref is not None and isinstance(ref.decl, StateDecl):
                self._write(ref.decl, target)
                return ref.decl.type
        elif ref is not None and ref.how in ("state", "player_state") and isinstance(ref.decl, StateDecl):
            self._write(ref.decl, target)
            return ref.decl.type
        elif ref is not None and ref.how == "field" and isinstance(ref.decl, FieldDecl):
            self._write_field(ref.decl, target)
            return ref.decl.type
        elif (ref is not None and ref.how == "local") or (
            ref is not None and ref.how == "each" and self.rule.name == "given"
        ):
            return ref.type
        if self.facts.types.get(target) != ERROR:
            self.problems.error(
                "not-assignable",
                target.span,
                "this cannot be assigned to",
                help="state, fields and names made by `let` can; pieces are moved, tokens gained and paid",
            )
        return None

    def _write(self, decl: StateDecl | FieldDecl, target: n.Expr) -> None:
        self.facts.written.add(decl)
        self.changes(target)
        acts = isinstance(decl, StateDecl) and any(isinstance(edge, n.Block) for edge in (decl.below, decl.above))
        if acts and self.summary is not None:
            self.summary.calls.append(CallSite(decl, target.span, self.as_depth > 0))

    def _write_field(self, decl: FieldDecl, target: n.Expr) -> None:
        if decl.per_side:
            self.problems.error(
                "not-assignable", target.span, f"`{decl.name}` is printed on the sides", help="`turn` the piece instead"
            )
        if decl.only_by and self.rule.name not in [w.name for w in decl.only_by]:
            names = ", ".join(f"`{w.name}`" for w in decl.only_by)
            self.problems.error("only-by", target.span, f"only {names} may change `{decl.name}`")
        decl.written = True
        self._write(decl, target)

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

    def _do_menu(self, stmt: n.Menu, scope: Scope) -> bool:
        self.asks(stmt, stmt.by, stmt.prompt, scope)
        done = True
        for option in stmt.options:
            inner = Scope(scope)
            self.expr(option.label, scope)
            if option.condition is not None:
                self.condition(option.condition, inner)
                self.learn(option.condition, inner, truth=True)
            done = self.block(option.body, inner) and done
        done = self.block(stmt.otherwise, Scope(scope)) and done
        scope.forget()
        return done and stmt.otherwise is not None

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

    def _do_drawstmt(self, stmt: n.DrawStmt, scope: Scope) -> bool:
        self._draw(stmt.draw, scope)
        return False

    def _do_onplace(self, stmt: n.OnPlace, scope: Scope) -> bool:
        found = self.expr(stmt.place, scope)
        if stmt.verb == "halt":
            self.problems.error("not-supported", stmt.span, "`halt` needs `travel:`, which this version does not play")
        elif stmt.verb == "shuffle":
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
        scope.forget()
        return False

    # ------------------------------------------------------------ calls, control

    def _do_do(self, stmt: n.Do, scope: Scope) -> bool:
        found = self.call(stmt.call, scope)
        self.facts.types[stmt.call] = found
        if self.is_effect(stmt.call):
            self.changes(stmt)
            scope.forget()
        elif found not in (ERROR, VOID) or stmt.call in self.facts.refs:
            self.problems.error(
                "unused-value", stmt.span, "this works something out and drops it", help="bind it: `let x = ...`"
            )
        return False

    def _do_say(self, stmt: n.Say, scope: Scope) -> bool:
        self.expr(stmt.text, scope)
        self.pure(stmt)
        return False

    def _do_endgame(self, stmt: n.EndGame, scope: Scope) -> bool:
        if stmt.by is not None:
            self.need(stmt.by, scope, PLAYER)
        if self.summary is not None:
            self.summary.ends_game = stmt.span
        self.changes(stmt)
        return True

    def _do_endphase(self, stmt: n.EndPhase, scope: Scope) -> bool:
        if stmt.phase.name not in self.game.phases:
            self.unknown(stmt.phase.span, stmt.phase.name, self.game.phases, "phase")
        elif self.summary is not None:
            self.summary.ends.append(stmt)
            self.facts.ends_phases.add(stmt.phase.name)
        self.changes(stmt)
        return False

    def _do_allow(self, stmt: n.Allow, scope: Scope) -> bool:
        self.problems.error("not-supported", stmt.span, "`allow` is not played by this version")
        return False

    def _do_return(self, stmt: n.Return, scope: Scope) -> bool:
        if stmt.value is None:
            if self.returns != VOID:
                self.problems.error("missing-return", stmt.span, f"{self.returns} must be returned")
        elif self.returns == VOID:
            self.expr(stmt.value, scope)
            self.problems.error(
                "wrong-type", stmt.value.span, "nothing is returned here", help="declare it: `name(...) -> int:`"
            )
        else:
            self.need(stmt.value, scope, self.returns)
        return True

    def _do_break(self, stmt: n.Break, scope: Scope) -> bool:
        if not self.loops:
            self.problems.error("stray-break", stmt.span, "`break` stands in no loop")
        return True

    def _do_nothing(self, stmt: n.Nothing, scope: Scope) -> bool:
        return False

    def _do_if(self, stmt: n.If, scope: Scope) -> bool:
        done, rest = True, Scope(scope)
        for branch in stmt.branches:
            self.condition(branch.condition, rest)
            inner = Scope(rest)
            self.learn(branch.condition, inner, truth=True)
            left = self.block(branch.body, inner)
            done = left and done
            self.learn(branch.condition, rest, truth=False)
        done = self.block(stmt.otherwise, rest) and done
        if len(stmt.branches) == 1 and stmt.otherwise is None and self._leaves(stmt.branches[0].body):
            self.learn(stmt.branches[0].condition, scope, truth=False)
        return done and stmt.otherwise is not None

    def _leaves(self, block: n.Block) -> bool:
        return isinstance(block.body[-1], n.Return | n.Break | n.EndGame)

    def _do_for(self, stmt: n.For, scope: Scope) -> bool:
        inner = Scope(scope)
        self.declare(inner, stmt.var, Ref("local", self.items(stmt.source, scope)))
        if stmt.condition is not None:
            self.condition(stmt.condition, inner)
            self.learn(stmt.condition, inner, truth=True)
        self.loops += 1
        self.block(stmt.body, inner)
        self.loops -= 1
        return False

    def _do_repeat(self, stmt: n.Repeat, scope: Scope) -> bool:
        if stmt.count is not None:
            self.need(stmt.count, scope, INT)
        self.loops += 1
        self.block(stmt.body, scope)
        self.loops -= 1
        if stmt.count is None and not any(isinstance(x, n.Break | n.Return | n.EndGame) for x in stmt.walk()):
            start = stmt.span.start
            word = Span(stmt.span.source, start, start + len("repeat"))
            self.problems.error("endless-repeat", word, "this never ends", help="`break` leaves it; `repeat 3:` counts")
        return False

    def _do_as(self, stmt: n.As, scope: Scope) -> bool:
        self.need(stmt.player, scope, PLAYER)
        self.as_depth += 1
        done = self.block(stmt.body, scope)
        self.as_depth -= 1
        return done

    def _do_match(self, stmt: n.Match, scope: Scope) -> bool:
        subject = self.expr(stmt.subject, scope)
        done = True
        seen: set[str] = set()
        members = self.globals.enum_members(subject.item) if subject.item.tag == "enum" else ()
        for arm in stmt.arms:
            for value in arm.values:
                self._arm_value(value, subject, members, seen)
                seen.add(value.name)
            done = self.block(arm.body, Scope(scope)) and done
        others = "others" in seen
        missing = [m for m in members if m not in seen] + (
            ["none"] if subject.tag == "optional" and "none" not in seen else []
        )
        if not others and subject.item.tag in ("enum", "int") and (missing or not members):
            what = ", ".join(f"`{m}`" for m in missing) or "other values"
            self.problems.error(
                "match-gap", stmt.subject.span, f"nothing is said for {what}", help="add an arm, or `others:`"
            )
        return done

    def _arm_value(self, value: n.Ident, subject: Type, members: tuple[str, ...], seen: set[str]) -> None:
        if value.name in seen:
            self.problems.error("match-twice", value.span, f"`{value.name}` has an arm already")
        if value.name in ("others", "none") or subject == ERROR:
            return
        if subject.item.tag == "enum":
            if value.name not in members:
                self.unknown(value.span, value.name, members, "member")
        elif subject == INT:
            if not value.name.isdigit():
                self.problems.error("wrong-type", value.span, "a number is needed")
        else:
            self.problems.error("wrong-type", value.span, f"`match` works on members and numbers, not on {subject}")
