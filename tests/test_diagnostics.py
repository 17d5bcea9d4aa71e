"""Every diagnostic code has a case: a broken game whose comments say which problems it has, and where.

The cases are `cases/diagnostics/CODE.yaml` (`CODE-2.yaml`, ...), or a folder with a `game.yaml` where several files are
needed. How the problems read stands beside each in a `.txt`; UPDATE_GOLDEN=1 writes these anew.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from diagnosing import expected, expected_of, found

from rulesdsl import api
from rulesdsl.document import load_document
from rulesdsl.document.compose import compose
from rulesdsl.source import CODES, Problems, Source, render_text

CASES = Path(__file__).parent / "cases" / "diagnostics"
GAMES = sorted([*CASES.glob("*.yaml"), *CASES.glob("*/game.yaml")])
NAMES = [game.relative_to(CASES).as_posix() for game in GAMES]


# ---------------------------------------------------------------- cases that are files


@pytest.mark.parametrize("name", NAMES)
def test_a_game_has_exactly_the_problems_that_its_comments_say(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(CASES)
    problems = api.check(Path(name))
    assert found(problems) == expected_of(Path(name))


@pytest.mark.parametrize("name", NAMES)
def test_the_problems_read_as_they_did(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(CASES)
    text = render_text(api.check(Path(name)))
    golden = Path(name).with_suffix(".txt")
    if os.environ.get("UPDATE_GOLDEN"):
        golden.write_text(text, encoding="utf-8")
    assert text == golden.read_text(encoding="utf-8")


def test_every_text_belongs_to_a_case() -> None:
    texts = {text.relative_to(CASES).as_posix() for text in CASES.rglob("*.txt")}
    assert texts == {Path(name).with_suffix(".txt").as_posix() for name in NAMES}


@pytest.mark.parametrize("name", NAMES)
def test_a_case_shows_the_code_that_it_is_named_after(name: str) -> None:
    stem = Path(name).parent.name or Path(name).stem
    code = stem.rstrip("0123456789").removesuffix("-")
    assert code in {place[-1] for place in expected_of(CASES / name)}


# ---------------------------------------------------------------- cases that no file of this folder can be

MINIMAL = 'rulesdsl: 1\ntitle: Tea House\nplayers: 2\nphases:\n  evening:\n    do: say "The lamps are lit"\n'


def too_large(path: Path) -> None:
    """One character more than the million that a file may have."""
    path.write_text(MINIMAL + "#" * (1_000_001 - len(MINIMAL)), encoding="utf-8")


def not_utf8(path: Path) -> None:
    """A title with one letter as another encoding has it."""
    path.write_bytes(MINIMAL.replace("Tea House", "Caf\u00e9").encode("latin-1"))


def many_problems(path: Path) -> None:
    """103 names that cannot be used."""
    lines = "".join(f"  {number}_cups: int = 0\n" for number in range(103))
    path.write_text(MINIMAL + "state:\n" + lines, encoding="utf-8")


MADE: dict[str, tuple[Callable[[Path], None], list[tuple[int, int]]]] = {
    "file-too-large": (too_large, [(1, 1)]),
    "not-utf8": (not_utf8, [(2, 11)]),
    "more-problems": (many_problems, [(107, 3)]),
}


@pytest.mark.parametrize("code", MADE)
def test_what_cannot_be_kept_as_a_file_is_reported_too(code: str, tmp_path: Path) -> None:
    make, places = MADE[code]
    game = tmp_path / "game.yaml"
    make(game)
    problems = [one for one in api.check(game) if one.code == code]
    assert [(one.span.line, one.span.column) for one in problems] == places


def test_a_file_that_is_not_there_is_a_problem_of_the_document(tmp_path: Path) -> None:
    problems = Problems()
    assert load_document(tmp_path / "game.yaml", problems) is None
    assert [one.code for one in problems] == ["file-missing"]


def test_the_last_problem_says_how_many_are_not_shown(tmp_path: Path) -> None:
    game = tmp_path / "game.yaml"
    many_problems(game)
    problems = api.check(game)
    assert len(problems) == 101
    assert problems[-1].message == "3 more problems not shown"


# ---------------------------------------------------------------- all codes


def test_every_code_has_a_case() -> None:
    shown = {place[-1] for name in NAMES for place in expected_of(CASES / name)}
    assert sorted(CODES.keys() - shown - MADE.keys() - {"file-missing"}) == []


@pytest.mark.parametrize("code", CODES)
def test_every_code_is_explained(code: str) -> None:
    page = CODES[code].page
    assert page.startswith(f"# {CODES[code].title}\n\n")
    assert page.index("\nWrong:\n\n```") < page.index("\nRight:\n\n```")


@pytest.mark.parametrize("code", CODES)
def test_what_a_page_calls_right_is_readable(code: str) -> None:
    right = CODES[code].page.partition("\nRight:\n")[2]
    problems = Problems()
    for block in re.findall(r"```yaml\n(.*?)```", right, re.DOTALL):
        compose(Source(code, block), problems)
    assert list(problems) == []


@pytest.mark.parametrize("name", NAMES)
def test_a_severity_is_the_one_of_the_table(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(CASES)
    differing = {one.code for one in api.check(Path(name)) if one.severity is not CODES[one.code].severity}
    assert differing <= {"yaml-boolean"}  # a warning for a name, an error for a value


# ---------------------------------------------------------------- the comments themselves


def test_a_comment_is_about_its_line_or_the_next_one(tmp_path: Path) -> None:
    file = tmp_path / "game.yaml"
    file.write_text(
        "a: 1  # error: bad-name @1  # warning: unused @4\n# error below: alias @2\nb: *x\n", encoding="utf-8"
    )
    assert expected(file, "game.yaml") == [
        ("game.yaml", 1, 1, "error", "bad-name"),
        ("game.yaml", 1, 4, "warning", "unused"),
        ("game.yaml", 3, 2, "error", "alias"),
    ]
