"""Boards drawn with characters, compared line by line: tests/drawing/golden (UPDATE_GOLDEN=1 writes it anew)."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from drawing.tables import ROOT, drawn, played, seen

GOLDEN = Path(__file__).parent / "golden"
POSITIONS = {
    "connect_four": ("examples/connect_four.yaml", 9),
    "breakthrough": ("examples/breakthrough.yaml", 6),
    "quilt": ("tests/drawing/games/quilt.yaml", 6),
    "hexes": ("tests/language/boards/hexes.yaml", 4),
    "yard": ("tests/drawing/games/yard.yaml", 0),
    "harbour": ("tests/drawing/games/harbour.yaml", 0),
    "sides": ("tests/language/boards/sides.yaml", 1),
    "tracks": ("tests/language/boards/tracks.yaml", 4),
    "roads": ("tests/drawing/games/roads.yaml", 2),
    "graph": ("tests/language/boards/graph.yaml", 4),
}


@pytest.mark.parametrize("name", POSITIONS)
def test_a_board_is_drawn_as_it_always_was(name: str) -> None:
    game, choices = POSITIONS[name]
    text = "\n".join(f"{picture.name}\n{drawn(picture)}" for picture in seen(played(ROOT / game, choices)))
    golden = GOLDEN / f"{name}.txt"
    if os.environ.get("UPDATE_GOLDEN"):
        golden.write_text(text, encoding="utf-8")
    assert text == golden.read_text(encoding="utf-8")
