"""What must hold of every game: a game and seeds in, the failures as sentences out.

`check_game` plays random games at every number of players and in every scenario, and tries at many decisions whether a
fork is independent, an undo takes all back, a record plays on like the match, and nobody sees what is hidden (that part
stands in `concealment`). The tests run it over all games of the repository; a designer can run it on an own one.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Protocol

from rulesdsl.providers.protocol import Asked
from rulesdsl.providers.random import RandomProvider
from rulesdsl.runtime import record
from rulesdsl.runtime.chance import derive
from rulesdsl.runtime.decision import Decision
from rulesdsl.runtime.faults import Fault
from rulesdsl.runtime.invariants import watched
from rulesdsl.runtime.machine import Config, Machine
from rulesdsl.runtime.match import Divergence, Match
from rulesdsl.runtime.results import result_of
from rulesdsl.tools.concealment import concealed

BOUND = 20_000
"""Decisions in which a random game must have ended, unless a game says otherwise."""
_EVERY = 61
_FIRST = 8
_PER_SITE = 2
"""Tried are the first decisions of a game, the first few of each question in the rules, and every 61st."""
_AHEAD = 4
"""Choices by which two matches that must agree are played on."""
_TO_THE_END = 5
"""Forks and resumed matches of one game that are played to its end."""


class Playable(Protocol):
    """A loaded game, as `rulesdsl.load` gives it."""

    @property
    def machine(self) -> Machine: ...
    @property
    def identity(self) -> dict[str, Any]: ...
    @property
    def player_counts(self) -> Sequence[int]: ...
    @property
    def scenarios(self) -> Sequence[str]: ...


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
    """Every number of players in every scenario."""
    scenarios: Sequence[str | None] = game.scenarios or (None,)
    return [Table(game, players, scenario, bound) for scenario in scenarios for players in game.player_counts]


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


def check_game(
    game: Playable,
    seeds: Iterable[int] = range(3),
    *,
    plain: Playable | None = None,
    bound: int = BOUND,
    thorough: bool = False,
    tally: Counter[str] | None = None,
) -> list[str]:
    """Every failure of a game, each with its number of players, seed and decision; nothing if all is well.

    `plain` is the same game loaded with `optimise=False`, which must come to the same ends. `thorough` tries every
    decision. `tally` counts what was tried: nothing is proved by a game in which nothing is hidden.
    """
    counts: Counter[str] = Counter() if tally is None else tally
    failures: list[str] = []
    for table in tables(game, bound):
        for seed in seeds:
            found = [*agreement(table, seed, plain), *Walk(table, seed, counts, thorough).run()]
            failures += [f"{table}, seed {seed}{failure}" for failure in found]
    return failures


# ------------------------------------------------------------------- straight through


class TooLong(Fault):
    """A game that goes beyond its bound."""


def playouts(table: Table, seeds: Iterable[int], check: bool = False) -> list[str]:
    """Whole random games, straight through: faults, and games beyond the bound. `check` counts the box on the way."""
    machine, config = table.game.machine, table.config
    if check:
        machine = watched(machine)
    failures = []
    for seed in seeds:
        try:
            playout(machine, config, seed, table.bound)
        except Fault as fault:
            failures.append(f"{table}, seed {seed}: {fault.render()}")
    return failures


def playout(machine: Machine, config: Config, seed: int, bound: int = BOUND) -> Any:
    """The state at the end of one random game. Raises Fault."""
    pick, left = RandomProvider(derive(seed, "choices")).pick, [bound]

    def ask(s: Any, site: int, player: int, options: Sequence[Any], values: Any) -> Any:
        left[0] -= 1
        if left[0] < 0:
            raise TooLong(f"no end after {bound} decisions")
        return options[pick(len(options))]

    s = machine.start(config, machine.stream(seed))
    machine.run(s, ask)
    return s


def pushed(table: Table, seed: int, machine: Machine, choices: Choices) -> tuple[Any, Any]:
    """The columns and the result of a game played straight through."""
    asked = [0]

    def ask(s: Any, site: int, player: int, options: Sequence[Any], values: tuple[Any, ...]) -> Any:
        asked[0] += 1
        if asked[0] > table.bound:
            raise TooLong(f"no end after {table.bound} decisions")
        return options[choices.choose(Decision(machine, s, site, player, options, values, ()))]

    s = machine.start(table.config, machine.stream(seed))
    machine.run(s, ask)
    return machine.columns(s), result_of(machine, s, asked[0])


def agreement(table: Table, seed: int, plain: Playable | None) -> Iterator[str]:
    """Push, pull and unoptimised code come to the same end."""
    machine = table.game.machine
    ways: dict[str, Callable[[], Any]] = {
        "push": lambda: pushed(table, seed, machine, Choices(seed)),
        "push with a look at the box": lambda: pushed(table, seed, watched(machine), Choices(seed)),
        "pull": lambda: _ended(Choices(seed).play(started(table, seed))),
        "pull with a look at the box": lambda: _ended(Choices(seed).play(started(table, seed, watch=True))),
    }
    if plain is not None:
        ways["unoptimised push"] = lambda: pushed(table, seed, plain.machine, Choices(seed))
        ways["unoptimised pull"] = lambda: _ended(Choices(seed).play(started(table, seed, plain)))
    ends: dict[str, Any] = {}
    for name, way in ways.items():
        try:
            ends[name] = way()
        except Exception as error:  # whatever goes wrong is one more failure of the game
            yield f", {name}: {type(error).__name__}: {error}"
    for name, end in ends.items():
        if end != ends.get("push", end):
            yield f": {name} comes to another end than push: {_difference(ends['push'], end)}"


def _ended(match: Match) -> tuple[Any, Any]:
    return match.machine.columns(match.state), match.result


def started(table: Table, seed: int, game: Playable | None = None, *, watch: bool = False) -> Match:
    """A match; with `watch` every state on its way is checked."""
    played = game or table.game
    machine = watched(played.machine) if watch else played.machine
    return Match(machine, table.config, seed, played.identity)


# ------------------------------------------------------------------ decision by decision


def look(match: Match) -> dict[str, Any]:
    """All that can be seen of a match, by everybody and by the engine."""
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


def _difference(a: Any, b: Any) -> str:
    """Where two looks part, in few words."""
    if isinstance(a, dict) and isinstance(b, dict):
        key = next((k for k in a if a[k] != b.get(k)), None)
        return f"{key}: {_difference(a[key], b.get(key))}" if key is not None else "nothing"
    if isinstance(a, list | tuple) and isinstance(b, list | tuple) and len(a) == len(b):
        i = next((i for i, pair in enumerate(zip(a, b, strict=True)) if pair[0] != pair[1]), None)
        return f"{i}: {_difference(a[i], b[i])}" if i is not None else "nothing"
    return f"{str(a)[:80]} / {str(b)[:80]}"


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
            yield f"looking at forks of a match changes it: {_difference(now, after)}"

    # ------------------------------------------------------------------------ forks

    def _reseeded(self, match: Match, choices: Choices, now: dict[str, Any]) -> Iterator[str]:
        other, same, a, b = match.fork("another seed"), match.fork(), choices.copy(), choices.copy()
        if (found := look(other)) != now:
            yield f"a fork with another seed changes what has been: {_difference(now, found)}"
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
            found = _difference(_seen(one), _seen(other))
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
                yield f"an undo that is barred changes the match: {_difference(now, look(twin))}"
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
            yield f"a match that is resumed is another one: {_difference(now, found)}"
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
        yield f"a fork is another match: {_difference(now, found)}"
    choices.copy().play(twin, _AHEAD)
    if (found := look(match)) != now:
        yield f"playing a fork changes the match: {_difference(now, found)}"


def _alike(what: str, match: Match, other: Match) -> Iterator[str]:
    a, b = look(match), look(other)
    if a != b:
        yield f"{what} is not the same match: {_difference(a, b)}"


def _chance(match: Match) -> list[Any]:
    return [entry for entry in match.entries() if entry[0] != "a"]


def _seen(match: Match) -> dict[str, Any]:
    return {player: match.view(player) for player in match.players}
