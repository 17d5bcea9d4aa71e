"""Boards: squares, regions and links, tracks, hexes, and the fields of their cells."""

from __future__ import annotations

import re

from rulesdsl.document import Mapping, Scalar
from rulesdsl.document.tree import Node as Yaml
from rulesdsl.library import shapes
from rulesdsl.model import cells, maps
from rulesdsl.model.fields import figures, read_field
from rulesdsl.model.game import BoardDecl, SidedDecl
from rulesdsl.model.hexes import MAX_CELLS, hex_shape, size_of
from rulesdsl.model.reading import LONGEST_NOTATION, Reader
from rulesdsl.source.diagnostics import Label
from rulesdsl.source.suggest import did_you_mean
from rulesdsl.source.text import Span

_LINK = re.compile(r"\s*([\w ]+?)\s*(-|->|<-)\s*([\w ]+?)\s*$")
_OF_KIND = {
    "square": ("size", "neighbors", "cells", "layers"),
    "graph": ("regions", "links", "link fields", "picture"),
    "track": ("spaces", "loop", "cells", "picture"),
    "hex": ("size", "cells", "orientation", "shape", "picture", "legend", "order", "lines touch"),
}
"""What boards of a kind say, and not those of every kind."""


def boards_names(reader: Reader, node: Yaml | None) -> None:
    """The cell types, which components and signatures may name before the boards are read."""
    for key, value in reader.items(node):
        if reader.at(value, "sides") is not None:
            continue
        reader.game.cell_types.setdefault(cells.cell_type(reader, value), []).append(key.text)


def boards(reader: Reader, node: Yaml | None) -> None:
    sided = [(key, value) for key, value in reader.items(node) if reader.at(value, "sides") is not None]
    plain = [(key, value) for key, value in reader.items(node) if reader.at(value, "sides") is None]
    cells.cell_rules(reader, plain)
    said: dict[tuple[str, str], str] = {}
    for key, value in plain:
        kind = reader.text(reader.at(value, "kind"))
        board = BoardDecl(key.text, key.span, reader.cite(value), reader.title(value), kind)
        board.cell_type = cells.cell_type(reader, value)
        reader.game.boards[key.text] = board
        _same_fields(reader, board, value, said)
    for key, value in plain:
        board = reader.game.boards[key.text]
        board.shape = _shape(reader, board, value)
        board.layered = reader.at(value, "layers") is not None
        if board.kind in ("graph", "track"):
            maps.places(reader, board, reader.at(value, "picture"), _named(reader, value))
        words = {word: None for words in _OF_KIND.values() for word in words if word not in _OF_KIND[board.kind]}
        reader.idle(value, words, f"a `{board.kind}` board has no such thing", "bad-board")
        _cells(reader, board, reader.at(value, "cells"))
        for name, spec in reader.items(reader.at(value, "link fields")):
            board.link_fields[name.text] = read_field(reader, name, spec, board.cell_type)
        figures(reader, value, f"board {key.text}")
    cells.missing_of_cells(reader)
    for key, value in sided:
        _sided(reader, key, value)


def _sided(reader: Reader, key: Scalar, value: Yaml) -> None:
    """`map: {kind: hex, sides: [north, south]}`: two boards of one kind that follow each other in the file."""
    board = SidedDecl(
        key.text, key.span, reader.cite(value), reader.title(value), reader.text(reader.at(value, "kind"))
    )
    every = [word for words in _OF_KIND.values() for word in words]
    reader.idle(value, dict.fromkeys([*every, "fields", "rules", "called"]), "its sides say it", "bad-board")
    for item in reader.sequence(reader.at(value, "sides")):
        side = reader.game.boards.get(reader.text(item))
        if side is None:
            guess = did_you_mean(reader.text(item), reader.game.boards)
            reader.problems.error(
                "unknown-name",
                item.span,
                f"unknown board `{reader.text(item)}`",
                help=f"did you mean `{guess}`?" if guess else "each side is a board of its own",
            )
            return
        board.sides.append(side)
    names = [side.name for side in board.sides]
    if len(names) < 2 or any(
        (side.kind, side.cell_type) != (board.kind, board.sides[0].cell_type) for side in board.sides
    ):
        message = f"the sides of `{board.name}` are two boards or more, all of its kind and with one type of cells"
        reader.problems.error("bad-board", key.span, message)
        return
    board.cell_type = board.sides[0].cell_type
    order = reader.game.cell_types[board.cell_type]
    if names != order[order.index(names[0]) :][: len(names)]:
        message = f"the sides of `{board.name}` do not follow each other in the file"
        reader.problems.error("bad-board", key.span, message, help="write them one below the other, in this order")
        return
    if all(side.shape is not None for side in board.sides):
        board.shape = shapes.together([side.shape for side in board.sides if side.shape is not None])
        reader.game.sided[key.text] = board


