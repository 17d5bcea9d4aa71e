"""What is printed on boards and pieces and only drawings need: where cells are, signs of the ground, marks."""

from __future__ import annotations

from typing import Any

from rulesdsl.check.scope import Globals
from rulesdsl.compiler.layout import Layout
from rulesdsl.library.shapes import Shape
from rulesdsl.model.game import BoardDecl, FieldDecl, Game
from rulesdsl.model.types import Type
from rulesdsl.syntax import nodes as n


def drawn(game: Game, names: Globals, layout: Layout) -> dict[str, Any]:
    """Plain data, `boards` in the order of the game."""
    return {
        "boards": tuple(
            _board(b, b.shape) | _of_links(game, names, layout, b) for b in game.boards.values() if b.shape is not None
        ),
        "kind_marks": {kind.name: kind.mark for kind in game.kinds.values() if kind.mark},
        "piece_marks": {piece.name: piece.mark for piece in game.pieces if piece.mark},
        "signs": {
            kind.name: {meaning: sign for sign, meaning in reversed(kind.face.legend.items())}
            for kind in game.kinds.values()
            if kind.face is not None
        },
    }


def _board(board: BoardDecl, shape: Shape) -> dict[str, Any]:
    places = list(board.places) or _places(shape)
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
    if board.kind == "track" and board.places:
        made["links"] = tuple((i, then, False) for i, then in enumerate(shape.steps[0]) if then >= 0)
    if board.kind == "track":
        made["loop"] = shape.steps[0][-1] >= 0
    if board.signs:
        made["signs"] = "".join(board.signs.get(name, " ") for name in shape.names)
        made["legend"] = tuple(board.legend.items())
    return made


def _of_links(game: Game, names: Globals, layout: Layout, board: BoardDecl) -> dict[str, Any]:
    """The fields of a board's links, and what each link says: there, and back if that is another thing."""
    if not board.link_fields or board.shape is None:
        return {}
    said = {
        (a, b): tuple(_of_link(game, names, layout, given.get(name), decl) for name, decl in board.link_fields.items())
        for a, b, given in board.links
    }
    return {
        "link_fields": tuple((name, _word(decl.type.item)) for name, decl in board.link_fields.items()),
        "link_values": tuple((said[a, b], said.get((b, a), said[a, b])) for a, b, _ in _links(board.shape)),
    }


def _of_link(game: Game, names: Globals, layout: Layout, given: n.Expr | None, decl: FieldDecl) -> object:
    """What a link says of a field; of what is no number only what is not as of most links."""
    usual = layout.start(decl)
    value = usual if given is None else layout.value(given, decl.type)
    if value == usual and decl.type.item.tag not in ("int", "half"):
        return None
    return _named(game, names, value, decl.type)


def _word(kind: Type) -> str:
    return f"enum {kind.name}" if kind.tag == "enum" else kind.tag


def _named(game: Game, names: Globals, value: object, kind: Type) -> object:
    """A constant as a view says it; None for none, and for lists and for what is a piece or a place."""
    tag = kind.item.tag
    if kind.tag == "list" or value is None:
        return None
    if tag == "enum" or tag == "player":
        known = names.enum_members(kind.item) if tag == "enum" else game.players.names if game.players else ()
        return known[value].replace("_", " ") if isinstance(value, int) and 0 <= value < len(known) else None
    if tag == "half" and isinstance(value, int):
        return f"{value}/2" if value % 2 else value // 2
    return value if tag in ("bool", "int", "text") else None


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
