"""Statements of which one is taken: each begins with what held before; after them holds what all leave as it was."""

from __future__ import annotations

from collections.abc import Callable

from rulesdsl.check.scope import Scope
from rulesdsl.model.types import Type


class Ways:
    """The ways of one `if`, `match` or menu, seen from the scope that they stand in."""

    def __init__(self, scope: Scope) -> None:
        self._scope = scope
        self._ends: list[list[dict[str, Type]]] = []

    def take(self, check: Callable[[], bool]) -> bool:
        """Check one way; True if what stands after it is never reached from there."""
        before = self._scope.known()
        left = check()
        if not left:
            self._ends.append(self._scope.known())
        self._scope.know(before)
        return left

    def join(self) -> None:
        """All ways have been taken: keep what holds at the end of each."""
        first, *others = self._ends or [self._scope.known()]
        for level, shown in enumerate(first):
            for end in others:
                shown = {path: kind for path, kind in shown.items() if end[level].get(path) == kind}
            first[level] = shown
        self._scope.know(first)
