"""The types of rule text: small immutable values, compared by content."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Type:
    """`tag`: int bool text half void error none player direction place pieces-and-places below;

    enum, kind, cell, union (`name`), piece (any kind), zone, board, list and optional (`of`), row (look-up `name`).
    """

    tag: str
    name: str = ""
    of: Type | None = None

    def __str__(self) -> str:
        if self.tag == "list":
            return f"[{self.of}]"
        if self.tag == "optional":
            return f"optional {self.of}"
        words = {
            "player": "Player",
            "piece": "Piece",
            "void": "nothing",
            "place": "Place",
            "zone": "a zone",
            "board": "a board",
            "row": "a row",
            "error": "?",
            "direction": "a direction",
        }
        return words[self.tag] if self.tag in ("board", "row") else self.name or words.get(self.tag, self.tag)

    @property
    def item(self) -> Type:
        """What a list or an optional holds; the type itself otherwise."""
        return self.of if self.of is not None else self


INT = Type("int")
BOOL = Type("bool")
TEXT = Type("text")
HALF = Type("half")
VOID = Type("void")
ERROR = Type("error")
NONE = Type("none")
PLAYER = Type("player")
PLACE = Type("place")
PIECE = Type("piece")
ZONE = Type("zone")
DIRECTION = Type("enum", "Direction")
SCENARIO = Type("enum", "Scenario")

ID_TAGS = frozenset({"player", "enum", "kind", "piece", "union", "cell", "zone", "place"})
"""Types whose values are indices, so that their `none` is -1; the `none` of other types is Python's None."""


def list_of(item: Type) -> Type:
    return Type("list", of=item)


def optional(item: Type) -> Type:
    return item if item.tag in ("optional", "error", "none") else Type("optional", of=item)


def is_id(kind: Type) -> bool:
    return kind.item.tag in ID_TAGS if kind.tag == "optional" else kind.tag in ID_TAGS
