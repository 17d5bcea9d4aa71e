"""Boards as one integer a side."""

from __future__ import annotations

from random import Random

LINES = (0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124)
HAS_LINE = [any(marks & line == line for line in LINES) for marks in range(512)]
CELLS = [1 << cell for cell in range(9)]


def tic_tac_toe(rng: Random) -> int:
    """The free cells as a list of bits, the marks of each side as a sum of them."""
    pick, has_line = rng.random, HAS_LINE
    free = CELLS.copy()
    mine = theirs = 0
    for count in (9, 8, 7, 6, 5, 4, 3, 2):
        mine |= free.pop(int(pick() * count))
        if has_line[mine]:
            return 10 - count
        mine, theirs = theirs, mine
    return 8  # the last cell is nobody's choice


SLOTS = [1 << 7 * column for column in range(7)]
ABOVE = sum(1 << 7 * column + 6 for column in range(7))
"""The cells over the six of each column, where no disc may come to lie."""


def connect_four(rng: Random) -> int:
    """Seven bits a column, the lowest free cell of each open column in a list."""
    pick, above = rng.random, ABOVE
    free = SLOTS.copy()
    count = 7
    mine = theirs = decisions = 0
    while count:
        if count > 1:
            slot = int(pick() * count)
            decisions += 1
        else:
            slot = 0
        disc = free[slot]
        mine |= disc
        pair = mine & mine >> 1
        if pair & pair >> 2:
            return decisions
        pair = mine & mine >> 7
        if pair & pair >> 14:
            return decisions
        pair = mine & mine >> 6
        if pair & pair >> 12:
            return decisions
        pair = mine & mine >> 8
        if pair & pair >> 16:
            return decisions
        disc += disc
        if disc & above:
            del free[slot]
            count -= 1
        else:
            free[slot] = disc
        mine, theirs = theirs, mine
    return decisions


FIRST_FILE = sum(1 << 8 * row for row in range(8))
NOT_FIRST = ~FIRST_FILE & (1 << 64) - 1
NOT_LAST = ~(FIRST_FILE << 7) & (1 << 64) - 1


def breakthrough(rng: Random) -> int:
    """A bit a cell, rows of eight; both sides in turn, so that each has its own shifts."""
    pick, not_first, not_last = rng.random, NOT_FIRST, NOT_LAST
    red, black = 0xFFFF, 0xFFFF << 48
    decisions = 0
    while True:
        # Black goes down: to the bit eight below, or seven or nine below.
        free, other = ~(red | black), ~black
        movable = black & (free << 8 | (other & not_last) << 9 | (other & not_first) << 7)
        count = movable.bit_count()
        if count > 1:
            decisions += 1
            for _ in range(int(pick() * count)):
                movable &= movable - 1
        pawn = movable & -movable
        ahead = pawn >> 8
        targets = [to for to in ((pawn & not_first) >> 9, ahead & free, (pawn & not_last) >> 7) if to & other]
        if len(targets) > 1:
            decisions += 1
            to = targets[int(pick() * len(targets))]
        else:
            to = targets[0]
        black ^= pawn | to
        red &= ~to
        if to < 256 or not red:
            return decisions

        free, other = ~(red | black), ~red
        movable = red & (free >> 8 | (other & not_last) >> 7 | (other & not_first) >> 9)
        count = movable.bit_count()
        if count > 1:
            decisions += 1
            for _ in range(int(pick() * count)):
                movable &= movable - 1
        pawn = movable & -movable
        ahead = pawn << 8
        targets = [to for to in ((pawn & not_first) << 7, ahead & free, (pawn & not_last) << 9) if to & other]
        if len(targets) > 1:
            decisions += 1
            to = targets[int(pick() * len(targets))]
        else:
            to = targets[0]
        red ^= pawn | to
        black &= ~to
        if to >= 1 << 56 or not black:
            return decisions
