"""Trees of small games, and values that are known exactly."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest

import rulesdsl
from rulesdsl.runtime.faults import Fault
from rulesdsl.runtime.results import Result
from rulesdsl.tools.solving import approach, best, best_response, bounds, expected, points, wins
from rulesdsl.tools.trees import Chance, Choice, End, Node, Tree, grow

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


def tree(name: str, **options: object) -> Tree:
    return grow(rulesdsl.load(EXAMPLES / f"{name}.yaml").start(options=options))


def small(tmp_path: Path, text: str) -> Tree:
    file = tmp_path / "small.yaml"
    file.write_text(text, encoding="utf-8")
    return grow(rulesdsl.load(file, use_cache=False).start(), limit=30_000)


def below(node: Node) -> Iterator[Node]:
    """A place and all that follow it, each way to it once more."""
    yield node
    if not isinstance(node, End):
        for branch in node.branches:
            yield from below(branch)


def choices(grown: Tree) -> list[Choice]:
    return [node for node in below(grown.root) if isinstance(node, Choice)]


def held(node: Choice, zone: str) -> str:
    """The one piece that its player holds."""
    (piece,) = node.view["zones"][f"{node.player}.{zone}"]["pieces"]
    return str(piece)


# ---------------------------------------------------------------- nothing hidden


def test_tic_tac_toe_is_a_draw() -> None:
    grown = tree("tic_tac_toe")
    assert not grown.hiding
    assert best(grown, wins(grown.players)) == {"x": 0, "o": 0}


def test_a_line_of_two_is_won_by_who_begins(tmp_path: Path) -> None:
    rules = (EXAMPLES / "tic_tac_toe.yaml").read_text(encoding="utf-8")
    grown = small(tmp_path, rules.replace("runs_through(square, 3)", "runs_through(square, 2)"))
    assert best(grown, wins(grown.players)) == {"x": 1, "o": -1}


DICE = """\
rulesdsl: 1
title: Two throws
players: 1
state: {total: "0..20 = 0"}
phases:
  game: {steps: [first_throw, again]}
  first_throw: {do: "total = roll d6"}
  again: {player: player_1, offer: [keep, throw_again]}
actions:
  keep: {do: nothing}
  throw_again: {do: "total = roll d6"}
result:
  score:
    Player p: total
"""


UNTIL = "offer: [keep, throw_again]"


def test_chance_is_averaged_and_a_choice_takes_the_better(tmp_path: Path) -> None:
    grown = small(tmp_path, DICE)
    assert isinstance(grown.root, Chance)
    assert len(grown.root.branches) == 6
    assert best(grown, points) == {"player_1": Fraction(17, 4)}  # keep 4, 5, 6; else 7/2


def test_what_is_too_large_or_comes_again_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="more than 50 places"):
        grow(rulesdsl.load(EXAMPLES / "kuhn_poker.yaml").start(), limit=50)
    alone = DICE.replace("steps: [first_throw, again]", "each: {round: 1..300}, steps: [again]")
    alone = alone.replace('  first_throw: {do: "total = roll d6"}\n', "")
    with pytest.raises(ValueError, match="one after the other"):
        small(tmp_path, alone)
    with pytest.raises(ValueError, match="comes again"):
        small(tmp_path, alone.replace("each: {round: 1..300}, ", "").replace(UNTIL, f"{UNTIL}, until: pass"))


def test_a_rule_that_goes_wrong_is_a_fault(tmp_path: Path) -> None:
    with pytest.raises(Fault, match="bounds"):
        small(tmp_path, DICE.replace("0..20", "0..5"))


# ---------------------------------------------------------------- something hidden

BOLD = ("bet", "call")
Plan = Mapping[tuple[str, str, bool], Fraction]
"""By player, own card, and whether a bet is faced: how likely a bet or a call is."""
THIRD, NEVER, ALWAYS = Fraction(1, 3), Fraction(0), Fraction(1)
EQUILIBRIUM: Plan = {
    ("player_1", "jack", False): NEVER,
    ("player_1", "jack", True): NEVER,
    ("player_1", "queen", False): NEVER,
    ("player_1", "queen", True): THIRD,
    ("player_1", "king", False): NEVER,
    ("player_1", "king", True): ALWAYS,
    ("player_2", "jack", False): THIRD,
    ("player_2", "jack", True): NEVER,
    ("player_2", "queen", False): NEVER,
    ("player_2", "queen", True): THIRD,
    ("player_2", "king", False): ALWAYS,
    ("player_2", "king", True): ALWAYS,
}


def of_kuhn(grown: Tree, plan: Plan) -> dict[int, tuple[Fraction, ...]]:
    found = {}
    for node in choices(grown):
        bold = plan[node.player, held(node, "hand"), "call" in node.names]
        found[node.known] = tuple(bold if name in BOLD else 1 - bold for name in node.names)
    return found


def test_the_first_player_of_kuhn_poker_loses_an_eighteenth() -> None:
    """Each of two strategies holds the value against all that the other player could do, so it is the game's value."""
    grown = tree("kuhn_poker")
    strategy = of_kuhn(grown, EQUILIBRIUM)
    assert sum(isinstance(node, End) for node in below(grown.root)) == 30
    assert len(strategy) == 12
    assert expected(grown, strategy, points)["player_1"] == Fraction(-1, 18)
    assert bounds(grown, strategy, points) == (Fraction(-1, 18), Fraction(-1, 18))


