"""What a game and a match are to the tools: the api hands them in, no tool imports it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from rulesdsl.providers.protocol import Asked, Provider

if TYPE_CHECKING:
    from networkx import DiGraph


class Score(Protocol):
    """The score of one player: a total, and the (label, points) lines that it is the sum of."""

    @property
    def total(self) -> Any: ...
    @property
    def lines(self) -> Sequence[tuple[str, Any]]: ...


class Result(Protocol):
    """How a match ended."""

    @property
    def outcome(self) -> str: ...
    @property
    def winners(self) -> tuple[str, ...]: ...
    @property
    def scores(self) -> Mapping[str, Score]: ...
    @property
    def level(self) -> str | None: ...
    @property
    def decisions(self) -> int: ...


class Match(Protocol):
    """A game being played that pauses at each decision."""

    @property
    def decision(self) -> Asked | None: ...
    @property
    def decisions(self) -> tuple[Asked, ...]: ...
    @property
    def result(self) -> Result | None: ...
    @property
    def over(self) -> bool: ...
    @property
    def said(self) -> Sequence[str]: ...
    @property
    def players(self) -> Sequence[str]: ...
    def choose(self, i: int, /, player: str | None = None) -> None: ...
    def undo(self, past_chance: bool = False) -> bool: ...
    def fork(self, seed: int | None = None) -> Match: ...
    def save(self, path: Any, /) -> None: ...
    def view(self, player: str, /) -> Mapping[str, Any]: ...
    def explain(self) -> list[str]: ...


class Game(Protocol):
    """A loaded game."""

    @property
    def title(self) -> str: ...
    @property
    def path(self) -> Any: ...
    @property
    def scenarios(self) -> Sequence[str]: ...
    @property
    def graph(self) -> DiGraph[Any]: ...
    def seat_names(self, players: int | None = None, /) -> tuple[str, ...]: ...
    def start(
        self,
        *,
        scenario: str | None = None,
        seed: int = 0,
        players: int | None = None,
        options: Mapping[str, Any] | None = None,
    ) -> Match: ...
    def play(
        self,
        providers: Mapping[str, Provider] | Provider,
        *,
        seed: int = 0,
        scenario: str | None = None,
        players: int | None = None,
        options: Mapping[str, Any] | None = None,
    ) -> Result: ...
