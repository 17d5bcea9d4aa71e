"""A large game with secrets of many kinds, from outside: what its rulebook hides is told nowhere.

Hands, cards that are laid, stacks of cards, tokens with a hidden side, and tokens in hand: who may know each of them is
said once more by hand, and the names of all others are looked for in whatever a player reads.
"""

from __future__ import annotations

import json
import re
from collections import Counter

import pytest
from conformance.found import ROOT, loaded

from rulesdsl.runtime import views
from rulesdsl.runtime.match import Match
from rulesdsl.tools.tables import Choices

GAME = loaded(ROOT / "games/children.yaml")
DATA, TEXTS = GAME.machine.data, GAME.machine.texts
SECRETS = ("Newborn", "Banner", "BattleCard", "Relic")
AMBUSHES = ("command_the_sky", "last_word", "sneak_egg")
AGES = {
    "age_of_potential": 3,
    "age_of_prosperity": 2,
    "age_of_travelers": 4,
    "age_of_conflict": 3,
    "age_of_dust": 2,
}
"""The sets that are recommended, each with a number of players."""
HIGH_UP = """
for p in players:
  as p: gain 20 spark
  for c in options.cities:
    for s in city(c) if s.level == 3:
      let e = first(e for e in on_balcony(p, c))
      if e is not none:
        put e in s
"""
"""So that random players come to the cards on top."""
UNSEEN = ("Which Battle Card?", "Battle actions")
"""What is asked while ambushes lie face down."""
CLOSELY = (*UNSEEN, "Which Banner Card", "For which Banner Card")
EVERY = 5
"""Decisions from one look to the next, but where secrets are handled."""


def pieces_of(kind: str) -> range:
    return range(*DATA["kinds"][kind][:2])


def pattern(names: list[str]) -> re.Pattern[str]:
    words = "|".join(sorted((n.replace("_", "[_ ]") for n in names), key=len, reverse=True))
    return re.compile(rf"(?<![A-Za-z0-9_])({words})(?![A-Za-z0-9_]| \d)", re.IGNORECASE)


KIND = {p: kind for kind in SECRETS for p in pieces_of(kind)}
NUMBER = {TEXTS.pieces[p]: p for p in KIND}
NAMES = pattern(list(NUMBER))
SORTS: dict[str, list[int]] = {}
"""Pieces that are alike, by what they are called; `explosive egg` is what an action is called, too."""
for _piece, _kind in KIND.items():
    _sort, _, _number = TEXTS.pieces[_piece].rpartition("_")
    if _kind in ("Newborn", "Relic") and _number.isdigit() and _sort != "explosive_egg":
        SORTS.setdefault(_sort, []).append(_piece)
KINDS = pattern(list(SORTS))


def side(match: Match, piece: int, kind: str) -> str:
    column, sides = next((row[1], row[2]) for row in DATA["sides"] if row[0] == kind)
    return str(sides[getattr(match.state, column)[piece]])


def may_know(match: Match, piece: int, player: str) -> bool:
    """By the rulebook, from memory."""
    state = match.state_of(TEXTS.players.index(player))
    place, kind = TEXTS.places[state.where_[piece]], KIND[piece]
    if kind == "Newborn":
        return side(match, piece, kind) == "hatched" and not place.endswith(("bag", "eggs"))
    if kind == "Banner":
        return place.endswith(".banners") or place == f"{player}.study"
    if kind == "Relic":
        return place in (f"{player}.relics", f"{player}.ambushes")
    if place.endswith(".laid") and not place.startswith(player):
        asked = {d.prompt for d in match.decisions}
        hidden = "Which Battle Card?" in asked or TEXTS.pieces[piece].endswith(AMBUSHES)
        return not (hidden and any(prompt.startswith(UNSEEN) for prompt in asked))
    return place.endswith((".discard", ".laid")) or place == f"{player}.hand"


def told(match: Match, player: str) -> str:
    """What a player reads: the view, and all that belongs to the player's own questions."""
    texts = [json.dumps(match.view(player))]
    for decision in match.decisions:
        if decision.player == player:
            names = [decision.name(i) for i in range(len(decision))]
            texts += [decision.prompt, *decision.labels(), *names, *map(str, decision.chain)]
    return "\n".join(texts)


def explained(match: Match, player: str) -> str:
    mine = [d for d in match.decisions if d.player == player]
    return "\n".join(line for d in mine for line in views.explain(match.machine, d.state, d))


def named(text: str) -> set[int]:
    return {NUMBER[found.lower().replace(" ", "_")] for found in NAMES.findall(text)}


def look(match: Match, player: str, tally: Counter[str]) -> None:
    out = TEXTS.places.index("box")
    in_play = [p for p in KIND if match.state_of(TEXTS.players.index(player)).where_[p] != out]
    hidden = {p for p in in_play if not may_know(match, p, player)}
    text = told(match, player)
    seen = named(text)
    leaks = (seen | named(explained(match, player))) & hidden
    assert not leaks, f"{player} reads of {[TEXTS.pieces[p] for p in leaks]}"
    for word in {found.lower().replace(" ", "_") for found in KINDS.findall(text)}:
        assert not set(SORTS[word]) & set(in_play) <= hidden, f"{player} reads of some {word}"
    tally.update(f"hidden {KIND[p]}" for p in hidden)
    tally.update(f"seen {KIND[p]}" for p in seen)
    for p in in_play:
        place = TEXTS.places[match.state.where_[p]]
        if place.endswith((".laid", ".study", ".ambushes")):
            tally[f"{'hidden' if p in hidden else 'seen'} in {place.split('.')[1]}"] += 1


@pytest.mark.parametrize("age", AGES)
def test_what_the_rulebook_hides_is_told_nowhere(age: str) -> None:
    tally: Counter[str] = Counter()
    match = GAME.start(players=AGES[age], seed=AGES[age], scenario=age, at="turn", given=HIGH_UP)
    choices, heard = Choices(1), 0
    while match.decisions:
        if match.answered % EVERY == 0 or match.decisions[0].prompt.startswith(CLOSELY):
            for player in match.players:
                look(match, player, tally)
        lines, heard = match.said[heard:], len(match.said)
        for piece in named("\n".join(lines)):
            # a relic that was revealed is back in the bag before anybody is asked
            back = TEXTS.places[match.state.where_[piece]] == "relic_supply"
            assert back or all(may_know(match, piece, player) for player in match.players)
        choices.step(match)
    wanted = ["Newborn", "Banner", "BattleCard", "in laid", "in study"]
    wanted += ["Relic"] if age in ("age_of_travelers", "age_of_conflict", "age_of_dust") else []
    missing = [word for what in wanted for word in (f"hidden {what}", f"seen {what}") if not tally[word]]
    assert not missing, (missing, tally)
