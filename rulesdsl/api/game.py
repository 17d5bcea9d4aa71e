"""A loaded game: what it is, its phase graph, and ways to play it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rulesdsl import __version__
from rulesdsl.compiler.program import Program
from rulesdsl.runtime.decision import Decision
from rulesdsl.runtime.machine import Config, Machine
from rulesdsl.runtime.match import Match
from rulesdsl.runtime.results import Result, result_of
from rulesdsl.runtime.script import Script

if TYPE_CHECKING:
    from networkx import DiGraph

    from rulesdsl.check.facts import Facts
    from rulesdsl.check.scope import Globals
    from rulesdsl.model.game import Game as Model
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

    def __repr__(self) -> str:
        return f"<Game {self.title!r}>"

    @property
    def options(self) -> dict[str, OptionSpec]:
        say = self.machine.texts.text_of
        return {
            name: OptionSpec(name, title, say(word, default), tuple(say(word, v) for v in allowed or ()))
            for name, title, word, default, allowed, _ in self.program.data["options"]
        }

    def seat_names(self, players: int | None = None) -> tuple[str, ...]:
        """The players' names for a number of players. Raises ValueError."""
        return tuple(self.machine.texts.players[p] for p in self.machine.seats(players))

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

    @property
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
    ) -> Match:
        """A match that pauses at each decision. `at`, `me`, `given` (statements), `dice` and `draws` set up a position, for cases.

        Raises ValueError for what the game does not have, RuleErrors for statements that are wrong, Fault.
        """
        config = self.machine.config(scenario, players, options)
        identity = self.identity
        entry, prepare = 0, None
        if at is not None or me is not None or given is not None:
            from rulesdsl.api.positions import position

            entry, prepare = position(self, config, at, me, given)
            identity["origin"] = (entry, prepare)
        return Match(self.machine, config, seed, identity, script=Script(dice, draws), entry=entry, prepare=prepare)

    def play(
        self,
        providers: Mapping[str, Provider] | Provider,
        *,
        seed: int | str = 0,
        scenario: str | None = None,
        players: int | None = None,
        options: Mapping[str, Any] | None = None,
    ) -> Result:
        """Play straight through. One provider for all, or one for each player's name. Raises ValueError, KeyError, Fault."""
        return self.run(self.machine.config(scenario, players, options), providers, seed)

    def run(self, config: Config, providers: Mapping[str, Provider] | Provider, seed: int | str) -> Result:
        """As `play`, with a configuration that was made before (for many games)."""
        s = self.machine.start(config, self.machine.stream(seed))
        ask, count = self._ask(config, providers)
        self.machine.run(s, ask)
        return result_of(self.machine, s, count())

    def _ask(
        self, config: Config, providers: Mapping[str, Provider] | Provider
    ) -> tuple[Callable[..., Any], Callable[[], int]]:
        asked = [0]
        if not isinstance(providers, Mapping) and getattr(providers, "uniform", False):
            return uniform(providers.pick, asked)  # type: ignore[attr-defined]
        names = self.machine.texts.players
        seats = {p: providers[names[p]] if isinstance(providers, Mapping) else providers for p in config.players}
        machine = self.machine

        def ask(s: Any, site: int, player: int, options: Sequence[Any], values: tuple[Any, ...]) -> Any:
            asked[0] += 1
            _some(options)
            decision = Decision(machine, s, site, player, options, values, ())
            return options[seats[player].choose(decision)]

        return ask, lambda: asked[0]


def uniform(pick: Callable[[int], int], asked: list[int]) -> tuple[Callable[..., Any], Callable[[], int]]:
    """Random answers without making decisions of them."""

    def ask(s: Any, site: int, player: int, options: Sequence[Any], values: tuple[Any, ...]) -> Any:
        asked[0] += 1
        if not options:
            _some(options)
        return options[pick(len(options))]

    return ask, lambda: asked[0]


def _some(options: Sequence[Any]) -> None:
    if not options:
        from rulesdsl.runtime.faults import Fault

        raise Fault("nothing can be chosen here")
