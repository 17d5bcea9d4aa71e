"""Shipped files are found in a checkout and in a wheel."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulesdsl.source import resources
from rulesdsl.source.resources import resource


def test_a_checkout_has_them_beside_the_package(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(resources, "_PACKAGE", tmp_path / "rulesdsl")
    assert resource("grammar", "a.lark") == tmp_path / "grammar" / "a.lark"
    assert resource("games") == tmp_path / "games"


def test_a_wheel_has_them_inside(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "rulesdsl" / "_data" / "grammar").mkdir(parents=True)
    monkeypatch.setattr(resources, "_PACKAGE", tmp_path / "rulesdsl")
    assert resource("grammar", "a.lark") == tmp_path / "rulesdsl" / "_data" / "grammar" / "a.lark"


def test_the_schemas_are_there() -> None:
    assert resource("schemas", "game.schema.json").is_file()
    assert resource("schemas", "case.schema.json").is_file()
