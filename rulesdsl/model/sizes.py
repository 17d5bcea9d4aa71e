"""How many squares pieces cover: what their kind says, or what is printed on them."""

from __future__ import annotations

import re

from rulesdsl.document import Sequence
from rulesdsl.document.tree import Node as Yaml
from rulesdsl.model.faces import MAX_SIDE
from rulesdsl.model.game import Game, KindDecl, PieceDecl
from rulesdsl.model.reading import Reader

Size = tuple[int, int]
"""(columns, rows)"""


def sizes(reader: Reader, node: Yaml | None) -> None:
    """What all kinds say, those that others extend first."""
    said = [(key.text, size) for key, value in reader.items(node) if (size := reader.at(value, "size")) is not None]
    for name, size in sorted(said, key=lambda entry: len(reader.game.kind_chain(entry[0]))):
        _size_of_kind(reader, reader.game.kinds[name], size)


def _size_of_kind(reader: Reader, kind: KindDecl, node: Yaml) -> None:
    """`size: 2x1`, or one for each side."""
    chain = reader.game.kind_chain(kind.name)
    above = next((k for k in chain[1:] if k.sizes), None)
    sides = next((k.sides for k in chain if k.sides), ())
    listed = isinstance(node, Sequence)
    found = [_size(reader, item) for item in (node if isinstance(node, Sequence) else [node])]
    if above is not None:
        reader.problems.error("name-clash", node.span, f"`{above.name}` has a size already")
    elif any(k.face is not None for k in chain):
        reader.problems.error(
            "bad-face", node.span, "pieces with a face have the size of what is printed", help="leave `size:` out"
        )
    elif listed and len(found) != len(sides):
        reader.problems.error(
            "wrong-sides",
            node.span,
            f"{len(found)} sizes for {len(sides)} sides" if sides else "a list of sizes, and no sides",
            help="write one size for all sides, or one for each",
        )
    elif len(set(found)) > 1 and any(board.layered for board in reader.game.boards.values()):
        reader.problems.error(
            "wrong-sides",
            node.span,
            "where pieces lie over one another each has one size",
            help="write one size, or make a piece of each side",
        )
    elif not any(board.kind == "square" for board in reader.game.boards.values()):
        reader.problems.error(
            "wrong-board", node.span, "pieces have a size on boards of squares, and this game has none"
        )
    else:
        kind.sizes = tuple(found)


def _size(reader: Reader, node: Yaml) -> Size:
    columns, rows = (int(part) for part in re.findall(r"\d+", reader.text(node)))
    if max(columns, rows) > MAX_SIDE:
        reader.problems.error("bad-bounds", node.span, f"a piece covers at most {MAX_SIDE} columns and rows")
    return min(columns, MAX_SIDE), min(rows, MAX_SIDE)


def size_of_piece(game: Game, piece: PieceDecl) -> tuple[Size, ...]:
    """What a piece covers: one size, or one a side; nothing if that is a single square."""
    if piece.face:
        found: tuple[Size, ...] = ((max(x for x, *_ in piece.face) + 1, max(y for _, y, *_ in piece.face) + 1),)
    else:
        found = next((kind.sizes for kind in game.kind_chain(piece.kind) if kind.sizes), ())
    return () if set(found) <= {(1, 1)} else found


def is_spread(game: Game) -> bool:
    """Does any piece cover several cells on a board without layers?"""
    plain = any(board.kind == "square" and not board.layered for board in game.boards.values())
    return plain and any(size_of_piece(game, piece) for piece in game.pieces)
