"""What the data of a game say of each place and each piece, by number: looked up often, worked out once."""

from __future__ import annotations

from collections import Counter
from typing import Any

Sided = tuple[str, str, tuple[str, ...], tuple[str, ...]]
"""(kind, column, sides, who may know a piece of which that side is up)"""


class Anatomy:
    """Tables by place and by piece of a Program's data."""

    __slots__ = ("changing", "namesakes", "sided", "zones")

    def __init__(self, data: dict[str, Any]) -> None:
        kinds, pieces = data["kinds"], range(len(data["piece_kinds"]))
        zones: list[tuple[Any, ...] | None] = [None] * data["carriers"]
        for zone in data["zones"]:
            zones[zone[3] : zone[3] + zone[4]] = [zone] * zone[4]
        self.zones = tuple(zones)
        """The zone that a place is, or None."""
        sides = [(*kinds[side[0]][:2], side) for side in data["sides"]]
        self.sided: tuple[tuple[Sided, ...], ...] = tuple(
            tuple(side for low, high, side in sides if low <= piece < high) for piece in pieces
        )
        """What has sides of all kinds that a piece belongs to."""
        fields = [(*kinds[f[0]][:2], (f[1], f[2], f[4])) for f in data["fields"] if f[3] and f[0] in kinds]
        self.changing: tuple[tuple[tuple[str, str, str], ...], ...] = tuple(
            tuple(field for low, high, field in fields if low <= piece < high) for piece in pieces
        )
        """(field, column, word) of the figures of a piece that the rules write."""
        cells = [(board[3] + i, name, board[0]) for board in data["boards"] for i, name in enumerate(board[4])]
        times = Counter(name for _, name, _ in cells)
        self.namesakes = {place: board for place, name, board in cells if times[name] > 1}
        """The board of a cell that another board has by the same name."""
