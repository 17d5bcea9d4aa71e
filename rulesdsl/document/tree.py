"""The YAML tree: scalars, mappings and sequences that know where they stand."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from rulesdsl.document.scalars import Value, resolve
from rulesdsl.source import Source, Span

_NEXT_LINE = re.compile(r"[^\n]*\n?")


@dataclass(eq=False, slots=True)
class Scalar:
    """A single text; ``style`` is how it was written: plain ``""``, a quote, ``|`` or ``>``.

    ``file`` is the text file that it names, where a slot names one and it could be read.
    """

    span: Span
    text: str
    style: str = ""
    in_flow: bool = False
    file: Source | None = None

    @property
    def value(self) -> Value:
        """What the text means in YAML 1.2: quoted and block texts are always texts."""
        return self.text if self.style else resolve(self.text)

    @property
    def is_empty(self) -> bool:
        """Whether nothing was written at all (``key:`` alone)."""
        return not self.style and not self.text

    def region(self) -> tuple[int, int, int] | None:
        """Where the text stands in its file, as ``(start, end, indent)``.

        ``start`` and ``end`` are offsets; ``indent`` is the number of spaces that each line of
        a block has in front of the text, 0 outside blocks. None for a quoted text whose
        characters in the file differ from what they mean (escapes, doubled quotes, line breaks).
        """
        if self.style in ("|", ">"):
            return self._block_region()
        if self.style in ("'", '"'):
            start, end = self.span.start + 1, self.span.end - 1
            same = self.span.source.text[start:end] == self.text
            return (start, end, 0) if same else None
        return self.span.start, self.span.end, 0

    def _block_region(self) -> tuple[int, int, int]:
        source, end = self.span.source.text, self.span.end
        first = source.find("\n", self.span.start, end) + 1
        if first == 0:
            return end, end, 0
        indent = self._indent(source, first)
        return first, self._last_line_end(source, first, indent), indent

    def _indent(self, source: str, first: int) -> int:
        """The block's own indent: an indicator like ``|2`` keeps leading spaces in the text."""
        at = first
        for line in self.text.split("\n"):
            raw = _line(source, at)
            if line.strip(" "):
                own = len(line) - len(line.lstrip(" "))
                return max(len(raw) - len(raw.lstrip(" ")) - own, 0)
            at += len(raw)
        return 0

    def _last_line_end(self, source: str, first: int, indent: int) -> int:
        """After the last line that has text: blank lines and comments behind it are not rules."""
        at = last = first
        while at < self.span.end:
            raw = _line(source, at)
            text = raw.strip()
            if text and len(raw) - len(raw.lstrip(" ")) < indent:
                break
            at += len(raw)
            last = at if text else last
        return min(last, self.span.end) if last > first else first


def _line(source: str, at: int) -> str:
    found = _NEXT_LINE.match(source, at)
    return found.group() if found else ""


@dataclass(eq=False, slots=True)
class Mapping:
    """Keys and values in the order of the file; ``torn`` marks a broken ``{...}`` told already."""

    span: Span
    entries: list[tuple[Scalar, Node]] = field(default_factory=list)
    in_flow: bool = False
    torn: bool = False
    _index: dict[str, int] = field(default_factory=dict, repr=False)

    def add(self, key: Scalar, value: Node) -> None:
        """Append an entry; the caller has made sure that the key is new."""
        self._index[key.text] = len(self.entries)
        self.entries.append((key, value))

    def replace(self, name: str, value: Node) -> None:
        """Give the entry ``name`` another value; KeyError if there is none."""
        at = self._index[name]
        self.entries[at] = (self.entries[at][0], value)

    def get(self, name: str) -> Node | None:
        """The value of a key, or None."""
        at = self._index.get(name)
        return None if at is None else self.entries[at][1]

    def key(self, name: str) -> Scalar | None:
        """The key itself, with its place, or None."""
        at = self._index.get(name)
        return None if at is None else self.entries[at][0]

    def items(self) -> Iterator[tuple[str, Node]]:
        """Each key's text with its value."""
        return ((key.text, value) for key, value in self.entries)

    def __contains__(self, name: str) -> bool:
        return name in self._index

    def __len__(self) -> int:
        return len(self.entries)


@dataclass(eq=False, slots=True)
class Sequence:
    """The items of a list in their order; ``torn`` marks a broken ``[...]`` told already."""

    span: Span
    items: list[Node] = field(default_factory=list)
    in_flow: bool = False
    torn: bool = False

    def __len__(self) -> int:
        return len(self.items)

    def __iter__(self) -> Iterator[Node]:
        return iter(self.items)


Node = Scalar | Mapping | Sequence


@dataclass(eq=False, slots=True)
class File:
    """One file of a game; ``module`` and ``active`` stand in module files."""

    source: Source
    module: Scalar | None = None
    active: Scalar | None = None


@dataclass(eq=False, slots=True)
class Document(Mapping):
    """A root file with all that it includes, merged; ``files`` has the root first. Set-ups stay apart."""

    files: list[File] = field(default_factory=list)
    setups: list[tuple[Scalar, Node]] = field(default_factory=list)
    """The `setup:` of each file that has one, the root's first."""

    def module_of(self, node: Node) -> str | None:
        """The name of the module whose file holds the node, or None for the game itself."""
        for file in self.files:
            if file.source is node.span.source:
                return file.module.text if file.module else None
        return None
