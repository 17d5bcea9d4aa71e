"""`rulesdsl validate`: files in, their problems out."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

from rulesdsl import api
from rulesdsl.cli.shared import FINE, NOT_RUN, PROBLEMS, Stop, is_colourful, note
from rulesdsl.source import Diagnostic, Severity, render

# A file of a folder is a game, not a part of one, if it has the key that every game starts with.
_GAME = re.compile(r"^rulesdsl:", re.MULTILINE)
_PART = re.compile(r"^module:", re.MULTILINE)


def run(paths: list[Path], format: str) -> int:
    """Check each game and print what was found; return the exit status."""
    files = list(dict.fromkeys(file for path in paths for file in _files(path)))
    found = [problem for file in files for problem in api.check(file)]
    if format == "text":
        _print_text(files, found)
    else:
        renderers: dict[str, Any] = {
            "concise": render.render_concise,
            "json": render.render_json,
            "sarif": render.render_sarif,
        }
        text = renderers[format](found)
        if text:
            print(text.rstrip("\n"))
    if any(problem.code == "file-missing" for problem in found):
        return NOT_RUN
    return PROBLEMS if _errors(found) else FINE


def _files(path: Path) -> list[Path]:
    if path.is_file():
        return [path]
    if not path.is_dir():
        raise Stop(f"no such file: {path}")
    files = [file for file in sorted(path.rglob("*.yaml")) if _is_game(file)]
    if not files:
        raise Stop(f"no game in {path} (a game is a .yaml file with the key `rulesdsl`)")
    return files


def _is_game(file: Path) -> bool:
    if file.name.endswith(".case.yaml"):
        return False
    text = file.read_text(encoding="utf-8", errors="replace")
    return bool(_GAME.search(text)) and not _PART.search(text)


def _print_text(files: list[Path], found: list[Diagnostic]) -> None:
    if found:
        print(render.render_text(found, color=is_colourful(sys.stdout)).rstrip("\n"))
    errors = _errors(found)
    warnings = len(found) - errors
    counted = [f"{n} {word}{'s' if n != 1 else ''}" for n, word in ((errors, "error"), (warnings, "warning")) if n]
    what = str(files[0]) if len(files) == 1 else f"{len(files)} files"
    note(f"{what}: {', '.join(counted) or 'no problems'}")


def _errors(found: list[Diagnostic]) -> int:
    return sum(problem.severity is Severity.ERROR for problem in found)
