"""How a match ended: outcome, winners, scores line by line, level."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from rulesdsl.runtime.machine import Machine


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


def result_of(machine: Machine, s: Any, decisions: int) -> Result:
    """The result of a state that is over."""
    data, names = machine.data, machine.texts.players
    outcome = data["outcomes"][s.over_ - 1] if s.over_ else "finished"
    scores = _scores(machine, s)
    if s.winner_ >= 0:
        winners: tuple[str, ...] = (names[s.winner_],)
    else:
        winners = _best(machine, s, {p: scores[names[p]] for p in s.players if names[p] in scores})
    return Result(outcome, winners, scores, _level(data, scores, winners), decisions)


def _scores(machine: Machine, s: Any) -> dict[str, Score]:
    data, found = machine.data, dict[str, Score]()
    for number, (role, labels) in enumerate(data["scores"]):
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


def _best(machine: Machine, s: Any, scores: dict[int, Score]) -> tuple[str, ...]:
    """The players with the best score, ties broken by the order that `result: ties:` names."""
    if len(scores) < 2:
        return ()
    ties = machine.data["ties"]
    order = machine.namespace[f"order_{ties}"] if ties else None
    keys = {p: (-score.total, *(order(s, p) if order is not None else ())) for p, score in scores.items()}
    best = min(keys.values())
    return tuple(machine.texts.players[p] for p in scores if keys[p] == best)


def _level(data: dict[str, Any], scores: dict[str, Score], winners: tuple[str, ...]) -> str | None:
    if not data["levels"] or not scores:
        return None
    name = winners[0] if len(winners) == 1 and winners[0] in scores else next(iter(scores))
    total = scores[name].total
    for level, low, high in data["levels"]:
        if (low is None or total >= low) and (high is None or total <= high):
            return str(level)
    return None
