"""Counting games: intervals, spreads, and sums that do not depend on the order."""

from __future__ import annotations

from fractions import Fraction
from statistics import mean, median, stdev

import pytest
from hypothesis import given
from hypothesis import strategies as st
from providers.fakes import FakeResult, FakeScore

from rulesdsl.tools.tally import FAULTS_KEPT, Failed, Tally, spread, wilson


def test_wilson_gives_the_published_interval() -> None:
    # Newcombe (1998), Statistics in Medicine 17, table I, method 3.
    for count, of, low, high in (
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ):
        share = wilson(count, of)
        assert (round(share.low, 4), round(share.high, 4)) == (low, high)


def test_wilson_at_the_ends() -> None:
    assert wilson(0, 20).low == 0.0
    assert wilson(20, 20).high == 1.0
    assert (wilson(0, 0).low, wilson(0, 0).high, wilson(0, 0).share) == (0.0, 1.0, 0.0)


@given(st.lists(st.integers(-50, 50), min_size=2, max_size=40))
def test_a_spread_is_that_of_the_numbers(numbers: list[int]) -> None:
    histogram = {n: numbers.count(n) for n in numbers}
    found = spread(histogram)
    assert found is not None
    assert found.mean == pytest.approx(mean(numbers))
    assert found.sd == pytest.approx(stdev(numbers))
    assert (found.min, found.median, found.max) == (min(numbers), median(numbers), max(numbers))


def test_the_spread_of_nothing_and_of_one() -> None:
    assert spread({}) is None
    one = spread({Fraction(1, 2): 1})
    assert one is not None
    assert one.as_dict() == {"mean": 0.5, "sd": 0, "min": 0.5, "median": 0.5, "max": 0.5}


def results() -> list[FakeResult]:
    scores = {"ann": FakeScore(3), "bob": FakeScore(Fraction(5, 2))}
    return [
        FakeResult("won", ("ann",), scores, "decisive", 7),
        FakeResult("won", ("ann", "bob"), scores, None, 9),
        FakeResult("draw", (), {}, None, 9),
    ]


def counted(chosen: list[FakeResult]) -> Tally:
    tally = Tally()
    for result in chosen:
        tally.count(result)
    return tally


def test_a_shared_win_counts_for_each_winner() -> None:
    tally = counted(results())
    assert (tally.games, tally.shared) == (3, 1)
    assert tally.wins == {"ann": 2, "bob": 1}
    assert tally.outcomes == {"won": 2, "draw": 1}
    assert tally.levels == {"decisive": 1}


@given(st.permutations(range(6)), st.integers(0, 6))
def test_tallies_add_up_in_any_order(order: list[int], cut: int) -> None:
    all_results = results() * 2
    whole = counted(all_results)
    first, second = order[:cut], order[cut:]
    parts = counted([all_results[i] for i in second])
    parts.add(counted([all_results[i] for i in first]))
    assert parts == whole


def test_games_that_went_wrong_are_an_outcome_and_the_first_ones_are_kept() -> None:
    tally = Tally()
    for k in reversed(range(30)):
        tally.count_failed(Failed(k, 100 + k, "endless loop", "round and round"))
    assert tally.outcomes == {"endless loop": 30}
    assert tally.games == 30
    assert [failed.game for failed in tally.failed] == list(range(FAULTS_KEPT))
