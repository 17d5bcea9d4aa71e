"""The book: its colours lose nothing of a game's text, and what it says about files of the repository is so."""

from __future__ import annotations

import importlib.util
import re
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


LENGTHS = re.findall(
    r"^\| \[[^]]*\]\(\.\./\.\./(examples/\w+\.yaml)\) \| (\d+) \|",
    (ROOT / "docs" / "games" / "examples.md").read_text(encoding="utf-8"),
    re.MULTILINE,
)


def test_lengths_of_examples_are_told() -> None:
    assert len(LENGTHS) >= 7


@pytest.mark.parametrize(("path", "told"), LENGTHS)
def test_an_example_is_as_long_as_is_told(path: str, told: str) -> None:
    lines = (line.strip() for line in (ROOT / path).read_text(encoding="utf-8").splitlines())
    assert sum(1 for line in lines if line and not line.startswith("#")) == int(told), "docs/games/examples.md tells it"
