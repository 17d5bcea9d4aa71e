"""From YAML slots to nodes: what the sections of `build` share."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import cast

from rulesdsl.document import Mapping, Scalar, Sequence
from rulesdsl.document.tree import Node as Yaml
from rulesdsl.model.game import Game, Limit
from rulesdsl.model.types import BOOL, DIRECTION, ERROR, HALF, INT, PLAYER, SCENARIO, TEXT, Type, list_of, optional
from rulesdsl.source.diagnostics import Problems
from rulesdsl.source.suggest import did_you_mean
from rulesdsl.source.text import Span
from rulesdsl.syntax import nodes as n
from rulesdsl.syntax.parser import RuleParser

_LIMIT = re.compile(r"\s*(?:(once|twice)|(\d{1,9}) times)\s+per\s+(\w+)(?:\s+per\s+(\w+))?\s*$")
_SPAN = re.compile(r"\s*(-?\d{1,9})?\s*(\.\.)?\s*(-?\d{1,9})?\s*$")
LONGEST_NOTATION = 200
"""Characters in a range, a limit, a link or a cost: their patterns would take too long over a longer text."""
_BASIC = {"int": INT, "bool": BOOL, "text": TEXT, "half": HALF, "Player": PLAYER}


class Reader:
    """Reads slots of one game's document; every problem goes to `problems`."""

    def __init__(self, game: Game, parser: RuleParser, problems: Problems) -> None:
        self.game, self.parser, self.problems = game, parser, problems

    # ----------------------------------------------------------------- rule text

    def _parse(self, start: str, node: Yaml | None) -> n.Node | None:
        if not isinstance(node, Scalar):
            return None
        region = node.region()
        if region is None:
            self.problems.error(
                "rule-quotes",
                node.span,
                "quotes with escapes cannot hold rule text",
                help="put the rule text in a block (`|`), where nothing needs escaping",
            )
            return None
        begin, end, indent = region
        return self.parser.parse(start, node.span.source, begin, end, indent)

    def statements(self, node: Yaml | None) -> n.Block | None:
        return cast("n.Block | None", self._parse("rules", node))

    def expression(self, node: Yaml | None) -> n.Expr | None:
        return cast("n.Expr | None", self._parse("expression", node))

    def source(self, node: Yaml | None) -> n.Source | None:
        return cast("n.Source | None", self._parse("source", node))

    def each(self, node: Yaml | None) -> n.Expr | None:
        return cast("n.Expr | None", self._parse("each", node))

    def dice(self, node: Yaml | None) -> n.Dice | None:
        return cast("n.Dice | None", self._parse("dice", node))

    def order(self, node: Yaml | None) -> n.OrderKeys | None:
        return cast("n.OrderKeys | None", self._parse("order", node))

    def signature(self, node: Yaml | None) -> n.Signature | None:
        return cast("n.Signature | None", self._parse("signature", node))

    def field(self, node: Yaml | None) -> n.FieldSpec | None:
        return cast("n.FieldSpec | None", self._parse("field", node))

    def event(self, node: Yaml | None) -> n.Event | None:
        return cast("n.Event | None", self._parse("event", node))

    def ident(self, node: Yaml | None) -> n.Ident | None:
        return n.Ident(node.span, node.text.strip()) if isinstance(node, Scalar) and node.text.strip() else None

    # -------------------------------------------------------------- plain values

    @staticmethod
    def text(node: Yaml | None) -> str:
        return node.text.strip() if isinstance(node, Scalar) else ""

    def integer(self, node: Yaml | None, default: int = 0) -> int:
        if isinstance(node, Scalar) and isinstance(node.value, int) and not isinstance(node.value, bool):
            return node.value
        return default

    @staticmethod
    def items(node: Yaml | None) -> list[tuple[Scalar, Yaml]]:
        return node.entries if isinstance(node, Mapping) else []

    @staticmethod
    def sequence(node: Yaml | None) -> list[Yaml]:
        return list(node) if isinstance(node, Sequence) else []

    @staticmethod
    def at(node: Yaml | None, key: str) -> Yaml | None:
        return node.get(key) if isinstance(node, Mapping) else None

    def cite(self, node: Yaml | None) -> str:
        return self.text(self.at(node, "cite"))

    def title(self, node: Yaml | None) -> str:
        return self.text(self.at(node, "title"))

    def span_of(self, node: Scalar) -> tuple[int | None, int | None] | None:
        """`..4`, `5..`, `2..3`, `6` as (low, high); None after a problem."""
        match = _SPAN.match(node.text) if len(node.text) <= LONGEST_NOTATION else None
        if match is None or not node.text.strip() or (match[2] is None and match[3] is not None):
            shown = node.text if len(node.text) <= 40 else f"{node.text[:37]}..."
            self.problems.error(
                "bad-span", node.span, f"`{shown}` is not a range of numbers", help="write `..4`, `5..`, `2..3` or `6`"
            )
            return None
        low, dots, high = match[1], match[2], match[3]
        if dots is None:
            return int(low), int(low)
        found = (int(low) if low else None, int(high) if high else None)
        if found[0] is not None and found[1] is not None and found[0] > found[1]:
            self.problems.error("bad-span", node.span, f"`{node.text}` runs backwards")
            return None
        return found

    def limit(self, node: Yaml | None) -> Limit | None:
        if not isinstance(node, Scalar):
            return None
        match = _LIMIT.match(node.text) if len(node.text) <= LONGEST_NOTATION else None
        if match is None:
            self.problems.error(
                "bad-limit",
                node.span,
                "a limit that cannot be read",
                help="write `once per turn`, `twice per turn per unit` or `3 times per round`",
            )
            return None
        times = 1 if match[1] == "once" else 2 if match[1] else int(match[2])
        base = node.span.start + (1 if node.style in ("'", '"') else 0)
        span = Span(node.span.source, base + match.start(3), base + match.end(3))
        slot = None
        if match[4]:
            slot = n.Ident(Span(node.span.source, base + match.start(4), base + match.end(4)), match[4])
        return Limit(times, n.Ident(span, match[3]), slot, node.span)

    def idle(self, node: Yaml | None, words: Iterable[str], why: str, code: str = "unknown-key") -> None:
        """Refuse keys that would do nothing beside the others."""
        for word in words:
            found = self.at(node, word)
            if found is not None:
                self.problems.error(code, found.span, f"`{word}:` says nothing here: {why}")

    # --------------------------------------------------------------------- types

    def type_names(self) -> list[str]:
        game = self.game
        return [
            *_BASIC,
            *game.enums,
            *game.unions,
            *game.kinds,
            *game.cell_types,
            "Piece",
            "Place",
            "Direction",
            "Scenario",
        ]

    def named_type(self, name: str) -> Type | None:
        game = self.game
        if name in _BASIC:
            return _BASIC[name]
        if name in game.enums:
            return Type("enum", name)
        if name in game.unions:
            return Type("union", name)
        if name in game.kinds:
            return Type("kind", name)
        if name in game.cell_types:
            return Type("cell", name)
        return {"Piece": Type("piece"), "Place": Type("place"), "Direction": DIRECTION, "Scenario": SCENARIO}.get(name)

    @staticmethod
    def bounds_of(ref: n.TypeRef) -> tuple[int, int] | None:
        """The bounds that a type says; those of halves in halves."""
        if ref.how != "range":
            return None
        return (ref.low * 2, ref.high * 2) if ref.name == "half" else (ref.low, ref.high)

    def type_of(self, ref: n.TypeRef | None) -> Type:
        """The type that is written; `error` after a problem."""
        if ref is None:
            return ERROR
        if ref.how == "list":
            inner = self.type_of(ref.inner)
            return ERROR if inner == ERROR else list_of(inner)
        if ref.how == "optional":
            inner = self.type_of(ref.inner)
            return ERROR if inner == ERROR else optional(inner)
        if ref.how == "range":
            return HALF if ref.name == "half" else INT
        if ref.how == "union" and len(ref.names) > 1:
            self.problems.error(
                "unknown-type",
                ref.span,
                "a type of several kinds needs a name",
                help="declare it under `types:` and use its name here",
            )
            return ERROR
        found = self.named_type(ref.name)
        if found is None:
            guess = did_you_mean(ref.name, self.type_names())
            self.problems.error(
                "unknown-type",
                ref.span,
                f"unknown type `{ref.name}`",
                help=f"did you mean `{guess}`?" if guess else None,
            )
            return ERROR
        return found


def grammar_path() -> Path:
    from rulesdsl.source.resources import resource

    return resource("grammar", "rules.lark")
