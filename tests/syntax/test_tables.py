"""The parser's tables: worked out once, read the next time, made anew when they are damaged."""

from __future__ import annotations

from pathlib import Path

import pytest
from lark import Lark

from rulesdsl.source.diagnostics import Problems
from rulesdsl.source.resources import resource
from rulesdsl.source.text import Source
from rulesdsl.syntax import parser

TEXT = """\
if a > 1:
  b = {x} for c in d
else:
  draw 2 from deck to me.hand
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("RULESDSL_CACHE", str(tmp_path))
    return tmp_path


def parsed(text: str) -> object:
    """The nodes of a rule text and the problems, from a parser made for this call."""
    parser._lark.cache_clear()
    problems = Problems()
    made = parser.RuleParser(resource("grammar", "rules.lark"), problems)
    node = made.parse("rules", Source("rules.yaml", text), 0, len(text))
    return node, [(problem.code, problem.span.start) for problem in problems]


@pytest.mark.parametrize("text", [TEXT, TEXT.replace("{x} for c in d", "c + 1"), "x = [1, 2\n"])
def test_kept_tables_read_rules_as_fresh_ones(folder: Path, monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    fresh = parsed(text)
    (kept,) = folder.glob("grammar-*.tables")
    monkeypatch.setattr(Lark, "save", lambda *_: pytest.fail("the tables were worked out again"))
    again = parsed(text)
    assert repr(again) == repr(fresh)
    assert kept.exists()


@pytest.mark.parametrize("damage", [lambda whole: b"", lambda whole: whole[:-9], lambda whole: whole[:50] + b"!" * 9])
def test_damaged_tables_are_made_anew(folder: Path, monkeypatch: pytest.MonkeyPatch, damage: object) -> None:
    fresh = parsed(TEXT)
    (kept,) = folder.glob("grammar-*.tables")
    kept.write_bytes(damage(kept.read_bytes()))  # type: ignore[operator]
    assert repr(parsed(TEXT)) == repr(fresh)
    monkeypatch.setattr(Lark, "save", lambda *_: pytest.fail("the tables were not kept again"))
    assert repr(parsed(TEXT)) == repr(fresh)
