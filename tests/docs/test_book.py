"""The colours of the book: the words of the grammar are found in a game's text, and nothing of the text is lost."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest
from docs.blocks import ROOT
from pygments.token import Error, Keyword, Name, String

_SPEC = importlib.util.spec_from_file_location("lexers", ROOT / "docs" / "_book" / "lexers.py")
assert _SPEC is not None and _SPEC.loader is not None
lexers = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(lexers)

GAMES = sorted([*(ROOT / "games").glob("*.yaml"), *(ROOT / "examples").glob("*.yaml")])


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_game_in_colours_is_the_same_text(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    found = list(lexers.GameLexer(stripnl=False).get_tokens(text))
    assert "".join(part for _, part in found) == text
    assert [part for kind, part in found if kind is Error] == []


def test_rule_text_has_colours_of_its_own() -> None:
    found = list(lexers.GameLexer().get_tokens('title: end of all\ndo: |\n  let n = roll d6 for "now"\n  end game\n'))
    assert [part for kind, part in found if kind is Keyword] == ["let", "roll", "for", "end", "game"]
    assert [part for kind, part in found if kind is String] == ['"now"']
    assert [part for kind, part in found if kind is Name.Tag] == ["title", "do"]
