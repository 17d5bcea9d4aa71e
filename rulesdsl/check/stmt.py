"""Statements: what they need, what they change, who is asked, and whether anything can follow them."""

from __future__ import annotations

from functools import partial
from typing import cast

from rulesdsl.check.facts import CallSite, Ref
from rulesdsl.check.forgetting import forget_ahead, forget_written
from rulesdsl.check.moves import MoveChecker
from rulesdsl.check.scope import Scope
from rulesdsl.check.ways import Ways
from rulesdsl.model.game import FieldDecl, StateDecl
from rulesdsl.model.types import ERROR, INT, PLAYER, VOID, Type, optional
from rulesdsl.source.text import Span
from rulesdsl.syntax import nodes as n


class StmtChecker(MoveChecker):
    """Binding, assigning, calls, control."""

    skips = False
    """Does the statement at hand have a way round the rest of its block?"""

    def block(self, block: n.Block | None, scope: Scope) -> bool:
        """Check a block; True if what stands after it is never reached."""
        if block is None:
            return False
        inner, done, warned, skipped = Scope(scope), False, False, False
        for stmt in block.body:
            if done and not warned:
                self.problems.warning(
                    "never-reached", stmt.span, "this is never reached", help="the line above always leaves the block"
                )
                warned = True
            done = getattr(self, "_do_" + type(stmt).__name__.lower())(stmt, inner) or done
            skipped = skipped or self.skips
            self.skips = False
        return done and not skipped

    # ------------------------------------------------------------- bind, assign

    def _do_let(self, stmt: n.Let, scope: Scope) -> bool:
        found = self.right_side(stmt.value, scope)
        if found == VOID:
            self.problems.error("wrong-type", stmt.value.span, "this gives nothing to bind")
            found = ERROR
        # the way out of a choice goes round the rest of its block
        self.skips = stmt.otherwise is not None and not self.block(stmt.otherwise, scope)
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
            if self.facts.is_effect(value):
                scope.forget()
            return found
        assert isinstance(value, n.Expr)
        return self.expr(value, scope)

    def _do_assign(self, stmt: n.Assign, scope: Scope) -> bool:
        self.expr(stmt.target, scope)
        declared = self._target(stmt.target, scope)
        # what cannot be assigned to has been reported: nothing is needed of the value then
        wanted = declared if declared is not None else ERROR
        if isinstance(stmt.value, n.Expr) and not (
            isinstance(stmt.value, n.Call) and stmt.value.name.name in self.game.rules
        ):
            self.need(stmt.value, scope, wanted)
            if stmt.op != "=" and declared is not None and declared.tag != "list":
                self.number(stmt.target, declared)
        else:
            found = self.right_side(stmt.value, scope)
            if not self.fits(found, wanted):
                self.mismatch(stmt.value, found, wanted)
        forget_written(self.game, stmt.target, scope)
        return False

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

    # ------------------------------------------------------------ calls, control

    def _do_menu(self, stmt: n.Menu, scope: Scope) -> bool:
        self.asks(stmt, stmt.by, stmt.prompt, scope)
        done, ways = True, Ways(scope)
        for option in stmt.options:
            inner = Scope(scope)
            self.expr(option.label, scope)
            if option.condition is not None:
                self.condition(option.condition, inner)
                self.learn(option.condition, inner, truth=True)
            done = ways.take(partial(self.block, option.body, inner)) and done
        if stmt.otherwise is not None:
            done = ways.take(partial(self.block, stmt.otherwise, scope)) and done
        scope.forget()
        return done

    def _do_do(self, stmt: n.Do, scope: Scope) -> bool:
        # `count(x for x in xs)` on a line of its own is written like a call
        lone = cast(n.Expr, stmt.call)
        found = self.call(lone, scope) if isinstance(lone, n.Call) else self.expr(lone, scope)
        self.facts.types[stmt.call] = found
        if self.facts.is_effect(stmt.call):
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
            self.need(stmt.by, scope, optional(PLAYER))
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
        seen: set[str] = set()
        for pool in stmt.pools:
            self.need(pool.amount, scope, INT)
            name = pool.action.name
            action = self.game.actions.get(name)
            if action is None:
                self.unknown(pool.action.span, name, self.game.actions, "action")
                continue
            if name in seen:
                message = f"`{name}` stands here twice"
                self.problems.error("wrong-arguments", pool.action.span, message, help="add the numbers together")
            seen.add(name)
            self.facts.used.add(action)
            self.facts.budgets.add(action)
            if self.summary is not None:
                self.summary.calls.append(CallSite(action, pool.action.span, self.as_depth > 0))
        self.asks(stmt, None, None, scope)
        self.changes(stmt)
        scope.forget()
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
        ways = Ways(rest)
        for branch in stmt.branches:
            self.condition(branch.condition, rest)
            done = ways.take(partial(self._branch, branch, rest)) and done
            self.learn(branch.condition, rest, truth=False)
        done = ways.take(partial(self.block, stmt.otherwise, rest)) and done
        ways.join()
        if len(stmt.branches) == 1 and stmt.otherwise is None and self._leaves(stmt.branches[0].body):
            self.learn(stmt.branches[0].condition, scope, truth=False)
        return done and stmt.otherwise is not None

    def _branch(self, branch: n.Branch, scope: Scope) -> bool:
        inner = Scope(scope)
        self.learn(branch.condition, inner, truth=True)
        return self.block(branch.body, inner)

    def _leaves(self, block: n.Block) -> bool:
        return isinstance(block.body[-1], n.Return | n.Break | n.EndGame)

    def _do_for(self, stmt: n.For, scope: Scope) -> bool:
        inner = Scope(scope)
        self.declare(inner, stmt.var, Ref("local", self.items(stmt.source, scope)))
        self.learn_from(stmt.var.name, stmt.source, inner)
        if stmt.condition is not None:
            self.condition(stmt.condition, inner)
            self.learn(stmt.condition, inner, truth=True)
        forget_ahead(self.game, stmt.body, inner)
        self.loops += 1
        self.block(stmt.body, inner)
        self.loops -= 1
        return False

    def _do_repeat(self, stmt: n.Repeat, scope: Scope) -> bool:
        if stmt.count is not None:
            self.need(stmt.count, scope, INT)
        forget_ahead(self.game, stmt.body, scope)
        self.loops += 1
        self.block(stmt.body, scope)
        self.loops -= 1
        if stmt.count is None and not any(isinstance(x, n.Break | n.Return | n.EndGame) for x in stmt.walk()):
            start = stmt.span.start
            word = Span(stmt.span.source, start, start + len("repeat"))
            self.problems.error("endless-repeat", word, "this never ends", help="`break` leaves it; `repeat 3:` counts")
        return stmt.count is None and not any(isinstance(x, n.Break) for x in stmt.walk())

    def _do_as(self, stmt: n.As, scope: Scope) -> bool:
        self.need(stmt.player, scope, PLAYER)
        self.as_depth += 1
        inner = Scope(scope)
        inner.other = "me"
        done = self.block(stmt.body, inner)
        self.as_depth -= 1
        return done

    def _do_match(self, stmt: n.Match, scope: Scope) -> bool:
        subject = self.expr(stmt.subject, scope)
        done, ways = True, Ways(scope)
        seen: set[str] = set()
        members = self.globals.enum_members(subject.item) if subject.item.tag == "enum" else ()
        for arm in stmt.arms:
            for value in arm.values:
                self._arm_value(value, subject, members, seen)
                seen.add(value.name)
            done = ways.take(partial(self.block, arm.body, scope)) and done
        ways.join()
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
        elif subject.item == INT:
            if not value.name.removeprefix("-").isdigit():
                self.problems.error("wrong-type", value.span, "a number is needed")
        else:
            self.problems.error("wrong-type", value.span, f"`match` works on members and numbers, not on {subject}")
