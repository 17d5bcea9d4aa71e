"""Broken games with their expected problems written in them, on the line that each is about.

`# error: CODE @COLUMN` stands at the end of the line, or `# error below: CODE @COLUMN` on the line above where YAML
leaves no room for a comment; a line may hold several. Warnings are written the same way.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from rulesdsl.source import Diagnostic

Place = tuple[str, int, int, str, str]
"""File, line, column, severity, code."""

_EXPECTED = re.compile(r"# (error|warning)( below)?: ([a-z0-9-]+) @(\d+)")


def expected(path: Path, name: str) -> list[Place]:
    """What the comments of one file ask for; `name` is what the file is called in problems."""
    return sorted(
        (name, number + bool(below), int(column), severity, code)
        for number, line in enumerate(path.read_text(encoding="utf-8").split("\n"), start=1)
        for severity, below, code, column in _EXPECTED.findall(line)
    )


def found(problems: Iterable[Diagnostic]) -> list[Place]:
    """The same of what the checker has found."""
    return sorted(
        (one.span.source.path, one.span.line, one.span.column, one.severity.value, one.code) for one in problems
    )


def expected_of(game: Path) -> list[Place]:
    """What the comments of a case ask for: of one file, or of all files beside a `game.yaml`."""
    files = sorted([*game.parent.glob("*.yaml"), *game.parent.glob("*.map")]) if game.name == "game.yaml" else [game]
    return sorted(place for file in files for place in expected(file, file.as_posix()))
