"""`allow 3 x, 2 y`: actions in any order, each no more often than its number, until the player passes."""

from __future__ import annotations

import ast

from rulesdsl.compiler import pyast as py
from rulesdsl.compiler.special import SpecialLowering
from rulesdsl.model.game import RuleDecl
from rulesdsl.syntax import nodes as n

PASS = -1


class BudgetLowering(SpecialLowering):
    """Between special rules and offers."""

    def _do_allow(self, stmt: n.Allow) -> None:
        """Actions in any order until the player passes, each no more often than its number."""
        actions = [self.game.actions[pool.action.name] for pool in stmt.pools]
        left = [self.temp() for _ in actions]
        for name, pool in zip(left, stmt.pools, strict=True):
            self.add(py.assign(name, self.expr(pool.amount)))
        menu, chosen = self.temp(), self.temp()
        with self.writing() as body:
            body.append(py.assign(menu, py.list_of([])))
            for i, action in enumerate(actions):
                append = py.line(py.method(menu, "append", py.const(i)))
                more = py.compare(py.name(left[i]), ">", py.const(0))
                body.append(py.when(py.both(more, py.call(f"can_{action.name}", py.name("s"))), [append]))
            body.append(py.when(py.negate(py.name(menu)), [ast.Break()]))
            body.append(py.line(py.method(menu, "append", py.const(PASS))))
            # what was chosen before is complete: the action begins a chain of its own
            body.append(py.assign(py.attr("s", "chain_"), py.tuple_of([])))
            asked = self.ask(self._budget(stmt, actions, left), py.attr("s", "me"), py.name(menu), left)
            body.append(py.assign(chosen, asked))
            body.append(py.when(py.compare(py.name(chosen), "==", py.const(PASS)), [ast.Break()]))
            arms: list[tuple[ast.expr, list[ast.stmt]]] = []
            for i, action in enumerate(actions):
                taken = py.augment(ast.Name(left[i], ast.Store()), "-", py.const(1))
                arms.append((py.const(i), [taken, py.line(self._take(action))]))
            body.append(self.arms(chosen, arms))
        self.add(ast.While(py.const(True), body, []))

    def _take(self, action: RuleDecl) -> ast.expr:
        if self.pull:
            return ast.YieldFrom(py.call(f"take_{action.name}_pull", py.name("s")))
        return py.call(f"take_{action.name}", py.name("s"), py.name("ask"))

    def _budget(self, stmt: n.Allow, actions: list[RuleDecl], left: list[str]) -> int:
        """The question which one; it says how many are left."""
        parts: list[ast.expr] = []
        for i, action in enumerate(actions):
            title = action.title or action.name.replace("_", " ")
            parts += [py.const(f"{', ' if i else ''}{title}: "), ast.FormattedValue(py.name(left[i]), -1, None)]
        return self.sites.at(
            stmt,
            lambda: self.site(
                "action",
                stmt.span,
                *actions,
                labels=tuple(action.title or action.name.replace("_", " ") for action in actions),
                names=tuple(action.name for action in actions),
                actions=tuple(map(conditions, actions)),
                prompt=self.sites.text_function("prompt", left, [], ast.JoinedStr(parts), stmt.span),
            ),
        )


def conditions(action: RuleDecl) -> tuple[str, str, int, int]:
    """The section of an action, and the file, first and last line of what it asks for; lines 0 if for nothing."""
    parts = [action.when, *(slot.source for slot in action.slots), *action.pays]
    spans = [part.span for part in parts if part is not None]
    spans += [action.limit.span] if action.limit is not None else []
    if action.body is not None:
        # What stands below the body would take the body along.
        above = [span for span in spans if span.end <= action.body.span.start]
        spans = above or spans[:1]
    if not spans:
        return action.cite, action.span.source.path, 0, 0
    first, last = min(span.line for span in spans), max(span.source.line_column(span.end)[0] for span in spans)
    return action.cite, spans[0].source.path, first, last
