"""Draw pictures of boards as one SVG: the same pictures always give the same text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final
from xml.sax.saxutils import escape

from rulesdsl.drawing import colours
from rulesdsl.drawing.edges import Point, Spot
from rulesdsl.drawing.picture import Cell, Mark, Picture, told_apart
from rulesdsl.drawing.plans import Plan, plan

_MARGIN: Final = 24.0
_LINE: Final = 18.0
_PAPER: Final = "#fbf8f1"
_FREE: Final = "#f1ead9"
_EDGE: Final = "#8d8471"
_INK: Final = "#2b2b2b"
_FAINT: Final = "#6d675b"
_LEGEND: Final = 640.0
"""A legend is at least so wide before its lines break."""
_LEGIBLE: Final = 7.0
"""A smaller text is hard to read."""
_LETTER: Final = 6.6
"""About as wide as a letter of the legend."""


def draw(pictures: Sequence[Picture], title: str = "") -> str:
    """Return an SVG of one or several boards, one below the other, each with its legend."""
    parts: list[str] = []
    y, width = _MARGIN, 0.0
    if title:
        parts.append(_text(_MARGIN, y + 8, title, 18, bold=True, anchor="start"))
        y += 34
    for picture in pictures:
        if not picture.cells:
            continue
        if len(pictures) > 1 or picture.side:
            parts.append(_text(_MARGIN, y + 6, _named(picture), 14, anchor="start", fill=_FAINT))
            y += 24
        laid = plan(picture)
        parts.append(f'<g transform="translate({_n(_MARGIN)} {_n(y)})">')
        parts += _board(picture, laid)
        parts.append("</g>")
        y += laid.height + 12
        legend, high, wide = _legend(picture, y, max(laid.width, _LEGEND))
        parts += legend
        y += high + 12
        width = max(width, laid.width, wide)
    size = f'width="{_n(width + 2 * _MARGIN)}" height="{_n(y + _MARGIN / 2)}"'
    box = f'viewBox="0 0 {_n(width + 2 * _MARGIN)} {_n(y + _MARGIN / 2)}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} {box} font-family="DejaVu Sans, Verdana, sans-serif">'
    arrow = (
        '<defs><marker id="way" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="7" markerHeight="7" orient="auto">'
        f'<path d="M0 0L10 5L0 10z" fill="{_EDGE}"/></marker></defs>'
    )
    paper = f'<rect width="100%" height="100%" fill="{_PAPER}"/>'
    return "\n".join([head, arrow, paper, *parts, "</svg>"]) + "\n"


def _named(picture: Picture) -> str:
    name = picture.name.replace("_", " ")
    return f"{name}: {picture.side.replace('_', ' ')}" if picture.side else name


# --------------------------------------------------------------------- board


def _board(picture: Picture, laid: Plan) -> Iterator[str]:
    grounds = _grounds(picture)
    for edge in laid.edges:
        way = ' marker-end="url(#way)"' if edge.one_way else ""
        to = f"L{_at(edge.end)}" if edge.pull is None else f"Q{_at(edge.pull)} {_at(edge.end)}"
        yield f'<path d="M{_at(edge.start)}{to}" fill="none" stroke="{_EDGE}" stroke-width="2"{way}/>'
    for edge in laid.edges:
        if edge.note:
            halo = f'stroke="{_PAPER}" stroke-width="5" paint-order="stroke" stroke-linejoin="round"'
            yield _text(*edge.place, edge.note, 12, bold=True).replace("<text", f"<text {halo}", 1)
    for cell, spot in zip(picture.cells, laid.spots, strict=True):
        yield "<g>"
        yield f"<title>{escape(_described(cell, picture))}</title>"
        yield from _cell(picture, cell, spot, grounds)
        yield "</g>"
    if laid.borders:
        lines = "".join(f"M{_at(a)}L{_at(b)}" for a, b in laid.borders)
        yield f'<path d="{lines}" stroke="{_INK}" stroke-width="2.5" stroke-linecap="round"/>'
    for x, y, text in laid.words:
        yield _text(x, y, text, 12, fill=_FAINT)


def _grounds(picture: Picture) -> dict[str, str]:
    """A colour for each meaning that a sign of the ground has."""
    if picture.kind == "layers":
        return {}
    found: dict[str, str] = {}
    for signs, words, _ in picture.legend:
        if any(cell.sign in signs.split() for cell in picture.cells if cell.sign) and words not in found.values():
            colour = colours.GROUNDS[len(set(found.values())) % len(colours.GROUNDS)]
            found.update(dict.fromkeys(signs.split(), colour))
    return found


def _cell(picture: Picture, cell: Cell, spot: Spot, grounds: dict[str, str]) -> Iterator[str]:
    layers = picture.kind == "layers"
    fill = _FREE if not layers or cell.block < 0 else colours.GROUNDS[cell.block % len(colours.GROUNDS)]
    corners = " ".join(f"{_n(spot.x + x)},{_n(spot.y + y)}" for x, y in spot.outline)
    width = "0.6" if layers else "1"
    yield f'<polygon points="{corners}" fill="{grounds.get(cell.sign, fill)}" stroke="{_EDGE}" stroke-width="{width}"/>'
    middle, notes = spot.y, " ".join(note.text for note in cell.notes) if cell.pieces else ""
    if layers and cell.sign:
        yield _text(spot.x, spot.y, cell.sign, 20, bold=True)
    else:
        head = _head(cell, notes)
        if head:
            down = 15 if picture.orientation == "pointy top" else 10
            yield _text(spot.x, spot.y + min(y for _, y in spot.outline) + down, head, 10, fill=_FAINT)
            middle += 5
    yield from _tokens(picture, cell, spot, middle)
    if not cell.pieces:
        yield from _notes(picture, cell, spot, middle + 2)


def _notes(picture: Picture, cell: Cell, spot: Spot, middle: float) -> Iterator[str]:
    """What a cell without pieces says of itself, side by side: a player's mark as a round token, others as text."""
    widths = [max(22.0, _LETTER * 1.4 * len(note.text) + 6) for note in cell.notes]
    size = min(1.0, spot.wide / sum(widths)) if widths else 1.0
    x = spot.x - size * sum(widths) / 2
    for note, width in zip(cell.notes, widths, strict=True):
        centre, wide = x + size * width / 2, size * width
        if note.owner < 0:
            yield _text(centre, middle, note.text, 14 * size, bold=True)
        else:
            yield from _token(picture, note, centre, middle, wide - 2, min(20.0, wide - 2), round_off=True)
        x += wide


