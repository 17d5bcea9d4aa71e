"""Small games as text, each problem expected on the line that carries `# error: CODE` or `# warning: CODE`."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from textwrap import dedent

from rulesdsl.check.context import check_context
from rulesdsl.check.facts import Facts
from rulesdsl.check.rules import check_rules
from rulesdsl.check.scope import Globals
from rulesdsl.document import load_document
from rulesdsl.model.build import build_game
from rulesdsl.model.game import Game
from rulesdsl.source import Diagnostic, Problems

Check = Callable[[Game, Facts, Globals, Problems], None]

ROOT = Path(__file__).parents[2]
REAL = [*sorted((ROOT / "examples").glob("*.yaml")), *sorted((ROOT / "games").glob("*.yaml"))]

_MARK = re.compile(r"# (error|warning): ([a-z-]+)")


def problems(text: str, check: Check, *, broken: bool = False) -> list[Diagnostic]:
    """What `check` reports about a game; `text` lacks the first two lines that every game has."""
    whole = "rulesdsl: 1\ntitle: A game\n" + dedent(text).lstrip("\n")
    return _run(Path("game.yaml"), whole, check, broken)


def problems_of_file(path: Path, check: Check) -> list[Diagnostic]:
    return _run(path, path.read_text(encoding="utf-8"), check, False)


def _run(path: Path, text: str, check: Check, broken: bool) -> list[Diagnostic]:
    found = Problems()
    document = load_document(path, found, text=text)
    assert document is not None
    game = build_game(document, str(path), found)
    facts, names = check_rules(game, found)
    check_context(game, facts, names, found)
    before = len(found)
    assert broken == found.has_errors, [(one.code, one.message, one.span.line) for one in found]
    check(game, facts, names, found)
    return list(found)[before:]


def expect(text: str, check: Check, *, broken: bool = False) -> list[Diagnostic]:
    """Assert that exactly the marked problems are found; they are returned in the order of their lines."""
    wanted = [
        (number, severity, code)
        for number, line in enumerate(dedent(text).lstrip("\n").split("\n"), start=3)
        for severity, code in _MARK.findall(line)
    ]
    found = sorted(problems(text, check, broken=broken), key=lambda one: one.span.start)
    assert [(one.span.line, one.severity.value, one.code) for one in found] == sorted(wanted), [
        (one.span.line, one.code, one.message) for one in found
    ]
    return found
