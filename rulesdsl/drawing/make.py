"""Make pictures of the boards that a view shows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from rulesdsl.drawing.atlas import Atlas, Board, of_view
from rulesdsl.drawing.picture import Cell, Mark, Picture
from rulesdsl.drawing.values import Values

HIDDEN: Final = "?"
"""What a view says of a piece that is not seen."""
COVERED: Final = "covered by"
"""In a view the pieces that reach over a cell from another one."""
CARRIES: Final = "carries"
"""What a view says of a piece on which others lie whose backs show."""
_NO_FIELDS: Final = ("on", "face", CARRIES)
"""What a view says of a piece besides its side and its fields."""
MARGIN: Final = 1
"""So many free cells are drawn around what lies on a board whose pieces lie over one another."""


def pictures(view: Mapping[str, Any], data: Mapping[str, Any] | Atlas | None = None) -> list[Picture]:
    """Return a picture of each board of a view; `data` is what is printed: `Program.data`, or an atlas made of it."""
    atlas = data if isinstance(data, Atlas) else of_view(view) if data is None else Atlas(data)
    return [_picture(name, atlas, view) for name in view.get("boards", {})]


def _picture(name: str, atlas: Atlas, view: Mapping[str, Any]) -> Picture:
    seen: Mapping[str, Any] = view["boards"][name]
    side = view.get("up", {}).get(name, "")
    board = atlas.boards.get(side or name) or Board("list", tuple(seen))
    maker = _Maker(atlas, board, view)
    cells = maker.laid(view["laid"][name]) if board.layered and "laid" in view else maker.cells(seen)
    kind = "layers" if board.layered and "laid" in view else board.kind
    columns, rows = _edges(board) if board.kind == "square" else ((), ())
    if kind == "layers":
        cells = _cropped(cells)
        across, down = {cell.x for cell in cells}, {cell.y for cell in cells}
        columns = tuple(one for one in columns if one[0] in across)
        rows = tuple(one for one in rows if one[0] in down)
    return Picture(
        name=name,
        side=side,
        kind=kind,
        cells=tuple(cells),
        players=atlas.players,
        orientation=board.orientation,
        loop=board.loop,
        columns=columns,
        rows=rows,
        links=board.links,
        link_notes=maker.link_notes(),
        legend=tuple(maker.legend(cells)),
    )


class _Maker:
    """Makes the cells of one board."""

    def __init__(self, atlas: Atlas, board: Board, view: Mapping[str, Any]) -> None:
        self.atlas, self.board = atlas, board
        self.pieces: Mapping[str, Any] = view.get("pieces", {})
        self.backs: Mapping[str, Any] = view.get("backs", {})
        self.on: dict[str, list[str]] = {}
        """What each piece carries."""
        for piece, about in self.pieces.items():
            if "on" in about:
                self.on.setdefault(about["on"], []).append(piece)
            self.on.setdefault(piece, []).extend(about.get(CARRIES, ()))
        self.index = {name: i for i, name in enumerate(board.cells)}
        self.meanings: dict[tuple[str, int], str] = {}
        self.values = Values(atlas, board.fields, self.meanings)

    def cells(self, seen: Mapping[str, Any]) -> list[Cell]:
        """Every cell with what lies on it."""
        return [self._cell(name, self._about(about)) for name, about in seen.items()]

    def _cell(self, name: str, about: Mapping[str, Any], sign: str = "", block: int = -1) -> Cell:
        at, board = self.index[name], self.board
        sign = sign or board.signs[at : at + 1].strip()
        return Cell(
            name,
            board.x[at] if board.x else -1,
            board.y[at] if board.y else -1,
            board.labels[at] if board.labels else name if board.kind == "list" else "",
            sign,
            tuple(self._mark(piece) for key in (COVERED, "pieces") for piece in about.get(key, ())),
            tuple(self.values.marks({key: value for key, value in about.items() if key not in ("pieces", COVERED)})),
            block,
        )

    @staticmethod
    def _about(about: Any) -> Mapping[str, Any]:
        return about if isinstance(about, Mapping) else {"": about}

    # ------------------------------------------------------------------ pieces

    def _mark(self, piece: str) -> Mark:
        if piece == HIDDEN:
            return Mark(HIDDEN, "unseen")
        if piece in self.backs:
            return Mark(
                HIDDEN, piece, status=self._status({k: v for k, v in self.backs[piece].items() if k != "side"}, "")[0]
            )
        mark, owner = self.atlas.mark(piece), self.atlas.owner(piece)
        group, words = self.atlas.group(piece)
        if mark != piece:
            self.meanings[group, owner] = words
        status, said = self._status(self.pieces.get(piece, {}), piece)
        carried = tuple(self._mark(other) for other in self.on.get(piece, ()))
        if carried:
            status += f"+{len(carried)}"
            said = ", ".join(filter(None, (said, "with " + " and ".join(other.name for other in carried))))
        return Mark(mark, piece.replace("_", " "), owner, status, said, group if group != mark else "", carried)

    def _status(self, about: Mapping[str, Any], piece: str) -> tuple[str, str]:
        """What differs from how a piece began, as a mark and in words; all of what a back tells, without a piece."""
        atlas = self.atlas
        numbers = sum(isinstance(value, int) and not isinstance(value, bool) for value in about.values())
        short, said = [], []
        for field, value in about.items():
            name = field.replace("_", " ")
            if field == "side":
                changed, word, words = value not in (atlas.first_side(piece), HIDDEN), value, value.replace("_", " ")
            else:
                changed = field not in _NO_FIELDS and value not in (None, False, "none", atlas.began(piece, field))
                is_plain = isinstance(value, (bool, int))
                word, words = (field, name) if is_plain else (value, f"{name} {value}")
            if not changed:
                continue
            is_number = isinstance(value, int) and not isinstance(value, bool)
            # Where a piece has several numbers each says which it is.
            mark = "" if is_number and numbers == 1 else atlas.status_marks.get(word, str(word)[0].lower())
            if mark:
                self.meanings[mark, -1] = words
            short.append(f"{mark}{value}" if is_number else mark)
            said.append(f"{words} {value}" if is_number else words)
        return "".join(short), ", ".join(said)

    # ------------------------------------------------------------------- links

    def link_notes(self) -> tuple[str, ...]:
        """What each link says of itself, there and back with a stroke between; nothing where links have no fields."""
        names = [field for field, _ in self.board.link_fields]
        values = Values(self.atlas, self.board.link_fields, self.meanings)
        found = []
        for ways in self.board.link_values:
            there, back = (
                " ".join(mark.text for mark in values.marks(dict(zip(names, way, strict=True)))) for way in ways
            )
            found.append(there if there == back else f"{there or 0}/{back or 0}")
        return tuple(found)

    # ------------------------------------------------------------------ layers

    def laid(self, lying: Sequence[Sequence[str]]) -> list[Cell]:
        """The cells of a board whose pieces lie over one another, with what shows on each."""
        width = max(self.board.x) + 1
        tops: dict[int, tuple[str, str, int]] = {}
        for number, (piece, spot) in enumerate(lying):
            for x, y, symbol, amount in self.atlas.face(piece):
                sign, meaning = self.atlas.sign(piece, symbol, amount)
                if meaning:
                    self.meanings[sign, -1] = meaning
                # Rows are stored from the bottom, faces are read from above.
                tops[self.index[spot] - y * width + x] = (piece, sign, number)
        return [self._top(name, tops.get(at)) for at, name in enumerate(self.board.cells)]

    def _top(self, name: str, top: tuple[str, str, int] | None) -> Cell:
        if top is None:
            return self._cell(name, {})
        piece, sign, number = top
        if self.atlas.has_face(piece):
            return self._cell(name, {}, sign, number)
        return self._cell(name, {"pieces": [piece]}, "", number)

    # ------------------------------------------------------------------ legend

    def legend(self, cells: Sequence[Cell]) -> Iterator[tuple[str, str, int]]:
        """What the signs and marks mean that are drawn, in the order in which they come."""
        grounds: dict[str, list[str]] = {}
        drawn = {cell.sign for cell in cells}
        for sign, words in self.board.legend:
            if sign in drawn and words:
                grounds.setdefault(words, []).append(sign)
        yield from ((" ".join(signs), words, -1) for words, signs in grounds.items())
        for (mark, owner), words in self.meanings.items():
            if mark.casefold() != words.casefold():
                yield mark, words, owner


def _edges(board: Board) -> tuple[tuple[tuple[int, str], ...], tuple[tuple[int, str], ...]]:
    """The letters of the columns and the numbers of the rows of a board of squares."""
    columns, rows = {}, {}
    for name, x, y in zip(board.cells, board.x, board.y, strict=True):
        letters = name.rstrip("0123456789")
        columns[x], rows[y] = letters, name[len(letters) :]
    return tuple(sorted(columns.items())), tuple(sorted(rows.items()))


def _cropped(cells: Sequence[Cell]) -> list[Cell]:
    """The cells near those that are taken; if none is, the ones in the middle."""
    taken = [cell for cell in cells if cell.block >= 0]
    if not taken:
        middle_x, middle_y = max(cell.x for cell in cells) // 2, max(cell.y for cell in cells) // 2
        taken = [cell for cell in cells if abs(cell.x - middle_x) <= 1 and abs(cell.y - middle_y) <= 1]
    left, right = min(cell.x for cell in taken) - MARGIN, max(cell.x for cell in taken) + MARGIN
    top, bottom = min(cell.y for cell in taken) - MARGIN, max(cell.y for cell in taken) + MARGIN
    return [cell for cell in cells if left <= cell.x <= right and top <= cell.y <= bottom]
