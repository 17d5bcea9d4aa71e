"""Loops without flags come to the same as with them."""

from __future__ import annotations

import ast
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from rulesdsl.compiler.flags import direct

ROWS = (((0, 1, 2), (0, 4, 8)), ((1, 4, 7),), ((2, 5, 8), (6, 4, 2), (1, 2, 3)))
LINE = """
t1 = False
for row in c_rows[s.at]:
    t2 = True
    for x in row:
        if s.mark[x] != s.me:
            t2 = False
            break
    if t2:
        t1 = True
        break
if t1:
    s.over = 1
    return -1
s.me += 1
return 5
"""
FULL = """
t1 = True
for x in (0, 1, 2, 3, 4, 5, 6, 7, 8):
    if s.mark[x] < 0:
        t1 = False
        break
if t1:
    s.over = 2
    return -1
return 4
"""
EITHER = """
t1 = False
for x in (0, 1, 2):
    if s.mark[x] == 1:
        t1 = True
        break
if not t1:
    s.over = 3
else:
    s.over = 4
s.me += s.over
return 3
"""
USED_AGAIN = EITHER.replace("s.me += s.over", "s.me += t1")
LEADS_ON = EITHER.replace("    s.over = 4", "    return 7")


def function(text: str, change: bool) -> tuple[Any, str]:
    tree = ast.parse("def node(s):\n" + "\n".join(f"    {line}" for line in text.strip().splitlines()))
    made = tree.body[0]
    assert isinstance(made, ast.FunctionDef)
    if change:
        made.body = direct(made.body, {"c_rows": ROWS})
    space: dict[str, Any] = {"c_rows": ROWS}
    exec(compile(tree, "<node>", "exec"), space)
    return space["node"], ast.unparse(tree)


@pytest.mark.parametrize("text", [LINE, FULL, EITHER, USED_AGAIN, LEADS_ON])
def test_it_comes_to_the_same(text: str) -> None:
    (before, _), (after, _) = function(text, False), function(text, True)
    random, ends = Random(1), set()
    for _ in range(300):
        mark = [random.choice((-1, 0, 0, 1, 1)) if random.random() < 0.8 else 1 for _ in range(9)]
        states = [SimpleNamespace(mark=mark, me=random.randrange(2), at=random.randrange(3), over=0) for _ in range(1)]
        states.append(SimpleNamespace(**vars(states[0])))
        assert before(states[0]) == after(states[1])
        assert vars(states[0]) == vars(states[1])
        ends.add(states[0].over)
    assert len(ends) > 1


@pytest.mark.parametrize("text", [LINE, FULL, EITHER])
def test_there_is_no_flag_left(text: str) -> None:
    assert "t1" not in function(text, True)[1]


def test_rows_of_one_length_are_no_loop() -> None:
    said = function(LINE, True)[1]
    assert "for tx1_, tx2_, tx3_ in c_rows[s.at]:" in said
    assert said.count("for ") == 1


@pytest.mark.parametrize("text", [USED_AGAIN, LEADS_ON])
def test_a_flag_that_is_needed_stays(text: str) -> None:
    assert "t1 = True" in function(text, True)[1]
