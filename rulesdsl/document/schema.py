"""Check a tree against its JSON Schema, in the words of the person who writes it."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from rulesdsl.document.flow import block_help, is_mapping
from rulesdsl.document.scalars import meant_boolean
from rulesdsl.document.slots import check_slot, report_boolean
from rulesdsl.document.tree import Mapping, Node, Scalar, Sequence
from rulesdsl.document.validator import plain, resolve, types_of, validator
from rulesdsl.source import Problems, Span, did_you_mean

_SAYS = {
    "string": "a text",
    "integer": "a whole number",
    "number": "a number",
    "boolean": "`true` or `false`",
    "object": "a mapping (`key: value` lines)",
    "array": "a list",
    "null": "nothing",
}
# A longer list of keys helps nobody: it is looked up in the reference.
_MOST_KEYS = 12
_IDENTIFIER = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_WORD = re.compile(r"[A-Za-z0-9_.]+")


def check_tree(tree: Mapping, schema: str, problems: Problems) -> None:
    """Report everything in the tree that ``schemas/SCHEMA.schema.json`` does not allow."""
    walk, whole = validator(schema)
    check = _Check(tree, whole.get("$defs", {}), problems)
    missing = []
    for error in walk.iter_errors(plain(tree)):
        if error.validator == "required":
            missing.append(error)
        else:
            check.report(error)
    for error in missing:
        check.report(error)


def check_needed(tree: Mapping, schema: str, problems: Problems) -> None:
    """Report the keys that a whole game must have, whichever of its files they stand in."""
    _, whole = validator(schema)
    known = whole["properties"]
    meant = {did_you_mean(key.text, known) for key, _ in tree.entries if key.text not in known}
    for name in whole.get("x-needed", ()):
        if name not in tree and name not in meant:
            source = tree.span.source
            span = Span(source, tree.span.start, tree.span.start)
            _missing(problems, span, name, whole, "the file")


@dataclass(slots=True)
class _Check:
    tree: Mapping
    defs: dict[str, Any]
    problems: Problems
    # Keys that a misspelt one probably stands for: they are not missing as well.
    meant: set[tuple[int, str]] = field(default_factory=set)

    def report(self, error: Any) -> None:
        """One error of the walk as one diagnostic, or none if its place was told already."""
        around, node, key = self.place(list(error.absolute_path))
        if any(not isinstance(one, Scalar) and one.torn for one in (*around, node)):
            return
        handle = getattr(self, f"on_{error.validator.replace('-', '_')}", self.on_size)
        handle(error, node, key, around)

    def place(self, path: list[str | int]) -> tuple[list[Node], Node, Scalar | None]:
        """The nodes above a path, the node at its end, and the last key on the way."""
        around: list[Node] = []
        node: Node = self.tree
        key: Scalar | None = None
        for step in path:
            around.append(node)
            if isinstance(node, Mapping):
                name = str(step)
                key, inner = node.key(name), node.get(name)
                assert inner is not None
                node = inner
            elif isinstance(node, Sequence):
                node = node.items[int(step)]
        return around, node, key

    def on_x_rule(self, error: Any, node: Node, key: Scalar | None, around: list[Node]) -> None:
        if isinstance(node, Scalar):
            check_slot(node, error.instance, self.problems, around)

    def on_x_boolean(self, error: Any, node: Node, key: Scalar | None, around: list[Node]) -> None:
        name = node.key(error.instance) if isinstance(node, Mapping) else None
        if name is not None and not name.style:
            message = f"some YAML tools read the name `{name.text}` as true or false"
            self.problems.warning("yaml-boolean", name.span, message, help="choose another name")

    def on_unknown(self, error: Any, node: Node, key: Scalar | None, around: list[Node]) -> None:
        assert isinstance(node, Mapping)
        name = node.key(error.instance)
        assert name is not None
        known = error.schema.get("properties", {})
        instead = error.schema.get("x-instead", {}).get(name.text)
        near = did_you_mean(name.text, known) if instead is None else None
        if near is not None:
            self.meant.add((id(node), near))
        where = f" in `{key.text}`" if key is not None else ""
        help = f"did you mean `{near}`?" if near else instead
        notes = [] if help or len(known) > _MOST_KEYS else ["keys here: " + ", ".join(f"`{one}`" for one in known)]
        message = f"unknown key `{name.text}`{where}"
        self.problems.error("unknown-key", name.span, message, notes=notes, help=help)

    def on_required(self, error: Any, node: Node, key: Scalar | None, around: list[Node]) -> None:
        if (id(node), error.instance) in self.meant:
            return
        in_list = key is None or bool(around and isinstance(around[-1], Sequence))
        span = _first_line(node.span) if in_list or key is None else key.span
        what = f"an entry of `{key.text}`" if in_list and key else f"`{key.text}`" if key else "the file"
        _missing(self.problems, span, error.instance, error.schema, what)

    def on_name(self, error: Any, node: Node, key: Scalar | None, around: list[Node]) -> None:
        name = node.key(error.instance) if isinstance(node, Mapping) else None
        if name is not None:
            self.name(name, error.schema)

    def on_pattern(self, error: Any, node: Node, key: Scalar | None, around: list[Node]) -> None:
        if not isinstance(node, Scalar):
            return
        if error.schema.get("x-says", "").startswith("a name"):
            self.name(node, error.schema)
        else:
            self.wrong(node, key, around, error.schema["x-says"])

    def name(self, node: Scalar, schema: Any) -> None:
        word = _IDENTIFIER.match(node.text)
        help = None
        if word is not None and (word.end() == len(node.text) or node.text[word.end()] in "(- "):
            reserved = not re.match(schema["pattern"], word.group())
        else:
            reserved = False
        if reserved and word is not None:
            message = f"`{word.group()}` is a word of the language and cannot be a name"
        else:
            message = f"`{_short(node.text)}` is not a name"
            help = "a name has letters, digits and `_`, and does not start with a digit"
            better = re.sub(r"\W+", "_", node.text.split("(")[0].strip(), flags=re.ASCII).strip("_")
            if _IDENTIFIER.fullmatch(better) and re.match(schema["pattern"], better):
                help += f": `{better}`"
        self.problems.error("bad-name", node.span if node.text else _here(node), message, help=help)

    def on_enum(self, error: Any, node: Node, key: Scalar | None, around: list[Node]) -> None:
        if types_of(error.schema, self.defs) and not _fits(node, types_of(error.schema, self.defs)):
            return
        words = [str(one) for one in error.schema["enum"]]
        needed = ", ".join(f"`{one}`" for one in words[:-1])
        needed = f"{needed} or `{words[-1]}`" if needed else f"`{words[-1]}`"
        word = node.value if isinstance(node, Scalar) else None
        near = did_you_mean(word, words) if isinstance(word, str) else None
        self.wrong(node, key, around, needed, f"did you mean `{near}`?" if near else None)

    def on_size(self, error: Any, node: Node, key: Scalar | None, around: list[Node]) -> None:
        """``minItems``, ``minProperties`` and ``maxProperties``."""
        needed = "exactly one key" if error.schema.get("maxProperties") == 1 else "at least one entry"
        found = len(node) if not isinstance(node, Scalar) else 0
        what = f"`{key.text}`" if key is not None else "the file"
        if around and isinstance(around[-1], Sequence):
            what = f"an entry of {what}"
        message = f"{what} needs {needed}, found {found or 'none'}"
        self.problems.error("wrong-shape", _here(node), message)

    def on_type(self, error: Any, node: Node, key: Scalar | None, around: list[Node]) -> None:
        types, rules = types_of(error.schema, self.defs), self.takes_rules(error.schema)
        if isinstance(node, Scalar):
            if self.silent_trap(node, types, error.schema):
                return
        elif node.in_flow and rules and not is_mapping(node.span.text):
            sign = "[" if isinstance(node, Sequence) else "{"
            message = f"a text that starts with `{sign}` is a {'list' if sign == '[' else 'mapping'} to YAML"
            lead = key.text if key is not None else "-"
            help = f"put it in a block:\n  {lead}: |\n    {' '.join(node.span.text.split())}"
            if around and not isinstance(around[-1], Scalar) and around[-1].in_flow:
                help = block_help(next(one for one in around if not isinstance(one, Scalar) and one.in_flow).span)
            self.problems.error("flow-rules", _first_line(node.span), message, help=help)
            return
        self.wrong(node, key, around, self.says(error.schema), self.hint(node, error.schema))

    def hint(self, node: Node, schema: Any) -> str | None:
        """How what was probably meant is written."""
        types, whole = types_of(schema, self.defs), resolve(schema, self.defs)
        if len(forms := whole.get("anyOf", ())) == 1:
            whole = resolve(forms[0], self.defs)
        if not isinstance(node, Scalar):
            if whole.get("x-says") == "statements":
                return "statements stand in a block (`|`), one a line"
            return "each entry of a list begins with `- `" if types == ["array"] else None
        if node.is_empty or node.style or self.takes_rules(schema):
            return None
        text, needed = _short(node.text), whole.get("required", ())
        if types == ["array"] and "object" not in types_of(whole["items"], self.defs) and _IDENTIFIER.fullmatch(text):
            return f"a list with one entry is `[{text}]`"
        if types == ["object"] and len(needed) == 1 and _WORD.fullmatch(text):
            return f"write `{{{needed[0]}: {text}}}`"
        if "string" in types and re.match(whole.get("pattern", ""), text):
            return f'a text that YAML reads as something else needs quotes: "{text}"'
        return None

    def silent_trap(self, node: Scalar, types: list[str], schema: Any) -> bool:
        meant = meant_boolean(node.text) if not node.style else None
        if meant and "boolean" in types and "string" not in types:
            report_boolean(node, meant, self.problems)
            return True
        if isinstance(node.value, float) and "string" in types and not self.takes_rules(schema):
            message = f"`{node.text}` is a decimal fraction to YAML"
            help = f'put it in quotes: "{node.text}"'
            self.problems.error("yaml-float", node.span, message, help=help)
            return True
        return False

    def takes_rules(self, schema: Any) -> bool:
        schema = resolve(schema, self.defs)
        return "x-rule" in schema or any(self.takes_rules(one) for one in schema.get("anyOf", ()))

    def says(self, schema: Any) -> str:
        """What a schema asks for, in plain words."""
        schema = resolve(schema, self.defs)
        if "x-says" in schema:
            return str(schema["x-says"])
        if "anyOf" in schema:
            return " or ".join(dict.fromkeys(self.says(one) for one in schema["anyOf"]))
        return " or ".join(_SAYS[one] for one in types_of(schema, self.defs))

    def wrong(self, node: Node, key: Scalar | None, around: list[Node], needed: str, help: str | None = None) -> None:
        what = f"`{key.text}`" if key is not None else "this"
        if around and isinstance(around[-1], Sequence):
            what = f"an entry of {what}"
        span = key.span if key is not None and isinstance(node, Scalar) and node.is_empty else _here(node)
        message = f"{what} needs {needed}, found {_found(node)}"
        self.problems.error("wrong-shape", span, message, help=help)


def _missing(problems: Problems, span: Span, name: str, schema: Any, what: str) -> None:
    about = schema.get("properties", {}).get(name, {}).get("description")
    notes = [f"`{name}`: {about[0].lower()}{about[1:].rstrip('.')}"] if about else []
    problems.error("missing-key", span, f"{what} has no `{name}`", notes=notes, help=f"add `{name}:`")


def _fits(node: Node, types: list[str]) -> bool:
    value = plain(node) if isinstance(node, Scalar) else None
    return (isinstance(value, str) and "string" in types) or (type(value) is int and "integer" in types)


def _found(node: Node) -> str:
    if isinstance(node, Mapping):
        return "a mapping"
    if isinstance(node, Sequence):
        return "a list"
    if node.is_empty or node.value is None:
        return "nothing"
    if isinstance(node.value, str):
        return f"the text `{_short(node.text)}`" if node.text else "an empty text"
    return f"`{_short(node.text)}`"


def _short(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= 40 else f"{text[:37]}..."


def _here(node: Node) -> Span:
    return _first_line(node.span)


def _first_line(span: Span) -> Span:
    """A whole list or mapping is too much to point at: its first line is enough."""
    text = span.source.text
    end = text.find("\n", span.start, span.end)
    return span if end < 0 else Span(span.source, span.start, end)
