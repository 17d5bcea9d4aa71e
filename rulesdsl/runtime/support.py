"""What generated code calls. Every function here is in the namespace of a compiled game under its own name."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any

from rulesdsl.library import boards
from rulesdsl.runtime.faults import Fault, GameOver

State = Any
Request = tuple[int, int, Sequence[Any], tuple[Any, ...]]
LARGEST = 2**63
LONGEST = 100_000
"""Numbers and ranges beyond these are a rule gone wrong."""


# ----------------------------------------------------------------------- control


def end_game(s: State, outcome: int, winner: int) -> None:
    s.over_, s.winner_ = outcome, winner
    raise GameOver


def endless_repeat() -> None:
    raise Fault("a `repeat:` that does not end")


def repeats(times: int) -> int:
    if times > 1_000_000:
        raise Fault(f"{times} rounds of `repeat` are too many")
    return times


def no_row(table: str, value: int) -> None:
    raise Fault(f"table `{table}` has no row for {value}")


def set_twice(first: str, second: str) -> None:
    raise Fault(f"two changes set the same value: {first}, {second}")


def in_bounds(value: int, low: int, high: int, name: str) -> int:
    if not low <= value <= high:
        out_of_bounds(name, value)
    return value


def out_of_bounds(name: str, value: int) -> None:
    raise Fault(f"`{name}` leaves its bounds: {value}")


# ----------------------------------------------------------------------- numbers


def times(a: int, b: int) -> int:
    """A product; guarded, because repeated products are the one way to a number without end."""
    if abs(a) > LARGEST or abs(b) > LARGEST:
        raise Fault("a number too large for any game")
    return a * b


def span(low: int, high: int) -> range:
    if high - low > LONGEST:
        raise Fault(f"the range {low}..{high} is too long")
    return range(low, high + 1)


def row_of(value: int, low: int, high: int, table: str) -> int:
    if not low <= value <= high:
        no_row(table, value)
    return value - low


def numbered(value: int, low: int, high: int, board: str) -> int:
    if not low <= value <= high:
        raise Fault(f"`{board}` has no space {value}")
    return value


def not_empty(value: Any, word: str) -> Any:
    if value is None:
        raise Fault(f"`{word}` of nothing")
    return value


def min_of(items: Iterable[int]) -> int:
    return int(not_empty(min(items, default=None), "min"))


def max_of(items: Iterable[int]) -> int:
    return int(not_empty(max(items, default=None), "max"))


# ------------------------------------------------------------------------- lists


def top_of(s: State, zone: int) -> int:
    """The piece on top. What was shuffled has no top before it is drawn."""
    held = s.held_[zone]
    if len(held) > 1 and s.mixed_[zone] >= len(held):
        raise Fault("nobody knows the top of what was shuffled: draw it")
    return held[-1] if held else -1


def first_of(items: Sequence[Any], none: Any = -1) -> Any:
    return items[0] if items else none


def last_of(items: Sequence[Any], none: Any = -1) -> Any:
    return items[-1] if items else none


def back_to_front(items: Sequence[Any]) -> tuple[Any, ...]:
    return tuple(items)[::-1]


def joined(a: Iterable[Any], b: Iterable[Any]) -> tuple[Any, ...]:
    return (*a, *b)


def without(a: Iterable[Any], b: Iterable[Any]) -> tuple[Any, ...]:
    out = tuple(b)
    return tuple(x for x in a if x not in out)


def frozen(items: Iterable[Any]) -> tuple[Any, ...]:
    """A list of lists as tuples."""
    return tuple(tuple(x) if isinstance(x, list | range) else x for x in items)


def doubled(value: int | None) -> int | None:
    """A whole number in halves, or none."""
    return None if value is None else value * 2


def as_place(piece: int, carriers: int) -> int:
    """The place that a piece is to others, or none."""
    return piece if piece < 0 else piece + carriers


def lies_in(where: list[int], piece: int, zone: int) -> bool:
    """Is there a piece, and is it in a zone?"""
    return piece >= 0 and where[piece] == zone


def least(pairs: list[tuple[Any, Any]], none: Any) -> Any:
    return min(pairs, key=_key)[1] if pairs else none


def in_order(pairs: list[tuple[Any, Any]]) -> list[Any]:
    return [item for _, item in sorted(pairs, key=_key)]


def in_groups(pairs: list[tuple[Any, Any]]) -> list[list[Any]]:
    groups: list[list[Any]] = []
    last: Any = None
    for key, item in sorted(pairs, key=_key):
        if not groups or key != last:
            groups.append([])
            last = key
        groups[-1].append(item)
    return groups


def _key(pair: tuple[Any, Any]) -> Any:
    return pair[0]


# ----------------------------------------------------------------------- players


def players_from(players: tuple[int, ...], first: int) -> tuple[int, ...]:
    i = players.index(first) if first in players else 0
    return players[i:] + players[:i]


def next_player(players: tuple[int, ...], player: int) -> int:
    i = players.index(player) if player in players else -1
    return players[(i + 1) % len(players)]


def present(players: tuple[int, ...], seats: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(p for p in players if p in seats)


def acting(players: tuple[int, ...], seat: int, stand_ins: tuple[int, ...]) -> int:
    """Who acts for a seat: its player, or the one who plays for an absent role; -1 for nobody's."""
    return seat if seat < 0 or seat in players else stand_ins[seat]


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


