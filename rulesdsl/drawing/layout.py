"""Find places for regions that have none: as far apart as the links between them say (stress majorization).

Gansner, Koren and North, Graph Drawing by Stress Majorization, 2004; without chance, from a ring, so that the same
board always looks the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, dist, hypot, pi, sin
from typing import Final

Place = tuple[float, float]
_ROUNDS: Final = 300
_STILL: Final = 1e-4


def places(count: int, links: Sequence[tuple[int, int, bool]]) -> list[Place]:
    """Return (x, y) of each region, linked ones about 1 apart, the smallest x and y being 0."""
    if count == 0:
        return []
    far = _distances(count, links)
    found = [(cos(2 * pi * i / count) * count / 4, sin(2 * pi * i / count) * count / 4) for i in range(count)]
    for _ in range(_ROUNDS):
        moved = 0.0
        for i in range(count):
            place = _pulled(i, found, far)
            moved = max(moved, dist(place, found[i]))
            found[i] = place
        if moved < _STILL:
            break
    return _turned(found)


def _pulled(i: int, found: Sequence[Place], far: Sequence[Sequence[int]]) -> Place:
    """Where the others want a region to be, near ones more than far ones."""
    x = y = weights = 0.0
    for j, (other_x, other_y) in enumerate(found):
        if j == i:
            continue
        wanted = far[i][j]
        weight = 1 / wanted**2
        away_x, away_y = found[i][0] - other_x, found[i][1] - other_y
        away = hypot(away_x, away_y) or 1e-9
        x += weight * (other_x + wanted * away_x / away)
        y += weight * (other_y + wanted * away_y / away)
        weights += weight
    return (x / weights, y / weights) if weights else (0.0, 0.0)


def _distances(count: int, links: Sequence[tuple[int, int, bool]]) -> list[list[int]]:
    """Links from each region to each other, whichever way they lead; without a way as far as any."""
    near: list[set[int]] = [set() for _ in range(count)]
    for a, b, _ in links:
        near[a].add(b)
        near[b].add(a)
    found = []
    for start in range(count):
        steps, line = {start: 0}, [start]
        for at in line:
            for other in sorted(near[at] - steps.keys()):
                steps[other] = steps[at] + 1
                line.append(other)
        found.append(steps)
    apart = max(2, *(max(steps.values()) for steps in found))
    return [[steps.get(other, apart) for other in range(count)] for steps in found]


def _turned(found: Sequence[Place]) -> list[Place]:
    """Places laid down flat: wider than high, from 0."""
    wide = max(x for x, _ in found) - min(x for x, _ in found)
    high = max(y for _, y in found) - min(y for _, y in found)
    turned = [(y, x) for x, y in found] if high > wide else list(found)
    left, top = min(x for x, _ in turned), min(y for _, y in turned)
    return [(round(x - left, 4), round(y - top, 4)) for x, y in turned]
