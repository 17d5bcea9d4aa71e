"""Whole games counted: figures that are known, found by walking through our rules to the end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
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
