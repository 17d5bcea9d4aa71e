"""A pytest plugin: every `*.case.yaml` file that names a game and a case is a test.

Loaded whenever pytest runs where the package is installed, so nothing is imported before a case is found.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from rulesdsl.tools.cases import CaseResult

_SUFFIX = ".case.yaml"

# Files of other tools may have such a name too: a case has both keys at its top.
_KEYS = [re.compile(rf"^{key}\s*:", re.MULTILINE) for key in ("game", "case")]


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> CaseFile | None:
    """Collect case files."""
    if not file_path.name.endswith(_SUFFIX) or not _is_case(file_path):
        return None
    return CaseFile.from_parent(parent, path=file_path)


def _is_case(path: Path) -> bool:
    text = path.read_text(encoding="utf-8", errors="replace")
    return all(key.search(text) for key in _KEYS)


class CaseFile(pytest.File):
    """A case file: one test."""

    def collect(self) -> Iterator[CaseItem]:
        """Give the one test of the file."""
        yield CaseItem.from_parent(self, name=self.path.name.removesuffix(_SUFFIX))


class CaseItem(pytest.Item):
    """A case as a test; a case that fails says where in its file and why."""

    def runtest(self) -> None:
        """Run the case."""
        result = _run(self.path, self.config)
        if not result.ok:
            raise CaseFailed(f"{result.title}\n{result.message}")

    def repr_failure(self, excinfo: Any, style: Any = None) -> Any:
        """Show what the case says, not where in Python it was found out."""
        if isinstance(excinfo.value, CaseFailed):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int, str]:
        """Where the test stands."""
        return self.path, 0, self.name


class CaseFailed(Exception):
    """A case that does not hold."""


_games: pytest.StashKey[dict[str, Any]] = pytest.StashKey()


def _run(path: Path, config: pytest.Config) -> CaseResult:
    from importlib import import_module

    from rulesdsl.tools.cases import run_case

    # The api stands above the tools; a plugin has nobody above it to hand it in.
    load = import_module("rulesdsl.api").load
    positions = import_module("rulesdsl.api.positions")
    games = config.stash.setdefault(_games, {})

    def cached(name: str) -> Any:
        key = str(Path(name).resolve())
        if key not in games:
            games[key] = load(name)
        return games[key]

    return run_case(path, cached, positions.evaluate, positions.found)
