"""Characters on a plane, each with a style: what drawings for a terminal are put together on."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.text import Text


class Canvas:
    """Grows where something is put; places are (column, line) from 0."""

    def __init__(self) -> None:
        self._lines: list[dict[int, tuple[str, str]]] = []

    def put(self, x: int, y: int, text: str, style: str = "") -> int:
        """Write a text over what is there; return the column behind it."""
        while len(self._lines) <= y:
            self._lines.append({})
        for i, sign in enumerate(text):
            self._lines[y][x + i] = (sign, style)
        return x + len(text)

    def text(self) -> Text:
        """Everything as one block, without blanks at the ends of lines."""
        from rich.text import Text

        made = Text(no_wrap=True, overflow="ignore")
        for number, line in enumerate(self._lines):
            if number:
                made.append("\n")
            last = max((x for x, (sign, _) in line.items() if sign != " "), default=-1)
            for x in range(last + 1):
                sign, style = line.get(x, (" ", ""))
                made.append(sign, style or None)
        return made
