"""Who plays the games of a batch: this process, or several. Numbers of games in, chunks of played games out.

An executor takes numbers from a `Todo` as it has need of them and yields chunks as they are done, in any order. No
chunk takes much longer than a moment, unless a single game does: that is what Ctrl-C or a lost process costs.
"""

from __future__ import annotations

import os
import signal
from collections import deque
from collections.abc import Callable, Generator, Iterator
from contextlib import suppress
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection, wait
from threading import Thread
from typing import Any, Final, Protocol

from rulesdsl.tools.playing import Chunk, Work

AHEAD: Final = 20_000
"""Games that may be played while an earlier one is not done: their rows wait in memory, as rows are told in order."""

_HERE: Final = 0.05
"""Seconds of a chunk: what nobody minds to lose at Ctrl-C, and a progress bar needs to look alive."""
_APART: Final = 0.1
"""Seconds of a chunk in another process: sending it there and back takes a thousandth of that."""

_GUARD: Final = '; a script of yours that plays in several needs `if __name__ == "__main__":`'

Tell = Callable[[str], None]
Chunks = Generator[Chunk, None, None]


class NobodyPlays(Exception):
    """Nobody is left to play; the message says why."""


class Todo:
    """Numbers of games that are still to be played, given out in order, each once."""

    def __init__(self, games: range, done: bytes | bytearray = b"") -> None:
        """`done` has a 1 for each game, counted from the first, that was played before."""
        self._gaps = deque(_gaps(games, done))
        self._again: deque[range] = deque()
        self._suspects: deque[range] = deque()
        self._out: dict[int, range] = {}
        self._alone: range | None = None

    @property
    def left(self) -> int:
        """Games that were not given out yet."""
        return sum(map(len, self._gaps)) + len(self._again) + len(self._suspects)

    def take(self, most: int) -> range | None:
        """At most so many games that follow each other; None if there are none now.

        There are none while too many wait for an earlier one, or while a suspect is played.
        """
        if self._alone is not None:
            return None
        if self._again:
            return self._given(self._again.popleft())
        earliest = min([*self._out, *(games.start for games in self._suspects)], default=None)
        if self._gaps and (earliest is None or self._gaps[0].start - earliest <= AHEAD):
            return self._given(self._next(max(1, most)))
        if self._suspects and not self._out:
            self._alone = self._suspects.popleft()
            return self._given(self._alone)
        return None

    def settle(self, games: range) -> None:
        """These games, as they were taken, are done."""
        self._out.pop(games.start, None)
        if games == self._alone:
            self._alone = None

    def lost(self, games: range) -> bool:
        """Whoever played these games died: they are given out again, one by one.

        A single game becomes a suspect: it is played once more when nothing else is, so that nobody else can be to
        blame. False if that, too, ended the one who played: it is not given out any more.
        """
        alone = games == self._alone
        self.settle(games)
        if len(games) > 1:
            self._again.extend(range(k, k + 1) for k in games)
        elif not alone:
            self._suspects.append(games)
        return not alone

    def _next(self, most: int) -> range:
        gap = self._gaps.popleft()
        if len(gap) > most:
            self._gaps.appendleft(gap[most:])
        return gap[:most]

    def _given(self, games: range) -> range:
        self._out[games.start] = games
        return games


def _gaps(games: range, done: bytes | bytearray) -> Iterator[range]:
    at = 0
    while (start := done.find(0, at)) >= 0 if at < len(done) else False:
        stop = done.find(1, start)
        at = len(done) if stop < 0 else stop
        yield games[start:at]
    if len(done) < len(games):
        yield games[len(done) :]


class Executor(Protocol):
    """Plays games in some place."""

    def play(self, work: Work, todo: Todo, tell: Tell) -> Chunks:
        """Play all that is to do. `tell` hears of processes that were lost on the way. Raises NobodyPlays."""
        ...


