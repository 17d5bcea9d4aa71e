"""Rule text from outside a rule file (cases, questions), checked and compiled against a loaded game."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from rulesdsl.check.rules import RuleChecker
from rulesdsl.check.scope import Scope
from rulesdsl.compiler import pyast as py
from rulesdsl.compiler.actions import ActionLowering
from rulesdsl.compiler.artifact import CORE
from rulesdsl.compiler.layout import Layout
from rulesdsl.compiler.remembering import RESTS_ON, forgetting
from rulesdsl.compiler.sites import Sites
from rulesdsl.model.game import RuleDecl
from rulesdsl.model.reading import grammar_path
from rulesdsl.model.types import Type, list_of
from rulesdsl.runtime.faults import GameOver, as_fault
from rulesdsl.runtime.geometry import answers
from rulesdsl.source.diagnostics import Problems, RuleErrors
from rulesdsl.source.text import Source, Span
from rulesdsl.syntax import nodes as n
from rulesdsl.syntax.parser import RuleParser

if TYPE_CHECKING:
    from rulesdsl.api.game import Game


Value = tuple[str, Any]
"""The word of a type (as `text_of` takes it) and a value of that type."""


def compile_snippet(game: Game, text: str, *, statements: bool = False, typed: bool = False) -> Callable[[Any], Any]:
    """A function of the state. Raises RuleErrors, whose places are in the text itself.

    `typed`: the function of an expression gives a list of `Value`: both sides of a comparison, the value of another
    expression.
    """
    model, facts, names = game.analysis
    problems = Problems()
    source = Source("<case>", text)
    parser = RuleParser(grammar_path(), problems)
    node = parser.parse("rules" if statements else "expression", source, 0, len(text))
    span = Span(source, 0, len(text))
    rule = RuleDecl("given", span, how="effect")
    checker = RuleChecker(model, names, facts, problems)
    checker._begin(rule)
    low = ActionLowering(
        model,
        facts,
        names,
        Layout(model, facts, names),
        Sites(),
        list(game.program.data["outcomes"]),
        pull=False,
        rule=rule,
    )
    fields = [decl for kind in model.kinds.values() for decl in kind.fields.values()]
    fields += [decl for board in model.boards.values() for decl in board.fields.values()]
    written = {decl for decl in fields if decl.written}
    body: list[ast.stmt] = []
    if isinstance(node, n.Block):
        checker.block(node, Scope())
    elif isinstance(node, n.Expr):
        checker.expr(node, Scope())
    summary = facts.summaries.pop(rule)
    for decl in fields:
        if decl.written and decl not in written:
            decl.written = False
            problems.error("not-assignable", span, f"no rule of the game changes `{decl.name}`, so it is fixed")
    if summary.asks or any(s.all_asks for s in (facts.summaries.get(c.target) for c in summary.calls) if s is not None):
        problems.error("not-pure", span, "nobody can be asked here")
    if problems.has_errors or node is None:
        raise RuleErrors(problems.sorted())
    if isinstance(node, n.Block):
        columns, _, cell_columns, _ = game.program.data["rests_on"]
        body = forgetting(low.block(node), columns, cell_columns, low.layout)
    else:
        assert isinstance(node, n.Expr)
        with low.writing() as body:
            items = low.items if low.types[node].tag in ("zone", "board") else low.expr
            body.append(ast.Return(ast.List(_typed(low, node), ast.Load()) if typed else items(node)))
    function = py.function("snippet", ["s"], body)
    py.locate(function, span)
    space: dict[str, Any] = {**game.machine.namespace, **low.layout.constants}
    space.update({name: frozenset(space[name]) for name in low.layout.constants if name.startswith(RESTS_ON)})
    for name, (question, boards) in low.layout.answers.items():
        if name not in game.machine.namespace:
            space[name] = answers(question, space[boards])
    exec(compile(ast.Module([function], []), source.path, "exec"), space)
    known = {*CORE, *(c[0] for c in game.program.data["columns"])}
    assert all(name in known for name in low.layout.columns), sorted(set(low.layout.columns) - known)
    return _faulting(space["snippet"], game.machine.files | {source.path})


def _typed(low: ActionLowering, node: n.Expr) -> list[ast.expr]:
    """What makes each `Value`."""
    sides = [node.left, node.right] if isinstance(node, n.Compare) else [node]
    # one zone compared with another, or with a place, is meant itself
    listed = len(sides) == 1 or any(low.types[side].tag == "list" for side in sides)
    made: list[ast.expr] = []
    for side in sides:
        kind = low.types[side]
        if listed and kind.tag in ("zone", "board"):
            kind = list_of(kind.of or Type("cell", kind.name))
        made.append(py.tuple_of([low.text_table(kind), low.items(side) if listed else low.expr(side)]))
    return made


def _faulting(function: Callable[[Any], Any], files: frozenset[str]) -> Callable[[Any], Any]:
    """The same function, whose mistakes are faults with a place in the text or in the rules."""

    def run(s: Any) -> Any:
        try:
            return function(s)
        except GameOver:
            raise
        except Exception as error:
            fault = as_fault(error, files)
            if fault is None or fault is error:
                raise
            raise fault from error

    return run
