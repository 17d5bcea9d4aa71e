"""Kinds, pieces and the one index space of places."""

from __future__ import annotations

import re

from rulesdsl.document import Mapping, Scalar, Sequence
from rulesdsl.document.tree import Node as Yaml
from rulesdsl.model import carried
from rulesdsl.model.faces import face_of_piece, faces
from rulesdsl.model.fields import figures, read_field
from rulesdsl.model.game import Game, KindDecl, PieceDecl, Players
from rulesdsl.model.reading import Reader
from rulesdsl.model.sides import shows, sides
from rulesdsl.source.suggest import did_you_mean
from rulesdsl.source.text import Span
from rulesdsl.syntax import nodes as n

MAX_PIECES = 100_000
MAX_CHAIN = 64
"""Kinds that extend each other: no game needs more, and every look-up of a field goes up the chain."""
_BUILT_IN = ("at", "space", "owner", "side")
_OWN_KEYS = ("name", "count", "per", "in", "owner", "figures", "cite", "face", "mark", "title", "about")


def kinds(reader: Reader, node: Yaml | None) -> None:
    """All kinds, those that named entries of `pieces:` make included, each with its fields."""
    entries = reader.items(node)
    for key, value in entries:
        kind = KindDecl(key.text, key.span, reader.cite(value), reader.title(value))
        kind.mark = reader.text(reader.at(value, "mark"))
        parent = reader.at(value, "extends")
        kind.parent = reader.text(parent) or None
        reader.game.kinds[key.text] = kind
        for entry in reader.sequence(reader.at(value, "pieces")):
            _entry_kind(reader, key.text, entry)
    for key, value in entries:
        _extend(reader, reader.game.kinds[key.text], reader.at(value, "extends"))
    _chains(reader, entries)
    for key, value in sorted(entries, key=lambda entry: len(reader.game.kind_chain(entry[0].text))):
        sides(reader, reader.game.kinds[key.text], value)
    for key, value in entries:
        _features(reader, reader.game.kinds[key.text], value)
    for key, value in entries:
        shows(reader, reader.game.kinds[key.text], value)
    faces(reader, node)
    for kind in reader.game.kinds.values():
        if kind.parent in reader.game.kinds:
            reader.game.kinds[kind.parent].children.append(kind.name)


def _entry_kind(reader: Reader, parent: str, entry: Yaml) -> None:
    name = reader.at(entry, "name")
    if not isinstance(name, Scalar):
        return
    kind = kind_name(name.text)
    if not re.fullmatch(r"[A-Za-z_]\w*", kind):
        reader.problems.error(
            "bad-name", name.span, f"`{name.text}` makes no name", help="use letters, digits and spaces, a letter first"
        )
        return
    known = reader.game.kinds.get(kind)
    if known is not None:
        if known.parent != parent:
            reader.problems.error("name-clash", name.span, f"`{kind}` is a kind already")
        return
    reader.game.kinds[kind] = KindDecl(kind, name.span, reader.cite(entry), name.text, parent)


def kind_name(name: str) -> str:
    return re.sub(r"[\s\-']+", "_", name.strip())


def _extend(reader: Reader, kind: KindDecl, parent: Yaml | None) -> None:
    if kind.parent is None:
        return
    span = parent.span if parent is not None else kind.span
    if kind.parent not in reader.game.kinds:
        guess = did_you_mean(kind.parent, (k for k in reader.game.kinds if k != kind.name))
        reader.problems.error(
            "unknown-type", span, f"unknown kind `{kind.parent}`", help=f"did you mean `{guess}`?" if guess else None
        )
        kind.parent = None
    elif any(above.name == kind.name for above in reader.game.kind_chain(kind.parent)):
        reader.problems.error("kind-loop", span, f"`{kind.name}` extends itself")
        kind.parent = None


def _chains(reader: Reader, entries: list[tuple[Scalar, Yaml]]) -> None:
    """Cut chains of kinds that are too long; one report is enough."""
    told = False
    for key, value in entries:
        if len(reader.game.kind_chain(key.text)) <= MAX_CHAIN:
            continue
        reader.game.kinds[key.text].parent = None
        span = reader.at(value, "extends").span  # type: ignore[union-attr]
        if not told:
            reader.problems.error("too-deep", span, f"kinds extend each other over more than {MAX_CHAIN} levels")
        told = True


