"""Types, spans and names: what the translation knows of variables."""

from __future__ import annotations

import ast

import pytest

from rulesdsl.native.names import names_of
from rulesdsl.native.spans import NOTHING, added, both, fits, of, surely
from rulesdsl.native.types import BOOL, INT, LIST, MAYBE, NONE, TEXT, UNKNOWN, Refused, c_type, join, list_of, record


def test_types_are_joined() -> None:
    assert join(BOOL, INT) == INT and join(UNKNOWN, LIST) == LIST
    assert join(NONE, INT) == MAYBE == join(MAYBE, BOOL)
    assert join(list_of(UNKNOWN), LIST) == LIST
    assert join(NONE, LIST).tag == "maybe list" and c_type(join(NONE, LIST)) == "V"
    assert c_type(list_of(LIST)) == "Vv" and c_type(record(record(INT, INT), INT)) == "Tr2r2iii"


@pytest.mark.parametrize(("a", "b"), [(INT, LIST), (TEXT, INT), (record(INT), record(INT, INT))])
def test_some_types_are_not(a: object, b: object) -> None:
    with pytest.raises(Refused, match="in one variable"):
        join(a, b)  # type: ignore[arg-type]


def test_spans() -> None:
    assert both((0, 3), (5, 9)) == (0, 9) and both((0, 3), None) is None and both(NOTHING, (1, 2)) == (1, 2)
    assert added((0, 3), (10, 20), 1) == (10, 23) and added((0, 3), (10, 20), -1) == (-20, -7)
    assert added(NOTHING, (1, 2), 1) == NOTHING and added(None, (1, 2), 1) is None
    assert of(((1, 2), (), (7,))) == (1, 7) and of((1, None)) is None
    assert fits((0, 3), 0, 3) and not fits((0, 4), 0, 3) and not fits(None, 0, 3) and not fits(NOTHING, 0, 3)
    assert surely((0, 3), "<", (4, 9)) and surely((4, 9), ">=", (0, 4)) and not surely((0, 4), "<", (4, 9))
    assert not surely((0, 3), "==", (4, 9)) and not surely(None, "<", (4, 9))


def test_lists_that_grow_under_another_name() -> None:
    tree = ast.parse(
        "def rule(s, given):\n a = []\n a.append(1)\n b = []\n b.append(a)\n given.append(2)\n return b"
    ).body[0]
    assert isinstance(tree, ast.FunctionDef)
    names = names_of(tree)
    assert names.grow == {"a", "b", "given"}
    assert names.grow & names.shared == {"a", "given"}
