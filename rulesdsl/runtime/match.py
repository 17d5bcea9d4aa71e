"""Pull play: a match pauses at each decision; it can be looked at, forked, taken back and saved there.

Fork, undo, save and resume need no frames: they run nodes again from a copy of the state at the beginning of one, with
the log of what was answered and rolled since.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import itemgetter
from pathlib import Path
from typing import Any

from rulesdsl.runtime import record, views
from rulesdsl.runtime.entries import Divergence, Entry
from rulesdsl.runtime.results import Result, result_of
from rulesdsl.runtime.running import Running
from rulesdsl.runtime.sight import reads

__all__ = ["Divergence", "Entry", "Match"]


class Match(Running):
    """One game being played. Made by `Game.start`; `choose` answers, `decision` is None when it is over."""

    _result: Result | None = None

    # ------------------------------------------------------------------ looking

    @property
    def scenario(self) -> str | None:
        names = self.machine.data["scenarios"]
        return names[self.config.scenario][0] if names else None

    @property
    def fixed(self) -> dict[str, str]:
        """The options that the scenario fixes, with their values in words."""
        return self.machine.setting.fixed(self.scenario)

    @property
    def answered(self) -> int:
        """How many choices have been made."""
        return sum(entry[0] == "a" for entry in self._log)

    @property
    def said(self) -> list[str]:
        """Everything told since the start."""
        return [*self._said, *self.state.told_]

    @property
    def result(self) -> Result | None:
        if self.over and self._result is None:
            self._result = result_of(self.machine, self.state, self.answered)
        return self._result

    @property
    def printed(self) -> Mapping[str, Any]:
        """What is printed: names of pieces and players, boards, faces. It is the same in all matches of a game."""
        return self.machine.data

    def view(self, player: str) -> dict[str, Any]:
        """What `player` may see of the game. Raises ValueError for nobody's name."""
        who = self._index(player)
        return views.view(self.machine, self.state_of(who), who)

    def reads(self, player: str, piece: str, field: str) -> bool:
        """Can `player` read a field of a piece, from its back if nothing else? False for what is no piece.

        Raises ValueError for nobody's name.
        """
        who, pieces = self._index(player), self.machine.texts.pieces
        return piece in pieces and reads(self.machine, self.state_of(who), pieces.index(piece), field, who)

    def explain(self) -> list[str]:
        """How the numbers of the rule at hand came about, a line each."""
        decision = self.decision
        return views.explain(self.machine, decision.state, decision) if decision is not None else []

    # ----------------------------------------------------------- fork, undo, save

    def entries(self) -> list[Entry]:
        """The whole log: answers and chance, in order."""
        return list(self._log)

    @property
    def left(self) -> int:
        """Entries of the log it was made from that found no use: the game ended before them."""
        return len(self._feed)

    def fork(self, seed: int | str | None = None) -> Match:
        """An independent copy of the match as it stands. With a seed, chance goes another way from here on."""
        if self.over:
            twin = self._twin(self.state, list(self._log), [])
            twin.over, twin._result, twin.state.told_ = True, self._result, list(self.state.told_)
            twin._base = None  # it stands at no beginning of a node
        else:
            twin = self.again(self.kept, self._log[self._mark :])
        if seed is not None:
            twin._reseed(seed)
        return twin

    @property
    def kept(self) -> Any:
        """The state at the beginning of a node from which `again` goes on; never changed."""
        return self._base

    def again(self, base: Any, log: Sequence[Entry]) -> Match:
        """A match that begins at `kept`'s node with the state `base` and hears the entries `log`. Raises Divergence.

        It keeps `base`, which nobody may change any more.
        """
        twin = self._twin(base, self._log[: self._mark], log)
        twin._advance()
        return twin

    def since_kept(self) -> list[Entry]:
        """The entries since the state that is kept."""
        return self._log[self._mark :]

    def _twin(self, base: Any, past: list[Entry], coming: Sequence[Entry]) -> Match:
        twin: Match = object.__new__(type(self))
        twin.machine, twin.config, twin.seed, twin.identity = self.machine, self.config, self.seed, self.identity
        twin._script = self._script.copy() if self._script is not None else None
        twin._origin, twin._said, twin.seeded = self._origin, list(self._said), self.seeded
        twin._stand(base, self._base_node, past, coming)
        return twin

    def _stand(self, base: Any, node: int, past: list[Entry], coming: Sequence[Entry]) -> None:
        """Begin at a node with a copy of `base`, after the entries `past`, and hear `coming`."""
        self._watch, self._begun = None, True
        self._node, self._base_node, self._mark, self._base, self._earlier = node, node, len(past), base, {}
        self._log, self._feed, self._many, self._parts = past, list(reversed(coming)), {}, {}
        self._told = len(self._said)
        self.state = self.machine.copy(base)
        self._hook(self.state)
        self.state.due_ = False  # `base` is the copy that is kept

    def _reseed(self, seed: int | str) -> None:
        """Chance from another stream, at the same position in it: a record of this match plays on like the match.

        Also at the beginning of the node, so that forks of this one agree with it.
        """
        self.seed, self.seeded = seed, False
        numbers = self.machine.stream(seed)
        if self._base is not None:
            self._base = self.machine.copy(self._base)  # other matches may keep the same one
        for s in (self.state, self._base):
            if s is not None:
                s.stream_, s.numbers_ = numbers, numbers.numbers

    def undo(self, past_chance: bool = False) -> bool:
        """Take back the last choice, a chain as a whole. False if there is none, or chance or a reveal came between."""
        log = self._log
        k = next((k for k in range(len(log) - 1, -1, -1) if log[k][0] == "a" and log[k][3]), -1)
        if k < 0:
            return False
        if not past_chance and (self.state.reveals_ != log[k][4] or any(e[0] != "a" for e in log[k:])):
            return False
        copies = [one for one in self._earlier.values() if one[0] <= k]
        if self._base is not None and self._mark <= k:
            copies.append((self._mark, self._base, self._base_node, self._told, self._copies + 1))
        seeded = self.seeded  # a die that the seed did not roll may be among those taken back
        self._reset()
        if not copies or not seeded:
            self._begin_again(log[:k])
            return True
        mark, base, node, told, number = max(copies, key=itemgetter(0))
        self._copies = number - 1
        coming = log[mark:k]
        del self._said[told:], log[mark:]
        self._stand(base, node, log, coming)
        self._earlier = {one[4] & -one[4]: one for one in copies if one[4] < number}
        self._advance()
        return True

    def _begin_again(self, log: Sequence[Entry]) -> None:
        (entry, prepare), script = self._origin, self._script
        for name in ("_script", "_watch", "_origin", "_begun", "_node", "_base_node", "_mark", "_base", "_strict"):
            self.__dict__.pop(name, None)
        Match.__init__(
            self,
            self.machine,
            self.config,
            self.seed,
            self.identity,
            log=log,
            script=script,
            entry=entry,
            prepare=prepare,
        )

    def record(self) -> dict[str, Any]:
        """Everything needed to play the match again: rules, seed, answers, chance."""
        return record.make(self)

    def save(self, path: str | Path) -> None:
        """Write the record to a file, whole or not at all. Raises OSError."""
        record.write(self.record(), Path(path))
