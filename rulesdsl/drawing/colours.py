"""Colours of seats and of grounds, for terminals and for SVG."""

from __future__ import annotations

from typing import Final

SEATS: Final = ("#2f6fb5", "#b5472f", "#2f8f4e", "#8a4fa8", "#b58a2f", "#2f8f8f", "#8f2f5e", "#5e6b78")
"""One a seat, again from the first one where there are more."""
NAMED: Final = {
    "black": "#333333",
    "blue": "#2f6fb5",
    "brown": "#85592f",
    "green": "#2f8f4e",
    "grey": "#7a8088",
    "orange": "#cc6f1c",
    "pink": "#c75d93",
    "purple": "#8a4fa8",
    "red": "#b53a3a",
    "white": "#f4f1e8",
    "yellow": "#d1a81f",
}
"""Players who are named after a colour have it."""
_TERMINAL: Final = ("cyan", "red", "green", "magenta", "yellow", "bright_blue", "bright_magenta", "bright_black")
_NAMED_TERMINAL: Final = {
    "black": "bright_black",
    "blue": "bright_blue",
    "green": "green",
    "grey": "bright_black",
    "orange": "yellow",
    "pink": "bright_magenta",
    "purple": "magenta",
    "red": "red",
    "white": "bright_white",
    "yellow": "bright_yellow",
}
GROUNDS: Final = ("#d9cdb0", "#b8c9a3", "#c9b79a", "#a9c4d4", "#cfc3d6", "#e0c8a8", "#a8bfa9", "#d6b3a6")
"""One a sign of a board's picture, in the order of its legend."""


def seat(index: int, players: tuple[str, ...]) -> str:
    """The colour of a seat in an SVG; of nobody's pieces grey."""
    if index < 0:
        return "#e9e4d8"
    return NAMED.get(players[index], SEATS[index % len(SEATS)])


def style(index: int, players: tuple[str, ...]) -> str:
    """The style of a seat on a terminal; nothing for nobody's pieces but bold."""
    if index < 0:
        return "bold"
    return "bold " + _NAMED_TERMINAL.get(players[index], _TERMINAL[index % len(_TERMINAL)])


def ink(background: str) -> str:
    """Black or white, which is easier to read on a colour `#rrggbb`."""
    red, green, blue = (int(background[i : i + 2], 16) for i in (1, 3, 5))
    return "#222222" if 299 * red + 587 * green + 114 * blue > 140_000 else "#ffffff"
