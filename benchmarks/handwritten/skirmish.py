"""The skirmish of `benchmarks/skirmish.yaml` by hand: a map of hexes, squads that move and fire, lines of sight.

What never changes is worked out once – neighbours when the module is loaded, lines of sight with `functools.cache` –
as somebody would do who has played a dozen turns; what a squad can reach is searched for when it is asked.
"""

from __future__ import annotations

import heapq
import random
from dataclasses import dataclass
from functools import cache
from itertools import product

COLUMNS, ROWS = "abcdefghijk", range(1, 9)
RANGE, MOVEMENT, ROUNDS = 5, 3, 10

WOODS = ["c3", "c4", "d2", "d6", "e7", "f3", "f5", "g2", "h3", "h7", "i5", "i6"]
HILLS = ["c6", "e4", "f4", "g5", "i3"]

Place = tuple[int, int]
"""Twice the column, moved by one in every second row, and the row: one step east is (2, 0), one northeast (1, 1)."""

HEXES: dict[str, Place] = {
    f"{column}{row}": (2 * x + (row - 1) % 2, row) for x, column in enumerate(COLUMNS) for row in ROWS
}
STEPS = ((2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1))
CORNERS = ((0, 2), (1, 1), (1, -1), (0, -2), (-1, -1), (-1, 1))
"""The corners of a hex around its centre: columns as in a place, rows in thirds."""
NAMES = {place: name for name, place in HEXES.items()}
NEIGHBORS = {
    name: [NAMES[x + across, y + up] for across, up in STEPS if (x + across, y + up) in NAMES]
    for name, (x, y) in HEXES.items()
}
TERRAIN = {name: "woods" if name in WOODS else "hill" if name in HILLS else "clear" for name in HEXES}


@cache
def distance(here: str, there: str) -> int:
    """Steps from hex to hex."""
    across, up = (abs(a - b) for a, b in zip(HEXES[here], HEXES[there], strict=True))
    return up + max(0, across - up) // 2


@cache
def sees(here: str, there: str) -> bool:
    """A hill in between hides what is behind it, woods too, unless one looks from a hill."""
    for name in between(here, there):
        if TERRAIN[name] == "hill" or (TERRAIN[name] == "woods" and TERRAIN[here] != "hill"):
            return False
    return True


def between(here: str, there: str) -> list[str]:
    """The hexes that the line between two centres crosses, or along whose edge it runs."""
    apart = distance(here, there)
    near = [n for n in HEXES if n not in (here, there) and distance(here, n) + distance(n, there) == apart]
    return [name for name in near if crosses(here, there, name)]


def crosses(here: str, there: str, name: str) -> bool:
    (x, y), (to_x, to_y), (at_x, at_y) = HEXES[here], HEXES[there], HEXES[name]
    sides = []
    for across, up in CORNERS:  # which side of the line each corner is on
        sides.append((to_x - x) * (3 * (at_y - y) + up) - 3 * (to_y - y) * (at_x + across - x))
    return min(sides) < 0 < max(sides) or sides.count(0) == 2


@dataclass(eq=False)
class Squad:
    """Six of them a side."""

    owner: str
    hex: str
    strength: int = 2
    acted: bool = False


class Skirmish:
    """Two sides in turn; each squad moves or fires once a turn, as long as its side likes."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.squads = [Squad("blue", f"a{row}") for row in range(2, 8)] + [
            Squad("gray", f"k{row}") for row in range(2, 8)
        ]
        self.round = 1
        self.to_move = "blue"
        self.finished = False
        self.winner: str | None = None

    def actions(self) -> list[str]:
        """What the side to move can do."""
        ready = self.ready()
        actions = []
        if any(self.reach(squad) for squad in ready):
            actions.append("move")
        if any(self.can_hit(squad, target) for squad, target in product(ready, self.squads)):
            actions.append("fire")
        return [*actions, "pass"]

    def squads_for(self, action: str) -> list[Squad]:
        """Who can do it."""
        if action == "move":
            return [squad for squad in self.ready() if self.reach(squad)]
        return [squad for squad in self.ready() if any(self.can_hit(squad, target) for target in self.squads)]

    def targets(self, squad: Squad) -> list[Squad]:
        return [target for target in self.squads if self.can_hit(squad, target)]

    def ready(self) -> list[Squad]:
        return [squad for squad in self.squads if squad.owner == self.to_move and not squad.acted]

    def can_hit(self, squad: Squad, target: Squad) -> bool:
        return target.owner != squad.owner and distance(squad.hex, target.hex) <= RANGE and sees(squad.hex, target.hex)

    def reach(self, squad: Squad) -> list[str]:
        """The free hexes to which a squad can march; one with woods or a hill costs two."""
        occupied = {other.hex for other in self.squads}
        costs = {squad.hex: 0}
        waiting = [(0, squad.hex)]
        while waiting:
            spent, here = heapq.heappop(waiting)
            for there in NEIGHBORS[here]:
                cost = spent + (1 if TERRAIN[there] == "clear" else 2)
                if cost <= MOVEMENT and there not in occupied and cost < costs.get(there, MOVEMENT + 1):
                    costs[there] = cost
                    heapq.heappush(waiting, (cost, there))
        return [name for name in costs if name != squad.hex]

    def move(self, squad: Squad, to: str) -> None:
        squad.hex = to
        squad.acted = True

    def fire(self, squad: Squad, target: Squad) -> None:
        squad.acted = True
        needed = 5 if TERRAIN[target.hex] == "clear" else 6
        if self.rng.randint(1, 6) + squad.strength >= needed:
            target.strength -= 1
            if target.strength == 0:
                self.squads.remove(target)
        if all(other.owner == self.to_move for other in self.squads):
            self.finish()

    def end_turn(self) -> None:
        for squad in self.squads:
            squad.acted = False
        if self.to_move == "blue":
            self.to_move = "gray"
        else:
            self.to_move = "blue"
            self.round += 1
            if self.round > ROUNDS:
                self.finish()

    def finish(self) -> None:
        men = {side: sum(squad.strength for squad in self.squads if squad.owner == side) for side in ("blue", "gray")}
        if men["blue"] != men["gray"]:
            self.winner = max(men, key=lambda side: men[side])
        self.finished = True


def skirmish_playout(rng: random.Random) -> int:
    """Plays one game; asks what, with whom, where or at whom, as the rule file does."""
    game = Skirmish(rng)
    decisions = 0
    while not game.finished:
        actions = game.actions()
        action = rng.choice(actions)
        decisions += len(actions) > 1
        if action == "pass":
            game.end_turn()
            continue
        squads = game.squads_for(action)
        squad = rng.choice(squads)
        decisions += len(squads) > 1
        if action == "move":
            hexes = game.reach(squad)
            decisions += len(hexes) > 1
            game.move(squad, rng.choice(hexes))
        else:
            targets = game.targets(squad)
            decisions += len(targets) > 1
            game.fire(squad, rng.choice(targets))
    return decisions
