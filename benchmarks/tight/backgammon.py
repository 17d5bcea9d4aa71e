"""Backgammon as two lists of counts, each by its player's own way home: 25 is the bar, 0 is borne off."""

from __future__ import annotations

from random import Random

START = [0] * 26
START[24], START[13], START[8], START[6] = 2, 5, 3, 5
HOME = [0] * 18
"""What the points from 7 to 24 hold when all are home."""

WORTH = 0
"""What the last game was worth."""


def sources(mine: list[int], theirs: list[int], die: int) -> list[int]:
    """The spots from which this die can be played."""
    if mine[25]:
        return [25] if theirs[die] < 2 else []
    shift = 25 + die
    spots = [spot for spot in range(die + 1, 25) if mine[spot] and theirs[shift - spot] < 2]
    if mine[7:25] == HOME:
        if mine[die]:
            spots.append(die)
        else:
            top = 6
            while not mine[top]:
                top -= 1
            if top < die:
                spots.append(top)
    return spots


def stepped(mine: list[int], spot: int, die: int) -> list[int]:
    """The counts after one step."""
    after = mine.copy()
    after[spot] -= 1
    after[spot - die if spot > die else 0] += 1
    return after


def plays(mine: list[int], theirs: list[int], die: int, left: int) -> int:
    """How often a die of doubles can be played, at most `left` times."""
    if mine[0] == 15:
        return 0
    spots = sources(mine, theirs, die)
    if left == 1 or not spots:
        return 1 if spots else 0
    best = 1
    for spot in spots:
        best = max(best, 1 + plays(stepped(mine, spot, die), theirs, die, left - 1))
        if best == left:
            break
    return best


def same(mine: list[int], theirs: list[int], die: int, left: int) -> list[int]:
    """The spots that leave as many plays of doubles as possible."""
    spots = sources(mine, theirs, die)
    if left == 1 or len(spots) < 2 or (not mine[25] and sum([mine[spot] for spot in spots]) >= left):
        return spots
    after = [plays(stepped(mine, spot, die), theirs, die, left - 1) for spot in spots]
    goal = max(after)
    return [spot for spot, more in zip(spots, after, strict=True) if more == goal]


def leaving(mine: list[int], theirs: list[int], spots: list[int], die: int, other: int, others: list[int]) -> list[int]:
    """Those of the spots that can play one die and leave the other one playable from somewhere."""
    if not mine[25] and len(others) > 1:
        return spots
    found = []
    for spot in spots:
        after = stepped(mine, spot, die)
        if after[0] < 15 and sources(after, theirs, other):
            found.append(spot)
    return found


def backgammon(rng: Random) -> int:
    """Doubles and two different dice are two loops: only in the latter there is a die to choose."""
    global WORTH
    pick = rng.random
    mine, theirs = START.copy(), START.copy()
    decisions = 0
    high = low = 0
    while high == low:
        high, low = int(pick() * 6) + 1, int(pick() * 6) + 1
    while True:
        if high == low:
            rest, die = 4, high
        else:
            rest, die = 1, 0
            if high < low:
                high, low = low, high
            by_high, by_low = sources(mine, theirs, high), sources(mine, theirs, low)
            first_high = leaving(mine, theirs, by_high, high, low, by_low)
            first_low = leaving(mine, theirs, by_low, low, high, by_high)
            if not first_high and not first_low:
                if by_high:
                    first_high = by_high
                else:
                    first_low = by_low
            spots = first_high + [spot for spot in first_low if spot not in first_high]
            if spots:
                count = len(spots)
                if count > 1:
                    decisions += 1
                    spot = spots[int(pick() * count)]
                else:
                    spot = spots[0]
                die = high
                if spot in first_low:
                    if spot not in first_high:
                        die = low
                    else:
                        decisions += 1
                        if pick() < 0.5:
                            die = low
                mine[spot] -= 1
                if spot > die:
                    spot -= die
                    mine[spot] += 1
                    if theirs[25 - spot]:
                        theirs[25 - spot] = 0
                        theirs[25] += 1
                else:
                    mine[0] += 1
                    if mine[0] == 15:
                        break
                die = high + low - die
            else:
                rest = 0
        while rest:
            spots = same(mine, theirs, die, rest)
            count = len(spots)
            if count > 1:
                decisions += 1
                spot = spots[int(pick() * count)]
            elif count:
                spot = spots[0]
            else:
                break
            rest -= 1
            mine[spot] -= 1
            if spot > die:
                spot -= die
                mine[spot] += 1
                if theirs[25 - spot]:
                    theirs[25 - spot] = 0
                    theirs[25] += 1
            else:
                mine[0] += 1
                if mine[0] == 15:
                    break
        if mine[0] == 15:
            break
        mine, theirs = theirs, mine
        high, low = int(pick() * 6) + 1, int(pick() * 6) + 1
    WORTH = 1 if theirs[0] else 3 if theirs[19:] != HOME[:7] else 2
    return decisions
