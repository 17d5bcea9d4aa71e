"""Levels of results, and the lines of a score."""

from __future__ import annotations

import pytest
from language.languages import HERE, game


def played(path: str, answers: list[str]) -> object:
    match = game(str(HERE / path)).start()
    for answer in answers:
        match.choose(match.decision.find(answer)[0])
    return match.result


@pytest.mark.parametrize(
    ("much", "level"), [("0", "feast"), ("1", "meal"), ("2", "feast")], ids=["team wins", "a tie", "one wins"]
)
def test_the_level_is_that_of_the_winner(much: str, level: str) -> None:
    result = played("results/teams.yaml", [much, "0", "0", "0"])
    assert result.level == level  # type: ignore[attr-defined]


def test_each_line_of_a_score_is_kept() -> None:
    result = played("results/roles.yaml", ["storm", "storm", "pass"])
    scores = result.scores  # type: ignore[attr-defined]
    assert scores["attacker"].lines == (("breaches", 2), ("losses", -3))
    assert scores["defender"].lines == (("walls", 4), ("bonus", 0))
    assert result.level == "success"  # type: ignore[attr-defined]


def test_half_a_point_is_not_the_next_level() -> None:
    result = played("results/roles.yaml", ["storm", "storm", "storm", "pass"])
    assert result.scores["attacker"].total == -1.5  # type: ignore[attr-defined]
    assert result.scores["defender"].total == 2  # type: ignore[attr-defined]
    alone = played("results/one_side.yaml", ["1"])
    assert alone.level == "nothing"  # type: ignore[attr-defined]
