"""A game's file as a page of the book: its text in, a title and the whole text in colours out."""

from __future__ import annotations

import re

from docutils import nodes
from docutils.parsers import Parser


class GameParser(Parser):
    """Reads YAML files whose page is their own text."""

    supported = ("game",)

    def parse(self, inputstring: str, document: nodes.document) -> None:
        """Put a heading, the name of the file and its text into an empty document."""
        env = document.settings.env
        path = str(env.doc2path(env.docname, base=False))
        title = re.search(r"^title: (.*)$", inputstring, re.MULTILINE)
        page = nodes.section(ids=["game"])
        page += nodes.title(text=title[1].strip("\"'") if title else path)
        page += nodes.paragraph("", "", nodes.literal(text=path))
        page += nodes.literal_block(inputstring, inputstring, language="yaml")
        document += page
