"""What a case is told of an expression that does not hold: values in names, as rule text writes them."""

from __future__ import annotations

from textwrap import dedent
from typing import Any

import pytest

import rulesdsl
from rulesdsl.api.positions import found

STALL = """
    rulesdsl: 1
    title: Stall
    players: 2
    types:
      Colour: [light_red, blue]
    components:
      Bowl:
        pieces: [{count: 3, in: rack}]
    zones:
      rack: pile of Bowl
      bench: pile of Bowl
    boards:
      yard: {kind: track, called: Spot, spaces: [near_gate, far_gate]}
    state:
      paint: {per: Player, is: Colour}
      best: optional Bowl = none
      price: half = 3/2
      is_open: bool = false
      cups: int = 4
    setup: |
      put bowl_3 in yard.far_gate
      best = bowl_2
    phases:
      day:
        each: {me: players}
        offer: [wait]
    actions:
      wait: {do: nothing}
"""


@pytest.fixture(scope="module")
def stall(tmp_path_factory: pytest.TempPathFactory) -> tuple[Any, Any]:
    path = tmp_path_factory.mktemp("stall") / "stall.yaml"
    path.write_text(dedent(STALL), encoding="utf-8")
    game = rulesdsl.load(path, use_cache=False)
    return game, game.start()


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("cups == 5", "left is 4, right is 5"),
        ("cups + 1 > 2 * cups", "left is 5, right is 8"),
        ("price == 2", "left is 3/2, right is 2"),
        ("best == bowl_1", "left is bowl_2, right is bowl_1"),
        ("bowl_1.space == yard.near_gate", "left is none, right is near_gate"),
        ("bowl_3.space == yard.near_gate", "left is far_gate, right is near_gate"),
        ("bowl_3.at == rack", "left is far_gate, right is rack"),
        ("player_1.paint == blue", "left is light_red, right is blue"),
        ("me == player_1", "left is player_2, right is player_1"),
        ("is_open == true", "left is false, right is true"),
        ("[b for b in rack] == [bowl_1]", "left is [bowl_1, bowl_2], right is [bowl_1]"),
        ("[n for n in 1..0] == [1]", "left is [], right is [1]"),
        ("is_open", ""),
        ("cups == 5 or is_open", ""),
        ("cups", "it is 4"),
        ("bench", "it is []"),
        ("rack", "it is [bowl_1, bowl_2]"),
        ("yard", "it is [near_gate, far_gate]"),
        ("bowl_2", "it is bowl_2"),
    ],
)
def test_values_are_told_in_names(stall: tuple[Any, Any], text: str, told: str) -> None:
    assert found(*stall, text) == told
