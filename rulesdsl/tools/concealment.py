"""Nobody sees what is hidden: a match in, the failures as sentences out.

Three ways to find out, each blind to what the others catch: the same position with the hidden things put another way
round must look the same; a number planted where it is hidden must show up nowhere; the rules asked again from such a
position must ask the same question.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from rulesdsl.runtime import views
from rulesdsl.runtime.decision import Decision
from rulesdsl.runtime.machine import Machine
from rulesdsl.runtime.match import Match
from rulesdsl.runtime.worlds import alone, double, hidden_pieces, hides, resample, shown_rows

CANARY = 7_654_321
"""A number that no game has."""


def concealed(match: Match, names: Sequence[str], rng: Random, tally: Counter[str]) -> Iterator[str]:
    """Look for leaks to every player where a match stands; `names` are those of the answers so far."""
    for player in match.config.players:
        yield from _same_view(match, player, rng, tally)
        yield from _no_canary(match, player, tally)
        yield from _alone(match, player)
    for decision in match.decisions:
        yield from _same_question(match, decision, names, rng, tally)


# ------------------------------------------------------------------ another way round


def _same_view(match: Match, player: int, rng: Random, tally: Counter[str]) -> Iterator[str]:
    machine, s, name = match.machine, match.state_of(player), match.machine.texts.players[player]
    seen = match.view(name)
    other = resample(machine, s, player, rng)
    tally["other worlds"] += machine.columns(other) != machine.columns(s)
    if (found := views.view(machine, other, player)) != seen:
        yield f"{name} sees what is hidden: {_first(seen, found)}"


def _alone(match: Match, player: int) -> Iterator[str]:
    """While several decide at once nobody learns what the others have chosen, or that they have."""
    if not match.deciding_together:
        return
    name = match.machine.texts.players[player]
    twin = alone(match, player)
    if (seen := match.view(name)) != (found := twin.view(name)):
        yield f"{name} sees what others choose at the same time: {_first(found, seen)}"
    a, b = (next((d for d in one.decisions if d.player_index == player), None) for one in (twin, match))
    if (a is None) != (b is None) or (a is not None and b is not None and _asks(a) != _asks(b)):
        yield f"what {name} is asked depends on what others choose at the same time"


def _asks(decision: Decision) -> tuple[Any, ...]:
    return decision.site, decision.prompt, _names(decision), decision.labels()


def _first(a: Any, b: Any) -> str:
    """Where two views part."""
    path: list[str] = []
    while isinstance(a, dict) and isinstance(b, dict):
        key = next((k for k in a if a[k] != b.get(k)), None)
        if key is None:
            break
        path.append(str(key))
        a, b = a[key], b.get(key)
    return f"{' '.join(path)} is {str(a)[:60]} or {str(b)[:60]}"


def _same_question(
    match: Match, decision: Decision, names: Sequence[str], rng: Random, tally: Counter[str]
) -> Iterator[str]:
    who, player = decision.player_index, decision.player
    twin = double(match, who, rng, names)
    if twin is None:
        tally["other way"] += 1
        return
    asked = next((d for d in twin.decisions if d.player_index == who and d.site == decision.site), None)
    if asked is None or twin.view(player) != match.view(player):
        tally["other way"] += 1
        return
    tally["other questions"] += match.machine.columns(twin.state) != match.machine.columns(match.state)
    machine = match.machine
    told = views.explain(machine, decision.state, decision), views.explain(machine, asked.state, asked)
    for what, a, b in (
        ("the options", _names(decision), _names(asked)),
        ("the labels", decision.labels(), asked.labels()),
        ("the prompt", decision.prompt, asked.prompt),
        ("the explanation", *told),
    ):
        if a != b:
            yield f"{what} of {player} depend on what is hidden: {str(a)[:80]} or {str(b)[:80]}"


def _names(decision: Decision) -> list[str]:
    return [decision.name(i) for i in range(len(decision))]


# ----------------------------------------------------------------------- canaries


def _no_canary(match: Match, player: int, tally: Counter[str]) -> Iterator[str]:
    machine, s, name = match.machine, match.state_of(player), match.machine.texts.players[player]
    planted = machine.copy(s)
    tally["canaries"] += plant(machine, planted, player)
    try:
        told = json.dumps(views.view(machine, planted, player))
    except (IndexError, TypeError, ValueError):
        yield f"the view of {name} reads a state that is hidden"
        return
    if str(CANARY) in told:
        yield f"the view of {name} shows a number that is hidden"
    yield from _no_piece(match, s, player, tally)
    for decision in match.decisions:
        if decision.player_index == player:
            yield from _no_number_asked(match, decision, planted)


def plant(machine: Machine, s: Any, player: int) -> int:
    """Put a canary wherever `player` may not see it; returns how many."""
    count = 0
    for row in machine.data["state"]:
        column, per, labels = row[1], row[3], row[4]
        if not per:
            if hides(machine, s, row, 0, player):
                setattr(s, column, CANARY)
                count += 1
            continue
        values = getattr(s, column)
        width = len(values) // len(labels[0])
        for i in range(len(labels[0])):
            if hides(machine, s, row, i, player):
                values[i * width : (i + 1) * width] = [CANARY] * width
                count += 1
    hidden = hidden_pieces(machine, s, player) if machine.has_pieces else []
    open_ = {piece: {row[1] for row in shown_rows(machine, s, piece, player)} for piece in hidden}
    for kind, _, column, is_column, *_ in machine.data["fields"]:
        low, high = machine.data["kinds"].get(kind, (0, 0))[:2]
        for piece in hidden if is_column else ():
            if low <= piece < high and column not in open_[piece]:
                getattr(s, column)[piece] = CANARY
                count += 1
    return count


def _no_piece(match: Match, s: Any, player: int, tally: Counter[str]) -> Iterator[str]:
    """No hidden piece is called by its name, in a view or as an option."""
    machine = match.machine
    if not machine.has_pieces:
        return
    name, pieces = machine.texts.players[player], machine.texts.pieces
    hidden = {pieces[p] for p in hidden_pieces(machine, s, player)}
    tally["hidden pieces"] += len(hidden)
    seen = match.view(name)
    shown = set(_texts([seen["zones"], seen["pieces"], seen["boards"]])) & hidden
    if shown:
        yield f"the view of {name} names hidden pieces: {', '.join(sorted(shown))}"
    for decision in match.decisions:
        if decision.player_index == player:
            offered = set(_names(decision)) & hidden
            if offered:
                yield f"{name} is offered hidden pieces by name: {', '.join(sorted(offered))}"


def _no_number_asked(match: Match, decision: Decision, planted: Any) -> Iterator[str]:
    asked = Decision(
        match.machine, planted, decision.site, decision.player_index, decision.values, decision._env, decision.chain
    )
    planted.me = decision.state.me
    try:
        told = [asked.prompt, *asked.labels(), *views.explain(match.machine, planted, asked)]
    except (IndexError, TypeError, ValueError, KeyError):
        yield f"a question to {decision.player} reads a state that is hidden"
        return
    if any(str(CANARY) in text for text in told):
        yield f"a question to {decision.player} tells a number that is hidden: {told[0]}"


def _texts(data: Any) -> Iterator[str]:
    """Every text in plain data, keys included."""
    if isinstance(data, dict):
        for key, value in data.items():
            yield str(key)
            yield from _texts(value)
    elif isinstance(data, list | tuple):
        for item in data:
            yield from _texts(item)
    elif isinstance(data, str):
        yield data
