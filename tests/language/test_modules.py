"""What sleeps is not on the table; what a special rule changes is explained."""

from __future__ import annotations

from language.languages import HERE, game


def test_a_view_leaves_out_what_a_sleeping_module_would_add() -> None:
    town = game(str(HERE / "modules/town.yaml"))
    awake = town.start(scenario="feast", seed=1).view("player_1")
    asleep = town.start(scenario="plain", seed=1).view("player_1")
    assert list(awake["boards"]) == ["tower"] and awake["state"]["rings"] == 0 and "gate_house" in awake["zones"]
    assert list(asleep["boards"]) == [] and "rings" not in asleep["state"] and "gate_house" not in asleep["zones"]
    assert "leather" in asleep["tokens"] and "player_1.store" in asleep["zones"]
    tower = town.start(options={"quarters": "bell_tower"}, seed=1).view("player_1")
    assert "leather" not in tower["tokens"] and "player_1.store" not in tower["zones"]


def test_each_change_of_a_special_rule_is_explained_with_its_section() -> None:
    powers = game(str(HERE / "special_rules/powers.yaml"))
    match = powers.start(scenario="storm", seed=1, given="move oar to player_1.charms")
    match.choose(0)
    found = [line for line in match.explain() if line.startswith("fare(player 1 boat 1)")]
    assert found == [
        "fare(player 1 boat 1) = 1 (3): base 1; against the wind -> 2 (scenario 2); The long oar -> 1 (12)"
    ]
