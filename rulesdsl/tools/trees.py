"""The whole tree of a small game: every choice, die and draw there can be, with exact chances.

`grow` plays each node of the phase graph in every way, from a copy of the state at its beginning. Positions that are
equal, and reached by players who know equal things, become one place of the tree. What players know is what they saw
at their own questions and how they answered them (they forget nothing of that); `solving` works with it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from rulesdsl.runtime import views
from rulesdsl.runtime.decision import Decision
from rulesdsl.runtime.faults import Fault, GameOver, as_fault
from rulesdsl.runtime.machine import Machine
from rulesdsl.runtime.match import Match
from rulesdsl.runtime.results import Result, result_of

_DEEPEST: Final = 120
"""Positions one after the other; more of them would be more than Python's stack carries."""


@dataclass(frozen=True, slots=True, eq=False)
class Chance:
    """A die, or a draw: one branch for each side or piece, all as likely."""

    branches: tuple[Node, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Choice:
    """A question: who is asked, a number for all that this player knows then, and a branch for each option."""

    player: str
    known: int
    view: dict[str, Any]
    """What the player sees (`Match.view`)."""
    names: tuple[str, ...]
    """The options' names."""
    branches: tuple[Node, ...]


@dataclass(frozen=True, slots=True, eq=False)
class End:
    """The game is over."""

    result: Result


Node = Chance | Choice | End


@dataclass(frozen=True, slots=True)
class Tree:
    """A game from its beginning; `hiding` says whether somebody may know what another does not."""

    root: Node
    players: tuple[str, ...]
    hiding: bool
    places: int
    """How many questions, chances and ends were gone through."""


def grow(match: Match, limit: int = 100_000) -> Tree:
    """The tree of the game of a match, from set-up on, for its players, scenario and options.

    Raises ValueError for a game of more than `limit` places, or one in which positions come again; Fault.
    """
    grower = _Grower(match.machine, limit)
    start = match.machine.start(match.config, match.machine.stream(match.seed))
    root = grower.position(start, 0, (0,) * len(match.machine.texts.players))
    return Tree(root, match.players, grower.hiding, grower.places)


class _Open(Exception):
    """A question, a die or a draw for which the path has no answer yet."""

    def __init__(self, branches: int, made: Callable[[tuple[Node, ...]], Node], player: int, known: int) -> None:
        super().__init__()
        self.branches, self.made, self.player, self.known = branches, made, player, known


_Step = tuple[int, int, int]
"""Which branch, the player who knows it or -1, and the number for what that player knows after it."""


class _Grower:
    """Grows a tree; equal positions once."""

    def __init__(self, machine: Machine, limit: int) -> None:
        self.machine, self.limit = machine, limit
        self.hiding = hides(machine)
        self.made: dict[Any, Node | None] = {}
        self.numbers: dict[Any, int] = {}
        self.deep = self.places = 0

    def number(self, key: Any) -> int:
        """A number for each different thing that can be known."""
        return self.numbers.setdefault(key, len(self.numbers) + 1)

    def position(self, s: Any, node: int, minds: tuple[int, ...]) -> Node:
        """The tree from the beginning of a node; `minds` says what each player knows, as numbers."""
        key = (node, self.machine.columns(s), minds)
        if key in self.made:
            found = self.made[key]
            if found is None:
                raise ValueError("a position comes again, so the game has no end of its own")
            return found
        if self.deep >= _DEEPEST:
            raise ValueError(f"the game has more than {_DEEPEST} positions one after the other")
        self.made[key] = None
        self.deep += 1
        found = self.made[key] = self._ways(s, node, minds, ())
        self.deep -= 1
        return found

    def _ways(self, s: Any, node: int, minds: tuple[int, ...], path: tuple[_Step, ...]) -> Node:
        """All that can follow a path of answers and chances within a node."""
        self.places += 1
        if self.places > self.limit:
            raise ValueError(f"the game has more than {self.limit} places")
        machine, t = self.machine, self.machine.copy(s)
        play = _Path(self, minds, path)
        t.roll_, t.pick_ = play.roll, play.pick
        t.mark_ = t.told_ = None
        t.due_, t.chain_ = False, ()
        question: _Open | None = None
        following = -1
        try:
            following = machine.nodes[node](t, play.ask)
        except _Open as raised:
            question = raised
        except GameOver:
            pass
        except Exception as error:
            fault = as_fault(error, machine.files)
            if fault is None:
                raise
            raise fault from (error if fault is not error else None)
        if question is not None:
            steps = [(*path, step) for step in self._steps(question)]
            return question.made(tuple(self._ways(s, node, minds, longer) for longer in steps))
        if following < 0:
            return End(result_of(machine, t, 0))
        return self.position(t, following, tuple(play.minds))

    def _steps(self, question: _Open) -> list[_Step]:
        """The branches of a question, and what its player knows after each."""
        player, known = question.player, question.known
        return [(i, player, self.number((known, i)) if player >= 0 else 0) for i in range(question.branches)]


class _Path:
    """Answers and chances of one way through a node; the first that is missing is an `_Open`."""

    def __init__(self, grower: _Grower, minds: tuple[int, ...], path: tuple[_Step, ...]) -> None:
        self.grower, self.minds, self.path, self.at = grower, list(minds), path, 0

    def ask(self, s: Any, site: int, player: int, options: Sequence[Any], values: tuple[Any, ...]) -> Any:
        """What machine.run asks."""
        if not options:
            raise Fault("nothing can be chosen here")
        if self.at == len(self.path):
            raise self._question(Decision(self.grower.machine, s, site, player, options, values, ()))
        i, _, mind = self.path[self.at]
        self.at += 1
        if self.grower.hiding:
            self.minds[player] = mind
        return options[i]

    def _question(self, decision: Decision) -> _Open:
        grower, player = self.grower, decision.player_index
        view = views.view(grower.machine, decision.state, player)
        names = tuple(decision.name(i) for i in range(len(decision)))
        known = grower.number((self.minds[player], player, decision.site, repr(view), names))

        def choice(branches: tuple[Node, ...]) -> Node:
            return Choice(decision.player, known, view, names, branches)

        return _Open(len(names), choice, player, known)

    def _chance(self, ways: int) -> int:
        if self.at == len(self.path):
            raise _Open(ways, Chance, -1, 0)
        self.at += 1
        return self.path[self.at - 1][0]

    def roll(self, s: Any, sides: int) -> int:
        """A die."""
        return self._chance(sides) + 1

    def pick(self, s: Any, pieces: Sequence[int]) -> int:
        """A draw."""
        return self._chance(len(pieces))


def hides(machine: Machine) -> bool:
    """Does a game declare anything that some player may not see, or do players decide at the same time?"""
    data = machine.data
    return (
        any(row[5] != "all" for row in data["state"])
        or any(zone[5] != "all" for zone in data["zones"])
        or any(reader != "all" for side in data["sides"] for reader in side[3])
        or any(node[1] == "together" for node in data["nodes"])
    )
