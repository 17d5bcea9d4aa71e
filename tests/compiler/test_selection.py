"""The items for which a rule holds are those that it gives one by one, and what they share is asked once."""

from __future__ import annotations

import ast
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from rulesdsl.compiler.selection import Selection

RULES = """
def value_fits(s, _x):
    if s.led < 0:
        return value_leads(s, _x)
    t1_ = False
    for _c in s.held_[s.me]:
        if c_suit[_c] == s.led:
            t1_ = True
            break
    if t1_:
        return c_suit[_x] == s.led
    t2_ = s.round > 1 or c_suit[_x] != 2
    if not t2_:
        t2_ = len(s.held_[s.me]) == 1
    return t2_

def value_leads(s, _x):
    if s.round == 1:
        return _x == s.me
    return c_suit[_x] != 2 or s.broken

def value_owed(s, _x):
    if s.me == 0:
        t1_ = 2
    else:
        t1_ = 3
    if s.broken:
        if c_suit[_x] == 1:
            return True
        return _x > t1_
    return _x < t1_

def value_alike(s, _x):
    if s.broken:
        return True
    return _x < 3

def value_of_each(s, _x):
    return c_suit[_x] == s.me

def value_early(s, _x):
    for _c in s.held_[s.me]:
        if _c == _x:
            return True
    return s.me == 0
"""
ITEMS = "[x for x in s.held_[s.me] if {}(s, x)]"
SUITS = (0, 0, 1, 1, 2, 2, 0, 1)


def made() -> Selection:
    rules = ast.parse(RULES).body
    return Selection({f.name: f for f in rules if isinstance(f, ast.FunctionDef)})


def those(selection: Selection, rule: str) -> ast.expr | None:
    node = ast.parse(ITEMS.format(rule), mode="eval").body
    assert isinstance(node, ast.ListComp)
    return selection.of(node)


@pytest.mark.parametrize("rule", ["value_fits", "value_owed"])
def test_those_are_the_same(rule: str) -> None:
    selection = made()
    call = those(selection, rule)
    assert call is not None
    assert ast.unparse(call) == f"{rule.replace('value', 'those')}(s, s.held_[s.me])"
    names: dict[str, Any] = {"c_suit": SUITS}
    exec(RULES, names)
    for function in selection.made.values():
        exec(compile(ast.Module([function], []), "made", "exec"), names)
    random, found = Random(1), 0
    for _ in range(400):
        pieces = random.sample(range(len(SUITS)), random.randrange(5))
        s = SimpleNamespace(
            me=random.randrange(2),
            led=random.randrange(-1, 3),
            round=random.randrange(1, 3),
            broken=random.random() < 0.5,
            held_=[tuple(pieces)] * 2,
        )
        wanted = eval(ITEMS.format(rule), {**names, "s": s})
        assert eval(ast.unparse(call), {**names, "s": s}) == wanted
        found += bool(wanted)
    assert found > 100


def test_what_is_shared_is_asked_once() -> None:
    selection = made()
    those(selection, "value_fits")
    text = ast.unparse(selection.made["those_fits"])
    assert "return those_leads(s, items_)" in text
    assert "return [_x for _x in items_ if c_suit[_x] == s.led]" in text
    assert text.endswith("return [_x for _x in items_ if value_fits(s, _x)]")


@pytest.mark.parametrize("rule", ["value_alike", "value_of_each", "value_early", "value_unknown"])
def test_where_it_would_not_be_quicker(rule: str) -> None:
    """It may be remembered, nothing is shared, it returns from a loop, there is no such rule."""
    assert those(made(), rule) is None
