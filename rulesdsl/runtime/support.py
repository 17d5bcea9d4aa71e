"""What generated code calls. Every function here is in the namespace of a compiled game under its own name."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Sequence
from fractions import Fraction
from typing import Any, NoReturn

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


NOBODY = -2
"""The winner of a game that nobody wins; -1 is one of which nothing is said."""


def said_winner(player: int) -> int:
    return player if player >= 0 else NOBODY


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


def in_bounds(value: int, low: int, high: int, name: str, parts: int = 1) -> int:
    """The value; a fault if it is out of bounds. All three are counted in halves if `parts` is 2."""
    if not low <= value <= high:
        out_of_bounds(name, value, parts)
    return value


def out_of_bounds(name: str, value: int, parts: int = 1) -> None:
    raise Fault(f"`{name}` leaves its bounds: {Fraction(value, parts)}")


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


def cell_numbered(value: int, places: dict[int, int], board: str) -> int:
    place = places.get(value)
    if place is None:
        raise Fault(f"`{board}` has no cell {value}")
    return place


def direction_numbered(value: int, ways: tuple[int, ...], board: str) -> int:
    if not 1 <= value <= len(ways):
        raise Fault(f"`{board}` has no direction {value}: they are 1 to {len(ways)}")
    return ways[value - 1]


def not_empty(value: Any, word: str) -> Any:
    if value is None:
        raise Fault(f"`{word}` of nothing")
    return value


def min_of(items: Iterable[int]) -> int:
    return int(not_empty(min(items, default=None), "min"))


def max_of(items: Iterable[int]) -> int:
    return int(not_empty(max(items, default=None), "max"))


# ------------------------------------------------------------------------- lists


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
    return tuple([x for x in a if x not in out])


def frozen(items: Iterable[Any]) -> tuple[Any, ...]:
    """A list of lists as tuples."""
    return tuple([tuple(x) if isinstance(x, list | range) else x for x in items])


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


# ----------------------------------------------------------------------- choices


def nothing_to_choose() -> NoReturn:
    raise Fault("nothing can be chosen here")


def sole(s: State, site: int, value: Any) -> Any:
    """The only option of a step of a chain, which is taken unasked."""
    s.chain_ = (*s.chain_, (site, value))
    return value


def sole_action(s: State, site: int, value: Any) -> Any:
    """The only action of an offer, which is taken unasked: a chain of questions begins with it."""
    s.chain_ = ((site, value),)
    return value


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


def alike(s: State, pieces: Sequence[int], distinct: Callable[..., Sequence[int]], *player: int) -> list[list[int]]:
    """Pieces in groups of those that equal each other, as far as `player` may know."""
    return [
        [x for x in pieces if x == one or len(distinct(s, (one, x), *player)) == 1]
        for one in distinct(s, pieces, *player)
    ]
