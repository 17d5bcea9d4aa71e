"""Random expressions come to the value that they have in Python, however they stand in each other."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from language.expressions import Both, lists, numbers, truths
from language.languages import HERE, game

from rulesdsl.api.positions import snippet

MIXED = game(str(HERE / "numbers/mixed.yaml"))
STATE: Any = MIXED.start().state


def without(xs: list[int], ys: list[int]) -> list[int]:
    return [x for x in xs if x not in ys]


def python(text: str) -> Any:
    """The value in Python; every list is one."""
    return eval(text, {"whole": STATE.whole, "without": without})


@settings(max_examples=300)
@given(st.one_of(numbers(), truths()))
def test_an_expression_has_the_value_that_it_has_in_python(both: Both) -> None:
    wanted = python(both.python)
    assert snippet(MIXED, both.rule)(STATE) == wanted
    assert isinstance(wanted, int)


@settings(max_examples=200)
@given(lists())
def test_a_list_has_the_items_that_it_has_in_python(both: Both) -> None:
    assert list(snippet(MIXED, both.rule)(STATE)) == python(both.python)
