"""Boards on which pieces cover several cells, as tables in C."""

from __future__ import annotations

from collections.abc import Iterator

from rulesdsl.native.base import c_name
from rulesdsl.native.parts import Unit
from rulesdsl.runtime.extents import grounds_of
from rulesdsl.runtime.tableau import tableaus_of


def boards(unit: Unit) -> list[str]:
    """The names of these boards, in the order of their numbers."""
    return [*(board.name for board in tableaus_of(unit.data)), *(board.name for board in grounds_of(unit.data))]


def tables(unit: Unit) -> Iterator[str]:
    """What the runtime must know of boards and of pieces that are larger than a cell."""
    layered, flat = tableaus_of(unit.data), grounds_of(unit.data)
    yield "typedef struct { int base, end, columns, rows, layered; } Board;"
    yield numbers(unit)
    yield f"#define LAYERED {int(bool(layered))}"
    yield f"#define LAID(s) {'kept(&(s)->laid_)' if layered else '((V){0, 0, 0})'}"
    faces = layered[0].faces if layered else [() for _ in range(unit.pieces)]
    squares = [f"{{{', '.join(map(str, square))}}}" for face in faces for square in face]
    first, firsts = 0, ["0"]
    for face in faces:
        first += len(face)
        firsts.append(str(first))
    sizes = layered[0].sizes if layered else [(1, 1)] * unit.pieces
    yield f"static const short face_squares[][4] = {{{', '.join(squares) or '{0, 0, 0, 0}'}}};"
    yield f"static const int face_first[] = {{{', '.join(firsts)}}};"
    yield f"static const short face_size[][2] = {{{', '.join(f'{{{w}, {h}}}' for w, h in sizes)}}};"
    extents = flat[0].extents if flat else None
    large = extents.pieces if extents is not None else ()
    yield f"static int large_numbers[] = {{{', '.join(map(str, large)) or '0'}}};"
    yield f"static const V large_pieces = {{{len(large)}, {len(large)}, large_numbers}};"
    yield f"static const char is_large[] = {{{', '.join(str(int(p in large)) for p in range(unit.pieces))}}};"
    yield "static void extent(const State *s, int piece, int *width, int *height) {"
    yield "*width = *height = 1;"
    yield "(void)s;"
    yield "switch (piece) {"
    for piece in large:
        assert extents is not None
        found = extents.sizes[piece]
        if len(found) == 1:
            yield f"case {piece}: *width = {found[0][0]}, *height = {found[0][1]}; return;"
            continue
        sides = ", ".join(f"{{{w}, {h}}}" for w, h in found)
        column = c_name(extents.columns[piece])
        yield f"case {piece}: {{ static const short sides[][2] = {{{sides}}};"
        yield f"I side = ix(s->{column}[{piece}], {len(found)});"
        yield "*width = sides[side][0], *height = sides[side][1]; return; }"
    yield "}"
    yield "}"


def numbers(unit: Unit) -> str:
    """The boards themselves."""
    rows = [
        *(f"{{{b.base}, {b.end}, {b.columns}, {b.rows}, 1}}" for b in tableaus_of(unit.data)),
        *(f"{{{b.base}, {b.end}, {b.columns}, {b.rows}, 0}}" for b in grounds_of(unit.data)),
    ]
    return f"static const Board boards_[] = {{{', '.join(rows)}}};"
