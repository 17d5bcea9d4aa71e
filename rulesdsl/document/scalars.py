"""What a plain YAML scalar means: the core schema of YAML 1.2, and nothing of 1.1.

``on``, ``no`` and ``1:30`` are texts here; the functions below tell where another tool
would read something else, so that a diagnostic can say so.
"""

from __future__ import annotations

import re

Value = str | int | float | bool | None

_NULLS = frozenset(("", "~", "null", "Null", "NULL"))
_BOOLS = {"true": True, "false": False}
_DECIMAL = re.compile(r"[-+]?[0-9]+")
_OCTAL = re.compile(r"0o[0-7]+")
_HEX = re.compile(r"0x[0-9a-fA-F]+")
_FLOAT = re.compile(r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?")
_SPECIAL = re.compile(r"[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)")
_SEXAGESIMAL = re.compile(r"[-+]?[1-9][0-9_]*(?::[0-5]?[0-9])+(?:\.[0-9_]*)?")
_OLD_BOOLEANS = {
    "on": "true",
    "yes": "true",
    "y": "true",
    "true": "true",
    "off": "false",
    "no": "false",
    "n": "false",
    "false": "false",
}

# Longer digit strings are left as text: Python itself refuses to turn over 4,300 digits into a number.
_LONGEST_NUMBER = 400


def resolve(text: str) -> Value:
    """The value of a plain scalar: None, a bool, an int, a float, or the text itself."""
    if text in _NULLS:
        return None
    if text in _BOOLS:
        return _BOOLS[text]
    # Nearly all scalars are words: one look at the first character spares five matches.
    if text[0] not in "+-.0123456789" or len(text) > _LONGEST_NUMBER:
        return text
    return _number(text)


def _number(text: str) -> Value:
    if _DECIMAL.fullmatch(text):
        return int(text)
    if _OCTAL.fullmatch(text):
        return int(text[2:], 8)
    if _HEX.fullmatch(text):
        return int(text[2:], 16)
    if _FLOAT.fullmatch(text):
        return float(text)
    if _SPECIAL.fullmatch(text):
        return float(text.replace(".", "", 1))
    return text


def meant_boolean(text: str) -> str | None:
    """``true`` or ``false`` for a word that YAML 1.1 reads as a boolean, else None."""
    return _OLD_BOOLEANS.get(text.lower()) if len(text) <= 5 else None


def is_sexagesimal(text: str) -> bool:
    """Whether YAML 1.1 would read this text as a number in base sixty."""
    return ":" in text and _SEXAGESIMAL.fullmatch(text) is not None
