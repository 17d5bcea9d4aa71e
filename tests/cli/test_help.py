"""What every command has: help with examples, a version, completion, quick starts."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from cli.commands import ROOT, run

COMMANDS = ["validate", "play", "replay", "simulate", "graph", "draw", "test", "explain", "new", "dump"]


@pytest.mark.parametrize("command", COMMANDS)
def test_help_has_examples_line_by_line(command: str) -> None:
    result = run(command, "--help")
    assert result.exit_code == 0
    examples = result.output.split("Examples:\n")[1].split("\n\n")[0].splitlines()
    assert all(line.startswith("    rulesdsl ") for line in examples)
    assert any(f"rulesdsl {command}" in line for line in examples)


def test_the_list_of_commands_is_complete() -> None:
    lines = run("--help").output.split("Commands:\n")[1].splitlines()
    assert [line.split()[0] for line in lines if line.strip()] == COMMANDS


def test_the_version_is_one_line() -> None:
    result = run("--version")
    assert result.exit_code == 0
    assert result.output.startswith("rulesdsl ")
    assert result.output.count("\n") == 1


@pytest.mark.parametrize("words", [("validate",), ("play", "--seed", "six"), ("dance",), ("simulate", "x", "-n", "0")])
def test_a_wrong_use_is_status_2(words: tuple[str, ...]) -> None:
    assert run(*words).exit_code == 2


def test_nothing_heavy_is_imported_before_a_command_needs_it() -> None:
    heavy = ("lark", "yaml", "jsonschema", "networkx", "multiprocessing", "rich.console")
    code = f"import sys, rulesdsl.cli.app; print([name for name in {heavy!r} if name in sys.modules])"
    # a process that is being measured has modules of the measuring tool, too
    plain = {key: text for key, text in os.environ.items() if not key.startswith("COVERAGE")}
    found = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=True, env=plain
    )
    assert found.stdout.strip() == "[]"


def test_completion_is_offered() -> None:
    assert "--install-completion" in run("--help").output
