"""The book's table of contents: an index page lists what it links to, in the order of its links, under its headings."""

from __future__ import annotations

import posixpath
import re
from typing import Any

BOOK = "docs/index"
# Where pages stand whose names begin so; all others stand in the book's own index.
INDEXES = {
    "docs/cookbook/": "docs/cookbook/index",
    "docs/design/": "docs/design/decisions",
    "docs/games/": "docs/games/examples",
    "docs/reference/": "docs/reference/index",
    "docs/tutorial/": "docs/tutorial",
    "examples/": "docs/games/examples",
    "games/": "docs/games/examples",
    "rulesdsl/source/pages/": "docs/reference/diagnostics",
}
GAMES = ("docs/games/", "examples/", "games/")  # in their index even if it does not link them
_HEADING_OR_LINK = re.compile(r"^##+ (?P<heading>.*)$|\]\((?!https?:)(?P<link>[^)#]+)\.md(?:#[^)]*)?\)", re.MULTILINE)


def with_navigation(app: Any, page: str, text: list[str]) -> None:
    """Append the tables of contents of an index page to its text, as Sphinx's event `source-read` hands it over."""
    if page not in (BOOK, *INDEXES.values()):
        return
    chapters = _chapters(page, text[0])
    linked = {one for _, pages in chapters for one in pages}
    games = [one for one in sorted(app.env.found_docs) if one.startswith(GAMES) and _index_of(one) == page]
    chapters.append(("", [one for one in games if one not in linked]))
    text[0] += "".join(_contents(heading, pages) for heading, pages in chapters if pages)


def _chapters(index: str, text: str) -> list[tuple[str, list[str]]]:
    """Each heading of an index with the pages below it; a page stands where it is linked first."""
    chapters: list[tuple[str, list[str]]] = [("", [])]
    seen = {index}
    for found in _HEADING_OR_LINK.finditer(text):
        if found["heading"]:
            chapters.append((re.sub(r"\[(.*?)\]\(.*?\)", r"\1", found["heading"]), []))
            continue
        page = posixpath.normpath(posixpath.join(posixpath.dirname(index), found["link"]))
        if page not in seen and _index_of(page) == index:
            seen.add(page)
            chapters[-1][1].append(page)
    return chapters


def _index_of(page: str) -> str:
    if page in INDEXES.values():
        return BOOK
    return next((index for folder, index in INDEXES.items() if page.startswith(folder)), BOOK)


def _contents(heading: str, pages: list[str]) -> str:
    caption = f":caption: {heading}\n" if heading else ""
    return f"\n\n```{{toctree}}\n:hidden:\n{caption}\n" + "".join(f"/{page}\n" for page in pages) + "```\n"
