"""Changes to values and dice tables, and the special rules that bring them: types, who `me` is, what is fixed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from rulesdsl.check.facts import CallSite, Facts, Summary
from rulesdsl.check.scope import Scope
from rulesdsl.check.stmt import StmtChecker
from rulesdsl.model.game import Change, Decl, ModuleDecl, SpecialDecl
from rulesdsl.model.types import ERROR, HALF, INT, PLAYER, VOID, Type, optional
from rulesdsl.source.diagnostics import Label
from rulesdsl.source.text import Span
from rulesdsl.syntax import nodes as n

_NUMBERS_ONLY = ("times", "halve_up", "halve_down", "at_least", "at_most")
_FIXED = frozenset(
    ("option", "options", "scenario", "constant", "member", "enum", "player", "players", "team", "local", "builtin")
)
"""What a name can mean whose value stays the same for a whole game."""


def is_fixed(node: n.Expr, facts: Facts) -> bool:
    """Does an expression depend only on what is set before a game starts: options, the scenario, who plays?"""
    found = [facts.refs[part] for part in node.walk() if part in facts.refs]
    return all(ref.how in _FIXED for ref in found) and not any(
        isinstance(part, n.AllOf | n.At | n.On | n.Is) for part in node.walk()
    )


class SpecialChecker(StmtChecker):
    """Between statements and the walk through all rules."""

    def _begin(self, rule: Decl, returns: Type = VOID) -> None:
        self.rule, self.returns, self.loops, self.as_depth = rule, returns, 0, 0
        self.summary = self.facts.summaries.setdefault(rule, Summary(rule))

    # -------------------------------------------------------------------- modules

    def _module(self, module: ModuleDecl) -> None:
        self._begin(module)
        if module.active is None:
            return
        self.condition(module.active, Scope())
        if not is_fixed(module.active, self.facts):
            self.problems.error(
                "bad-module",
                module.active.span,
                "a module takes part in a whole game or not at all",
                help="ask for options, the scenario and the number of players only",
            )

    # ------------------------------------------------------------- special rules

    def _special(self, special: SpecialDecl) -> None:
        self._begin(special)
        scope = Scope()
        if special.holder is not None:
            found = self.need(special.holder, scope, optional(PLAYER))
            special.returns = found if found.tag == "optional" else PLAYER
        if special.when is not None:
            self.as_depth += special.holder is not None
            self.condition(special.when, scope)
            special.fixed = is_fixed(special.when, self.facts)

    @contextmanager
    def held(self, special: SpecialDecl | None, span: Span) -> Iterator[None]:
        """Text that counts while a special rule holds; its holder is `me` there."""
        if special is None:
            yield
            return
        if self.summary is not None:
            self.summary.calls.append(CallSite(special, span, False))
        self.as_depth += special.holder is not None
        yield
        self.as_depth -= special.holder is not None

    # ------------------------------------------------------------------- changes

    def rule_changes(self, changes: list[Change], scope: Scope, kind: Type) -> None:
        """All changes of a value or a dice table of this type, in the scope of its parameters."""
        for change in changes:
            with self.held(change.special, change.span):
                self._change(change, scope, kind)
        always = [change for change in changes if change.op == "set" and change.sure]
        for change in always[1:]:
            self.problems.error(
                "bad-change",
                change.span,
                "two changes set this at once",
                related=[Label(always[0].span, "sets it too")],
                help="say with `when:` which of them applies",
            )

    def _change(self, change: Change, scope: Scope, kind: Type) -> None:
        number = kind in (INT, HALF, ERROR)
        if change.op in _NUMBERS_ONLY and not number:
            word = change.op.replace("_", " ")
            self.problems.error("bad-change", change.span, f"`{word}` changes numbers, this is {kind}")
        elif change.op in ("add", "remove") and not number and kind.tag != "list":
            message = f"`{change.op}` changes numbers and lists, this is {kind}"
            self.problems.error("bad-change", change.span, message)
        inner = Scope(scope)
        if change.when is not None:
            self.condition(change.when, scope)
            self.learn(change.when, inner, truth=True)
        if change.value is not None:
            self.need(change.value, inner, INT if change.op == "times" else kind)
