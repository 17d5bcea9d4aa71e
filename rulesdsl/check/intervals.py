"""Sets of whole numbers as rows of intervals: what dice and changes can give, and what rows cover.

A bound of None is open. A `Numbers` is sorted, and no two of its intervals touch, so that equal sets are equal tuples.
"""

from __future__ import annotations

from collections.abc import Iterable

Interval = tuple[int | None, int | None]
Numbers = tuple[Interval, ...]

ALL: Interval = (None, None)

# Several dice read as digits can make hundreds of intervals; beyond some thousands one
# interval around all of them is near enough.
_MOST = 4000


def numbers(parts: Iterable[Interval]) -> Numbers:
    """The union of intervals, those that run backwards left out."""
    each = [part for part in parts if part[0] is None or part[1] is None or part[0] <= part[1]]
    each.sort(key=lambda part: (part[0] is not None, part[0] or 0))
    found: list[Interval] = []
    for low, high in each:
        if found and _touches(found[-1][1], low):
            found[-1] = found[-1][0], _greater(found[-1][1], high)
        else:
            found.append((low, high))
    return tuple(found) if len(found) <= _MOST else (hull(found),)


def _touches(high: int | None, low: int | None) -> bool:
    return high is None or low is None or low <= high + 1


def _greater(one: int | None, other: int | None) -> int | None:
    return None if one is None or other is None else max(one, other)


def _smaller(one: int | None, other: int | None) -> int | None:
    return None if one is None or other is None else min(one, other)


def hull(parts: Iterable[Interval]) -> Interval:
    """The one interval around all of them; open on both sides for none."""
    each = list(parts)
    if not each:
        return ALL
    low, high = each[0]
    for part in each[1:]:
        low, high = _smaller(low, part[0]), _greater(high, part[1])
    return low, high


def common(one: Interval, other: Interval) -> Interval | None:
    """What two intervals share, or None."""
    low = one[0] if other[0] is None else other[0] if one[0] is None else max(one[0], other[0])
    high = one[1] if other[1] is None else other[1] if one[1] is None else min(one[1], other[1])
    return None if low is not None and high is not None and low > high else (low, high)


def without(wanted: Numbers, given: Iterable[Interval]) -> Numbers:
    """The numbers of `wanted` that no interval of `given` has."""
    left = wanted
    for low, high in numbers(given):
        parts: list[Interval] = []
        for part in left:
            below = None if low is None else common(part, (None, low - 1))
            above = None if high is None else common(part, (high + 1, None))
            parts += [piece for piece in (below, above) if piece is not None]
        left = tuple(parts)
    return left


# --------------------------------------------------------------------- arithmetic


def add(one: Interval, other: Interval) -> Interval:
    """All sums of one number of each."""
    low = None if one[0] is None or other[0] is None else one[0] + other[0]
    high = None if one[1] is None or other[1] is None else one[1] + other[1]
    return low, high


def negative(one: Interval) -> Interval:
    return None if one[1] is None else -one[1], None if one[0] is None else -one[0]


def multiply(one: Interval, other: Interval) -> Interval:
    """The interval around all products; an open side counts as infinite."""
    if (0, 0) in (one, other):
        return 0, 0
    products = [_times(a, b) for a in _ends(one) for b in _ends(other)]
    low, high = min(products), max(products)
    return None if low == -_INFINITE else int(low), None if high == _INFINITE else int(high)


_INFINITE = float("inf")


def _ends(one: Interval) -> tuple[float, float]:
    return -_INFINITE if one[0] is None else one[0], _INFINITE if one[1] is None else one[1]


def _times(a: float, b: float) -> float:
    return 0 if a == 0 or b == 0 else a * b


def divide(one: Interval, by: int, up: bool = False) -> Interval:
    """Halves, thirds...: `by` is above 0; rounded down, or up."""
    extra = by - 1 if up else 0
    low = None if one[0] is None else (one[0] + extra) // by
    high = None if one[1] is None else (one[1] + extra) // by
    return low, high


def at_least(one: Interval, other: Interval) -> Interval:
    """The greater of one number of each."""
    low = other[0] if one[0] is None else one[0] if other[0] is None else max(one[0], other[0])
    return low, _greater(one[1], other[1])


def at_most(one: Interval, other: Interval) -> Interval:
    """The lesser of one number of each."""
    high = other[1] if one[1] is None else one[1] if other[1] is None else min(one[1], other[1])
    return _smaller(one[0], other[0]), high


# --------------------------------------------------------------------------- words


def in_words(found: Numbers, most: int = 8) -> str:
    """`3`, `4 and 5`, `..2, 7 and 9..12`: the numbers as a person would list them."""
    words: list[str] = []
    for low, high in found:
        if low is not None and high is not None and high - low < 2:
            words += [str(number) for number in range(low, high + 1)]
        else:
            words.append(f"{'' if low is None else low}..{'' if high is None else high}")
    if len(words) > most:
        return ", ".join(words[:most]) + f" and {len(words) - most} more"
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)
