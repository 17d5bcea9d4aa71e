"""Menus said as a choice of tuples hold what the lists held."""

from __future__ import annotations

import ast
from itertools import product
from types import SimpleNamespace
from typing import Any

import pytest

from rulesdsl.compiler.menus import chosen_tuples

ONE = """
t = []
if s.a < 2:
    t.append(0)
if s.a >= 2:
    t.append(1)
if s.b:
    t.append(2)
if s.a < 2:
    t.append(3)
if not t:
    return 'nothing'
"""
CLOSED = f"{ONE}t.append(-1)\n"
THREE = ONE.replace("if s.a >= 2", "if s.c")
ALWAYS = "t = []\nif True:\n    t.append(0)\nif s.b:\n    t.append(1)\n"


def function(text: str, change: bool) -> Any:
    lines = "\n".join(f"    {line}" for line in text.strip().splitlines())
    tree = ast.parse(f"def menu(s):\n{lines}\n    return list(t)\n")
    made = tree.body[0]
    assert isinstance(made, ast.FunctionDef)
    if change:
        made.body = chosen_tuples(made.body, lambda test: True)
    space: dict[str, Any] = {}
    exec(compile(tree, "<menu>", "exec"), space)
    return space["menu"], ast.unparse(tree)


@pytest.mark.parametrize("text", [ONE, CLOSED, ALWAYS, ONE.replace("if s.b", "if not s.a < 2 and s.b")])
def test_it_holds_the_same(text: str) -> None:
    (before, _), (after, said) = function(text, False), function(text, True)
    assert "append" not in said
    for a, b in product((0, 1, 2, 3), (False, True)):
        state = SimpleNamespace(a=a, b=b)
        assert before(state) == after(state)


@pytest.mark.parametrize("text", [THREE, f"{ONE}if s.b:\n    t.append(7)\n"])
def test_a_menu_of_many_conditions_stays_a_list(text: str) -> None:
    assert "append" in function(text, True)[1]


def test_what_can_go_wrong_stays_where_it_is() -> None:
    tree = ast.parse(ONE.replace("    return 'nothing'", "    pass"))
    assert ast.dump(ast.Module(chosen_tuples(tree.body, lambda test: False), [])) == ast.dump(
        ast.parse(ONE.replace("    return 'nothing'", "    pass"))
    )
