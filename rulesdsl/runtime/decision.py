"""A decision: one of these options, by this player, for this rule. Labels are made when somebody reads them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rulesdsl.runtime.machine import Machine
from rulesdsl.runtime.sight import back_name, is_seen, side_up
from rulesdsl.runtime.texts import Unseen
from rulesdsl.source.text import Source, Span

PASS = -1


@dataclass(frozen=True, slots=True)
class Rule:
    """The rule at work: its name, what it is, its title, section, and place in the rule file."""

    name: str
    kind: str
    title: str
    cite: str
    file: str
    line: int
    end_line: int

    @property
    def span(self) -> Span:
        """Its text in the rule file; an empty one where it has none or the file cannot be read any more."""
        if self.line < 1:
            return Span(Source(self.file, ""), 0, 0)
        try:
            source = Source(self.file, Path(self.file).read_text(encoding="utf-8-sig"))
        except (OSError, UnicodeDecodeError):
            return Span(Source(self.file, ""), 0, 0)
        last = source.text.count("\n") + 1
        return Span(source, source.line_range(min(self.line, last))[0], source.line_range(min(self.end_line, last))[1])


class Decision:
    """A pause of a match. Options are numbered from 0; `values` are what rules see of them."""

    __slots__ = ("_env", "_machine", "_state", "chain", "player_index", "site", "values")

    def __init__(
        self,
        machine: Machine,
        state: Any,
        site: int,
        player: int,
        values: Sequence[Any],
        env: tuple[Any, ...],
        chain: tuple[tuple[str, str], ...],
    ) -> None:
        self._machine, self._state, self._env = machine, state, env
        self.site, self.player_index, self.values, self.chain = site, player, values, chain

    @property
    def _about(self) -> tuple[Any, ...]:
        about: tuple[Any, ...] = self._machine.data["sites"][self.site]
        return about

    @property
    def state(self) -> Any:
        """The state that it is asked in: while several decide at once, the chooser's own."""
        return self._state

    @property
    def kind(self) -> str:
        """action, slot, choose or menu."""
        kind: str = self._about[0]
        return kind

    @property
    def slot(self) -> str | None:
        return self._about[12] or None

    @property
    def player(self) -> str:
        return self._machine.texts.players[self.player_index]

    @property
    def rule(self) -> Rule:
        return Rule(*self._about[1:8])

    @property
    def offered(self) -> list[Rule | None]:
        """Of a question which action: each option's, its span the text of its conditions; None for passing."""
        if self.kind != "action":
            return []
        titles, names, about = self._about[10], self._about[11], self._about[14]
        return [None if v == PASS else Rule(names[v], "action", titles[v], *about[v]) for v in self.values]

    @property
    def prompt(self) -> str:
        text = self._text(self._about[8])
        if text:
            return text
        return (self.slot or self.rule.title or self.rule.name).replace("_", " ")

    def _text(self, text: str) -> str:
        if not text.startswith("()"):
            return text
        made: str = self._machine.namespace[text[2:]](self._state, *map(self.for_chooser, self._env))
        return made

    def for_chooser(self, value: Any) -> Any:
        """A value of a text: should it be a piece that the chooser may not know, then without its name."""
        if type(value) is not int or not 0 <= value < len(self._machine.texts.pieces) or not self._hides(value):
            return value
        made = Unseen(value)
        made.said = self._place(value)
        return made

    def __len__(self) -> int:
        return len(self.values)

    def label(self, i: int) -> str:
        """How option `i` is said, apart from the others."""
        value, said = self.values[i], self.word(i)
        if self._is_piece(value):
            return said if self._hides(value) else said + self._apart(value, said)
        board = self._board(value)
        return f"{said} on {board.replace('_', ' ')}" if board else said

    def word(self, i: int) -> str:
        """What option `i` is called by itself; others may be called the same."""
        value = self.values[i]
        if self.kind == "action":
            return "pass" if value == PASS else str(self._about[10][value])
        if self.kind == "menu":
            return self._text(self._about[10][value])
        if self._unseen(value):
            return self._place(value)
        if value is None:
            return str(self._about[10][0]) if self._about[10] else "none"
        return self._machine.texts.text_of(self._about[9], value)

    def _apart(self, piece: int, said: str) -> str:
        """Where a piece lies and which side is up, where others that are called the same differ in that."""
        if len(self.values) < 2:
            return ""
        texts, kind = self._machine.texts, self._about[9]
        same = [x for x in self.values if self._is_piece(x) and not self._hides(x) and texts.text_of(kind, x) == said]
        places, made = self._state.where_, ""
        if len({places[x] for x in same}) > 1:
            made = f" at {texts.places[places[piece]].replace('_', ' ')}"
            same = [x for x in same if places[x] == places[piece]]
        sides = {x: side_up(self._machine, self._state, x) for x in same}
        return f"{made}, {sides[piece]}" if len(set(sides.values())) > 1 else made

    def _board(self, place: Any) -> str:
        """The board that a cell is of, where a cell of another one is offered by the same name; else nothing."""
        if self._about[9] not in ("cell", "place"):
            return ""
        boards, places = self._machine.anatomy.namesakes, self._machine.texts.places
        board = boards.get(place, "")
        same = (x for x in self.values if isinstance(x, int) and x in boards and places[x] == places[place])
        return board if board and any(boards[x] != board for x in same) else ""

    def face(self, i: int) -> str:
        """What is printed on the piece that option `i` is, in one line; nothing if that is no such piece."""
        value = self.values[i]
        return self._machine.texts.faces[value] if self._is_piece(value) and not self._unseen(value) else ""

    def labels(self) -> list[str]:
        return [self.label(i) for i in range(len(self.values))]

    def name(self, i: int) -> str:
        """A stable name of option `i`, for answers and records.

        An action's or a piece's own name, a cell's with its board where others are called the same, else the label.
        """
        value = self.values[i]
        if self.kind == "action":
            return "pass" if value == PASS else str(self._about[11][value])
        if self._is_piece(value) and not self._unseen(value):
            return str(self._machine.texts.pieces[value])
        if self._is_piece(value):
            return self.label(i).replace(" ", "_")
        board = self._board(value)
        return f"{board}.{self.word(i)}" if board else self.label(i)

    def _is_piece(self, value: Any) -> bool:
        return self._about[9] in ("kind", "piece", "union") and isinstance(value, int) and value >= 0

    def _unseen(self, value: Any) -> bool:
        """Is it a piece that the chooser may not know?"""
        return self._is_piece(value) and self._hides(value)

    def _hides(self, piece: int) -> bool:
        return not is_seen(self._machine, self._state, piece, self.player_index)

    def _place(self, piece: int) -> str:
        """What a piece is called that lies face down: where it is, and a number where there are several."""
        texts, place, back = self._machine.texts, self._state.where_[piece], self._back(piece)
        there = [p for p in self._state.held_[place] if self._hides(p) and self._back(p) == back]
        number = f" {there.index(piece) + 1}" if len(there) > 1 and not self._stands_for_all(piece, back) else ""
        return f"{back or 'hidden'} at {texts.places[place].replace('_', ' ')}{number}"

    def _back(self, piece: int) -> str:
        """What the back of a hidden piece tells the chooser, if anything."""
        return back_name(self._machine, self._state, piece, self.player_index)

    def _stands_for_all(self, piece: int, back: str) -> bool:
        """Is it of an `alike` kind, so that of those with its back one is offered?"""
        data = self._machine.data
        return bool(back) and bool(data["kinds"][data["piece_kinds"][piece]][2])

    def find(self, text: str) -> list[int]:
        """Options that `text` can mean: by name or label exactly, else as an equal piece, else by unique prefix."""
        wanted = _plain(str(text))
        said = [(_plain(self.name(i)), _plain(self.label(i))) for i in range(len(self.values))]
        exact = [i for i, words in enumerate(said) if wanted in words]
        if exact:
            return exact
        alike = self._alike(str(text))
        if alike:
            return alike
        return [i for i, words in enumerate(said) if any(word.startswith(wanted) for word in words)] if wanted else []

    def _alike(self, text: str) -> list[int]:
        """The option that stands for an equal piece; the name of one that the chooser may not know finds nothing."""
        if self._about[9] not in ("kind", "piece", "union"):
            return []
        data, pieces = self._machine.data, self._machine.texts.pieces
        if text not in pieces:
            return []
        kinds, piece = data["piece_kinds"], pieces.index(text)
        if self._hides(piece):
            return []
        return [
            i
            for i, value in enumerate(self.values)
            if isinstance(value, int)
            and value >= 0
            and not self._hides(value)
            and kinds[value] == kinds[piece]
            and self._state.where_[value] == self._state.where_[piece]
            and data["kinds"][kinds[piece]][2]
        ]


def _plain(text: str) -> str:
    return text.strip().casefold().replace("_", " ")
