"""Parse rule text in place: a region of a file's text becomes nodes whose spans are the file's own.

The reader is the model floor, which asks for one start symbol per slot. A mistake becomes a Diagnostic in `problems`
and the result None; nothing is raised.
"""

from __future__ import annotations

import hashlib
import sys
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any

import lark
from lark import Lark, Token
from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken
from lark.lexer import LexerState, LexerThread, LineCounter
from lark.utils import TextSlice

from rulesdsl.source import kept
from rulesdsl.source.diagnostics import Problems
from rulesdsl.source.text import Source, Span
from rulesdsl.syntax import hints
from rulesdsl.syntax.build import Builder
from rulesdsl.syntax.habits import is_statement
from rulesdsl.syntax.layout import Layout, LayoutError
from rulesdsl.syntax.nodes import Expr, Node

STARTS = ("rules", "expression", "source", "each", "dice", "order", "signature", "field", "event")
MAX_REGION = 200_000
"""Characters in one rule text; a slot of this size is a mistake, and the parser's time grows with it."""


class _Region(LexerThread):
    """Begins anywhere in a file at once. Lark counts the lines up to there for each region; nobody reads its lines."""

    @classmethod
    def from_text(cls, lexer: Any, text_or_slice: Any) -> _Region:
        lines = LineCounter("\n")  # type: ignore[no-untyped-call]
        lines.char_pos = text_or_slice.start
        return cls(lexer, LexerState(text_or_slice, lines))


_OPTIONS: dict[str, Any] = {
    "parser": "lalr",
    "lexer": "contextual",
    "start": list(STARTS),
    "propagate_positions": True,
    "maybe_placeholders": True,
    "_plugins": {"LexerThread": _Region},
}


@cache
def _lark(grammar: str) -> tuple[Lark, Layout]:
    """The parser and its post-lexer. Working out its tables takes far longer than reading them: they are kept."""
    text = Path(grammar).read_text(encoding="utf-8")
    stamp = f"{lark.__version__}:{sys.version}:{_OPTIONS}:{Layout}:{text}".encode()
    file = kept.folder() / f"grammar-{hashlib.blake2b(stamp, digest_size=12).hexdigest()}.tables"
    tables = kept.read(file, stamp)
    if tables is not None:
        parser = Lark.load(BytesIO(tables))
    else:
        parser = Lark(text, **_OPTIONS, postlex=Layout())
        made = BytesIO()
        parser.save(made)
        kept.write(file, made.getvalue(), stamp)
    layout: Any = parser.options.postlex  # a `Layout`, whichever way the parser came
    return parser, layout


class RuleParser:
    """Parses the slots of one game's files. `grammar` is the path of rules.lark."""

    def __init__(self, grammar: Path, problems: Problems) -> None:
        self._grammar = str(grammar)
        self._problems = problems

    def parse(self, start: str, source: Source, begin: int, end: int, indent: int = 0) -> Node | None:
        """The node for `source.text[begin:end]`, read as `start`; None after a problem was noted.

        `indent` is the indent (in spaces) which the block's lines share; 0 for text on one line.
        """
        if end - begin > MAX_REGION:
            self._problems.error("too-deep", Span(source, begin, begin + 1), "this rule text is too long")
            return None
        if not source.text[begin:end].strip():
            self._problems.error(
                "rule-syntax", Span(source, begin, min(begin + 1, len(source.text))), "an empty rule text"
            )
            return None
        parser, layout = _lark(self._grammar)
        while end > begin and source.text[end - 1].isspace():
            end -= 1
        layout.base, layout.end = indent, end
        try:
            tree = parser.parse(TextSlice(source.text, begin, end), start=start)
            node: Node = Builder(source, self._expression).build(tree)
            return node
        except LayoutError as problem:
            span = Span(source, problem.start, max(problem.end, problem.start + 1))
            self._problems.error(problem.code, span, problem.message, help=problem.help)
        except UnexpectedInput as problem:
            self._note(problem, source, begin, end, start)
        except RecursionError:
            self._problems.error("too-deep", Span(source, begin, begin + 1), "this rule text is nested too deeply")
        return None

    def _expression(self, source: Source, begin: int, end: int) -> Expr | None:
        """A `{...}` part of a text."""
        _, layout = _lark(self._grammar)
        outer = layout.base, layout.end
        try:
            node = self.parse("expression", source, begin, end)
        finally:
            layout.base, layout.end = outer
        return node if isinstance(node, Expr) else None

    def _note(self, problem: UnexpectedInput, source: Source, begin: int, end: int, slot: str) -> None:
        if isinstance(problem, UnexpectedCharacters):
            start: int = getattr(problem, "pos_in_stream", 0)
            message, help_text = hints.character(source.text, start)
            self._problems.error("rule-syntax", Span(source, start, start + 1), message, help=help_text)
        elif isinstance(problem, UnexpectedToken):
            token: Token = problem.token
            start, stop = hints.place(token, source.text, begin, end)
            message, help_text = hints.token(token, problem.accepts or problem.expected, source.text, start, begin)
            if slot == "expression" and is_statement(source.text[begin:end]):
                help_text = "statements stand under `do:`; here a single expression is needed"
            self._problems.error("rule-syntax", Span(source, start, stop), message, help=help_text)
        else:
            self._problems.error("rule-syntax", Span(source, max(begin, end - 1), end), "this rule text ends too early")
