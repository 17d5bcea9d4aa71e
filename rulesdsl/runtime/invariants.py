"""Count the box: what must hold of every state, whatever the rules of a game do.

A mode for tests: `check` raises Fault at the first thing that is wrong, `watched` makes a machine that calls it at
every question and at the end of every node. Automatic play leaves it out, for it costs more than the play itself.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from copy import copy
from typing import Any

from rulesdsl.runtime.faults import Fault, GameOver
from rulesdsl.runtime.machine import Machine
from rulesdsl.runtime.support import NOBODY


def check(machine: Machine, s: Any) -> None:
    """Raise Fault, naming the piece, token or state, if a state cannot come from the box and the declarations."""
    _players(machine, s)
    _tokens(machine, s)
    _state(machine, s)
    if machine.has_pieces:
        _pieces(machine, s)
        _fields(machine, s)


def watched(machine: Machine) -> Machine:
    """The same machine, which checks the state at every question and whenever a node is done."""
    twin = copy(machine)
    twin.nodes = [_node(machine, node) for node in machine.nodes]
    twin.at_random = None
    twin.pulls = [None if pull is None else _pull(machine, pull) for pull in machine.pulls]
    return twin


def _node(machine: Machine, node: Callable[..., Any]) -> Callable[..., Any]:
    def run(s: Any, ask: Callable[..., Any] | None) -> Any:
        def asked(s: Any, *question: Any) -> Any:
            check(machine, s)
            assert ask is not None
            return ask(s, *question)

        try:
            following = node(s, asked)
        except GameOver:
            check(machine, s)
            raise
        check(machine, s)
        return following

    return run


def _pull(machine: Machine, pull: Callable[..., Any]) -> Callable[..., Any]:
    def run(s: Any) -> Generator[Any, Any, Any]:
        return (yield from _steps(machine, s, pull(s)))

    return run


def _steps(machine: Machine, s: Any, run: Generator[Any, Any, Any]) -> Generator[Any, Any, Any]:
    """A rule that pauses, with a look at the state before each question; also at those of several players at once."""
    answer: Any = None
    while True:
        try:
            request = run.send(answer)
        except StopIteration as stop:
            check(machine, s)
            return stop.value
        except GameOver:
            check(machine, s)
            raise
        check(machine, s)
        if request is not None and request[0] == -1:
            request = (-1, [(p, _steps(machine, mine, one), mine) for p, one, mine in request[1]], *request[2:])
        answer = yield request


def _broken(message: str) -> Fault:
    return Fault(f"the box does not add up: {message}")


def _players(machine: Machine, s: Any) -> None:
    names = machine.texts.players
    if s.me not in s.players:
        raise _broken(f"`me` is {_named(names, s.me)}, who does not play")
    if s.winner_ not in (-1, NOBODY) and s.winner_ not in s.players:
        raise _broken(f"{_named(names, s.winner_)} wins, who does not play")


def _named(names: Sequence[str], i: Any) -> str:
    return f"`{names[i]}`" if isinstance(i, int) and 0 <= i < len(names) else f"number {i}"


# ------------------------------------------------------------------------ pieces


def _pieces(machine: Machine, s: Any) -> None:
    names, places = machine.texts.pieces, machine.texts.places
    if len(s.held_) != len(places) or len(s.where_) != len(names):
        raise _broken("there are other places or pieces than the game has")
    seen = [0] * len(names)
    for place, held in enumerate(s.held_):
        for piece in held:
            if not 0 <= piece < len(names):
                raise _broken(f"`{places[place]}` holds piece number {piece}, which there is not")
            seen[piece] += 1
            if s.where_[piece] != place:
                raise _broken(
                    f"`{names[piece]}` lies in `{places[place]}` and is said to be at {_named(places, s.where_[piece])}"
                )
    for piece, times in enumerate(seen):
        if times != 1:
            raise _broken(f"`{names[piece]}` is in {times} places")
        if s.shown_[piece] != -1 and s.shown_[piece] >> len(machine.texts.players):
            raise _broken(f"`{names[piece]}` is shown to nobody's number: {s.shown_[piece]}")
        if s.where_[piece] >= machine.data["carriers"]:
            _carried(machine, s, piece)
    _mixed(machine, s)
    _laid(machine, s)
    _spread(s)


def _laid(machine: Machine, s: Any) -> None:
    """What lies on boards with layers has its place in their order, and nothing else has."""
    if not s.layered_:
        return
    lying = [p for p, place in enumerate(s.where_) if any(board.base <= place < board.end for board in s.layered_)]
    if sorted(s.laid_) != lying:
        raise _broken(f"{len(lying)} pieces lie over one another and {len(s.laid_)} have their place in the order")


def _spread(s: Any) -> None:
    """Large pieces lie on their board and not over one another."""
    for board in s.grounds_:
        for piece in board.extents.pieces:
            if board.base <= s.where_[piece] < board.end:
                try:
                    board.lay(s, piece)
                except Fault as fault:
                    raise _broken(str(fault)) from fault


def _carried(machine: Machine, s: Any, piece: int) -> None:
    """A chain of carriers comes to an end."""
    carriers, place = machine.data["carriers"], s.where_[piece]
    for _ in s.where_:
        if place < carriers:
            return
        place = s.where_[place - carriers]
    raise _broken(f"`{machine.texts.pieces[piece]}` carries itself")


def _mixed(machine: Machine, s: Any) -> None:
    """Only zones are shuffled, and no more of a zone than there is; what is shuffled and not drawn has no order."""
    places, zones = machine.texts.places, machine.data["zones"]
    if not any(s.mixed_):
        return
    for place, mixed in enumerate(s.mixed_):
        if not mixed:
            continue
        if not 0 < mixed <= len(s.held_[place]):
            raise _broken(f"{mixed} of {len(s.held_[place])} pieces in `{places[place]}` are said to be shuffled")
        if list(s.held_[place][:mixed]) != sorted(s.held_[place][:mixed]):
            raise _broken(f"what is shuffled in `{places[place]}` does not stand in order")
        if not any(zone[3] <= place < zone[3] + zone[4] for zone in zones):
            raise _broken(f"`{places[place]}` is no zone and is said to be shuffled")


# ----------------------------------------------------------------- tokens, state


def _tokens(machine: Machine, s: Any) -> None:
    for name, _, supply, holder in machine.data["tokens"]:
        held = [getattr(s, name)] if holder == "game" else getattr(s, name)
        if any(type(amount) is not int or amount < 0 for amount in held):
            raise _broken(f"somebody holds less than no `{name}`: {held}")
        if supply is not None and sum(held) > supply:
            raise _broken(f"there are {supply} `{name}` in the box and {sum(held)} in play")
        if holder != "game" and any(amount for p, amount in enumerate(held) if p not in s.players):
            raise _broken(f"somebody who does not play holds `{name}`: {held}")


def _state(machine: Machine, s: Any) -> None:
    for name, column, word, per, _, _, flag, bounds, optional in machine.data["state"]:
        value = getattr(s, column)
        for item in value if per else (value,):
            if not _fits(machine, s, word, item, bounds, optional):
                raise _broken(f"`{name}` cannot be {item!r}")
        if flag and any(mark not in (0, 1) for mark in getattr(s, flag)):
            raise _broken(f"`{name}` is neither hidden nor revealed: {getattr(s, flag)}")


def _fields(machine: Machine, s: Any) -> None:
    data = machine.data
    for kind, column, sides, _ in data["sides"]:
        low, high = data["kinds"][kind][:2]
        for piece in range(low, high):
            if not 0 <= getattr(s, column)[piece] < len(sides):
                raise _broken(f"`{machine.texts.pieces[piece]}` has no side number {getattr(s, column)[piece]}")


def _fits(machine: Machine, s: Any, word: str, value: Any, bounds: tuple[int, int] | None, optional: bool) -> bool:
    """May a state of this type hold the value? Lists are held as tuples of their items."""
    if isinstance(value, tuple):
        return all(_fits(machine, s, word, item, bounds, optional) for item in value)
    if value is None:
        return optional
    if bounds is not None:
        return isinstance(value, int) and bounds[0] <= value <= bounds[1]
    if word == "bool":
        return isinstance(value, bool)
    if word == "text":
        return isinstance(value, str)
    if type(value) is not int:
        return False
    return word in ("int", "half") or _known(machine, s, word, value, optional)


def _known(machine: Machine, s: Any, word: str, value: int, optional: bool) -> bool:
    """Is it the number of something that the game has? An optional one may be nothing, which is -1."""
    texts = machine.texts
    if value == -1:
        return optional
    if word == "player":
        return value in s.players
    if word in ("kind", "piece", "union"):
        return 0 <= value < len(texts.pieces)
    if word in ("cell", "zone", "place"):
        return 0 <= value < len(texts.places)
    members = texts.enums.get(word.removeprefix("enum "))
    return members is None or 0 <= value < len(members)