def _features(reader: Reader, kind: KindDecl, value: Yaml) -> None:
    for name, spec in reader.items(reader.at(value, "has")):
        above = reader.game.field_of(kind.name, name.text)
        if above is not None:
            reader.problems.error("name-clash", name.span, f"`{above.owner}` has a field `{name.text}` already")
            continue
        if name.text in _BUILT_IN or name.text in _OWN_KEYS:
            reader.problems.error(
                "reserved-name", name.span, f"every piece has `{name.text}` already", help="take another name"
            )
            continue
        kind.fields[name.text] = read_field(reader, name, spec, kind.name)
    fields = {name for above in reader.game.kind_chain(kind.name) for name in above.fields}
    for name, word in carried.declared(reader, reader.at(value, "rules"), fields):
        kind.rules[name.text] = word
        reader.game.carried.setdefault(name.text, {})
    owner = reader.text(reader.at(value, "owner"))
    kind.owner = {"of the carrier": "carrier"}.get(owner, owner)
    kind.alike = reader.text(reader.at(value, "alike")) == "true"
    kind.start = reader.ident(reader.at(value, "in"))
    figures(reader, value, f"kind {kind.name}")


def pieces(reader: Reader, node: Yaml | None) -> None:
    """The pieces, numbered so that each kind's are one range, those of the kinds below it included."""
    entries = {key.text: reader.sequence(reader.at(value, "pieces")) for key, value in reader.items(node)}
    taken = _Names()

    done: set[str] = set()

    def walk(kind: KindDecl) -> None:
        done.add(kind.name)
        kind.low = len(reader.game.pieces)
        children = frozenset(kind.children)
        for entry in entries.get(kind.name, ()):
            name = reader.text(reader.at(entry, "name"))
            if not name:
                _add(reader, kind, entry, taken)
            elif kind_name(name) in children and kind_name(name) not in done:
                walk(reader.game.kinds[kind_name(name)])
        for child in kind.children:
            if child not in done:
                walk(reader.game.kinds[child])
        kind.high = len(reader.game.pieces)

    named: dict[str, list[Yaml]] = {}
    for parent, items in entries.items():
        for entry in items:
            name = reader.text(reader.at(entry, "name"))
            if name and reader.game.kinds.get(kind_name(name)) is not None:
                named.setdefault(kind_name(name), []).append(entry)
                carried.of_pieces(reader, parent, kind_name(name), entry)
            elif not name:
                carried.of_pieces(reader, parent, parent, entry)
    for kind, items in named.items():
        entries.setdefault(kind, [])
        entries[kind] = [*entries[kind], *(_nameless(entry) for entry in items)]
    for kind_decl in list(reader.game.kinds.values()):
        if kind_decl.parent is None:
            walk(kind_decl)
    _starts(reader)
    carried.missing_of_pieces(reader)


def _starts(reader: Reader) -> None:
    """Where pieces wait is a zone that holds them; each mistake is told once."""
    game = reader.game
    told: set[Span] = set()
    for piece in game.pieces:
        word = piece.start
        if word is None or word.name == "box" or word.span in told:
            continue
        zone = game.zones.get(word.name)
        kinds = game.unions.get(zone.holds, (zone.holds,)) if zone is not None else ()
        if zone is None:
            guess = did_you_mean(word.name, game.zones)
            reader.problems.error(
                "unknown-name",
                word.span,
                f"unknown zone `{word.name}`",
                help=f"did you mean `{guess}`?" if guess else None,
            )
        elif zone.per and piece.owner < 0:
            reader.problems.error(
                "bad-per",
                word.span,
                f"`{zone.name}` is one for each player, and `{piece.name}` is nobody's",
                help="`per: Player` gives each player a piece",
            )
        elif zone.holds != "Piece" and not any(game.is_below(piece.kind, kind) for kind in kinds):
            reader.problems.error("wrong-type", word.span, f"`{zone.name}` holds {zone.holds}, not {piece.kind}")
        else:
            continue
        told.add(word.span)


class _Names:
    """The names of pieces so far, and the last number that each was given."""

    def __init__(self) -> None:
        self._names: set[str] = set()
        self._last: dict[str, int] = {}

    def give(self, base: str, *, numbered: bool) -> str:
        """A new name, with a number if it needs one."""
        name = base
        while numbered or name in self._names:
            self._last[base] = self._last.get(base, 0) + 1
            name, numbered = f"{base}_{self._last[base]}", False
        self._names.add(name)
        return name


def _nameless(entry: Yaml) -> Yaml:
    assert isinstance(entry, Mapping)
    bare = Mapping(entry.span)
    for key, value in entry.entries:
        if key.text != "name":
            bare.add(key, value)
    return bare


