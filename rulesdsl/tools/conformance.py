"""What must hold of every game: a game and seeds in, the failures as sentences out.

`check_game` plays random games at every number of players and in every scenario, and tries at many decisions whether a
fork is independent, an undo takes all back, a record plays on like the match (`walking`), and nobody sees what is
hidden (`concealment`). The tests run it over all games of the repository; a designer can run it on an own one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from rulesdsl.providers.random import RandomProvider
from rulesdsl.runtime.chance import derive
from rulesdsl.runtime.decision import Decision
from rulesdsl.runtime.faults import Fault
from rulesdsl.runtime.invariants import watched
from rulesdsl.runtime.machine import Machine, uniform
from rulesdsl.runtime.match import Match
from rulesdsl.runtime.results import result_of
from rulesdsl.runtime.setting import Config
from rulesdsl.tools.tables import BOUND, Choices, Playable, Table, difference, started, tables
from rulesdsl.tools.walking import Walk


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
    seeds = list(seeds)
    return [
        failure
        for table in tables(game, bound)
        for failure in check_table(table, seeds, plain=plain, thorough=thorough, tally=tally)
    ]


def check_table(
    table: Table,
    seeds: Iterable[int],
    *,
    plain: Playable | None = None,
    thorough: bool = False,
    tally: Counter[str] | None = None,
) -> list[str]:
    """The same for one scenario and number of players."""
    counts: Counter[str] = Counter() if tally is None else tally
    failures: list[str] = []
    for seed in seeds:
        found = [*agreement(table, seed, plain), *at_random(table, seed)]
        found += Walk(table, seed, counts, thorough).run()
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
            yield f": {name} comes to another end than push: {difference(ends['push'], end)}"


def at_random(table: Table, seed: int) -> Iterator[str]:
    """A game in one call comes to the same end as with a call for each question."""
    machine = table.game.machine
    if machine.at_random is None:
        return
    one, other = (machine.start(table.config, machine.stream(seed)) for _ in range(2))
    ask, count = uniform(RandomProvider(seed).random)
    try:
        machine.run(one, ask)
        asked = machine.run_at_random(other, RandomProvider(seed).random)
    except Fault as fault:
        yield f", at random: {fault.render()}"
        return
    ends = [(machine.columns(s), result_of(machine, s, n)) for s, n in ((one, count()), (other, asked))]
    if ends[0] != ends[1]:
        yield f": at random it comes to another end than push: {difference(*ends)}"


def _ended(match: Match) -> tuple[Any, Any]:
    return match.machine.columns(match.state), match.result
