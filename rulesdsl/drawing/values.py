"""Marks of the values of fields: what a cell or a link says of itself."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from rulesdsl.drawing.atlas import Atlas
from rulesdsl.drawing.marks import shortened
from rulesdsl.drawing.picture import Mark

_NUMBERS: Final = ("int", "half")


class Values:
    """Makes the marks of some fields, (field, word of its type) each, and writes down in `meanings` what they mean."""

    def __init__(self, atlas: Atlas, fields: Sequence[tuple[str, str]], meanings: dict[tuple[str, int], str]) -> None:
        self.atlas, self.words, self.meanings = atlas, dict(fields), meanings
        self.fields = shortened(list(self.words))
        self.members: dict[str, dict[str, str]] = {
            word: {name.replace("_", " "): mark for name, mark in shortened(atlas.enums[word[5:]]).items()}
            for _, word in fields
            if word.startswith("enum ")
        }
        words = [word for _, word in fields]
        self.alone = {word for word in words if words.count(word) == 1 and (word not in _NUMBERS or len(words) == 1)}
        """Types of which there is one field, so that the value says which."""

    def marks(self, about: Mapping[str, Any]) -> Iterator[Mark]:
        """A mark for each field that has a value."""
        for field, value in about.items():
            if value is False or value is None:
                continue
            text, owner, meaning = self._value(field, self.words.get(field, ""), value)
            if not text:
                continue
            if meaning:
                self.meanings[text, owner] = meaning
            yield Mark(text, f"{field.replace('_', ' ')} {_said(value)}".strip(), owner)

    def _value(self, field: str, word: str, value: Any) -> tuple[str, int, str]:
        """(mark, seat, what it means) of a field's value."""
        name = field.replace("_", " ")
        before = "" if word in self.alone or not word else self.fields.get(field, "").lower()
        if word == "bool":
            return self.fields[field].lower(), -1, name
        if word == "player" and value in self.atlas.players:
            owner = self.atlas.players.index(value)
            return before + self.atlas.player_marks[owner], owner, f"{name} {value}"
        if word in self.members and value in self.members[word]:
            mark = self.members[word][value]
            return before + mark, -1, f"{name} {value}"
        if word in ("piece", "kind", "union") and (piece := str(value).replace(" ", "_")) in self.atlas:
            # Not to be taken for the piece itself.
            before = self.fields[field].lower()
            return before + self.atlas.mark(piece), self.atlas.owner(piece), f"{name} {value}"
        if word in _NUMBERS and value in (0, "0"):
            return "", -1, ""
        if before and word in _NUMBERS:
            self.meanings[before, -1] = name
            return before + _said(value), -1, ""
        return before + _said(value), -1, f"{name} {_said(value)}" if before else ""


def _said(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ", ".join(map(_said, value)) if isinstance(value, (list, tuple)) else str(value).replace("_", " ")
