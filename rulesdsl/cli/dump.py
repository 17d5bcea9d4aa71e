"""`rulesdsl dump`: a game in, what it becomes at a stage of the compiler out."""

from __future__ import annotations

from rulesdsl import api
from rulesdsl.cli.shared import FINE, Stop, find_game


def run(name: str, stage: str) -> int:
    """Print a stage; return the exit status."""
    from rulesdsl.native.types import NotNative

    try:
        print(api.dump(find_game(name), stage))
    except NotNative as reason:
        raise Stop(f"this game has no C: {reason}") from None
    return FINE
