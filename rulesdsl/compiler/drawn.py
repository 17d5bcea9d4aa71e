"""What is printed on boards and pieces and only drawings need: where cells are, signs of the ground, marks."""

from __future__ import annotations

from typing import Any

from rulesdsl.library.shapes import Shape
from rulesdsl.model.game import BoardDecl, Game


def drawn(game: Game) -> dict[str, Any]:
    """Plain data, `boards` in the order of the game."""
    return {
        "boards": tuple(_board(b, b.shape) for b in game.boards.values() if b.shape is not None),
        "kind_marks": {kind.name: kind.mark for kind in game.kinds.values() if kind.mark},
        "piece_marks": {piece.name: piece.mark for piece in game.pieces if piece.mark},
        "signs": {
            kind.name: {meaning: sign for sign, meaning in reversed(kind.face.legend.items())}
            for kind in game.kinds.values()
            if kind.face is not None
        },
    }


def _board(board: BoardDecl, shape: Shape) -> dict[str, Any]:
    places = _places(shape)
    left, top = min((x for x, _ in places), default=0), min((y for _, y in places), default=0)
    made: dict[str, Any] = {
        "kind": board.kind,
        "cells": shape.names,
        "x": tuple(x - left for x, _ in places),
        "y": tuple(y - top for _, y in places),
        "labels": () if board.kind == "square" else shape.names,
        "orientation": shape.orientation,
        "layered": board.layered,
    }
    if board.kind == "graph":
        made["links"] = _links(shape)
    if board.kind == "track":
        made["loop"] = shape.steps[0][-1] >= 0
    if board.signs:
        made["signs"] = "".join(board.signs.get(name, " ") for name in shape.names)
        made["legend"] = tuple(board.legend.items())
    return made


def _places(shape: Shape) -> list[tuple[int, int]]:
    """Columns and rows, half as far apart in the direction in which hexes interlock; nothing without places."""
    if shape.kind == "square":
        return [(x, -y) for x, y in zip(shape.columns, shape.rows, strict=True)]
    if shape.orientation == "flat top":
        return [(q, -2 * r - q) for q, r in shape.axial]
    return [(2 * q + r, -r) for q, r in shape.axial]


def _links(shape: Shape) -> tuple[tuple[int, int, bool], ...]:
    """(from, to, only that way), each pair of cells once."""
    return tuple(
        (a, b, a not in shape.neighbors[b])
        for a, near in enumerate(shape.neighbors)
        for b in near
        if a < b or a not in shape.neighbors[b]
    )
