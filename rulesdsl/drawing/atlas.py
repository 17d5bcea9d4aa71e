"""What never changes about the boards and pieces of one game, and the mark of each piece: a program's data in.

A view alone is enough for a drawing too (`of_view`): then squares are known by their names, and pieces by theirs.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from rulesdsl.drawing.marks import number_of, players, shortened

_SQUARE: Final = re.compile(r"([a-z]+)(\d+)")
Square = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class Board:
    """What is printed on a board. `x`, `y`: as in `Cell`."""

    kind: str
    cells: tuple[str, ...]
    x: tuple[int, ...] = ()
    y: tuple[int, ...] = ()
    labels: tuple[str, ...] = ()
    signs: str = ""
    """A sign of the ground for each cell, blank for none; or nothing at all."""
    legend: tuple[tuple[str, str], ...] = ()
    """(sign, what it means)"""
    orientation: str = ""
    loop: bool = False
    links: tuple[tuple[int, int, bool], ...] = ()
    link_fields: tuple[tuple[str, str], ...] = ()
    """(field, word of its type) of what links say of themselves."""
    link_values: tuple[tuple[tuple[Any, ...], tuple[Any, ...]], ...] = ()
    """For each link what its fields are there, and back."""
    fields: tuple[tuple[str, str], ...] = ()
    """(field, word of its type) of what cells say of themselves."""
    layered: bool = False


class Atlas:
    """Made once for a game, from `Program.data`."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        self._data = data
        self.players: tuple[str, ...] = data["players"]["names"]
        self._index = {name: i for i, name in enumerate(data["pieces"])}
        self.enums: Mapping[str, tuple[str, ...]] = data["enums"]

    @cached_property
    def boards(self) -> dict[str, Board]:
        """By name."""
        found: dict[str, Board] = {}
        for (name, _, cell_type, *_), about in zip(self._data["boards"], self._data["drawn"]["boards"], strict=True):
            fields = tuple((f[1], f[4]) for f in self._data["fields"] if f[0] == cell_type and f[3])
            found[name] = Board(**about, fields=fields)
        return found

    @cached_property
    def player_marks(self) -> list[str]:
        """One a seat."""
        return players(self.players)

    @cached_property
    def status_marks(self) -> dict[str, str]:
        """Small letters for each side that is not a kind's first, and for the fields of pieces and their values.

        A field's first value has none, unless backs show that field.
        """
        shown = {field[0] for sides in self._data.get("backs", {}).values() for _, fields in sides for field in fields}
        words = [side for _, _, sides, _ in self._data["sides"] for side in sides[1:]]
        for owner, field, _, _, word, *_ in self._data["fields"]:
            if owner in self._data["kinds"]:
                words.append(field)
                words += [
                    name.replace("_", " ")
                    for name in self.enums.get(word.removeprefix("enum "), ())[field not in shown :]
                ]
        return {word: mark.lower() for word, mark in shortened(list(dict.fromkeys(words))).items()}

    @cached_property
    def _marks(self) -> list[str]:
        """One a piece."""
        kinds: tuple[str, ...] = self._data["piece_kinds"]
        names: tuple[str, ...] = self._data["pieces"]
        owners: tuple[int, ...] = self._data["piece_owners"]
        given: Mapping[str, str] = self._data["drawn"]["kind_marks"]
        own: Mapping[str, str] = self._data["drawn"]["piece_marks"]
        known = dict.fromkeys(kinds)
        signs = "".join(sorted({sign for board in self.boards.values() for sign in board.signs}))
        taken = {kind: own[name] for name, kind in zip(names, kinds, strict=True) if name in own}
        taken |= {kind: given[kind] for kind in known if kind in given}
        of_kind = shortened(list(known), taken, signs)
        seats: dict[str, dict[int, int]] = {kind: {} for kind in known}
        for kind, owner in zip(kinds, owners, strict=True):
            seats[kind][owner] = seats[kind].get(owner, 0) + 1
        made = []
        for name, kind, owner in zip(names, kinds, owners, strict=True):
            several = len(seats[kind]) > 1 and owner >= 0
            alone = seats[kind][owner] == 1 or self._data["kinds"][kind][2]
            seat = self.player_marks[owner] if several else ""
            made.append(seat + own.get(name, of_kind[kind]) + ("" if alone else number_of(name)))
        return made

    def __contains__(self, piece: str) -> bool:
        """Whether there is a piece of that name."""
        return piece in self._index

    def mark(self, piece: str) -> str:
        """The mark of a piece by its name."""
        at = self._index.get(piece)
        return piece if at is None else self._marks[at]

    def owner(self, piece: str) -> int:
        """The seat that a piece belongs to, or -1."""
        at = self._index.get(piece)
        return -1 if at is None else int(self._data["piece_owners"][at])

    def group(self, piece: str) -> tuple[str, str]:
        """(mark, words) of a piece and of those that differ from it only by their number."""
        at = self._index.get(piece)
        number = number_of(piece)
        mark = self.mark(piece)
        if at is None or not number or not mark.endswith(number):
            bare = piece.removesuffix(f"_{number}") if number and self._alike(at) else piece
            return mark, bare.replace("_", " ")
        return mark.removesuffix(number), piece.removesuffix(f"_{number}").replace("_", " ")

    def _alike(self, at: int | None) -> bool:
        return at is not None and bool(self._data["kinds"][self._data["piece_kinds"][at]][2])

    def face(self, piece: str) -> Sequence[Square]:
        """The printed squares of a piece; blank ones of a piece without a face."""
        at = self._index.get(piece)
        width, height = self._data["sizes"][at][0] if at is not None and self._data["sizes"][at] else (1, 1)
        blank = tuple((x, y, -1, 0) for y in range(height) for x in range(width))
        return (() if at is None else self._data["faces"][at]) or blank

    def has_face(self, piece: str) -> bool:
        """Whether something is printed on a piece."""
        at = self._index.get(piece)
        return at is not None and bool(self._data["faces"][at])

    def sign(self, piece: str, symbol: int, amount: int) -> tuple[str, str]:
        """(sign, what it means) of a printed square; nothing for a blank one."""
        if symbol < 0:
            return "", ""
        at = self._index[piece]
        kind: str = next(
            k for k in self._data["symbols"] if self._data["kinds"][k][0] <= at < self._data["kinds"][k][1]
        )
        name = self.enums[self._data["symbols"][kind]][symbol].replace("_", " ")
        signs: Mapping[tuple[int, int], str] = self._data["drawn"]["signs"][kind]
        return signs[symbol, amount], name if amount == 1 else f"{amount} {name}"

    def began(self, piece: str, field: str) -> Any:
        """The value of a piece's field before the set-up, as a view says it; None where that is not known."""
        at = self._index.get(piece, -1)
        for owner, name, column, _, word, *_ in self._data["fields"]:
            low, high = self._data["kinds"].get(owner, (0, 0))[:2]
            start = self._starts.get(column, ())
            if name == field and low <= at < min(high, len(start)):
                value = start[at]
                members = self.enums.get(word.removeprefix("enum "), ())
                return members[value].replace("_", " ") if members and value is not None and value >= 0 else value
        return None

    @cached_property
    def _starts(self) -> dict[str, Sequence[Any]]:
        """The first values of each column of several."""
        return {name: start for name, start, *_ in self._data["columns"] if isinstance(start, (list, tuple))}

    def first_side(self, piece: str) -> str:
        """The side with which a piece begins, or nothing."""
        at = self._index.get(piece)
        for kind, _, sides, _ in self._data["sides"] if at is not None else ():
            if self._data["kinds"][kind][0] <= at < self._data["kinds"][kind][1]:
                return str(sides[0])
        return ""


