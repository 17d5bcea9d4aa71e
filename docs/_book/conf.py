"""How Sphinx makes the book: `make docs` reads the pages where they stand in the repository and writes site/."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

from game_pages import GameParser  # noqa: E402
from lexers import GameLexer, RulesLexer  # noqa: E402
from navigation import with_navigation  # noqa: E402

project = "rulesdsl"
html_title = "rulesdsl"
root_doc = "docs/index"
extensions = ["myst_parser"]
include_patterns = [
    "README.md",
    "CHANGELOG.md",
    "benchmarks/README.md",
    "docs/**.md",
    "examples/*.yaml",
    "games/*.yaml",
    "rulesdsl/source/pages/*.md",
]
exclude_patterns = [".*", "build", "site"]
source_suffix = {".md": "markdown", ".yaml": "game"}

# A link that leads nowhere and a page that no other leads to are warnings, and warnings fail the build.
nitpicky = True
myst_heading_anchors = 4

html_theme = "furo"  # a light and a dark side; nothing comes from another host
templates_path = ["templates"]
html_static_path = ["static"]
html_css_files = ["tables.css"]
html_additional_pages = {"index": "to_the_book.html"}
html_copy_source = False
html_show_sphinx = False
html_show_copyright = False
pygments_style = "tango"
pygments_dark_style = "github-dark"


def setup(app: Any) -> dict[str, bool]:
    """Add to Sphinx what is ours: pages of games, colours of rule text, the navigation. `app` is Sphinx's."""
    app.add_source_parser(GameParser)
    app.add_lexer("rules", RulesLexer)
    app.add_lexer("yaml", GameLexer)
    app.connect("source-read", with_navigation)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
