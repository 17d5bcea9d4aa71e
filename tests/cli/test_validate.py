"""`validate`: what is printed in which form, and the exit status."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from cli.commands import EXAMPLES, process, run

BROKEN = """\
rulesdsl: 1
title: Broken
players: 2
phases:
  game:
    steps: [turn]
  turn:
    each: {me: players}
    offer: [tak]
actions:
  take:
    do: nothing
"""


@pytest.fixture
def broken(tmp_path: Path) -> Path:
    path = tmp_path / "broken.yaml"
    path.write_text(BROKEN, encoding="utf-8")
    return path


def test_a_clean_game_is_status_0() -> None:
    result = run("validate", EXAMPLES / "pig.yaml")
    assert result.exit_code == 0
    assert "no problems" in result.stderr


def test_every_example_of_a_folder_is_checked() -> None:
    result = run("validate", EXAMPLES)
    assert result.exit_code == 0
    assert "files: no problems" in result.stderr


def test_a_broken_game_is_status_1_and_shows_the_place(broken: Path) -> None:
    result = run("validate", broken)
    assert result.exit_code == 1
    assert "broken.yaml:9:13" in result.stdout
    assert "did you mean `take`?" in result.stdout
    assert "1 error" in result.stderr


def test_concise_is_one_line_a_problem(broken: Path) -> None:
    result = run("validate", "--format", "concise", broken)
    assert result.exit_code == 1
    assert all(":" in line and "error[" in line for line in result.stdout.splitlines())


def test_json_is_an_object_a_line_and_sarif_one_document(broken: Path) -> None:
    other = broken.with_name("other.yaml")
    other.write_text(BROKEN, encoding="utf-8")
    lines = run("validate", "--format", "json", broken, other, broken).stdout.splitlines()
    assert len(lines) == 2
    assert all(json.loads(line)["code"] for line in lines)
    assert json.loads(run("validate", "--format", "sarif", broken).stdout)["version"] == "2.1.0"
    assert run("validate", "--format", "json", EXAMPLES / "pig.yaml").stdout == ""


@pytest.mark.parametrize("path", ["none.yaml", "none"])
def test_a_file_that_is_not_there_is_status_2(tmp_path: Path, path: str) -> None:
    result = run("validate", tmp_path / path)
    assert result.exit_code == 2
    assert "no such file" in result.stderr


def test_a_folder_without_games_is_status_2(tmp_path: Path) -> None:
    result = run("validate", tmp_path)
    assert result.exit_code == 2
    assert "no game in" in result.stderr


def test_no_colour_over_a_pipe(broken: Path) -> None:
    assert "\x1b" not in process("validate", broken).stdout


def test_play_refuses_what_validate_refuses(broken: Path) -> None:
    result = run("play", broken, "--auto")
    assert result.exit_code == 1
    assert "did you mean `take`?" in result.stderr


@pytest.mark.parametrize("content", [b"", b"\xff\xfe\x00", b"- a\n- b\n", b"a: [", b"rulesdsl: 1\n", b"x: &a [*a]\n"])
def test_whatever_stands_in_a_file_there_is_no_traceback(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "odd.yaml"
    path.write_bytes(content)
    for result in (run("validate", path), run("play", path, "--auto")):
        assert result.exit_code in (1, 2)
        assert "Traceback" not in result.output
        assert "should not have happened" not in result.output
