"""The entries of `end:`: where each is looked at, and under which condition."""

from __future__ import annotations

import ast

from rulesdsl.compiler import pyast as py
from rulesdsl.compiler.actions import ActionLowering
from rulesdsl.model.frame import EndDecl
from rulesdsl.model.game import Game, PhaseDecl

END = -1
"""The number of the node after the last one."""


def after(game: Game, phase: PhaseDecl) -> list[EndDecl]:
    """Those that are looked at when a phase is complete."""
    return [end for end in game.ends if end.after is not None and end.after.name == phase.name]


def guard(end: EndDecl) -> str:
    """The condition as people read it."""
    parts = [f"scenario == {end.scenario}"] if end.scenario else []
    if end.when is not None:
        parts.append(end.when.span.text.strip())
    return " and ".join(parts)


def at_once(low: ActionLowering) -> list[ast.stmt]:
    """Those that are looked at after each complete action or `do:`."""
    with low.writing() as out:
        for end in low.game.ends:
            if end.after is None:
                check(low, end)
    return out


def check(low: ActionLowering, end: EndDecl) -> None:
    """Leave the game where the condition of an entry holds."""
    if end.when is None:
        return
    low.rule = end
    mark = len(low.out)
    awake = low.awake(end.span)
    with low.writing() as over:
        winner = low.winner(end.by)
        over.append(py.assign(py.attr("s", "over_"), py.const(low.outcome(end.outcome))))
        over += [py.assign(py.attr("s", "winner_"), winner), ast.Return(py.const(END))]
    with low.writing() as asked:
        test = low.expr(end.when)
        test = test if awake is None else py.both(awake, test)
        asked.append(py.when(test, over))
    if end.scenario:
        number = list(low.game.scenarios).index(end.scenario)
        asked = [py.when(py.compare(py.attr("s", "scenario_"), "==", py.const(number)), asked)]
    low.out.extend(asked)
    for made in low.out[mark:]:
        py.locate(made, end.span)
