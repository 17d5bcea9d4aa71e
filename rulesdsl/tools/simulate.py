"""Play a game many times, with random choices or with players who search: a game and a number in, a `Report` out.

Game k of a batch has the seed ``derive(seed, "game", k)`` and chooses by ``derive(seed, "choices", k)``: any
number of processes plays the same games, and one of them can be played again alone.
"""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass
from multiprocessing import get_context
from time import perf_counter
from typing import Any, Final

from rulesdsl.providers.random import RandomProvider
from rulesdsl.runtime.chance import derive
from rulesdsl.runtime.faults import Fault
from rulesdsl.tools.ports import Game, Result
from rulesdsl.tools.searching import Budget, SearchProvider
from rulesdsl.tools.tally import Failed, Spread, Tally, spread, wilson

SEEDS: Final = 'derive(seed, "game", k) for game k = 0, 1, ...; choices derive(seed, "choices", k)'

# Seconds: what nobody minds to lose at Ctrl-C, and a progress bar needs to look alive.
_MOMENT: Final = 0.05
# Games that are worth being sent to another process at once.
_CHUNK: Final = 64
# Chunks that wait in the pool, per process: more would only be thrown away at Ctrl-C.
_AHEAD: Final = 4

Loader = Callable[[Any], Game]


@dataclass(frozen=True, slots=True)
class Batch:
    """What each game of a batch is played with."""

    seed: int
    scenario: str | None
    players: int | None
    options: tuple[tuple[str, Any], ...] = ()
    thinkers: tuple[tuple[str, Budget], ...] = ()
    """Players who search, and for how long; the others choose at random."""


@dataclass(frozen=True, slots=True)
class Report:
    """What a batch came to; ``asked`` games were wanted, the tally has those that were played."""

    title: str
    asked: int
    batch: Batch
    seats: tuple[str, ...]
    tally: Tally
    seconds: float

    @property
    def finished(self) -> int:
        """Games that came to an end by the rules."""
        return sum(self.tally.decisions.values())

    @property
    def playouts_per_s(self) -> float:
        """Games a second of wall-clock time."""
        return self.tally.games / self.seconds if self.seconds > 0 else 0.0

    @property
    def decisions(self) -> Spread | None:
        """Length of the finished games, in decisions."""
        return spread(self.tally.decisions)

    def as_dict(self) -> dict[str, Any]:
        """As JSON has it; all but `seconds` and `playouts_per_s` is the same in every run."""
        tally, finished = self.tally, self.finished
        decisions = self.decisions
        return {
            "title": self.title,
            "games": tally.games,
            "asked": self.asked,
            "finished": finished,
            "seed": self.batch.seed,
            "scenario": self.batch.scenario,
            "players": list(self.seats),
            "options": dict(self.batch.options),
            "search": {player: str(budget) for player, budget in self.batch.thinkers},
            "outcomes": {name: wilson(n, tally.games).as_dict() for name, n in sorted(tally.outcomes.items())},
            "levels": {name: wilson(n, finished).as_dict() for name, n in sorted(tally.levels.items())},
            "wins": {seat: wilson(tally.wins[seat], finished).as_dict() for seat in self.winners()},
            "shared_wins": tally.shared,
            "scores": {seat: _spread_dict(tally.scores[seat]) for seat in sorted(tally.scores)},
            "decisions": None if decisions is None else decisions.as_dict(),
            "faults": [
                {"game": one.game, "seed": one.seed, "kind": one.kind, "message": one.message} for one in tally.failed
            ],
            "seconds": round(self.seconds, 3),
            "playouts_per_s": round(self.playouts_per_s, 2),
            "seeds": SEEDS,
        }

    def winners(self) -> list[str]:
        """The seats, and whatever else won a game, in order."""
        return [*self.seats, *sorted(set(self.tally.wins) - set(self.seats))]


def random_playouts(
    game: Game,
    seconds: float,
    seed: int,
    pull: bool = False,
    players: int | None = None,
    scenario: str | None = None,
) -> tuple[int, int, float]:
    """Play whole games with random choices for at least ``seconds``; return games, decisions and seconds taken.

    ``pull`` pauses at each decision; else games run straight through. A fault at play time is raised.
    """
    provider = RandomProvider(derive(seed, "choices"))
    games = decisions = 0
    play = game.runner(provider, scenario=scenario, players=players)
    first = derive(seed, "game")
    start = perf_counter()
    while (taken := perf_counter() - start) < seconds:
        decisions += _pull(game, provider, first + games, players, scenario) if pull else play(first + games)
        games += 1
    return games, decisions, taken


