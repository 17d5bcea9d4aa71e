"""Pictures of boards whose cells have names: each stands where its cell lies."""

from __future__ import annotations

from collections.abc import Sequence

from rulesdsl.document import Scalar
from rulesdsl.document.tree import Node as Yaml
from rulesdsl.model.game import BoardDecl
from rulesdsl.model.pictures import Word, words
from rulesdsl.model.reading import Reader
from rulesdsl.source.diagnostics import Label
from rulesdsl.source.suggest import did_you_mean
from rulesdsl.source.text import Span


def places(reader: Reader, board: BoardDecl, node: Yaml | None, spans: Sequence[Span]) -> None:
    """Give a board the places of its cells, whose names are declared at `spans`; none after a problem."""
    if not isinstance(node, Scalar) or board.shape is None:
        return
    found = words(reader, node)
    if not found:
        return
    names = board.shape.names
    first: dict[str, Word] = {}
    fine = True
    for word in found:
        if word.text not in names:
            fine = _unknown(reader, word, names)
        elif first.setdefault(word.text, word) is not word:
            fine = False
            related = [Label(first[word.text].span, "first here")]
            message = f"`{word.text}` stands twice in the picture"
            reader.problems.error("bad-picture", word.span, message, related=related)
    if fine:
        # A name that is misspelt is missing, too: one mistake, one error.
        fine = _whole(reader, node, names, spans, first)
    if fine:
        middles = [2 * first[name].across + len(name) for name in names]
        columns = _columns(middles)
        board.places = tuple((columns[x], first[name].line) for x, name in zip(middles, names, strict=True))


def _columns(middles: Sequence[int]) -> dict[int, int]:
    """The middles of names in half characters; those that differ by one half are one, as of `9` and `10`."""
    found: dict[int, int] = {}
    column = -2
    for x in sorted(set(middles)):
        column = column if x - column <= 1 else x
        found[x] = column
    return found


def _unknown(reader: Reader, word: Word, names: Sequence[str]) -> bool:
    guess = did_you_mean(word.text, names)
    reader.problems.error(
        "bad-picture",
        word.span,
        f"the board has no cell `{word.text}`",
        help=f"did you mean `{guess}`?" if guess else "a picture has the names of the cells, with blanks between them",
    )
    return False


def _whole(reader: Reader, node: Scalar, names: Sequence[str], spans: Sequence[Span], first: dict[str, Word]) -> bool:
    missing = [i for i, name in enumerate(names) if name not in first]
    for i in missing:
        reader.problems.error(
            "bad-picture",
            spans[i] if i < len(spans) else node.span,
            f"`{names[i]}` is missing in the picture",
            help="write its name where it lies",
        )
    return not missing
