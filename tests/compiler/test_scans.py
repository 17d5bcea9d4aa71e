"""Loops that look at less find the same."""

from __future__ import annotations

import ast
from random import Random
from types import SimpleNamespace
from typing import Any, cast

import pytest

from rulesdsl.compiler.layout import Layout
from rulesdsl.compiler.scans import Scans
from rulesdsl.runtime.namespace import NAMESPACE

CELLS, PIECES, BOX = 36, 12, 36
RANDOM = Random(5)
TABLES: dict[str, Any] = {
    "c_near": tuple(tuple(sorted(RANDOM.sample(range(CELLS), 6), key=lambda x: x % 7)) for _ in range(CELLS)),
    "c_row": tuple(cell // 6 for cell in range(CELLS)),
    "c_cells": tuple(range(CELLS)),
    "c_owner": tuple(piece % 2 for piece in range(PIECES)),
    "c_all": tuple(range(PIECES)),
}
RULE = """
def value_has(s, _p, _c):
    t1_ = False
    for _x in s.held_[_c]:
        if 0 <= _x < 12:
            if c_owner[_x] == _p:
                t1_ = True
                break
    return t1_
"""
NEAR = "return [x for x in c_near[s.at] if c_row[x] == c_row[s.at] + s.me and s.held_[x]]"
STEPS = """
t = []
for c in c_cells:
    if value_has(s, s.me, c) if s.held_[c] else False:
        for x in c_near[c]:
            if c_row[x] == 1 + s.me:
                t.append((c, x))
return t
"""
LONE = """
t = []
for c in c_near[s.at]:
    if value_has(s, 1, c):
        t.append(c)
return t
"""
LEFT = """
t = True
for x in on_board(s, c_all, 0, 36, 37):
    if c_owner[x] != s.me:
        t = False
        break
return t
"""
BOUNDED = "s.level = in_bounds(s.at - s.me, 0, 30, 'level')\nreturn s.level"
TAKEN = (
    "t = []\nfor x in in_play(s.where_, 36, [x_ for x_ in s.held_[s.at] if 0 <= x_ < 12]):\n    t.append(x)\nreturn t"
)


def function(text: str, change: bool) -> tuple[Any, str]:
    rule = ast.parse(RULE).body[0]
    assert isinstance(rule, ast.FunctionDef)
    tree = ast.parse("def f(s):\n" + "\n".join(f"    {line}" for line in text.strip().splitlines()))
    made = tree.body[0]
    assert isinstance(made, ast.FunctionDef)
    tables = dict(TABLES)

    def constant(name: str, value: object) -> str:
        tables[f"c_{name}"] = value
        return f"c_{name}"

    game = SimpleNamespace(pieces=range(PIECES))
    layout = cast("Layout", SimpleNamespace(constants=tables, constant=constant, game=game))
    if change:
        made.body = Scans(layout, {"value_has": rule}, lambda node: True).over(made.body)
    space: dict[str, Any] = {**NAMESPACE, **tables}
    exec(RULE, space)
    exec(compile(tree, "<f>", "exec"), space)
    return space["f"], ast.unparse(tree)


def outcome(call: Any, s: Any) -> Any:
    try:
        return call(s)
    except Exception as error:
        return type(error).__name__, str(error)


@pytest.mark.parametrize("text", [NEAR, STEPS, LONE, LEFT, BOUNDED, TAKEN])
def test_it_finds_the_same(text: str) -> None:
    (before, one), (after, other) = function(text, False), function(text, True)
    assert one != other
    random, found = Random(2), set()
    for _ in range(200):
        away = random.random()
        where = [BOX if random.random() < away else random.randrange(CELLS) for _ in range(PIECES)]
        held = [tuple(piece for piece in range(PIECES) if where[piece] == place) for place in range(BOX + 1 + PIECES)]
        s = SimpleNamespace(where_=where, held_=held, me=random.randrange(2), at=random.randrange(CELLS), level=0)
        assert outcome(before, s) == outcome(after, s)
        found.add(str(outcome(before, s)))
    assert len(found) > 1


def test_how_it_is_said() -> None:
    assert "c_near_by_row[s.at].get(c_row[s.at] + s.me, ())" in function(NEAR, True)[1]
    assert "sorted({s.where_[x_] for x_ in c_every_piece if c_owner[x_] == s.me" in function(STEPS, True)[1]
    assert "value_has" not in function(LONE, True)[1].split("def f")[1]
    assert "for x in c_all:" in function(LEFT, True)[1]
    assert "in_bounds(bounded_" in function(BOUNDED, True)[1]
    assert "s.held_[s.at])" in function(TAKEN, True)[1]
