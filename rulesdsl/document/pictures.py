"""Which slots of a game name a text file of their own: the pictures of boards."""

from __future__ import annotations

from collections.abc import Iterator

from rulesdsl.document.tree import Mapping, Scalar


def picture_slots(tree: Mapping) -> Iterator[Scalar]:
    """The paths of pictures in a game's tree; a picture that stands in a block is there already."""
    boards = tree.get("boards")
    if not isinstance(boards, Mapping):
        return
    for _, board in boards.entries:
        if isinstance(board, Mapping):
            node = board.get("picture")
            if isinstance(node, Scalar) and node.style not in ("|", ">"):
                yield node
