"""`rulesdsl simulate`: a game and a number in, tables of outcomes, scores and lengths out."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from json import dumps
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any

from rulesdsl.cli.figures import games, print_report
from rulesdsl.cli.shared import FINE, NOT_RUN, PROBLEMS, Stop, budget_of, load_game, note, out, settle, stop_unknown
from rulesdsl.native.types import NotNative
from rulesdsl.runtime.faults import Fault
from rulesdsl.tools.executors import Executor, NobodyPlays, Tell
from rulesdsl.tools.journal import Journal
from rulesdsl.tools.playing import Batch, Work, play_out
from rulesdsl.tools.rows import SUFFIXES, Out, OutError, columns, writer
from rulesdsl.tools.searching import Budget
from rulesdsl.tools.simulate import Report, about, simulate

if TYPE_CHECKING:
    from rulesdsl.api import Game
    from rulesdsl.native.games import NativeGame

# Seconds between two looks of a progress bar: drawing it for every game would cost more than the game.
_PACE = 0.1

_MANY = 1000
"""Games, if nobody says how many."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What was written on the command line; None for what was left out."""

    game: str | None
    n: int | None
    scenario: str | None
    players: int | None
    options: list[str]
    seed: int | None
    first: int | None
    seats: list[str]
    jobs: int
    cluster: str | None
    journal: Path | None
    resume: Path | None
    out: Path | None
    record: Path | None
    native: bool
    as_json: bool


def run(wanted: Wanted) -> int:
    """Simulate and print; return the exit status."""
    _check(wanted)
    with ExitStack() as stack:
        journal = None if wanted.resume is None else stack.enter_context(Journal.open(wanted.resume))
        game = _game(wanted, journal)
        if journal is not None:
            journal.compare(game.identity)
        batch, numbers = _settled(wanted, game, journal)
        if journal is not None:
            journal.compare(about(game, batch, numbers))
            journal.want(len(numbers))
        elif wanted.journal is not None:
            journal = stack.enter_context(Journal.begin(wanted.journal, about(game, batch, numbers)))
        if wanted.record is not None:
            _record(wanted.record, game, batch, numbers)
        report = _simulate(wanted, game, batch, numbers, journal)
    if wanted.as_json:
        print(dumps(report.as_dict(), indent=2, ensure_ascii=False))
    else:
        where = game.path if wanted.game is None else wanted.game
        print_report(out(), report, game.fixed(batch.scenario), lambda k: _again(str(where), batch, k))
    return _status(report, journal)


def _status(report: Report, journal: Journal | None) -> int:
    if not report.stopped:
        return PROBLEMS if report.tally.failed else FINE
    how = f"; go on with: rulesdsl simulate --resume {journal.path}" if journal is not None else ""
    note(f"{report.stopped}: {report.tally.games} of {games(report.asked)} were played{how}")
    return 128 + report.signal if report.signal else NOT_RUN


# ----------------------------------------------------------------------- what is played


def _check(wanted: Wanted) -> None:
    """Find out now what would be a pity to find out after a long run."""
    if wanted.journal is not None and wanted.resume is not None:
        raise Stop("--resume goes on with a journal, --journal begins one: give one of them")
    if wanted.cluster is not None and wanted.jobs > 1:
        raise Stop("--jobs are processes of this machine: leave it out with --cluster")
    if wanted.resume is not None and not wanted.resume.is_file():
        raise Stop(f"no such file: {wanted.resume}")
    if wanted.record is not None and wanted.n != 1:
        raise Stop("--record is of one game: say which by --first, and -n 1")
    for path in (wanted.journal, wanted.out, wanted.record):
        if path is not None and not path.absolute().parent.is_dir():
            raise Stop(f"no such folder: {path.parent}")
    if wanted.out is not None and wanted.out.suffix not in SUFFIXES:
        raise Stop(f"--out {wanted.out}: give a name that ends in {' or '.join(SUFFIXES)}")


def _game(wanted: Wanted, journal: Journal | None) -> Game:
    if wanted.game is not None:
        return load_game(wanted.game)
    if journal is None:
        raise Stop("which game? Give a file or a name (`rulesdsl simulate --help`)")
    from rulesdsl import api

    return api.load(api.rule_file(journal.about["game"], journal.path))


