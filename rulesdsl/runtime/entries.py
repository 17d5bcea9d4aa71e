"""What a match keeps: entries of its log, rules that wait for an answer, copies of its state."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from typing import Any

from rulesdsl.runtime import support
from rulesdsl.runtime.decision import Decision

Entry = tuple[Any, ...]
"""("a", player, option, first of its chain, reveals so far[, name]), ("r", die) or ("p", piece)."""
Run = Generator[Any, Any, Any]
Asked = tuple[Run, int, int, Sequence[Any], tuple[Any, ...]]
"""A rule that waits: its generator, the site, the player, the options, the site's values."""
Watch = Callable[[Decision, int], None]
Kept = tuple[int, Any, int, int, int]
"""A copy of the state at the beginning of a node: entries of the log before it, the copy, the node, what was told, and
which of the match's copies it is, from 1."""


class Divergence(Exception):
    """A log that does not fit the rules; `entry` counts from 0."""

    def __init__(self, entry: int, message: str) -> None:
        super().__init__(message)
        self.entry, self.message = entry, message


def unhooked(s: Any) -> None:
    """Let a state lead back to no match, so that both go as soon as nobody has them."""
    s.roll_, s.pick_, s.mark_ = support.roll, support.pick, None
