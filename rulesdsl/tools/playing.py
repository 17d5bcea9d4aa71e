"""The games of a batch, by number: what each is played with, and what there is to say about it afterwards.

Game k has the seed ``derive(seed, "game", k)`` and chooses by ``derive(seed, "choices", k)``. Nothing else decides
how it goes: it is the same game whichever process, machine or run plays it.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from time import perf_counter, thread_time
from typing import Any, NamedTuple

from rulesdsl.native.games import Ended, NativeGame
from rulesdsl.native.types import NotNative
from rulesdsl.providers.protocol import Asked, Provider
from rulesdsl.providers.random import RandomProvider
from rulesdsl.runtime.chance import derive, deriver
from rulesdsl.runtime.faults import Fault
from rulesdsl.runtime.results import Score
from rulesdsl.tools.ports import Game, Match, Result
from rulesdsl.tools.searching import Budget, SearchProvider
from rulesdsl.tools.tally import Failed, Tally


@dataclass(frozen=True, slots=True)
class Batch:
    """What each game of a batch is played with."""

    seed: int
    scenario: str | None
    players: int | None
    options: tuple[tuple[str, Any], ...] = ()
    thinkers: tuple[tuple[str, Budget], ...] = ()
    """Players who search, and for how long; the others choose at random."""

    def seed_of(self, k: int) -> int:
        """The seed of game k."""
        return deriver(self.seed, "game")(k)


class Played(NamedTuple):
    """One game. ``turns`` counts how often another player came to choose; a row of choices of one player is one turn.

    ``first`` has what each player chose first. Of a game with a ``fault``, the message, figures are those up to it.
    """

    game: int
    seed: int
    outcome: str
    winners: tuple[str, ...] = ()
    scores: Mapping[str, Score] = {}
    level: str | None = None
    decisions: int = 0
    turns: int = 0
    first: tuple[tuple[str, str], ...] = ()
    fault: str | None = None
    seconds: float = 0.0

    def add_to(self, tally: Tally) -> None:
        """Count the game."""
        if self.fault is None:
            tally.count(self)
        else:
            tally.count_failed(Failed(self.game, self.seed, self.outcome, self.fault))


@dataclass(frozen=True, slots=True)
class Chunk:
    """Games that were played together: their numbers, what they came to, and one by one if that was wanted.

    ``seconds`` are those of the processor: how many games are worth a chunk does not depend on who else is at work.
    """

    games: range
    tally: Tally
    rows: tuple[Played, ...]
    seconds: float


@dataclass(frozen=True, slots=True)
class Work:
    """Everything that another process needs to play games of a batch; ``rows``: each is told of by itself.

    With ``native`` games at random are played in C, where there is a compiler: they are the same games.
    """

    game: Game
    batch: Batch
    rows: bool = False
    native: NativeGame | None = None

    def play(self, games: range) -> Chunk:
        """Play the games of these numbers. A game that goes wrong is an outcome like others."""
        batch, tally, rows = self.batch, Tally(), list[Played]()
        config = self.game.machine.config(batch.scenario, batch.players, dict(batch.options))
        start = thread_time()
        if self.rows:
            ended = self._one_by_one(config, games)
            for k in games:
                rows.append(self._row(config, ended[k]) if k in ended else self._watched(config, k))
                rows[-1].add_to(tally)
        else:
            alike: dict[Any, int] = {}
            first: dict[Any, Result] = {}
            for k in self._counted(config, games, tally):
                try:
                    result = self._result(config, k, None)
                except Exception as error:
                    tally.count_failed(Failed(k, batch.seed_of(k), *_wrong(error)))
                else:  # counting is dear beside a small game: those that ended alike are counted at once
                    points = [score.total for score in result.scores.values()]
                    end = result.outcome, tuple(result.winners), result.level, result.decisions, *points
                    alike[end] = alike.get(end, 0) + 1
                    if end not in first:
                        first[end] = result
            for end, times in alike.items():
                tally.count(first[end], times)
        return Chunk(games, tally, tuple(rows), thread_time() - start)

    def _counted(self, config: Any, games: range, tally: Tally) -> Sequence[int]:
        """Count the games that C plays to their end; those that are left for Python."""
        if self.native is None or self.batch.thinkers:
            return games
        try:
            machine: Any = self.game.machine
            results, left = self.native.results(machine, config, self.batch.seed, games)
        except NotNative:
            return games
        for result, times in results:
            tally.count(result, times)
        return left

    def _one_by_one(self, config: Any, games: range) -> dict[int, tuple[Ended, float]]:
        """The games that C plays to their end, and how long each took."""
        if self.native is None or self.batch.thinkers:
            return {}
        played: dict[int, tuple[Ended, float]] = {}
        machine: Any = self.game.machine
        before = perf_counter()
        try:
            for one in self.native.one_by_one(machine, config, self.batch.seed, games):
                now = perf_counter()
                played[one.game] = one, now - before
                before = now
        except NotNative:
            return {}
        return played

    def _row(self, config: Any, played: tuple[Ended, float]) -> Played:
        """A game that C has played; what was chosen first is asked of Python, which plays so far and no further."""
        one, seconds = played
        names, sites = self.game.machine.texts.players, self.game.machine.data["sites"]
        count, last = _Watch(), -1
        for i, answer in enumerate(one.answers):
            if count.follow(names[answer.player], sites[answer.site][12] or None) is not None:
                last = i
        watch = _Watch()
        if last >= 0:
            with suppress(_Enough):
                given = _Given([answer.option for answer in one.answers[: last + 1]])
                self.game.run(config, _Watched(given, watch), self.batch.seed_of(one.game))
        return self._told(one.game, one.result, count.turns, watch.chosen(), seconds)

    def broken(self, k: int, outcome: str, message: str) -> Chunk:
        """A game of which nothing is known but that it went wrong."""
        row, tally = Played(k, self.batch.seed_of(k), outcome, fault=message), Tally()
        row.add_to(tally)
        return Chunk(range(k, k + 1), tally, (row,), 0.0)

    def _watched(self, config: Any, k: int) -> Played:
        """One game with all there is to say of it."""
        watch, seed = _Watch(), self.batch.seed_of(k)
        start = perf_counter()
        try:
            result = self._result(config, k, watch)
        except Exception as error:
            outcome, message = _wrong(error)
            seconds = perf_counter() - start
            return Played(
                k,
                seed,
                outcome,
                decisions=watch.decisions,
                turns=watch.turns,
                first=watch.chosen(),
                fault=message,
                seconds=seconds,
            )
        return self._told(k, result, watch.turns, watch.chosen(), perf_counter() - start)

    def _told(self, k: int, result: Result, turns: int, first: tuple[tuple[str, str], ...], seconds: float) -> Played:
        """A game that came to an end."""
        scores = {name: Score(score.total, tuple(score.lines)) for name, score in result.scores.items()}
        return Played(
            k,
            self.batch.seed_of(k),
            result.outcome,
            tuple(result.winners),
            scores,
            result.level,
            result.decisions,
            turns,
            first,
            None,
            seconds,
        )

    def _result(self, config: Any, k: int, watch: _Watch | None) -> Result:
        batch, seed = self.batch, self.batch.seed_of(k)
        others = RandomProvider(deriver(batch.seed, "choices")(k))
        if not batch.thinkers:
            return self.game.run(config, others if watch is None else _Watched(others, watch), seed)
        match = self.begin(k)
        play_out(match, batch, k, others, watch)
        result = match.result
        assert result is not None
        return result

    def begin(self, k: int) -> Match:
        """Game k before its first choice, as a match that pauses."""
        batch = self.batch
        return self.game.start(
            scenario=batch.scenario, seed=batch.seed_of(k), players=batch.players, options=dict(batch.options)
        )


def play_out(match: Match, batch: Batch, k: int, others: RandomProvider | None = None, watch: Any = None) -> None:
    """Let the players of game k of a batch choose until the match is over. Raises Fault."""
    others = others or RandomProvider(derive(batch.seed, "choices", k))
    seed = batch.seed_of(k)
    searching = {player: SearchProvider(budget, derive(seed, "search", player)) for player, budget in batch.thinkers}
    for thinker in searching.values():
        thinker.attach(match)
    while (decision := match.decision) is not None:
        searcher = searching.get(decision.player)
        if searcher is not None:
            searcher.keep()
        choice = others.choose(decision) if searcher is None else searcher.choose(decision)
        if watch is not None:
            watch.note(decision, choice)
        match.choose(choice, player=decision.player)


class _Watch:
    """Counts choices and turns, and keeps what each player chose first: an action with what was chosen for it."""

    __slots__ = ("_first", "_last", "_open", "decisions", "turns")

    def __init__(self) -> None:
        self.decisions = self.turns = 0
        self._first: dict[str, list[str]] = {}
        self._last = ""
        self._open: set[str | None] | None = None
        """Slots of a first choice that may not be complete yet."""

    def note(self, decision: Asked, i: int) -> None:
        words = self.follow(decision.player, decision.slot)
        if words is not None:
            words.append(decision.name(i))

    def follow(self, player: str, slot: str | None) -> list[str] | None:
        """A choice is made: the words that its name belongs to, if it is part of the first one of a player."""
        self.decisions += 1
        if player != self._last:
            self.turns += 1
            self._last, self._open = player, None
            if player not in self._first:
                self._first[player], self._open = [], {slot}
                return self._first[player]
        elif self._open is not None:
            if slot is not None and slot not in self._open:
                self._open.add(slot)
                return self._first[player]
            self._open = None  # another choice begins
        return None

    def chosen(self) -> tuple[tuple[str, str], ...]:
        """Each player and the first choice, in the order in which they came to choose."""
        return tuple((player, " ".join(words)) for player, words in self._first.items())


class _Watched:
    """Chooses as another provider, watched."""

    __slots__ = ("_choose", "_note")

    def __init__(self, provider: Provider, watch: _Watch) -> None:
        self._choose, self._note = provider.choose, watch.note

    def choose(self, decision: Asked) -> int:
        i = self._choose(decision)
        self._note(decision, i)
        return i


class _Enough(Exception):
    """What was wanted of a game is known."""


class _Given:
    """Chooses what was chosen before, as far as that goes. Raises _Enough."""

    __slots__ = ("_options",)

    def __init__(self, options: Sequence[int]) -> None:
        self._options = iter(options)

    def choose(self, decision: Asked) -> int:
        """The next option."""
        option = next(self._options, None)
        if option is None:
            raise _Enough
        return option


def _wrong(error: Exception) -> tuple[str, str]:
    """What a game that went wrong is called, `fault` or `endless loop`, and what went wrong.

    A fault of the package itself is one too: the other games are not lost with it.
    """
    if not isinstance(error, Fault):
        if os.environ.get("RULESDSL_DEBUG"):
            raise error
        return "internal error", f"{type(error).__name__}: {error}"
    name = type(error).__name__
    return "".join(f" {c.lower()}" if c.isupper() else c for c in name).strip(), error.render()
