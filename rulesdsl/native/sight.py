"""Which pieces equal each other and which of them a player may know, as tables and functions in C."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulesdsl.native.base import c_name
from rulesdsl.native.parts import Unit
from rulesdsl.native.types import Refused
from rulesdsl.runtime.anatomy import Anatomy
from rulesdsl.runtime.sight import described, said_by
from rulesdsl.runtime.texts import Texts


def alike(unit: Unit) -> Iterator[str]:
    """Do two pieces equal each other: same kind, place, side and figures?"""
    data = unit.data
    kinds = list(dict.fromkeys(data["piece_kinds"]))
    yield f"static const short kind_of[] = {{{', '.join(str(kinds.index(k)) for k in data['piece_kinds'])}}};"
    yield f"static const short owner_of[] = {{{', '.join(map(str, data['piece_owners']))}}};"
    yield ""
    yield "static int alike(const State *s, int a, int b) {"
    yield "if (kind_of[a] != kind_of[b] || owner_of[a] != owner_of[b]) return 0;"
    yield "if (s->where_[a] != s->where_[b] || s->shown_[a] != s->shown_[b]) return 0;"
    columns = [(data["kinds"][f[0]][:2], f[2]) for f in data["fields"] if f[3] and f[0] in data["kinds"]]
    columns += [(data["kinds"][side[0]][:2], side[1]) for side in data["sides"]]
    for (low, high), name in columns:
        field = f"s->{c_name(name)}"
        yield f"if ({low} <= a && a < {high} && {field}[a] != {field}[b]) return 0;"
    yield "return 1;"
    yield "}"


def sight(unit: Unit) -> Iterator[str]:
    """Whose a piece is, who may know which one it is, and what its back shows."""
    data, anatomy = unit.data, Anatomy(unit.data)
    carried = [data["kinds"][kind][3] == "carrier" for kind in data["piece_kinds"]]
    yield f"static const char owner_carries[] = {{{', '.join(str(int(x)) for x in carried)}}};"
    yield "static I owner_seen(const State *s, I piece) {"
    yield "while (owner_carries[piece]) {"
    yield "I place = s->where_[piece];"
    yield "if (place < CARRIERS) {"
    for low, high in data["owned"]:
        yield f"if ({low} <= place && place < {high}) return place - {low};"
    yield "return -1;"
    yield "}"
    yield "piece = place - CARRIERS;"
    yield "}"
    yield "return owner_of[piece];"
    yield "}"
    yield ""
    seen = [0 if zone is None or zone[5] == "all" else 1 if zone[5] == "owner" else 2 for zone in anatomy.zones]
    yield f"static const char zone_seen[] = {{{', '.join(map(str, seen)) or '0'}}};"
    first = [0 if zone is None else zone[3] for zone in anatomy.zones]
    yield f"static const int zone_first[] = {{{', '.join(map(str, first)) or '0'}}};"
    yield "static int lies_open(const State *s, I piece, I player) {"
    yield "I place = s->where_[piece];"
    yield "while (place >= CARRIERS) place = s->where_[place - CARRIERS];"
    yield "return zone_seen[place] == 0 || (zone_seen[place] == 1 && place == zone_first[place] + player);"
    yield "}"
    yield ""
    yield "static int is_seen(const State *s, I piece, I player) {"
    yield "if ((U)player > 30) fault();"
    yield "if (s->shown_[piece] >> player & 1) return 1;"
    for kind, column, _, readers in data["sides"]:
        low, high = data["kinds"][kind][:2]
        codes = [("all", "owner", "nobody").index(reader) for reader in readers]
        if any(codes):
            yield f"if ({low} <= piece && piece < {high}) {{"
            yield f"static const char readers[] = {{{', '.join(map(str, codes))}}};"
            yield f"int reader = readers[ix(s->{c_name(column)}[piece], {len(codes)})];"
            yield "if (reader == 2 || (reader == 1 && owner_seen(s, piece) != player)) return 0;"
            yield "}"
    yield "return lies_open(s, piece, player);"
    yield "}"
    yield ""
    yield "/* What the back of a piece shows, by the order of the words; 0 if it shows nothing. */"
    yield "static int back_shown(const State *s, I piece, I player) {"
    names = _backs(unit)
    order = {name: i for i, name in enumerate(sorted({"", *(name for row in names for _, name in row[4])}))}
    for low, high, column, sides, row in names:
        ranks = dict.fromkeys((piece, side) for piece in range(low, high) for side in range(sides))
        found = {key: order[name] for key, name in row}
        numbers = ", ".join(str(found.get(key, 0)) for key in ranks)
        yield f"if ({low} <= piece && piece < {high}) {{"
        yield f"static const short shown[] = {{{numbers}}};"
        yield f"int back = shown[(piece - {low}) * {sides} + ix(s->{c_name(column)}[piece], {sides})];"
        yield "return back && lies_open(s, piece, player) ? back : 0;"
        yield "}"
    yield "return (void)s, (void)player, 0;"
    yield "}"


def _backs(unit: Unit) -> list[tuple[int, int, str, int, list[tuple[tuple[int, int], str]]]]:
    """For each kind with backs: its pieces, the column of their sides, how many, and what (piece, side) is called."""
    data, texts = unit.data, Texts(unit.data)
    made = []
    for kind, column, sides, _ in data["sides"]:
        if kind not in data["backs"]:
            continue
        low, high = data["kinds"][kind][:2]
        names: list[tuple[tuple[int, int], str]] = []
        for side, (called, fields) in enumerate(data["backs"][kind]):
            if any(is_column for _, _, is_column, _, _ in fields):
                raise Refused("backs that show what changes")
            for piece in range(low, high) if fields else ():
                about: dict[str, Any] = {}
                for name, where, _, word, per_side in fields:
                    value = data["constants"][where][piece]
                    about[name] = said_by(texts, word, value[side] if per_side else value)
                names.append(((piece, side), described(called, about)))
        made.append((low, high, column, len(sides), names))
    return made
