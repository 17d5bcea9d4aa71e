"""Printed faces as players see them: in views and beside options."""

from __future__ import annotations

from pathlib import Path

from rulesdsl import api

HAND = """
rulesdsl: 1
title: A hand of tiles
players: 2
types:
  Sign: [ring, long_star]
components:
  Tile:
    in: heap
    face: {of: Sign, legend: {r: ring, s: 2 long_star, n: -1 ring}}
    pieces:
      - name: Corner
        face: |
          r .
          s n
      - name: Bar
        face: rr
boards:
  table: {kind: square, size: 5x5, layers: top shows}
zones:
  heap: pile of Tile
  hand: {per: Player, hand of: Tile}
setup: |
  move corner to player_1.hand
phases:
  game:
    each: {me: players}
    offer: [lay]
    until: one or pass
actions:
  lay:
    with:
      tile: all Tile where tile in me.hand or tile in heap
      spot: spots(tile, table)
    do: move tile to spot
"""


def test_faces_stand_beside_options_and_with_the_pieces_in_hand(tmp_path: Path) -> None:
    (tmp_path / "hand.yaml").write_text(HAND)
    match = api.load(tmp_path / "hand.yaml").start(seed=0)
    assert [match.decision.face(i) for i in range(len(match.decision))] == ["", ""]  # lay, or pass
    match.choose(0)
    assert {match.decision.name(i): match.decision.face(i) for i in range(2)} == {
        "corner": "ring - | 2 long star -1 ring",
        "bar": "ring ring",
    }
    view = match.view("player_1")
    assert view["pieces"]["corner"] == {"face": "ring - | 2 long star -1 ring"}
    assert "bar" not in view["pieces"], "what lies in a heap is named there and no more"
    assert "corner" not in match.view("player_2")["pieces"]
