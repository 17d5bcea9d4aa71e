"""Say in plain words what the YAML parser could not read, at the exact place."""

from __future__ import annotations

import re
from typing import Any

import yaml

from rulesdsl.document import flow
from rulesdsl.source import Label, Problems, Source, Span

_KEY = re.compile(r"\s*(?:- )*([^\s:#][^:#]*):\s+(\S.*)")


def report_yaml_error(error: yaml.MarkedYAMLError, source: Source, problems: Problems) -> None:
    """Turn a parser's error into one diagnostic."""
    mark = error.problem_mark or error.context_mark
    at = _index(mark, source)
    opened = _index(error.context_mark, source) if error.context_mark else None
    problem = (error.problem or "").lower()
    for attempt in (_deep, _tab, _colon, _start_character, _quote, _bracket, _after_value, _key, _layout):
        if attempt(problem, source, at, opened, problems):
            return
    text = problem or "this is not valid YAML"
    problems.error("yaml-syntax", _one(source, at), text.replace("\t", "a tab"))


def _index(mark: Any, source: Source) -> int:
    return min(int(mark.index), len(source.text)) if mark is not None else 0


def _one(source: Source, at: int) -> Span:
    """The character at ``at``; past the end, the end of the last line with text."""
    if at >= len(source.text):
        at = len(source.text.rstrip())
        return Span(source, at, at)
    return Span(source, at, at + (source.text[at] != "\n"))


def _before(source: Source, at: int) -> str:
    """The line up to ``at``."""
    return source.text[source.text.rfind("\n", 0, at) + 1 : at]


def _deep(problem: str, source: Source, at: int, _: int | None, problems: Problems) -> bool:
    # The C parser has a limit of its own, and scans ahead of the events that we count.
    if "nesting depth" not in problem:
        return False
    message = "lists and mappings are nested too deeply"
    problems.error("too-deep", _one(source, at), message)
    return True


def _tab(problem: str, source: Source, at: int, _: int | None, problems: Problems) -> bool:
    if source.text[at : at + 1] != "\t" or _before(source, at).strip():
        return False
    end = at
    while source.text[end : end + 1] == "\t":
        end += 1
    message = "a tab is used as indentation, YAML wants spaces"
    help = "use two spaces for each level"
    problems.error("tab-indent", Span(source, at, end), message, help=help)
    return True


def _colon(problem: str, source: Source, at: int, _: int | None, problems: Problems) -> bool:
    if "mapping values are not allowed" not in problem:
        return False
    line = source.line_column(at)[0]
    found = _KEY.match(source.line_text(line))
    if found is None or found.start(2) > len(_before(source, at)):
        message = "a `key: value` stands below a key that has a value already"
        help = "check the indentation of this line and of the one above"
        start = at - len(_before(source, at).lstrip())
        problems.error("yaml-syntax", Span(source, start, at + 1), message, help=help)
        return True
    key, value = found.groups()
    message = "a plain text cannot hold a colon and a space"
    help = f"put it in a block:\n  {key}: |\n    {value}"
    problems.error("plain-colon", _one(source, at), message, help=help)
    return True


def _start_character(problem: str, source: Source, at: int, _: int | None, problems: Problems) -> bool:
    character = source.text[at : at + 1]
    if "cannot start any token" not in problem or not character.strip():
        return False
    message = f"a plain text cannot start with `{character}`"
    help = "put the text in quotes, or in a block (`|`)"
    problems.error("yaml-syntax", _one(source, at), message, help=help)
    return True


def _quote(problem: str, source: Source, at: int, opened: int | None, problems: Problems) -> bool:
    if "escape" in problem:
        message = "a backslash inside double quotes starts an escape, and this one does not exist"
        help = "use single quotes, or a block (`|`)"
        problems.error("yaml-syntax", _one(source, at), message, help=help)
        return True
    unclosed = "unexpected end of stream" in problem or "unexpected document" in problem
    if not unclosed or opened is None:
        return False
    message = "this quoted text is never closed"
    problems.error("yaml-syntax", _one(source, opened), message, help="close the quotes")
    return True


def _bracket(problem: str, source: Source, at: int, opened: int | None, problems: Problems) -> bool:
    found = re.search(r"expected ',' or '([]}])'", problem)
    if found is None or opened is None:
        return False
    bracket = source.text[opened : opened + 1]
    related = [Label(_one(source, opened), "opened here")]
    here = source.text[at : at + 1]
    if here in ("[", "{", '"', "'"):
        message = f"a `{here}` inside the text of a `{bracket}` list or mapping"
        help = flow.block_help(Span(source, opened, flow.closing(source.text, opened)))
        problems.error("flow-rules", _one(source, at), message, related=related, help=help)
        return True
    message = f"expected `,` or `{found.group(1)}`"
    help = f"close the `{bracket}` with `{found.group(1)}`"
    if source.line_column(at)[0] != source.line_column(opened)[0]:
        # Where reading stopped is far from the mistake: the bracket is the better place.
        related = [Label(_one(source, at), f"{message} before this")]
        at, message = opened, f"this `{bracket}` is not closed"
    problems.error("yaml-syntax", _one(source, at), message, related=related, help=help)
    return True


def _after_value(problem: str, source: Source, at: int, opened: int | None, problems: Problems) -> bool:
    """``key: "a" + b`` and ``key: [x] + y``: YAML thinks that the value is over."""
    before = _before(source, at).rstrip()
    if "expected" not in problem or before[-1:] not in ('"', "'", "]", "}"):
        return False
    message = f"the value ends with the `{before[-1]}` before, more text follows"
    help = "put the whole text in a block (`|`)"
    problems.error("yaml-syntax", _one(source, at), message, help=help)
    return True


def _key(problem: str, source: Source, at: int, opened: int | None, problems: Problems) -> bool:
    if "could not find expected ':'" not in problem or opened is None:
        return False
    end = source.text.find("\n", opened)
    span = Span(source, opened, len(source.text) if end < 0 else max(end, opened))
    message = "this line is neither `key: value` nor part of the text above"
    help = "add a `:`, or indent the line below its key"
    problems.error("yaml-syntax", span, message, help=help)
    return True


def _layout(problem: str, source: Source, at: int, opened: int | None, problems: Problems) -> bool:
    wanted = ("expected key", "block end", "'-' indicator", "document start")
    if not any(word in problem for word in wanted):
        return False
    related = []
    if opened is not None and source.line_column(opened)[0] != source.line_column(at)[0]:
        related.append(Label(_one(source, opened), "what it should line up with starts here"))
    message = "this line does not line up with the ones above"
    help = "entries of one list or mapping start in the same column"
    problems.error("yaml-syntax", _one(source, at), message, related=related, help=help)
    return True
