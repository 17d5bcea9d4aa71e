"""The names that generated code finds, besides those of its own game."""

from __future__ import annotations

from heapq import heappop, heappush
from math import floor
from types import FunctionType
from typing import Any

from rulesdsl.runtime import extents, geometry, memory, pieces, support, tableau, travel
from rulesdsl.runtime.faults import GameOver

_MODULES = (support, pieces, geometry, memory, tableau, extents, travel)

NAMESPACE: dict[str, Any] = {
    name: value
    for module in _MODULES
    for name, value in vars(module).items()
    if isinstance(value, FunctionType) and value.__module__ == module.__name__ and not name.startswith("_")
}
NAMESPACE |= geometry.QUESTIONS
NAMESPACE |= {"floor": floor, "GameOver": GameOver, "heappop": heappop, "heappush": heappush}
