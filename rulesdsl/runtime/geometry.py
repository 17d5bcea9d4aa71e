"""Questions about boards whose answers are no tables: what generated code calls with numbers known only in play."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from rulesdsl.library import boards

State = Any


# ------------------------------------------------------------------------ boards


@lru_cache(maxsize=64)
def _shape(spec: tuple[Any, ...]) -> boards.Shape:
    kind = spec[0]
    if kind == "square":
        return boards.square(spec[1], spec[2], "diagonal" if spec[3] == "links" else spec[3])
    if kind == "track":
        return boards.track(spec[1], spec[2])
    return boards.graph(spec[1], tuple((a, b, True) for a, b in spec[2]))


def _find(specs: tuple[Any, ...], cell: int) -> tuple[int, boards.Shape]:
    base, *spec = max(s for s in specs if s[0] <= cell)
    return base, _shape(tuple(spec))


def _lift(value: Any, base: int) -> Any:
    if isinstance(value, tuple):
        return tuple(_lift(item, base) for item in value)
    return value if value < 0 else value + base


def ask_distance(specs: tuple[Any, ...], a: int, b: int) -> int:
    base, shape = _find(specs, a)
    other, _ = _find(specs, b)
    return boards.distance(shape, a - base, b - base) if base == other else -1


def _ask_cell(name: str) -> Callable[..., Any]:
    def question(specs: tuple[Any, ...], cell: int, *rest: int) -> Any:
        base, shape = _find(specs, cell)
        if name == "neighbor":
            return _lift(shape.steps[rest[0]][cell - base], base)
        if name == "runs_through":
            return _lift(boards.runs_through(shape, rest[0])[cell - base], base)
        return _lift(getattr(boards, name)(shape, cell - base, *rest), base)

    return question


def _ask_board(name: str) -> Callable[..., Any]:
    def question(specs: tuple[Any, ...], number: int) -> Any:
        base, *spec = specs[0]
        try:
            return _lift(getattr(boards, name)(_shape(tuple(spec)), number), base)
        except (ValueError, IndexError):
            return ()

    return question


QUESTIONS: dict[str, Callable[..., Any]] = {
    f"ask_{name}": _ask_cell(name) for name in ("neighbor", "within", "ring", "ray", "along", "ahead", "runs_through")
}
QUESTIONS |= {f"ask_{name}": _ask_board(name) for name in ("runs", "column", "row")}
"""By the names that generated code calls them."""
