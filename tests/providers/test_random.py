"""Random choices: the same everywhere, and fair."""

from __future__ import annotations

from collections import Counter

from providers.fakes import FakeDecision

from rulesdsl.providers.random import RandomProvider


def test_the_same_seed_chooses_the_same() -> None:
    decision = FakeDecision(tuple("abcdefg"))
    assert [RandomProvider(3).choose(decision) for _ in range(3)] == [1, 1, 1]
    provider = RandomProvider(3)
    assert [provider.choose(decision) for _ in range(8)] == [1, 3, 2, 4, 4, 0, 0, 5]


def test_pick_and_choose_read_one_stream() -> None:
    one, two = RandomProvider(5), RandomProvider(5)
    decision = FakeDecision(tuple("abc"))
    assert [one.pick(3) for _ in range(50)] == [two.choose(decision) for _ in range(50)]


def test_every_option_comes_up_as_often_as_the_others() -> None:
    provider = RandomProvider(1)
    counts = Counter(provider.pick(4) for _ in range(8000))
    assert sorted(counts) == [0, 1, 2, 3]
    assert all(1850 < n < 2150 for n in counts.values())


def test_it_says_that_its_choices_are_uniform() -> None:
    assert RandomProvider(0).uniform is True
