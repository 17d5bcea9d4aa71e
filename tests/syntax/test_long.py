"""Long rule texts, and texts far down in a file."""

from __future__ import annotations

import pytest

from rulesdsl.source.diagnostics import Problems
from rulesdsl.source.resources import resource
from rulesdsl.source.text import Source
from rulesdsl.syntax.build import MOST_BRANCHES
from rulesdsl.syntax.nodes import Node
from rulesdsl.syntax.parser import RuleParser


def parsed(text: str, begin: int = 0) -> tuple[Node | None, list[tuple[str, str]]]:
    problems = Problems()
    node = RuleParser(resource("grammar", "rules.lark"), problems).parse(
        "rules", Source("rules.yaml", text), begin, len(text)
    )
    return node, [(problem.code, problem.span.text) for problem in problems]


@pytest.mark.parametrize(("count", "told"), [(MOST_BRANCHES - 1, []), (MOST_BRANCHES, [("too-deep", "e")])])
def test_branches_in_a_row_have_a_limit(count: int, told: list[tuple[str, str]]) -> None:
    branches = "".join(f"elif a == {i}:\n  b = {i}\n" for i in range(count))
    node, problems = parsed(f"if a < 0:\n  b = 0\n{branches}else:\n  b = 7\n")
    assert problems == told
    assert (node is None) == bool(told)


def test_a_region_far_down_has_its_own_places() -> None:
    above = "# one line of many\n" * 5000
    text = above + "b = c +\n"
    assert parsed(text, len(above))[1] == [("rule-syntax", "+")]
    node, problems = parsed(above + "b = cat + 1\n", len(above))
    assert problems == []
    assert node is not None
    names = [part.span for part in node.walk() if part.span.text == "cat"]
    assert [(span.start - len(above), span.line, span.column) for span in names] == [(4, 5001, 5)] * len(names)
    assert names
