"""What a person reads about a match: a view as tables, what changed between two views, a rule with its lines.

A view is plain data: ``state`` and ``tokens`` by name, ``zones`` (count and pieces seen) by place, ``boards`` by name
and cell, ``pieces`` by name; values that are hidden are ``?``. Anything else in it is shown as it stands.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.table import Table

    from rulesdsl.drawing.atlas import Atlas
    from rulesdsl.drawing.picture import Picture
    from rulesdsl.source import Span

# A wider table than this breaks on a terminal of 80 columns.
_COLUMNS = 6
# A longer rule is cut: it is to be read in its file.
_RULE_LINES = 40
# Who looks and who acts is said by the question itself.
_ASKED = ("player", "players", "acting")
# Which side of a board lies up, and in which order pieces were laid, is said by the boards.
DRAWN = ("laid", "up")
SAID_ELSEWHERE = (*_ASKED, *DRAWN)
_GROUPS = ("state", "tokens", "zones", "boards", "pieces")

# How a view writes a value that is not seen.
HIDDEN = "?"
# What it says of a piece with a printed face, which never changes.
_FACE = "face"

_NUMBERED = re.compile(r"(.*_)(\d+)")


def view_table(view: Mapping[str, Any], atlas: Atlas | None = None, width: int = 80) -> RenderableType:
    """Return a view as one block for a rich console; with an atlas, boards are drawn as they are printed."""
    from rich.console import Group

    blocks: list[RenderableType] = []
    for key, value in view.items():
        if key in SAID_ELSEWHERE:
            continue
        if key == "boards":
            for board, drawn in board_blocks(view, atlas, width).items():
                blocks += headed(board, drawn)
        elif key == "zones":
            blocks += headed(key, pairs({place: zone_text(zone) for place, zone in value.items()}) if value else None)
        elif isinstance(value, Mapping):
            blocks += _groups(key, value)
        else:
            blocks.append(pairs({key: value}))
    return Group(*blocks)


def changes(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[str]:
    """Return one line for each value that differs between two views of one player, in the later one's order.

    A value that is hidden again is no news.
    """
    old, new = dict(_values(before)), dict(_values(after))
    differ = [key for key, value in new.items() if old.get(key) != value and value != HIDDEN]
    lines = [f"{key}: {_change(old.get(key), new[key])}" for key in differ]
    gone = [(key, value) for key, value in old.items() if key not in new and not key.endswith(f" {_FACE}")]
    return lines + [f"{key}: {shown(value)} → -" for key, value in gone]


def flat(view: Mapping[str, Any], above: str = "") -> Iterator[tuple[str, str]]:
    """Yield each single value of a view with its path of keys, as text."""
    for key, value in view.items():
        path = f"{above} {key}" if above else str(key)
        if isinstance(value, Mapping):
            yield from flat(value, path)
        else:
            yield path, ", ".join(map(shown, value)) if isinstance(value, (list, tuple)) else shown(value)


def shown(value: Any) -> str:
    """Return a single value, or a list of them, as a person reads it."""
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {shown(one)}" for key, one in value.items()) or "nothing"
    if isinstance(value, (list, tuple)):
        return ", ".join(_runs([shown(one) for one in value])) or "nothing"
    return str(value)


def rule_lines(span: Span, name: str = "") -> list[str]:
    """Return the lines of a rule with their numbers: its first line and all that is indented below it.

    With a name, the rule begins at the line above the span that declares it, and the span's own line is marked.
    """
    source, marked = span.source, span.line
    first = _declared(span, name) if name else marked
    indent = _indent(source.line_text(first))
    numbers = [first]
    for n in range(first + 1, len(source.line_starts) + 1):
        text = source.line_text(n)
        if text.strip() and _indent(text) <= indent:
            break
        numbers.append(n)
    while len(numbers) > 1 and not source.line_text(numbers[-1]).strip():
        numbers.pop()
    begin = max(0, min(marked - first - _RULE_LINES // 2, len(numbers) - _RULE_LINES))
    mark = [">" if name and n == marked and n != first else " " for n in numbers]
    return [f"{mark[n - first]}{n:>4} | {source.line_text(n)}" for n in numbers[begin : begin + _RULE_LINES]]


def span_lines(span: Span) -> list[str]:
    """Return the lines that a span touches with their numbers; nothing for an empty span."""
    if span.start >= span.end:
        return []
    source, last = span.source, span.source.line_column(span.end - 1)[0]
    return [f"  {n:>4} | {source.line_text(n)}" for n in range(span.line, last + 1)][:_RULE_LINES]


def _declared(span: Span, name: str) -> int:
    """The nearest line at or above a span that begins with a name as a key."""
    key = re.compile(rf"\s*(- name: )?{re.escape(name)}\s*[:(]|\s*- name: {re.escape(name)}\s*$")
    return next((n for n in range(span.line, 0, -1) if key.match(span.source.line_text(n))), span.line)


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


# ---------------------------------------------------------------- tables


def headed(title: str, block: RenderableType | None) -> list[RenderableType]:
    """Return a block under its title; nothing for no block."""
    from rich.text import Text

    return [] if block is None else [Text(f"\n{title}" if title else "", style="bold"), block]


def _groups(title: str, rows: Mapping[str, Any]) -> list[RenderableType]:
    """Blocks for named values: single ones, then those of each player side by side, then each that has two keys."""
    single = {key: value for key, value in rows.items() if not isinstance(value, Mapping)}
    nested = {key: value for key, value in rows.items() if isinstance(value, Mapping) and is_nested(value)}
    each = {key: value for key, value in rows.items() if isinstance(value, Mapping) and key not in nested}
    blocks = headed(title, pairs(single)) if single else []
    if each:
        blocks += headed("" if single else title, _side_by_side(each))
    for key, value in nested.items():
        blocks += headed(key, _side_by_side(value))
    return blocks


def is_nested(value: Mapping[str, Any]) -> bool:
    """Whether each value of a mapping is a mapping itself."""
    return bool(value) and all(isinstance(one, Mapping) for one in value.values())


def pairs(rows: Mapping[str, Any]) -> Table:
    """Return named values, one below the other."""
    from rich.table import Table
    from rich.text import Text

    table = Table.grid(padding=(0, 2))
    for key, value in rows.items():
        table.add_row(Text(f"  {key}"), Text(shown(value)))
    return table


def _side_by_side(rows: Mapping[str, Mapping[str, Any]]) -> Table:
    from rich.box import SIMPLE_HEAD
    from rich.table import Table
    from rich.text import Text

    columns = list(dict.fromkeys(str(key) for row in rows.values() for key in row))
    if len(columns) > _COLUMNS:
        return pairs(rows)
    table = Table(box=SIMPLE_HEAD, padding=(0, 1), show_edge=False)
    table.add_column()
    for column in columns:
        table.add_column(Text(column))
    for key, row in rows.items():
        cells = {str(column): shown(value) for column, value in row.items()}
        table.add_row(Text(str(key)), *(Text(cells.get(column, "")) for column in columns))
    return table


def zone_text(zone: Any) -> str:
    """Return what is seen of a zone, and how much is not; `-` for nothing."""
    if not isinstance(zone, Mapping) or set(zone) != {"count", "pieces"}:
        return shown(zone)
    hidden = zone["count"] - len(zone["pieces"])
    parts = [shown(zone["pieces"])] if zone["pieces"] else []
    parts += [f"{hidden} unseen"] if hidden else []
    return ", ".join(parts) or "-"


def board_blocks(view: Mapping[str, Any], atlas: Atlas | None = None, width: int = 80) -> dict[str, RenderableType]:
    """Return each board of a view as it lies on a table, or as a list of the cells that hold something."""
    boards: Mapping[str, Any] = view.get("boards", {})
    if not boards:
        return {}
    from rulesdsl.drawing.atlas import of_view
    from rulesdsl.drawing.make import pictures
    from rulesdsl.drawing.terminal import draw

    known = atlas or of_view(view)
    return {
        picture.name: draw(picture, width) if _is_drawn(picture) else _cells(boards[picture.name])
        for picture in pictures(view, known)
    }


def _is_drawn(picture: Picture) -> bool:
    """Whether it is known where the cells of a board are."""
    return picture.is_map or picture.kind not in ("graph", "list")


def _cells(cells: Mapping[str, Any]) -> Table:
    """A board as a list of the cells that hold something."""
    held = {cell: _cell(about) for cell, about in cells.items() if about}
    return pairs(held or {"all": "empty"})


def _cell(about: Any) -> str:
    if not isinstance(about, Mapping):
        return shown(about)
    if len(about) == 1:
        return shown(next(iter(about.values())))
    return ", ".join(shown(value) if key == "pieces" else f"{key} {shown(value)}" for key, value in about.items())


# ---------------------------------------------------------------- changes


def _values(view: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Each single value or list of a view under a short path."""
    for group, value in view.items():
        if group in _GROUPS and isinstance(value, Mapping):
            for key, one in value.items():
                yield from _below(str(key), one)
        elif group not in SAID_ELSEWHERE:
            yield from _below(group, value)


