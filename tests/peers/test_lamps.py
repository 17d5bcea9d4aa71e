"""The draft of our examples is the one told in `lamps`: move for move, and in every course that a small one can take.

`RULESDSL_PEER_GAMES` says how many random games are compared.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from peers.lamps import FULL_HAND, Draft, every_end
from peers.lockstep import Parted

import rulesdsl
from rulesdsl.api import Game
from rulesdsl.runtime.faults import Fault
from rulesdsl.runtime.match import Match

RULES = Path(__file__).resolve().parents[2] / "examples" / "lamplighters.yaml"
WANTED = int(os.environ.get("RULESDSL_PEER_GAMES", "0"))


def face(name: str) -> str:
    """A card without the number of its copy."""
    return name.rstrip("0123456789").rstrip("_")


def offered(match: Match, seat: str) -> list[str]:
    """The faces that a player may keep."""
    decision = next((d for d in match.decisions if d.player == seat), None)
    if decision is None:
        raise Parted(f"{seat} is asked nothing")
    return sorted(face(decision.name(i)) for i in range(len(decision)))


def keep(match: Match, seat: str, card: str) -> None:
    decision = next(d for d in match.decisions if d.player == seat)
    match.choose(next(i for i in range(len(decision)) if face(decision.name(i)) == card), player=seat)


def dealt(draft: Draft, rng: Random) -> list[str]:
    """Deal there; the cards in the order in which they are drawn here."""
    cards = rng.sample(draft.stock(), draft.seats * draft.hand)
    draft.deal(cards)
    return cards


def lying(match: Match, seat: str, zone: str) -> Counter[str]:
    """The faces that a player sees in a zone of their own."""
    return Counter(face(piece) for piece in match.view(seat)["zones"][f"{seat}.{zone}"]["pieces"])


def same_position(match: Match, draft: Draft, seats: tuple[str, ...]) -> None:
    """Hands, streets, oilcans and points. Raises Parted."""
    for k, seat in enumerate(seats):
        if lying(match, seat, "hand") != draft.hands[k] or lying(match, seat, "street") != draft.streets[k]:
            raise Parted(f"another hand or street of {seat}")
        if lying(match, seat, "cellar")["oilcan"] != draft.cans[k]:
            raise Parted(f"not as many oilcans of {seat}")
        if match.view(seat)["state"]["earned"][seat] != draft.points[k]:
            raise Parted(f"{match.view(seat)['state']['earned'][seat]} points of {seat}, not {draft.points[k]}")


def play(game: Game, seed: int) -> Match:
    """A random game in both. Raises Parted."""
    rng = Random(seed)
    players = rng.choice(sorted(FULL_HAND))
    fewer, evenings = rng.choice([0, 0, 0, 4]), rng.choice([3, 3, 3, 2])
    seats, draft = game.seat_names(players), Draft(players, FULL_HAND[players] - fewer, evenings)
    options = {"fewer_cards": fewer, "evenings": evenings}
    match = game.start(players=players, seed=seed, options=options, draws=dealt(draft, rng))
    while not draft.over:
        same_position(match, draft, seats)
        for k, seat in enumerate(seats):
            if offered(match, seat) != sorted(draft.hands[k]):
                raise Parted(f"offered to {seat}: {offered(match, seat)}, not {sorted(draft.hands[k])}")
        cards = tuple(rng.choice(sorted(hand)) for hand in draft.hands)
        draft.keep(cards)
        if draft.waits_for_cards:
            match.script.draws += dealt(draft, rng)
        for k in rng.sample(range(players), players):
            keep(match, seats[k], cards[k])
    if match.result is None or match.script.unused():
        raise Parted("it is over there, and here not")
    if [score.total for score in match.result.scores.values()] != draft.points:
        raise Parted(f"points here: {match.result.scores}; there: {draft.points}")
    if list(match.result.winners) != [seats[k] for k in draft.winners()]:
        raise Parted(f"won here by {match.result.winners}, there by {draft.winners()}")
    return match


def test_random_games_are_the_same() -> None:
    game, shared = rulesdsl.load(RULES), 0
    for seed in range(WANTED or 60):
        match = play(game, seed)
        assert match.result is not None
        totals = [score.total for score in match.result.scores.values()]
        shared += totals.count(max(totals)) > 1
    assert shared > 0, "no game was decided by oilcans"


def ends(match: Match, seats: tuple[str, ...]) -> Iterator[tuple[int, ...]]:
    """The points at the end of each course that a match can take."""
    if match.result is not None:
        yield tuple(int(score.total) for score in match.result.scores.values())
        return
    decision = match.decisions[0]
    for i in range(len(decision)):
        twin = match.fork()
        twin.choose(i, player=decision.player)
        yield from ends(twin, seats)


@pytest.mark.parametrize("seed", range(5))
def test_every_course_of_a_small_game_is_the_same(seed: int) -> None:
    """One evening of three cards each for three; most have 216 courses, with equal cards fewer."""
    game, draft = rulesdsl.load(RULES), Draft(3, 3, 1)
    cards = dealt(draft, Random(seed))
    match = game.start(players=3, options={"evenings": 1, "fewer_cards": 6}, draws=cards)
    found, there = Counter(ends(match, game.seat_names(3))), Counter(every_end(draft))
    assert found == there
    assert 1 < len(found) < found.total() <= 216


PLANTED = {
    "to the right first": ("if evening % 2 == 1:", "if evening % 2 == 0:"),
    "always to the left": ("if evening % 2 == 1:", "if evening > 0:"),
    "hands stay where they are": ("move p.handed_on to next_player(p).hand", "move p.handed_on to p.hand"),
    "prizes are not shared": ("then 6 // level", "then 6"),
    "a second behind two firsts": ("brighter > 1:", "brighter > 2:"),
    "second places are not shared": ("else 3 // level", "else 3"),
    "points for no light": ("if light_of(p, tint) == 0 or", "if"),
    "lanterns count, not their light": ("sum(x.light for", "sum(1 for"),
    "garlands of any four": (
        "min(lanterns_of(p, tint) for tint in Tint)",
        "sum(lanterns_of(p, tint) for tint in Tint) // 4",
    ),
    "harmless pairs of moths": ("2: -5", "2: -4"),
    "oilcans count each evening": ("    when: evening == options.evenings      # after the last evening\n", ""),
    "oilcans go back": ("          move can to p.cellar\n", "          nothing\n"),
    "nobody breaks a tie": ("  ties: thrift\n", ""),
    "fewest oilcans break a tie": ("most count(p.cellar)", "fewest count(p.cellar)"),
}


@pytest.mark.parametrize("error", PLANTED)
def test_an_error_in_the_rules_is_found(tmp_path: Path, error: str) -> None:
    right, wrong = PLANTED[error]
    rules = RULES.read_text(encoding="utf-8")
    assert right in rules
    planted = rules.replace(right, wrong)
    if "thrift" not in planted.partition("orders:")[0]:
        planted = planted.partition("orders:")[0]
    (tmp_path / "planted.yaml").write_text(planted, encoding="utf-8")
    game = rulesdsl.load(tmp_path / "planted.yaml", use_cache=False)
    with pytest.raises((Parted, Fault)):
        for seed in range(300):
            play(game, seed)
