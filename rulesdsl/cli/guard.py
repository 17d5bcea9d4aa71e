"""The command group: every failure of a command becomes a message and an exit status, never a traceback."""

from __future__ import annotations

import os
from typing import Any

from typer import Exit
from typer.core import TyperGroup

from rulesdsl.cli.shared import NOT_RUN, PROBLEMS, Stop, note, print_problems


class Guarded(TyperGroup):
    """A group of commands that tells what went wrong."""

    def invoke(self, ctx: Any) -> Any:
        """Run the command that the context names."""
        try:
            return super().invoke(ctx)
        except Stop as stop:
            note(f"rulesdsl: {stop.message}")
            raise Exit(stop.status) from None
        except KeyboardInterrupt:
            note("interrupted")
            raise Exit(130) from None
        except Exception as error:
            status = _told(error)
            if status is None:
                raise
            raise Exit(status) from None


def _told(error: Exception) -> int | None:
    """Tell what an error of the rules, a script or the file system means; None for what the framework handles."""
    if isinstance(error, BrokenPipeError) or type(error).__module__.startswith(("typer", "click")):
        return None
    if isinstance(error, OSError):
        note(f"rulesdsl: {error.filename or 'input or output'}: {error.strerror or error}")
        return NOT_RUN
    from rulesdsl.providers.scripted import ScriptError
    from rulesdsl.source import RuleErrors

    if isinstance(error, RuleErrors):
        print_problems(error.problems)
        return PROBLEMS
    if isinstance(error, ScriptError):
        note(f"rulesdsl: {error}")
        return PROBLEMS
    from rulesdsl.runtime.faults import Fault

    if isinstance(error, Fault):
        note(f"rulesdsl: {error.render()}")
        return PROBLEMS
    return _told_record(error)


def _told_record(error: Exception) -> int | None:
    from rulesdsl.runtime.match import Divergence
    from rulesdsl.runtime.record import RecordError

    if isinstance(error, RecordError):
        note(f"rulesdsl: {error}")
        return NOT_RUN
    if isinstance(error, Divergence):
        note(f"rulesdsl: the record does not fit the rules: answer {error.entry + 1}: {error.message}")
        return PROBLEMS
    return _told_bug(error)


def _told_bug(error: Exception) -> int | None:
    if os.environ.get("RULESDSL_DEBUG"):
        return None
    note(f"rulesdsl: this should not have happened: {type(error).__name__}: {error}")
    note("please report it with the game file; RULESDSL_DEBUG=1 shows where it happened")
    return NOT_RUN
