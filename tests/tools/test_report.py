"""Rules by section of the rulebook."""

from __future__ import annotations

import pytest

from rulesdsl.source import Source, Span
from rulesdsl.tools.report import Entry, about, in_order, sections

SOURCE = Source("g.yaml", "one\ntwo\nthree\n")


def entry(name: str, cite: str, at: int = 0) -> Entry:
    return Entry("effect", name, "", cite, Span(SOURCE, at, at + 1))


RULES = [
    entry("climb", "5.10"),
    entry("fall", "5.2, 5.10"),
    entry("rest", ""),
    entry("jump", "Moving, and more", 4),
    entry("dig", "15.1"),
]


def test_sections_stand_in_the_order_of_their_numbers() -> None:
    found = {section: [rule.name for rule in rules] for section, rules in sections(RULES).items()}
    assert found == {
        "5.2": ["fall"],
        "5.10": ["climb", "fall"],
        "15.1": ["dig"],
        "Moving, and more": ["jump"],
        "": ["rest"],
    }
    assert list(found) == ["5.2", "5.10", "15.1", "Moving, and more", ""]


def test_named_sections_stay_in_the_order_of_the_file() -> None:
    assert in_order(["", "Winning", "End", "2"]) == ["2", "Winning", "End", ""]


@pytest.mark.parametrize(
    ("subject", "names"),
    [
        ("fall", ["fall"]),
        ("5", ["climb", "fall"]),
        ("5.0", ["climb", "fall"]),
        ("5.1", []),
        ("15.1", ["dig"]),
        ("moving, and more", ["jump"]),
        ("Dig", ["dig"]),
    ],
)
def test_a_name_or_a_section_narrows(subject: str, names: list[str]) -> None:
    assert [rule.name for rule in about(RULES, subject)] == names


def test_a_rule_knows_its_place() -> None:
    assert RULES[3].place == "g.yaml:2"
