"""From a name to a game; every stage as text."""

from __future__ import annotations

from pathlib import Path

import pytest

import rulesdsl
from rulesdsl import api
from rulesdsl.source import RuleErrors
from rulesdsl.tools import report

EXAMPLES = Path(__file__).parents[2] / "examples"


def test_a_shipped_game_is_found_by_name() -> None:
    assert rulesdsl.load("pig").title == "Pig"


def test_a_game_that_is_not_there() -> None:
    with pytest.raises(FileNotFoundError, match="no_such_game"):
        rulesdsl.load("no_such_game")


def test_all_problems_are_raised_not_the_first(tmp_path: Path) -> None:
    path = tmp_path / "broken.yaml"
    text = (EXAMPLES / "pig.yaml").read_text(encoding="utf-8")
    path.write_text(text.replace("pot = 0", "pto = 0").replace("me.score >= 100", "me.scroe >= 100"), encoding="utf-8")
    with pytest.raises(RuleErrors) as caught:
        rulesdsl.load(path)
    assert [problem.code for problem in caught.value.problems] == ["unknown-field", "unknown-name"]
    assert [problem.code for problem in api.check(path)] == ["unknown-field", "unknown-name"]


def test_the_package_names_what_it_offers() -> None:
    assert set(rulesdsl.__all__) <= {*dir(rulesdsl), *rulesdsl.__all__}
    for name in rulesdsl.__all__:
        assert getattr(rulesdsl, name) is not None
    with pytest.raises(AttributeError, match="nothing_such"):
        _ = rulesdsl.nothing_such  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("stage", "shown"),
    [
        ("nodes", "Roll  @"),
        ("types", "die == 1: bool"),
        ("python", "s.roll_(s, 6)"),
        ("graph", '"kind": "offer"'),
    ],
)
def test_each_stage_can_be_read(stage: str, shown: str) -> None:
    assert shown in api.dump("pig", stage)


def test_what_cells_and_pieces_carry_is_among_the_rules() -> None:
    path = Path(__file__).parents[1] / "language" / "boards" / "spaces_that_act.yaml"
    assert "visit:\n  Block  @" in api.dump(str(path), "nodes")
    assert "it.level + count(village): int" in api.dump(str(path), "types")
    model = rulesdsl.load(path).model
    found = [(rule.kind, rule.name, rule.title, rule.cite) for rule in report.entries(model) if "rule of" in rule.kind]
    assert ("rule of cells", "visit", "well", "3.1") in found
    assert ("rule of pieces", "visit", "Ticket", "") in found


def test_a_stage_that_does_not_exist() -> None:
    with pytest.raises(ValueError, match="nodes, types, python, graph"):
        api.dump("pig", "bytecode")


def test_players_scenarios_and_options_that_do_not_exist() -> None:
    game = rulesdsl.load("pig")
    for words in ({"players": 7}, {"scenario": "moonlit"}, {"options": {"fast": True}}):
        with pytest.raises(ValueError, match=r"there is|takes"):
            game.start(**words)  # type: ignore[arg-type]


def test_the_graph_is_the_one_that_is_run() -> None:
    game = rulesdsl.load("pig")
    kinds = {kind for _, kind in game.graph.nodes(data="kind")}
    assert {"setup", "enter", "loop", "offer", "do", "leave", "finish"} <= kinds
    assert all(about["line"] > 0 for _, about in game.graph.nodes(data=True) if about["phase"])
    assert {target for _, target in game.graph.edges} <= set(game.graph.nodes)


FIGURES = """\
rulesdsl: 1
title: Guesswork
players: 1
scenarios:
  long: {figures: reconstructed}
tokens:
  coin: {supply: 9, held by: game, figures: reconstructed}
state:
  luck: {is: int = 3, figures: reconstructed}
phases:
  game:
    player: player_1
    figures: reconstructed
    state:
      tries: {is: int = 2, figures: reconstructed}
    offer: [try_it]
actions:
  try_it: {do: nothing, figures: reconstructed}
values:
  odds() -> int:
    base: luck + tries + coin
    changes:
      - add: 1
        figures: reconstructed
special_rules:
  charm:
    change:
      odds:
        - add: 2
          figures: reconstructed
    figures: reconstructed
end:
  - when: odds() > 9
"""


def test_figures_are_marked_wherever_they_stand(tmp_path: Path) -> None:
    path = tmp_path / "guesswork.yaml"
    path.write_text(FIGURES, encoding="utf-8")
    found = {figure.what for figure in rulesdsl.load(path, use_cache=False).model.figures}
    assert found == {
        "scenario long",
        "token coin",
        "state luck",
        "phase game",
        "state tries",
        "action try_it",
        "change of odds",
        "special rule charm",
    }
