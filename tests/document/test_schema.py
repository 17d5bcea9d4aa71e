"""Our check says yes and no exactly where the JSON Schema does."""

from __future__ import annotations

import copy
import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from rulesdsl.document import load_case, load_document, resource
from rulesdsl.document.compose import compose
from rulesdsl.document.schema import check_tree
from rulesdsl.document.tree import Mapping
from rulesdsl.document.validator import plain, types_of
from rulesdsl.source import Problems, Source

SCHEMAS = {name: json.loads(resource("schemas", f"{name}.schema.json").read_text("utf-8")) for name in ("game", "case")}
WHOLE = (Path(__file__).parent / "whole.yaml").read_text("utf-8")


def _objects(node: Any) -> Iterator[dict[str, Any]]:
    if isinstance(node, dict):
        yield node
        node = list(node.values())
    for value in node if isinstance(node, list) else ():
        yield from _objects(value)


@pytest.mark.parametrize("name", SCHEMAS)
def test_the_schema_is_a_schema(name: str) -> None:
    Draft202012Validator.check_schema(SCHEMAS[name])


@pytest.mark.parametrize("name", SCHEMAS)
def test_every_key_is_explained_and_no_other_is_allowed(name: str) -> None:
    for one in _objects(SCHEMAS[name]):
        if one.get("type") == "object":
            assert "additionalProperties" in one
        for key, value in one.get("properties", {}).items():
            if isinstance(value, dict) and "description" in one.get("properties", {}).get(key, {}):
                assert value["title"] and value["description"].endswith(".")
    for one in _objects(SCHEMAS[name]):
        if one.get("type") == "object" and "properties" in one:
            assert all("description" in value for value in one["properties"].values())


@pytest.mark.parametrize("name", SCHEMAS)
def test_branches_never_share_a_type(name: str) -> None:
    defs = SCHEMAS[name]["$defs"]
    for one in _objects(SCHEMAS[name]):
        kinds = [kind for branch in one.get("anyOf", ()) for kind in set(types_of(branch, defs))]
        assert len(kinds) == len(set(kinds))


def _games() -> list[Path]:
    return [path for kind in ("games", "examples") for path in sorted(resource(kind).rglob("*.yaml"))]


@pytest.mark.parametrize("path", _games(), ids=lambda path: path.name)
def test_everything_that_ships_is_fine(path: Path) -> None:
    problems = Problems()
    if path.name.endswith(".case.yaml"):
        load_case(path, problems)
    elif "\ntitle:" in path.read_text("utf-8"):
        load_document(path, problems)
    assert [(found.code, found.span.line, found.message) for found in problems] == []


def test_every_key_of_the_language_is_read() -> None:
    problems = Problems()
    tree = load_document(Path("whole.yaml"), problems, text=WHOLE)
    assert [(found.code, found.span.line, found.message) for found in problems] == []
    assert tree is not None
    unused = set(SCHEMAS["game"]["properties"]) - {key for key, _ in tree.items()}
    assert unused == {"include", "module", "active", "setup"}
    assert tree.setups


def _places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    yield path
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in items:
        yield from _places(inner, (*path, key))


def _plain_whole() -> Any:
    tree = compose(Source("x", WHOLE), Problems())
    assert tree is not None
    return plain(tree)


PLAIN = _plain_whole()
VALIDATOR = Draft202012Validator(SCHEMAS["game"])
PLACES = [path for path in _places(PLAIN) if path]
JUNK: list[Any] = [None, True, 3, 2.5, "a text", "name", "", [], ["a"], {}, {"a": "b"}, {"when": "x"}, [{"do": "y"}]]


@settings(max_examples=300)
@given(st.sampled_from(PLACES), st.sampled_from(JUNK), st.sampled_from(["replace", "remove", "rename"]))
def test_the_check_agrees_with_the_schema(path: tuple[Any, ...], junk: Any, how: str) -> None:
    value = copy.deepcopy(PLAIN)
    inner = value
    for step in path[:-1]:
        inner = inner[step]
    if how == "replace":
        inner[path[-1]] = junk
    else:
        old = inner.pop(path[-1])
        if how == "rename" and isinstance(inner, dict):
            inner[f"{path[-1]}_x"] = old
    text = yaml.safe_dump(value, allow_unicode=True, sort_keys=False)
    problems = Problems()
    tree = compose(Source("x", text), problems)
    assert isinstance(tree, Mapping)
    assert not problems.has_errors
    check_tree(tree, "game", problems)
    assert (not problems.has_errors) == VALIDATOR.is_valid(plain(tree))
    assert len(problems) <= 12


def test_two_thousand_lines_are_checked_quickly() -> None:
    effect = "  e{0}(K a):\n    cite: '1'\n    do: |\n      f(a)\n      g(a)\n    figures: printed\n"
    change = "  v{0}(K a) -> int:\n    base: 1\n    changes:\n      - add: 1\n        when: a\n        label: b\n"
    text = "effects:\n" + "".join(effect.format(n) for n in range(170))
    text += "values:\n" + "".join(change.format(n) for n in range(170))
    problems, best = Problems(), 10.0
    for _ in range(3):
        start = time.process_time()
        load_document(Path("x.yaml"), problems, text="rulesdsl: 1\ntitle: T\nplayers: 2\n" + text)
        best = min(best, time.process_time() - start)
    assert list(problems) == []
    assert best < 0.3
