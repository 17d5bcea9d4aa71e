"""Every node knows its place, whichever of the two YAML parsers read it."""

from __future__ import annotations

from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from rulesdsl.document.compose import compose, walk
from rulesdsl.document.tree import Mapping, Node, Scalar, Sequence
from rulesdsl.source import Problems, Source

TEXT = """\
# é 😀
α: x😀y
block: |
  if a:
    let 😀 = 1

  more

# between
flow: [a, {b: 'q'}]
none:
folded: >-
   fold
   ed
# after
plain: of
  two # lines
kept: |2
    a
   b
late: |+

    x
  # not text

double: "a\\tb"
single: 'it''s'
same: "as it is"
nothing: |
last: |-
  end"""

REGIONS = {
    "x😀y": ("x😀y", 0),
    "if a:\n  let 😀 = 1\n\nmore\n": ("  if a:\n    let 😀 = 1\n\n  more\n", 2),
    "q": ("q", 0),
    "": ("", 0),
    "fold ed": ("   fold\n   ed\n", 3),
    "of two": ("of\n  two", 0),
    "  a\n b\n": ("    a\n   b\n", 2),
    "a\tb": None,
    "it's": None,
    "as it is": ("as it is", 0),
    "end": ("  end", 2),
}

LOADERS = [yaml.SafeLoader, getattr(yaml, "CSafeLoader", yaml.SafeLoader)]


def _tree(text: str, loader: Any = LOADERS[1]) -> Node:
    problems = Problems()
    tree = compose(Source("x.yaml", text), problems, loader)
    assert not list(problems)
    assert tree is not None
    return tree


@pytest.mark.parametrize("loader", LOADERS)
def test_regions_are_the_rule_text_in_the_file(loader: Any) -> None:
    found = {node.text: node for node in walk(_tree(TEXT, loader)) if isinstance(node, Scalar)}
    for text, expected in REGIONS.items():
        region = found[text].region()
        if expected is None or region is None:
            assert region == expected
        else:
            start, end, indent = region
            assert (TEXT[start:end], indent) == expected


@pytest.mark.parametrize("loader", LOADERS)
def test_a_block_ends_with_its_last_line_of_text(loader: Any) -> None:
    tree = _tree(TEXT, loader)
    assert isinstance(tree, Mapping)
    late = tree.get("late")
    assert isinstance(late, Scalar)
    start, end, indent = late.region() or (0, 0, 0)
    assert (TEXT[start:end], indent) == ("\n    x\n", 4)


def _shape(node: Node) -> tuple[Any, ...]:
    return tuple(
        (type(one).__name__, one.span.start, one.span.end, getattr(one, "text", ""), getattr(one, "style", ""))
        for one in walk(node)
    )


def test_both_parsers_give_the_same_tree() -> None:
    assert _shape(_tree(TEXT, LOADERS[0])) == _shape(_tree(TEXT, LOADERS[1]))


def test_collections_end_with_their_last_value() -> None:
    tree = _tree("a:\n  - b\n  - c: d\n\n# c\ne: [f, g] # x\n")
    assert isinstance(tree, Mapping)
    assert [value.span.text for _, value in tree.items()] == ["- b\n  - c: d", "[f, g]"]


def test_a_mapping_is_read_by_key() -> None:
    tree = _tree("a: 1\n'2': x\nlist: [p, q]\n")
    assert isinstance(tree, Mapping)
    assert "a" in tree and "b" not in tree and len(tree) == 3
    one, two, listed = tree.get("a"), tree.get("2"), tree.get("list")
    assert isinstance(one, Scalar) and isinstance(two, Scalar) and isinstance(listed, Sequence)
    assert (one.value, two.value, tree.get("b"), tree.key("b")) == (1, "x", None, None)
    assert [item.in_flow for item in listed if isinstance(item, Scalar)] == [True, True]
    key = tree.key("2")
    assert key is not None and (key.span.line, key.span.column, key.value) == (2, 1, "2")


LINES = st.lists(st.text(st.sampled_from("ab é😀(=+"), min_size=1, max_size=8).map(str.strip).filter(bool), min_size=1)


@given(LINES, st.integers(1, 4), st.sampled_from(["k: |\n", "😀: |  # c\n", "- |\n"]))
def test_the_region_of_any_block_decodes_to_its_text(lines: list[str], indent: int, lead: str) -> None:
    text = "# é😀\n" + lead + "".join(" " * indent + line + "\n" for line in lines)
    node = [one for one in walk(_tree(text)) if isinstance(one, Scalar)][-1]
    start, end, found = node.region() or (0, 0, -1)
    raw = text[start:end].split("\n")[:-1]
    assert found == indent
    assert "".join(line[indent:] + "\n" for line in raw) == node.text


@given(st.lists(st.text(st.sampled_from("aé😀_"), min_size=1, max_size=5), min_size=1, max_size=8, unique=True))
def test_plain_scalars_stand_where_their_spans_say(words: list[str]) -> None:
    text = "".join(f"{word}: [{word}, {{x: {word}}}]\n" for word in words)
    for loader in LOADERS:
        for node in walk(_tree(text, loader)):
            assert not isinstance(node, Scalar) or node.span.text == node.text
