"""One random game, decision by decision, with everything tried on the way that must hold there."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any

from rulesdsl.runtime import record
from rulesdsl.runtime.chance import derive
from rulesdsl.runtime.decision import Decision
from rulesdsl.runtime.match import Divergence, Match
from rulesdsl.tools.concealment import concealed
from rulesdsl.tools.tables import Choices, Table, difference, look, started

_EVERY = 61
_FIRST = 8
_PER_SITE = 2
"""Tried are the first decisions of a game, the first few of each question in the rules, and every 61st."""
_AHEAD = 4
"""Choices by which two matches that must agree are played on."""
_TO_THE_END = 5
"""Forks and resumed matches of one game that are played to its end."""


@dataclass(slots=True)
class Walk:
    """One random game, with everything tried on the way."""

    table: Table
    seed: int
    tally: Counter[str]
    thorough: bool = False
    names: list[str] = field(default_factory=list)
    """What each answer so far was called."""
    sizes: list[int] = field(default_factory=list)
    """How many options there were."""
    sites: Counter[int] = field(default_factory=Counter)
    later: list[tuple[str, Match, Choices]] = field(default_factory=list)
    """Matches that must come to the same end."""
    first: Match | None = None
    """The match where the chain at hand began."""

    def run(self) -> list[str]:
        """The failures, each beginning with where it was."""
        failures: list[str] = []
        try:
            for failure in self._steps():
                failures.append(f", decision {len(self.names) + 1}: {failure}")
        except Exception as error:  # here too
            failures.append(f", decision {len(self.names) + 1}: {type(error).__name__}: {error}")
        return failures

    def _steps(self) -> Iterator[str]:
        match, choices = started(self.table, self.seed), Choices(self.seed)
        if match.undo():
            yield "something can be undone before anything was chosen"
        while match.decisions:
            if len(self.names) >= self.table.bound:
                yield f"no end after {self.table.bound} decisions"
                return
            due = self._due(match.decisions[0].site)
            now = look(match) if due else {}
            if due:
                yield from self._tried(match, choices, now)
            before = match.fork()
            match.keep()  # so that little has happened since, when secrets are put another way round
            i = choices.choose(match.decisions[0])
            self._note(match.decisions[0], i)
            match.choose(i, player=match.decisions[0].player)
            if last_answer(match)[3]:
                self.first = before
            if due or match.over:
                yield from self._undone(match)
        yield from self._at_the_end(match)

    def _due(self, site: int) -> bool:
        self.sites[site] += 1
        n = len(self.names)
        return self.thorough or n < _FIRST or self.sites[site] <= _PER_SITE or n % _EVERY == 0

    def _note(self, decision: Decision, i: int) -> None:
        self.names.append(decision.name(i))
        self.sizes.append(len(decision))

    def _tried(self, match: Match, choices: Choices, now: dict[str, Any]) -> Iterator[str]:
        self.tally["decisions"] += 1
        rng = Random(derive(self.seed, "try", len(self.names)))
        yield from forked(match, choices, now)
        yield from self._reseeded(match, choices, now)
        yield from self._resumed(match, choices, now)
        yield from self._any_order(match, choices)
        yield from concealed(match, self.names, rng, self.tally)
        if (after := look(match)) != now:
            yield f"looking at forks of a match changes it: {difference(now, after)}"

    # ------------------------------------------------------------------------ forks

    def _reseeded(self, match: Match, choices: Choices, now: dict[str, Any]) -> Iterator[str]:
        other, same, a, b = match.fork("another seed"), match.fork(), choices.copy(), choices.copy()
        if (found := look(other)) != now:
            yield f"a fork with another seed changes what has been: {difference(now, found)}"
        a.play(other, _AHEAD)
        b.play(same, _AHEAD)
        self.tally["other chance"] += _chance(other) != _chance(same)
        resumed, twin = self._again(other), other.fork()
        yield from _alike("the record of a fork with another seed", other, resumed)
        yield from _alike("a fork of a fork with another seed", other, twin)
        c, d = a.copy(), a.copy()
        for mine, one in ((a, other), (c, resumed), (d, twin)):
            mine.play(one, _AHEAD)
        yield from _alike("the record of a fork with another seed, played on,", other, resumed)
        yield from _alike("a fork of a fork with another seed, played on,", other, twin)

    def _any_order(self, match: Match, choices: Choices) -> Iterator[str]:
        """Players who decide at once may answer in any order."""
        if len(match.decisions) < 2:
            return
        self.tally["together"] += 1
        one, other, a, b = match.fork(), match.fork(), choices.copy(), choices.copy()
        while one.deciding_together:
            a.step(one)
        while other.deciding_together:
            b.step(other, last=True)
        if one.machine.columns(one.state) != other.machine.columns(other.state):
            found = difference(_seen(one), _seen(other))
            yield f"the order in which players answer who decide at once makes a difference: {found}"

    # --------------------------------------------------------------------- undo

    def _undone(self, match: Match) -> Iterator[str]:
        """Undo the last choice: its whole chain comes back, unless chance or a reveal stand in the way."""
        first = self.first
        if first is None:
            yield "the first choice of all does not begin a chain"
            return
        made = match.entries()[len(first.entries()) :]
        barred = any(entry[0] != "a" for entry in made) or match.state.reveals_ != first.state.reveals_
        twin, now = match.fork(), look(match)
        if twin.undo() == barred:
            yield "a choice can be undone past chance or a reveal" if barred else "a choice cannot be undone"
            return
        if barred:
            self.tally["barred undo"] += 1
            if look(twin) != now:
                yield f"an undo that is barred changes the match: {difference(now, look(twin))}"
            if not twin.undo(past_chance=True):
                yield "a choice cannot be undone past chance either"
                return
        self.tally["chain undone"] += sum(entry[0] == "a" for entry in made) > 1
        yield from _alike("an undo", first, twin)
        for entry in made:
            if entry[0] == "a":
                twin.choose(entry[2], player=match.machine.texts.players[entry[1]])
        yield from _alike("a choice made again after an undo", match, twin)

    # ------------------------------------------------------------------ records

    def _again(self, match: Match) -> Match:
        data = json.loads(json.dumps(match.record()))
        return record.again(match.machine, match.identity, data)

    def _resumed(self, match: Match, choices: Choices, now: dict[str, Any]) -> Iterator[str]:
        resumed, twin, a, b = self._again(match), match.fork(), choices.copy(), choices.copy()
        if (found := look(resumed)) != now:
            yield f"a match that is resumed is another one: {difference(now, found)}"
        a.play(resumed, _AHEAD)
        b.play(twin, _AHEAD)
        yield from _alike("a match that is resumed and played on", twin, resumed)
        if len(self.later) < _TO_THE_END or (self.thorough and len(self.names) % _EVERY == 0):
            self.later += [("a resumed match", resumed, a), ("a fork", match.fork(), choices.copy())]

    def _at_the_end(self, match: Match) -> Iterator[str]:
        yield from _alike("a record of the whole game", match, self._again(match))
        yield from _alike("a fork of a game that is over", match, match.fork())
        for name, other, choices in self.later:
            yield from _alike(f"{name}, played to its end,", match, choices.play(other))
        yield from self._caught(match)

    def _caught(self, match: Match) -> Iterator[str]:
        """A record in which another option was chosen is caught at that answer."""
        data = match.record()
        answers = [k for k, entry in enumerate(data["log"]) if entry[0] == "a"]
        for k in sorted({answers[0], answers[len(answers) // 2], answers[-1]} if answers else ()):
            size, entry = self.sizes[answers.index(k)], data["log"][k]
            for i in {(entry[2] + 1) % size, size} - {entry[2]}:
                changed = {**data, "log": [*data["log"][:k], ["a", entry[1], i, entry[3]], *data["log"][k + 1 :]]}
                try:
                    record.again(match.machine, match.identity, changed)
                except Divergence as found:
                    if found.entry != k:
                        yield f"a record changed at answer {k + 1} is caught at {found.entry + 1}"
                else:
                    yield f"a record changed at answer {k + 1} is not caught"
                self.tally["changed record"] += 1


def last_answer(match: Match) -> tuple[Any, ...]:
    """The last entry of the log that is a choice."""
    return next(entry for entry in reversed(match.entries()) if entry[0] == "a")


def forked(match: Match, choices: Choices, now: dict[str, Any]) -> Iterator[str]:
    """A fork is the same match, and what happens to it is nothing to the match."""
    twin = match.fork()
    if (found := look(twin)) != now:
        yield f"a fork is another match: {difference(now, found)}"
    choices.copy().play(twin, _AHEAD)
    if (found := look(match)) != now:
        yield f"playing a fork changes the match: {difference(now, found)}"


def _alike(what: str, match: Match, other: Match) -> Iterator[str]:
    a, b = look(match), look(other)
    if a != b:
        yield f"{what} is not the same match: {difference(a, b)}"


def _chance(match: Match) -> list[Any]:
    return [entry for entry in match.entries() if entry[0] != "a"]


def _seen(match: Match) -> dict[str, Any]:
    return {player: match.view(player) for player in match.players}
