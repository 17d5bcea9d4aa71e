"""Cases as pytest items; files of other tools are left alone."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from rulesdsl.tools import pytest_plugin

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize(
    ("name", "text", "collected"),
    [
        ("a.case.yaml", "game: g.yaml\ncase: A\n", True),
        ("a.case.yaml", "# no keys\nother: 1\n", False),
        ("a.case.yaml", "other:\n  game: g.yaml\n  case: A\n", False),
        ("a.yaml", "game: g.yaml\ncase: A\n", False),
    ],
)
def test_a_file_is_collected_if_it_names_a_game_and_a_case(
    tmp_path: Path, request: pytest.FixtureRequest, name: str, text: str, collected: bool
) -> None:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    found = pytest_plugin.pytest_collect_file(path, request.session)
    assert (found is not None) is collected
    if found is not None:
        assert [item.name for item in found.collect()] == ["a"]


def test_loading_the_plugin_loads_nothing_heavy() -> None:
    heavy = ("lark", "yaml", "jsonschema", "networkx", "rich", "rulesdsl.api", "rulesdsl.source")
    code = f"""
import sys, pytest
before = set(sys.modules)
import rulesdsl.tools.pytest_plugin
print([name for name in {heavy!r} if name in set(sys.modules) - before])
"""
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=True)
    assert found.stdout.strip() == "[]"
