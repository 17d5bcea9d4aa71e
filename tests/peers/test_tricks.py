"""Our Hearts is OpenSpiel's: the same cards to pass and to play, in the same hands and tricks, at the same cost.

`RULESDSL_PEER_GAMES` says how many random games are compared. Where OpenSpiel is not installed these tests are skipped.
"""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest
from peers.lockstep import Parted
from peers.tricks import OPTIONS, USUAL, compared

import rulesdsl
from rulesdsl.runtime.faults import Fault

pyspiel: Any = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")

RULES = Path(__file__).resolve().parents[2] / "examples" / "hearts.yaml"
WANTED = int(os.environ.get("RULESDSL_PEER_GAMES", "0"))


def any_settings(seed: int) -> dict[str, bool]:
    """Each option on or off; one game in four has the usual rules."""
    rng = Random(seed)
    return USUAL if seed % 4 == 0 else {name: rng.random() < 0.5 for name in OPTIONS}


def test_random_deals_are_the_same() -> None:
    game, seen = rulesdsl.load(RULES), Counter[str]()
    for seed in range(WANTED or 120):
        seen += compared(game, pyspiel, any_settings(seed), seed)
    assert seen["played"] == 52 * seen["deal"]
    assert all(seen[rare] > 0 for rare in ("passed", "moon", "below nothing", "hearts and queen only"))


def test_random_games_of_many_deals_are_the_same() -> None:
    game, seen = rulesdsl.load(RULES), Counter[str]()
    for seed in range(WANTED // 10 or 2):
        seen += compared(game, pyspiel, any_settings(seed), seed, whole=True)
    assert seen["deal"] > 3 * seen["game"] > 0


PLANTED = {
    "any card may be thrown": ("return card.suit == led", "return true"),
    "hearts need not be broken": ("or hearts_broken or", "or true or"),
    "hearts are never broken": ("if card.suit == hearts or card", "if card"),
    "hearts stay broken in the next deal": (
        "hearts_broken: bool = false until end of one_deal",
        "hearts_broken: bool = false",
    ),
    "no hearts instead of the queen": ("card == spades_queen and options.can_lead_hearts_instead_of_queen", "false"),
    "hearts instead of the queen": (
        "card == spades_queen and options.can_lead_hearts_instead_of_queen",
        "card == spades_queen",
    ),
    "one heart is enough to lead hearts": ("all(kept_back(c)", "any(kept_back(c)"),
    "hearts on the first trick": ("not harms(card) or", "card.suit == hearts or not harms(card) or"),
    "no points on the second trick": ("return trick > 1", "return trick > 2"),
    "the queen on the first trick": ("card.suit == hearts or card == spades_queen\n", "card.suit == hearts\n"),
    "any card leads": ("return card == clubs_2 or", "return card.suit != hearts or"),
    "the first player leads": ("if clubs_2 in p.hand", "if p == player_1"),
    "the lowest card wins": ("by highest rank_of", "by lowest rank_of"),
    "the highest card of any suit wins": ("if followed_suit(p) by", "by"),
    "who led leads again": ("        leader = winner\n", "        led = none\n"),
    "right and left": ("      1: 1 ", "      1: 3 "),
    "always across": ("      2: 3 ", "      2: 2 "),
    "two cards are passed": ("choose 3 from", "choose 2 from"),
    "a cheap queen": ("then 13 else 0", "then 12 else 0"),
    "the moon costs nothing": ("- set: 26", "- set: 0"),
    "the moon is not for all others": ("for q in players if q != p)", "for q in [next_player(p)])"),
    "a bonus beside the moon": (" and not any(shot_the_moon(q) for q in players)", ""),
    "a jack too good": ("- add: -10", "- add: -11"),
}


@pytest.mark.parametrize("error", PLANTED)
def test_an_error_in_the_rules_is_found(tmp_path: Path, error: str) -> None:
    right, wrong = PLANTED[error]
    rules = RULES.read_text(encoding="utf-8")
    assert right in rules
    (tmp_path / "planted.yaml").write_text(rules.replace(right, wrong), encoding="utf-8")
    game = rulesdsl.load(tmp_path / "planted.yaml", use_cache=False)
    with pytest.raises((Parted, Fault)):
        for seed in range(400):
            compared(game, pyspiel, any_settings(seed), seed, whole=seed % 20 == 19)
