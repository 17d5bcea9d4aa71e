"""Which pieces a player may know, and what the back of a piece tells of one that the player may not."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rulesdsl.runtime.machine import Machine
    from rulesdsl.runtime.texts import Texts

SIDE = "side"
"""Of a piece or a back: the side that is up."""


def zone_of(machine: Machine, place: int) -> tuple[Any, ...] | None:
    """The zone that a place is, or None."""
    zones = machine.anatomy.zones
    return zones[place] if place < len(zones) else None


def is_seen(machine: Machine, s: Any, piece: int, player: int) -> bool:
    """May `player` know which piece this is?"""
    if s.shown_[piece] >> player & 1:
        return True
    for _, column, _, readers in machine.anatomy.sided[piece]:
        reader = readers[getattr(s, column)[piece]]
        if reader == "nobody" or (reader == "owner" and owner_of(machine, s, piece) != player):
            return False
    return _lies_open(machine, s, piece, player)


def side_up(machine: Machine, s: Any, piece: int) -> str:
    """The side of a piece that is up; nothing of one that has no sides."""
    for _, column, sides, _ in machine.anatomy.sided[piece]:
        up: int = getattr(s, column)[piece]
        return sides[up]
    return ""


def owner_of(machine: Machine, s: Any, piece: int) -> int:
    """The player whose piece it is, by what is printed or by where it lies; -1 for nobody."""
    data = machine.data
    while data["kinds"][data["piece_kinds"][piece]][3] == "carrier":
        place = s.where_[piece]
        if place < data["carriers"]:
            return next((place - low for low, high in data["owned"] if low <= place < high), -1)
        piece = place - data["carriers"]
    owner: int = data["piece_owners"][piece]
    return owner


def _lies_open(machine: Machine, s: Any, piece: int, player: int) -> bool:
    """Does `player` see what lies where the piece is?"""
    place, carriers = s.where_[piece], machine.data["carriers"]
    while place >= carriers:
        place = s.where_[place - carriers]
    zone = zone_of(machine, place)
    if zone is None:
        return True
    seen_by: str = zone[5]
    return seen_by == "all" or (seen_by == "owner" and place == zone[3] + player)


@dataclass(frozen=True, slots=True)
class Back:
    """What shows of a piece that is not known: what it is called, its side and some fields as plain data."""

    name: str
    about: dict[str, Any]


def back_of(machine: Machine, s: Any, piece: int, player: int) -> Back | None:
    """What a piece shows to `player`, who does not know it; None if it shows nothing."""
    backs = machine.data["backs"]
    for kind, column, sides, _ in machine.anatomy.sided[piece] if backs else ():
        if kind not in backs:
            continue
        side = getattr(s, column)[piece]
        called, fields = backs[kind][side]
        if not fields or not _lies_open(machine, s, piece, player):
            return None
        about: dict[str, Any] = {}
        for name, where, is_column, word, per_side in fields:
            value = (getattr(s, where) if is_column else machine.data["constants"][where])[piece]
            about[name] = said(machine, word, value[side] if per_side else value)
        return Back(described(called, about), {SIDE: sides[side], **about})
    return None


def described(called: str, about: Mapping[str, Any]) -> str:
    """What a hidden piece is called, with what its back tells."""
    shown = ", ".join(f"{name} {_word(value)}" for name, value in about.items())
    return f"{called} ({shown})".replace("_", " ")


def said(machine: Machine, word: str, value: Any) -> Any:
    """A value as plain data: numbers and truth as they are, the rest in words."""
    return said_by(machine.texts, word, value)


def said_by(texts: Texts, word: str, value: Any) -> Any:
    """The same with the words of a game."""
    return value if word in ("int", "bool") or value is None else texts.text_of(word, value)


def _word(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "none" if value is None else str(value)


def back_name(machine: Machine, s: Any, piece: int, player: int) -> str:
    """What a hidden piece is called by its back, `Ware (size large, weight 2)`; nothing if it shows nothing."""
    back = back_of(machine, s, piece, player)
    return "" if back is None else back.name


class Knowledge:
    """What one player sees of the pieces of one state, which stays as it is meanwhile: each is looked at once."""

    __slots__ = ("_backs", "_known", "_machine", "_player", "_state")

    def __init__(self, machine: Machine, s: Any, player: int) -> None:
        self._machine, self._state, self._player = machine, s, player
        self._known: list[bool | None] = [None] * len(machine.texts.pieces)
        self._backs: dict[int, Back | None] = {}

    def know(self, piece: int) -> bool:
        """May the player know which piece this is?"""
        known = self._known[piece]
        if known is None:
            known = self._known[piece] = is_seen(self._machine, self._state, piece, self._player)
        return known

    def name(self, piece: int, hidden: str) -> str:
        """A piece as the player knows it: by its name, else by its back, else `hidden`."""
        if self.know(piece):
            return self._machine.texts.pieces[piece]
        back = self.back(piece)
        return hidden if back is None else back.name

    def back(self, piece: int) -> Back | None:
        """What a piece that the player does not know shows, if anything."""
        if piece not in self._backs:
            self._backs[piece] = back_of(self._machine, self._state, piece, self._player)
        return self._backs[piece]


def reads(machine: Machine, s: Any, piece: int, field: str, player: int) -> bool:
    """Can `player` read a field of a piece, known or not?"""
    if is_seen(machine, s, piece, player):
        return True
    back = back_of(machine, s, piece, player)
    return back is not None and field in back.about
