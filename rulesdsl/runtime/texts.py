"""How values are said: a type's word and a value in, a text out."""

from __future__ import annotations

from typing import Any


class Unseen(int):
    """The number of a piece that a reader may not know, with what it is called instead."""

    said: str


class Texts:
    """Names of one game's players, pieces, places and members."""

    def __init__(self, data: dict[str, Any]) -> None:
        self.players: tuple[str, ...] = data["players"]["names"]
        self.pieces: tuple[str, ...] = data["pieces"]
        self.labels: tuple[str, ...] = data["piece_labels"]
        self.places: tuple[str, ...] = data["places"]
        self.enums: dict[str, tuple[str, ...]] = data["enums"]
        self.carriers: int = data["carriers"]

    def text_of(self, word: str, value: Any) -> str:
        """`word` is a type's tag, or `enum NAME`."""
        if value is None:
            return "none"
        if isinstance(value, tuple | list):
            return ", ".join(self.text_of(word, item) for item in value) or "nothing"
        if word == "bool":
            return "yes" if value else "no"
        if word in ("int", "text"):
            return str(value)
        if word == "half":
            return f"{value // 2}" if value % 2 == 0 else f"{value}/2"
        if value < 0:
            return "none"
        if word == "player":
            return str(self.players[value])
        if word in ("kind", "piece", "union") and isinstance(value, Unseen):
            return value.said
        if word in ("kind", "piece", "union"):
            return str(self.labels[value])
        if word in ("cell", "zone", "place"):
            return str(self.places[value]).replace("_", " ")
        return str(self.enums[word.removeprefix("enum ")][value]).replace("_", " ")
