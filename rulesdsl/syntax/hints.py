"""What to say about rule text that does not parse: found and needed, in the words of the language."""

from __future__ import annotations

from collections.abc import Iterable

from lark import Token

from rulesdsl.syntax.habits import habit

WORDS = {
    "NAME": "a name",
    "NUMBER": "a number",
    "STRING": "a text in quotes",
    "_NL": "the end of the line",
    "COLON": "`:`",
    "_INDENT": "an indented block",
    "_DEDENT": "the end of the block",
    "LPAR": "`(`",
    "RPAR": "`)`",
    "LSQB": "`[`",
    "RSQB": "`]`",
    "COMMA": "`,`",
    "DOT": "`.`",
    "ASSIGN": "`=`",
    "COMPARE": "a comparison",
    "PLUS": "`+` or `-`",
    "TIMES": "`*`, `//` or `%`",
    "DIE": "a die (`d6`)",
    "$END": "the end",
    "HALF": "a half",
    "HALVES": "`half`",
    "MINUS": "`-`",
    "EQUAL": "`=`",
    "__ANON_0": "`..`",
    "__ANON_1": "`->`",
    "EVENT": "`enters` or `leaves`",
}
DECIMAL = "a number with a point", "there are no decimal numbers; a half is `1/2`"
OPERATORS = {
    "COMPARE",
    "PLUS",
    "TIMES",
    "DOT",
    "LPAR",
    "LSQB",
    "AND",
    "OR",
    "NOT",
    "IN",
    "IS",
    "ON",
    "AT",
    "IF",
    "__ANON_0",
}


def place(token: Token, text: str, begin: int, end: int) -> tuple[int, int]:
    """Where the caret goes: the token itself, or the last character before a missing one."""
    start = token.start_pos
    if token.type in ("_NL", "_INDENT", "_DEDENT", "$END") or start is None:
        at = min(end, start if start is not None else end)
        if token.type == "_INDENT" and token.end_pos is not None:
            return token.end_pos, token.end_pos + 1
        if not str(token):
            at = end
        while at > begin and text[at - 1] in " \t\r\n":
            at -= 1
        return max(begin, at - 1), max(begin + 1, at)
    if _is_decimal(token, text):
        whole = text[: start - 1]
        return len(whole.rstrip("0123456789")), token.end_pos or start + 1
    return start, max(start + 1, token.end_pos or 0)


def _is_decimal(token: Token, text: str) -> bool:
    """Is this the part behind the point of a number like `1.5`?"""
    at = token.start_pos or 0
    return token.type == "NUMBER" and text[at - 1 : at] == "." and text[at - 2 : at - 1].isdigit()


def character(text: str, start: int) -> tuple[str, str | None]:
    char = text[start]
    helps = {
        "'": "texts stand in double quotes",
        "&": "write `and`",
        "|": "write `or`",
        "!": "write `not`, or `!=`",
        "/": "whole division is `//`; a half is `1/2`",
        ";": "one statement a line",
        "?": "write `if c then a else b`",
        '"': "the text does not end on this line",
        "{": "sets and mappings stand in YAML, not in rule text",
    }
    if char == "." and text[start - 1 : start].isdigit():
        return DECIMAL
    return f"`{char}` means nothing here", helps.get(char)


def token(found: Token, expected: Iterable[str], text: str, start: int, begin: int = 0) -> tuple[str, str | None]:
    wanted = sorted(
        {WORDS.get(name, f"`{name.lower()}`") for name in expected if name not in OPERATORS and name != "$END"}
    )
    if found.type == "_INDENT":
        return "this line is indented, but nothing above opens a block", "a block follows a line that ends in `:`"
    if _is_decimal(found, text):
        return DECIMAL
    ended = found.type in ("_NL", "$END", "_DEDENT")
    message = "something is missing after this" if ended else f"`{found}` cannot stand here"
    if 0 < len(wanted) <= 4:
        message += "; needed: " + (" or ".join(wanted))
    # a missing word is pointed at on the last character before it
    before = text[max(begin, text.rfind("\n", 0, start) + 1) : start + 1 if ended else start]
    known = None if "ONLY" in expected else habit(before, "" if ended else str(found))
    return message, known or _help(found, set(expected), text, start)


def _help(found: Token, expected: set[str], text: str, start: int) -> str | None:
    if str(found) == "=" and "ONLY" not in expected:
        return "`==` compares; a new name is made by `let name = ...`"
    if found.type in ("_NL", "$END") and "COLON" in expected:
        return "a line that opens a block ends in `:`"
    if found.type in ("_NL", "$END") and "RPAR" in expected:
        return "a bracket was not closed"
    if expected == {"__ANON_0"}:
        return "a type comes first: `int = 3`; numbers within bounds are `0..3`"
    if "_INDENT" in expected:
        return "put the block on the next lines, indented"
    if str(found) == "*" and text[start - 1 : start] == "*":
        return "there are no powers: multiply"
    if "ONLY" in expected:
        return "it is a type, then perhaps a first value: `int = 3`, `0..4 = 0`, `optional Player = none`"
    if str(found) in ("then", "else"):
        return "a choice between two values is `if c then a else b`"
    return None
