"""The calls that a rule makes whenever it runs: not under a condition, not after a line that may leave the rule."""

from __future__ import annotations

from collections.abc import Iterator

from rulesdsl.check.facts import Facts
from rulesdsl.model.game import RuleDecl
from rulesdsl.source.text import Span
from rulesdsl.syntax import nodes as n

Site = tuple[RuleDecl, Span]


def sure_calls(rule: RuleDecl, facts: Facts, ending: set[object]) -> list[Site]:
    """Whom `rule` surely calls and where; the rules in `ending` may end the game, so nothing after them is sure."""
    return list(_Sure(facts, ending).rule(rule))


class _Sure:
    def __init__(self, facts: Facts, ending: set[object]) -> None:
        self.facts, self.ending = facts, ending

    def rule(self, rule: RuleDecl) -> Iterator[Site]:
        if rule.expr is not None:
            yield from self.expr(rule.expr)
        if rule.roll is not None and rule.roll.count is not None:
            yield from self.expr(rule.roll.count)
        if rule.how == "special" and rule.expr is None and rule.when is not None:
            yield from self.expr(rule.when)
        for change in rule.changes:
            if change.special is not None and not change.special.always:
                yield change.special, change.span
            elif change.when is not None:
                yield from self.expr(change.when)
            elif change.value is not None:
                yield from self.expr(change.value)
        if rule.body is not None:
            yield from self.block(rule.body)
        if rule.keys:
            yield from self.expr(rule.keys[0].value)

    def block(self, block: n.Block) -> Iterator[Site]:
        for stmt in block.body:
            yield from self.stmt(stmt)
            if self._may_leave(stmt):
                return

    def stmt(self, stmt: n.Stmt) -> Iterator[Site]:
        if isinstance(stmt, n.If):
            yield from self.expr(stmt.branches[0].condition)
        elif isinstance(stmt, n.For):
            yield from self.expr(stmt.source)
        elif isinstance(stmt, n.Match):
            yield from self.expr(stmt.subject)
        elif isinstance(stmt, n.Repeat):
            if stmt.count is not None:
                yield from self.expr(stmt.count)
            else:
                yield from self.block(stmt.body)
        elif isinstance(stmt, n.As):
            yield from self.expr(stmt.player)
            yield from self.block(stmt.body)
        elif not isinstance(stmt, n.Menu):
            for child in stmt.children():
                if not isinstance(child, n.Block):
                    yield from self.expr(child)

    def expr(self, node: n.Node) -> Iterator[Site]:
        if isinstance(node, n.IfExpr):
            yield from self.expr(node.condition)
            return
        if isinstance(node, n.Bool):
            yield from self.expr(node.items[0])
            return
        if isinstance(node, n.Comp):
            yield from self.expr(node.source)
            return
        for child in node.children():
            yield from self.expr(child)
        ref = self.facts.refs.get(node)
        if isinstance(node, n.Call) and ref is not None and isinstance(ref.decl, RuleDecl):
            yield ref.decl, node.span

    def _may_leave(self, stmt: n.Stmt) -> bool:
        for node in stmt.walk():
            if isinstance(node, n.Return | n.Break | n.EndGame | n.Let) and not (
                isinstance(node, n.Let) and node.otherwise is None
            ):
                return True
            ref = self.facts.refs.get(node) if isinstance(node, n.Call) else None
            if ref is not None and ref.decl in self.ending:
                return True
        return False
