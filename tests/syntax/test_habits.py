"""Habits from other languages get a help that says what is written here instead."""

from __future__ import annotations

import pytest

from rulesdsl.source import Problems
from rulesdsl.source.resources import resource
from rulesdsl.source.text import Source
from rulesdsl.syntax.habits import habit
from rulesdsl.syntax.parser import RuleParser


def helped(text: str, slot: str = "rules") -> str:
    """The help for rule text that cannot be read."""
    problems = Problems()
    RuleParser(resource("grammar", "rules.lark"), problems).parse(slot, Source("here", text), 0, len(text))
    (problem,) = problems.sorted()
    return problem.help or ""


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("if a == 1: nothing\nelse if a == 2: nothing", "`elif`"),
        ("let x = if a then b elif c then d else e", "`else if c then b`"),
        ("let x = choose from xs\nelse: return", "indented below"),
        ("while a > 0:\n  a -= 1", "`repeat:`"),
        ("var a = 3", "`let name = ...`"),
        ("choose from xs", "`let x = choose ...`"),
        ("a = choose from xs", "`let x = choose ...`"),
        ("let x = roll 2d6 + 1", "stands alone"),
        ("if a is 3: nothing", "`==` compares"),
        ("if 1 < a < 3: nothing", "by `and`"),
        ('say "a" + "b"', '"{a} and {b}"'),
        ("a++", "`x += 1`"),
        ("gain coin", "number comes first"),
        ("pay 1 coin to p", "`give 1 coin to p`"),
        ("let x = a if b else c", "`if c then a else b`"),
        ("if a = 3: nothing", "`==` compares"),
        ("a == 3", "does nothing by itself"),
    ],
)
def test_the_help_says_what_to_write(text: str, part: str) -> None:
    assert part in helped(text)


@pytest.mark.parametrize("text", ["let x = 3", "n = x\nreturn n", "if a:\n  return b", "for x in xs: nothing"])
def test_statements_where_an_expression_is_needed(text: str) -> None:
    assert "under `do:`" in helped(text, "expression")


def test_an_expression_that_cannot_be_read_is_none_of_statements() -> None:
    assert "under `do:`" not in helped("if a then b or", "expression")


@pytest.mark.parametrize("before", ["", "let x = ", "if a", "move x "])
def test_nothing_is_said_of_what_is_no_habit(before: str) -> None:
    assert habit(before, "banana") is None


def test_a_field_is_not_helped_like_a_statement() -> None:
    assert "first value" in helped("optional Player none", "field")
