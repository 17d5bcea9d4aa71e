"""Games to be tried: who sits at which table, how they choose, and all that can be seen of a match."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from rulesdsl.providers.protocol import Asked
from rulesdsl.runtime.chance import derive
from rulesdsl.runtime.decision import Decision
from rulesdsl.runtime.invariants import watched
from rulesdsl.runtime.machine import Machine
from rulesdsl.runtime.match import Match
from rulesdsl.runtime.setting import Config

BOUND = 20_000
"""Decisions in which a random game must have ended, unless a game says otherwise."""


class Playable(Protocol):
    """A loaded game, as `rulesdsl.load` gives it."""

    @property
    def machine(self) -> Machine: ...
    @property
    def identity(self) -> dict[str, Any]: ...
    @property
    def scenarios(self) -> Sequence[str]: ...
    def counts(self, scenario: str | None = None, /) -> Sequence[int]: ...


@dataclass(frozen=True, slots=True)
class Table:
    """One game at one number of players in one scenario."""

    game: Playable
    players: int
    scenario: str | None = None
    bound: int = BOUND

    @property
    def config(self) -> Config:
        return self.game.machine.config(self.scenario, self.players, None)

    def __str__(self) -> str:
        return f"{self.players} players" + (f", {self.scenario}" if self.scenario else "")


def tables(game: Playable, bound: int = BOUND) -> list[Table]:
    """Every scenario with every number of players that it takes."""
    scenarios: Sequence[str | None] = game.scenarios or (None,)
    return [Table(game, players, scenario, bound) for scenario in scenarios for players in game.counts(scenario)]


class Choices:
    """Random choices, a stream for each player: the same ones in whatever order the players are asked."""

    def __init__(self, seed: int, given: Counter[str] | None = None) -> None:
        self.seed, self.given = seed, Counter(given or ())

    def copy(self) -> Choices:
        return Choices(self.seed, self.given)

    def choose(self, decision: Asked) -> int:
        player = decision.player
        self.given[player] += 1
        return derive(self.seed, "choice", player, self.given[player]) % len(decision)

    def step(self, match: Match, last: bool = False) -> None:
        """Choose for the first who is asked, or for the last."""
        decision = match.decisions[-1 if last else 0]
        match.choose(self.choose(decision), player=decision.player)

    def play(self, match: Match, steps: int = 1_000_000) -> Match:
        while steps and match.decisions:
            self.step(match)
            steps -= 1
        return match


def started(table: Table, seed: int, game: Playable | None = None, *, watch: bool = False) -> Match:
    """A match; with `watch` every state on its way is checked."""
    played = game or table.game
    machine = watched(played.machine) if watch else played.machine
    return Match(machine, table.config, seed, played.identity)


# ------------------------------------------------------------------------- looking


def look(match: Match) -> dict[str, Any]:
    """All that can be seen of a match, by everybody together."""
    return {
        "state": match.machine.columns(match.state),
        "log": [entry[:5] for entry in match.entries()],
        "lines told": match.said,
        "questions": [questioned(decision) for decision in match.decisions],
        "explanation": match.explain(),
        "views": {player: match.view(player) for player in match.players},
        "result": match.result,
    }


def questioned(decision: Decision) -> tuple[Any, ...]:
    """Everything that a decision says."""
    n = len(decision)
    names = [decision.name(i) for i in range(n)]
    rule = decision.rule
    return (
        decision.player,
        decision.kind,
        decision.prompt,
        rule,
        decision.slot,
        decision.chain,
        names,
        decision.labels(),
    )


def difference(a: Any, b: Any) -> str:
    """Where two looks part, in few words."""
    if isinstance(a, dict) and isinstance(b, dict):
        key = next((k for k in a if a[k] != b.get(k)), None)
        return f"{key}: {difference(a[key], b.get(key))}" if key is not None else "nothing"
    if isinstance(a, list | tuple) and isinstance(b, list | tuple) and len(a) == len(b):
        i = next((i for i, pair in enumerate(zip(a, b, strict=True)) if pair[0] != pair[1]), None)
        return f"{i}: {difference(a[i], b[i])}" if i is not None else "nothing"
    return f"{str(a)[:80]} / {str(b)[:80]}"
