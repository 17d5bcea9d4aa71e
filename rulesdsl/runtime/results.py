"""How a match ended: outcome, winners, scores line by line, level."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import floor
from typing import Any

from rulesdsl.runtime.machine import Machine
from rulesdsl.runtime.setting import Config
from rulesdsl.runtime.support import NOBODY


@dataclass(frozen=True, slots=True)
class Score:
    """A total, and the (label, points) lines that it is the sum of; halves are exact (x.5)."""

    total: float
    lines: tuple[tuple[str, float], ...]


@dataclass(frozen=True, slots=True)
class Result:
    outcome: str
    winners: tuple[str, ...]
    scores: Mapping[str, Score] = field(default_factory=dict)
    level: str | None = None
    decisions: int = 0


def counting(machine: Machine, s: Any) -> tuple[Any, ...]:
    """What counts in the scenario that is played: (scores, levels, ties)."""
    return _counting(machine, s.scenario_)


def _counting(machine: Machine, scenario: int) -> tuple[Any, ...]:
    found: tuple[Any, ...] = machine.data["results"][machine.data["result_of"][scenario]]
    return found


def result_of(machine: Machine, s: Any, decisions: int) -> Result:
    """The result of a state that is over."""
    data, names = machine.data, machine.texts.players
    outcome = data["outcomes"][s.over_ - 1] if s.over_ else "finished"
    scores = _scores(machine, s)
    if s.winner_ >= 0:
        winners: tuple[str, ...] = (names[s.winner_],)
    elif s.winner_ == NOBODY:
        winners = ()
    else:
        winners = _best(machine, s, scores)
    return Result(outcome, winners, scores, _level(machine, s, scores, winners), decisions)


def score_lines(machine: Machine, config: Config) -> dict[str, tuple[str, ...]]:
    """Whose scores the results of games have, and the labels of their lines, in the order of `Result.scores`."""
    found: dict[str, tuple[str, ...]] = {}
    for _, role, labels in _counting(machine, config.scenario)[0]:
        names = [role] if role else [machine.texts.players[player] for player in config.players]
        found |= dict.fromkeys(names, tuple(labels))
    return found


def _scores(machine: Machine, s: Any) -> dict[str, Score]:
    data, found = machine.data, dict[str, Score]()
    for number, role, labels in counting(machine, s)[0]:
        function = machine.namespace[f"score_{number}"]
        if not role:
            for player in s.players:
                found[machine.texts.players[player]] = _score(function(s, player), labels)
            continue
        first = next((r[3] for r in data["players"]["roles"] if role in (r[0], r[5])), 0)
        found[role] = _score(function(s, first), labels)
    return found


def _score(points: tuple[tuple[int, bool], ...], labels: tuple[str, ...]) -> Score:
    lines = tuple(
        (label, value / 2 if half and value % 2 else value // 2 if half else value)
        for label, (value, half) in zip(labels, points, strict=True)
    )
    return Score(sum(value for _, value in lines), lines)


def _best(machine: Machine, s: Any, scores: dict[str, Score]) -> tuple[str, ...]:
    """The players with the best score, their own or their side's; ties broken by the order of `result: ties:`."""
    sides = {name: found for name in scores if (found := _players_of(machine, s, name))}
    if len(sides) < 2:
        return ()
    ties = counting(machine, s)[2]
    order = machine.namespace[f"order_{ties}"] if ties else None
    keys = {
        name: (-scores[name].total, *(min(order(s, p) for p in found) if order is not None else ()))
        for name, found in sides.items()
    }
    best = min(keys.values())
    winners = {p for name, found in sides.items() if keys[name] == best for p in found}
    return tuple(machine.texts.players[p] for p in s.players if p in winners)


def _players_of(machine: Machine, s: Any, name: str) -> list[int]:
    """Who has a score: a player, or all of a role or a team."""
    names = machine.texts.players
    if name in names:
        return [p for p in s.players if names[p] == name]
    roles = [role for role in machine.data["players"]["roles"] if name in (role[0], role[5])]
    return [p for p in s.players if any(role[3] <= p < role[3] + role[2] for role in roles)]


def _level(machine: Machine, s: Any, scores: dict[str, Score], winners: tuple[str, ...]) -> str | None:
    """The level of the winner's score, or of the first one."""
    levels, names = counting(machine, s)[1], machine.texts.players
    if not levels or not scores:
        return None
    first = names.index(winners[0]) if winners else -1
    name = next((name for name in scores if first in _players_of(machine, s, name)), next(iter(scores)))
    total = floor(scores[name].total)  # a half more is not the next level yet
    for level, low, high in levels:
        if (low is None or total >= low) and (high is None or total <= high):
            return str(level)
    return None
