"""Values that are remembered until something is written that they rest on.

A state has a memory for each such value of which it knows something: a dictionary from arguments to what came out.
Generated code forgets what a statement touches; moves of pieces do so here. A copy of a state remembers nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

State = Any
Rule = Callable[..., Any]
MOST = 50_000
"""Answers of one value that are remembered: more than a game of some hours asks between two moves."""
TRIAL = 1_500
"""Calls after which it shows whether remembering a value is worth it."""
LOOKING = 30
"""What a look into a memory in vain weighs, with what it takes to put the answer in."""


class Memory(dict[int, dict[Any, Any]]):
    """By the number of a value what is known of it: arguments, and what came out."""

    __slots__ = ()

    def __missing__(self, number: int) -> dict[Any, Any]:
        known = self[number] = {}
        return known


def marker(space: dict[str, Any]) -> Callable[..., Callable[[Rule], Rule]]:
    """What marks the values that are remembered; `space` holds the functions of the game by name."""

    def remembered(number: int, weight: int, lists: bool = False) -> Callable[[Rule], Rule]:
        """Marks a value that looks into memory `number` before it is worked out, which weighs so much.

        `lists`: its arguments may be lists, which no memory takes as they are.
        """

        def around(rule: Rule) -> Rule:
            return _of_lists(rule, number) if lists else _on_trial(space, rule, number, weight)

        return around

    return remembered


def _on_trial(space: dict[str, Any], rule: Rule, number: int, weight: int) -> Rule:
    """Counts for a while how often the answer is known, then goes on as is better for speed: answers are the same."""
    calls = hits = 0

    def asked(s: State, *key: Any) -> Any:
        nonlocal calls, hits
        calls += 1
        if calls == TRIAL:
            worth_it = hits * weight >= (calls - hits) * LOOKING
            space[rule.__name__] = _looking(rule, number) if worth_it else rule
            if not worth_it:
                _drop(space, number)
        known = s.memory_[number]
        if key in known:
            hits += 1
            return known[key]
        return _keep(known, key, rule(s, *key))

    return asked


def _drop(space: dict[str, Any], number: int) -> None:
    """A memory that nobody looks into any more need not be forgotten either."""
    for name in space.get("forgetting_", ()):
        space[name] = tuple(x for x in space[name] if x != number)
    state = space.get("State_")
    if state is not None:
        state.rests_on_ = tuple(tuple(x for x in numbers if x != number) for numbers in state.rests_on_)


def _looking(rule: Rule, number: int) -> Rule:
    """The quickest way to look into a memory, by the number of arguments; one alone is a key by itself."""
    count = rule.__code__.co_argcount - 1
    return (_of_nothing, _of_one, _of_two, _of_several)[min(3, count)](rule, number)


def _of_nothing(rule: Rule, number: int) -> Rule:
    def asked(s: State) -> Any:
        known = s.memory_[number]
        return known[()] if known else _keep(known, (), rule(s))

    return asked


def _of_one(rule: Rule, number: int) -> Rule:
    def asked(s: State, key: Any) -> Any:
        known = s.memory_[number]
        made = known.get(key, known)
        if made is known:
            made = rule(s, key)
            if type(made) is list or len(known) >= MOST:
                return _keep(known, key, made)
            known[key] = made
        return made

    return asked


def _of_two(rule: Rule, number: int) -> Rule:
    def asked(s: State, one: Any, other: Any) -> Any:
        known, key = s.memory_[number], (one, other)
        made = known.get(key, known)
        if made is known:
            made = rule(s, one, other)
            if type(made) is list or len(known) >= MOST:
                return _keep(known, key, made)
            known[key] = made
        return made

    return asked


def _of_several(rule: Rule, number: int) -> Rule:
    def asked(s: State, *key: Any) -> Any:
        known = s.memory_[number]
        made = known.get(key, known)
        return _keep(known, key, rule(s, *key)) if made is known else made

    return asked


def _of_lists(rule: Rule, number: int) -> Rule:
    def asked(s: State, *given: Any) -> Any:
        known = s.memory_[number]
        key = hashable(given)
        made = known.get(key, known)
        return _keep(known, key, rule(s, *key)) if made is known else made

    return asked


def hashable(given: tuple[Any, ...]) -> tuple[Any, ...]:
    """Arguments with tuples in place of lists."""
    return tuple([tuple(item) if type(item) is list or type(item) is range else item for item in given])


def _keep(known: dict[Any, Any], key: Any, made: Any) -> Any:
    if type(made) is list:  # what several callers share is nothing that one of them could change
        made = tuple(made)
    if len(known) >= MOST:
        known.clear()
    known[key] = made
    return made


def forget(s: State, numbers: Sequence[int]) -> None:
    """Something was written on which these memories rest."""
    memory = s.memory_
    if memory:
        for number in numbers:
            if number in memory:
                del memory[number]


def forget_places(s: State, piece: int) -> None:
    """A piece is somewhere else now, and so is what it carries."""
    forget(s, s.rests_on_[piece])
    held = s.held_
    for carried in held[len(held) - len(s.where_) + piece]:
        forget_places(s, carried)
