"""Problems are collected, sorted, each kept once, and limited."""

from __future__ import annotations

import pytest

from rulesdsl.source import CODES, Code, Diagnostic, Problems, RuleErrors, Severity, Source

SOURCE = Source("b.yaml", "one\ntwo\nthree\n" * 200)


def test_an_unknown_code_is_our_mistake() -> None:
    with pytest.raises(KeyError):
        Problems().error("no-such-code", SOURCE.span(0, 1), "x")


def test_the_call_decides_how_bad_it_is() -> None:
    problems = Problems()
    problems.warning("bad-name", SOURCE.span(0, 1), "x")
    assert not problems.has_errors
    problems.error("yaml-sexagesimal", SOURCE.span(0, 1), "x")
    assert problems.has_errors
    assert [found.severity for found in problems] == [Severity.WARNING, Severity.ERROR]


def test_sorted_by_file_and_place_and_each_once() -> None:
    problems, first = Problems(), Source("a.yaml", "abc")
    problems.error("bad-name", SOURCE.span(5, 6), "late")
    problems.error("bad-name", SOURCE.span(1, 2), "early")
    problems.error("bad-name", SOURCE.span(1, 2), "early")
    problems.error("bad-name", first.span(2, 3), "first file")
    assert len(problems) == 4
    assert [found.message for found in problems.sorted()] == ["first file", "early", "late"]


def test_the_hundredth_is_shown_and_the_next_is_counted() -> None:
    problems = Problems()
    for at in range(100):
        problems.error("bad-name", SOURCE.span(at, at + 1), str(at))
    assert [found.message for found in problems.sorted()] == [str(at) for at in range(100)]
    problems.error("bad-name", SOURCE.span(200, 201), "one more")
    shown = problems.sorted()
    assert len(shown) == 101
    assert (shown[-1].code, shown[-1].message) == ("more-problems", "1 more problem not shown")


def test_errors_are_shown_before_warnings_where_not_all_are() -> None:
    problems = Problems()
    for at in range(150):
        problems.warning("yaml-sexagesimal", SOURCE.span(at, at + 1), "w")
    problems.error("bad-name", SOURCE.span(500, 501), "the error")
    shown = problems.sorted()
    assert "the error" in [found.message for found in shown]
    assert shown[-1].message == "51 more problems not shown"
    assert shown[-1].severity is Severity.WARNING


def test_rule_errors_say_every_problem() -> None:
    found = Diagnostic("bad-name", Severity.ERROR, "no name", SOURCE.span(4, 5))
    assert str(RuleErrors([found])) == "b.yaml:2:1: error[bad-name]: no name"
    assert RuleErrors([found]).problems == [found]


# Codes of these floors are explained; the list grows with the pages.
EXPLAINED = sorted(name for name in CODES if Code(name, Severity.ERROR, "").has_page)


def test_the_pages_are_found() -> None:
    assert {"more-problems", "yaml-syntax", "include-outside"} <= set(EXPLAINED)


@pytest.mark.parametrize("name", EXPLAINED)
def test_a_page_starts_with_the_title_and_shows_both_ways(name: str) -> None:
    page = CODES[name].page
    assert page.startswith(f"# {CODES[name].title}\n")
    assert "\nWrong:\n" in page and "\nRight:\n" in page
    assert 8 <= len(page.splitlines()) <= 30
