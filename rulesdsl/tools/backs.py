"""What the backs of hidden pieces tell one player, which a guess at what is hidden has to keep to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rulesdsl.runtime.machine import Machine
from rulesdsl.runtime.worlds import figures, shown_rows, side_up, sided_kind

Look = tuple[Any, ...]


class Backs:
    """Backs as `player` sees them in a state, and in another one a little later."""

    def __init__(self, machine: Machine, s: Any, later: Any, player: int) -> None:
        self._machine, self._states, self._player = machine, (s, later), player
        self._known: dict[int, Look] = {}

    def wanted(self, piece: int) -> Look:
        """The printed figures that show of a hidden piece, in both states: (kind, fields, side, figures) of each."""
        if not self._machine.data["backs"]:
            return ()
        if piece not in self._known:
            found = []
            for s in self._states:
                # figures that change are no mark of a piece: a guess gives any piece those that show
                rows = tuple(row for row in shown_rows(self._machine, s, piece, self._player) if not row[2])
                side, kind = side_up(self._machine, s, piece), sided_kind(self._machine, piece)
                found.append((kind, rows, side, figures(self._machine, s, piece, rows, side)) if rows else ())
            self._known[piece] = tuple(dict.fromkeys(look for look in found if look))
        return self._known[piece]

    def alike(self, piece: int, other: int) -> bool:
        """Would `other` show what the back of `piece` shows?"""
        return self._fits(other, self.wanted(piece))

    def fitting(self, pieces: list[int], ranges: Sequence[tuple[int, int]], were: Sequence[int]) -> list[int]:
        """The pieces in an order that puts each where it may lie and shows what the one there `were` shows.

        `ranges` are the first and last numbers that may lie at each place. Places where something shows come first; a
        piece that was put down moves on if it has to.
        """
        fit = {look: {p for p in pieces if self._fits(p, look)} for look in dict.fromkeys(map(self.wanted, were))}
        taken: dict[int, int] = {}

        def put(k: int, tried: set[int]) -> bool:
            low, high = ranges[k]
            mine = [p for p in pieces if low <= p < high and p in fit[self.wanted(were[k])] and p not in tried]
            tried.update(mine)
            for piece in sorted(mine, key=lambda piece: piece in taken):
                if piece not in taken or put(taken[piece], tried):
                    taken[piece] = k
                    return True
            return False

        for k in sorted(range(len(were)), key=lambda k: (not self.wanted(were[k]), ranges[k][1] - ranges[k][0])):
            put(k, set())
        places = {k: piece for piece, k in taken.items()}
        return [places[k] for k in range(len(were))]

    def _fits(self, piece: int, look: Look) -> bool:
        mine, s = sided_kind(self._machine, piece), self._states[0]
        return all(
            mine == kind and figures(self._machine, s, piece, rows, side) == shown for kind, rows, side, shown in look
        )

    def stay(self, s: Any, pieces: Sequence[int], were: Sequence[int]) -> None:
        """Sides, and changing figures that show, stay where they are: `pieces` take those of what lay there."""
        both = list(zip(pieces, were, strict=True))
        for kind, column, *_ in self._machine.data["sides"]:
            low, high = self._machine.data["kinds"][kind][:2]
            self._copy(getattr(s, column), [pair for pair in both if low <= min(pair) and max(pair) < high])
        told: dict[str, list[tuple[int, int]]] = {}
        for piece, was in both:
            for row in shown_rows(self._machine, self._states[0], was, self._player):
                if row[2]:
                    told.setdefault(row[1], []).append((piece, was))
        for column, some in told.items():
            self._copy(getattr(s, column), some)

    @staticmethod
    def _copy(values: list[Any], pieces: Sequence[tuple[int, int]]) -> None:
        old = list(values)
        for piece, was in pieces:
            values[piece] = old[was]
