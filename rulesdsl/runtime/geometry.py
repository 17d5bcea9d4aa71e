"""Questions about boards whose answers are no tables: what generated code calls with numbers known only in play.

A board comes as a constant of the generated code in plain values, out of which its shape is built once. Answers are
kept with the shape's first cell added, which is how the game counts places.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from rulesdsl.library import boards, hexes, lines

# Boards that are kept in mind. A game has one constant for each cell type, and few games are open at once.
_MOST = 64
# Answers kept for each: as many as there are pairs of cells on a board of 500.
_ANSWERS = 250_000


class _Atlas:
    """The boards of one cell type, and what was asked about them before."""

    def __init__(self, specs: tuple[Any, ...]) -> None:
        self.specs = specs
        self.boards = [(base, _shape(spec)) for base, *spec in specs]
        self.known: dict[tuple[Any, ...], Any] = {}

    def find(self, cell: int) -> tuple[int, boards.Shape]:
        """The board of a cell, and the place of its first one."""
        return max((known for known in self.boards if known[0] <= cell), key=lambda known: known[0])

    def keep(self, key: tuple[Any, ...], answer: Any) -> Any:
        if len(self.known) >= _ANSWERS:
            self.known.clear()
        self.known[key] = answer
        return answer


def _shape(spec: list[Any]) -> boards.Shape:
    kind = spec[0]
    if kind == "square":
        return boards.square(spec[1], spec[2], "diagonal" if spec[3] == "links" else spec[3])
    if kind == "track":
        return boards.track(spec[1], spec[2])
    if kind == "hex":
        return boards.hexes([hexes.Spot(*spot) for spot in spec[1]], *spec[2:])
    return boards.graph(spec[1], tuple((a, b, True) for a, b in spec[2]))


_ATLASES: dict[int, _Atlas] = {}


def _atlas(specs: tuple[Any, ...]) -> _Atlas:
    # Found by identity: comparing or hashing a large board would take longer than most answers. The atlas holds the
    # constant, so that no other can take its place in memory meanwhile.
    known = _ATLASES.get(id(specs))
    if known is None:
        if len(_ATLASES) >= _MOST:
            _ATLASES.clear()
        known = _ATLASES[id(specs)] = _Atlas(specs)
    return known


def _lift(value: Any, base: int) -> Any:
    if base == 0:
        return value
    if isinstance(value, tuple):
        return tuple(_lift(item, base) for item in value)
    return value if value < 0 else value + base


def _ask_cell(name: str) -> Callable[..., Any]:
    def question(specs: tuple[Any, ...], cell: int, *rest: int) -> Any:
        atlas = _atlas(specs)
        key = (name, cell, *rest)
        if key in atlas.known:
            return atlas.known[key]
        base, shape = atlas.find(cell)
        if name == "neighbor":
            return atlas.keep(key, _lift(shape.steps[rest[0]][cell - base], base))
        if name == "runs_through":
            return atlas.keep(key, _lift(boards.runs_through(shape, rest[0])[cell - base], base))
        return atlas.keep(key, _lift(getattr(boards, name)(shape, cell - base, *rest), base))

    return question


_NOWHERE: dict[str, Any] = {"distance": -1, "between": (), "direction": -1}
"""Answers about cells of two boards."""


def _ask_pair(name: str) -> Callable[..., Any]:
    def question(specs: tuple[Any, ...], a: int, b: int) -> Any:
        base, shape = _atlas(specs).find(a)
        if not base <= b < base + len(shape.names):
            return _NOWHERE[name]
        answer = getattr(boards, name)(shape, a - base, b - base)
        return _lift(answer, base) if name == "between" else answer

    return question


class Distances(dict[int, boards.Cells]):
    """`[from][to]`: a row of distances made when it is asked for, over all cells of the boards of a type."""

    def __init__(self, specs: tuple[Any, ...]) -> None:
        super().__init__()
        self.atlas = _Atlas(specs)

    def __missing__(self, a: int) -> boards.Cells:
        base, shape = self.atlas.find(a)
        last, end = self.atlas.boards[-1]
        behind = last + len(end.names) - base - len(shape.names)
        row = (*(-1,) * base, *boards.distances_from(shape, a - base), *(-1,) * behind)
        self[a] = row
        return row


class Pairs(dict[int, dict[int, Any]]):
    """`[from][to]`: answers about two cells, each worked out when it is asked for."""

    def __init__(self, specs: tuple[Any, ...], name: str) -> None:
        super().__init__()
        self.atlas, self.known = _Atlas(specs), 0
        self.answer = _line_from if name == "between" else _direction_from
        self.otherwise = _NOWHERE[name]

    def __missing__(self, a: int) -> dict[int, Any]:
        row = self[a] = _Row(self, a)
        return row


class _Row(dict[int, Any]):
    """The answers about one cell and the others."""

    def __init__(self, pairs: Pairs, a: int) -> None:
        super().__init__()
        self.pairs = pairs
        self.base, shape = pairs.atlas.find(a)
        self.end = self.base + len(shape.names)
        self.answer = pairs.answer(shape, a - self.base, self.base)

    def __missing__(self, b: int) -> Any:
        pairs, base = self.pairs, self.base
        pairs.known += 1
        if pairs.known > _ANSWERS:
            pairs.clear()
            pairs.known = 0
        answer = self[b] = self.answer(b - base) if base <= b < self.end else pairs.otherwise
        return answer


def _line_from(shape: boards.Shape, a: int, base: int) -> Callable[[int], boards.Cells]:
    return lines.from_cell(shape, a, base)


def _direction_from(shape: boards.Shape, a: int, base: int) -> Callable[[int], int]:
    return lambda b: boards.direction(shape, a, b)


def answers(name: str, specs: tuple[Any, ...]) -> Distances | Pairs:
    """The table of a question about two cells: `distance`, `between` or `direction`."""
    return Distances(specs) if name == "distance" else Pairs(specs, name)


def _ask_board(name: str) -> Callable[..., Any]:
    def question(specs: tuple[Any, ...], number: int) -> Any:
        base, shape = _atlas(specs).boards[0]
        try:
            return _lift(getattr(boards, name)(shape, number), base)
        except (ValueError, IndexError):
            return ()

    return question


def reachable(neighbors: tuple[boards.Cells, ...], cell: int, through: Iterable[int]) -> boards.Cells:
    return boards.flood(neighbors, cell, through)


QUESTIONS: dict[str, Callable[..., Any]] = {
    f"ask_{name}": _ask_cell(name) for name in ("neighbor", "within", "ring", "ray", "along", "ahead", "runs_through")
}
QUESTIONS |= {f"ask_{name}": _ask_board(name) for name in ("runs", "column", "row")}
QUESTIONS |= {f"ask_{name}": _ask_pair(name) for name in _NOWHERE}
"""By the names that generated code calls them."""
