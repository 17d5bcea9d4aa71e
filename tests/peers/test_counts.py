"""Whole games counted and solved: figures that are known, found by walking through our rules to the end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import permutations, product
from pathlib import Path

import pytest
from peers.lockstep import carry_out, offered

import rulesdsl
from rulesdsl.api import Game
from rulesdsl.runtime.match import Match

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


def example(name: str) -> Game:
    return rulesdsl.load(EXAMPLES / f"{name}.yaml")


def after(match: Match) -> Iterator[Match]:
    """The match after each thing that can be chosen."""
    assert match.decision is not None
    for i in range(len(match.decision)):
        twin = match.fork()
        twin.choose(i)
        yield twin


# ---------------------------------------------------------------- tic-tac-toe

GAMES_BY_LENGTH = {5: 1440, 6: 5328, 7: 47952, 8: 72576, 9: 127872}
X_WINS, O_WINS, DRAWS = 131184, 77904, 46080


def ways(match: Match, known: dict[str, Counter[tuple[int, str]]]) -> Counter[tuple[int, str]]:
    """How many ways lead on from a position, by (marks at the end, outcome and winners); equal positions count once."""
    position = match.view("x")["boards"]["board"]
    if match.result is not None:
        marks = sum(bool(cell) for cell in position.values())
        return Counter({(marks, " ".join((match.result.outcome, *match.result.winners))): 1})
    key = repr(position)
    if key not in known:
        known[key] = sum((ways(twin, known) for twin in after(match)), Counter[tuple[int, str]]())
    return known[key]


def test_tic_tac_toe_has_255_168_games() -> None:
    found = ways(example("tic_tac_toe").start(), {})
    lengths: Counter[int] = Counter()
    ends: Counter[str] = Counter()
    for (marks, end), number in found.items():
        lengths[marks] += number
        ends[end] += number
    assert lengths == GAMES_BY_LENGTH
    assert ends == {"won x": X_WINS, "won o": O_WINS, "draw": DRAWS}
    assert found.total() == 255168


def test_other_rules_have_other_counts(tmp_path: Path) -> None:
    rules = (EXAMPLES / "tic_tac_toe.yaml").read_text(encoding="utf-8")
    planted = rules.replace("runs_through(square, 3)", "[[s for s in row(board, square.row)]]")
    assert planted != rules
    (tmp_path / "rows.yaml").write_text(planted, encoding="utf-8")
    found = ways(rulesdsl.load(tmp_path / "rows.yaml", use_cache=False).start(), {})
    assert 0 < found.total() != 255168


# ---------------------------------------------------------------- Breakthrough


def perft(match: Match, depth: int) -> int:
    """How many ways there are to play so many moves."""
    moves = offered(match)
    if depth == 1:
        return len(moves)
    found = 0
    for move in moves:
        twin = match.fork()
        carry_out(twin, move)
        found += perft(twin, depth - 1)
    return found


@pytest.mark.parametrize(("depth", "ways"), [(1, 22), (2, 484), (3, 11132)])
def test_breakthrough_has_as_many_openings(depth: int, ways: int) -> None:
    assert perft(example("breakthrough").start(), depth) == ways


# ---------------------------------------------------------------- Kuhn poker

CARDS = ("jack", "queen", "king")
Strategy = dict[tuple[str, str], Fraction]
"""By (own card, what was done before): the probability of a bet or a call."""
Leaves = list[tuple[dict[str, str], tuple[str, ...], int]]
"""The cards, what was done, and what the first player won, of every game that there is."""

FIRST = tuple(product(CARDS, ("", "check bet")))
SECOND = tuple(product(CARDS, ("check", "bet")))


def every_game(game: Game) -> Leaves:
    found: Leaves = []
    for deal in permutations(CARDS, 2):
        cards = dict(zip(("player_1", "player_2"), deal, strict=True))
        open_ends: list[tuple[Match, tuple[str, ...]]] = [(game.start(draws=deal), ())]
        while open_ends:
            match, done = open_ends.pop()
            if match.decision is None:
                assert match.result is not None
                found.append((cards, done, int(match.result.scores["player_1"].total)))
                continue
            names = [match.decision.name(i) for i in range(len(match.decision))]
            open_ends += [(twin, (*done, name)) for twin, name in zip(after(match), names, strict=True)]
    return found


def value(leaves: Leaves, first: Strategy, second: Strategy) -> Fraction:
    """What the first player wins on average."""
    total = Fraction(0)
    for cards, done, won in leaves:
        chance = Fraction(1, 6)
        for k, name in enumerate(done):
            strategy, seat = ((first, "player_1"), (second, "player_2"))[k % 2]
            bold = strategy[cards[seat], " ".join(done[:k])]
            chance *= bold if name in ("bet", "call") else 1 - bold
        total += chance * won
    return total


def pure(sets: tuple[tuple[str, str], ...]) -> Iterator[Strategy]:
    """Every strategy without chance."""
    for choices in product((0, 1), repeat=len(sets)):
        yield {key: Fraction(choice) for key, choice in zip(sets, choices, strict=True)}


def test_the_first_player_of_kuhn_poker_loses_an_eighteenth() -> None:
    """Each of two strategies holds the value against all that the other player could do, so it is the game's value."""
    leaves = every_game(example("kuhn_poker"))
    third, never, always = Fraction(1, 3), Fraction(0), Fraction(1)
    first = dict(zip(FIRST, (never, never, never, third, never, always), strict=True))
    second = dict(zip(SECOND, (third, never, never, third, always, always), strict=True))
    assert len(leaves) == 30
    assert min(value(leaves, first, other) for other in pure(SECOND)) == Fraction(-1, 18)
    assert max(value(leaves, other, second) for other in pure(FIRST)) == Fraction(-1, 18)
