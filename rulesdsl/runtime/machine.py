"""A Program made ready to run: its functions, its state class, and push play (straight through, no pauses)."""

from __future__ import annotations

import marshal
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any, NoReturn

from rulesdsl.compiler.artifact import CORE, Program
from rulesdsl.runtime import support
from rulesdsl.runtime.anatomy import Anatomy
from rulesdsl.runtime.apart import join, part
from rulesdsl.runtime.chance import Stream, stream
from rulesdsl.runtime.extents import Ground, grounds_of
from rulesdsl.runtime.faults import EndlessLoop, GameOver, as_fault
from rulesdsl.runtime.geometry import answers
from rulesdsl.runtime.memory import marker
from rulesdsl.runtime.namespace import NAMESPACE
from rulesdsl.runtime.setting import Config, Setting
from rulesdsl.runtime.sight import back_name, is_seen
from rulesdsl.runtime.states import Makers
from rulesdsl.runtime.tableau import Tableau, tableaus_of
from rulesdsl.runtime.texts import Texts
from rulesdsl.runtime.travel import Travel

Ask = Callable[..., Any]
NODE_BUDGET = 1_000_000
"""Nodes that one game may visit, and numbers of chance that it may take; while it pauses, both together from one
question to the next. A game of ten thousand decisions comes to fewer than a tenth of that."""
LOOKED = 1_000
"""Nodes between two looks at how much chance a game has taken: one node can roll many dice."""
KEPT = 8
"""Choices of a match between two copies of its state, at least: most choices cost no copy."""
COPIED = 2_000
"""Figures of a state that are copied in about the time that a choice takes to play again."""
IDLE_BUDGET = 20_000
"""Nodes in a row without a question or a die, after which the game goes round in circles."""


