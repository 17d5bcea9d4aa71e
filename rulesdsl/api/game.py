"""A loaded game: what it is, its phase graph, and ways to play it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from rulesdsl import __version__
from rulesdsl.compiler.artifact import Program
from rulesdsl.runtime.chance import Flow
from rulesdsl.runtime.decision import Decision
from rulesdsl.runtime.faults import Fault
from rulesdsl.runtime.machine import Machine
from rulesdsl.runtime.match import Match
from rulesdsl.runtime.results import Result, result_of, score_lines
from rulesdsl.runtime.script import Script
from rulesdsl.runtime.setting import Config

if TYPE_CHECKING:
    from networkx import DiGraph

    from rulesdsl.check.facts import Facts
    from rulesdsl.check.scope import Globals
    from rulesdsl.model.game import Game as Model
    from rulesdsl.native.games import NativeGame
    from rulesdsl.providers.protocol import Provider


@dataclass(frozen=True, slots=True)
class OptionSpec:
    """An option of a game: what it is without being set, and what it can be (as texts)."""

    name: str
    title: str
    default: str
    values: tuple[str, ...]


class Game:
    """Made by `load`. Everything here is the same for all matches."""

    def __init__(self, program: Program, path: Path) -> None:
        self.program, self.path = program, path
        self.machine = Machine(program)
        data = program.data
        self.title: str = data["title"]
        self.about: str = data["about"]
        self.hash: str = data.get("hash", "")
        self.scenarios: tuple[str, ...] = tuple(s[0] for s in data["scenarios"])
        players = data["players"]
        self.player_counts = range(players["low"], players["high"] + 1)
        """How many can play; a scenario may be for fewer of these (`counts`)."""

    def __repr__(self) -> str:
        return f"<Game {self.title!r}>"

    def __reduce__(self) -> tuple[Callable[[str, bytes, str], Game], tuple[str, bytes, str]]:
        """Pickle as the compiled program: whoever unpacks it needs no rule file, but this version and this Python."""
        return unpacked, (_STAMP, self.program.dumps(), str(self.path))

    @property
    def options(self) -> dict[str, OptionSpec]:
        say = self.machine.texts.text_of
        return {
            name: OptionSpec(name, title, say(word, default), tuple(say(word, v) for v in allowed or ()))
            for name, title, word, default, allowed, _ in self.program.data["options"]
        }

    def counts(self, scenario: str | None = None) -> range:
        """How many can play a scenario, without one the first. Raises ValueError."""
        low, high = self.machine.setting.limits(scenario)
        return range(low, high + 1)

    def fixed(self, scenario: str | None = None) -> dict[str, str]:
        """The options that a scenario, without one the first, fixes, with their values in words. Raises ValueError."""
        return self.machine.setting.fixed(scenario)

    def seat_names(self, players: int | None = None, scenario: str | None = None) -> tuple[str, ...]:
        """The players' names for a number of players in a scenario, without one the first. Raises ValueError."""
        return tuple(self.machine.texts.players[p] for p in self.machine.config(scenario, players, None).players)

    def score_lines(self, players: int | None = None, scenario: str | None = None) -> dict[str, tuple[str, ...]]:
        """Whose scores results have, and the labels of each one's lines; arguments as of `seat_names`."""
        return score_lines(self.machine, self.machine.config(scenario, players, None))

    @cached_property
    def graph(self) -> DiGraph[int]:
        """The phase graph that is run: nodes with kind, phase, title, cite, file, line; edges with kind and guard."""
        from networkx import DiGraph

        graph: DiGraph[int] = DiGraph(title=self.title)
        for number, kind, phase, title, cite, file, line, asks, rolls, _ in self.program.data["nodes"]:
            graph.add_node(
                number, kind=kind, phase=phase, title=title, cite=cite, file=file, line=line, asks=asks, rolls=rolls
            )
        for number, *_, edges in self.program.data["nodes"]:
            for target, kind, guard in edges:
                if graph.has_edge(number, target):
                    known = graph.edges[number, target]
                    known["guard"] = " | ".join(filter(None, (known["guard"], guard)))
                else:
                    graph.add_edge(number, target, kind=kind, guard=guard)
        return graph

    @cached_property
    def analysis(self) -> tuple[Model, Facts, Globals]:
        """The game's declarations and what the checker knows of them, read again from its files.

        Raises RuleErrors if they no longer load.
        """
        from rulesdsl.api.loading import analyse
        from rulesdsl.source.diagnostics import RuleErrors

        _, model, facts, names, problems = analyse(self.path)
        if model is None or facts is None or names is None or problems.has_errors:
            raise RuleErrors(problems.sorted())
        return model, facts, names

    @property
    def model(self) -> Model:
        """The game's declarations. Raises RuleErrors if its files no longer load."""
        return self.analysis[0]

    @cached_property
    def native(self) -> NativeGame:
        """The game in C, for whole random games. Raises NotNative, with the reason; RuleErrors as `analysis`."""
        from rulesdsl.api.native import native_game

        return native_game(self)

    @cached_property
    def identity(self) -> dict[str, Any]:
        """What records say of the rules that they were made with."""
        return {"game": str(self.path), "title": self.title, "hash": self.hash, "rulesdsl": __version__}

    # --------------------------------------------------------------------- play

    def start(
        self,
        *,
        scenario: str | None = None,
        seed: int | str = 0,
        players: int | None = None,
        options: Mapping[str, Any] | None = None,
        at: str | None = None,
        me: str | None = None,
        given: str | None = None,
        dice: Sequence[int] = (),
        draws: Sequence[str] = (),
        invariants: bool = False,
    ) -> Match:
        """A match that pauses at each decision.

        `at`, `me`, `given` (statements), `dice` and `draws` set up a position, for cases. With `invariants` every state
        is checked on the way: a Fault where the box does not add up.

        Raises ValueError for what the game does not have, RuleErrors for statements that are wrong, Fault.
        """
        config = self.machine.config(scenario, players, options)
        identity = self.identity
        entry, prepare = 0, None
        if at is not None or me is not None or given is not None:
            from rulesdsl.api.positions import position

            entry, prepare = position(self, config, at, me, given)
        machine = self._watched if invariants else self.machine
        return Match(
            machine,
            config,
            seed,
            identity,
            script=Script(dice, draws) if dice or draws else None,
            entry=entry,
            prepare=prepare,
        )

    @cached_property
    def _watched(self) -> Machine:
        from rulesdsl.runtime.invariants import watched

        return watched(self.machine)

    def play(
        self,
        providers: Mapping[str, Provider] | Provider,
        *,
        seed: int | str = 0,
        scenario: str | None = None,
        players: int | None = None,
        options: Mapping[str, Any] | None = None,
    ) -> Result:
        """Play straight through: one provider for all, or one by player's name. Raises ValueError, KeyError, Fault."""
        return self.run(self.machine.config(scenario, players, options), providers, seed)

    def run(self, config: Config, providers: Mapping[str, Provider] | Provider, seed: int | str) -> Result:
        """As `play`, with a configuration that was made before (for many games)."""
        machine = self.machine
        s = machine.start(config, machine.stream(seed))
        if getattr(providers, "uniform", False) and not isinstance(providers, Mapping):
            return result_of(machine, s, machine.run_at_random(s, providers.random))  # type: ignore[attr-defined]
        ask, count = self._ask(config, providers)
        machine.run(s, ask)
        return result_of(machine, s, count())

    def playouts(
        self, provider: Uniform, seed: int | str, *, scenario: str | None = None, players: int | None = None
    ) -> Callable[[], int]:
        """A function that plays one random game after the other and returns how many decisions each had.

        All chance comes from one stream: only the run as a whole can be repeated, and that is quicker.
        """
        machine, config, flow = self.machine, self.machine.config(scenario, players, None), Flow((seed, "playouts"))
        run, start, random, rest = machine.run_at_random, machine.start, provider.random, flow.rest
        position = 0

        def play() -> int:
            nonlocal position
            s = start(config, flow)
            s.pos_ = position
            asked = run(s, random)
            position = rest(s.pos_)
            return asked

        return play

    def _ask(
        self, config: Config, providers: Mapping[str, Provider] | Provider
    ) -> tuple[Callable[..., Any], Callable[[], int]]:
        asked = [0]
        names = self.machine.texts.players
        seats = {p: providers[names[p]] if isinstance(providers, Mapping) else providers for p in config.players}
        machine = self.machine

        def ask(s: Any, site: int, player: int, options: Sequence[Any], values: tuple[Any, ...]) -> Any:
            asked[0] += 1
            if not options:
                raise Fault("nothing can be chosen here")
            decision = Decision(machine, s, site, player, options, values, ())
            return options[seats[player].choose(decision)]

        return ask, lambda: asked[0]


_STAMP = f"rulesdsl {__version__} on {sys.implementation.cache_tag}"


def unpacked(stamp: str, packed: bytes, path: str) -> Game:
    """A game from its compiled program. Raises ValueError if another version, of this or of Python, compiled it."""
    if stamp != _STAMP:
        raise ValueError(f"the game was compiled by {stamp}, and this is {_STAMP}")
    return Game(Program.loads(packed), Path(path))


class Uniform(Protocol):
    """A provider that takes each option with equal chance; `random()` gives a number from 0 up to 1."""

    @property
    def random(self) -> Callable[[], float]: ...
