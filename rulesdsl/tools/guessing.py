"""A whole state for what one player sees: everything hidden is drawn afresh, and none of it is looked up.

`runtime.worlds` disturbs what is there, to find leaks. A player who thinks ahead needs the opposite: a guess that
would be the same whatever is hidden, drawn from the declarations and from what shows. Hidden pieces of one look are
put at each other's places; hidden values are as at the start, for most are set only when they are due, or any of
their type. Only pieces that carry or are carried stay put.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from rulesdsl.runtime.machine import Machine
from rulesdsl.runtime.worlds import hidden_pieces, hides, lies_open, owner, shown_rows
from rulesdsl.tools.backs import Backs


def is_hidden(machine: Machine, s: Any, player: int) -> bool:
    """Is anything in the state kept from `player`?"""
    for row in machine.data["state"]:
        count = len(row[4][0]) if row[3] else 1
        if any(hides(machine, s, row, i, player) for i in range(count)):
            return True
    return machine.has_pieces and bool(hidden_pieces(machine, s, player))


def guess(machine: Machine, s: Any, player: int, rng: Random, later: Any) -> Any:
    """A state that looks like `s` to `player`; what shows in the state `later`, a little later, is known already."""
    made = machine.copy(s)
    start, set_yet = machine.fresh(), rng.random() < 0.5
    for row in machine.data["state"]:
        _values(machine, made, start, player, rng if set_yet else None, row, later)
    if machine.has_pieces:
        still = set(hidden_pieces(machine, later, player))
        hidden = [piece for piece in hidden_pieces(machine, s, player) if piece in still]
        carriers = machine.data["carriers"]
        loose = [p for p in hidden if s.where_[p] < carriers and not s.held_[carriers + p]]
        seen = Backs(machine, s, later, player)
        for pieces in _alike(machine, s, loose, player):
            _hand_out(machine, made, pieces, seen, rng)
        _figures(machine, made, start, hidden, player, rng)
        _sides(machine, made, hidden, player, rng)
    return made


# ------------------------------------------------------------------------- state


def _values(
    machine: Machine, made: Any, start: Any, player: int, rng: Random | None, row: Sequence[Any], later: Any
) -> None:
    """Draw the hidden entries of a state, or leave them as at the start; one that shows by now has that value."""
    column, word, per, labels, bounds, optional = row[1], row[2], row[3], row[4], row[7], row[8]
    count = len(labels[0]) if per else 1
    first, now = getattr(start, column), getattr(later, column)
    domain = _domain(machine, made, word, bounds, optional)

    def drawn(first: Any) -> Any:
        return rng.choice(domain) if rng is not None and domain and rng.random() < 0.7 else first

    if not per:
        if hides(machine, made, row, 0, player):
            known = not hides(machine, later, row, 0, player)
            setattr(made, column, now if known else drawn(first))
        return
    values = getattr(made, column)
    width = len(values) // count
    for i in range(count):
        if not hides(machine, made, row, i, player):
            continue
        known = not hides(machine, later, row, i, player)
        for k in range(i * width, (i + 1) * width):
            values[k] = now[k] if known else drawn(first[k])


def _domain(machine: Machine, s: Any, word: str, bounds: tuple[int, int] | None, optional: bool) -> list[Any]:
    """All values of a type; none if the type does not say which there are."""
    values: Sequence[Any] = ()
    if bounds is not None:
        values = range(bounds[0], bounds[1] + 1)
    elif word == "bool":
        values = (False, True)
    elif word == "player":
        values = s.players
    elif word.startswith("enum "):
        values = range(len(machine.texts.enums[word.removeprefix("enum ")]))
    none = [None if bounds is not None or word == "bool" else -1] if optional and values else []
    return [*none, *values]


# ------------------------------------------------------------------------ pieces


def _alike(machine: Machine, s: Any, pieces: Sequence[int], player: int) -> list[list[int]]:
    """Pieces that look the same from behind: of one family, one owner, and one side up unless that is hidden."""
    kinds, owners = machine.data["kinds"], machine.data["piece_owners"]
    found: dict[Any, list[int]] = {}
    for piece in pieces:
        ranges = [(low, high) for low, high, _, _ in kinds.values() if low <= piece < high]
        family = max(ranges, key=lambda pair: pair[1] - pair[0])
        found.setdefault((family, owners[piece], _open_side(machine, s, piece, player)), []).append(piece)
    return [found[key] for key in sorted(found)]


def _open_side(machine: Machine, s: Any, piece: int, player: int) -> int:
    """The side that is up if `player` may read it, else -1."""
    for kind, column, _, readers in machine.data["sides"]:
        low, high = machine.data["kinds"][kind][:2]
        if low <= piece < high:
            side: int = getattr(s, column)[piece]
            return -1 if side in _closed(machine, s, readers, piece, player) else side
    return -1


def _closed(machine: Machine, s: Any, readers: Sequence[str], piece: int, player: int) -> list[int]:
    """The sides of a piece that `player` may not read."""
    mine = owner(machine, s, piece) == player
    return [i for i, by in enumerate(readers) if by == "nobody" or (by == "owner" and not mine)]


def _hand_out(machine: Machine, s: Any, pieces: Sequence[int], backs: Backs, rng: Random) -> None:
    """Put pieces in any order at the places where they lie now, each where its kind may lie and shows the same."""

    def spot(piece: int) -> tuple[int, bool, tuple[Any, ...], int]:
        place = s.where_[piece]
        i = s.held_[place].index(piece)
        settled = i >= s.mixed_[place]
        return place, settled, () if settled else backs.wanted(piece), i

    slots = sorted((*spot(piece), piece) for piece in pieces)
    order = sorted(pieces)
    rng.shuffle(order)
    held = {slot[0]: list(s.held_[slot[0]]) for slot in slots}
    ranges = [_range(machine, slot[0]) for slot in slots]
    if machine.data["backs"]:
        found = backs.fitting(order, ranges, [slot[-1] for slot in slots])
        backs.stay(s, found, [slot[-1] for slot in slots])
    else:
        found = _fitting(order, ranges)
    for (place, _, _, i, _), piece in zip(slots, found, strict=True):
        held[place][i] = piece
        s.where_[piece] = place
    for place, there in held.items():
        mixed = s.mixed_[place]
        s.held_[place] = (*sorted(there[:mixed]), *there[mixed:])


def _fitting(pieces: list[int], ranges: Sequence[tuple[int, int]]) -> list[int]:
    """The pieces in an order that puts each at a place where it may lie; there is one, for so they lay before.

    The places for the fewest kinds come first: kinds are nested, so what is left always fits the others.
    """
    left, found = list(pieces), dict[int, int]()
    for k in sorted(range(len(ranges)), key=lambda k: ranges[k][1] - ranges[k][0]):
        low, high = ranges[k]
        found[k] = next(piece for piece in left if low <= piece < high)
        left.remove(found[k])
    return [found[k] for k in range(len(ranges))]


def _range(machine: Machine, place: int) -> tuple[int, int]:
    """The first and last number of the pieces that may lie at a place."""
    zone = next((z for z in machine.data["zones"] if z[3] <= place < z[3] + z[4]), None)
    if zone is None or zone[7] not in machine.data["kinds"]:
        return 0, len(machine.texts.pieces)
    low, high = machine.data["kinds"][zone[7]][:2]
    return low, high


def _figures(machine: Machine, s: Any, start: Any, hidden: Sequence[int], player: int, rng: Random) -> None:
    """Figures of hidden pieces: any of the type, or as at the start where the type does not say which there are."""
    open_ = {piece: {row[1] for row in shown_rows(machine, s, piece, player)} for piece in hidden}
    for kind, _, column, is_column, word, _, bounds, optional in machine.data["fields"]:
        if not is_column or kind not in machine.data["kinds"]:
            continue
        low, high = machine.data["kinds"][kind][:2]
        domain = _domain(machine, s, word, bounds, optional)
        for piece in hidden:
            if low <= piece < high and column not in open_[piece]:
                getattr(s, column)[piece] = rng.choice(domain) if domain else getattr(start, column)[piece]


def _sides(machine: Machine, s: Any, hidden: Sequence[int], player: int, rng: Random) -> None:
    """Pieces that show `player` a back have any of their closed sides up; those that all can tell apart stay."""
    for kind, column, _, readers in machine.data["sides"]:
        low, high = machine.data["kinds"][kind][:2]
        backs, sides = machine.data["backs"].get(kind), getattr(s, column)
        for piece in [piece for piece in hidden if low <= piece < high]:
            closed = _closed(machine, s, readers, piece, player)
            if backs is not None and sides[piece] in closed:
                if shown_rows(machine, s, piece, player):
                    continue
                if lies_open(machine, s, piece, player):
                    closed = [side for side in closed if not backs[side][1]]
            if sides[piece] in closed:
                sides[piece] = rng.choice(closed)
