"""Newlines and indentation: turns the lexer's newline tokens into `_NL`, `_INDENT`, `_DEDENT` for the parser.

A region of rule text stands inside a YAML file, so its first line already has the block's own indent; levels are
counted from there. Inside brackets newlines mean nothing.
"""

from __future__ import annotations

from collections.abc import Iterator

from lark.lexer import Token

MAX_NESTING = 64
"""Brackets and blocks deeper than this are refused: no rule needs them, and every later floor recurses over nodes."""


class LayoutError(Exception):
    """Indentation or brackets that do not fit; `start` and `end` are offsets into the file."""

    def __init__(self, code: str, message: str, start: int, end: int, help: str | None = None) -> None:
        super().__init__(message)
        self.code, self.message, self.start, self.end, self.help = code, message, start, end, help


class Layout:
    """Lark's post-lexer. `base` is the indent of the block of rule text that is being read, `end` where it ends."""

    always_accept = ("_NL",)

    def __init__(self) -> None:
        self.base = 0
        self.end = 0

    def process(self, stream: Iterator[Token]) -> Iterator[Token]:
        levels = [self.base]
        depth = 0
        last: Token | None = None
        for token in stream:
            if token.type == "_NL":
                # the lexer needs the parser past the newline before it can name the next word: pass it on at once
                if depth == 0 and last is not None and (token.end_pos or 0) < self.end:
                    yield token
                    yield from _indentation(token, levels)
                continue
            depth += _bracket(token, depth)
            last = token
            yield token
        if last is None:
            return
        yield Token.new_borrow_pos("_NL", "", last)
        for _ in levels[1:]:
            yield Token.new_borrow_pos("_DEDENT", "", last)


def _bracket(token: Token, depth: int) -> int:
    if token.type in ("LPAR", "LSQB"):
        if depth >= MAX_NESTING:
            raise LayoutError("too-deep", "brackets nested too deeply", token.start_pos or 0, token.end_pos or 0)
        return 1
    return -1 if token.type in ("RPAR", "RSQB") and depth else 0


def _indentation(newline: Token, levels: list[int]) -> Iterator[Token]:
    """The indents and dedents that `newline` brings: its last line is the indent of the next statement."""
    line = str(newline).rsplit("\n", 1)[1]
    at = newline.end_pos or 0
    if "\t" in line:
        tab = at - len(line) + line.index("\t")
        raise LayoutError("tab-indent", "a tab in the indentation", tab, tab + 1, "indent with spaces")
    indent = len(line)
    if indent > levels[-1]:
        if len(levels) > MAX_NESTING:
            raise LayoutError("too-deep", "blocks nested too deeply", at, at + 1)
        levels.append(indent)
        yield Token.new_borrow_pos("_INDENT", "", newline)
        return
    while indent < levels[-1] and len(levels) > 1:
        levels.pop()
        yield Token.new_borrow_pos("_DEDENT", "", newline)
    if indent != levels[-1]:
        help_text = "line it up with the statement that it belongs to"
        raise LayoutError("bad-indent", "this line's indentation fits no line above it", at, at + 1, help_text)
