"""Colours for rule text, alone and inside a game's YAML. The words are those of the grammar and of the built-ins."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from pygments.lexer import RegexLexer, words
from pygments.lexers.data import YamlLexer
from pygments.token import Comment, Error, Keyword, Literal, Name, Number, Operator, Punctuation, String, Text

from rulesdsl.library.builtins import BUILTINS, COMPREHENSIONS, CONSTANTS
from rulesdsl.source.resources import resource

WORDS = tuple(sorted(set(re.findall(r'"([a-z]{2,})"', resource("grammar", "rules.lark").read_text(encoding="utf-8")))))
# Keys whose text is for people.
PROSE = frozenset(["about", "because", "case", "cite", "decided", "label", "question", "title"])
_YAML_TEXT = (Name.Constant, Name.Variable, Literal.Scalar.Plain)


class RulesLexer(RegexLexer):
    """Rule text: statements and expressions."""

    name = "Rules"
    aliases = ["rules"]
    tokens = {
        "root": [
            (r"\s+", Text),
            (r"#[^\n]*", Comment.Single),
            (r'"(\\.|[^"\\\n])*"', String),
            (r"d?[0-9]+(/2)?", Number),
            (words(WORDS, prefix=r"(?<![\w.])", suffix=r"\b(?!\s*[=(])"), Keyword),
            (words(tuple(CONSTANTS), prefix=r"(?<![\w.])", suffix=r"\b"), Keyword.Constant),
            (words((*BUILTINS, *COMPREHENSIONS), prefix=r"(?<![\w.])", suffix=r"(?=\()"), Name.Builtin),
            (r"[A-Z]\w*", Name.Class),
            (r"[A-Za-z_]\w*", Name),
            (r"[-+*/%<>=!]+|\.\.", Operator),
            (r"[^\w\s]", Punctuation),
        ]
    }


class GameLexer(YamlLexer):
    """A game's YAML, with the rule text in it in colours of its own."""

    name = "Game"
    aliases = ["yaml"]

    def get_tokens_unprocessed(self, text: str) -> Iterator[tuple[int, Any, str]]:
        """Split a text into (offset, kind, part): YAML's own, and rule text in place of its plain text."""
        key = ""
        for at, kind, part in super().get_tokens_unprocessed(text):
            if kind is Name.Tag:
                key = part
            if kind in _YAML_TEXT and key not in PROSE:
                yield from ((at + offset, *rest) for offset, *rest in RulesLexer().get_tokens_unprocessed(part))
            else:
                yield at, Text if kind is Error else kind, part  # the pages show mistakes, too
