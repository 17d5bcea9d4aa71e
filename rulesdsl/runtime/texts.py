"""How values are said: a type's word and a value in, a text out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

BLANK = "-"
"""A square of a face without a symbol."""


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
        self._symbols = [(data["kinds"][kind][:2], self.enums[of]) for kind, of in data["symbols"].items()]
        self.faces: tuple[str, ...] = tuple(self._face(piece, face) for piece, face in enumerate(data["faces"]))
        """What is printed on each piece, in one line, a bar between its rows; nothing for pieces without a face."""

    def _face(self, piece: int, face: Sequence[tuple[int, int, int, int]]) -> str:
        symbols = next((of for (low, high), of in self._symbols if low <= piece < high), ())
        rows: dict[int, list[str]] = {}
        for _, y, symbol, amount in face:
            name = BLANK if symbol < 0 else symbols[symbol].replace("_", " ")
            rows.setdefault(y, []).append(name if amount in (0, 1) else f"{amount} {name}")
        return " | ".join(map(" ".join, rows.values()))

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
