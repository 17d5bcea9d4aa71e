"""Answers in a YAML file: nodes of a document in, plain texts, lists and mappings out."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from rulesdsl.document.compose import compose
from rulesdsl.document.reading import read_source
from rulesdsl.document.tree import Mapping, Node, Scalar
from rulesdsl.source import Problems, RuleErrors


def texts(node: Node) -> Any:
    """Return what stands in a node; every single value is the text that was written (labels are texts)."""
    if isinstance(node, Scalar):
        return node.text
    if isinstance(node, Mapping):
        return {key: texts(value) for key, value in node.items()}
    return [texts(item) for item in node]


def read_texts(path: str | Path) -> Any:
    """Return what stands in a YAML file. Raises `RuleErrors` if it cannot be read."""
    problems = Problems()
    source = read_source(Path(path), str(path), problems)
    node = compose(source, problems) if source else None
    if node is None or problems.has_errors:
        raise RuleErrors(problems.sorted())
    return texts(node)


def number(text: Any) -> int | None:
    """Return the whole number that a text is, or None."""
    if isinstance(text, str) and text.lstrip("-").isdecimal() and len(text) < 20:
        return int(text)
    return None