def _add(reader: Reader, kind: KindDecl, entry: Yaml, taken: _Names) -> None:
    """The pieces of one entry: `count` of them, for each player where it says so."""
    count_node = reader.at(entry, "count")
    count = reader.integer(count_node, 1)
    if count_node is not None and reader.integer(count_node, -1) != count:
        reader.problems.error("bad-bounds", count_node.span, "a number of pieces is one whole number")
    assert reader.game.players is not None
    seats = reader.game.players.names
    per_node, owner_node = reader.at(entry, "per"), reader.at(entry, "owner")
    per = reader.text(per_node)
    owners: list[int] = [-1] if per_node is None else _seats(reader.game.players, per)
    if not owners:
        assert per_node is not None
        reader.problems.error("bad-per", per_node.span, f"pieces can be `per: Player`, not per `{per}`")
    owner_word = reader.text(owner_node)
    if owner_node is not None:
        if owner_word in seats:
            owners = [seats.index(owner_word)]
        else:
            reader.problems.error("unknown-name", owner_node.span, f"`{owner_word}` is no player")
    if len(reader.game.pieces) + count * len(owners) > MAX_PIECES or count < 0:
        span = count_node.span if count_node is not None else entry.span
        reader.problems.error("bad-bounds", span, "a number of pieces that fits in no box")
        return
    values, face = _values(reader, kind, entry), face_of_piece(reader, kind, entry)
    mark = reader.text(reader.at(entry, "mark"))
    start = reader.ident(reader.at(entry, "in")) or next(
        (k.start for k in reader.game.kind_chain(kind.name) if k.start), None
    )
    base = re.sub(r"\W+", "_", kind.name.lower())
    for owner in owners:
        for _ in range(count):
            name = taken.give(base if owner < 0 or owner_word else f"{seats[owner]}_{base}", numbered=count != 1)
            title = reader.title(entry) or kind.title
            piece = PieceDecl(name, entry.span, reader.cite(entry), title, kind.name, owner, start, values, face, mark)
            reader.game.pieces.append(piece)
    figures(reader, entry, f"pieces {base}")


def _seats(players: Players, per: str) -> list[int]:
    """The seats of all players, of a role or of a team."""
    roles = [r for r in players.roles if per == "Player" or (per in (r.name, r.team) and not players.equal)]
    return [role.first + i for role in roles for i in range(role.high)]


def _values(reader: Reader, kind: KindDecl, entry: Yaml) -> dict[str, tuple[n.Expr, ...]]:
    found: dict[str, tuple[n.Expr, ...]] = {}
    sides = next((k.sides for k in reader.game.kind_chain(kind.name) if k.sides), ())
    for key, value in reader.items(entry):
        if key.text in _OWN_KEYS or any(key.text in k.rules for k in reader.game.kind_chain(kind.name)):
            continue
        field = reader.game.field_of(kind.name, key.text)
        if field is None:
            names = [f for k in reader.game.kind_chain(kind.name) for f in k.fields]
            known = ", ".join(f"`{x}`" for x in sorted(names)) or "none"
            reader.problems.error(
                "unknown-key", key.span, f"`{kind.name}` has no field `{key.text}`", help=f"its fields: {known}"
            )
            continue
        items = reader.sequence(value) if isinstance(value, Sequence) else [value]
        if field.per_side and len(items) not in (1, len(sides)):
            reader.problems.error(
                "wrong-sides",
                value.span,
                f"{len(items)} figures for {len(sides)} sides"
                if len(sides)
                else "figures for each side, but there are no sides",
            )
            continue
        if not field.per_side and len(items) != 1:
            reader.problems.error(
                "wrong-sides",
                value.span,
                f"`{key.text}` is one figure",
                help="`per side` in its declaration gives one a side",
            )
            continue
        exprs = tuple(_literal(reader, item, field.type.tag == "text") for item in items)
        if all(e is not None for e in exprs):
            found[key.text] = tuple(e for e in exprs if e is not None)
    return found


def _literal(reader: Reader, item: Yaml, text: bool) -> n.Expr | None:
    if text and isinstance(item, Scalar):
        return n.Text(item.span, (item.text,))
    return reader.expression(item)


def places(game: Game) -> None:
    """Give every place its index: cells first, then the box and the zones, then each piece as a carrier."""
    index = 0
    for cells in game.cell_types.values():
        for name in cells:
            board = game.boards.get(name)
            if board is not None and board.shape is not None:
                board.base = index
                index += len(board.shape.names)
    for sided in game.sided.values():
        sided.base = sided.sides[0].base
    game.box, index = index, index + 1
    assert game.players is not None
    for zone in game.zones.values():
        zone.base = index
        index += len(game.players.names) if zone.per else 1
    game.carriers = index
    game.places = index + len(game.pieces)
