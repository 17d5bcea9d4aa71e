"""No file, however broken, ends in a traceback or a hang."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from rulesdsl.document import load_case, load_document
from rulesdsl.document.compose import compose
from rulesdsl.document.reading import check_text
from rulesdsl.source import Problems, render_json, render_sarif, render_text

HEAD = "rulesdsl: 1\ntitle: T\nplayers: 2\n"
PIECES = [
    "a",
    "b: ",
    "- ",
    "[",
    "]",
    "{",
    "}",
    ", ",
    "\n",
    "  ",
    "\t",
    "|\n",
    ">\n",
    '"',
    "'",
    "#",
    " #",
    "&x ",
    "*x",
    "!t ",
]
PIECES += [
    "actions:\n",
    "  do: ",
    "1.5",
    "on",
    "? ",
    "---\n",
    "%",
    "@",
    "\\",
    "😀",
    "\0",
    "\u2028",
    "\r",
    "f(x, y)",
    "state:",
]


def _shown(problems: Problems) -> None:
    found = problems.sorted()
    assert bool(render_text(found)) == bool(render_json(found)) == bool(found)
    assert render_sarif(found)


@given(st.lists(st.sampled_from(PIECES), max_size=30).map("".join))
@settings(max_examples=400)
def test_any_text_is_read_or_told(text: str) -> None:
    for load in (load_document, load_case):
        problems = Problems()
        tree = load(Path("x.yaml"), problems, text=text)
        assert tree is not None or problems.has_errors
        _shown(problems)


@given(st.binary(max_size=200))
@example(b"\xff\xfe\x00a")
@example(b"\xef\xbb\xbf")
@example(b'a: "\\UFFFFFFFF"')
@example(b'a: "\\ud800"')
def test_any_bytes_are_read_or_told(tmp_path_factory: pytest.TempPathFactory, data: bytes) -> None:
    path = tmp_path_factory.mktemp("bytes") / "game.yaml"
    path.write_bytes(data)
    problems = Problems()
    tree = load_document(path, problems)
    assert tree is not None or problems.has_errors


@given(st.text(max_size=100))
def test_the_slow_parser_is_as_patient(text: str) -> None:
    import yaml

    problems = Problems()
    source = check_text(text, "x.yaml", problems)
    tree = compose(source, problems, yaml.SafeLoader) if source else None
    assert tree is not None or problems.has_errors


DEEP = ["[" * 2000, "{a: " * 2000, "- " * 2000, "[" * 900_000, "? " * 100_000, "- - a\n" * 10_000, "f(" * 2000]
DEEP += ["\n".join(" " * n + "a:" for n in range(500)), "[{" * 1000 + "}]" * 1000, "(" * 300_000, "'" + "''" * 200_000]


@pytest.mark.parametrize("text", DEEP, ids=lambda text: f"{text[:4]}{len(text)}")
@pytest.mark.parametrize("lead", ["", HEAD + "about: ", HEAD + "setup: |\n  "])
def test_depth_and_length_take_no_time(text: str, lead: str) -> None:
    start = time.process_time()
    problems = Problems()
    load_document(Path("x.yaml"), problems, text=lead + text)
    _shown(problems)
    assert time.process_time() - start < 2


def test_many_aliases_do_not_grow() -> None:
    text = "a0: &a0 [x, x]\n" + "".join(f"a{n + 1}: &a{n + 1} [*a{n}, *a{n}]\n" for n in range(60))
    problems = Problems()
    assert load_document(Path("x.yaml"), problems, text=text) is None
    assert {found.code for found in problems} == {"alias"}


def test_a_thousand_mistakes_are_told_quickly() -> None:
    text = HEAD + "state:\n" + "".join(f"  a-{n}: {{per: [x], iss: int}}\n" for n in range(3000))
    start = time.process_time()
    problems = Problems()
    load_document(Path("x.yaml"), problems, text=text)
    assert len(problems.sorted()) == 101
    assert time.process_time() - start < 2
