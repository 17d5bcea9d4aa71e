"""Run commands in this process or in one of their own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from typer.testing import CliRunner, Result

from rulesdsl.cli.app import app

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "examples"
GAMES = ROOT / "games"


def run(*words: str | Path, typed: str | None = None) -> Result:
    """What a command prints and its exit status, with these lines typed."""
    return CliRunner().invoke(app, [str(word) for word in words], input=typed)


def process(
    *words: str | Path, typed: str = "", folder: Path = ROOT, **environ: str
) -> subprocess.CompletedProcess[str]:
    """The same as a process of its own, its input and output being pipes."""
    return subprocess.run(
        [sys.executable, "-m", "rulesdsl.cli", *map(str, words)],
        input=typed,
        capture_output=True,
        text=True,
        encoding="utf-8",
        errors="surrogateescape",
        cwd=folder,
        timeout=60,
        env={**os.environ, "PYTHONPATH": str(ROOT), **environ},
        check=False,
    )
