"""From a path to a checked tree: read, compose, include, validate."""

from __future__ import annotations

from pathlib import Path

from rulesdsl.document.include import mapping_of, merge, read_parts
from rulesdsl.document.reading import check_text, read_source
from rulesdsl.document.schema import check_needed, check_tree
from rulesdsl.document.tree import Document, Mapping
from rulesdsl.source import Problems


def load_document(path: Path, problems: Problems, *, text: str | None = None) -> Document | None:
    """The tree of a game file with all that it includes, checked against the schema.

    ``text`` stands for the content of ``path`` if it is at hand (an editor's buffer). Every
    mistake goes to ``problems``; None if there is no tree at all. A tree with mistakes is
    returned too: look at ``problems.has_errors`` before trusting its shape.
    """
    parts = read_parts(path, problems, text)
    if not parts:
        return None
    for part in parts:
        check_tree(part.tree, "game", problems)
    document = merge(parts, problems)
    check_needed(document, "game", problems)
    return document


def load_case(path: Path, problems: Problems, *, text: str | None = None) -> Mapping | None:
    """The tree of a case file, checked against its schema; None if there is no tree."""
    name = path.as_posix()
    if text is None:
        source = read_source(path, name, problems)
    else:
        source = check_text(text, name, problems)
    tree = mapping_of(source, problems) if source else None
    if tree is not None:
        check_tree(tree, "case", problems)
        check_needed(tree, "case", problems)
    return tree