def simulate(
    game: Game,
    n: int,
    scenario: str | None = None,
    players: int | None = None,
    seed: int = 0,
    jobs: int = 1,
    progress: Callable[[int], None] | None = None,
    *,
    options: dict[str, Any] | None = None,
    thinkers: Mapping[str, Budget] | None = None,
    load: Loader | None = None,
) -> Report:
    """Play ``n`` games and return what they came to; Ctrl-C gives those played so far.

    ``thinkers`` search before they choose, all others choose at random.

    ``progress`` is called with the number of games played. More than one job needs ``load``, an importable
    function that gives the game for its path: every process loads the game for itself.
    """
    batch = Batch(seed, scenario, players, tuple((options or {}).items()), tuple((thinkers or {}).items()))
    total = Tally()
    start = perf_counter()
    if jobs > 1 and load is not None and n > 1:
        size = max(1, min(_CHUNK, n // (jobs * _AHEAD)))
        chunks = [range(first, min(first + size, n)) for first in range(0, n, size)]
        results = _in_processes(game, batch, chunks, min(jobs, len(chunks)), load)
    else:
        results = _here(game, batch, n)
    try:
        for tally in results:
            total.add(tally)
            if progress is not None:
                progress(total.games)
    except KeyboardInterrupt:
        pass  # the report says how many were played
    return Report(game.title, n, batch, game.seat_names(players, scenario), total, perf_counter() - start)


def play_chunk(game: Game, batch: Batch, chunk: range) -> Tally:
    """Play the games with the numbers of ``chunk``."""
    tally = Tally()
    config = game.machine.config(batch.scenario, batch.players, dict(batch.options))
    for k in chunk:
        seed = derive(batch.seed, "game", k)
        provider = RandomProvider(derive(batch.seed, "choices", k))
        try:
            result = _thought(game, batch, k, provider) if batch.thinkers else game.run(config, provider, seed)
        except Fault as fault:
            tally.count_failed(Failed(k, seed, _kind(fault), fault.render()))
        else:
            tally.count(result)
    return tally


def _thought(game: Game, batch: Batch, k: int, others: RandomProvider) -> Result:
    """One game in which some players search."""
    options = dict(batch.options)
    seed = derive(batch.seed, "game", k)
    match = game.start(scenario=batch.scenario, seed=seed, players=batch.players, options=options)
    searching = {player: SearchProvider(budget, derive(seed, "search", player)) for player, budget in batch.thinkers}
    for thinker in searching.values():
        thinker.attach(match)
    while (decision := match.decision) is not None:
        searcher = searching.get(decision.player)
        if searcher is not None:
            searcher.keep()
        choice = others.choose(decision) if searcher is None else searcher.choose(decision)
        match.choose(choice, player=decision.player)
    result = match.result
    assert result is not None
    return result


def _pull(game: Game, provider: RandomProvider, seed: int, players: int | None, scenario: str | None) -> int:
    match = game.start(seed=seed, players=players, scenario=scenario)
    made = 0
    while (decision := match.decision) is not None:
        match.choose(provider.choose(decision))
        made += 1
    return made


def _kind(fault: Exception) -> str:
    """The name of a kind of fault as an outcome: `fault`, `endless loop`."""
    name = type(fault).__name__
    return "".join(f" {c.lower()}" if c.isupper() else c for c in name).strip()


def _spread_dict(histogram: Any) -> dict[str, float] | None:
    found = spread(histogram)
    return None if found is None else found.as_dict()


def _here(game: Game, batch: Batch, n: int) -> Iterator[Tally]:
    """Play in this process, as many games at a time as take a moment: Ctrl-C loses no more than those."""
    first, size = 0, 1
    while first < n:
        chunk = range(first, min(first + size, n))
        start = perf_counter()
        yield play_chunk(game, batch, chunk)
        first = chunk.stop
        if perf_counter() - start < _MOMENT:
            size *= 2


# The game and batch of a process of the pool, set once when it starts.
_shared: list[tuple[Game, Batch]] = []


def _start(load: Loader, path: Any, batch: Batch) -> None:
    # Ctrl-C reaches every process of the terminal; only the first one is to act on it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _shared.append((load(path), batch))


def _work(chunk: range) -> Tally:
    game, batch = _shared[0]
    return play_chunk(game, batch, chunk)


def _in_processes(game: Game, batch: Batch, chunks: list[range], jobs: int, load: Loader) -> Iterator[Tally]:
    setup = (load, str(game.path), batch)
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn"), initializer=_start, initargs=setup) as pool:
        waiting: set[Future[Tally]] = set()
        todo = iter(chunks)
        try:
            while True:
                for chunk in todo:
                    waiting.add(pool.submit(_work, chunk))
                    if len(waiting) >= jobs * _AHEAD:
                        break
                if not waiting:
                    return
                done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                for future in done:
                    yield future.result()
        finally:
            pool.shutdown(wait=True, cancel_futures=True)
