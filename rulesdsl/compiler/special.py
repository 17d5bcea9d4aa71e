"""Special rules: whether they hold, who has them, and text that counts while they do.

What is fixed before a game begins is a column of the state that the set-up fills; the rest is asked each time.
"""

from __future__ import annotations

import ast

from rulesdsl.compiler import pyast as py
from rulesdsl.compiler.statements import RuleLowering
from rulesdsl.model.game import PhaseDecl, RuleDecl, SpecialDecl
from rulesdsl.source.text import Span
from rulesdsl.syntax import nodes as n

NOBODY = -1


class SpecialLowering(RuleLowering):
    """Between the statements and the offers."""

    def holds(self, special: SpecialDecl) -> ast.expr | None:
        """Does a rule without a holder hold? None: always."""
        tests: list[ast.expr] = [py.attr("s", self.layout.holds(special))] if special.noted else []
        if special.when is not None and not special.fixed:
            tests.append(py.call(f"holds_{special.name}", py.name("s")))
        return py.both(*tests) if tests else None

    def holder(self, special: SpecialDecl) -> ast.expr:
        """Who has it; NOBODY while it sleeps."""
        made = py.call(f"holder_{special.name}", py.name("s"))
        return ast.IfExp(py.attr("s", self.layout.holds(special)), made, py.const(NOBODY)) if special.noted else made

    def awake(self, span: Span | None) -> ast.expr | None:
        """Does the module take part in whose file something stands? None: it is the game's own."""
        module = self.game.module_of(span) if span is not None else None
        return None if module is None else py.attr("s", self.layout.awake(module))

    def by_itself(self, special: SpecialDecl | None, *parts: n.Expr | None) -> bool:
        """Is the holder known as `me` in these expressions only, not in rules that they call?"""
        calls = (x for part in parts if part is not None for x in part.walk() if isinstance(x, n.Call))
        return (
            special is not None
            and special.holder is not None
            and all(self.facts.refs[call].how in ("builtin", "link") for call in calls)
        )

    def while_it_holds(
        self, special: SpecialDecl | None, body: list[ast.stmt], known: set[SpecialDecl]
    ) -> list[ast.stmt]:
        """`body` under the condition that a special rule holds, its holder as `me`; asked once for all in `known`.

        `actor` tells that the body names the holder itself.
        """
        if special is None:
            return body
        if special.holder is None and (special.when is None or special.fixed):
            test = self.holds(special)
            return body if test is None else [py.when(test, body)]
        name = f"held_by_{special.name}" if special.holder is not None else f"in_force_{special.name}"
        found = self.holder(special) if special.holder is not None else self.holds(special)
        assert found is not None
        lines: list[ast.stmt] = [] if special in known else [py.assign(name, found)]
        known.add(special)
        if special.holder is None:
            return [*lines, py.when(py.name(name), body)]
        inner = body if self.actor is not None else self.acting(py.name(name), body)
        return [*lines, py.when(py.compare(py.name(name), ">=", py.const(0)), inner)]

    def acting(self, player: ast.expr, body: list[ast.stmt]) -> list[ast.stmt]:
        """`body` with a player as `me`."""
        before = self.temp()
        restore = py.assign(py.attr("s", "me"), py.name(before))
        return [
            py.assign(before, py.attr("s", "me")),
            py.assign(py.attr("s", "me"), player),
            ast.Try(body, [], [], [restore]),
        ]

    def special(self, special: SpecialDecl) -> ast.FunctionDef | None:
        """`holds_X(s)` or `holder_X(s)`; None where a column says it all."""
        self.rule = special
        if special.holder is None:
            if special.when is None or special.fixed:
                return None
            with self.writing() as out:
                out.append(ast.Return(self.expr(special.when)))
            return py.function(f"holds_{special.name}", ["s"], out)
        with self.writing() as out:
            found = self.expr(special.holder)
            if special.when is not None and not special.fixed:
                out.append(py.assign("holder_", found))
                with self.writing() as inner:
                    test = self.expr(special.when)
                    inner.append(ast.Return(ast.IfExp(test, py.name("holder_"), py.const(NOBODY))))
                body = self.acting(py.name("holder_"), inner)
                out += [py.when(py.compare(py.name("holder_"), ">=", py.const(0)), body), ast.Return(py.const(NOBODY))]
            else:
                out.append(ast.Return(found))
        return py.function(f"holder_{special.name}", ["s"], out)

    def noted(self) -> list[ast.stmt]:
        """What the set-up notes for the whole game: the modules that take part, and special rules that hold or not."""
        with self.writing() as out:
            for module in self.game.modules.values():
                if module.active is not None:
                    out.append(py.assign(py.attr("s", self.layout.awake(module)), self.expr(module.active)))
                    py.locate(out[-1], module.span)
            for special in self.game.specials.values():
                if special.noted:
                    self.rule = special
                    tests = [self.awake(special.span)]
                    if special.fixed and special.when is not None:
                        tests.append(self.expr(special.when))
                    found = py.both(*(test for test in tests if test is not None))
                    out.append(py.assign(py.attr("s", self.layout.holds(special)), found))
                    py.locate(out[-1], special.span)
        return out

    def allowed(self, phase: PhaseDecl, action: RuleDecl) -> ast.expr | None:
        """May `me` take an action that only special rules allow here? None: it is not one of these."""
        tests: list[ast.expr] = []
        for special in phase.allowed.get(action.name, ()):
            if special.holder is not None:
                tests.append(py.compare(self.holder(special), "==", py.attr("s", "me")))
                continue
            test = self.holds(special)
            if test is None:
                return None
            tests.append(test)
        if not tests:
            return None
        return tests[0] if len(tests) == 1 else ast.BoolOp(ast.Or(), tests)
