"""Printed faces: pictures of signed symbols on the squares of a piece, each kind with a legend of its own."""

from __future__ import annotations

import re

from rulesdsl.document import Mapping, Scalar
from rulesdsl.document.tree import Node as Yaml
from rulesdsl.model.game import FaceDecl, KindDecl
from rulesdsl.model.reading import LONGEST_NOTATION, Reader
from rulesdsl.source.suggest import did_you_mean
from rulesdsl.source.text import Span

BLANK = "."
"""A square without a symbol."""
MAX_SIDE = 20
_SYMBOL = re.compile(r"\s*(?:(-?\d{1,3})\s+)?([A-Za-z_]\w*)\s*$")

Square = tuple[int, int, int, int]
"""(columns to the right and rows down from the upper left square, index of the symbol or -1, how many of it)"""


def face_of_kind(reader: Reader, kind: KindDecl, node: Yaml | None) -> None:
    """What the signs of a kind's pictures stand for: `face: {of: Symbol, legend: {a: ring, b: -1 ring}}`."""
    if node is None:
        return
    above = next((k for k in reader.game.kind_chain(kind.name)[1:] if k.face is not None), None)
    if above is not None:
        reader.problems.error("name-clash", node.span, f"`{above.name}` has a face already")
        return
    sides = next((k.sides for k in reader.game.kind_chain(kind.name) if k.sides), ())
    if sides:
        reader.problems.error(
            "bad-face",
            node.span,
            "pieces with a face have one side",
            help="make a piece of each side: where one is laid, the other stays in the box",
        )
    symbols = reader.text(reader.at(node, "of"))
    if symbols not in reader.game.enums:
        at = reader.at(node, "of")
        guess = did_you_mean(symbols, reader.game.enums)
        reader.problems.error(
            "unknown-type",
            at.span if at is not None else node.span,
            f"`{symbols}` is no enumerated type",
            help=f"did you mean `{guess}`?"
            if guess
            else "declare the symbols under `types:`, as in `Symbol: [ring, star]`",
        )
        return
    kind.face = FaceDecl(symbols)
    for key, value in reader.items(reader.at(node, "legend")):
        _sign(reader, kind.face, key, value)


def _sign(reader: Reader, face: FaceDecl, key: Scalar, value: Yaml) -> None:
    text = reader.text(value)
    match = _SYMBOL.match(text) if len(text) <= LONGEST_NOTATION else None
    members = reader.game.enums[face.of]
    if len(key.text) != 1 or key.text == BLANK or key.text.isspace():
        reader.problems.error(
            "bad-face",
            key.span,
            f"`{key.text}` is no sign",
            help=f"a sign is one character; `{BLANK}` is a blank square",
        )
    elif match is None:
        reader.problems.error(
            "bad-face",
            value.span,
            "a symbol that cannot be read",
            help=f"write `{members[0]}`, `2 {members[0]}` or `-1 {members[0]}`",
        )
    elif match[2] not in members:
        guess = did_you_mean(match[2], members)
        reader.problems.error(
            "unknown-name",
            value.span,
            f"`{face.of}` has no member `{match[2]}`",
            help=f"did you mean `{guess}`?" if guess else None,
        )
    else:
        face.legend[key.text] = (members.index(match[2]), int(match[1] or 1))


def face_of_piece(reader: Reader, kind: KindDecl, entry: Yaml) -> tuple[Square, ...]:
    """The picture on a piece, row by row from the upper left; empty after a problem, or where there is none."""
    node = reader.at(entry, "face")
    owner = next((k for k in reader.game.kind_chain(kind.name) if k.face is not None), None)
    if owner is None or owner.face is None:
        if node is not None:
            reader.problems.error(
                "bad-face",
                node.span,
                f"`{kind.name}` says nothing of what the signs of a face stand for",
                help="give the kind `face:` with `of:` and `legend:`",
            )
        return ()
    if not isinstance(node, Scalar):
        reader.problems.error(
            "missing-key", entry.span, f"every `{owner.name}` has a face", help="add `face: |` and its rows"
        )
        return ()
    return _picture(reader, owner.face, node)


def _picture(reader: Reader, face: FaceDecl, node: Scalar) -> tuple[Square, ...]:
    rows = [re.sub(r"\s", "", line) for line in node.text.split("\n") if line.strip()]
    if not rows or len(rows) > MAX_SIDE or any(len(row) != len(rows[0]) for row in rows) or len(rows[0]) > MAX_SIDE:
        reader.problems.error(
            "bad-face",
            node.span,
            "a face that is no rectangle",
            help=f"all rows have the same number of signs, 1 to {MAX_SIDE}; `{BLANK}` is a blank square",
        )
        return ()
    squares: list[Square] = []
    for y, row in enumerate(rows):
        for x, sign in enumerate(row):
            if sign != BLANK and sign not in face.legend:
                reader.problems.error(
                    "bad-face",
                    _place_of(node, sign),
                    f"the legend has no sign `{sign}`",
                    help=f"it has {', '.join(f'`{known}`' for known in face.legend)}; `{BLANK}` is a blank square",
                )
                return ()
            symbol, amount = face.legend.get(sign, (-1, 0))
            squares.append((x, y, symbol, amount))
    return tuple(squares)


def _place_of(node: Scalar, sign: str) -> Span:
    """Where a sign stands in the file, behind the mark that opens the block."""
    text = node.span.text
    begin = text.find("\n") + 1
    at = text.find(sign, begin)
    return node.span if at < 0 else Span(node.span.source, node.span.start + at, node.span.start + at + 1)


def faces(reader: Reader, node: Yaml | None) -> None:
    """The legends of all kinds."""
    for key, value in reader.items(node):
        found = reader.at(value, "face")
        if isinstance(found, Mapping):
            face_of_kind(reader, reader.game.kinds[key.text], found)
