"""Play a game many times, with random choices or with players who search: a game and a number in, a `Report` out.

Which games a batch has is said in `playing`, who plays them in `executors` and `cluster`; here their results go where
they are wanted: into the tally, a `Journal`, a file of rows.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import ExitStack, closing
from dataclasses import dataclass, field
from signal import SIGINT
from time import perf_counter
from typing import Any, Final

from rulesdsl.native.games import NativeGame
from rulesdsl.native.library import batch_of
from rulesdsl.providers.random import RandomProvider
from rulesdsl.runtime.chance import derive
from rulesdsl.tools.executors import Executor, Here, NobodyPlays, Processes, Tell, Todo
from rulesdsl.tools.interrupts import Interrupted, interruptible
from rulesdsl.tools.journal import Journal
from rulesdsl.tools.playing import Batch, Work
from rulesdsl.tools.ports import Game, NativePlays
from rulesdsl.tools.rows import Out
from rulesdsl.tools.searching import Budget
from rulesdsl.tools.tally import Spread, Tally, spread, wilson

SEEDS: Final = 'derive(seed, "game", k) for game k = 0, 1, ...; choices derive(seed, "choices", k)'


@dataclass(frozen=True, slots=True)
class Report:
    """What a batch came to; ``asked`` games were wanted, the tally has those that were played.

    ``stopped`` says why not all were, ``signal`` which signal it was, if it was one. ``recalled`` games come from a
    journal: they took none of the ``seconds``.
    """

    title: str
    asked: int
    batch: Batch
    seats: tuple[str, ...]
    tally: Tally
    seconds: float
    first: int = 0
    recalled: int = 0
    options: Mapping[str, Any] = field(default_factory=dict)
    """All options and what they are, also those that nobody set."""
    stopped: str = ""
    signal: int = 0

    @property
    def finished(self) -> int:
        """Games that came to an end by the rules."""
        return sum(self.tally.decisions.values())

    @property
    def playouts_per_s(self) -> float:
        """Games a second of wall-clock time."""
        return (self.tally.games - self.recalled) / self.seconds if self.seconds > 0 else 0.0

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
            "first": self.first,
            "scenario": self.batch.scenario,
            "players": list(self.seats),
            "options": dict(self.options),
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

    ``pull`` pauses at each decision, and each game has a seed; else games run straight through, on one stream of
    chance for all of them. A fault at play time is raised.
    """
    provider = RandomProvider(derive(seed, "choices"))
    games = decisions = 0
    first = derive(seed, "game")
    play = game.playouts(provider, first, scenario=scenario, players=players)
    start = perf_counter()
    while (taken := perf_counter() - start) < seconds:
        decisions += _pull(game, provider, first + games, players, scenario) if pull else play()
        games += 1
    return games, decisions, taken


def native_playouts(
    game: NativePlays, seconds: float, seed: int, players: int | None = None, scenario: str | None = None
) -> tuple[int, int, float]:
    """As `random_playouts`, in C: games, decisions and seconds taken. Raises NotNative.

    Choices come from the same generator, chance from one stream as well, but from another. A game that goes wrong
    counts without its decisions. The library is compiled before time is taken.
    """
    library = game.native.opened(game.machine)
    batch = batch_of(game.machine.config(scenario, players, None), 0, go_on=True)
    library.begin(derive(seed, "choices"), derive(seed, "playouts"))
    games, decisions, some = 0, 0, 1
    start = perf_counter()
    while (taken := perf_counter() - start) < seconds:
        decisions += library.play_out(batch, games, some)[0]
        games += some
        some = min(2 * some, max(1, int(games / (taken + 1e-3) * seconds / 50)))
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
    first: int = 0,
    executor: Executor | None = None,
    journal: Journal | None = None,
    out: Out | None = None,
    tell: Tell | None = None,
    native: NativeGame | None = None,
) -> Report:
    """Play ``n`` games from number ``first`` on and return what they came to; Ctrl-C gives those played so far.

    ``thinkers`` search before they choose, all others choose at random. ``jobs`` processes play, or ``executor``.
    Games of the ``journal`` are not played again; it and ``out`` are told of each game, and closed at the end.

    ``native`` is the game in C: it plays where nobody searches, with the same results.

    ``progress`` is called with the number of games played, ``tell`` with a text when a process was lost.
    Raises OSError, NobodyPlays if there is nobody to play.
    """
    batch = Batch(seed, scenario, players, tuple((options or {}).items()), tuple((thinkers or {}).items()))
    work = Work(game, batch, journal is not None or out is not None, native)
    todo = Todo(range(first, first + n), b"" if journal is None else journal.done)
    sinks = [sink for sink in (journal, out) if sink is not None]
    total, stopped, number = Tally(), "", 0
    if journal is not None:
        total.add(journal.tally)
    recalled = total.games
    start = perf_counter()
    playing = (executor or (Processes(jobs) if jobs > 1 and n > 1 else Here())).play(work, todo, tell or _nobody)
    with ExitStack() as stack:
        # Closed in the end, the last one first: rows that wait may be in the journal.
        for sink in sinks:
            stack.callback(sink.close)
        if out is not None and journal is not None:
            out.recall(journal)
        try:
            with interruptible() as interrupts, closing(playing):
                for chunk in interrupts.between(playing):
                    for sink in sinks:
                        sink.add(chunk)
                    todo.settle(chunk.games)
                    total.add(chunk.tally)
                    if progress is not None:
                        progress(total.games)
        except KeyboardInterrupt as interrupt:
            number = interrupt.number if isinstance(interrupt, Interrupted) else int(SIGINT)
            stopped = "interrupted" if number == SIGINT else "terminated"
        except NobodyPlays as lost:
            if not total.games:
                raise
            stopped = str(lost)
    seats = game.seat_names(players, scenario)
    in_force = game.machine.setting.in_force(game.machine.config(scenario, players, options))
    seconds = perf_counter() - start
    return Report(game.title, n, batch, seats, total, seconds, first, recalled, in_force, stopped, number)


def about(game: Game, batch: Batch, games: range) -> dict[str, Any]:
    """What a journal says of a run, and by which it is known again."""
    return {
        **game.identity,
        "first": games.start,
        "games": len(games),
        "seed": batch.seed,
        "scenario": batch.scenario,
        "players": batch.players,
        "options": dict(batch.options),
        "settled": repr(game.machine.config(batch.scenario, batch.players, dict(batch.options))),
        "search": {player: str(budget) for player, budget in batch.thinkers},
    }


def _nobody(text: str) -> None:
    """Nobody listens."""


def _pull(game: Game, provider: RandomProvider, seed: int, players: int | None, scenario: str | None) -> int:
    match = game.start(seed=seed, players=players, scenario=scenario)
    made = 0
    while (decision := match.decision) is not None:
        match.choose(provider.choose(decision))
        made += 1
    return made


def _spread_dict(histogram: Any) -> dict[str, float] | None:
    found = spread(histogram)
    return None if found is None else found.as_dict()
