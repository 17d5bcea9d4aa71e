"""A board as it is drawn: plain data between what makes it and what draws it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Mark:
    """A piece, or what a cell says of itself, as few characters."""

    text: str
    name: str
    """In full, `wrecked 2` for a value of a cell."""
    owner: int = -1
    """The seat whose colour it has, or -1."""
    status: str = ""
    """Small letters and digits: what differs from how the piece began."""
    said: str = ""
    """The status in full."""
    group: str = ""
    """The mark of pieces that differ by their number only, where there are several."""
    carried: tuple[Mark, ...] = ()
    """What lies on it."""


@dataclass(frozen=True, slots=True)
class Cell:
    """Where a cell is and what there is to see.

    `x` and `y` count from the upper left: columns and rows of squares; of hexes half cells in the direction in which
    they interlock (down with flat tops, to the right with pointy ones); of regions and spaces half characters and lines
    of the author's picture. Without one these have no place: (-1, -1).
    """

    name: str
    x: int = -1
    y: int = -1
    label: str = ""
    """What is printed: its number or name, nothing where row and column say it."""
    sign: str = ""
    """Its ground, or what shows of the piece on top."""
    pieces: tuple[Mark, ...] = ()
    """The lowest first."""
    notes: tuple[Mark, ...] = ()
    """Fields that have a value."""
    block: int = -1
    """Which piece shows here, of pieces that lie over one another; -1 for none."""


@dataclass(frozen=True, slots=True)
class Picture:
    """One board as one player sees it."""

    name: str
    kind: str
    """`square`, `layers`, `hex`, `graph`, `track`, or `list` where nothing is known of where the cells are."""
    cells: tuple[Cell, ...]
    players: tuple[str, ...] = ()
    """The names of all seats."""
    orientation: str = ""
    """`flat top` or `pointy top` of hexes."""
    side: str = ""
    """Which side lies up, of a board with several."""
    loop: bool = False
    """Whether a track leads from its end to its start."""
    columns: tuple[tuple[int, str], ...] = ()
    """(x, letters) of the columns of squares."""
    rows: tuple[tuple[int, str], ...] = ()
    """(y, number) of the rows of squares, from above."""
    links: tuple[tuple[int, int, bool], ...] = ()
    """(from, to, only that way) of regions, by their place in `cells`."""
    link_notes: tuple[str, ...] = ()
    """What each link says of itself, or nothing at all."""
    legend: tuple[tuple[str, str, int], ...] = ()
    """(mark, what it means, seat or -1)"""

    @property
    def is_map(self) -> bool:
        """Whether regions or spaces have places of their own."""
        return self.kind in ("graph", "track") and all(cell.x >= 0 for cell in self.cells)

    def note(self, link: int) -> str:
        """What a link says of itself, by its place in `links`."""
        return self.link_notes[link] if self.link_notes else ""


def told_apart(pieces: Iterable[Mark], numbered: bool = True) -> list[tuple[Mark, int]]:
    """Marks in their order, the first of several equal ones with how many there are.

    Not `numbered`: marks that differ by the number of their pieces only are as good as equal.
    """
    found: dict[object, tuple[Mark, int]] = {}
    for mark in pieces:
        key = _drawn(mark, numbered)
        first, times = found.get(key, (mark, 0))
        found[key] = first, times + 1
    return list(found.values())


def _drawn(mark: Mark, numbered: bool) -> object:
    """What there is to see of a piece."""
    text = mark.text if numbered else mark.group or mark.text
    return text, mark.owner, mark.status, tuple(_drawn(other, numbered) for other in mark.carried)
