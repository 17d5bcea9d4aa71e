"""The product of compiling: a Program. Kept apart from the compiler, so that running one imports nothing of it."""

from __future__ import annotations

import ast
import marshal
from dataclasses import dataclass, field
from typing import Any

CORE = (
    "pos_",
    "over_",
    "winner_",
    "me",
    "players",
    "options_",
    "scenario_",
    "numbers_",
    "stream_",
    "roll_",
    "pick_",
    "mark_",
    "due_",
    "chain_",
    "told_",
    "reveals_",
    "memory_",
)
"""Slots that every state has besides its columns; the underscore keeps them apart from a game's own names."""

FORMAT = 1
"""Raised when a Program made by an older version can no longer be run."""


@dataclass(slots=True)
class Program:
    """A compiled game: code, tables, columns, and what people want to know of it. All of it is plain data."""

    data: dict[str, Any]
    modules: list[tuple[str, ast.Module]] = field(default_factory=list)
    """The generated code as trees; empty when it came from a cache."""

    def python(self) -> str:
        """The generated code as text."""
        return "\n\n\n".join(f"# {path}\n\n{ast.unparse(module)}" for path, module in self.modules)

    def dumps(self) -> bytes:
        return marshal.dumps(self.data)

    @staticmethod
    def loads(packed: bytes) -> Program:
        """Raises ValueError, EOFError or TypeError for what is no program."""
        data = marshal.loads(packed)
        if not isinstance(data, dict) or data.get("format") != FORMAT:
            raise ValueError("not a program of this version")
        return Program(data)
