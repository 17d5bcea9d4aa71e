"""A game that is no game, in a module that processes of their own can import: a test module has no name there."""

from __future__ import annotations

from random import Random
from typing import Any

from providers.fakes import FakeMatch, FakeResult

from rulesdsl.providers.random import RandomProvider
from rulesdsl.runtime.faults import EndlessLoop, Fault


class Stones:
    """A game of stones that a rule breaks off now and then."""

    title = "Stones"
    path = "stones.yaml"
    scenarios = ()

    def __init__(self) -> None:
        self.machine = self
        self.seeds: list[int] = []

    def seat_names(self, players: int | None = None, scenario: str | None = None) -> tuple[str, ...]:
        return ("ann", "bob")

    def config(self, scenario: str | None, players: int | None, options: dict[str, Any] | None) -> None:
        """Nothing can be set."""

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


def load(path: str) -> Stones:
    """Load the game in a process of its own."""
    return Stones()
