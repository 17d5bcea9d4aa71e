"""How a match runs: nodes one after the other to the next question, answers and chance noted in a log.

The log can also be fed: then answers and dice come from it, and the match comes to the same position.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NoReturn

from rulesdsl.runtime import support
from rulesdsl.runtime.apart import join
from rulesdsl.runtime.decision import PASS, Decision
from rulesdsl.runtime.entries import Asked, Divergence, Entry, Kept, Run, Watch, unhooked
from rulesdsl.runtime.faults import Fault, GameOver, as_fault
from rulesdsl.runtime.machine import IDLE_BUDGET, NODE_BUDGET, Machine
from rulesdsl.runtime.script import Script
from rulesdsl.runtime.setting import Config

QUIET = 16
"""Nodes in a row that ask nothing before they are counted."""


class Running:
    """The moving part of a match; `Match` adds what one does with it."""

    def __init__(
        self,
        machine: Machine,
        config: Config,
        seed: int | str,
        identity: dict[str, Any],
        *,
        log: Sequence[Entry] = (),
        script: Script | None = None,
        entry: int = 0,
        prepare: Callable[[Any], None] | None = None,
        watch: Watch | None = None,
        strict: bool = False,
    ) -> None:
        """`log` is fed; with `strict` its dice and draws must be those of the seed."""
        self.machine, self.config, self.seed, self.identity = machine, config, seed, identity
        if script is not None or watch is not None or entry or prepare is not None or strict:
            self._script, self._watch, self._origin, self._strict = script, watch, (entry, prepare), strict
            self._begun = not entry and prepare is None
        self._earlier: dict[int, Kept] = {}
        self._log: list[Entry] = []
        self._feed: list[Entry] = list(reversed(log)) if log else []
        self._said: list[str] = []
        self._many: dict[int, Asked] = {}
        self._parts: dict[int, Any] = {}
        self.state = machine.start(config, machine.stream(seed))
        self._hook(self.state)
        if self._begun and not self._feed and machine.pulls[0] is None:
            self._go_on(0)
        else:
            self._advance()
            self._strict = False

    # what a match is before anything is asked; named here so that starting one sets few of them
    over = False
    _feeding = False
    _strict = False
    _script: Script | None = None
    _watch: Watch | None = None
    _origin: tuple[int, Callable[[Any], None] | None] = (0, None)
    _begun = True
    _node = _base_node = _mark = 0
    _base: Any = None
    seeded = True
    """All chance so far came from the seed: no script, no other seed, no record that said otherwise."""
    _one: Asked | None = None
    _main: Run | None = None
    _together_at = 0
    _told = _copies = 0
    _asked_first: object = None
    """What the chain at hand begins with, if any of it was asked: all of it may have been taken unasked."""
    _made: Decision | None = None

    def _reset(self) -> None:
        """Back to those first values, for a match that begins again."""
        for name in ("over", "_feeding", "_one", "_main", "_made", "_result", "seeded", "_copies"):
            self.__dict__.pop(name, None)

    @property
    def script(self) -> Script:
        """Dice and draws that are answered instead of rolled."""
        if self._script is None:
            self._script = Script()
        return self._script

    @property
    def deciding_together(self) -> bool:
        """Are several players asked at once, some of them perhaps done already?"""
        return bool(self._many) or self._main is not None

    @property
    def together_since(self) -> int:
        """The entry of the log with which they began, while several decide at once."""
        return self._together_at

    def whole(self) -> Any:
        """A copy of the state with what has been chosen so far, also by those who decide at once."""
        s = self.machine.copy(self.state)
        join(self.machine, s, list(self._parts.items()))
        return s

    def state_of(self, player: int) -> Any:
        """The state as far as a player takes part in it: an own one while several decide at once."""
        return self._parts.get(player, self.state)

    @property
    def players(self) -> tuple[str, ...]:
        return tuple(self.machine.texts.players[p] for p in self.config.players)

    @property
    def decision(self) -> Decision | None:
        """What is asked now; the first of them while players decide together."""
        one = self._one
        if one is not None:
            made = self._made
            if made is None:
                chain = self._said_chain() if self.state.chain_ else ()
                made = self._made = Decision(self.machine, self.state, one[1], one[2], one[3], one[4], chain)
            return made
        return self._decision_of(min(self._many)) if self._many else None

    @property
    def goes_on(self) -> bool:
        """Does the question at hand belong to the chain that the last choice began, or was part of?"""
        chain = self.state.chain_
        return self._one is not None and bool(chain) and chain[0] is self._asked_first

    @property
    def decisions(self) -> tuple[Decision, ...]:
        """All that is asked now: several while players decide together."""
        if self._many:
            return tuple(self._decision_of(player) for player in sorted(self._many))
        found = self.decision
        return (found,) if found is not None else ()

    def _decision_of(self, player: int) -> Decision:
        _, site, _, options, env = self._many[player]
        return Decision(self.machine, self._parts[player], site, player, options, env, ())

    def _index(self, player: str) -> int:
        if player not in self.machine.texts.players:
            raise ValueError(f"no player `{player}`; there is {', '.join(self.players)}")
        return self.machine.texts.players.index(player)

    # ------------------------------------------------------------------ choosing

    def choose(self, i: int, player: str | None = None) -> None:
        """Take option `i` of the decision (of `player`'s, while several decide). Raises ValueError or IndexError."""
        asked = self._one
        if asked is None or player is not None:
            asked = self._asked(player)
            if self._one is None:
                self._answer(asked, i)
                self._advance()
                return
        run, site, who, options, _ = asked
        if i < 0:
            raise IndexError(f"option {i}")
        value = options[i]
        state, machine, log = self.state, self.machine, self._log
        chain, word = state.chain_, machine.site_kinds[site]
        log.append(("a", who, i, word == 1 or not chain or chain[0] is not self._asked_first, state.reveals_))
        if len(log) - self._mark > machine.spacing:
            state.due_ = True
        if word == 0 or (word == 1 and value == PASS):
            if chain:
                state.chain_, self._asked_first = (), None
        elif word == 1 or not chain:
            self._asked_first = link = site, value
            state.chain_ = (link,)
        else:
            self._asked_first = chain[0]
            state.chain_ = (*chain, (site, value))
        self._one = self._made = None
        try:
            site, who, options, values = run.send(value)
        except StopIteration as stop:
            following = stop.value
        except GameOver:
            self._follow(-1)
            return
        except Exception as error:
            self._failed(error)
        else:
            if site >= 0 and options:
                self._one = run, site, who, options, values
                return
            self._received(run, (site, who, options, values), -1)
            following = None
        self._go_on(following)

    def _go_on(self, node: int | None) -> None:
        """The way that nearly every choice takes when a rule is over: nodes after it, to a question."""
        state = self.state
        pulls, nodes = self.machine.pulls, self.machine.nodes
        try:
            for _ in range(QUIET):  # more may go round in circles: `_advance` counts
                if node is None:
                    break
                if node < 0:
                    self._end()
                    return
                self._node = node
                pull = pulls[node]
                if pull is None:
                    node = nodes[node](state, None)
                    continue
                run = pull(state)
                try:
                    site, who, options, values = next(run)
                except StopIteration as stop:
                    node = stop.value
                    continue
                if site >= 0 and options:
                    self._one = run, site, who, options, values
                    return
                self._received(run, (site, who, options, values), -1)
                node = None
            else:
                if node is not None:
                    self._follow(node)
        except GameOver:
            self._follow(-1)
            return
        except Exception as error:
            self._failed(error)
        if not self._feeding:
            self._advance()

    def _asked(self, player: str | None) -> Asked:
        if self._one is None and not self._many:
            raise ValueError("nothing is asked: the game is over")
        if player is None:
            return self._many[min(self._many)]
        who = self._index(player)
        if self._one is not None and self._one[2] == who:
            return self._one
        if who not in self._many:
            raise ValueError(f"`{player}` is not asked now")
        return self._many[who]

    def _answer(self, asked: Asked, i: int) -> None:
        """Hand an answer to one of the rules that wait while several players decide."""
        run, _, who, options, _ = asked
        if not 0 <= i < len(options):
            raise IndexError(f"option {i} of {len(options)}")
        self._log.append(("a", who, i, True, self.state.reveals_))
        self.state.due_ = True
        del self._many[who]
        self._go(run, options[i], who)

    def _said_chain(self) -> tuple[tuple[str, str], ...]:
        """What has been chosen of the chain at hand: the action, then slots with their labels."""
        assert self._one is not None
        said: list[tuple[str, str]] = []
        for site, value in self.state.chain_:
            decision = Decision(self.machine, self.state, site, self._one[2], (value,), (), ())
            if decision.kind == "action":
                said.append(("action", decision.name(0)))
            elif decision.slot is not None:
                if not said:
                    said.append(("action", decision.rule.name))
                said.append((decision.slot, decision.label(0)))
        return tuple(said)

    def _go(self, run: Run, value: Any, who: int) -> None:
        """Go on with a rule until it asks again or is done; `who` is its player while several decide, else -1."""
        try:
            site, player, options, env = run.send(value)
        except StopIteration as stop:
            if who < 0:
                self._follow(stop.value)
        except GameOver:
            self._follow(-1)
        except Exception as error:
            self._failed(error)
        else:
            self._received(run, (site, player, options, env), who)

    def _received(self, run: Run, request: tuple[Any, ...], who: int) -> None:
        """A question, or several players' at once."""
        site, player, options, env = request
        if site == -1:
            self._begin_together(run, player)
        elif not options:
            about = self.machine.data["sites"][site]
            raise Fault("nothing can be chosen here", file=about[5], line=about[6])
        elif who < 0:
            self._one = run, site, player, options, env
        else:
            self._many[who] = run, site, who, options, env

    def _begins(self) -> None:
        """A node begins and enough has happened: what a fork goes back to."""
        state = self.state
        if state.told_:
            self._said += state.told_
            state.told_ = []
        state.due_ = False
        if self._base is not None:
            n = self._copies = self._copies + 1
            # for undo: the last odd one, the last that 2 divides once, twice ..., so the older, the farther apart
            self._earlier[n & -n] = self._mark, self._base, self._base_node, self._told, n
        self._mark, self._base, self._base_node = len(self._log), self.machine.copy(state), self._node
        unhooked(self._base)
        self._told = len(self._said)

    def keep(self) -> None:
        """Keep a copy of the state when the next node begins, though few choices were made since the last one."""
        self.state.due_ = True

    def _begin_together(self, main: Run, parts: list[tuple[int, Run, Any]]) -> None:
        self._main, self._together_at = main, len(self._log)
        self.state.chain_ = ()
        self._parts = {player: state for player, _, state in parts}
        for player, run, _ in parts:
            self._go(run, None, player)

    # ------------------------------------------------------------------- running

    def _advance(self) -> None:
        """Run on to the next question, feeding what the log has."""
        idle = steps = 0
        while not self.over:
            if self._one is not None or self._many:
                if not self._feed:
                    return
                self._feed_answer()
                idle = steps = 0
                continue
            before = len(self._log)
            idle = 0 if self._step() else idle + 1
            steps += 1 + max(0, len(self._log) - before)  # one node can go round several times
            if idle > IDLE_BUDGET or steps > NODE_BUDGET:  # dice are some progress, but not for ever
                raise self.machine.circle(self._trace())

    def _trace(self) -> list[int]:
        """The nodes of a circle, from here once round."""
        numbers: list[int] = []
        while self._node not in numbers and len(numbers) < 1000:
            numbers.append(self._node)
            self._step()
            while self._main is not None:  # all who decide at once are done, the node is not
                self._step()
        return numbers[numbers.index(self._node) :] if self._node in numbers else numbers

    def _step(self) -> bool:
        """Run one node, or what is left of it when several players have decided. True if it asked or rolled."""
        if self._main is None:
            return self._run_node()
        main, self._main, self._parts = self._main, None, {}
        before = len(self._log)
        self._go(main, None, -1)
        return self._one is not None or bool(self._many) or len(self._log) > before

    def _run_node(self) -> bool:
        """Run one node, to its end or its first question. True if it asked or rolled."""
        state = self.state
        pull = self.machine.pulls[self._node]
        before = len(self._log)
        if pull is not None and self._begun:
            self._go(pull(state), None, -1)
            return self._one is not None or bool(self._many) or len(self._log) > before
        if not self._begun:
            self._set_up()
            return True
        try:
            following = self.machine.nodes[self._node](state, None)
        except GameOver:
            following = -1
        except Exception as error:
            self._failed(error)
        self._follow(following)
        return len(self._log) > before

    def _set_up(self) -> None:
        """Set up, prepare a position, and go to the phase that a case begins in."""
        entry, prepare = self._origin
        try:
            following = self.machine.nodes[0](self.state, _nobody)
            if prepare is not None:
                prepare(self.state)
        except GameOver:
            following = -1
        except Exception as error:
            self._failed(error)
        self._begun = True
        self._follow(entry or following)

    def _follow(self, following: int) -> None:
        self.state.chain_ = ()
        if following < 0:
            self._end()
            self._many.clear()
            self._parts.clear()
            self._main = None
        else:
            self._node = following

    def _end(self) -> None:
        self.over = True
        unhooked(self.state)

    def _failed(self, error: Exception) -> NoReturn:
        """Raise the fault that an exception from generated code stands for, with its place in the rules."""
        fault = as_fault(error, self.machine.files)
        if fault is None or fault is error:
            raise error
        raise fault from error

    # ------------------------------------------------------------------- chance

    def _hook(self, s: Any) -> None:
        s.roll_, s.pick_, s.mark_, s.told_ = self._roll, self._pick, self._begins, []
        s.due_ = True

    def _next_fed(self, word: str) -> Entry | None:
        if not self._feed:
            return None
        entry = self._feed.pop()
        if entry[0] != word:
            due = {"a": "a choice", "r": "a die", "p": "a draw"}
            raise Divergence(len(self._log), f"{due[word]} is due, the record has {due[entry[0]]}")
        return entry

    def _roll(self, s: Any, sides: int) -> int:
        rolled = value = support.roll(s, sides)
        fed = self._next_fed("r")
        if fed is not None:
            value = fed[1]
            if not 1 <= value <= sides:
                raise Divergence(len(self._log), f"a die with {sides} sides cannot show {value}")
        elif self._script is not None:
            value = self._script.die(value, sides)
        if value != rolled:
            self._not_by_seed(f"the die shows {rolled} by the seed, and {value} in the record")
        self._log.append(("r", value))
        return value

    def _pick(self, s: Any, pieces: Sequence[int]) -> int:
        drawn = i = support.pick(s, pieces)
        fed = self._next_fed("p")
        if fed is not None:
            if fed[1] not in pieces:
                raise Divergence(len(self._log), "a piece is drawn that cannot be there")
            i = pieces.index(fed[1])
        elif self._script is not None:
            i = self._script.draw(i, pieces, self.machine.texts.pieces)
        if i != drawn:
            names = self.machine.texts.pieces
            self._not_by_seed(f"{names[pieces[drawn]]} is drawn by the seed, and {names[pieces[i]]} in the record")
        self._log.append(("p", pieces[i]))
        return i

    def _not_by_seed(self, message: str) -> None:
        """Chance came from a script or another seed; a record that says it did not is wrong."""
        if self._strict:
            raise Divergence(len(self._log), message)
        self.seeded = False

    def _feed_answer(self) -> None:
        entry = self._next_fed("a")
        assert entry is not None
        who, i, at = entry[1], entry[2], len(self._log)
        asked = self._one if self._one is not None and self._one[2] == who else self._many.get(who)
        if asked is None:
            raise Divergence(at, "another player is asked")
        if not 0 <= i < len(asked[3]):
            raise Divergence(at, f"option {i} is not there")
        if len(entry) > 5 or self._watch is not None:
            decision = next(d for d in self.decisions if d.player_index == who)
            if len(entry) > 5 and decision.name(i) != entry[5]:
                raise Divergence(at, f"option {i} is now `{decision.name(i)}`, it was `{entry[5]}`")
            if self._watch is not None:
                self._watch(decision, i)
        if self._one is None:
            self._answer(asked, i)
        else:
            self._feeding = True  # the loop that feeds runs on, not `choose`
            try:
                self.choose(i)
            finally:
                self._feeding = False


def _nobody(*_: Any) -> Any:
    raise Fault("the set-up asks something, and a case that starts in a phase cannot answer it")