class Pace:
    """How many games make a chunk: as many as take `seconds`, found out on the way."""

    def __init__(self, seconds: float) -> None:
        self.seconds, self.size = seconds, 1

    def learn(self, chunk: Chunk) -> None:
        """See how long a chunk took."""
        if chunk.seconds < self.seconds / 2 and len(chunk.games) >= self.size:
            self.size *= 2
        elif chunk.seconds > self.seconds * 2:
            self.size = max(1, self.size // 2)

    def share(self, todo: Todo, processes: int) -> int:
        """Games of the next chunk: towards the end smaller ones, so that all finish together."""
        return min(self.size, todo.left // (2 * processes) + 1)


class Here:
    """Plays in this process."""

    def play(self, work: Work, todo: Todo, tell: Tell) -> Chunks:
        pace = Pace(_HERE)
        while (games := todo.take(pace.size)) is not None:
            chunk = work.play(games)
            pace.learn(chunk)
            yield chunk


class Processes:
    """Plays in processes of this machine. Each is sent the compiled game: none reads a rule file."""

    def __init__(self, jobs: int) -> None:
        self._jobs = jobs
        self._processes: dict[Connection, _Process] = {}

    def play(self, work: Work, todo: Todo, tell: Tell) -> Chunks:
        pace = Pace(_APART)
        try:
            while True:
                self._give(work, todo, pace)
                busy = [at for at, process in self._processes.items() if process.games is not None]
                if not busy:
                    return
                for at in wait(busy):
                    assert isinstance(at, Connection)
                    chunk = self._hear(self._processes[at], work, todo, tell)
                    if chunk is not None:
                        pace.learn(chunk)
                        yield chunk
        finally:
            self._end()

    def _give(self, work: Work, todo: Todo, pace: Pace) -> None:
        """Games for all who have none; as many processes as there is work for."""
        while len(self._processes) < min(self._jobs, len(self._processes) + todo.left):
            process = _Process(work)
            self._processes[process.at] = process
            process.give(todo.take(pace.share(todo, self._jobs)))
        for process in self._processes.values():
            if process.games is None:
                process.give(todo.take(pace.share(todo, self._jobs)))

    def _hear(self, process: _Process, work: Work, todo: Todo, tell: Tell) -> Chunk | None:
        """What a process has to say; if that it is no more, its games are given out again."""
        games = process.games
        assert games is not None
        try:
            said = process.at.recv()
        except (EOFError, OSError):
            del self._processes[process.at]
            how = process.bury()
            if not process.begun:
                raise NobodyPlays(f"a process to play in ended before it began ({how}){_GUARD}") from None
            if todo.lost(games):
                tell(f"a process ended ({how}) while it played {numbers(games)}: played again")
                return None
            return work.broken(games.start, "process lost", f"the process that played it ended twice ({how})")
        if said is None:
            process.begun = True
            return None
        chunk: Chunk = said
        process.games = None
        return chunk

    def _end(self) -> None:
        for process in self._processes.values():
            process.dismiss()
        for process in self._processes.values():
            process.bury()
        self._processes.clear()


class _Process:
    """One process; ``games`` are those that it plays now."""

    def __init__(self, work: Work) -> None:
        # Processes that begin afresh: a copy of this one would have its locks without its threads.
        context = get_context("spawn")
        self.at, other = context.Pipe()
        self._process = context.Process(target=_serve, args=(other, work), daemon=True)
        self._process.start()
        other.close()
        self.games: range | None = None
        self.begun = False

    def give(self, games: range | None) -> None:
        self.games = games
        if games is not None:
            with suppress(OSError):  # that it has ended is noticed when it is listened to
                self.at.send(games)

    def dismiss(self) -> None:
        """Let it go if it waits, and break it off in the middle of a game."""
        if self.games is not None:
            self._process.terminate()
            return
        with suppress(OSError):
            self.at.send(None)

    def bury(self) -> str:
        """Wait for its end, and say what the end was."""
        self._process.join()
        self.at.close()
        code = self._process.exitcode or 0
        return f"signal {-code}" if code < 0 else f"status {code}"


def _serve(at: Any, work: Work) -> None:
    """Play in a process of its own, as long as there is something to play."""
    # Ctrl-C reaches every process of the terminal; only the first one is to act on it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_follow, daemon=True).start()
    try:
        at.send(None)
        while (games := at.recv()) is not None:
            at.send(work.play(games))
    except (EOFError, OSError):
        pass  # nobody listens any more


def _follow() -> None:
    """End with the process that this one plays for, even in the middle of a long game."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def numbers(games: range) -> str:
    """Games by their numbers."""
    return f"game {games[0]}" if len(games) == 1 else f"games {games[0]} to {games[-1]}"
