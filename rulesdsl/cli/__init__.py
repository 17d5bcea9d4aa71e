"""The commands: `rulesdsl validate | play | replay | simulate | graph | test | explain | new | dump`.

``app`` the commands and their options, one module for what each does, ``shared`` what they have in common.
Nothing heavy is imported before a command needs it. Exit status: 0 fine, 1 problems found, 2 could not run.
"""

from __future__ import annotations

__all__ = ["main"]


def main() -> None:
    """Run the command line and leave with its exit status."""
    import sys

    from rulesdsl.cli.app import app

    for stream in (sys.stdout, sys.stderr, sys.stdin):
        # A terminal that cannot show a character, or bytes that are no text, are no reason for a traceback.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    app(prog_name="rulesdsl")
