"""Statements of rule text to Python statements, twice from the same code: to run straight through (push), and as a

generator that pauses at each question (pull).
"""

from __future__ import annotations

import ast
from collections.abc import Sequence

from rulesdsl.compiler import pyast as py
from rulesdsl.compiler.moving import MoveLowering
from rulesdsl.model.game import FieldDecl, RuleDecl, StateDecl
from rulesdsl.model.types import HALF, PLAYER, VOID, Type, is_id
from rulesdsl.syntax import nodes as n

REPEAT_LIMIT = 1_000_000
"""Rounds of a `repeat:` without a number before it is a fault."""


class RuleLowering(MoveLowering):
    """Lowers the body of one rule; `pull` makes questions `yield`."""

    # ------------------------------------------------------------------- blocks

    def block(self, block: n.Block | None) -> list[ast.stmt]:
        return self.statements(block.body if block is not None else ())

    def statements(self, body: Sequence[n.Stmt]) -> list[ast.stmt]:
        with self.writing() as out:
            for i, stmt in enumerate(body):
                if isinstance(stmt, n.Let) and stmt.otherwise is not None:
                    self.choose_or_else(stmt, body[i + 1 :])
                    break
                mark = len(out)
                getattr(self, "_do_" + type(stmt).__name__.lower())(stmt)
                for made in out[mark:]:
                    py.locate(made, stmt.span)
        return out

    # ------------------------------------------------------------- bind, assign

    def _do_let(self, stmt: n.Let) -> None:
        made = self.right_side(stmt.value, self.types[stmt])
        self.add(py.assign(self.local(stmt.name.name), made))
        if isinstance(stmt.value, n.Roll) and stmt.value.label is not None:
            self.tell(stmt.value.label, py.name(self.locals[stmt.name.name]))

    def tell(self, label: n.Text, value: ast.expr) -> None:
        """Note a roll for whoever reads along."""
        with self.writing() as lines:
            text = self.expr(label)
            lines.append(py.line(py.method(py.attr("s", "told_"), "append", py.call("roll_line", text, value))))
        self.add(py.when(py.compare(py.attr("s", "told_"), "is not", py.const(None)), lines))

    def right_side(self, value: n.Node, wanted: Type) -> ast.expr:
        if isinstance(value, n.Roll):
            return self.dice(value.dice)
        if isinstance(value, n.DrawPieces):
            return self.draw(value, value)
        if isinstance(value, n.Choose):
            return self.choose(value, self.rule)
        if isinstance(value, n.Call) and self.facts.is_effect(value):
            return self.fit(self.effect_call(value), self.types[value], wanted)
        assert isinstance(value, n.Expr)
        if self.types[value].tag in ("zone", "board") and wanted.tag == "list":
            return self.items(value)
        return self.expr(value, wanted)

    def _do_assign(self, stmt: n.Assign) -> None:
        declared = self.declared(stmt.target)
        value = self.right_side(stmt.value, declared)
        if stmt.op != "=" and declared.tag == "list":
            value = py.call("joined" if stmt.op == "+=" else "without", self.expr(stmt.target, declared), value)
        elif stmt.op != "=":
            value = py.binary(self.expr(stmt.target, declared), stmt.op[0], value)
        ref = self.target_ref(stmt.target)
        decl = ref.decl if ref is not None and isinstance(ref.decl, StateDecl | FieldDecl) else None
        after: list[ast.stmt] = []
        if decl is not None:
            value, after = self.bounded(decl, value)
        self.add(py.assign(self.target(stmt.target), value))
        if isinstance(decl, StateDecl) and decl.until_revealed:
            self.hide_again(stmt.target, decl)
        self.out += after

    def declared(self, target: n.Expr) -> Type:
        ref = self.target_ref(target)
        if ref is not None and isinstance(ref.decl, StateDecl | FieldDecl):
            return ref.decl.type
        return ref.type if ref is not None else self.types[target]

    def target(self, target: n.Expr) -> ast.expr:
        made = self.expr(target)
        assert isinstance(made, ast.Name | ast.Attribute | ast.Subscript)
        made.ctx = ast.Store()
        return made

    def bounded(self, decl: StateDecl | FieldDecl, value: ast.expr) -> tuple[ast.expr, list[ast.stmt]]:
        """The value within its bounds, and what happens if it would have left them."""
        if decl.bounds is None:
            return value, []
        low, high = decl.bounds
        parts = [py.const(2)] if decl.type == HALF else []
        if isinstance(value, ast.Constant) and isinstance(value.value, int) and low <= value.value <= high:
            return value, []
        below, above = (decl.below, decl.above) if isinstance(decl, StateDecl) else (None, None)
        if below is None and above is None:
            return py.call("in_bounds", value, py.const(low), py.const(high), py.const(decl.name), *parts), []
        wanted, kept = self.temp(), self.temp()
        self.add(py.assign(wanted, value))
        self.add(py.assign(kept, py.name(wanted)))
        after: list[ast.stmt] = []
        for op, bound, what, word in (("<", low, below, "below"), (">", high, above, "above")):
            test = py.compare(py.name(wanted), op, py.const(bound))
            if what is None:
                self.add(
                    py.when(test, [py.line(py.call("out_of_bounds", py.const(decl.name), py.name(wanted), *parts))])
                )
                continue
            self.add(py.when(test, [py.assign(kept, py.const(bound))]))
            if isinstance(what, n.Block):
                happens = py.line(self.call_of(f"{word}_{decl.name}", decl, []))
                after.append(py.when(py.compare(py.name(wanted), op, py.const(bound)), [happens]))
        return py.name(kept), after

    def hide_again(self, target: n.Expr, decl: StateDecl) -> None:
        flags = py.attr("s", self.layout.revealed(decl))
        self.add(py.assign(py.index(flags, self.flag_of(target)), py.const(0)))

    # ------------------------------------------------------------ calls, control

    def _do_do(self, stmt: n.Do) -> None:
        self.add(py.line(self.effect_call(stmt.call)))

    def _do_say(self, stmt: n.Say) -> None:
        with self.writing() as lines:
            text = self.expr(stmt.text)
            lines.append(py.line(py.method(py.attr("s", "told_"), "append", text)))
        self.add(py.when(py.compare(py.attr("s", "told_"), "is not", py.const(None)), lines))

    def outcome(self, word: str) -> int:
        """Outcomes are numbered from 1; 0 is a game that goes on."""
        if word not in self.outcomes:
            self.outcomes.append(word)
        return self.outcomes.index(word) + 1

    def _do_endgame(self, stmt: n.EndGame) -> None:
        outcome = self.outcome(stmt.outcome.name if stmt.outcome is not None else "finished")
        winner = self.winner(stmt.by)
        if self.in_node:
            self.add(py.assign(py.attr("s", "over_"), py.const(outcome)))
            self.add(py.assign(py.attr("s", "winner_"), winner))
            self.add(ast.Return(py.const(-1)))
        else:
            self.add(py.line(py.call("end_game", py.name("s"), py.const(outcome), winner)))

    def winner(self, by: n.Expr | None) -> ast.expr:
        """Who is said to win: a player, nobody, or (-1) nothing is said of it."""
        if by is None:
            return py.const(-1)
        made = self.expr(by)
        return made if self.types[by] == PLAYER else py.call("said_winner", made)

    def _do_endphase(self, stmt: n.EndPhase) -> None:
        self.add(py.assign(py.attr("s", self.layout.ended(stmt.phase.name)), py.const(1)))

    def _do_return(self, stmt: n.Return) -> None:
        wanted = self.rule.returns if isinstance(self.rule, RuleDecl) else VOID
        self.add(ast.Return(self.right_side(stmt.value, wanted) if stmt.value is not None else None))

    def _do_break(self, stmt: n.Break) -> None:
        self.add(ast.Break())

    def _do_nothing(self, stmt: n.Nothing) -> None:
        self.add(ast.Pass())

    def _do_if(self, stmt: n.If) -> None:
        self.branches(stmt.branches, stmt.otherwise)

    def branches(self, branches: tuple[n.Branch, ...], otherwise: n.Block | None) -> None:
        head, *rest = branches
        test = self.expr(head.condition)
        body = self.block(head.body)
        with self.writing() as other:
            if rest:
                self.branches(tuple(rest), otherwise)
            elif otherwise is not None:
                other += self.block(otherwise)
        self.add(py.when(test, body, other))

    def _do_for(self, stmt: n.For) -> None:
        source = self.items(stmt.source)
        var = self.local(stmt.var.name)
        leaves = isinstance(stmt.body.body[-1], n.Break | n.Return | n.EndGame)
        body = self.block(stmt.body)
        if stmt.condition is not None:
            with self.writing() as lines:
                condition = self.expr(stmt.condition)
            if leaves:  # only the first fitting one is ever used: no need to fix the list beforehand
                self.add(py.loop(var, source, [*lines, py.when(condition, body)]))
                return
            source = self.filtered(var, source, lines, condition)
        if self.may_vanish(stmt):
            source = py.call("in_play", py.attr("s", "where_"), py.const(self.game.box), source)
        self.add(py.loop(var, source, body))

    def filtered(self, var: str, source: ast.expr, lines: list[ast.stmt], condition: ast.expr) -> ast.expr:
        if not lines:
            return py.comprehension(py.name(var), var, source, condition)
        kept = self.temp()
        self.add(py.assign(kept, py.list_of([])))
        append = py.line(py.method(kept, "append", py.name(var)))
        self.add(py.loop(var, source, [*lines, py.when(condition, [append])]))
        return py.name(kept)

    def may_vanish(self, stmt: n.For) -> bool:
        """Pieces that the body takes out of play are passed over."""
        source = self.types[stmt.source]
        item = source.of
        called = {
            value for x in stmt.body.walk() if isinstance(x, n.Let | n.Assign) and isinstance(value := x.value, n.Call)
        }
        if item is None or item.tag not in ("kind", "piece", "union"):
            return False
        moving = n.Move | n.Do | n.Allow | n.DrawStmt | n.DrawPieces
        return any((isinstance(x, moving) and not self.moves_itself(x, stmt)) or x in called for x in stmt.body.walk())

    def moves_itself(self, move: n.Node, stmt: n.For) -> bool:
        """Does nothing move but the one that a loop has come to, and is each of them in it once?"""
        if not (isinstance(move, n.Move) and isinstance(stmt.source, n.AllOf) and len(move.items) == 1):
            return False
        item = move.items[0]
        own = isinstance(item, n.Name) and item.name == stmt.var.name
        return own and not self.facts.moves.get(move)

    def _do_repeat(self, stmt: n.Repeat) -> None:
        if stmt.count is not None:
            times = py.call("range", py.call("repeats", self.expr(stmt.count)))
            self.add(py.loop("_", times, self.block(stmt.body)))
            return
        fault = py.line(py.call("endless_repeat"))
        self.add(py.loop("_", py.call("range", py.const(REPEAT_LIMIT)), self.block(stmt.body), [fault]))

    def _do_as(self, stmt: n.As) -> None:
        before = self.temp()
        self.add(py.assign(before, py.attr("s", "me")))
        self.add(py.assign(py.attr("s", "me"), self.expr(stmt.player)))
        restore: list[ast.stmt] = [py.assign(py.attr("s", "me"), py.name(before))]
        self.add(ast.Try(self.block(stmt.body), [], [], restore))

    def _do_match(self, stmt: n.Match) -> None:
        subject = self.temp()
        kind = self.types[stmt.subject]
        self.add(py.assign(subject, self.expr(stmt.subject)))
        members = self.names.enum_members(kind.item) if kind.item.tag == "enum" else ()
        nothing = -1 if is_id(kind) else None
        arms: list[tuple[list[ast.expr], list[ast.stmt]]] = []
        otherwise: list[ast.stmt] = []
        for arm in stmt.arms:
            if any(v.name == "others" for v in arm.values):
                otherwise = self.block(arm.body)
                continue
            values: list[ast.expr] = [
                py.const(nothing if v.name == "none" else members.index(v.name) if members else int(v.name))
                for v in arm.values
            ]
            arms.append((values, self.block(arm.body)))
        self.out += py.choice(subject, arms, otherwise)
