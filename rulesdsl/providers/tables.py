"""What a person reads about a match: views (nested mappings) as tables, changes in them, rules with their lines."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.console import RenderableType

    from rulesdsl.source import Span

# A wider table than this breaks on a terminal of 80 columns.
_COLUMNS = 6
# A longer rule is cut: it is to be read in its file.
_RULE_LINES = 40


def view_table(view: Mapping[str, Any]) -> RenderableType:
    """Return a view as one block for a rich console: single values first, then a table for each group."""
    from rich.console import Group
    from rich.table import Table
    from rich.text import Text

    plain = Table.grid(padding=(0, 2))
    blocks: list[RenderableType] = []
    for key, value in view.items():
        if isinstance(value, Mapping) and value:
            blocks += [Text(f"\n{key}", style="bold"), _group(value)]
        else:
            plain.add_row(Text(key), Text(shown(value)))
    return Group(plain, *blocks) if plain.row_count else Group(*blocks)


def changes(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[str]:
    """Return one line for each value that differs between two views of one player, in the later one's order."""
    old, new = dict(flat(before)), dict(flat(after))
    lines = [f"{key}: {old.get(key, '-')} → {value}" for key, value in new.items() if old.get(key) != value]
    return lines + [f"{key}: {value} → -" for key, value in old.items() if key not in new]


def flat(view: Mapping[str, Any], above: str = "") -> Iterator[tuple[str, str]]:
    """Yield each single value of a view with its path of keys, as text."""
    for key, value in view.items():
        path = f"{above} {key}" if above else str(key)
        if isinstance(value, Mapping):
            yield from flat(value, path)
        else:
            yield path, shown(value)


def shown(value: Any) -> str:
    """Return a single value, or a list of them, as a person reads it."""
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {shown(one)}" for key, one in value.items()) or "nothing"
    if isinstance(value, (list, tuple)):
        return ", ".join(shown(one) for one in value) or "nothing"
    return str(value)


def rule_lines(span: Span) -> list[str]:
    """Return the lines of a rule with their numbers: its first line and all that is indented below it."""
    source, first = span.source, span.line
    indent = _indent(source.line_text(first))
    lines = [f"{first:>4} | {source.line_text(first)}"]
    for n in range(first + 1, min(first + _RULE_LINES, len(source.line_starts)) + 1):
        text = source.line_text(n)
        if text.strip() and _indent(text) <= indent:
            break
        lines.append(f"{n:>4} | {text}")
    while lines[-1].endswith("| "):
        lines.pop()
    return lines


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def _group(rows: Mapping[str, Any]) -> RenderableType:
    from rich.box import SIMPLE_HEAD
    from rich.table import Table
    from rich.text import Text

    columns = _columns(rows)
    if not columns:
        table = Table.grid(padding=(0, 2))
        for key, value in rows.items():
            table.add_row(Text(f"  {key}"), Text(shown(value)))
        return table
    table = Table(box=SIMPLE_HEAD, padding=(0, 1), show_edge=False)
    table.add_column()
    for column in columns:
        table.add_column(Text(column))
    for key, row in rows.items():
        table.add_row(Text(str(key)), *(Text(shown(row[c]) if c in row else "") for c in columns))
    return table


def _columns(rows: Mapping[str, Any]) -> list[str]:
    """The columns of a group whose every row is a mapping, if they are few enough to stand side by side."""
    if not all(isinstance(row, Mapping) for row in rows.values()):
        return []
    columns = list(dict.fromkeys(str(key) for row in rows.values() for key in row))
    return columns if len(columns) <= _COLUMNS else []