def of_view(view: Mapping[str, Any]) -> Atlas:
    """What a view tells by itself: boards whose cells are a1, b1, ... are squares, nothing is known of others."""
    boards: Mapping[str, Any] = view.get("boards", {})
    return Atlas(
        {
            "players": {"names": tuple(view.get("players", ()))},
            "pieces": (),
            "piece_kinds": (),
            "piece_owners": (),
            "enums": {},
            "fields": (),
            "columns": (),
            "sides": (),
            "boards": tuple((name, "", "") for name in boards),
            "drawn": {
                "boards": tuple(_guessed(cells) for cells in boards.values()),
                "kind_marks": {},
                "piece_marks": {},
            },
        }
    )


def _guessed(cells: Mapping[str, Any]) -> dict[str, Any]:
    found = [_SQUARE.fullmatch(cell) for cell in cells]
    if not cells or not all(found):
        return {"kind": "list", "cells": tuple(cells)}
    places = [(_letters(one[1]), int(one[2])) for one in found if one]
    left, top = min(x for x, _ in places), max(y for _, y in places)
    return {
        "kind": "square",
        "cells": tuple(cells),
        "x": tuple(x - left for x, _ in places),
        "y": tuple(top - y for _, y in places),
    }


def _letters(text: str) -> int:
    number = 0
    for letter in text:
        number = 26 * number + ord(letter) - ord("a") + 1
    return number
