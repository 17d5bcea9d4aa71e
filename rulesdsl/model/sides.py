"""The sides of a kind's pieces: who may know a piece while one of them is up, and what that side shows to all."""

from __future__ import annotations

from rulesdsl.document import Mapping, Sequence
from rulesdsl.document.tree import Node as Yaml
from rulesdsl.model.game import KindDecl
from rulesdsl.model.reading import Reader
from rulesdsl.source.suggest import did_you_mean

_READERS = ("all", "owner", "nobody")
_PIECES = ("kind", "union", "piece", "place")


def sides(reader: Reader, kind: KindDecl, value: Yaml) -> None:
    """The names of the sides, and their readers; of kinds above first."""
    node = reader.at(value, "sides")
    if isinstance(node, Mapping):
        kind.sides = tuple(key.text for key, _ in node.entries)
        for key, item in node.entries:
            _reader(reader, kind, key.text, item)
    elif isinstance(node, Sequence):
        kind.sides = tuple(reader.text(item) for item in node)
    above = next((k for k in reader.game.kind_chain(kind.name)[1:] if k.sides), None)
    if node is not None and above is not None:
        reader.problems.error("name-clash", node.span, f"`{above.name}` has sides already")


def _reader(reader: Reader, kind: KindDecl, side: str, item: Yaml) -> None:
    """`seen by all`, or `{seen by: nobody, shows: [..]}`."""
    said = reader.at(item, "seen by") if isinstance(item, Mapping) else item
    word = reader.text(said).removeprefix("seen by").strip()
    kind.side_readers[side] = word
    if word not in _READERS:
        span = said.span if said is not None else item.span
        reader.problems.error("bad-seen-by", span, "a side says `seen by all`, `seen by owner` or `seen by nobody`")


def shows(reader: Reader, kind: KindDecl, value: Yaml) -> None:
    """The fields that all can read on a side that hides the piece; all fields of all kinds are known by now."""
    node = reader.at(value, "sides")
    for key, item in node.entries if isinstance(node, Mapping) else ():
        listed = reader.at(item, "shows") if isinstance(item, Mapping) else None
        if listed is None:
            continue
        if kind.side_readers[key.text] == "all":
            reader.problems.error(
                "bad-shows",
                listed.span,
                f"all see which piece it is while `{key.text}` is up",
                help="drop `shows`, or say who knows the piece: `seen by: owner`, `seen by: nobody`",
            )
            continue
        kind.side_shows[key.text] = tuple(
            name for one in reader.sequence(listed) if (name := _field(reader, kind, one))
        )


def _field(reader: Reader, kind: KindDecl, node: Yaml) -> str:
    """The name of a field that a side can show, or nothing."""
    name = reader.text(node)
    field = reader.game.field_of(kind.name, name)
    if field is None:
        known = [f for k in reader.game.kind_chain(kind.name) for f in k.fields]
        guess = did_you_mean(name, known)
        reader.problems.error(
            "unknown-field",
            node.span,
            f"`{kind.name}` has no field `{name}`",
            help=f"did you mean `{guess}`?" if guess else "a side shows fields of its own kind, or of one above it",
        )
        return ""
    if field.type.item.tag in _PIECES:
        reader.problems.error(
            "bad-shows",
            node.span,
            f"`{name}` names a piece, which may be hidden itself",
            help="show a field of another type",
        )
        return ""
    return name
