"""Plain scalars mean what YAML 1.2's core schema says."""

from __future__ import annotations

import math

import pytest

from rulesdsl.document.scalars import Value, is_sexagesimal, meant_boolean, resolve


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("", None), ("~", None), ("null", None), ("true", True), ("false", False),
        ("True", "True"), ("yes", "yes"), ("no", "no"), ("on", "on"), ("off", "off"), ("y", "y"),
        ("0", 0), ("-7", -7), ("+7", 7), ("010", 10), ("0o17", 15), ("0x1F", 31), ("1_000", "1_000"),
        ("5.10", 5.1), (".5", 0.5), ("1.", 1.0), ("1e3", 1000.0), ("-.inf", -math.inf),
        ("1:30", "1:30"), ("1..6", "1..6"), ("..4", "..4"), ("5..", "5.."), ("2x1", "2x1"), ("-", "-"), (".", "."),
        ("9" * 5000, "9" * 5000), ("1/2", "1/2"),
    ],
)  # fmt: skip
def test_a_plain_scalar_means(text: str, value: Value) -> None:
    found = resolve(text)
    assert (found, type(found)) == (value, type(value))


def test_not_a_number_is_a_number_to_yaml() -> None:
    found = resolve(".nan")
    assert isinstance(found, float) and math.isnan(found)


@pytest.mark.parametrize(("text", "meant"), [("Yes", "true"), ("OFF", "false"), ("n", "false"), ("nope", None)])
def test_old_booleans_are_told(text: str, meant: str | None) -> None:
    assert meant_boolean(text) == meant


@pytest.mark.parametrize(("text", "old"), [("1:30", True), ("12:05:59", True), ("1:75", False), ("a:b", False)])
def test_base_sixty_is_told(text: str, old: bool) -> None:
    assert is_sexagesimal(text) is old
