"""States that a player cannot tell apart: what is hidden from a player, put another way round.

`resample` makes such a state; `double` makes the match as it would be in one, to see whether the player is asked the
same. Both change only what the player does not see: pieces trade places, numbers and members take other values. What
that is stands here once more, straight from the declarations: `views` is tested against it and may share nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from rulesdsl.runtime.faults import Fault
from rulesdsl.runtime.machine import Machine
from rulesdsl.runtime.match import Divergence, Match


def resample(machine: Machine, s: Any, player: int, rng: Random, later: Any = None) -> Any:
    """A state that `player` cannot tell from `s`. What has changed, or shows, in the state `later` stays as it is.

    The rules may never lead to it: secrets are drawn by themselves, or whole seats trade theirs.
    """
    made = machine.copy(s)
    if rng.random() < 0.5:
        _trade_seats(machine, made, s, player, rng, later)
    for row in machine.data["state"]:
        _draw_secrets(machine, made, s, player, rng, row, later)
    if machine.has_pieces:
        hidden = [p for p in _loose(machine, s, player) if later is None or _stays(machine, s, later, player, p)]
        for group in _groups(machine, s, hidden):
            _trade_places(machine, made, group, player, rng)
        _trade_fields(machine, made, hidden, player, rng)
        _trade_sides(machine, made, hidden, player, rng)
    return made


# --------------------------------------------------------------------- who sees


def hides(machine: Machine, s: Any, row: Sequence[Any], i: int, player: int) -> bool:
    """Is entry `i` of a state kept from `player`?"""
    per, seen_by, flag = row[3], row[5], row[6]
    if seen_by == "all" or (flag and getattr(s, flag)[i] == 1):
        return False
    return not (seen_by == "owner" and per and per[0] == "player" and i == player)


def hidden_pieces(machine: Machine, s: Any, player: int) -> list[int]:
    """Pieces in play that `player` may not know, in order."""
    data, found = machine.data, list[int]()
    closed = _closed_places(machine, player)
    for piece, place in enumerate(s.where_):
        if place == data["box"] or s.shown_[piece] & (1 << player):
            continue
        reader = _reader(machine, s, piece)
        mine = reader == "owner" and owner(machine, s, piece) == player
        if (reader != "all" and not mine) or _end(machine, s, piece) in closed:
            found.append(piece)
    return found


def _closed_places(machine: Machine, player: int) -> set[int]:
    """The places whose contents are kept from `player`."""
    return {
        zone[3] + i
        for zone in machine.data["zones"]
        for i in range(zone[4])
        if zone[5] == "nobody" or (zone[5] == "owner" and i != player)
    }


def _end(machine: Machine, s: Any, piece: int) -> int:
    """Where a piece lies, or what carries it."""
    place: int = s.where_[piece]
    while place >= machine.data["carriers"]:
        place = s.where_[place - machine.data["carriers"]]
    return place


def lies_open(machine: Machine, s: Any, piece: int, player: int) -> bool:
    """Does `player` see what lies where the piece is, if only its back?"""
    return _end(machine, s, piece) not in _closed_places(machine, player)


def owner(machine: Machine, s: Any, piece: int) -> int:
    """Whose a piece is: what is printed, or, where that follows what carries it, whose zone that lies in; or -1."""
    data = machine.data
    if data["kinds"][data["piece_kinds"][piece]][3] != "carrier":
        return int(data["piece_owners"][piece])
    carrier = s.where_[piece] - data["carriers"]
    if carrier >= 0:
        return owner(machine, s, carrier)
    return next((s.where_[piece] - low for low, high in data["owned"] if low <= s.where_[piece] < high), -1)


def shown_rows(machine: Machine, s: Any, piece: int, player: int) -> Sequence[Any]:
    """What `player` can read on a hidden piece where it lies, by the side that is up: (field, column, ...) of each."""
    kind = sided_kind(machine, piece)
    if kind not in machine.data["backs"]:
        return ()
    rows: Sequence[Any] = machine.data["backs"][kind][side_up(machine, s, piece)][1]
    return rows if rows and lies_open(machine, s, piece, player) else ()


def figures(machine: Machine, s: Any, piece: int, rows: Sequence[Any], side: int) -> tuple[Any, ...]:
    """The figures of a piece in some fields, were it to lie on a side."""
    found = ((getattr(s, row[1]) if row[2] else machine.data["constants"][row[1]])[piece] for row in rows)
    return tuple(one[side] if row[4] else one for one, row in zip(found, rows, strict=True))


def passes_for(machine: Machine, s: Any, one: int, other: int, player: int) -> bool:
    """Would `player` see the same with `one` where the hidden `other` lies, on the same side?"""
    rows, side = shown_rows(machine, s, other, player), side_up(machine, s, other)
    if rows and sided_kind(machine, one) != sided_kind(machine, other):
        return False
    return figures(machine, s, one, rows, side) == figures(machine, s, other, rows, side)


def _reader(machine: Machine, s: Any, piece: int) -> str:
    """Who may read the side of a piece that is up."""
    for _, column, _, readers in machine.anatomy.sided[piece]:
        up: int = getattr(s, column)[piece]
        return readers[up]
    return "all"


# ------------------------------------------------------------------------- state


def _entries(machine: Machine, s: Any, player: int, row: Sequence[Any], later: Any) -> Iterator[tuple[int, int, int]]:
    """(number, first, last) of the entries of a state that are hidden and stay so."""
    column, per, labels = row[1], row[3], row[4]
    count = len(labels[0]) if per else 1
    width = len(getattr(s, column)) // count if per else 1
    for i in range(count):
        if not hides(machine, s, row, i, player) or (per and per[0] == "player" and i not in s.players):
            continue
        if later is not None:
            if not hides(machine, later, row, i, player):
                continue
            old, new = getattr(s, column), getattr(later, column)
            if old != new if not per else old[i * width : (i + 1) * width] != new[i * width : (i + 1) * width]:
                continue
        yield i, i * width, (i + 1) * width


def _draw_secrets(
    machine: Machine, made: Any, s: Any, player: int, rng: Random, row: Sequence[Any], later: Any
) -> None:
    column, word, per, bounds, optional = row[1], row[2], row[3], row[7], row[8]
    values = getattr(made, column)
    found = list(_entries(machine, s, player, row, later))
    if not per:
        if found:
            setattr(made, column, _another(machine, made, word, bounds, optional, values, rng))
        return
    known = sorted({values[k] for _, first, last in found for k in range(first, last)}, key=repr)
    for _, first, last in found:
        for k in range(first, last):
            if rng.random() < 0.7:
                values[k] = _another(machine, made, word, bounds, optional, rng.choice(known), rng)


def _another(
    machine: Machine, s: Any, word: str, bounds: tuple[int, int] | None, optional: bool, found: Any, rng: Random
) -> Any:
    """A value of the type, by chance; `found`, which is one, where the type does not say what there is."""
    values: Sequence[Any] = ()
    none: Any = -1
    if isinstance(found, tuple):
        return found
    if bounds is not None:
        values, none = range(bounds[0], bounds[1] + 1), None
    elif word == "bool":
        values, none = (False, True), None
    elif word == "player":
        values = s.players
    elif word.startswith("enum "):
        values = range(len(machine.texts.enums[word.removeprefix("enum ")]))
    if not values:
        return found
    return none if optional and rng.random() < 0.25 else rng.choice(values)


def _trade_seats(machine: Machine, made: Any, s: Any, player: int, rng: Random, later: Any) -> None:
    """Others trade all their secrets at once, which keeps what belongs together together."""
    rows = [row for row in machine.data["state"] if row[3] and row[3][0] == "player"]
    found = {row[0]: {i: (a, b) for i, a, b in _entries(machine, s, player, row, later)} for row in rows}
    seats = [p for p in s.players if p != player and any(p in entries for entries in found.values())]
    to = list(seats)
    rng.shuffle(to)
    for row in rows:
        old, entries = getattr(s, row[1]), found[row[0]]
        for one, other in zip(seats, to, strict=True):
            if one in entries and other in entries:
                getattr(made, row[1])[slice(*entries[one])] = old[slice(*entries[other])]


# ------------------------------------------------------------------------ pieces


def _loose(machine: Machine, s: Any, player: int) -> list[int]:
    """Hidden pieces; those that carry or are carried stay out of it."""
    carriers = machine.data["carriers"]
    return [p for p in hidden_pieces(machine, s, player) if s.where_[p] < carriers and not s.held_[carriers + p]]


def _stays(machine: Machine, s: Any, later: Any, player: int, piece: int) -> bool:
    """Is the piece hidden later too, and where it was?"""
    place = s.where_[piece]
    return bool(
        later.where_[piece] == place
        and later.held_[place] == s.held_[place]
        and piece in hidden_pieces(machine, later, player)
    )


def _groups(machine: Machine, s: Any, hidden: list[int]) -> list[list[int]]:
    """Pieces that look the same from behind: of one family, one owner, one side up."""
    found: dict[Any, list[int]] = {}
    for p in hidden:
        found.setdefault((_family(machine, p), machine.data["piece_owners"][p], side_up(machine, s, p)), []).append(p)
    return list(found.values())


def _family(machine: Machine, piece: int) -> tuple[int, int]:
    """The first and last number of the widest kind that a piece is of."""
    ranges = [(low, high) for low, high, _, _ in machine.data["kinds"].values() if low <= piece < high]
    return max(ranges, key=lambda pair: pair[1] - pair[0])


def sided_kind(machine: Machine, piece: int) -> str:
    """The kind that says which sides a piece has; nothing for a piece without sides."""
    for kind, *_ in machine.data["sides"]:
        low, high = machine.data["kinds"][kind][:2]
        if low <= piece < high:
            return str(kind)
    return ""


def side_up(machine: Machine, s: Any, piece: int) -> int:
    """The number of the side that is up, -1 for a piece without sides."""
    mine = sided_kind(machine, piece)
    return next((getattr(s, column)[piece] for kind, column, *_ in machine.data["sides"] if kind == mine), -1)


def _trade_places(machine: Machine, s: Any, pieces: list[int], player: int, rng: Random) -> None:
    """Pairs of pieces trade places, where each may lie and shows nothing new to `player`."""
    for one in pieces:
        other = rng.choice(pieces)
        a, b = s.where_[one], s.where_[other]
        if one == other or not (_may_lie(machine, one, b, other) and _may_lie(machine, other, a, one)):
            continue
        if not (passes_for(machine, s, one, other, player) and passes_for(machine, s, other, one, player)):
            continue
        i, j = s.held_[a].index(one), s.held_[b].index(other)
        _put(s, a, i, other)
        _put(s, b, j, one)
    for place in {s.where_[p] for p in pieces}:
        mixed = s.mixed_[place]
        s.held_[place] = (*sorted(s.held_[place][:mixed]), *s.held_[place][mixed:])


def _may_lie(machine: Machine, piece: int, place: int, instead_of: int) -> bool:
    zone = next((z for z in machine.data["zones"] if z[3] <= place < z[3] + z[4]), None)
    kinds = machine.data["kinds"]
    if zone is None or zone[7] not in kinds:
        return bool(machine.data["piece_kinds"][piece] == machine.data["piece_kinds"][instead_of])
    low, high = kinds[zone[7]][:2]
    return bool(low <= piece < high)


def _put(s: Any, place: int, i: int, piece: int) -> None:
    held = s.held_[place]
    s.held_[place] = (*held[:i], piece, *held[i + 1 :])
    s.where_[piece] = place


def _trade_fields(machine: Machine, s: Any, hidden: list[int], player: int, rng: Random) -> None:
    """Changing figures of hidden pieces trade owners, within their kind; those that show stay."""
    open_ = {p: {row[1] for row in shown_rows(machine, s, p, player)} for p in hidden}
    for kind, _, column, is_column, *_ in machine.data["fields"]:
        if not is_column or kind not in machine.data["kinds"]:
            continue
        low, high = machine.data["kinds"][kind][:2]
        pieces = [p for p in hidden if low <= p < high and column not in open_[p]]
        values = [getattr(s, column)[p] for p in pieces]
        rng.shuffle(values)
        for piece, value in zip(pieces, values, strict=True):
            getattr(s, column)[piece] = value


def _trade_sides(machine: Machine, s: Any, hidden: list[int], player: int, rng: Random) -> None:
    """Pieces that show `player` a back trade the sides that are up, but for sides that all can tell by what they show.

    Where a piece lies out of sight none of them can be told.
    """
    places = _closed_places(machine, player)
    for kind, column, _, readers in machine.data["sides"]:
        low, high = machine.data["kinds"][kind][:2]
        sides, backs = getattr(s, column), machine.data["backs"].get(kind)
        told = [i for i in range(len(readers)) if backs is not None and backs[i][1]]
        groups: dict[tuple[int, bool], list[int]] = {}
        for p in hidden:
            whose, reader = owner(machine, s, p), readers[sides[p]] if low <= p < high else "all"
            out_of_sight = bool(told) and _end(machine, s, p) in places
            if (reader == "nobody" or (reader == "owner" and whose != player)) and (
                out_of_sight or sides[p] not in told
            ):
                groups.setdefault((whose, out_of_sight), []).append(p)
        for _, pieces in sorted(groups.items()):
            values = [sides[p] for p in pieces]
            rng.shuffle(values)
            for piece, value in zip(pieces, values, strict=True):
                sides[piece] = value


# ----------------------------------------------------------------------- matches


def double(match: Match, player: int, rng: Random, names: Sequence[str] = ()) -> Match | None:
    """The match as it would be if what `player` does not see had been otherwise a few choices ago.

    Others who decide at the same time have not answered in it. `names` are those of all answers so far. None if the
    rules would have come another way, where `player` has something else to go by.
    """
    if match.over:
        return None
    try:
        return match.again(resample(match.machine, match.kept, player, rng, match.state), _known(match, player, names))
    except (Divergence, Fault):
        return None


def alone(match: Match, player: int) -> Match:
    """The match as it would be if the others who decide at the same time as `player` had not answered yet."""
    return match.again(match.kept, _known(match, player, ()))


def _known(match: Match, player: int, names: Sequence[str]) -> list[tuple[Any, ...]]:
    """The entries since the state that is kept, with the names of answers; without what others have chosen at once."""
    log, together = match.entries(), match.deciding_together
    said = dict(zip([k for k, entry in enumerate(log) if entry[0] == "a"], names, strict=False))
    return [
        (*entry[:5], said[k]) if k in said else entry
        for k, entry in enumerate(log)
        if k >= len(log) - len(match.since_kept())
        and not (together and k >= match.together_since and entry[1] != player)
    ]
