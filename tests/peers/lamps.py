"""Lamplighters once more, in plain Python from the rules as one tells them, to be played beside the rule file.

Three evenings for three to five, with hands of nine, eight or seven cards. All keep one card of the hand at the same
time, lay it open in the street before them, and hand the rest to the left (in the second evening to the right), until
no cards are left. Then the evening is counted, streets are emptied, all cards but oilcans come back:

- in each tint, who has most light has 6 points and who is second 3. Those who are level for the most share the 6, and
  nobody is second then; those who are level behind share the 3; shares are rounded down. No light, no points.
- a lantern of each tint is a garland, 5 points each.
- one moth costs 2 points, two cost 5; three bring 4, and each further one 1 more.

Oilcans are kept to the end, where 7 points go to who has most (shared, rounded down, by those who are level; not if
nobody has any). The most points win; of those who are level, who has more oilcans.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import product

TINTS = ("crimson", "saffron", "jade", "indigo")
LIGHT = {"spark": 1, "flame": 2, "blaze": 4}
COPIES = {"spark": 5, "flame": 3, "blaze": 2}
BOX = Counter({f"{tint}_{size}": n for tint in TINTS for size, n in COPIES.items()} | {"moth": 8, "oilcan": 8})
"""How many there are of each card."""
FULL_HAND = {3: 9, 4: 8, 5: 7}


class Draft:
    """A game: hands, streets, oilcans and points by seat, the seats in order to the left."""

    def __init__(self, seats: int, hand: int, evenings: int) -> None:
        self.seats, self.hand, self.evenings = seats, hand, evenings
        self.evening = 1
        self.hands: list[Counter[str]] = []
        self.streets = [Counter[str]() for _ in range(seats)]
        self.cans = [0] * seats
        self.points = [0] * seats

    def copy(self) -> Draft:
        twin = Draft(self.seats, self.hand, self.evenings)
        twin.evening, twin.cans, twin.points = self.evening, [*self.cans], [*self.points]
        twin.hands, twin.streets = [Counter(h) for h in self.hands], [Counter(s) for s in self.streets]
        return twin

    def stock(self) -> list[str]:
        """The cards that can be dealt."""
        return sorted((BOX - Counter({"oilcan": sum(self.cans)})).elements())

    def deal(self, cards: list[str]) -> None:
        """The first cards to the first seat, and so on."""
        self.hands = [Counter(cards[k * self.hand : (k + 1) * self.hand]) for k in range(self.seats)]

    @property
    def waits_for_cards(self) -> bool:
        return not self.over and sum(hand.total() for hand in self.hands) == 0

    @property
    def over(self) -> bool:
        return self.evening > self.evenings

    def keep(self, cards: tuple[str, ...]) -> None:
        """What each seat keeps; then the hands go on."""
        for seat, card in enumerate(cards):
            self.hands[seat] -= Counter([card])
            self.streets[seat][card] += 1
        to_the_left = 1 if self.evening != 2 else -1
        self.hands = [self.hands[(seat - to_the_left) % self.seats] for seat in range(self.seats)]
        if self.hands[0].total() == 0:
            self.count_evening()

    def count_evening(self) -> None:
        for tint in TINTS:
            lights = [sum(n * light(card) for card, n in s.items() if card.startswith(tint)) for s in self.streets]
            self.points = [old + new for old, new in zip(self.points, for_light(lights), strict=True)]
        for seat, street in enumerate(self.streets):
            self.points[seat] += 5 * min(sum(street[f"{tint}_{size}"] for size in LIGHT) for tint in TINTS)
            moths = street["moth"]
            self.points[seat] += {0: 0, 1: -2, 2: -5}.get(moths, moths + 1)
            self.cans[seat] += street["oilcan"]
            street.clear()
        if self.evening == self.evenings and max(self.cans) > 0:
            best = [seat for seat in range(self.seats) if self.cans[seat] == max(self.cans)]
            for seat in best:
                self.points[seat] += 7 // len(best)
        self.evening += 1

    def winners(self) -> list[int]:
        ranked = [(self.points[seat], self.cans[seat]) for seat in range(self.seats)]
        return [seat for seat in range(self.seats) if ranked[seat] == max(ranked)]


def light(card: str) -> int:
    return LIGHT[card.rpartition("_")[2]]


def for_light(lights: list[int]) -> list[int]:
    """The points of all seats for their light in one tint."""
    levels = sorted({lit for lit in lights if lit > 0}, reverse=True)
    points = [0] * len(lights)
    for prize, level in zip((6, 3), levels, strict=False):
        share = [seat for seat, lit in enumerate(lights) if lit == level]
        for seat in share:
            points[seat] = prize // len(share)
        if len(share) > 1:
            break  # nobody is second behind two firsts
    return points


def every_end(draft: Draft) -> Iterator[tuple[int, ...]]:
    """The points at the end of each course that a dealt evening can take."""
    if draft.over:
        yield tuple(draft.points)
        return
    for cards in product(*(sorted(hand) for hand in draft.hands)):
        twin = draft.copy()
        twin.keep(cards)
        yield from every_end(twin)
