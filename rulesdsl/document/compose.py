"""Build the tree of one file from YAML events, without recursion.

The parser's events come as a flat stream; nesting lives in a list of our own, so that no
depth of brackets can exhaust a stack.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import yaml

from rulesdsl.document import flow
from rulesdsl.document.reading import UNSEEN
from rulesdsl.document.scalars import is_sexagesimal
from rulesdsl.document.tree import Mapping, Node, Scalar, Sequence
from rulesdsl.document.yaml_errors import report_yaml_error
from rulesdsl.source import Label, Problems, Source, Span

# Real files nest about ten deep; every later step may recurse over the tree below this.
DEEPEST = 64

_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def compose(source: Source, problems: Problems, loader: Any = _LOADER) -> Node | None:
    """The tree of a file, or None if it is not YAML that we read."""
    builder = _Builder(source, problems)
    try:
        for event in yaml.parse(source.text, Loader=loader):
            if not builder.take(event):
                return None
    except yaml.MarkedYAMLError as error:
        report_yaml_error(error, source, problems)
        return None
    except (yaml.YAMLError, ValueError, OverflowError):
        # The Python parser lets escapes of characters that do not exist through to `chr`.
        message = "a quoted text holds an escape of a character that does not exist"
        problems.error("yaml-syntax", Span(source, 0, 0), message, help="write the character itself")
        return None
    if builder.root is None or (isinstance(builder.root, Scalar) and builder.root.is_empty):
        problems.error("empty-file", Span(source, 0, 0), f"`{source.path}` holds nothing")
        return None
    return None if builder.unusable else builder.root


@dataclass(slots=True)
class _Open:
    """A mapping or a list that is not closed yet; ``key`` waits for its value."""

    node: Mapping | Sequence
    key: Scalar | None = None
    # The key was refused (a list as a key, a key given twice): its value is dropped.
    drop: bool = False
    expects_key: bool = True


@dataclass(slots=True)
class _Builder:
    source: Source
    problems: Problems
    root: Node | None = None
    unusable: bool = False
    documents: int = 0
    stack: list[_Open] = field(default_factory=list)

    def take(self, event: Any) -> bool:
        """Take in one event; False if there is no use in going on."""
        if isinstance(event, yaml.ScalarEvent):
            return self.scalar(event)
        if isinstance(event, yaml.CollectionStartEvent):
            return self.open(event)
        if isinstance(event, yaml.CollectionEndEvent):
            return self.close(event)
        if isinstance(event, yaml.AliasEvent):
            return self.alias(event)
        if isinstance(event, yaml.DocumentStartEvent):
            return self.document(event)
        return True

    def span(self, event: Any) -> Span:
        return Span(self.source, event.start_mark.index, event.end_mark.index)

    def document(self, event: Any) -> bool:
        self.documents += 1
        if self.documents == 1:
            return True
        message = "a second document starts here, a file holds one"
        help = "remove the line `---`, or make two files"
        self.problems.error("yaml-syntax", self.span(event), message, help=help)
        return False

    def alias(self, event: Any) -> bool:
        message = "`*` at the start of a text is a YAML alias, and aliases are not used"
        help = "for rule text, put the whole in a block (`|`)"
        self.problems.error("alias", self.span(event), message, help=help)
        self.unusable = True
        return self.finish(Scalar(self.span(event), ""))

    def decorated(self, event: Any) -> None:
        start = event.start_mark.index
        mark = Span(self.source, start, start + _word_length(self.source.text, start))
        if event.anchor is not None:
            message = "`&` at the start of a value is a YAML anchor, and anchors are not used"
            self.problems.error("alias", mark, message, help="write the value out")
        else:
            message = "`!` at the start of a value is a YAML tag, and tags are not used"
            help = "remove it; a text that starts with `!` needs quotes"
            self.problems.error("yaml-tag", mark, message, help=help)

    def scalar(self, event: Any) -> bool:
        if event.anchor is not None or event.tag is not None:
            self.decorated(event)
        style = event.style or ""
        in_flow = bool(self.stack) and self.stack[-1].node.in_flow
        node = Scalar(self.span(event), event.value, style, in_flow)
        if not style and is_sexagesimal(node.text):
            self.sexagesimal(node)
        if style == '"' and (found := UNSEEN.search(node.text)):
            message = f"an escape gives the character U+{ord(found.group()):04X}, which cannot be seen"
            self.problems.error("control-character", node.span, message, help="remove it")
        return self.finish(node)

    def sexagesimal(self, node: Scalar) -> None:
        message = f"some YAML tools read `{node.text}` as a number in base sixty"
        help = f'put it in quotes: "{node.text}"'
        self.problems.warning("yaml-sexagesimal", node.span, message, help=help)

    def open(self, event: Any) -> bool:
        if event.anchor is not None or event.tag is not None:
            self.decorated(event)
        if len(self.stack) >= DEEPEST:
            message = f"lists and mappings are nested deeper than {DEEPEST} levels"
            self.problems.error("too-deep", self.span(event), message)
            return False
        kind = Mapping if isinstance(event, yaml.MappingStartEvent) else Sequence
        self.stack.append(_Open(kind(self.span(event), in_flow=bool(event.flow_style))))
        return True

    def close(self, event: Any) -> bool:
        node = self.stack.pop().node
        end = event.end_mark.index if node.in_flow else _content_end(node)
        node.span = Span(self.source, node.span.start, max(end, node.span.start))
        outermost = node.in_flow and not (self.stack and self.stack[-1].node.in_flow)
        if outermost:
            flow.report_torn(node, self.problems)
        return self.finish(node)

    def finish(self, node: Node) -> bool:
        """Put a finished node where it belongs."""
        if not self.stack:
            self.root = node
            return True
        top = self.stack[-1]
        if isinstance(top.node, Sequence):
            top.node.items.append(node)
        elif top.expects_key:
            self.key(top, node)
        else:
            if top.key is not None and not top.drop:
                top.node.add(top.key, node)
            top.expects_key = True
        return True

    def key(self, top: _Open, node: Node) -> None:
        top.expects_key = top.drop = False
        if not isinstance(node, Scalar):
            top.drop = True
            message = "a key must be a text, found a list or a mapping"
            help = "rule text that starts with `[` or `{` goes in a block (`|`)"
            self.problems.error("wrong-shape", node.span, message, help=help)
            return
        top.key = node
        assert isinstance(top.node, Mapping)
        first = top.node.key(node.text)
        if first is not None:
            top.drop = True
            report_duplicate(first, node, self.problems)


def report_duplicate(first: Scalar, second: Scalar, problems: Problems) -> None:
    """Say that a key is given twice, with both places."""
    related = [Label(first.span, "first given here")]
    message = f"`{second.text}` is given twice"
    problems.error("duplicate-key", second.span, message, label="given again", related=related)


def _content_end(node: Mapping | Sequence) -> int:
    """Where a block ends: with its last value, since YAML's own mark is on the next line."""
    if isinstance(node, Sequence):
        return node.items[-1].span.end if node.items else node.span.end
    if not node.entries:
        return node.span.end
    key, value = node.entries[-1]
    return max(key.span.end, value.span.end)


def _word_length(text: str, start: int) -> int:
    end = start
    while end < len(text) and not text[end].isspace():
        end += 1
    return end - start


def walk(node: Node) -> Iterator[Node]:
    """The node and everything below it, in the order of the file."""
    waiting: list[Node] = [node]
    while waiting:
        one = waiting.pop()
        yield one
        if isinstance(one, Sequence):
            waiting.extend(reversed(one.items))
        elif isinstance(one, Mapping):
            for key, value in reversed(one.entries):
                waiting.append(value)
                waiting.append(key)
