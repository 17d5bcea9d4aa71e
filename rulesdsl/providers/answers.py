"""Match answers that somebody wrote down to the decisions of a game, for scripts and cases.

An answer is a label (text, number, true or false), a list of them, or a mapping that names the steps of
a chain: ``{by: PLAYER, action: NAME, SLOT: VALUE}``. A step that the game took by itself, because one
option was left, may be given or left out; a given one must agree.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from rulesdsl.providers.protocol import Asked

# More labels than this tell a reader nothing.
SHOWN = 24


class Misfit(Exception):
    """An answer that does not fit: ``problem`` is one sentence; ``asked`` what was asked, ``options`` what fits."""

    def __init__(self, problem: str, decision: Asked | None = None) -> None:
        super().__init__(problem)
        self.problem = problem
        self.asked = "" if decision is None else describe(decision)
        self.options: list[str] = [] if decision is None else decision.labels()

    def __str__(self) -> str:
        lines = [self.problem]
        if self.asked:
            lines += [f"asked: {self.asked}", f"options: {listing(self.options)}"]
        return "\n".join(lines)


@dataclass(slots=True)
class Answer:
    """One written answer; ``steps`` are its (step, label) pairs, a step None for a bare label."""

    by: str | None
    steps: list[tuple[str | None, str]]
    taken: list[tuple[str, frozenset[str]]] = field(default_factory=list)
    """The steps done so far, each with all that its option is called."""

    def __str__(self) -> str:
        return ", ".join(label if step is None else f"{step}: {label}" for step, label in self.steps)


class Answers:
    """A queue of written answers, taken one decision at a time."""

    def __init__(self, written: Iterable[Any]) -> None:
        self._queue = [answer for item in written for answer in read(item)]

    def __bool__(self) -> bool:
        return bool(self._queue)

    def unused(self) -> list[str]:
        """The answers, and parts of answers, that nothing has asked for."""
        return [str(answer) for answer in self._queue]

    def take(self, decision: Asked) -> int:
        """Return the option that the next answer means, counted from 0.

        Raises `Misfit` if the next answer does not fit this decision, or none is left.
        """
        if self.closes(decision):
            raise Misfit("there is no answer left", decision)
        answer = self._queue[0]
        if answer.by not in (None, decision.player):
            raise Misfit(f"the answer is by {answer.by}, but {decision.player} is asked", decision)
        key = step_of(decision)
        at = _step_at(answer, key)
        if at is None:
            wanted = answer.steps[0][0]
            raise Misfit(f"the answer gives `{wanted}`, but `{key}` is asked", decision)
        label = answer.steps[at][1]
        option = fitting(decision, label)
        del answer.steps[at]
        answer.taken.append((key, words(decision, option)))
        if not answer.steps:
            self._queue.pop(0)
        return option

    def close(self) -> None:
        """Drop what is left of a chain that has begun: its last steps were taken unasked."""
        if self._queue and self._queue[0].taken:
            self._queue.pop(0)

    def closes(self, decision: Asked) -> bool:
        """Drop answers whose chain is over before this decision; True if that leaves none.

        Raises `Misfit` if the game took another option unasked than the answer says.
        """
        while self._queue and _finished(self._queue[0], decision):
            self._queue.pop(0)
        return not self._queue


def read(item: Any) -> list[Answer]:
    """Return the answers that one written item means."""
    if isinstance(item, list):
        return [answer for part in item for answer in read(part)]
    if isinstance(item, Mapping):
        by = item.get("by")
        steps: list[tuple[str | None, str]] = [(str(step), text(value)) for step, value in item.items() if step != "by"]
        return [Answer(None if by is None else text(by), steps)] if steps else []
    return [Answer(None, [(None, text(item))])]


def text(value: Any) -> str:
    """Return a written value as the text of a label."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)


def step_of(decision: Asked) -> str:
    """Return the name of the step that a decision asks for: ``action``, a slot's name, or its kind."""
    return decision.slot or decision.kind


def fitting(decision: Asked, label: str) -> int:
    """Return the option with this name or label, counted from 0; case, spaces and underscores do not matter.

    A piece that equals one of the options stands for it. Raises `Misfit` if no option fits, or more than one.
    """
    labels = decision.labels()
    if label in labels:
        return labels.index(label)
    wanted = plain(label)
    called = [words(decision, i) for i in range(len(decision))]
    found = [i for i, some in enumerate(called) if wanted in some]
    if not found:
        # What a person may shorten, a script spells out: it outlives the options of today.
        found = [i for i in decision.find(label) if not any(word.startswith(wanted) for word in called[i])]
    if not found:
        raise Misfit(f"`{label}` is not an option", decision)
    if len(found) > 1:
        raise Misfit(f"`{label}` fits {len(found)} options", decision)
    return found[0]


def words(decision: Asked, option: int) -> frozenset[str]:
    """Return all that an option is called, without what people mix up."""
    return frozenset(map(plain, (decision.label(option), decision.word(option), decision.name(option))))


def plain(label: str) -> str:
    """Return a label without what people mix up."""
    return label.casefold().replace("_", " ").strip()


def describe(decision: Asked) -> str:
    """Return who is asked what by which rule, in one line."""
    chain = "".join(f" ({step}: {label})" for step, label in decision.chain)
    rule = decision.rule
    by = "" if rule is None else f" by {rule.kind} {rule.name}" + (f" [{rule.cite}]" if rule.cite else "")
    return f"{decision.player}: {decision.prompt}{chain}{by}"


def listing(labels: list[str]) -> str:
    """Return labels as one line, the first ones of many."""
    rest = len(labels) - SHOWN
    return ", ".join(labels[:SHOWN]) + (f" ... and {rest} more" if rest > 0 else "")


def _step_at(answer: Answer, key: str) -> int | None:
    for i, (step, _) in enumerate(answer.steps):
        if step is None or step == key:
            return i
    return None


def _finished(answer: Answer, decision: Asked) -> bool:
    """Strike out what the game took unasked; True if the answer's chain is over before this decision.

    Raises `Misfit` if the game took something else than the answer says.
    """
    if answer.steps and answer.steps[0][0] is None:
        return False
    if answer.taken and not _goes_on(answer, decision):
        return True
    if answer.by in (None, decision.player):
        for step, label in decision.chain:
            given = _step_at(answer, step)
            if given is None:
                continue
            if plain(answer.steps[given][1]) != plain(label):
                problem = f"the answer gives `{step}: {answer.steps[given][1]}`, but `{label}` was the only option"
                raise Misfit(problem, decision)
            del answer.steps[given]
            answer.taken.append((step, frozenset((plain(label),))))
    return not answer.steps


def _goes_on(answer: Answer, decision: Asked) -> bool:
    """Whether a decision belongs to the chain that the answer has begun."""
    chain = [(step, plain(label)) for step, label in decision.chain]
    return all(any((step, word) in chain for word in called) for step, called in answer.taken)