def _head(cell: Cell, notes: str) -> str:
    """The first line of a cell: sign, number or name, and the notes where pieces take their place."""
    sign = "" if cell.sign == "." else cell.sign
    return " ".join(filter(None, (sign, cell.label.replace("_", " "), notes)))


def _tokens(picture: Picture, cell: Cell, spot: Spot, middle: float) -> Iterator[str]:
    """All pieces of a cell side by side, the topmost first; where they are many, how many more."""
    shown = list(reversed(cell.pieces))
    if picture.kind in ("graph", "track"):
        shown = [_counted(mark, times) for mark, times in told_apart(shown)]
    more = len(shown) - 9
    if more > 0:
        shown = shown[:8]
    count = len(shown) + (1 if more > 0 else 0)
    if not count:
        return
    across = 1 if count == 1 else 2 if count <= 4 else 3
    down = -(-count // across)
    wide, high = min(spot.wide / across, 38.0), min(spot.high / down, 24.0)
    for i in range(count):
        row, column = divmod(i, across)
        here = min(across, count - row * across)
        x = spot.x + (column - (here - 1) / 2) * wide
        y = middle + (row - (down - 1) / 2) * high
        if i < len(shown):
            yield from _token(picture, shown[i], x, y, wide - 2, high - 2)
        else:
            yield _text(x, y, f"+{more + 1}", min(high * 0.6, 10))


def _counted(mark: Mark, times: int) -> Mark:
    return replace(mark, text=f"{mark.text}×{times}") if times > 1 else mark


def _token(
    picture: Picture, mark: Mark, x: float, y: float, wide: float, high: float, *, round_off: bool = False
) -> Iterator[str]:
    fill = colours.seat(mark.owner, picture.players)
    ink = colours.ink(fill)
    box = f'x="{_n(x - wide / 2)}" y="{_n(y - high / 2)}" width="{_n(wide)}" height="{_n(high)}"'
    radius = min(wide, high) / 2 if round_off else min(4.0, high / 4)
    yield f'<rect {box} rx="{_n(radius)}" fill="{fill}" stroke="{_INK}" stroke-width="0.8"/>'
    status, size = mark.status, _size(len(mark.text) + 0.65 * len(mark.status), wide, high * 0.62)
    style = f'font-weight="bold" text-anchor="middle" fill="{ink}"'
    if status and size < _LEGIBLE:
        # Side by side they would be too small: the status stands below.
        size, small = _size(len(mark.text), wide, high * 0.5), _size(len(status), wide, high * 0.36)
        yield f'<text x="{_n(x)}" y="{_n(y - high * 0.02)}" font-size="{_n(size)}" {style}>{escape(mark.text)}</text>'
        yield f'<text x="{_n(x)}" y="{_n(y + high * 0.4)}" font-size="{_n(small)}" {style}>{escape(status)}</text>'
        return
    raised = f'<tspan font-size="{_n(size * 0.68)}" dy="{_n(-size * 0.3)}">{escape(status)}</tspan>' if status else ""
    text = f"{escape(mark.text)}{raised}"
    yield f'<text x="{_n(x)}" y="{_n(y + size * 0.36)}" font-size="{_n(size)}" {style}>{text}</text>'


def _size(letters: float, wide: float, most: float) -> float:
    """The size of a text that fits."""
    return min(most, (wide - 3) / (0.68 * letters))


def _described(cell: Cell, picture: Picture) -> str:
    """A cell in words: what a pointer over it is told."""
    meanings = {sign: words for signs, words, _ in picture.legend for sign in signs.split()}
    parts = [cell.name.replace("_", " ")]
    parts += [meanings.get(cell.sign, cell.sign)] if cell.sign.strip(".") else []
    parts += [note.name for note in cell.notes]
    parts += [f"{mark.name} ({mark.said})" if mark.said else mark.name for mark in reversed(cell.pieces)]
    return ", ".join(parts)


# -------------------------------------------------------------------- legend


def _legend(picture: Picture, y: float, room: float) -> tuple[list[str], float, float]:
    """(elements, height, width) of the legend, each entry with its colour."""
    grounds = _grounds(picture)
    x, widest, lines, parts = _MARGIN, 0.0, 1, []
    for mark, words, seat in picture.legend:
        wide = _LETTER * (len(mark) + len(words) + 1) + 34
        if x > _MARGIN and x + wide > _MARGIN + room:
            x, lines = _MARGIN, lines + 1
        at = y + lines * _LINE - 6
        fill = grounds.get(mark.split()[0], colours.seat(seat, picture.players) if seat >= 0 else "")
        if fill:
            box = f'x="{_n(x)}" y="{_n(at - 7)}" width="12" height="12" rx="2"'
            parts.append(f'<rect {box} fill="{fill}" stroke="{_EDGE}" stroke-width="0.8"/>')
        else:
            wide -= 18
        parts.append(
            f'<text x="{_n(x + 18 if fill else x)}" y="{_n(at + 3)}" font-size="11" fill="{_INK}">'
            f'<tspan font-weight="bold">{escape(mark)}</tspan> {escape(words)}</text>'
        )
        x += wide
        widest = max(widest, x - _MARGIN)
    return parts, (lines * _LINE if parts else 0.0), widest


# ---------------------------------------------------------------------- text


def _text(
    x: float, y: float, text: str, size: float, *, fill: str = _INK, bold: bool = False, anchor: str = "middle"
) -> str:
    """A text whose middle line is at y."""
    weight = ' font-weight="bold"' if bold else ""
    return (
        f'<text x="{_n(x)}" y="{_n(y + size * 0.36)}" font-size="{_n(size)}"{weight} text-anchor="{anchor}" '
        f'fill="{fill}">{escape(text)}</text>'
    )


def _n(value: float) -> str:
    """A number with at most two places, the shortest way."""
    return "0" if abs(value) < 0.005 else f"{value:.2f}".rstrip("0").rstrip(".")


def _at(point: Point) -> str:
    return f"{_n(point[0])} {_n(point[1])}"
