"""The fenced blocks of the documentation: a page in, what stands between its fences out.

The first word of a block says what it is, the words after it how it is tried:

- ``yaml``: a whole game (it has `rulesdsl:`) or a case (it has `play:`); ``yaml name.yaml`` gives it a file name, so
  that cases and commands of the same page find it
- ``yaml name.yaml endless``: a whole game that goes round without end, as the page tells
- ``yaml part``: all parts of a page make one game, in the order in which they stand
- ``yaml wrong CODE``: a part of a game that has exactly this problem
- ``yaml module name.yaml``: a file that a whole game of the page includes
- ``yaml fragment``: read, but not checked: its names are declared elsewhere
- ``rules``: statements, read but not checked; ``rules expressions``: one expression a line
- ``diff name.yaml``: a change of a file that stands above
- ``console``: commands after `$`, with what they print (`...` stands for anything, `> ` comes before what is typed);
  ``console 1`` gives their exit status
- ``python``: run in a process of its own, all of a page as one program
- ``shell``: commands that install and measure: what they name exists, and those of the package itself are run

Parts of the tutorial go on from each other: a page finds the files that the pages before it have left. Games of a page
that is made of parts are `game.yaml` to its commands.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
OUTSIDE = ("README.md", "CHANGELOG.md", "benchmarks/README.md")
PAGES = sorted([*(ROOT / "docs").rglob("*.md"), *(ROOT / page for page in OUTSIDE)])
KINDS = frozenset({"yaml", "rules", "diff", "console", "python", "shell"})

_FENCE = re.compile(r"^```(.*)\n((?:(?!```).*\n)*)```$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Block:
    """One fenced block: what kind it is, the words after that, its text, and the line of its fence."""

    page: Path
    line: int
    kind: str
    words: tuple[str, ...]
    text: str

    def __str__(self) -> str:
        return f"{name(self.page)}:{self.line}"

    @property
    def file(self) -> str | None:
        """The name of the file that the block is to be."""
        return next((word for word in self.words if word.endswith((".yaml", ".py"))), None)

    @property
    def is_game(self) -> bool:
        """Is it a whole game?"""
        return self.kind == "yaml" and "wrong" not in self.words and self._has("rulesdsl")

    @property
    def is_case(self) -> bool:
        """Is it a case?"""
        return self.kind == "yaml" and self._has("play") and self._has("game")

    def _has(self, key: str) -> bool:
        return re.search(rf"^{key}:", self.text, re.MULTILINE) is not None


def name(page: Path) -> str:
    """How a page is called in a test's name."""
    return page.relative_to(ROOT).as_posix()


def blocks(page: Path) -> list[Block]:
    """All blocks of a page."""
    text = page.read_text(encoding="utf-8")
    found = []
    for match in _FENCE.finditer(text):
        kind, *words = match[1].split() or [""]
        line = text.count("\n", 0, match.start()) + 1
        found.append(Block(page, line, kind, tuple(words), match[2]))
    return found


def everything(kind: str) -> list[Block]:
    """All blocks of one kind."""
    return [block for page in PAGES for block in blocks(page) if block.kind == kind]
