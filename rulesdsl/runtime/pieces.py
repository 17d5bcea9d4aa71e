"""Pieces and tokens on the table: what generated code calls to move, draw, show, gain and pay."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from rulesdsl.runtime.extents import spread_now
from rulesdsl.runtime.faults import Fault
from rulesdsl.runtime.memory import forget_places, look_again
from rulesdsl.runtime.tableau import laid_now

State = Any
FEW = 24
"""Pieces that are looked through as quickly as halved."""


# ------------------------------------------------------------------------ pieces


def move(s: State, piece: int, to: int) -> None:
    """Take a piece from where it is and put it on top of what is at `to`."""
    where, held = s.where_, s.held_
    old = where[piece]
    if old == to:
        return
    carriers = len(held) - len(where)
    if to >= carriers:
        not_inside(where, piece, to, carriers)
    there, mixed = held[old], s.mixed_
    if there[-1] == piece:
        held[old] = there[:-1]
        if len(there) <= mixed[old]:
            mixed[old] -= 1
    else:
        i = index_of(there, piece)
        held[old] = there[:i] + there[i + 1 :]
        if i < mixed[old]:
            mixed[old] -= 1
    held[to] = held[to] + (piece,)
    where[piece] = to
    s.shown_[piece] = 0
    if s.spread_:
        laid_now(s, piece, to)
        spread_now(s, piece)
    if s.memory_:
        if s.cells_on_[piece]:
            look_again(s, s.cells_on_[piece], old, to)
        forget_places(s, piece)


def index_of(there: tuple[int, ...], piece: int) -> int:
    """Where a piece lies among others: what was shuffled stands in order, so that it is found at once."""
    if len(there) > FEW:
        i = bisect_left(there, piece)
        if i < len(there) and there[i] == piece:
            return i
    return there.index(piece)


def not_inside(where: list[int], piece: int, place: int, carriers: int) -> None:
    """A piece is never carried by itself, or by what it carries."""
    while place >= carriers:
        if place - carriers == piece:
            raise Fault("a piece cannot be carried by itself")
        place = where[place - carriers]


def space_of(where: list[int], piece: int, carriers: int, box: int) -> int:
    """The cell at the end of the chain of carriers, or -1."""
    place = where[piece]
    while place >= carriers:
        place = where[place - carriers]
    return place if place < box else -1


def on_board(s: State, pieces: Iterable[int], low: int, high: int, carriers: int) -> list[int]:
    where = s.where_
    if low == 0:  # nearly every board begins there, and a cell of it then needs one test
        return [
            p for p in pieces if (at := where[p]) < high or (at >= carriers and space_of(where, p, carriers, high) >= 0)
        ]
    return [
        p for p in pieces if low <= (where[p] if where[p] < carriers else space_of(where, p, carriers, high)) < high
    ]


def in_play(where: list[int], box: int, items: Iterable[int]) -> Iterable[int]:
    """`items`, without those that go to the box on the way."""
    fixed = tuple(items)
    return fixed if len(fixed) < 2 else _in_play(where, box, fixed)


def _in_play(where: list[int], box: int, fixed: Sequence[int]) -> Iterator[int]:
    gone = [x for x in fixed if where[x] == box]
    for item in fixed:
        if where[item] != box or item in gone:
            yield item


def take(s: State, count: int, zone: int, bag: bool) -> list[int]:
    """Which pieces a draw brings, without moving them."""
    held = s.held_[zone]
    mixed = len(held) if bag else s.mixed_[zone]
    if count == 1 and held:
        if len(held) > mixed:
            return [held[-1]]
        loose = sorted(held) if bag else held
        return [loose[s.pick_(s, loose) if len(loose) > 1 else 0]]
    drawn: list[int] = []
    rest = list(held)
    while len(rest) > mixed and len(drawn) < count:
        drawn.append(rest.pop())
    rest.sort()
    while rest and len(drawn) < count:
        drawn.append(rest.pop(s.pick_(s, rest) if len(rest) > 1 else 0))
    return drawn


def settled(s: State, zone: int, bag: bool) -> list[int]:
    """The pieces of a zone from the bottom up; what was shuffled gets its order now."""
    held = s.held_[zone]
    loose = len(held) if bag else s.mixed_[zone]
    rest = sorted(held[:loose])
    order: list[int] = []
    while rest:
        order.append(rest.pop(s.pick_(s, rest) if len(rest) > 1 else 0))
    return [*order, *held[loose:]]


def move_all(s: State, zone: int, to: int, bag: bool) -> None:
    """A whole zone on top of what is at `to`; in an empty place it stays as shuffled as it was.

    What is shuffled stands in the pieces' own order, wherever it came from.
    """
    held = s.held_[zone]
    loose = len(held) if bag else s.mixed_[zone]
    if zone == to:
        return
    stays = not s.held_[to]
    pieces = held if stays else settled(s, zone, bag)
    if s.spread_ or to >= len(s.held_) - len(s.where_):
        for piece in pieces:
            move(s, piece, to)
    else:
        lift(s, zone, to, pieces)
    if stays:
        s.mixed_[to] = loose
        if bag:
            s.held_[to] = tuple(sorted(s.held_[to]))


def lift(s: State, zone: int, to: int, pieces: Sequence[int]) -> None:
    """What `move` does, for all pieces of a zone at once; `to` is no piece."""
    where, held, shown = s.where_, s.held_, s.shown_
    held[zone], s.mixed_[zone] = (), 0
    held[to] = (*held[to], *pieces)
    for piece in pieces:
        where[piece] = to
        shown[piece] = 0
        if s.memory_:
            look_again(s, s.cells_on_[piece], zone, to)
            forget_places(s, piece)


def draw_one(s: State, zone: int, to: int, bag: bool) -> int:
    drawn = take(s, 1, zone, bag)
    if not drawn:
        return -1
    move(s, drawn[0], to)
    return drawn[0]


def draw_mixed(s: State, zone: int, to: int) -> int:
    """`draw_one` from a bag to another zone, where no sizes matter and all chance is by the seed."""
    held = s.held_
    there = held[zone]
    count = len(there)
    if count < 2:
        return draw_one(s, zone, to, True)
    at = s.pos_
    s.pos_ = at + 1
    numbers = s.numbers_
    i = (numbers[at] if at < len(numbers) else s.stream_.at(at)) * count >> 32
    piece: int = sorted(there)[i]
    if there[i] != piece:
        i = there.index(piece)
    held[zone] = there[:i] + there[i + 1 :]
    if i < s.mixed_[zone]:
        s.mixed_[zone] -= 1
    held[to] += (piece,)
    s.where_[piece] = to
    s.shown_[piece] = 0
    if s.memory_:
        forget_places(s, piece)
    return piece


def draw_in_order(s: State, zone: int, to: int) -> int:
    """`draw_mixed` from a bag into which nothing is ever put: its pieces stand in their order."""
    held = s.held_
    there = held[zone]
    count = len(there)
    if count < 2:
        return draw_one(s, zone, to, True)
    at = s.pos_
    s.pos_ = at + 1
    numbers = s.numbers_
    i = (numbers[at] if at < len(numbers) else s.stream_.at(at)) * count >> 32
    piece: int = there[i]
    held[zone] = there[:i] + there[i + 1 :]
    if i < s.mixed_[zone]:
        s.mixed_[zone] -= 1
    held[to] += (piece,)
    s.where_[piece] = to
    s.shown_[piece] = 0
    if s.memory_:
        forget_places(s, piece)
    return piece


def draw_many(s: State, count: int, zone: int, to: int, bag: bool) -> list[int]:
    drawn = take(s, count, zone, bag)
    for piece in drawn:
        move(s, piece, to)
    return drawn


def refilled(s: State, zone: int, source: int) -> bool:
    """Shuffle what lies in `source` into an empty zone; False if there is nothing, or no need."""
    if s.held_[zone] or not s.held_[source]:
        return False
    if s.spread_:
        for piece in s.held_[source]:
            move(s, piece, zone)
    else:
        lift(s, source, zone, s.held_[source])
    shuffle(s, zone)
    return True


def shuffle(s: State, zone: int) -> None:
    """The order is drawn lazily, when pieces are; what was shown of them is forgotten."""
    s.held_[zone] = tuple(sorted(s.held_[zone]))
    s.mixed_[zone] = len(s.held_[zone])
    for piece in s.held_[zone]:
        s.shown_[piece] = 0
        if s.memory_:
            forget_places(s, piece)


def reveal(s: State, zone: int) -> None:
    for piece in s.held_[zone]:
        s.shown_[piece] = -1
    s.reveals_ += 1


def show(s: State, piece: int, player: int) -> None:
    s.shown_[piece] |= 1 << player
    s.reveals_ += 1


# ------------------------------------------------------------------------ tokens


def gain(held: list[int], player: int, amount: int, supply: int | None) -> None:
    """What the supply has."""
    if amount < 0:
        raise Fault(f"a gain of {amount}")
    held[player] += amount if supply is None else min(amount, supply - sum(held))


def pay(held: list[int], player: int, amount: int, name: str) -> None:
    if amount < 0 or held[player] < amount:
        raise Fault(f"{amount} {name} cannot be paid out of {held[player]}")
    held[player] -= amount


def give(held: list[int], player: int, amount: int, to: int, name: str) -> None:
    pay(held, player, amount, name)
    held[to] += amount


def empty_purses(held: list[int], players: tuple[int, ...]) -> None:
    """Seats that nobody takes hold nothing."""
    for seat in range(len(held)):
        if seat not in players:
            held[seat] = 0


def gained(held: int, amount: int, supply: int | None) -> int:
    if amount < 0:
        raise Fault(f"a gain of {amount}")
    return held + (amount if supply is None else min(amount, supply - held))


def paid_out(held: int, amount: int, name: str) -> int:
    if amount < 0 or held < amount:
        raise Fault(f"{amount} {name} cannot be paid out of {held}")
    return held - amount


def seat_pieces(s: State, owners: Sequence[int], stand_ins: tuple[int, ...], zones: tuple[int, ...], box: int) -> None:
    """Pieces of empty seats go to the box, or to the zones of whoever plays for that seat; `zones` are first places."""
    for piece, owner in enumerate(owners):
        if owner < 0 or owner in s.players:
            continue
        other = stand_ins[owner]
        base = next((zone for zone in zones if zone + owner == s.where_[piece]), -1)
        if other not in s.players:
            move(s, piece, box)
        elif base >= 0:
            move(s, piece, base + other)


def owner_now(
    where: list[int],
    piece: int,
    owners: Sequence[int],
    carried: Sequence[bool],
    carriers: int,
    zones: tuple[tuple[int, int], ...],
) -> int:
    """The owner of what carries a piece: another piece's, or the player whose zone it is in; -1 for nobody."""
    while carried[piece]:
        place = where[piece]
        if place < carriers:
            return next((place - low for low, high in zones if low <= place < high), -1)
        piece = place - carriers
    return owners[piece]


def top_of(s: State, zone: int) -> int:
    """The piece on top. What was shuffled has no top before it is drawn."""
    held = s.held_[zone]
    if len(held) > 1 and s.mixed_[zone] >= len(held):
        raise Fault("nobody knows the top of what was shuffled: draw it")
    return held[-1] if held else -1