# ------------------------------------------------------------------------ chance


def roll(s: State, sides: int) -> int:
    """One die: 1..sides, from the next number of the state's stream (bias at most sides / 2**32)."""
    i = s.pos_
    s.pos_ = i + 1
    numbers = s.numbers_
    number: int = numbers[i] if i < len(numbers) else s.stream_.at(i)
    return (number * sides >> 32) + 1


def pick(s: State, pieces: Sequence[int]) -> int:
    """Which of some pieces comes: an index."""
    return roll(s, len(pieces)) - 1


def roll_sum(s: State, count: int, sides: int) -> int:
    return sum(roll_list(s, count, sides))


def roll_list(s: State, count: int, sides: int) -> list[int]:
    if count > 1000:
        raise Fault(f"{count} dice are too many")
    return [s.roll_(s, sides) for _ in range(count)]


def roll_best(s: State, count: int, sides: int) -> int:
    return max_of(roll_list(s, count, sides))


def roll_digits(s: State, count: int, sides: int) -> int:
    value = 0
    for digit in roll_list(s, min(count, 18), sides):
        value = value * 10 + digit
    return value


def roll_line(label: str, value: Any) -> str:
    return f"{label}: {', '.join(map(str, value)) if isinstance(value, list) else value}"


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
    there = held[old]
    i = there.index(piece)
    held[old] = there[:i] + there[i + 1 :]
    mixed = s.mixed_
    if i < mixed[old]:
        mixed[old] -= 1
    held[to] = (*held[to], piece)
    where[piece] = to
    s.shown_[piece] = 0


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
    return [
        p for p in pieces if low <= (where[p] if where[p] < carriers else space_of(where, p, carriers, high)) < high
    ]


def in_play(where: list[int], box: int, items: Iterable[int]) -> Iterator[int]:
    """`items`, without those that go to the box on the way."""
    fixed = tuple(items)
    gone = [x for x in fixed if where[x] == box]
    for item in fixed:
        if where[item] != box or item in gone:
            yield item


def take(s: State, count: int, zone: int, bag: bool) -> list[int]:
    """Which pieces a draw brings, without moving them."""
    drawn: list[int] = []
    rest = list(s.held_[zone])
    mixed = len(rest) if bag else s.mixed_[zone]
    while rest and len(drawn) < count:
        if mixed >= len(rest):
            choice = sorted(rest)
            piece = choice[s.pick_(s, choice) if len(choice) > 1 else 0]
        else:
            piece = rest[-1]
        rest.remove(piece)
        mixed = min(mixed, len(rest))
        drawn.append(piece)
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
    """A whole zone on top of what is at `to`; in an empty place it stays as shuffled as it was."""
    held = s.held_[zone]
    loose = len(held) if bag else s.mixed_[zone]
    if zone == to:
        return
    stays = not s.held_[to]
    for piece in held if stays else settled(s, zone, bag):
        move(s, piece, to)
    if stays:
        s.mixed_[to] = loose


def draw_one(s: State, zone: int, to: int, bag: bool) -> int:
    drawn = take(s, 1, zone, bag)
    if not drawn:
        return -1
    move(s, drawn[0], to)
    return drawn[0]


def draw_many(s: State, count: int, zone: int, to: int, bag: bool) -> list[int]:
    drawn = take(s, count, zone, bag)
    for piece in drawn:
        move(s, piece, to)
    return drawn


def shuffle(s: State, zone: int) -> None:
    """The order is drawn lazily, when pieces are; what was shown of them is forgotten."""
    s.held_[zone] = tuple(sorted(s.held_[zone]))
    s.mixed_[zone] = len(s.held_[zone])
    for piece in s.held_[zone]:
        s.shown_[piece] = 0


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


# ----------------------------------------------------------------------- choices


def choose_several(
    s: State,
    ask: Callable[..., Any],
    site: int,
    player: int,
    options: Sequence[Any],
    low: int,
    high: int,
    values: tuple[Any, ...],
    hidden: bool = False,
    groups: Sequence[Sequence[int]] = (),
) -> list[Any]:
    """Several, asked one by one in ascending order; None is "done". `hidden`: a single option is asked for too."""
    steps = several(options, low, high, groups)
    answer: Any = None
    try:
        offered = next(steps)
        while True:
            single = len(offered) == 1 and not hidden
            answer = offered[0] if single else ask(s, site, player, offered, values)
            offered = steps.send(answer)
    except StopIteration as stop:
        chosen: list[Any] = stop.value
        return chosen