def _below(path: str, value: Any) -> Iterator[tuple[str, Any]]:
    if not isinstance(value, Mapping):
        yield path, list(value) if isinstance(value, tuple) else value
    elif set(value) == {"count", "pieces"}:
        # Pieces that are all seen need no counting.
        yield (path, list(value["pieces"])) if len(value["pieces"]) == value["count"] else (path, zone_text(value))
    else:
        for key, one in value.items():
            yield from _below(f"{path} {key}", one)


def _change(old: Any, new: Any) -> str:
    if isinstance(old, list) and isinstance(new, list):
        came, went = _less(new, old), _less(old, new)
        if came or went:
            return ", ".join([f"+ {one}" for one in _runs(came)] + [f"- {one}" for one in _runs(went)])
    return f"{'-' if old is None else shown(old)} → {shown(new)}"


def _less(some: list[Any], others: list[Any]) -> list[str]:
    left = list(others)
    found = []
    for one in some:
        if one in left:
            left.remove(one)
        else:
            found.append(shown(one))
    return found


def _runs(names: Sequence[str]) -> list[str]:
    """Names that only count on, written as one: `card_1 .. card_4`."""
    made: list[list[str]] = []
    for name in names:
        if made and _follows(made[-1][-1], name):
            made[-1].append(name)
        else:
            made.append([name])
    return [part for run in made for part in (run if len(run) < 3 else [f"{run[0]} .. {run[-1]}"])]


def _follows(name: str, following: str) -> bool:
    one, two = _NUMBERED.fullmatch(name), _NUMBERED.fullmatch(following)
    return bool(one and two and one.group(1) == two.group(1) and int(two.group(2)) == int(one.group(2)) + 1)
