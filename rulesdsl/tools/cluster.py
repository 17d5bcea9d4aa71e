"""Plays games on a cluster of Dask distributed: any number of machines, which may come and go.

The compiled game is a task whose result is sent to whoever plays. A chunk whose machine is lost is played by another
one: it is the same games. All need the same version of this package and of Python.
"""

from __future__ import annotations

import asyncio
import pickle
from contextlib import suppress
from importlib import import_module
from queue import Empty, SimpleQueue
from threading import Lock
from typing import Any, Final

from rulesdsl.tools.executors import Chunks, NobodyPlays, Pace, Tell, Todo, numbers
from rulesdsl.tools.playing import Chunk, Work

_MOMENT: Final = 0.3
"""Seconds of a chunk: a task costs the scheduler and the network some thousandths of a second."""
_EACH: Final = 2
"""Chunks that wait at each thread: one is played, one is there when it is done."""
_PATIENCE: Final = 10.0
"""Seconds without news after which it is looked whether anybody is left."""

_one_at_a_time = Lock()


class Cluster:
    """Plays on the cluster whose scheduler has this address (`tcp://HOST:PORT`)."""

    def __init__(self, address: str) -> None:
        """Raises NobodyPlays if there is no such cluster, or no Dask here."""
        self.address = address
        try:
            self._dask = import_module("distributed")
        except ImportError:
            raise NobodyPlays("a cluster needs Dask distributed: pip install 'rulesdsl[cluster]'") from None
        try:
            asyncio.run(_knock(address))
            self._client: Any = self._dask.Client(address, timeout=_PATIENCE, set_as_default=False)
        except (OSError, ValueError) as error:
            raise NobodyPlays(f"no cluster at {address}: {error}") from None
        self._news = SimpleQueue[Any]()

    def play(self, work: Work, todo: Todo, tell: Tell) -> Chunks:
        pace = Pace(_MOMENT)
        waiting: dict[Any, range] = {}
        try:
            # Sent packed: the scheduler has no use for a game, and may not be able to unpack it.
            shared = self._client.submit(pickle.loads, pickle.dumps(work), pure=False)
            while True:
                self._give(shared, todo, pace, waiting)
                if not waiting:
                    return
                future = self._done(tell)
                chunk = self._hear(future, waiting.pop(future), work, todo, tell)
                if chunk is not None:
                    pace.learn(chunk)
                    yield chunk
        finally:
            self._end(waiting)

    def _give(self, shared: Any, todo: Todo, pace: Pace, waiting: dict[Any, range]) -> None:
        threads = sum(about["nthreads"] for about in self._workers().values())
        while len(waiting) < max(1, threads) * _EACH:
            games = todo.take(pace.share(todo, _EACH * max(1, threads)))
            if games is None:
                return
            future = self._client.submit(_play, shared, games, pure=False)
            waiting[future] = games
            future.add_done_callback(self._news.put)

    def _workers(self) -> dict[str, Any]:
        workers: dict[str, Any] = self._client.scheduler_info(n_workers=-1)["workers"]
        return workers

    def _done(self, tell: Tell) -> Any:
        """The next chunk that is done."""
        told = False
        while True:
            with suppress(Empty):
                return self._news.get(timeout=_PATIENCE)
            if self._client.status != "running":
                raise NobodyPlays(f"the cluster at {self.address} does not answer any more")
            if not self._workers() and not told:
                tell(f"the cluster at {self.address} has no workers: waiting for one")
                told = True

    def _hear(self, future: Any, games: range, work: Work, todo: Todo, tell: Tell) -> Chunk | None:
        error = future.exception() if future.status != "cancelled" else None
        if future.status == "finished":
            chunk: Chunk = future.result()
            return chunk
        if not isinstance(error, self._dask.KilledWorker):
            why = (
                f"the cluster at {self.address} does not answer any more"
                if error is None
                else f"the cluster cannot play: {error}"
            )
            raise NobodyPlays(why)
        # Dask has given the chunk to several workers by now, and each of them died.
        if todo.lost(games):
            tell(f"workers died while they played {numbers(games)}: played again")
            return None
        return work.broken(games.start, "process lost", "the workers that played it died")

    def _end(self, waiting: dict[Any, range]) -> None:
        try:
            self._client.cancel(list(waiting))
            self._client.close(timeout=_PATIENCE)
        except Exception:
            pass  # a cluster that does not answer cannot be told so


async def _knock(address: str) -> None:
    """See whether a scheduler answers: a client that finds none does not go quietly. Raises OSError, ValueError."""
    async with import_module("distributed.core").rpc(address, timeout=_PATIENCE) as scheduler:
        await scheduler.identity()


def _play(work: Work, games: range) -> Chunk:
    """Play on a worker. Games are Python code: two threads of a process at once are no quicker than one."""
    with _one_at_a_time:
        return work.play(games)
