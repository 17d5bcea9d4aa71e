"""From bytes to text: what is refused, and where."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulesdsl.document import load_case, load_document
from rulesdsl.document.reading import LARGEST
from rulesdsl.source import Problems

GAME = "rulesdsl: 1\ntitle: é 😀\nplayers: 2\n"


def _load(path: Path) -> list[tuple[str, int, int]]:
    problems = Problems()
    load_document(path, problems)
    return [(found.code, found.span.line, found.span.column) for found in problems.sorted()]


def test_a_byte_order_mark_and_any_line_breaks_are_read(tmp_path: Path) -> None:
    path = tmp_path / "game.yaml"
    path.write_bytes(b"\xef\xbb\xbf" + GAME.replace("\n", "\r\n").encode() + b"state: 5\r\n")
    assert _load(path) == [("wrong-shape", 4, 8)]
    path.write_bytes(GAME.replace("\n", "\r").encode() + b"state: 5\r")
    assert _load(path) == [("wrong-shape", 4, 8)]


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_a_byte_that_is_no_text_is_placed(tmp_path: Path, mark: bytes) -> None:
    path = tmp_path / "game.yaml"
    path.write_bytes(mark + GAME.encode() + "about: é".encode() + b"\xe9t\n")
    assert _load(path) == [("not-utf8", 4, 9)]


def test_a_large_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "game.yaml"
    path.write_text(GAME + "#" * (LARGEST - len(GAME.encode())))
    assert _load(path) == []
    path.write_text(GAME + "#" * (LARGEST - len(GAME.encode()) + 1))
    assert _load(path) == [("file-too-large", 1, 1)]


def test_what_is_no_file_is_told(tmp_path: Path) -> None:
    assert _load(tmp_path / "none.yaml") == [("file-missing", 1, 1)]
    assert _load(tmp_path) == [("file-missing", 1, 1)]
    assert _load(Path("a\0b")) == [("file-missing", 1, 1)]


def test_a_case_is_checked_against_its_own_schema(tmp_path: Path) -> None:
    problems, path = Problems(), tmp_path / "a.case.yaml"
    path.write_text(
        "game: g.yaml\ncase: C\nplayers: 2\noptions: {a: [b, c]}\nplay:\n"
        "  - choose: done\n  - choose: {by: x, action: go, to: b3}\n  - choose: [a, {to: b}, done]\n"
        "  - dice: [1, 2]\n  - draw: [card_1]\n  - expect: count(x) == 1\n  - expect:\n      - a == b\n"
        "  - asks: {player: x, options: [a, 2]}\n  - together: {x: a, y: [b, c]}\n"
        "  - sees: {player: x, shows: [a], hides: [b]}\n  - ends: won\n  - winner: x\n  - score: {x: 1}\n"
    )
    assert load_case(path, problems) is not None
    assert list(problems) == []


@pytest.mark.parametrize(
    ("text", "code", "line", "column"),
    [
        ("game: g.yaml\n", "missing-key", 1, 1),
        ("game: g.yaml\nplay: []\n", "wrong-shape", 2, 7),
        ("game: g.yaml\nplay:\n  - {dice: [1], draw: [a]}\n", "wrong-shape", 3, 5),
        ("game: g.yaml\nplay:\n  - roll: 1\n", "unknown-key", 3, 5),
        ("game: g.yaml\nplay:\n  - expect: [f(a, b)]\n", "flow-rules", 3, 14),
        ("game: g.yaml\nplay:\n  - dice: [1.5]\n", "wrong-shape", 3, 12),
        ("- a\n", "wrong-shape", 1, 1),
    ],
)
def test_a_wrong_case_is_told(text: str, code: str, line: int, column: int) -> None:
    problems = Problems()
    load_case(Path("a.case.yaml"), problems, text=text)
    assert [(f.code, f.span.line, f.span.column) for f in problems.sorted()] == [(code, line, column)]
