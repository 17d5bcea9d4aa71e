"""`rulesdsl play` with players that think ahead, and with hints."""

from __future__ import annotations

import pytest
from cli.commands import EXAMPLES, run

TIC = EXAMPLES / "tic_tac_toe.yaml"


def test_a_search_plays_chance() -> None:
    words = ("play", TIC, "--auto", "--player", "x=search:200p", "--seed", "3")
    result = run(*words)
    assert result.exit_code == 0, result.stderr
    assert "won by x" in result.stdout
    assert run(*words).stdout == result.stdout


@pytest.mark.parametrize("who", ["search:0", "search:soon", "search:5.5p", "search:-1"])
def test_a_time_that_is_none_is_one_clear_line(who: str) -> None:
    result = run("play", TIC, "--auto", "--player", f"x={who}")
    assert result.exit_code == 2
    assert result.stderr.count("\n") == 1
    assert "search:500p" in result.stderr


def test_a_search_without_a_time_after_its_colon_is_no_kind_of_player() -> None:
    assert "unknown kind of player" in run("play", TIC, "--auto", "--player", "x=search:").stderr


def test_hints_are_printed_though_it_is_quiet() -> None:
    result = run("play", TIC, "--hint", "--quiet", "--seed", "1", "--player", "o=search:50p", typed="b2\nq\n")
    assert result.exit_code == 0, result.stderr
    assert result.stdout.count("hint: ") == 2
    assert "hint: " not in run("play", TIC, typed="q\n").stdout
