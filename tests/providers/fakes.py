"""A decision and a match by hand, for what stands below the api."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from rulesdsl.source import Problems, RuleErrors, Source, Span

RULES = """\
actions:
  lift:
    cite: "2.1"
    do: |
      height = height + 1

  lower:
    do: nothing
"""


@dataclass(frozen=True)
class FakeRule:
    name: str = "lift"
    kind: str = "action"
    title: str | None = "Lift it"
    cite: str | None = "2.1"
    span: Span = field(default_factory=lambda: Span(Source("tower.yaml", RULES), 11, 15))


@dataclass(frozen=True)
class FakeDecision:
    values: tuple[Any, ...]
    player: str = "ann"
    prompt: str = "What next?"
    rule: FakeRule | None = None
    kind: str = "choose"
    chain: tuple[tuple[str, str], ...] = ()
    slot: str | None = None
    names: tuple[str, ...] | None = None
    faces: tuple[str, ...] = ()
    offered: tuple[FakeRule | None, ...] = ()

    def __len__(self) -> int:
        return len(self.values)

    def word(self, i: int) -> str:
        return self.label(i)

    def label(self, i: int) -> str:
        return str(self.values[i])

    def face(self, i: int) -> str:
        return self.faces[i] if self.faces else ""

    def name(self, i: int) -> str:
        return self.label(i) if self.names is None else self.names[i]

    def labels(self) -> list[str]:
        return [str(value) for value in self.values]

    def find(self, text: str) -> list[int]:
        labels = self.labels()
        if text in labels:
            return [labels.index(text)]
        return [i for i, label in enumerate(labels) if label.casefold().startswith(text.casefold())]


def step(player: str, *values: Any, slot: str | None = None, chain: tuple[tuple[str, str], ...] = ()) -> FakeDecision:
    """A decision of an offer: which action, or one slot of it."""
    return FakeDecision(values, player=player, kind="slot" if slot else "action", slot=slot, chain=chain)


@dataclass(frozen=True)
class FakeScore:
    total: Any
    lines: tuple[tuple[str, Any], ...] = ()


@dataclass(frozen=True)
class FakeResult:
    outcome: str = "finished"
    winners: tuple[str, ...] = ()
    scores: dict[str, FakeScore] = field(default_factory=dict)
    level: str | None = None
    decisions: int = 0


class FakeMatch:
    """Players take stones in turn, one or two at a time; who takes the last one wins."""

    def __init__(self, stones: int = 5, players: tuple[str, ...] = ("ann", "bob"), seed: int = 0) -> None:
        self.stones = stones
        self.players = players
        self.seed = seed
        self.taken: list[int] = []
        self.saved: list[Path] = []

    @property
    def left(self) -> int:
        return self.stones - sum(self.taken)

    @property
    def over(self) -> bool:
        return self.left == 0

    @property
    def decision(self) -> FakeDecision | None:
        if self.over:
            return None
        options = ("one", "two")[: self.left]
        return FakeDecision(options, player=self.players[len(self.taken) % len(self.players)], rule=FakeRule())

    @property
    def decisions(self) -> tuple[FakeDecision, ...]:
        return () if self.decision is None else (self.decision,)

    @property
    def said(self) -> list[str]:
        return [f"{self.players[i % len(self.players)]} takes {n}" for i, n in enumerate(self.taken)]

    @property
    def result(self) -> FakeResult | None:
        if not self.over:
            return None
        winner = self.players[(len(self.taken) - 1) % len(self.players)]
        scores = {player: FakeScore(int(player == winner)) for player in self.players}
        return FakeResult("won", (winner,), scores, None, len(self.taken))

    def choose(self, i: int, player: str | None = None) -> None:
        assert self.decision is not None and player in (None, self.decision.player)
        self.taken.append(i + 1)

    def undo(self, past_chance: bool = False) -> bool:
        if not self.taken:
            return False
        self.taken.pop()
        return True

    def fork(self, seed: int | None = None) -> FakeMatch:
        other = FakeMatch(self.stones, self.players, self.seed if seed is None else seed)
        other.taken = list(self.taken)
        return other

    def save(self, path: Path) -> None:
        path.write_text(str(self.taken), encoding="utf-8")
        self.saved.append(path)

    def view(self, player: str) -> dict[str, Any]:
        return {"stones": self.left, "takes": {name: self.taken[i::2] for i, name in enumerate(self.players)}}

    @property
    def printed(self) -> None:
        return None

    def explain(self) -> list[str]:
        return [f"stones = {self.stones} - {sum(self.taken)} taken = {self.left}"]


def typed(*lines: str) -> Callable[[str], str]:
    """A terminal at which these lines are typed, and then nothing more."""
    waiting = list(lines)

    def read(prompt: str) -> str:
        if not waiting:
            raise EOFError
        return waiting.pop(0)

    return read


class FakeScript:
    def __init__(self, dice: list[int], draws: list[str]) -> None:
        self.dice, self.draws = dice, draws

    def unused(self) -> list[str]:
        return [f"die {die}" for die in self.dice] + self.draws


class FakeCaseMatch(FakeMatch):
    """The same game, but a die is thrown with each choice, and hands are hidden."""

    def __init__(self, stones: int = 5, dice: list[int] | None = None, draws: list[str] | None = None) -> None:
        super().__init__(stones)
        self.script = FakeScript(dice or [], draws or [])
        self.thrown: list[int] = []

    def choose(self, i: int, player: str | None = None) -> None:
        super().choose(i, player)
        if self.script.dice:
            self.thrown.append(self.script.dice.pop(0))

    def view(self, player: str) -> dict[str, Any]:
        secrets = {name: "1" if name == player else "?" for name in self.players}
        return {**super().view(player), "hand": [f"card_of_{player}"], "state": {"secret": secrets}}

    def reads(self, player: str, piece: str, field: str) -> bool:
        return piece == f"card_of_{player}"


class FakeGame:
    """Starts such matches; what it was started with is kept."""

    title = "Stones"
    path = "stones.yaml"
    scenarios = ("long",)

    def __init__(self) -> None:
        self.started: dict[str, Any] = {}

    def start(self, **given: Any) -> FakeCaseMatch:
        self.started = given
        if given["scenario"] not in (None, "long"):
            raise ValueError(f"no scenario `{given['scenario']}`; there is long")
        return FakeCaseMatch(9 if given["scenario"] else 5, list(given["dice"]), list(given["draws"]))


def evaluate(game: FakeGame, match: FakeCaseMatch, text: str) -> Any:
    """The value of an expression in Python, which does for the rule language here."""
    seats = {player: SimpleNamespace(secret=1) for player in match.players}
    cards = {f"card_of_{player}": player for player in match.players}
    try:
        return eval(text, {"__builtins__": {}}, {"left": match.left, "thrown": match.thrown, **seats, **cards})
    except NameError as error:
        problems = Problems()
        problems.error("unknown-name", Span(Source("<case>", text), 0, len(text)), str(error))
        raise RuleErrors(problems.sorted()) from None


def found(game: FakeGame, match: FakeCaseMatch, text: str) -> str:
    """What an expression comes to."""
    return f"{text} is {evaluate(game, match, text)}"
