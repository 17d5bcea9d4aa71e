"""Which dice a player has heard of: those that would make a difference to what the player sees.

A die that was put away in secret may lie in the log of a match all the same. Whoever plays the past again, with that
die fallen another way, comes to the question at hand and sees the same as before; so the player cannot know it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Any

from rulesdsl.runtime import views
from rulesdsl.runtime.decision import Decision
from rulesdsl.runtime.entries import Entry
from rulesdsl.runtime.faults import Fault
from rulesdsl.runtime.machine import Machine


class _Reached(Exception):
    """The question at hand."""


def unheard(
    machine: Machine, guesses: Iterable[Any], node: int, log: Sequence[Entry], decision: Decision, seen: Any
) -> frozenset[int]:
    """The dice of a log, counted from 0, that the chooser of `decision` cannot know.

    `guesses` are states that the chooser cannot tell from the one at the beginning of `node`, `log` is what happened
    since, `seen` the chooser's view now. The first guess that leads there is used; without one no die is known.
    """
    dice = range(sum(entry[0] == "r" for entry in log))

    def view(guess: Any, other: int, step: int) -> Any:
        return _Past(machine, log, decision, other, step).view(guess, node)

    fitting = next((guess for guess in guesses if view(guess, -1, 0) == seen), None)
    if fitting is None:
        return frozenset(dice)
    return frozenset(k for k in dice if any(view(fitting, k, step) == seen for step in (1, -1)))


class _Past:
    """What happened, once more, but for one die, which shows another number."""

    def __init__(self, machine: Machine, log: Sequence[Entry], decision: Decision, other: int, step: int) -> None:
        self.machine, self.decision, self.other, self.step = machine, decision, other, step
        self.dice, self.draws = ([entry[1] for entry in log if entry[0] == word] for word in "rp")
        self.answers: dict[int, list[int]] = {}
        for entry in log:
            if entry[0] == "a":
                self.answers.setdefault(entry[1], []).append(entry[2])
        self.rolled = 0
        self.seen: Any = None

    def view(self, guess: Any, node: int) -> Any:
        """What the chooser sees at the question at hand; None where it does not come to that."""
        s = self.machine.copy(guess)
        s.roll_, s.pick_ = self.roll, self.pick
        s.mark_ = s.told_ = None
        s.due_, s.chain_ = False, ()
        with suppress(_Reached, Fault):
            self.machine.run(s, self.ask, node)
        return self.seen

    def ask(self, s: Any, site: int, player: int, options: Sequence[Any], values: tuple[Any, ...]) -> Any:
        """What machine.run asks: what was answered, up to the question at hand."""
        decision, given = self.decision, self.answers.get(player)
        if given and given[0] < len(options):
            return options[given.pop(0)]
        if player == decision.player_index:
            if not given and site == decision.site and len(options) == len(decision):
                self.seen = views.view(self.machine, s, player)
            raise _Reached
        if given or not options:
            raise _Reached
        return options[0]  # somebody who decides at the same time and has not answered: nobody sees it

    def roll(self, s: Any, sides: int) -> int:
        """The die that fell, or another number for the one that is looked into."""
        value = self.dice[self.rolled] if self.rolled < len(self.dice) else 1
        if self.rolled == self.other:
            value = (value - 1 + self.step) % sides + 1
        self.rolled += 1
        return min(value, sides)

    def pick(self, s: Any, pieces: Sequence[int]) -> int:
        """The piece that was drawn, if it is still there."""
        piece = self.draws.pop(0) if self.draws else -1
        return pieces.index(piece) if piece in pieces else 0
