"""Which pieces a player may know, and what the back of a piece tells of one that the player may not."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rulesdsl.runtime.machine import Machine

SIDE = "side"
"""Of a piece or a back: the side that is up."""


def zone_of(machine: Machine, place: int) -> tuple[Any, ...] | None:
    """The zone that a place is, or None."""
    for zone in machine.data["zones"]:
        if zone[3] <= place < zone[3] + zone[4]:
            return zone  # type: ignore[no-any-return]
    return None


def is_seen(machine: Machine, s: Any, piece: int, player: int) -> bool:
    """May `player` know which piece this is?"""
    if s.shown_[piece] >> player & 1:
        return True
    data = machine.data
    for kind, column, _, readers in data["sides"]:
        low, high = data["kinds"][kind][:2]
        if low <= piece < high:
            reader = readers[getattr(s, column)[piece]]
            if reader == "nobody" or (reader == "owner" and owner_of(machine, s, piece) != player):
                return False
    return _lies_open(machine, s, piece, player)


def side_up(machine: Machine, s: Any, piece: int) -> str:
    """The side of a piece that is up; nothing of one that has no sides."""
    for kind, column, sides, _ in machine.data["sides"]:
        low, high = machine.data["kinds"][kind][:2]
        if low <= piece < high:
            return str(sides[getattr(s, column)[piece]])
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
    for kind, column, sides, _ in machine.data["sides"] if backs else ():
        low, high = machine.data["kinds"][kind][:2]
        if not low <= piece < high or kind not in backs:
            continue
        side = getattr(s, column)[piece]
        called, fields = backs[kind][side]
        if not fields or not _lies_open(machine, s, piece, player):
            return None
        about: dict[str, Any] = {}
        for name, where, is_column, word, per_side in fields:
            value = (getattr(s, where) if is_column else machine.data["constants"][where])[piece]
            about[name] = said(machine, word, value[side] if per_side else value)
        shown = ", ".join(f"{name} {_word(value)}" for name, value in about.items())
        return Back(f"{called} ({shown})".replace("_", " "), {SIDE: sides[side], **about})
    return None


def said(machine: Machine, word: str, value: Any) -> Any:
    """A value as plain data: numbers and truth as they are, the rest in words."""
    return value if word in ("int", "bool") or value is None else machine.texts.text_of(word, value)


def _word(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "none" if value is None else str(value)


def back_name(machine: Machine, s: Any, piece: int, player: int) -> str:
    """What a hidden piece is called by its back, `Ware (size large, weight 2)`; nothing if it shows nothing."""
    back = back_of(machine, s, piece, player)
    return "" if back is None else back.name


def name_of(machine: Machine, s: Any, piece: int, player: int, hidden: str) -> str:
    """A piece as `player` knows it: by its name, else by its back, else `hidden`."""
    if is_seen(machine, s, piece, player):
        return str(machine.texts.pieces[piece])
    return back_name(machine, s, piece, player) or hidden


def reads(machine: Machine, s: Any, piece: int, field: str, player: int) -> bool:
    """Can `player` read a field of a piece, known or not?"""
    if is_seen(machine, s, piece, player):
        return True
    back = back_of(machine, s, piece, player)
    return back is not None and field in back.about
