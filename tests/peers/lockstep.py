"""Walk through one of our games and the same game of another engine side by side, and stop where they part.

Our engine takes an option unasked where there is no other, so a question here can be less than a whole move there. A
move there is told as the names of all that it is made of here: where all moves that are still possible go on alike
nothing is asked, and elsewhere a question must offer just what they go on with.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

from rulesdsl.api import Game
from rulesdsl.runtime.match import Match

Move = tuple[str, ...]
"""The names of the options that make up a move, in order; those that are taken unasked may be missing."""


class Parted(AssertionError):
    """The two engines do not agree."""


def printed(state: Any) -> Any:
    """A position of the other engine, as it prints it."""
    return str(state).strip()


@dataclass(frozen=True, slots=True)
class Peer:
    """How the other engine says what our game says."""

    game: str
    move: Callable[[Any, int], Move]
    """Of a state and an action there: the whole move here."""
    returns: Callable[[Match], list[float]]
    """What everybody wins by the result of a match that is over."""
    position: Callable[[Match], Any] | None = None
    """A position here, as `there` tells it."""
    there: Callable[[Any], Any] = printed
    """A position of the other engine."""
    dice: Callable[[Any, int], list[int]] | None = None
    """Of a state and an outcome of chance there: the dice here."""
    drawn: Callable[[int], str] | None = None
    """The piece of an outcome of chance there."""
    last: Move = ()
    """What is still to be chosen here when it is over there."""
    options: Mapping[str, Any] = field(default_factory=dict)
    """With which options the rules here are those there."""


def offered(match: Match) -> list[Move]:
    """Every complete action that can be chosen now, as far as it is asked."""
    decision = match.decision
    assert decision is not None
    found: list[Move] = []
    for i in range(len(decision)):
        twin = match.fork()
        twin.choose(i)
        rest = offered(twin) if twin.goes_on else [()]
        found += [(decision.name(i), *more) for more in rest]
    return found


def carry_out(match: Match, move: Move) -> None:
    """Choose a move, question by question."""
    for name in move:
        decision = match.decision
        assert decision is not None
        match.choose(next(i for i in range(len(decision)) if decision.name(i) == name))


def follow(match: Match, move: Move, theirs: Iterable[Move]) -> None:
    """Choose one of their moves. Raises Parted where a question offers anything else than they go on with."""
    for place, name in enumerate(move):
        wanted = sorted({other[place] for other in theirs if other[:place] == move[:place]})
        if len(wanted) == 1:
            continue
        decision = match.decision
        found = [] if decision is None else sorted(decision.name(i) for i in range(len(decision)))
        if found != wanted:
            raise Parted(f"offered here after {move[:place]}: {found}; there: {wanted}")
        carry_out(match, (name,))


def drawn(moves: list[tuple[Move, int]], rng: Random) -> tuple[Move, int]:
    """One of them, name by name: what ends a game should not be rare only because all else has many ways."""
    first = rng.choice(list(dict.fromkeys(move[:1] for move, _ in moves)))
    return rng.choice([pair for pair in moves if pair[0][:1] == first])


def play(game: Game, peer: Peer, start: Any, seed: int) -> int:
    """One random game in both engines; how many moves were compared. Raises Parted."""
    rng, state, seats = Random(seed), start, game.seat_names()
    dice, draws = unasked(peer, state, rng)
    match = game.start(seed=seed, options=peer.options, dice=dice, draws=draws)
    moves = 0
    while not state.is_terminal():
        theirs = {peer.move(state, action): action for action in state.legal_actions()}
        compare(match, peer, state, seats)
        if len({move[0] for move in theirs}) > 1:  # else we are further on: what all moves begin with is done unasked
            compare_positions(match, peer, state)
        move, action = drawn(list(theirs.items()), rng)
        state.apply_action(action)
        dice, draws = unasked(peer, state, rng)
        match.script.dice += dice
        match.script.draws += draws
        follow(match, move, theirs)
        moves += 1
    if match.decision is not None and peer.last in offered(match):
        carry_out(match, peer.last)
    if match.decision is not None:
        raise Parted(f"it is over there, and here {match.decision.player} is asked for {match.decision.labels()}")
    if peer.returns(match) != state.returns():
        raise Parted(f"won here: {peer.returns(match)}; there: {state.returns()}")
    return moves


def unasked(peer: Peer, state: Any, rng: Random) -> tuple[list[int], list[str]]:
    """Bring the peer to the next real choice; the dice and the draws on the way."""
    dice: list[int] = []
    draws: list[str] = []
    while not state.is_terminal() and (state.is_chance_node() or len(state.legal_actions()) == 1):
        outcome = rng.choice(state.legal_actions())
        if state.is_chance_node() and peer.dice is not None:
            dice += peer.dice(state, outcome)
        elif state.is_chance_node() and peer.drawn is not None:
            draws.append(peer.drawn(outcome))
        state.apply_action(outcome)
    return dice, draws


def compare(match: Match, peer: Peer, state: Any, seats: tuple[str, ...]) -> None:
    """Both are at the same question. Raises Parted."""
    if match.over or match.decision is None:
        raise Parted(f"it is over here ({match.result}), and there not:\n{state}")
    if match.decision.player != seats[state.current_player()]:
        raise Parted(f"{match.decision.player} is asked here, player {state.current_player()} there")
    if match.script.unused():
        raise Parted(f"chance there that is not met here: {match.script.unused()}")


def compare_positions(match: Match, peer: Peer, state: Any) -> None:
    """Both have the same position. Raises Parted."""
    if peer.position is not None and peer.position(match) != peer.there(state):
        raise Parted(f"the board here:\n{peer.position(match)}\nthere:\n{state}")
