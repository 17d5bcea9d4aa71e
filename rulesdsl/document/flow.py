"""Text torn apart inside ``{...}`` and ``[...]``: find it, and show the block to write instead."""

from __future__ import annotations

import re

from rulesdsl.document.tree import Mapping, Node, Scalar, Sequence
from rulesdsl.source import Problems, Span

_OPENING = {"(": ")", "[": "]", "{": "}"}
_CLOSING = frozenset(_OPENING.values())
_KEY = re.compile(r"([^:\"'\[{]*?):(?:\s+|$)(.*)", re.DOTALL)
# What YAML would not leave alone in a plain text.
_UNSAFE = re.compile(r"^[\[\]{}\"'*&!|>%@`#,?-]|: |:$| #")
# A longer collection is not shown as a block: nobody would read it.
_LONGEST = 2_000
_TROUBLE = re.compile(r"[,\[\]{}\"']")


def report_torn(node: Mapping | Sequence, problems: Problems) -> None:
    """Report an outermost flow node with a text in it that a comma or bracket cut in two."""
    found = _torn_scalar(node)
    if found is None:
        return
    node.torn = True
    message = f"the text `{found.text}` was cut off: a comma or bracket ends a text inside `{{}}` or `[]`"
    problems.error("flow-rules", found.span, message, help=block_help(node.span))


def _torn_scalar(node: Mapping | Sequence) -> Scalar | None:
    waiting: list[Node] = [node]
    while waiting:
        one = waiting.pop()
        if isinstance(one, Scalar):
            if not one.style and not balanced(one.text):
                return one
        elif isinstance(one, Sequence):
            waiting.extend(reversed(one.items))
        else:
            for key, value in reversed(one.entries):
                waiting.extend((value, key))
    return None


def balanced(text: str) -> bool:
    """Whether each bracket outside quotes has its partner."""
    expected: list[str] = []
    quote = ""
    for character in text:
        if quote:
            quote = "" if character == quote else quote
        elif character == '"':
            quote = character
        elif character in _OPENING:
            expected.append(_OPENING[character])
        elif character in _CLOSING and (not expected or expected.pop() != character):
            return False
    return not expected and not quote


def is_harmless(node: Scalar) -> bool:
    """Whether rule text inside ``{}`` or ``[]`` cannot have been torn or be misread."""
    if node.style in ("'", '"') and node.region() is None:
        return False
    return _TROUBLE.search(node.text) is None and balanced(node.text)


def block_help(span: Span) -> str:
    """The block to write instead of the ``{...}`` or ``[...]`` at ``span``."""
    lines = block_form(span.text)
    if not lines:
        return "write it as a block, one entry a line"
    return "\n".join(["write it as a block:", *(f"  {line}" for line in lines)])


def block_form(text: str) -> list[str]:
    """The lines of a flow collection written as a block; empty if it is past mending."""
    text = text.strip()
    if len(text) > _LONGEST or text[:1] not in ("{", "[") or text[-1:] not in ("}", "]"):
        return []
    parts = [part.strip() for part in _split(text[1:-1])]
    if text[0] == "[":
        return [line for part in parts if part for line in _entry("-", part)]
    lines: list[str] = []
    for part in filter(None, parts):
        found = _KEY.match(part)
        if found is None:
            return []
        lines += _entry(found.group(1).strip() + ":", found.group(2).strip())
    return lines


def _entry(lead: str, value: str) -> list[str]:
    value = " ".join(value.split())
    if _UNSAFE.search(value) and not is_mapping(value):
        return [f"{lead} |", f"  {value}"]
    return [f"{lead} {value}".rstrip()]


def is_mapping(value: str) -> bool:
    """Is it a ``{a: b}``, which was meant for YAML? A ``[x for x in y]`` was not."""
    value = value.strip()
    return value.startswith("{") and balanced(value) and _KEY.match(value[1:-1]) is not None


def closing(text: str, start: int) -> int:
    """After the bracket that closes the one at ``start``; ``start`` if there is none nearby."""
    depth, quote = 0, ""
    for at in range(start, min(len(text), start + _LONGEST)):
        character = text[at]
        if quote:
            quote = "" if character == quote else quote
        elif character == '"':
            quote = character
        elif character in _OPENING:
            depth += 1
        elif character in _CLOSING:
            depth -= 1
            if depth == 0:
                return at + 1
    return start


def _split(text: str) -> list[str]:
    """Cut at the commas that stand in no bracket and no quotes."""
    parts, depth, quote, start = [], 0, "", 0
    for at, character in enumerate(text):
        if quote:
            quote = "" if character == quote else quote
        elif character == '"':
            quote = character
        elif character in _OPENING:
            depth += 1
        elif character in _CLOSING:
            depth -= 1
        elif character == "," and depth <= 0:
            parts.append(text[start:at])
            start = at + 1
    return [*parts, text[start:]]
