"""Guess the name that was meant, for the help line of a diagnostic."""

from __future__ import annotations

from collections.abc import Iterable


def did_you_mean(name: str, candidates: Iterable[str]) -> str | None:
    """The candidate nearest to ``name``, or None if none is near enough.

    Near is at most one slip (a letter wrong, missing, extra, or two swapped) in three letters.
    Equally near candidates are decided by the alphabet, so the answer never varies.
    """
    limit = (len(name) + 2) // 3
    best: tuple[int, str] | None = None
    for candidate in candidates:
        if candidate == name or abs(len(candidate) - len(name)) > limit:
            continue
        found = (_slips(_plain(name), _plain(candidate)), candidate)
        if found[0] <= limit and (best is None or found < best):
            best = found
    return best[1] if best else None


def _plain(name: str) -> str:
    # Case, spaces and underscores are what people mix up first: they count for nothing.
    return name.casefold().replace("_", "").replace(" ", "").replace("-", "")[:60]


def _slips(one: str, two: str) -> int:
    """Edit distance with swaps of neighbours (optimal string alignment)."""
    before: list[int] = []
    row = list(range(len(two) + 1))
    for i, a in enumerate(one, 1):
        last, before, row = before, row, [i]
        for j, b in enumerate(two, 1):
            cost = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (a != b))
            if i > 1 and j > 1 and a == two[j - 2] and one[i - 2] == b:
                cost = min(cost, last[j - 2] + 1)
            row.append(cost)
    return row[-1]