class Machine:
    """The functions and tables of one Program."""

    def __init__(self, program: Program) -> None:
        self.program, self.data = program, program.data
        self.texts = Texts(self.data)
        self.files = frozenset(path for path, _ in self.data["code"])
        names = [column[0] for column in self.data["columns"]]
        self.has_pieces = "where_" in names
        tableaus, grounds = tableaus_of(self.data), grounds_of(self.data)
        spread: tuple[Tableau | Ground, ...] = (*tableaus, *grounds)
        slots = {
            "__slots__": (*CORE, *names),
            "layered_": tableaus,
            "grounds_": grounds,
            "spread_": spread,
            "rests_on_": tuple(map(frozenset, self.data["rests_on"][1])),
            "cells_on_": self.data["rests_on"][3],
        }
        self.State: type[Any] = type("State", (), slots)
        self.lists = tuple(c[0] for c in self.data["columns"] if c[2])
        self.namespace: dict[str, Any] = {
            **NAMESPACE,
            "text_of": self.texts.text_of,
            "distinct": self._distinct(),
            "in_sight": self._in_sight,
            "part_": lambda s, player: part(self, s, player),
            "join_": lambda s, parts: join(self, s, parts),
            **{f"tableau_{board.name}": board for board in spread},
            **self.data["constants"],
        }
        for name, (question, boards) in self.data["answers"].items():
            self.namespace[name] = answers(question, self.namespace[boards])
        forgetting = tuple(n for n in self.data["constants"] if n.startswith("rests_on_"))
        self.namespace.update({name: frozenset(self.data["constants"][name]) for name in forgetting})
        self.namespace["forgetting_"] = forgetting
        self.namespace["State_"] = self.State
        self.namespace["remembered"] = marker(self.namespace)
        for _, code in self.data["code"]:
            exec(marshal.loads(code), self.namespace)
        for name, row in self.data["carried"].items():
            for twin in ("", "_pull"):
                self.namespace[f"{name}{twin}"] = tuple(
                    self.namespace.get(f"{x}{twin}", self.namespace.get(x)) if x else None for x in row
                )
        for name, (clauses, looks_back) in self.data["travels"].items():
            cost, enter, stop, end, risk = map(self.namespace.get, clauses)
            self.namespace[f"the_{name}_travel"] = Travel(cost, enter, stop, end, risk, frozenset(looks_back))
        self.nodes: list[Ask] = [self.namespace.get(f"node_{x[0]}", _unreachable) for x in self.data["nodes"]]
        self.pulls: list[Ask | None] = [self.namespace.get(f"node_{x[0]}_pull") for x in self.data["nodes"]]
        self.at_random: Callable[[Any, Callable[[], float]], int] | None = self.namespace.get("at_random")
        """A whole game at random in one call, for small programs: a first state in, the number of questions out."""
        self.site_kinds = tuple({"action": 1, "slot": 2}.get(site[0], 0) for site in self.data["sites"])
        """1: a choice of action, which begins a chain; 2: a slot, which goes on with it; 0: neither."""
        size = sum(len(column[1]) for column in self.data["columns"] if column[2])
        self.spacing = KEPT + size // COPIED
        """Choices of a match between two copies of its state: a fork plays about so many again at most."""
        setting = Setting(self.data, self.texts)
        self.setting, self.config = setting, setting.config
        made = Makers(self.State, self.data)
        self.fresh, self.copy = made.fresh, made.copy
        self.start: Callable[[Config, Stream], Any] = made.start
        """The state before set-up."""

    @cached_property
    def anatomy(self) -> Anatomy:
        """Tables of places and pieces, made when somebody looks."""
        return Anatomy(self.data)

    def _distinct(self) -> Callable[..., list[int]]:
        """A function that keeps the first of each group of equal pieces: same kind, place, side and figures.

        With a player, what that player may not know stays apart, but for pieces whose backs show the same.
        """
        kinds, owners = self.data["piece_kinds"], self.data["piece_owners"]
        columns = [
            (self.data["kinds"][f[0]][:2], f[2]) for f in self.data["fields"] if f[3] and f[0] in self.data["kinds"]
        ]
        columns += [(self.data["kinds"][side[0]][:2], side[1]) for side in self.data["sides"]]

        def distinct(s: Any, options: Sequence[int], player: int = -1) -> list[int]:
            seen: set[Any] = set()
            kept: list[int] = []
            for piece in options if player < 0 else self._in_sight(s, player, options):
                figures = tuple(getattr(s, name)[piece] for (low, high), name in columns if low <= piece < high)
                key: Any = (kinds[piece], owners[piece], s.where_[piece], s.shown_[piece], figures)
                if player >= 0 and not is_seen(self, s, piece, player):
                    back = back_name(self, s, piece, player)
                    key = (back, owners[piece], s.where_[piece], s.shown_[piece]) if back else piece
                if key not in seen:
                    seen.add(key)
                    kept.append(piece)
            return kept

        return distinct

    def _in_sight(self, s: Any, player: int, options: Sequence[int]) -> list[int]:
        """Options that are pieces: those that `player` knows as they come, then the others by where they lie."""
        known = [piece for piece in options if is_seen(self, s, piece, player)]
        others = [piece for piece in options if piece not in known]

        def spot(piece: int) -> tuple[int, bool, str, int]:
            place = s.where_[piece]
            at = s.held_[place].index(piece)
            settled = at >= s.mixed_[place]
            return place, settled, "" if settled else back_name(self, s, piece, player), at

        return known + sorted(others, key=spot)

    # -------------------------------------------------------------------- state

    def columns(self, s: Any) -> tuple[Any, ...]:
        """Everything in a state that the rules can see, for comparing two states."""
        core = (s.pos_, s.over_, s.winner_, s.me, s.players, s.options_, s.scenario_)
        return core + tuple(tuple(v) if isinstance(v := getattr(s, c[0]), list) else v for c in self.data["columns"])

    # --------------------------------------------------------------------- push

    def run(self, s: Any, ask: Ask, node: int = 0) -> None:
        """Play from `node` to the end; `ask(s, site, player, options, values)` gives the chosen option at once.

        Raises Fault when a rule goes wrong.
        """
        nodes = self.nodes
        try:
            most = s.pos_ + NODE_BUDGET
            for _ in range(0, NODE_BUDGET, LOOKED):
                for _ in range(LOOKED):
                    node = nodes[node](s, ask)
                    if node < 0:
                        return
                if s.pos_ > most:
                    break
            raise self.endless(s, ask, node)
        except GameOver:
            return
        except Exception as error:
            self.failed(error)

    def run_at_random(self, s: Any, random: Callable[[], float]) -> int:
        """Play from the beginning with equal chances for all options; returns how many questions there were.

        `random()` gives a number from 0 up to 1. Raises Fault when a rule goes wrong.
        """
        if self.at_random is None:
            ask, count = uniform(random)
            self.run(s, ask)
            return count()
        try:
            asked = self.at_random(s, random)
            if asked < 0:
                raise self.endless(s, uniform(random)[0], -1 - asked)
        except Exception as error:
            self.failed(error)
        return asked

    def failed(self, error: Exception) -> NoReturn:
        """Raise the fault that an exception from generated code stands for, with its place in the rules."""
        fault = as_fault(error, self.files)
        if fault is None:
            raise error
        raise fault from (error if fault is not error else None)

    def endless(self, s: Any, ask: Ask, node: int) -> EndlessLoop:
        """The fault of a game that goes round in circles; walks on once round to name them."""
        numbers: list[int] = []
        while node not in numbers and node >= 0:
            numbers.append(node)
            node = self.nodes[node](s, ask)
        return self.circle(numbers[numbers.index(node) :] if node in numbers else numbers)

    def circle(self, numbers: Sequence[int]) -> EndlessLoop:
        """The fault for a loop through these nodes."""
        joined = self.data["joined"]
        about = [self.data["nodes"][i] for number in numbers for i in (number, *joined.get(number, ()))]
        names = tuple(dict.fromkeys(x[2] or x[1] for x in about))
        line = next(((x[5], x[6]) for x in about if x[5]), ("", 0))
        return EndlessLoop(f"phases go round without end: {' -> '.join(names)}", names, file=line[0], line=line[1])

    def stream(self, seed: int | str) -> Stream:
        return stream(seed)


def uniform(random: Callable[[], float]) -> tuple[Ask, Callable[[], int]]:
    """Random answers without making decisions of them, and how many there were."""
    asked = 0

    def ask(s: Any, site: int, player: int, options: Sequence[Any], values: tuple[Any, ...]) -> Any:
        nonlocal asked
        asked += 1
        if not options:
            support.nothing_to_choose()
        return options[int(random() * len(options))]

    def count() -> int:
        return asked

    return ask, count


def _unreachable(s: Any, ask: Ask) -> int:
    raise AssertionError("a node that was joined into another is never run by itself")