def _same_fields(reader: Reader, board: BoardDecl, value: Yaml, said: dict[tuple[str, str], str]) -> None:
    """The fields of a board, which others with cells of its type may have declared: `said` is what, as written."""
    others = [b for b in reader.game.boards.values() if b.cell_type == board.cell_type and b is not board]
    for name, spec in reader.items(reader.at(value, "fields")):
        known = next((b.fields[name.text] for b in others if name.text in b.fields), None)
        board.fields[name.text] = known or read_field(reader, name, spec, board.cell_type)
        text = " ".join(reader.text(spec).split())
        if said.setdefault((board.cell_type, name.text), text) != text:
            reader.problems.error(
                "name-clash",
                name.span,
                f"`{name.text}` of a {board.cell_type} is `{said[board.cell_type, name.text]}` on another board",
                related=[Label(board.fields[name.text].span, "said here")],
                help="boards with cells of one type share their fields",
            )


def _shape(reader: Reader, board: BoardDecl, value: Yaml) -> shapes.Shape | None:
    try:
        if board.kind == "square":
            return _square(reader, board, value)
        if board.kind == "hex":
            return hex_shape(reader, board, value)
        if board.kind == "graph":
            return _graph(reader, board, value)
        return _track(reader, board, value)
    except ValueError as problem:
        reader.problems.error("bad-board", board.span, str(problem).replace("'", "`"))
        return None


def _square(reader: Reader, board: BoardDecl, value: Yaml) -> shapes.Shape | None:
    size = size_of(reader, board, value)
    if size is None:
        return None
    return shapes.square(*size, reader.text(reader.at(value, "neighbors")) or "orthogonal")


def _graph(reader: Reader, board: BoardDecl, value: Yaml) -> shapes.Shape:
    regions = reader.at(value, "regions")
    if isinstance(regions, Mapping):
        names = [key.text for key, _ in regions.entries]
        cells.entries(reader, board, regions)
    else:
        names = [reader.text(item) for item in reader.sequence(regions)]
    numbers = {name: i for i, name in enumerate(names)}
    links: list[tuple[str, str, bool]] = []
    for item in reader.sequence(reader.at(value, "links")):
        link = _link(reader, item)
        if link is None:
            continue
        a, b, directed = link
        if not _region(reader, item, a, numbers) or not _region(reader, item, b, numbers):
            continue
        links.append((a, b, directed))
        given = {
            k.text: e
            for k, v in reader.items(item)
            if k.text not in ("from", "to", "directed", "cite", "about")
            if (e := reader.expression(v)) is not None
        }
        board.links.append((numbers[a], numbers[b], given))
        if not directed:
            board.links.append((numbers[b], numbers[a], given))
    return shapes.graph(names, links)


def _named(reader: Reader, value: Yaml) -> list[Span]:
    """Where a graph or a track names its cells; nothing where they are numbered."""
    named = reader.at(value, "regions") or reader.at(value, "spaces")
    if isinstance(named, Mapping):
        return [key.span for key, _ in named.entries]
    return [item.span for item in reader.sequence(named)] if not isinstance(named, Scalar) else []


def _cells(reader: Reader, board: BoardDecl, node: Yaml | None) -> None:
    """Cells of a board that differ from the others."""
    if not isinstance(node, Mapping) or board.shape is None:
        return
    names = frozenset(board.shape.names)
    for key, _ in node.entries:
        if key.text not in names:
            guess = did_you_mean(key.text, board.shape.names)
            reader.problems.error(
                "unknown-name",
                key.span,
                f"`{board.name}` has no cell `{key.text}`",
                help=f"did you mean `{guess}`?" if guess else None,
            )
    cells.entries(reader, board, node)


def _region(reader: Reader, item: Yaml, name: str, names: dict[str, int]) -> bool:
    if name in names:
        return True
    at = re.search(rf"\b{re.escape(name)}\b", item.span.text)
    span = Span(item.span.source, item.span.start + at.start(), item.span.start + at.end()) if at else item.span
    guess = did_you_mean(name, names)
    reader.problems.error(
        "unknown-name", span, f"unknown region `{name}`", help=f"did you mean `{guess}`?" if guess else None
    )
    return False


def _link(reader: Reader, item: Yaml) -> tuple[str, str, bool] | None:
    if isinstance(item, Mapping):
        directed = reader.text(item.get("directed")) == "true"
        return reader.text(item.get("from")), reader.text(item.get("to")), directed
    text = reader.text(item)
    match = _LINK.match(text) if len(text) <= LONGEST_NOTATION else None
    if match is None:
        reader.problems.error(
            "bad-board", item.span, "a link that cannot be read", help="write `a - b`, or `a -> b` for one way"
        )
        return None
    if match[2] == "<-":
        return match[3], match[1], True
    return match[1], match[3], match[2] == "->"


def _track(reader: Reader, board: BoardDecl, value: Yaml) -> shapes.Shape | None:
    spaces = reader.at(value, "spaces")
    if isinstance(spaces, Scalar):
        found = reader.span_of(spaces)
        if found is None:
            return None
        if found[0] is None or found[1] is None or found[1] - found[0] > MAX_CELLS:
            reader.problems.error("bad-board", spaces.span, "spaces that make no track", help="write `spaces: 1..20`")
            return None
        names = [str(i) for i in range(found[0], found[1] + 1)]
    elif isinstance(spaces, Mapping):
        names = [key.text for key, _ in spaces.entries]
        cells.entries(reader, board, spaces)
    else:
        names = [reader.text(item) for item in reader.sequence(spaces)]
    return shapes.track(names, reader.text(reader.at(value, "loop")) == "true")
