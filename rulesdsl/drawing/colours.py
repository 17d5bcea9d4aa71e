"""Colours of seats and of grounds, for terminals and for SVG. Players who are named after a colour have it."""

from __future__ import annotations

from typing import Final

SEATS: Final = ("#2f6fb5", "#b5472f", "#2f8f4e", "#8a4fa8", "#b58a2f", "#2f8f8f", "#8f2f5e", "#5e6b78")
"""One a seat, again from the first one where there are more."""
NOBODY: Final = "#efe9da"
GROUNDS: Final = ("#b9ad97", "#b8c9a3", "#a9c4d4", "#cfc3d6", "#e0c8a8", "#a8bfa9", "#d6b3a6", "#c3c8cc")
"""One a sign of a board's picture, in the order of its legend."""
_ANSI: Final = (6, 1, 2, 5, 3, 12, 13, 8)
"""The same for a terminal, by the numbers of its colours."""


def seat(index: int, players: tuple[str, ...]) -> str:
    """The colour of a seat in an SVG, `#rrggbb`."""
    from rich.color import Color

    if index < 0:
        return NOBODY
    named = [Color.parse(name).get_truecolor() for name in _names(players[index])]
    if not named:
        return SEATS[index % len(SEATS)]
    # The plain colours of terminals are dull, but the bright sister of the darkest one is no longer dark.
    found = named[0] if sum(named[-1]) else named[-1]
    return "#" + "".join(f"{_softer(part):02x}" for part in found)


def _softer(part: int) -> int:
    """A part of a colour, 0 to 255, nearer to the middle."""
    return 50 + part * 180 // 255


def style(index: int, players: tuple[str, ...]) -> str:
    """The style, for a terminal, of a seat; nobody's pieces are bold only."""
    if index < 0:
        return "bold"
    named = _names(players[index])
    return f"bold {named[0]}" if named else f"bold color({_ANSI[index % len(_ANSI)]})"


def _names(player: str) -> list[str]:
    """What a terminal calls the colour that a player is named after, the brightest first; nothing for other names."""
    from rich.color import ANSI_COLOR_NAMES

    return [name for name in (f"bright_{player}", player, f"{player}50") if name in ANSI_COLOR_NAMES]


def ink(background: str) -> str:
    """The colour of letters that are easy to read on a colour `#rrggbb`."""
    parts = [int(background[i : i + 2], 16) for i in (1, 3, 5)]
    brightness = sum(weight * part for weight, part in zip((299, 587, 114), parts, strict=True))
    return "#222222" if brightness > 140_000 else "#ffffff"
