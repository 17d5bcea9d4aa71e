"""Boards of hexagons: a size or a picture to a shape, and the fields that a picture's legend gives its cells."""

from __future__ import annotations

import re

from rulesdsl.document import Scalar
from rulesdsl.document.tree import Node as Yaml
from rulesdsl.library import hexes
from rulesdsl.library.shapes import Shape
from rulesdsl.model.cells import entry_of
from rulesdsl.model.game import BoardDecl
from rulesdsl.model.pictures import PLAIN, SIGN, Drawn, picture
from rulesdsl.model.reading import LONGEST_NOTATION, Reader

_SIZE = re.compile(r"\s*(\d{1,9})\s*x\s*(\d{1,9})\s*$")
_ORDER = re.compile(r"(serpentine )?(rows|columns) from (\w+)$")
MAX_CELLS = 100_000


def size_of(reader: Reader, board: BoardDecl, value: Yaml) -> tuple[int, int] | None:
    """`size: 7x6` as (columns, rows); None after a problem."""
    size = reader.at(value, "size")
    span = size.span if size is not None else board.span
    text = reader.text(size)
    match = _SIZE.match(text) if len(text) <= LONGEST_NOTATION else None
    if match is None:
        reader.problems.error(
            "bad-board", span, "a size that makes no board", help="write `size: 8x8` (columns x rows)"
        )
        return None
    columns, rows = int(match[1]), int(match[2])
    if not _fits(reader, board, size, columns * rows):
        return None
    return columns, rows


def hex_shape(reader: Reader, board: BoardDecl, value: Yaml) -> Shape | None:
    """The shape of a board of hexagons; None after a problem. Raises ValueError for a size of nothing."""
    orientation = reader.text(reader.at(value, "orientation"))
    if not orientation:
        reader.problems.error(
            "missing-key", board.span, "hexes lie one of two ways", help="add `orientation: flat top` or `pointy top`"
        )
        return None
    order = _order(reader, reader.at(value, "order"))
    corners = reader.text(reader.at(value, "lines touch")) == "edges and corners"
    drawing = reader.at(value, "picture")
    if isinstance(drawing, Scalar):
        reader.idle(value, ("size", "shape"), "the picture shows it", "bad-board")
        spots = _drawn(reader, board, value, drawing, orientation)
    else:
        reader.idle(value, ("legend",), "it says what the signs of a picture are", "bad-board")
        spots = _sized(reader, board, value, orientation)
    if not spots:
        return None
    return hexes.hexes(hexes.walked(spots, order), orientation, corners, whole=drawing is None)


def _sized(reader: Reader, board: BoardDecl, value: Yaml, orientation: str) -> list[hexes.Spot]:
    size = size_of(reader, board, value)
    if size is None:
        return []
    if reader.text(reader.at(value, "shape")) == "rectangle":
        return hexes.rectangle(*size, orientation)
    return hexes.rhombus(*size)


def _order(reader: Reader, node: Yaml | None) -> hexes.Order:
    if node is None:
        return hexes.Order()
    text = " ".join(reader.text(node).split())
    match = _ORDER.match(text) if len(text) <= LONGEST_NOTATION else None
    if match is None or match[3] not in hexes.CORNERS:
        reader.problems.error(
            "bad-board",
            node.span,
            "an order of the cells that cannot be read",
            help="write `rows from southwest`, `serpentine columns from northwest` or the like",
        )
        return hexes.Order()
    return hexes.Order(match[2], match[3], bool(match[1]))


def _drawn(reader: Reader, board: BoardDecl, value: Yaml, node: Scalar, orientation: str) -> list[hexes.Spot]:
    cells = picture(reader, node)
    if not cells or not _fits(reader, board, node, len(cells)):
        return []
    lowest = max(cell.line for cell in cells)
    places = [(cell.across, lowest - cell.line) for cell in cells]
    spots = hexes.placed(places, orientation, [cell.number for cell in cells])
    _legend(reader, board, reader.at(value, "legend"), [*zip(cells, spots, strict=True)])
    order = reader.at(value, "order")
    if order is not None:
        _ascending(reader, cells, spots, _order(reader, order))
    return spots


def _ascending(reader: Reader, cells: list[Drawn], spots: list[hexes.Spot], order: hexes.Order) -> None:
    """Numbers that are printed on the way of the order go up."""
    spans = {spot.name: cell.span for spot, cell in zip(spots, cells, strict=True)}
    before = -1
    for spot in hexes.walked(spots, order):
        if 0 <= spot.number < before:
            message = f"{spot.number} comes after {before} in the order of the board"
            help_text = "`order:` is the way that the numbers take"
            reader.problems.error("bad-picture", spans[spot.name], message, help=help_text)
            return
        before = max(before, spot.number)


def _legend(reader: Reader, board: BoardDecl, node: Yaml | None, cells: list[tuple[Drawn, hexes.Spot]]) -> None:
    signs = [key.text for key, _ in reader.items(node)]
    for key, fields in reader.items(node):
        if SIGN.match(key.text) is None:
            help_text = "one character, but no digit, blank, `#`, `|` or `-`"
            reader.problems.error("bad-picture", key.span, f"`{key.text}` is no sign", help=help_text)
        shown = [spot.name for cell, spot in cells if cell.sign == key.text]
        board.signs.update(dict.fromkeys(shown, key.text))
        figures = entry_of(reader, board, shown, key, fields)
        board.legend[key.text] = ", ".join(f"{name} {text}".replace("_", " ") for name, text in figures)
    unknown: set[str] = set()
    for cell, _ in cells:
        if cell.sign not in (*signs, PLAIN, *unknown):
            unknown.add(cell.sign)
            reader.problems.error(
                "bad-picture",
                cell.span,
                f"the legend has no sign `{cell.sign}`",
                help="add it to `legend:`, with the fields of such cells",
            )


def _fits(reader: Reader, board: BoardDecl, node: Yaml | None, cells: int) -> bool:
    if cells > MAX_CELLS:
        message = f"{cells:,} cells are more than the {MAX_CELLS:,} that a board can have"
        reader.problems.error("bad-board", node.span if node is not None else board.span, message)
    return cells <= MAX_CELLS
