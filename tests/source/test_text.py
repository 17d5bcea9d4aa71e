"""Offsets, lines and columns agree with counting by hand."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesdsl.source import Source, Span

TEXTS = st.text(st.sampled_from("ab \t\né日😀\u0301"), max_size=60)


@given(TEXTS, st.integers(0, 60))
def test_line_and_column_agree_with_counting(text: str, offset: int) -> None:
    offset = min(offset, len(text))
    before = text[:offset]
    expected = before.count("\n") + 1, len(before) - (before.rfind("\n") + 1) + 1
    assert Source("x", text).line_column(offset) == expected


@given(TEXTS)
def test_lines_joined_are_the_text(text: str) -> None:
    source = Source("x", text)
    lines = [source.line_text(n + 1) for n in range(len(source.line_starts))]
    assert "\n".join(lines) == text


def test_an_offset_outside_counts_as_the_nearest_end() -> None:
    source = Source("x", "ab\ncd")
    assert source.line_column(-3) == (1, 1)
    assert source.line_column(99) == (2, 3)


@pytest.mark.parametrize("line", [0, 3])
def test_a_line_that_is_not_there_is_an_index_error(line: int) -> None:
    with pytest.raises(IndexError):
        Source("x", "ab\ncd").line_text(line)


def test_spans_are_equal_by_place_in_the_same_source() -> None:
    source, other = Source("x", "abc"), Source("x", "abc")
    assert source.span(0, 2) == Span(source, 0, 2)
    assert source.span(0, 2) != other.span(0, 2)
    assert len({source.span(0, 2), Span(source, 0, 2)}) == 1


def test_until_goes_to_the_later_end() -> None:
    source = Source("x", "a bb ccc")
    assert source.span(0, 1).until(source.span(5, 8)).text == "a bb ccc"
    assert source.span(0, 8).until(source.span(2, 4)).text == "a bb ccc"
    assert (source.span(2, 4).line, source.span(2, 4).column) == (1, 3)