def _settled(wanted: Wanted, game: Game, journal: Journal | None) -> tuple[Batch, range]:
    """The batch and the numbers of its games: as written, else as the journal has it."""
    known: dict[str, Any] = {} if journal is None else journal.about

    def given(value: Any, key: str, usual: Any) -> Any:
        return known.get(key, usual) if value is None else value

    scenario, players = given(wanted.scenario, "scenario", None), given(wanted.players, "players", None)
    settings = settle(game, scenario, players, wanted.options)
    options = settings.options or known.get("options", {})
    names = game.seat_names(players, scenario)
    seats = wanted.seats or [f"{name}=search:{budget}" for name, budget in known.get("search", {}).items()]
    thinkers = _thinkers(seats, names)
    seed, first = given(wanted.seed, "seed", 0), given(wanted.first, "first", 0)
    n = given(wanted.n, "games", _MANY)
    return Batch(seed, scenario, players, tuple(options.items()), tuple(thinkers.items())), range(first, first + n)


def _thinkers(seats: list[str], names: Sequence[str]) -> dict[str, Budget]:
    """Who searches, as `play` has it: NAME=search:TIME; NAME=random is what everybody does."""
    found: dict[str, Budget] = {}
    for text in seats:
        name, _, who = text.partition("=")
        if name not in names:
            stop_unknown("player", name, names)
        kind, colon, rest = who.partition(":")
        if kind == "search" and bool(rest) == bool(colon):
            found[name] = budget_of(name, rest)
        elif who != "random":
            stop_unknown(f"kind of player for `{name}`:", who, ["random", "search:TIME"])
    return found


def _again(game: str, batch: Batch, k: int) -> str:
    """The command that plays game k again and keeps its record."""
    words = ["rulesdsl", "simulate", game, "--seed", str(batch.seed), "--first", str(k), "-n", "1"]
    if batch.scenario is not None:
        words += ["--scenario", batch.scenario]
    if batch.players is not None:
        words += ["--players", str(batch.players)]
    for name, value in batch.options:
        words += ["--option", f"{name}={value}"]
    for name, budget in batch.thinkers:
        words += ["--player", f"{name}=search:{budget}"]
    return shlex.join([*words, "--record", f"game_{k}.json"])


# ---------------------------------------------------------------------------- how


def _simulate(wanted: Wanted, game: Game, batch: Batch, numbers: range, journal: Journal | None) -> Report:
    try:
        executor = _executor(wanted)
        native = _native(game, batch) if wanted.native else None
        rows = _rows(wanted, game, batch, numbers)
        with _progress(len(numbers)) as (progress, tell):
            return simulate(
                game,
                len(numbers),
                batch.scenario,
                batch.players,
                batch.seed,
                wanted.jobs,
                progress,
                options=dict(batch.options),
                thinkers=dict(batch.thinkers),
                first=numbers.start,
                executor=executor,
                journal=journal,
                out=rows,
                tell=tell,
                native=native,
            )
    except (OutError, NobodyPlays) as error:
        raise Stop(str(error)) from None


def _native(game: Game, batch: Batch) -> NativeGame | None:
    """The game in C, compiled here and now; None, and a note that says why, if it is played in Python all the same."""
    if batch.thinkers:
        raise Stop("--native plays at random: leave it out with players who search")
    try:
        native = game.native
        native.opened(game.machine)
    except NotNative as reason:
        note(f"played in Python, not in C: {reason}")
        return None
    return native


def _executor(wanted: Wanted) -> Executor | None:
    if wanted.cluster is None:
        return None
    from rulesdsl.tools.cluster import Cluster

    return Cluster(wanted.cluster)


def _rows(wanted: Wanted, game: Game, batch: Batch, numbers: range) -> Out | None:
    if wanted.out is None:
        return None
    seats, scenario = game.seat_names(batch.players, batch.scenario), batch.scenario
    return Out(writer(wanted.out, columns(seats, game.score_lines(batch.players, scenario))), numbers.start)


def _record(path: Path, game: Game, batch: Batch, numbers: range) -> None:
    """Play the only game as a match and keep its record, above all if it goes wrong."""
    try:
        match = Work(game, batch).begin(numbers.start)
    except Fault:
        note("the game goes wrong before anybody chooses: there is nothing to record")
        return
    try:
        play_out(match, batch, numbers.start)
    except Fault:
        pass  # the report tells of it
    finally:
        match.save(path)
    note(f"recorded: rulesdsl replay {path}")


@contextmanager
def _progress(n: int) -> Iterator[tuple[Callable[[int], None] | None, Tell]]:
    """A progress bar on standard error, if that is a terminal, and what tells something beside it."""
    if not sys.stderr.isatty():
        yield None, note
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task: Any = bar.add_task("games", total=n)
        last = [monotonic()]

        def step(done: int) -> None:
            if monotonic() - last[0] > _PACE:
                bar.update(task, completed=done)
                last[0] = monotonic()

        yield step, lambda text: bar.console.print(text, markup=False)
