"""Pull play: a match pauses at each decision. Fork, undo, save and resume need no frames: they run a node again from a

copy of the state at its beginning, with the log of what was answered and rolled since.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from pathlib import Path
from typing import Any

from rulesdsl.runtime import record, support, views
from rulesdsl.runtime.chance import Stream
from rulesdsl.runtime.decision import PASS, Decision
from rulesdsl.runtime.faults import Fault, GameOver, as_fault
from rulesdsl.runtime.machine import IDLE_BUDGET, Config, Machine
from rulesdsl.runtime.results import Result, result_of
from rulesdsl.runtime.script import Script

Entry = tuple[Any, ...]
"""("a", player, option, first of its chain, reveals so far), ("r", die) or ("p", piece)."""
Pending = tuple[Generator[Any, Any, Any], tuple[Any, ...]]


class Divergence(Exception):
    """A log that does not fit the rules; `entry` counts from 0."""

    def __init__(self, entry: int, message: str) -> None:
        super().__init__(message)
        self.entry, self.message = entry, message


class Match:
    """One game being played. Made by `Game.start`; `choose` answers, `decision` is None when it is over."""

    def __init__(
        self,
        machine: Machine,
        config: Config,
        seed: int | str,
        identity: dict[str, Any],
        *,
        log: list[Entry] | None = None,
        script: Script | None = None,
        entry: int = 0,
        prepare: Callable[[Any], None] | None = None,
    ) -> None:
        self.machine, self.config, self.seed, self.identity = machine, config, seed, identity
        self.script = script or Script()
        self._start_at, self._prepare = entry, prepare
        self._stream: Stream = machine.stream(seed)
        self.state = machine.start(config, self._stream)
        self._hook(self.state)
        self._past: list[Entry] = []
        self._log: list[Entry] = []
        self._feed: list[Entry] = list(log or ())
        self._fed = 0
        self._said: list[str] = []
        self._chain: list[tuple[str, str]] = []
        self._pending: dict[int, Pending] = {}
        self._together: list[int] | None = None
        self._main: Generator[Any, Any, Any] | None = None
        self._node = 0
        self._base: Any = None
        self.over = False
        self._result: Result | None = None
        self._made: dict[int, Decision] = {}
        self.answered = 0
        self._advance()

    # ------------------------------------------------------------------ looking

    @property
    def players(self) -> tuple[str, ...]:
        return tuple(self.machine.texts.players[p] for p in self.config.players)

    @property
    def scenario(self) -> str | None:
        names = self.machine.data["scenarios"]
        return names[self.config.scenario][0] if names else None

    @property
    def decision(self) -> Decision | None:
        """What is asked now; the first of them while players decide together."""
        found = self.decisions
        return found[0] if found else None

    @property
    def decisions(self) -> tuple[Decision, ...]:
        """All that is asked now: several while players decide together."""
        for player, (_, request) in sorted(self._pending.items()):
            if player not in self._made:
                site, _, options, env = request
                chain = tuple(self._chain) if self._together is None else ()
                self._made[player] = Decision(self.machine, self.state, site, player, options, env, chain)
        return tuple(self._made[player] for player in sorted(self._pending))

    @property
    def said(self) -> list[str]:
        """Everything told since the start."""
        return [*self._said, *self.state.told_]

    @property
    def result(self) -> Result | None:
        if self.over and self._result is None:
            self._result = result_of(self.machine, self.state, self.answered)
        return self._result

    def view(self, player: str) -> dict[str, Any]:
        """What `player` may see of the game. Raises ValueError for nobody's name."""
        return views.view(self.machine, self.state, self._index(player))

    def explain(self) -> list[str]:
        """How the numbers of the rule at hand came about, a line each."""
        decision = self.decision
        return views.explain(self.machine, self.state, decision) if decision is not None else []

    def _index(self, player: str) -> int:
        if player not in self.machine.texts.players:
            raise ValueError(f"no player `{player}`; there is {', '.join(self.players)}")
        return self.machine.texts.players.index(player)

    # ------------------------------------------------------------------ choosing

    def choose(self, i: int, player: str | None = None) -> None:
        """Take option `i` of the decision (of `player`'s, while several decide). Raises ValueError or IndexError."""
        if not self._pending:
            raise ValueError("nothing is asked: the game is over")
        who = self._index(player) if player is not None else min(self._pending)
        if who not in self._pending:
            raise ValueError(f"`{self.machine.texts.players[who]}` is not asked now")
        options = self._pending[who][1][2]
        if not 0 <= i < len(options):
            raise IndexError(f"option {i} of {len(options)}")
        self._answer(who, i)
        self._advance()

    def _answer(self, who: int, i: int) -> None:
        """Hand an answer to the rule that waits for it."""
        run, request = self._pending[who]
        decision = next(d for d in self.decisions if d.player_index == who)
        starts = self._note_chain(decision, i)
        self._log.append(("a", who, i, starts, self.state.reveals_))
        self.answered += 1
        self._made.clear()
        del self._pending[who]
        if self._together is not None:
            self.state.me = who
        self._send(who, run, request[2][i])

    def _note_chain(self, decision: Decision, i: int) -> bool:
        """Keep the chain that the next question belongs to; True if this answer began it."""
        if self._together is not None:
            return True
        starts = not self._chain
        if decision.kind == "action" and decision.values[i] != PASS:
            self._chain = [("action", decision.name(i))]
            return True
        if decision.kind == "slot" and decision.slot is not None:
            if not self._chain:
                self._chain = [("action", decision.rule.name)]
            self._chain.append((decision.slot, decision.label(i)))
            return starts
        starts = not self._chain or decision.kind == "action"
        self._chain = []
        return starts

    def _send(self, who: int, run: Generator[Any, Any, Any], value: Any) -> None:
        """Go on with a generator until it asks again or is done."""
        try:
            request = run.send(value)
        except StopIteration as stop:
            if self._together is not None and run is not self._main:
                self._together.remove(who)
                return
            self._finish_node(stop.value)
        except GameOver:
            self._finish_node(-1)
        except Exception as error:
            raise self._fault(error) from error
        else:
            self._ask(run, request)

    def _ask(self, run: Generator[Any, Any, Any], request: tuple[Any, ...]) -> None:
        if request[0] == -1:
            self._begin_together(run, request[1])
            return
        if not request[2]:
            raise self._fault(
                Fault("nothing can be chosen here", file=self._site(request[0])[0], line=self._site(request[0])[1])
            )
        self._pending[self.state.me if self._together is not None else request[1]] = run, request

    def _site(self, site: int) -> tuple[str, int]:
        about = self.machine.data["sites"][site]
        return about[5], about[6]

    def _begin_together(
        self, main: Generator[Any, Any, Any], pairs: list[tuple[int, Generator[Any, Any, Any]]]
    ) -> None:
        self._main, self._together = main, [player for player, _ in pairs]
        self._chain = []
        for player, run in pairs:
            self.state.me = player
            self._send(player, run, None)

    # ------------------------------------------------------------------- running

    def _advance(self) -> None:
        """Run on to the next question, feeding what the log has."""
        idle = 0
        while not self.over:
            if self._together is not None and not self._together:
                main, self._main, self._together = self._main, None, None
                assert main is not None
                self._send(-1, main, None)
                continue
            if self._pending:
                if not self._feed_answer():
                    return
                idle = 0
                continue
            before = len(self._log)
            self._run_node()
            idle = 0 if self._pending or len(self._log) > before else idle + 1
            if idle > IDLE_BUDGET:
                raise self.machine.circle(self._trace())

    def _trace(self) -> list[int]:
        """The nodes of a circle, from here once round."""
        numbers: list[int] = []
        while self._node not in numbers and len(numbers) < 1000:
            numbers.append(self._node)
            self._run_node()
        return numbers[numbers.index(self._node) :] if self._node in numbers else numbers

    def _run_node(self) -> None:
        node = self._node
        self._commit()
        if node == 0 and (self._start_at or self._prepare is not None):
            self._start_elsewhere()
            return
        self._base = self.machine.copy(self.state)
        pull = self.machine.pulls[node]
        if pull is None:
            try:
                self._finish_node(self.machine.nodes[node](self.state, None))
            except GameOver:
                self._finish_node(-1)
            except Exception as error:
                raise self._fault(error) from error
            return
        self._send(-1, pull(self.state), None)

    def _start_elsewhere(self) -> None:
        """Set up, prepare a position, and begin in the phase that a case names."""
        self._base = self.machine.copy(self.state)
        try:
            self.machine.nodes[0](self.state, _nobody)
            if self._prepare is not None:
                self._prepare(self.state)
        except GameOver:
            self._finish_node(-1)
            return
        except Exception as error:
            raise self._fault(error) from error
        self._start_node()

    def _start_node(self) -> None:
        self._prepare = None
        entry, self._start_at = self._start_at, 0
        self._finish_node(entry or self.machine.data["entries"][self.machine.data["nodes"][0][9][0][0]])

    def _finish_node(self, following: int) -> None:
        self._pending.clear()
        self._together = None
        self._chain = []
        if following < 0:
            self.over = True
            return
        self._node = following

    def _commit(self) -> None:
        self._past += self._log
        self._log = []
        self._said += self.state.told_
        self.state.told_ = []

    def _fault(self, error: BaseException) -> BaseException:
        return as_fault(error, self.machine.files) or error

    # ------------------------------------------------------------------- chance

    def _hook(self, s: Any) -> None:
        s.roll_, s.pick_, s.told_ = self._roll, self._pick, []

    def _next_fed(self, word: str) -> Entry | None:
        if not self._feed:
            return None
        entry = self._feed.pop(0)
        self._fed += 1
        if entry[0] != word:
            raise Divergence(
                self._fed - 1,
                "the rules and the record part: " + ("a die or a draw" if word != "a" else "a choice") + " is due",
            )
        return entry

    def _roll(self, s: Any, sides: int) -> int:
        value = support.roll(s, sides)
        fed = self._next_fed("r")
        if fed is not None:
            value = fed[1]
            if not 1 <= value <= sides:
                raise Divergence(self._fed - 1, f"a die with {sides} sides cannot show {value}")
        else:
            value = self.script.die(value, sides)
        self._log.append(("r", value))
        return value

    def _pick(self, s: Any, pieces: list[int]) -> int:
        i = support.pick(s, pieces)
        fed = self._next_fed("p")
        if fed is not None:
            if fed[1] not in pieces:
                raise Divergence(self._fed - 1, "a piece is drawn that cannot be there")
            i = pieces.index(fed[1])
        else:
            i = self.script.draw(i, pieces, self.machine.texts.pieces)
        self._log.append(("p", pieces[i]))
        return i

    def _feed_answer(self) -> bool:
        if not self._feed:
            return False
        entry = self._next_fed("a")
        assert entry is not None
        who, i = entry[1], entry[2]
        if who not in self._pending:
            raise Divergence(self._fed - 1, "another player is asked")
        if not 0 <= i < len(self._pending[who][1][2]):
            raise Divergence(self._fed - 1, f"option {i} is not there")
        if len(entry) > 5 and self._named(who).name(i) != entry[5]:
            raise Divergence(self._fed - 1, f"option {i} is now `{self._named(who).name(i)}`, it was `{entry[5]}`")
        self._answer(who, i)
        return True

    def _named(self, who: int) -> Decision:
        return next(d for d in self.decisions if d.player_index == who)

    # ----------------------------------------------------------- fork, undo, save

    def entries(self) -> list[Entry]:
        """The whole log: answers and chance, in order."""
        return [*self._past, *self._log]

    def fork(self, seed: int | str | None = None) -> Match:
        """An independent copy of the match as it stands. With a seed, chance goes another way from here on."""
        twin: Match = object.__new__(Match)
        for name in (
            "machine",
            "config",
            "seed",
            "identity",
            "_stream",
            "_node",
            "over",
            "_result",
            "_start_at",
            "_prepare",
        ):
            setattr(twin, name, getattr(self, name))
        twin.script = self.script.copy()
        twin._past, twin._log, twin._feed = list(self._past), [], list(self._log)
        twin._fed, twin._said, twin._chain = len(self._past), list(self._said), []
        twin._pending, twin._together, twin._main, twin._made = {}, None, None, {}
        twin.answered = self.answered - sum(e[0] == "a" for e in self._log)
        base = self._base if not self.over else self.state
        twin.state = self.machine.copy(base)
        twin._hook(twin.state)
        twin._base = None
        if self.over:
            twin._log, twin._feed, twin.answered = list(self._log), [], self.answered
            twin.state.told_ = list(self.state.told_)
        twin._rerun()
        if seed is not None:
            twin._reseed(seed)
        return twin

    def _rerun(self) -> None:
        """Begin the current node again and feed it."""
        if not self.over:
            self._advance()

    def _reseed(self, seed: int | str) -> None:
        self.seed, self._stream = seed, self.machine.stream(seed)
        self.state.stream_, self.state.numbers_, self.state.pos_ = self._stream, self._stream.numbers, 0

    def undo(self, past_chance: bool = False) -> bool:
        """Take back the last choice, a chain as a whole. False if there is none, or chance or a reveal came between."""
        log = self.entries()
        starts = [k for k, entry in enumerate(log) if entry[0] == "a" and entry[3]]
        if not starts:
            return False
        k = starts[-1]
        if not past_chance and (any(e[0] != "a" for e in log[k:]) or self.state.reveals_ != log[k][4]):
            return False
        self._restart(log[:k])
        return True

    def _restart(self, log: list[Entry]) -> None:
        start, prepare = self._origin
        Match.__init__(
            self,
            self.machine,
            self.config,
            self.seed,
            self.identity,
            log=log,
            script=self.script,
            entry=start,
            prepare=prepare,
        )

    @property
    def _origin(self) -> tuple[int, Callable[[Any], None] | None]:
        found: tuple[int, Callable[[Any], None] | None] = self.identity.get("origin", (0, None))
        return found

    def record(self) -> dict[str, Any]:
        """Everything needed to play the match again: rules, seed, answers, chance."""
        return record.make(self)

    def save(self, path: str | Path) -> None:
        """Write the record to a file, whole or not at all. Raises OSError."""
        record.write(self.record(), Path(path))


def _nobody(*_: Any) -> Any:
    raise Fault("the set-up asks something, and a case that starts in a phase cannot answer it")
