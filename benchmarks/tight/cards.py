"""Cards as bits, and games of a few numbers."""

from __future__ import annotations

from random import Random


def pig(rng: Random) -> int:
    """Two scores, which change places with the turn."""
    pick = rng.random
    mine = theirs = pot = decisions = 0
    while True:
        decisions += 1
        if pick() < 0.5:
            die = int(pick() * 6)
            if die:
                pot += die + 1
                continue
        else:
            mine += pot
            if mine >= 100:
                return decisions
        pot = 0
        mine, theirs = theirs, mine


KUHN_CHIPS = 0
"""What the first player won in the last game, so that the cards are not dealt in vain."""


def kuhn_poker(rng: Random) -> int:
    """A tree of five ends."""
    global KUHN_CHIPS
    pick = rng.random
    first, second = int(pick() * 3), int(pick() * 2)
    sign = 1 if first > second else -1  # the second card is the lower or the higher one of the two others
    if pick() < 0.5:  # check
        if pick() < 0.5:  # check
            KUHN_CHIPS = sign
            return 2
        KUHN_CHIPS = -1 if pick() < 0.5 else 2 * sign
        return 3
    KUHN_CHIPS = 1 if pick() < 0.5 else 2 * sign
    return 2


LEDUC_CHIPS = 0
"""The same of Leduc poker."""

PAIRS = [(first, second) for first in range(6) for second in range(6) if first != second]
COMMON = {pair: [card >> 1 for card in range(6) if card not in pair] for pair in PAIRS}


def leduc_poker(rng: Random) -> int:
    """A choice is 0 check or call, 1 bet, 2 fold."""
    global LEDUC_CHIPS
    pick = rng.random
    pair = PAIRS[int(pick() * 30)]
    mine = theirs = 1
    player = decisions = 0
    for bet in (2, 4):
        raises = checks = 0
        if player:  # the first player begins each round
            mine, theirs, player = theirs, mine, 0
        while True:
            decisions += 1
            if mine == theirs:
                if int(pick() * 2):
                    mine += bet
                    raises += 1
                elif checks:
                    break
                else:
                    checks = 1
            else:
                choice = int(pick() * 3) if raises < 2 else int(pick() * 2) * 2
                if choice == 2:
                    LEDUC_CHIPS = mine if player else -mine
                    return decisions
                mine = theirs
                if not choice:
                    break
                mine += bet
                raises += 1
            mine, theirs, player = theirs, mine, 1 - player
    common = COMMON[pair][int(pick() * 4)]
    first, second = pair[0] >> 1, pair[1] >> 1
    if first == second:
        LEDUC_CHIPS = 0
    else:
        LEDUC_CHIPS = mine if first == common or (second != common and first > second) else -mine
    return decisions


SUITS = [0x1FFF << 13 * suit for suit in range(4)]  # clubs, diamonds, spades, hearts; the lowest bit is the two
SUIT_OF = {1 << card: SUITS[card // 13] for card in range(52)}
HEARTS = SUITS[3]
QUEEN = 1 << 2 * 13 + 10
HARMS = HEARTS | QUEEN
DECK = [1 << card for card in range(52)]

POINTS = [0, 0, 0, 0]
"""What the last deal of hearts cost each player."""


def hearts(rng: Random) -> int:
    """A hand is 52 bits; who has one card to play is asked too."""
    pick, suit_of = rng.random, SUIT_OF
    deck = DECK.copy()
    rng.shuffle(deck)
    hands = [sum(deck[:13]), sum(deck[13:26]), sum(deck[26:39]), sum(deck[39:])]
    passed = [0, 0, 0, 0]
    for player in (0, 1, 2, 3):
        hand = hands[player]
        for count in (13, 12, 11):
            left = hand
            for _ in range(int(pick() * count)):
                left &= left - 1
            hand ^= left & -left
        passed[player] = hands[player] ^ hand
        hands[player] = hand
    hands = [hands[player] | passed[player - 1] for player in (0, 1, 2, 3)]
    leader = 0
    while not hands[leader] & 1:
        leader += 1
    taken = [0, 0, 0, 0]
    broken = 0
    for trick in range(13):
        if not trick:
            card = 1
        else:
            hand = hands[leader]
            legal = hand if broken else hand & ~HEARTS or hand
            for _ in range(int(pick() * legal.bit_count())):
                legal &= legal - 1
            card = legal & -legal
        hands[leader] ^= card
        suit = suit_of[card]
        best, winner, cards = card, leader, card
        for player in (leader - 3, leader - 2, leader - 1):
            hand = hands[player]
            legal = hand & suit or (hand if trick else hand & ~HARMS or hand)
            count = legal.bit_count()
            if count > 1:
                for _ in range(int(pick() * count)):
                    legal &= legal - 1
            card = legal & -legal
            hands[player] = hand ^ card
            cards |= card
            if card & suit and card > best:
                best, winner = card, player
        broken |= cards & HEARTS
        leader = winner & 3
        taken[leader] |= cards
    for player in (0, 1, 2, 3):
        cards = taken[player]
        POINTS[player] = (cards & HEARTS).bit_count() + (13 if cards & QUEEN else 0)
    if 26 in POINTS:
        POINTS[:] = [26 - points for points in POINTS]
    return 64
