"""What people and machines see, compared as whole text with the files in ``golden``.

``ACCEPT=1 pytest tests/source/test_render.py`` writes the files anew.
"""

from __future__ import annotations

import json
import os
import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesdsl.source import (
    Diagnostic,
    Label,
    Problems,
    Severity,
    Source,
    render_concise,
    render_json,
    render_sarif,
    render_text,
)

GOLDEN = Path(__file__).parent / "golden"
GAME = Source(
    "games/war.yaml",
    "title: War\n\nstate:\n  score: int = 0\n  rounds: int = 0\nphases:\n  war:\n    do: |\n      scroe = scroe + 1\n",
)


def _at(source: Source, text: str, skip: int = 0) -> tuple[int, int]:
    start = source.text.index(text, skip)
    return start, start + len(text)


def _typical() -> Problems:
    problems = Problems()
    declared = Label(GAME.span(*_at(GAME, "score")), "`score` is declared here")
    problems.error(
        "bad-name",
        GAME.span(*_at(GAME, "scroe")),
        "unknown name `scroe`",
        label="not declared in this phase or in `state`",
        related=[declared],
        help="did you mean `score`?",
    )
    return problems


def _near() -> Problems:
    problems = Problems()
    problems.warning(
        "duplicate-key",
        GAME.span(*_at(GAME, "rounds")),
        "two of them",
        related=[
            Label(GAME.span(*_at(GAME, "score")), "one line above"),
            Label(GAME.span(*_at(GAME, "war")), "two lines below"),
            Label(GAME.span(*_at(GAME, "int")), "on the same line"),
        ],
        notes=["a first note", "a second note\nof two lines"],
    )
    return problems


def _other_file() -> Problems:
    problems, other = Problems(), Source("games/more.yaml", "state:\n  score: bool\n")
    related = [Label(GAME.span(*_at(GAME, "score")), "first given here")]
    problems.error("duplicate-key", other.span(*_at(other, "score")), "`score` is given in two files", related=related)
    return problems


def _wide() -> Problems:
    problems = Problems()
    source = Source("wide.yaml", "\tα: 日本語 e\u0301 x\u202ey\x1b[31m\nlong: " + "abc " * 100 + "HERE " + "def " * 100)
    problems.error("bad-name", source.span(*_at(source, "x")), "after wide, combined and tab characters", label="x")
    problems.error("bad-name", source.span(*_at(source, "\u202e")), "a mark and a colour\x1b[31m\nare not obeyed")
    problems.error("bad-name", source.span(*_at(source, "HERE")), "far out in a long line", label="here")
    return problems


def _edges() -> Problems:
    problems, empty = Problems(), Source("empty.yaml", "")
    source = Source("two.yaml", "a: |\n  one\n  two\n")
    problems.error("empty-file", empty.span(0, 0), "holds nothing")
    problems.error("bad-name", source.span(3, 16), "over several lines", label="starts here")
    problems.error("bad-name", source.span(len(source.text), len(source.text)), "at the very end")
    return problems


CASES = {"typical": _typical, "near": _near, "other_file": _other_file, "wide": _wide, "edges": _edges}


def _compare(name: str, text: str) -> None:
    file = GOLDEN / name
    if os.environ.get("ACCEPT"):
        file.write_text(text, encoding="utf-8")
    assert text == file.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", CASES)
def test_text_is_as_accepted(name: str) -> None:
    _compare(f"{name}.txt", render_text(CASES[name]().sorted()))


def test_colour_is_as_accepted() -> None:
    _compare("colour.txt", render_text(_typical().sorted(), color=True).replace("\x1b", "<esc>"))


def test_concise_is_as_accepted() -> None:
    shown = [found for make in CASES.values() for found in make().sorted()]
    _compare("concise.txt", render_concise(shown))


def test_json_has_one_object_a_line() -> None:
    text = render_json([*_typical().sorted(), *_edges().sorted()])
    _compare("lines.json", text)
    first = json.loads(text.splitlines()[0])
    assert (first["line"], first["column"], first["end_column"]) == (9, 7, 12)


def test_sarif_is_as_accepted() -> None:
    _compare("log.sarif", render_sarif(_typical().sorted(), "1.0"))


def test_nothing_found_is_no_text() -> None:
    assert render_text([]) == render_concise([]) == render_json([]) == ""


@given(st.text(max_size=200), st.integers(0, 200), st.integers(0, 200), st.text(max_size=20))
def test_no_text_breaks_the_frame(text: str, start: int, length: int, message: str) -> None:
    start = min(start, len(text))
    span = Source(text[:5], text).span(start, min(start + length, len(text)))
    shown = render_text([Diagnostic("bad-name", Severity.ERROR, message, span, message)])
    assert not any(unicodedata.category(one) in ("Cc", "Cs") for one in shown if one != "\n")
    assert shown.split("\n")[0].startswith("error[bad-name]:")
    assert all(line[:1] in (" ", *"0123456789") for line in shown.split("\n")[1:-1])
    assert len(render_concise([Diagnostic("bad-name", Severity.ERROR, message, span)]).splitlines()) == 1
