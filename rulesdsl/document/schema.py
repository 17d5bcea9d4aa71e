"""Check a tree against its JSON Schema, in the words of the person who writes it."""

from __future__ import annotations

from rulesdsl.document.tree import Mapping
from rulesdsl.source import Problems


def check_tree(tree: Mapping, schema: str, problems: Problems) -> None:
    """Report everything in the tree that the schema does not allow."""


def check_needed(tree: Mapping, schema: str, problems: Problems) -> None:
    """Report the keys that a whole file must have."""
