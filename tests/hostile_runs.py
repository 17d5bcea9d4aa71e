"""Validate files by the command, each in a process of its own: `python hostile_runs.py FILE ...`.

Prints one JSON object a line: exit status, what was printed, seconds of processor time, the most megabytes of memory.
All that a run needs is imported before the processes are forked, so that one costs milliseconds.
"""

from __future__ import annotations

import json
import os
import resource
import sys
import tempfile
import traceback
from pathlib import Path
from typing import Any

from rulesdsl import api
from rulesdsl.cli import main

# A process that takes longer is ended by the system, and counts as failed.
MOST_SECONDS = 20
# The unit of `ru_maxrss`.
BYTES = 1 if sys.platform == "darwin" else 1024


def validate(path: str, out: int, errors: int) -> int:
    """Run the command in this process; return the exit status."""
    resource.setrlimit(resource.RLIMIT_CPU, (MOST_SECONDS, MOST_SECONDS))
    os.dup2(out, 1)
    os.dup2(errors, 2)
    sys.argv = ["rulesdsl", "validate", "--format", "json", path]
    try:
        main()
    except SystemExit as ended:
        return int(ended.code or 0)
    except BaseException:
        traceback.print_exc()
        return 99
    return 0


def run(path: str) -> dict[str, Any]:
    """One file: what came of it."""
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as errors:
        child = os.fork()
        if child == 0:
            status = validate(path, out.fileno(), errors.fileno())
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(status)
        _, ended, used = os.wait4(child, 0)
        out.seek(0)
        errors.seek(0)
        return {
            "status": os.waitstatus_to_exitcode(ended),
            "out": out.read().decode(),
            "errors": errors.read().decode(),
            "seconds": used.ru_utime + used.ru_stime,
            "megabytes": used.ru_maxrss * BYTES / 1_000_000,
        }


def warm_up() -> None:
    """Check one small game, which imports everything and builds the parser."""
    with tempfile.TemporaryDirectory() as folder:
        game = Path(folder) / "game.yaml"
        game.write_text("rulesdsl: 1\ntitle: Warm\nplayers: 1\nphases: {day: {do: nothing}}\n", encoding="utf-8")
        assert api.check(game) == []


if __name__ == "__main__":
    warm_up()
    for argument in sys.argv[1:]:
        print(json.dumps(run(argument)), flush=True)
