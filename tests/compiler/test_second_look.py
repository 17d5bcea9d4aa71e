"""Functions say after the second look what they said before, for every place, with fewer calls."""

from __future__ import annotations

import ast
from collections.abc import Callable
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from rulesdsl.compiler.second_look import SecondLook
from rulesdsl.runtime.namespace import NAMESPACE

PLACES, PIECES, CARRIERS = 8, 9, 10
RULES = """
def value_hill(s, _h):
    return c_height[_h] == 2 or first_of([x_ for x_ in s.held_[_h] if 2 <= x_ < 4]) >= 0

def value_closed(s, _h):
    return value_hill(s, _h) or value_walled(s, _h)

def value_walled(s, _h):
    t1_ = False
    for _x in [x_ for x_ in s.held_[_h] if 4 <= x_ < 8]:
        if s.side[_x] == 1:
            t1_ = True
            break
    return t1_

def value_open(s, _h):
    t2_ = first_of([x_ for x_ in s.held_[_h] if 0 <= x_ < 2]) < 0 and (not value_walled(s, _h))
    if t2_:
        t1_ = False
        for _x in [x_ for x_ in s.held_[_h] if 4 <= x_ < 8]:
            if value_lit(s, _x):
                t1_ = True
                break
        t2_ = not t1_
    return t2_

def value_lit(s, _x):
    if s.side[_x] == 0:
        return False
    return value_near_lamp(s, s.where_[_x])

def value_near_lamp(s, _h):
    t1_ = False
    for _l in on_board(s, c_lamps, 0, 8, 10):
        if _h in (s.where_[_l], 3):
            t1_ = True
            break
    return t1_

def value_height(s, _h):
    _x = first_of(value_there(s, _h))
    return 0 if _x < 0 else s.side[_x] + c_height[_h]

def value_there(s, _h):
    return [x_ for x_ in s.held_[_h] if 0 <= x_ < 8]

def value_rank(s, _h):
    if s.flag:
        if c_height[_h] == 1:
            return -_h
    return _h

def value_both(s, _h):
    t1_ = value_closed(s, _h)
    if not t1_:
        t1_ = value_rank(s, _h) < 0
    return t1_

def value_goals(s, _h):
    if s.flag:
        return ()
    return [_g for _g in tuple(value_around(s, _h)) + tuple([_h]) if value_open(s, _g)]

def value_around(s, _h):
    return [_g for _g in c_places if _g != _h and (not value_closed(s, _g))]

def value_sorted(s, _h):
    t1_ = []
    for _g in value_around(s, _h):
        if value_open(s, _g):
            t1_.append(_g)
    return t1_

def can_go(s, _h):
    if bool(value_goals(s, _h)):
        return True
    t1_ = False
    for _g in value_sorted(s, _h):
        t1_ = True
        break
    return t1_
"""
CONSTANTS: dict[str, Any] = {"c_height": (0, 1, 2, 0, 1, 2, 0, 1), "c_places": tuple(range(PLACES)), "c_lamps": (8,)}


class Rules:
    """The functions of a text, as they stand or after the second look."""

    def __init__(self, look: bool) -> None:
        module = ast.parse(RULES)
        functions = [node for node in module.body if isinstance(node, ast.FunctionDef)]
        if look:
            second = SecondLook(functions, CONSTANTS)
            for made in functions:
                second.at(made)
            module.body += [*second.existence.made.values(), *second.standing.values()]
        self.tree = {node.name: node for node in module.body if isinstance(node, ast.FunctionDef)}
        self.space: dict[str, Any] = {**NAMESPACE, **CONSTANTS}
        exec(compile(module, "rules", "exec"), self.space)

    def calls(self, name: str) -> set[str]:
        """The rules that a function calls."""
        found = {
            x.func.id for x in ast.walk(self.tree[name]) if isinstance(x, ast.Call) and isinstance(x.func, ast.Name)
        }
        return {word for word in found if word.startswith(("value_", "some_"))}

    def __getitem__(self, name: str) -> Callable[..., Any]:
        rule: Callable[..., Any] = self.space[name]
        return rule


def state(seed: int) -> Any:
    """Pieces in some of the places, the lamp (piece 8) perhaps on another piece or nowhere."""
    rng = Random(seed)
    held: list[tuple[int, ...]] = [() for _ in range(CARRIERS + PIECES)]
    where = [0] * PIECES
    for piece in range(PIECES):
        last = CARRIERS + PIECES - 1 if piece == 8 else CARRIERS
        where[piece] = rng.randrange(last)
        held[where[piece]] += (piece,)
    return SimpleNamespace(
        held_=held, where_=where, side=[rng.randrange(2) for _ in range(PIECES)], flag=rng.random() < 0.3
    )


@pytest.fixture(scope="module")
def plain() -> Rules:
    return Rules(look=False)


@pytest.fixture(scope="module")
def quick() -> Rules:
    return Rules(look=True)


NAMES = [line.split("(")[0].removeprefix("def ") for line in RULES.splitlines() if line.startswith("def ")]


@pytest.mark.parametrize("name", NAMES)
def test_nothing_is_said_otherwise(name: str, plain: Rules, quick: Rules) -> None:
    for seed in range(300):
        s = state(seed)
        for place in range(PLACES):
            one, other = plain[name](s, place), quick[name](s, place)
            assert (
                list(one) == list(other) if isinstance(one, list | tuple) else (one, type(one)) == (other, type(other))
            )


def test_small_rules_stand_where_they_were_called(quick: Rules) -> None:
    assert quick.calls("value_closed") == {"value_walled"}
    assert quick.calls("value_both") == {"value_walled"}
    assert quick.calls("value_near_lamp") == set()


def test_an_empty_place_needs_no_call(quick: Rules) -> None:
    s = SimpleNamespace(held_=[()] * PLACES, where_=[], side=[], flag=False)
    for word in ("value_walled", "value_open"):
        quick.space[word] = None
    assert quick["value_around"](s, 0) == [1, 3, 4, 6, 7]
    assert quick["value_goals"](s, 0) == [1, 3, 4, 6, 7, 0]


def test_who_asks_whether_there_is_anything_makes_no_list(quick: Rules) -> None:
    assert quick.calls("can_go") == {"some_goals", "some_sorted"}
    assert not any(
        isinstance(node, ast.Return) and isinstance(node.value, ast.List)
        for node in ast.walk(quick.tree["some_sorted"])
    )
