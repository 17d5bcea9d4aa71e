"""Rule text inside YAML: is each slot written so that its text can be read in place?"""

from __future__ import annotations

import re

from rulesdsl.document.flow import balanced, block_help, is_harmless
from rulesdsl.document.scalars import meant_boolean
from rulesdsl.document.tree import Mapping, Node, Scalar
from rulesdsl.source import Problems, Span

# The kinds of slots that the parser of rule text reads in place; all others are small notations.
PARSED = frozenset(["default", "dice", "each", "event", "expression", "field", "order", "source", "statements"])

_COMMENT = re.compile(r"[ \t]+#")
_UNFINISHED = re.compile(r"(?:\b(?:and|or|not|in|is|if|then|else|for|by)|[-+*/%<>=,(\[.])\s*$")


def check_slot(node: Scalar, kind: str, problems: Problems, around: list[Node]) -> None:
    """Report rule text that YAML would not leave whole; ``around`` are the nodes above, outermost first."""
    if kind not in PARSED:
        return
    if node.style == ">" and kind == "statements":
        message = "a folded block (`>`) joins its lines, statements need them apart"
        problems.error("folded-rules", _first_line(node.span), message, help="write `|` instead of `>`")
    elif node.in_flow and not is_harmless(node):
        message = "rule text with commas, brackets or quotes cannot stand inside `{}` or `[]`"
        outer = next((one for one in around if not isinstance(one, Scalar) and one.in_flow), node)
        problems.error("flow-rules", node.span, message, help=block_help(outer.span))
    elif not node.style and _is_cut_off(node):
        _report_comment(node, problems)
    elif kind == "default" and not node.style:
        check_default(node, around, problems)


def check_default(node: Scalar, around: list[Node], problems: Problems) -> None:
    """An option without a type is true or false: ``no`` there is a slip."""
    meant = meant_boolean(node.text)
    option = next((one for one in reversed(around) if isinstance(one, Mapping) and "default" in one), None)
    if meant in (None, node.text) or option is None or "is" in option or "choose" in option:
        return
    report_boolean(node, meant or "", problems)


def report_boolean(node: Scalar, meant: str, problems: Problems) -> None:
    """A word of YAML 1.1 where only ``true`` and ``false`` will do."""
    message = f"`{node.text}` is a text here, not true or false"
    problems.error("yaml-boolean", node.span, message, help=f"write `{meant}`")


def _is_cut_off(node: Scalar) -> bool:
    comment = _COMMENT.match(node.span.source.text, node.span.end)
    return comment is not None and (not balanced(node.text) or _UNFINISHED.search(node.text) is not None)


def _report_comment(node: Scalar, problems: Problems) -> None:
    text = node.span.source.text
    comment = _COMMENT.match(text, node.span.end)
    assert comment is not None
    end = text.find("\n", comment.end())
    span = Span(node.span.source, comment.end() - 1, len(text) if end < 0 else end)
    message = "a space and `#` start a comment in YAML, and the text before looks unfinished"
    problems.error("plain-comment", span, message, help="put the text in a block (`|`)")


def _first_line(span: Span) -> Span:
    end = span.source.text.find("\n", span.start, span.end)
    return span if end < 0 else Span(span.source, span.start, end)