def choose_several_pull(
    site: int,
    player: int,
    options: Sequence[Any],
    low: int,
    high: int,
    values: tuple[Any, ...],
    hidden: bool = False,
    groups: Sequence[Sequence[int]] = (),
) -> Generator[Request, Any, list[Any]]:
    steps = several(options, low, high, groups)
    try:
        offered = next(steps)
        while True:
            single = len(offered) == 1 and not hidden
            answer = offered[0] if single else (yield (site, player, offered, values))
            offered = steps.send(answer)
    except StopIteration as stop:
        chosen: list[Any] = stop.value
        return chosen


def several(
    options: Sequence[Any], low: int, high: int, groups: Sequence[Sequence[int]] = ()
) -> Generator[list[Any], Any, list[Any]]:
    """Offers what can still come after what was chosen, so that every set comes up in one order only.

    `groups` are the options sorted by which equal each other: of each group only the next one is offered.
    """
    rest, chosen = [piece for group in groups for piece in group] or list(options), list[Any]()
    if low > len(rest):
        raise Fault(f"{low} must be chosen and there are {len(rest)}")
    while len(chosen) < high and rest:
        missing = low - len(chosen)
        offered = rest[: len(rest) - missing + 1] if missing > 0 else rest
        if groups:
            offered = [found[0] for group in groups if (found := [x for x in group if x in offered])]
        answer = yield [*offered, None] if missing <= 0 else list(offered)
        if answer is None:
            break
        chosen.append(answer)
        rest = rest[rest.index(answer) + 1 :]
    return chosen


def enough(options: Sequence[Any], low: int) -> bool:
    """Can so many be chosen, and anything at all?"""
    return len(options) >= max(low, 1)


def alike(
    s: State, pieces: Sequence[int], distinct: Callable[[State, Sequence[int]], Sequence[int]]
) -> list[list[int]]:
    """Pieces in groups of those that equal each other."""
    return [[x for x in pieces if x == one or len(distinct(s, (one, x))) == 1] for one in distinct(s, pieces)]


# ------------------------------------------------------------------------ boards


@lru_cache(maxsize=64)
def _shape(spec: tuple[Any, ...]) -> boards.Shape:
    kind = spec[0]
    if kind == "square":
        return boards.square(spec[1], spec[2], "diagonal" if spec[3] == "links" else spec[3])
    if kind == "track":
        return boards.track(spec[1], spec[2])
    return boards.graph(spec[1], tuple((a, b, True) for a, b in spec[2]))


def _find(specs: tuple[Any, ...], cell: int) -> tuple[int, boards.Shape]:
    base, *spec = max(s for s in specs if s[0] <= cell)
    return base, _shape(tuple(spec))


def _lift(value: Any, base: int) -> Any:
    if isinstance(value, tuple):
        return tuple(_lift(item, base) for item in value)
    return value if value < 0 else value + base


def ask_distance(specs: tuple[Any, ...], a: int, b: int) -> int:
    base, shape = _find(specs, a)
    other, _ = _find(specs, b)
    return boards.distance(shape, a - base, b - base) if base == other else -1


def _ask_cell(name: str) -> Callable[..., Any]:
    def question(specs: tuple[Any, ...], cell: int, *rest: int) -> Any:
        base, shape = _find(specs, cell)
        if name == "neighbor":
            return _lift(shape.steps[rest[0]][cell - base], base)
        if name == "runs_through":
            return _lift(boards.runs_through(shape, rest[0])[cell - base], base)
        return _lift(getattr(boards, name)(shape, cell - base, *rest), base)

    return question


def _ask_board(name: str) -> Callable[..., Any]:
    def question(specs: tuple[Any, ...], number: int) -> Any:
        base, *spec = specs[0]
        try:
            return _lift(getattr(boards, name)(_shape(tuple(spec)), number), base)
        except (ValueError, IndexError):
            return ()

    return question


NAMESPACE: dict[str, Any] = {
    f.__name__: f
    for f in (
        end_game,
        endless_repeat,
        repeats,
        no_row,
        set_twice,
        in_bounds,
        out_of_bounds,
        times,
        span,
        row_of,
        numbered,
        not_empty,
        min_of,
        max_of,
        top_of,
        first_of,
        last_of,
        back_to_front,
        joined,
        without,
        frozen,
        doubled,
        as_place,
        lies_in,
        least,
        in_order,
        in_groups,
        players_from,
        next_player,
        present,
        acting,
        owner_now,
        seat_pieces,
        roll_sum,
        roll_list,
        roll_best,
        roll_digits,
        roll_line,
        move,
        space_of,
        on_board,
        in_play,
        take,
        settled,
        move_all,
        draw_one,
        draw_many,
        shuffle,
        reveal,
        show,
        gain,
        pay,
        give,
        empty_purses,
        gained,
        paid_out,
        choose_several,
        choose_several_pull,
        alike,
        enough,
        ask_distance,
    )
}
NAMESPACE |= {
    f"ask_{name}": _ask_cell(name) for name in ("neighbor", "within", "ring", "ray", "along", "ahead", "runs_through")
}
NAMESPACE |= {f"ask_{name}": _ask_board(name) for name in ("runs", "column", "row")}
