"""Where decisions are asked: what a person needs to know of each, kept beside the program and read only when shown."""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass, field

from rulesdsl.compiler import pyast as py
from rulesdsl.source.text import Span


@dataclass(slots=True)
class Site:
    """One question of the rules. `prompt` and `labels` are texts, or names of functions of the site's values.

    kind: action, slot, choose, menu. `options` is the word for `text_of` that labels the options.
    """

    kind: str
    rule: str
    how: str
    title: str
    cite: str
    file: str
    line: int
    end_line: int
    prompt: str = ""
    options: str = ""
    labels: tuple[str, ...] = ()
    """Of the options; where they are things, the one word for choosing none of them."""
    names: tuple[str, ...] = ()
    """For actions: their names, which answers may use instead of titles."""
    slot: str = ""
    values: tuple[str, ...] = ()
    """Rules whose numbers explain this decision."""
    actions: tuple[tuple[str, str, int, int], ...] = ()
    """For actions: the section of each, and the file, first and last line of its conditions (lines 0: it has none)."""

    def plain(self) -> tuple[object, ...]:
        return (
            self.kind,
            self.rule,
            self.how,
            self.title,
            self.cite,
            self.file,
            self.line,
            self.end_line,
            self.prompt,
            self.options,
            self.labels,
            self.names,
            self.slot,
            self.values,
            self.actions,
        )


@dataclass(slots=True)
class Sites:
    found: list[Site] = field(default_factory=list)
    functions: list[tuple[str, ast.FunctionDef]] = field(default_factory=list)
    """Prompt and label functions, with the file whose lines they stand on."""

    known: dict[object, int] = field(default_factory=dict)

    def at(self, key: object, make: Callable[[], Site]) -> int:
        """The number of the question asked at `key`; the same in push and pull."""
        if key not in self.known:
            site = make()
            self.known[key] = len(self.found)
            self.found.append(site)
        return self.known[key]

    def text_function(self, kind: str, params: list[str], body: list[ast.stmt], value: ast.expr, span: Span) -> str:
        """A function that makes a text from the state and the site's values; returns `()name`."""
        name = f"{kind}_{len(self.functions)}"
        made = py.function(name, ["s", *params], [*body, ast.Return(value)])
        py.locate(made, span)
        self.functions.append((span.source.path, made))
        return f"(){name}"
