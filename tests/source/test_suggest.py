"""Guesses are near, and never vary."""

from __future__ import annotations

import pytest

from rulesdsl.source import did_you_mean


@pytest.mark.parametrize(
    ("name", "candidates", "expected"),
    [
        ("scroe", ["score", "store"], "score"),
        ("Player", ["player", "layer"], "player"),
        ("first player", ["first_player"], "first_player"),
        ("whne", ["do", "when", "with"], "when"),
        ("xyz", ["score", "player"], None),
        ("score", ["score"], None),
        ("", ["a"], None),
        ("ab", ["ac", "ad"], "ac"),
        ("a" * 100_000, ["a" * 99_999], "a" * 99_999),
    ],
)
def test_the_nearest_is_named(name: str, candidates: list[str], expected: str | None) -> None:
    assert did_you_mean(name, candidates) == expected
    assert did_you_mean(name, reversed(candidates)) == expected
