"""Backgammon by hand, without the doubling cube; a die is played at a time."""

from __future__ import annotations

import random

BAR, OFF = 25, 0


class Backgammon:
    """Each player counts the points from 24, the farthest, to 1; a checker on the bar stands at 25, one borne off at 0.

    As many dice must be played as possible, and the higher one where it is one or the other: the pips that are played
    add up to the most that is possible.
    """

    START = {24: 2, 13: 5, 8: 3, 6: 5}

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.points = [[self.START.get(spot, 0) for spot in range(26)] for _ in range(2)]  # checkers by player and spot
        self.winner: int | None = None
        self.worth = 0
        self.finished = False
        first, second = self.roll()
        while first == second:
            first, second = self.roll()
        self.to_move = 0 if first > second else 1
        self.dice = [first, second]
        self.moves = self.playable()
        self.go_on()

    def roll(self) -> tuple[int, int]:
        return self.rng.randint(1, 6), self.rng.randint(1, 6)

    def legal_moves(self) -> dict[int, list[int]]:
        """For each spot from which a checker can go the dice by which it can."""
        return self.moves

    def play(self, first: int, then: int) -> None:
        spot, die = first, then
        mine, theirs = self.points[self.to_move], self.points[1 - self.to_move]
        target = max(spot - die, OFF)
        mine[spot] -= 1
        mine[target] += 1
        self.dice.remove(die)
        if target > OFF and theirs[25 - target] == 1:  # a checker alone is hit
            theirs[25 - target] = 0
            theirs[BAR] += 1
        if mine[OFF] == 15:
            self.finish()
            return
        self.moves = self.playable()
        self.go_on()

    def go_on(self) -> None:
        """Turns pass until somebody can move."""
        while not self.moves:
            self.to_move = 1 - self.to_move
            first, second = self.roll()
            self.dice = [first] * 4 if first == second else [first, second]
            self.moves = self.playable()

    def playable(self) -> dict[int, list[int]]:
        mine = self.points[self.to_move]
        goal = self.most_pips(mine, self.dice)
        moves: dict[int, list[int]] = {}
        if goal == 0:
            return moves
        for spot in range(BAR, 0, -1):
            dice = [
                die
                for die in self.dice_for(mine, spot, self.dice)
                if self.pips_with(mine, self.dice, spot, die) == goal
            ]
            if dice:
                moves[spot] = dice
        return moves

    def dice_for(self, mine: list[int], spot: int, dice: list[int]) -> list[int]:
        if mine[spot] == 0:
            return []
        return [die for die in sorted(set(dice)) if self.may_go(mine, spot, die)]

    def may_go(self, mine: list[int], spot: int, die: int) -> bool:
        if mine[BAR] and spot != BAR:
            return False
        if spot > die:
            return self.points[1 - self.to_move][25 - (spot - die)] < 2
        if any(mine[7:]):
            return False
        return spot == die or not any(mine[spot + 1 :])

    def most_pips(self, mine: list[int], dice: list[int]) -> int:
        """The most that can be played with these dice, if the player's checkers stand so."""
        best = 0
        for spot in range(1, 26):
            for die in self.dice_for(mine, spot, dice):
                best = max(best, self.pips_with(mine, dice, spot, die))
                if best == sum(dice):
                    return best
        return best

    def pips_with(self, mine: list[int], dice: list[int], spot: int, die: int) -> int:
        after = mine.copy()
        after[spot] -= 1
        after[max(spot - die, OFF)] += 1
        rest = dice.copy()
        rest.remove(die)
        return die + self.most_pips(after, rest)

    def finish(self) -> None:
        theirs = self.points[1 - self.to_move]
        self.winner = self.to_move
        self.worth = 1 if theirs[OFF] else 3 if any(theirs[19:]) else 2
        self.finished = True
