"""A game that is no game, in a module that processes of their own can import: a test module has no name there."""

from __future__ import annotations

import os
import signal
from pathlib import Path
from random import Random
from time import sleep
from typing import Any

from providers.fakes import FakeMatch, FakeResult

from rulesdsl.providers.random import RandomProvider
from rulesdsl.runtime.chance import derive
from rulesdsl.runtime.faults import EndlessLoop, Fault


class Stones:
    """A game of stones that a rule breaks off now and then."""

    title = "Stones"
    path = "stones.yaml"
    identity = {"game": path, "title": title, "hash": "5107e5", "rulesdsl": "0.1"}
    scenarios = ()

    def __init__(self) -> None:
        self.machine = self.setting = self
        self.seeds: list[int] = []

    def seat_names(self, players: int | None = None, scenario: str | None = None) -> tuple[str, ...]:
        return ("ann", "bob")

    def score_lines(self, players: int | None = None, scenario: str | None = None) -> dict[str, tuple[str, ...]]:
        return {"ann": (), "bob": ()}

    def config(self, scenario: str | None, players: int | None, options: dict[str, Any] | None) -> None:
        """Nothing can be set."""

    def in_force(self, config: None) -> dict[str, Any]:
        return {}

    def start(self, *, seed: int = 0, **given: Any) -> FakeMatch:
        return FakeMatch(9, seed=seed)

    def run(self, config: Any, provider: RandomProvider, seed: int) -> FakeResult:
        self.seeds.append(seed)
        if Random(seed).random() < 0.1:
            raise EndlessLoop("round and round", ("a", "b")) if seed % 2 else Fault("no stones", file="s.yaml", line=3)
        match = FakeMatch(9, seed=seed)
        while match.decision is not None:
            match.choose(provider.choose(match.decision))
        assert match.result is not None
        return match.result


class Deadly(Stones):
    """The same, but playing some games ends the process that plays: one of them always, others the first time."""

    def __init__(self, batch_seed: int, always: int, once: dict[int, str]) -> None:
        """`once` has files that say whether a game was tried before."""
        super().__init__()
        self._always = derive(batch_seed, "game", always)
        self._once = {derive(batch_seed, "game", k): file for k, file in once.items()}

    def run(self, config: Any, provider: RandomProvider, seed: int) -> FakeResult:
        tried = self._once.get(seed)
        if tried is not None and not Path(tried).exists():
            Path(tried).touch()
            os.kill(os.getpid(), signal.SIGKILL)
        if seed == self._always:
            os._exit(7)
        return super().run(config, provider, seed)


class Endless(Stones):
    """The same, and a game takes for ever."""

    def run(self, config: Any, provider: RandomProvider, seed: int) -> FakeResult:
        sleep(600)
        return super().run(config, provider, seed)


class Broken(Stones):
    """The same, with a fault of the package itself in every third game."""

    def run(self, config: Any, provider: RandomProvider, seed: int) -> FakeResult:
        if seed % 3 == 0:
            raise LookupError("no such stone")
        return super().run(config, provider, seed)


def unreadable() -> Stones:
    """What a process that cannot unpack its game does."""
    os._exit(3)


class Unsendable(Stones):
    """The same; no other process can have it."""

    def __reduce__(self) -> tuple[Any, ...]:
        return unreadable, ()


def refused() -> Stones:
    """What a process of another version does."""
    raise ValueError("no stones here")


class Unwelcome(Stones):
    """The same; other processes say why they cannot have it."""

    def __reduce__(self) -> tuple[Any, ...]:
        return refused, ()
