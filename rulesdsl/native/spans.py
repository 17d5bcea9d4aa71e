"""Between which numbers a value lies, as far as that is known: an index that cannot be wrong needs no look."""

from __future__ import annotations

from typing import Any

Span = tuple[int, int] | None
"""The least and the greatest; None where nothing is known. Of a list: those of the numbers in it."""
NOTHING: Span = (1 << 60, -(1 << 60))
"""Of a variable that nothing was assigned to yet, of an empty list."""
MOST_CHANGES = 6
"""How often what is known of a variable may change before it counts as unknown."""


def both(a: Span, b: Span) -> Span:
    """Of something that is one or the other."""
    return None if a is None or b is None else (min(a[0], b[0]), max(a[1], b[1]))


def added(a: Span, b: Span, sign: int) -> Span:
    """Of a sum, or of a difference if `sign` is -1."""
    if a is None or b is None or a == NOTHING or b == NOTHING:
        return None if a is None or b is None else NOTHING
    low, high = (b[0], b[1]) if sign > 0 else (-b[1], -b[0])
    return a[0] + low, a[1] + high


def of(value: Any) -> Span:
    """Of a plain value, or of all numbers in it."""
    if isinstance(value, tuple):
        found: Span = NOTHING
        for item in value:
            found = both(found, of(item))
        return found
    return (int(value), int(value)) if isinstance(value, int) else None


def surely(a: Span, sign: str, b: Span) -> bool:
    """Is `a < b` or the like true whatever the values are?"""
    if a is None or b is None or a == NOTHING or b == NOTHING:
        return False
    if sign in (">", ">="):
        a, b, sign = b, a, sign.replace(">", "<")
    return a[1] < b[0] if sign == "<" else a[1] <= b[0] if sign == "<=" else False


def fits(span: Span, low: int, high: int) -> bool:
    """Does a value surely lie from `low` up to `high`?"""
    return span is not None and low <= span[0] <= span[1] <= high
