"""What is known along a way, shared ends and spare locals: functions do what they did, and say less."""

from __future__ import annotations

import ast
from collections.abc import Callable
from itertools import product
from types import SimpleNamespace
from typing import Any

import pytest

from rulesdsl.compiler import spare, tails
from rulesdsl.compiler.along import Ways
from rulesdsl.compiler.folding import folded
from rulesdsl.compiler.touching import Touching

TABLES: dict[str, object] = {"c_next": (1, 2, 0), "c_rows": ((0, 1), (2, 3))}


@pytest.mark.parametrize(
    ("text", "known", "wanted"),
    [
        ("s.me + 1", {"s.me": 2}, "3"),
        ("c_next[s.me]", {"s.me": 2}, "0"),
        ("c_next[s.other]", {"s.me": 2}, "c_next[s.other]"),
        ("x == 3 and s.a", {"x": 3}, "s.a"),
        ("x == 3 or s.a", {"x": 3}, "True"),
        ("s.a and x == 3", {"x": 3}, "s.a and True"),
        ("s.a < 2 and x == 3", {"x": 3}, "s.a < 2"),
        ("s.a and x", {"x": 0}, "s.a and 0"),
        ("[x for x in c_rows[k]]", {"x": 3, "k": 1}, "[x for x in (2, 3)]"),
        ("len(t) == 1", {"t": (4,)}, "True"),
        ("t[0] if len(t) == 1 else ask(t)", {"t": (4, 5)}, "ask((4, 5))"),
        ("not s.told is None", {"s.told": None}, "False"),
        ("s.x // 0", {"s.x": 3}, "3 // 0"),
        ("c_next[7]", {}, "c_next[7]"),
    ],
)
def test_what_is_known_is_worked_out(text: str, known: dict[str, object], wanted: str) -> None:
    assert ast.unparse(folded(ast.parse(text, mode="eval").body, known, TABLES)) == wanted


NODES = {
    0: "s.at = 0\nreturn 1",
    1: """
t1 = s.at
if t1 == 3:
    s.round += 1
    s.at = 0
    if s.round == 4:
        return -1
    return 1
s.me = t1
s.at = t1 + 1
return 2
""",
    2: """
t2 = (0, 1) if s.hand[s.me] < 2 else (2,)
x = t2[0] if len(t2) == 1 else chosen(t2)
if x == 0:
    s.hand[s.me] = s.hand[s.me] + 1
elif x == 1:
    s.flag = 1
else:
    note(s)
if s.flag:
    s.flag = 0
    s.over = s.round
    return -1
return 1
""",
}
CALLED = "def note(s):\n    s.noted = s.noted + s.me\n"


def tree(text: str) -> list[ast.stmt]:
    made = ast.parse("def f(s):\n" + "\n".join(f"    {line}" for line in text.strip().splitlines())).body[0]
    assert isinstance(made, ast.FunctionDef)
    return [_Written().visit(stmt) for stmt in made.body]


class _Written(ast.NodeTransformer):
    """Tuples of numbers as generated code has them: one constant."""

    def visit_Tuple(self, node: ast.Tuple) -> ast.expr:
        plain = all(isinstance(item, ast.Constant) for item in node.elts)
        return ast.copy_location(ast.Constant(ast.literal_eval(node)), node) if plain else node


def run(bodies: dict[int, list[ast.stmt]], choices: list[int]) -> Any:
    """The state after a game whose questions are answered by `choices`."""
    left = iter(choices)
    space: dict[str, Any] = {**TABLES, "chosen": lambda t: t[next(left, 1) % len(t)]}
    exec(CALLED, space)
    for number, body in bodies.items():
        lines = "\n".join(f"    {line}" for line in ast.unparse(ast.Module(body, [])).splitlines())
        exec(f"def node_{number}(s):\n{lines}", space)
    s = SimpleNamespace(at=0, me=0, round=0, hand=[0, 0, 0], flag=0, over=-1, noted=0)
    node = 0
    while node >= 0:
        node = space[f"node_{node}"](s)
    return s


def followed(apart: bool) -> dict[int, list[ast.stmt]]:
    bodies = {number: tree(text) for number, text in NODES.items()}
    first: dict[str, object] = {"s.at": 0, "s.me": 0, "s.round": 0, "s.flag": 0}
    touching = Touching([ast.parse(CALLED).body[0]])  # type: ignore[list-item]
    return Ways(bodies, frozenset({2}), touching, TABLES, first, apart=apart, flags={"s.flag": 0}).follow()


ENDS: list[Callable[[list[ast.stmt]], list[ast.stmt]]] = [lambda body: body, tails.shared, spare.without]


@pytest.mark.parametrize("apart", [False, True])
@pytest.mark.parametrize("end", ENDS)
def test_a_game_goes_as_before(apart: bool, end: Callable[[list[ast.stmt]], list[ast.stmt]]) -> None:
    before = {number: tree(text) for number, text in NODES.items()}
    after = {number: end(body) for number, body in followed(apart).items()}
    assert set(after) == {0, 2}  # the node between the questions stands where it is needed
    for choices in product((0, 1), repeat=7):
        assert run(before, list(choices)) == run(after, list(choices))


def test_a_known_choice_needs_no_test() -> None:
    said = ast.unparse(ast.Module(followed(True)[2], []))
    assert "len(t2)" not in said


def test_shared_ends_are_said_once() -> None:
    body = tree("if s.a:\n    s.x = 1\n    s.y = 2\n    return 3\ns.z = 4\ns.y = 2\nreturn 3")
    said = ast.unparse(ast.Module(tails.shared(body), []))
    assert said == "if s.a:\n    s.x = 1\nelse:\n    s.z = 4\ns.y = 2\nreturn 3"


def test_a_way_that_one_place_leads_to_stands_there() -> None:
    ways = {0: tree("s.a = 1\nreturn 4"), 4: tree("s.b = 1\nif s.c:\n    return 5\nreturn 5"), 5: tree("return -1")}
    made = tails.joined(ways)
    assert {number: ast.unparse(ast.Module(body, [])) for number, body in made.items()} == {
        0: "s.a = 1\ns.b = 1\nif s.c:\n    return 5\nreturn 5",
        5: "return -1",
    }


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("x = 1\ny = 2\nreturn y", "y = 2\nreturn y"),
        ("x = 1\nx = 2\nreturn x", "x = 2\nreturn x"),
        ("x = 1\ny = x\nx = 2\nreturn (x, y)", "x = 1\ny = x\nx = 2\nreturn (x, y)"),
        ("x = 1\nf(s)\nx = 2\nreturn x", "x = 1\nf(s)\nx = 2\nreturn x"),
        ("x = f(s)\nreturn 1", "x = f(s)\nreturn 1"),
        ("if s.a:\n    x = 1\nelse:\n    f(s)", "if not s.a:\n    f(s)"),
    ],
)
def test_only_spare_values_are_left_out(text: str, wanted: str) -> None:
    assert ast.unparse(ast.Module(spare.without(tree(text)), [])) == wanted
