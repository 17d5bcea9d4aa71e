"""What is said of single cells: figures of their fields and the rule text that they carry."""

from __future__ import annotations

from collections.abc import Sequence

from rulesdsl.document import Mapping, Scalar
from rulesdsl.document.tree import Node as Yaml
from rulesdsl.model import carried
from rulesdsl.model.game import BoardDecl, FieldDecl, Game
from rulesdsl.model.reading import Reader
from rulesdsl.model.types import Type
from rulesdsl.source.diagnostics import Label
from rulesdsl.source.suggest import did_you_mean
from rulesdsl.source.text import Span

CELL_TYPES = {"square": "Square", "graph": "Region", "track": "Space", "hex": "Hex"}
_ABOUT = ("cite", "about")
"""What an entry can have besides fields and rules."""


def cell_type(reader: Reader, value: Yaml) -> str:
    """The type of a board's cells."""
    return reader.text(reader.at(value, "called")) or CELL_TYPES.get(reader.text(reader.at(value, "kind")), "Square")


def field_of_cells(game: Game, cell_type: str, name: str) -> FieldDecl | None:
    """A field of the cells of a type, whichever board declares it."""
    boards = (game.boards.get(board) for board in game.cell_types.get(cell_type, ()))
    return next((board.fields[name] for board in boards if board is not None and name in board.fields), None)


def cell_rules(reader: Reader, boards: Sequence[tuple[Scalar, Yaml]]) -> None:
    """The rules that cells carry: those of all boards with cells of one type together."""
    spans: dict[str, Span] = {}
    for _, value in boards:
        holder = Type("cell", cell_type(reader, value))
        known = reader.game.cell_rules.setdefault(holder.name, {})
        fields = {
            name.text
            for _, other in boards
            if cell_type(reader, other) == holder.name
            for name, _ in reader.items(reader.at(other, "fields"))
        }
        for name, word in carried.declared(reader, reader.at(value, "rules"), fields):
            key = carried.key_of(holder, name.text)
            if known.setdefault(name.text, word) != word:
                reader.problems.error(
                    "name-clash",
                    name.span,
                    f"`{name.text}` of a {holder.name} is `{known[name.text]}` on another board",
                    related=[Label(spans[key], "said here")],
                    help="boards with cells of one type share their rules",
                )
            spans.setdefault(key, name.span)
            reader.game.carried.setdefault(key, {})


def entries(reader: Reader, board: BoardDecl, cells: Mapping) -> None:
    """Single cells: `b2: {height: 3, enter: gain 1 coin}`."""
    for key, entry in cells.entries:
        entry_of(reader, board, [key.text], key, entry)


def entry_of(reader: Reader, board: BoardDecl, cells: Sequence[str], key: Scalar, entry: Yaml) -> list[tuple[str, str]]:
    """One entry, which speaks of some cells: `key` is their name, or their sign in a picture.

    The result are the fields that it speaks of, as they are written.
    """
    game, holder = reader.game, Type("cell", board.cell_type)
    rules = game.cell_rules[board.cell_type]
    fields = [name for other in game.boards.values() if other.cell_type == board.cell_type for name in other.fields]
    for name, value in reader.items(entry):
        if name.text in rules:
            rule = carried.said(reader, holder, name.text, rules[name.text], value)
            rule.cite, rule.title = reader.cite(entry) or board.cite, key.text.replace("_", " ")
            known = game.carried[carried.key_of(holder, name.text)]
            known.update(dict.fromkeys((f"{board.name}.{cell}" for cell in cells), rule))
        elif name.text in fields:
            expr = reader.expression(value)
            if expr is not None and cells:
                board.cell_values.setdefault(name.text, {}).update(dict.fromkeys(cells, expr))
        elif name.text not in _ABOUT:
            guess = did_you_mean(name.text, [*fields, *rules])
            reader.problems.error(
                "unknown-field",
                name.span,
                f"the cells of `{board.name}` have no field or rule `{name.text}`",
                help=f"did you mean `{guess}`?" if guess else None,
            )
    return [(name.text, reader.text(value)) for name, value in reader.items(entry) if name.text in fields]


def missing_of_cells(reader: Reader) -> None:
    """Every cell says the values that cells of its type carry; an effect that it does not say is none."""
    for board in reader.game.boards.values():
        for name, word in reader.game.cell_rules[board.cell_type].items():
            known = reader.game.carried[carried.key_of(Type("cell", board.cell_type), name)]
            cells = board.shape.names if board.shape is not None else ()
            silent = [cell for cell in cells if f"{board.name}.{cell}" not in known]
            if word == carried.EFFECT or not silent:
                continue
            others = "another cell" if len(silent) == 2 else f"{len(silent) - 1} other cells"
            others = f", nor do{'es' if len(silent) == 2 else ''} {others}" if len(silent) > 1 else ""
            reader.problems.error(
                "missing-key",
                board.span,
                f"`{board.name}.{silent[0]}` does not say its `{name}`{others}",
                help=f"add `{name}:`, {word}; what most cells have alike is a field with a default",
            )
