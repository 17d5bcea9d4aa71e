"""What a person needs to see before a choice: a view in few lines, its boards; what several views tell together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rulesdsl.providers.tables import (
    DRAWN,
    HIDDEN,
    SAID_ELSEWHERE,
    board_blocks,
    headed,
    is_nested,
    pairs,
    shown,
    zone_text,
)

if TYPE_CHECKING:
    from rich.console import RenderableType

    from rulesdsl.drawing.atlas import Atlas

# So many rows fit above a question; what a player alone sees is always shown.
_ROWS = 14
_OF_BOARDS = ("boards", "laid", "up")


def glance(view: Mapping[str, Any], others: Sequence[Mapping[str, Any]], width: int) -> list[RenderableType]:
    """Return a view without its boards, a row for each value that is not empty, cut to a width in columns.

    What some of the others do not see comes first and is never cut.
    """
    rows = dict(_rows(view))
    seen = [dict(_rows(other)) for other in others]
    own = {key: row for key, row in rows.items() if _sees(row) and any(other.get(key) != row for other in seen)}
    rest = {key: row for key, row in rows.items() if key not in own}
    room = max(1, _ROWS - len(own))
    said = {key: _said(row) for key, row in own.items()}
    left = max(20, width - 4 - max(map(len, rows), default=0))
    said |= {key: _cut(_said(row), left) for key, row in list(rest.items())[:room]}
    blocks: list[RenderableType] = [pairs(said)] if said else []
    if len(rest) > room:
        blocks.append(f"  ... and {len(rest) - room} more (v shows everything)")
    return blocks


def boards(
    view: Mapping[str, Any], before: Mapping[str, Any] | None, atlas: Atlas | None = None, width: int = 80
) -> list[RenderableType]:
    """Return the boards of a view that differ from an earlier one; all of them if there is none.

    With an atlas they are drawn as they are printed.
    """
    here: Mapping[str, Any] = view.get("boards", {})
    changed = {
        name: block
        for name, block in board_blocks(view, atlas, width).items()
        if before is None
        or any(_of_board(name, view, key) != _of_board(name, before, key) for key in _OF_BOARDS)
        or _standing(view, name) != _standing(before, name)
    }
    return [block for name, board in changed.items() for block in headed(name if len(here) > 1 else "", board)]


def _of_board(name: str, view: Mapping[str, Any], key: str) -> Any:
    return view.get(key, {}).get(name)


def _standing(view: Mapping[str, Any], name: str) -> list[Any]:
    """What the pieces on a board show of themselves."""
    known: Mapping[str, Any] = view.get("pieces", {})
    cells: Mapping[str, Any] = view["boards"].get(name, {})
    held = (piece for about in cells.values() if isinstance(about, Mapping) for piece in about.get("pieces", ()))
    return [known[piece] for piece in held if piece in known]


def apart(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    """Whether two players see different things."""
    return any(one.get(key) != other.get(key) for key in dict.fromkeys([*one, *other]) if key not in SAID_ELSEWHERE)


def opened(views: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Return what the views of several players tell together."""
    kept = dict.fromkeys(key for view in views for key in view if key not in SAID_ELSEWHERE or key in DRAWN)
    joined: dict[str, Any] = _joined([{key: view[key] for key in kept if key in view} for view in views])
    return joined


def _joined(values: Sequence[Any]) -> Any:
    if all(isinstance(value, Mapping) for value in values):
        if all(set(value) == {"count", "pieces"} for value in values):
            if all(value == values[0] for value in values):
                return values[0]
            most = max((value["pieces"] for value in values), key=len)
            pieces = dict.fromkeys([*most, *(piece for value in values for piece in value["pieces"])])
            return {"count": values[0]["count"], "pieces": list(pieces)}
        keys = dict.fromkeys(key for value in values for key in value)
        return {key: _joined([value[key] for value in values if key in value]) for key in keys}
    if all(isinstance(value, (list, tuple)) for value in values) and len({len(value) for value in values}) == 1:
        return [_joined(at) for at in zip(*values, strict=True)]
    return next((value for value in values if value != HIDDEN), HIDDEN)


def _rows(view: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Each value that fits a row; what pieces show of themselves and boards is left out."""
    for group, value in view.items():
        if group in SAID_ELSEWHERE or group in ("boards", "pieces", "backs"):
            continue
        if group in ("state", "tokens"):
            for key, one in value.items():
                told = _telling(one) if group == "state" else one
                if told is not None:
                    yield from _parts(str(key), told)
        elif group == "zones":
            yield from ((place, zone) for place, zone in value.items() if zone_text(zone) != "-")
        else:
            yield from _parts(group, value)


def _telling(value: Any) -> Any:
    """A value of the state without what is no or none; None if nothing is left."""
    if isinstance(value, Mapping):
        left = {key: told for key, one in value.items() if (told := _telling(one)) is not None}
        return left or None
    return None if value is False else value


def _parts(key: str, value: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(value, Mapping) and is_nested(value):
        yield from ((f"{key} {name}", one) for name, one in value.items())
    else:
        yield key, value


def _sees(row: Any) -> bool:
    """Whether a row tells anything."""
    if isinstance(row, Mapping):
        return bool(row["pieces"]) if set(row) == {"count", "pieces"} else any(map(_sees, row.values()))
    return bool(row != HIDDEN)


def _said(row: Any) -> str:
    return zone_text(row) if isinstance(row, Mapping) and set(row) == {"count", "pieces"} else shown(row)


def _cut(text: str, width: int) -> str:
    return text if len(text) <= width else f"{text[: width - 4].rstrip(' ,')} ..."
