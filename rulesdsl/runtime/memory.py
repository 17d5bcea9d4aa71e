"""Values that are remembered until something is written that they rest on.

A state has a memory for each such value of which it knows something: a dictionary from arguments to what came out.
Generated code forgets what a statement touches; moves of pieces do so here. A copy of a state remembers nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

State = Any
Rule = Callable[..., Any]
MOST = 50_000
"""Answers of one value that are remembered: more than a game of some hours asks between two moves."""
TRIAL = 1_500
"""Calls after which it shows whether remembering a value is worth it."""
LOOKING = 30
"""What a look into a memory in vain weighs, with what it takes to put the answer in."""


class Memory(dict[int, Any]):
    """By the number of a value what is known of it: arguments, and what came out. Sets of cells are kept here too."""

    __slots__ = ()

    def __missing__(self, number: int) -> dict[Any, Any]:
        known: dict[Any, Any] = {}
        self[number] = known
        return known


class Cells(set[int]):
    """The cells where something holds, but for those that are to be looked at again."""

    __slots__ = ("again",)

    again: list[int]


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
        space[name] -= {number}
    state = space.get("State_")
    if state is not None:
        state.rests_on_ = tuple(numbers - {number} for numbers in state.rests_on_)


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


def cells_where(number: int, low: int, high: int) -> Callable[[Rule], Rule]:
    """Makes of a test of a cell, among the places from `low` up to `high`, what gives the set of those that pass it.

    Whether one does rests on what lies there and on columns of those pieces. So where nothing lies it is the same in
    every state, and a piece that moves settles which cells are to be looked at again.
    """

    def around(test: Rule) -> Rule:
        bare: tuple[int, ...] | None = None
        pieces: tuple[int, ...] = ()

        def anew(s: State) -> Cells:
            nonlocal bare, pieces
            if bare is None:
                empty = _emptied(s)
                bare = tuple(cell for cell in range(low, high) if test(empty, cell))
                pieces = tuple(piece for piece, numbers in enumerate(s.cells_on_) if number in numbers)
            known = Cells(bare)
            where = s.where_
            known.again = [where[piece] for piece in pieces]
            s.memory_[number] = known
            return known

        def now(s: State) -> Cells:
            known: Cells | None = s.memory_.get(number)
            if known is None:
                known = anew(s)
            if known.again:
                for cell in set(known.again):
                    if low <= cell < high:
                        if test(s, cell):
                            known.add(cell)
                        else:
                            known.discard(cell)
                known.again = []
            return known

        return now

    return around


def _emptied(s: State) -> State:
    """A state with the same columns in which nothing lies anywhere."""
    made = type(s)()
    for name in type(s).__slots__:
        if hasattr(s, name):
            setattr(made, name, getattr(s, name))
    made.held_, made.memory_ = [()] * len(s.held_), Memory()
    return made


def forget(s: State, numbers: frozenset[int]) -> None:
    """Something was written on which these memories rest."""
    memory = s.memory_
    if memory:
        for number in numbers.intersection(memory):
            del memory[number]


def look_again(s: State, numbers: Iterable[int], *places: int) -> None:
    """Something has changed at these places on which these sets of cells rest."""
    get = s.memory_.get
    for number in numbers:
        known = get(number)
        if known is not None:
            known.again += places


def forget_places(s: State, piece: int) -> None:
    """A piece is somewhere else now, and so is what it carries."""
    forget(s, s.rests_on_[piece])
    held = s.held_
    for carried in held[len(held) - len(s.where_) + piece]:
        forget_places(s, carried)