def test_the_best_response_is_the_best_of_all() -> None:
    grown = tree("kuhn_poker")
    sets = [key for key in EQUILIBRIUM if key[0] == "player_2"]
    for bluff in (NEVER, THIRD, ALWAYS):
        plan = {**EQUILIBRIUM, ("player_1", "jack", False): bluff}
        tried = [
            expected(grown, of_kuhn(grown, {**plan, **dict(zip(sets, bold, strict=True))}), points)["player_2"]
            for bold in product((NEVER, ALWAYS), repeat=len(sets))
        ]
        assert best_response(grown, "player_2", of_kuhn(grown, plan), points)[0] == max(tried)


def test_learning_comes_close_to_the_value() -> None:
    grown = tree("kuhn_poker")
    low, high = bounds(grown, approach(grown, points, rounds=300), points)
    assert low <= Fraction(-1, 18) <= high
    assert high - low < Fraction(1, 200)


def test_without_common_knowledge_there_is_no_best_play() -> None:
    with pytest.raises(ValueError, match="know different things"):
        best(tree("kuhn_poker"), points)


def test_bids_at_the_same_time_are_not_known_to_who_is_asked_later() -> None:
    grown = grow(rulesdsl.load(EXAMPLES / "goofspiel.yaml").start(players=2))
    first = [node for node in choices(grown) if len(node.names) == 4]
    assert len({node.known for node in first}) == 2


# ---------------------------------------------------------------- auctions


def prices(result: Result) -> dict[str, Fraction]:
    return {player: -Fraction(dict(score.lines).get("price", 0)) for player, score in result.scores.items()}


def of_auction(grown: Tree, bid: Callable[[int], int]) -> dict[int, tuple[Fraction, ...]]:
    """Everybody bids by the own value alone."""
    found = {}
    for node in choices(grown):
        value = int(held(node, "estimate").rsplit("_", 1)[1])
        found[node.known] = tuple(Fraction(name == str(bid(value))) for name in node.names)
    return found


@pytest.mark.parametrize("highest", [2, 3, 4])
def test_with_the_second_price_nothing_beats_bidding_the_value(highest: int) -> None:
    """Whatever the other bids: a dominant strategy (Vickrey 1961)."""
    grown = tree("auction", highest_value=highest, second_price=True)
    for other in range(highest + 1):
        against = of_auction(grown, lambda value, other=other: min(value, other))  # type: ignore[misc]
        honest = of_auction(grown, lambda value: value)
        mine = {node.known for node in choices(grown) if node.player == "player_1"}
        mixed = {known: honest[known] if known in mine else against[known] for known in honest}
        assert expected(grown, mixed, points)["player_1"] == best_response(grown, "player_1", against, points)[0]


@pytest.mark.parametrize(("highest", "revenue"), [(3, Fraction(14, 9)), (5, Fraction(11, 5))])
def test_both_prices_bring_in_the_same(highest: int, revenue: Fraction) -> None:
    """Half the value, rounded up, is a best response to itself where the own bid is paid; then revenues are equal."""
    first, second = tree("auction", highest_value=highest), tree("auction", highest_value=highest, second_price=True)
    half, honest = of_auction(first, lambda value: (value + 1) // 2), of_auction(second, lambda value: value)
    for player in first.players:
        assert best_response(first, player, half, points)[0] == expected(first, half, points)[player]
    assert sum(expected(first, half, prices).values()) == revenue
    assert sum(expected(second, honest, prices).values()) == revenue


def test_who_bids_the_own_value_at_the_first_price_can_do_better() -> None:
    grown = tree("auction", highest_value=3)
    honest = of_auction(grown, lambda value: value)
    assert best_response(grown, "player_1", honest, points)[0] > expected(grown, honest, points)["player_1"] == 0
