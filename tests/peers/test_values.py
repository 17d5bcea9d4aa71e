"""What a small game of liar's dice is worth: by our tree, and by OpenSpiel's own rules and own solver."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import rulesdsl
from rulesdsl.tools.solving import approach, bounds, wins
from rulesdsl.tools.trees import grow

pyspiel: Any = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


@pytest.mark.parametrize(("sides", "value"), [(2, Fraction(1, 2)), (3, Fraction(1, 9))])
def test_liars_dice_with_one_small_die_each_is_worth_the_same(tmp_path: Path, sides: int, value: Fraction) -> None:
    rules = (EXAMPLES / "liars_dice.yaml").read_text(encoding="utf-8")
    fewer = rules.replace("roll d6", f"roll d{sides}").replace("pips: 1..6 where", f"pips: 1..{sides} where")
    (tmp_path / "small.yaml").write_text(fewer, encoding="utf-8")
    game = rulesdsl.load(tmp_path / "small.yaml", use_cache=False)
    tree = grow(game.start(options={"dice": 1, "wild": sides, "one_challenge": True}))
    payoff = wins(tree.players)
    low, high = bounds(tree, approach(tree, payoff, rounds=200), payoff)
    assert low <= value <= high
    assert high - low < Fraction(1, 500)

    spiel = pyspiel.load_game("liars_dice", {"dice_sides": sides})
    solver = pyspiel.CFRPlusSolver(spiel)
    for _ in range(500):
        solver.evaluate_and_update_policy()
    policy, start = solver.average_policy(), spiel.new_initial_state()
    there = [pyspiel.TabularBestResponse(spiel, seat, policy).value_from_state(start) for seat in (1, 0)]
    assert -there[0] - 1e-3 < value < there[1] + 1e-3
    assert there[0] + there[1] < 1e-2
