"""Habits from other languages: what stands before a word that cannot stand there, and what is written here instead."""

from __future__ import annotations

import re
from typing import Final

# What was written before on the same line, the word that cannot follow, the help. The first that fits is given.
_HABITS: Final = tuple(
    (re.compile(before), re.compile(word), help_text)
    for before, word, help_text in (
        (r"\bthen\b", r"elif", "between values another condition is `else if c then b`"),
        (r"\belse\s*$", r"if", "another condition is `elif`"),
        (r"^\s*else\s*$", r":", "an `else:` belongs to an `if` above, or is indented below a `let x = choose ...`"),
        (r"^\s*while\s*", r".*", "`repeat:` goes round until `break`"),
        (r"^\s*(var|const|set)\s", r".*", "a new name is made by `let name = ...`"),
        (r"^\s*(?:\w+ = )?choose\s*$", r"from|up|optionally|\d+", "what is chosen gets a name: `let x = choose ...`"),
        (r"\broll\b.*d\d+\s*$", r"[-+*/%]+", "a roll stands alone: give it a name, then go on with that"),
        (r"\bis\s+(not\s+)?$", r"\W*\w*", "`is` asks for a kind, `none` or `empty`; `==` compares values"),
        (r"^[^=]*=$", r"=", "a comparison does nothing by itself; `=` gives something a new value"),
        (r"[<>=]", r"[<>=]=|[<>]|!=", "one comparison at a time: join two by `and`"),
        (r"\bsay\s", r"\+", 'a text takes values in: `"{a} and {b}"`'),
        (r"^\s*[\w.\[\]]+$", r"[+-]", "`x += 1` adds one, `x -= 1` takes one away"),
        (r"^\s*(gain|pay|give)\s+\w+$", r"\s*", "the number comes first: `gain 1 coin`"),
        (r"^\s*pay\s", r"to", "`give 1 coin to p` hands something to a player"),
        (r"=\s*[^=]", r"if", "a choice between two values is `if c then a else b`"),
    )
)

_STATEMENTS: Final = re.compile(
    r"\s*(?:let|return|for|repeat|match|choose|move|draw|say)\s|\s*if\b[^\n]*:\s*\n|\s*[\w.]+ [-+]?= "
)


def is_statement(text: str) -> bool:
    """Does a text begin like statements, where an expression is needed?"""
    return _STATEMENTS.match(text) is not None


def habit(before: str, word: str) -> str | None:
    """The help for ``word`` after the text ``before``, or None if nothing is known about it."""
    for pattern, words, help_text in _HABITS:
        if words.fullmatch(word) and pattern.search(before):
            return help_text
    return None
