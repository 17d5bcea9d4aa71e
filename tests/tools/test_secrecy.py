"""What a player that thinks ahead may not know it does not read: hidden values raise when anything looks at them.

Where hidden pieces lie is a matter of places that are counted, so there it is tried the other way: with the pieces that
the player cannot tell apart lying otherwise, the search comes to the same figures.
"""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any, NoReturn

import pytest

import rulesdsl
from rulesdsl.runtime.machine import Machine
from rulesdsl.runtime.match import Match
from rulesdsl.runtime.worlds import hidden_pieces, hides, resample
from rulesdsl.tools import searching
from rulesdsl.tools.searching import Budget, Search

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = ("kuhn_poker", "leduc_poker", "goofspiel", "liars_dice", "auction")
LANGUAGE = ("zones/hidden_zones", "state/hidden_state", "components/backs")
GAMES = [ROOT / f"examples/{name}.yaml" for name in EXAMPLES] + [
    ROOT / f"tests/language/{name}.yaml" for name in LANGUAGE
]


class Read(AssertionError):
    """A secret was looked at."""


class Secret:
    """Anything but being handed on is an error."""

    def _read(self, *_: Any) -> NoReturn:
        raise Read

    __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = __add__ = __radd__ = __sub__ = __rsub__ = _read  # type: ignore[assignment]
    __mul__ = __rmul__ = __and__ = __rshift__ = __neg__ = __contains__ = __getitem__ = __len__ = __iter__ = _read
    __hash__ = __bool__ = __int__ = __index__ = __repr__ = __str__ = __format__ = _read  # type: ignore[assignment]


def seal(match: Match, s: Any, player: int) -> int:
    """Put secrets in place of every hidden value of a state; how many."""
    machine, sealed = match.machine, 0
    for row in machine.data["state"]:
        column, count = row[1], len(row[4][0]) if row[3] else 1
        hidden = [i for i in range(count) if hides(machine, s, row, i, player)]
        if hidden and not row[3]:
            setattr(s, column, Secret())
        for i in hidden if row[3] else ():
            values = getattr(s, column)
            width = len(values) // count
            values[i * width : (i + 1) * width] = [Secret() for _ in range(width)]
        sealed += len(hidden)
    pieces = hidden_pieces(machine, s, player) if machine.has_pieces else []
    for kind, _, column, is_column, *_ in machine.data["fields"]:
        if is_column and kind in machine.data["kinds"]:
            low, high = machine.data["kinds"][kind][:2]
            for piece in [p for p in pieces if low <= p < high]:
                getattr(s, column)[piece] = Secret()
                sealed += 1
    return sealed


def figures(match: Match, player: str) -> dict[Any, tuple[int, float]]:
    search = Search(match, player, Random(3))
    search.run(Budget(playouts=12))
    return {i: (branch.taken, branch.worth) for i, branch in search.root.items()}


def walk(file: Path, seed: int, choices: int = 24) -> Any:
    """The decisions of random games, with a state kept close by."""
    match, rng = rulesdsl.load(file).start(seed=seed), Random(seed)
    while match.decisions and match.answered < choices:
        decision = match.decisions[0]
        if len(decision) > 1:
            yield match, decision
        match.keep()
        match.choose(int(rng.random() * len(decision)), player=decision.player)


def sealed_figures(match: Match, decision: Any) -> tuple[int, dict[Any, tuple[int, float]]]:
    """What a search comes to where every hidden value is a secret; how many there were."""
    twin, who = match.fork(), decision.player_index
    twin._base = twin.machine.copy(twin.kept)  # forks share it, and the match itself keeps its secrets
    sealed = seal(twin, twin.kept, who)
    for s in {id(s): s for s in (twin.state_of(who), twin.state)}.values():
        sealed += seal(twin, s, who)
    return sealed, figures(twin, decision.player)


@pytest.mark.parametrize("file", GAMES, ids=lambda file: file.stem)
def test_a_search_reads_no_hidden_value(file: Path) -> None:
    sealed = compared = 0
    for seed in range(4):
        for match, decision in walk(file, seed):
            plain = figures(match, decision.player)
            number, found = sealed_figures(match, decision)
            assert found == plain
            sealed, compared = sealed + number, compared + 1
    assert compared > 3
    if file.stem in ("liars_dice", "auction", "hidden_state"):
        assert sealed > 3


def likewise(machine: Machine, s: Any, other: Any, later: Any) -> Any:
    """A later state with the pieces in it that lie in `other` where theirs lie in `s`."""
    made = machine.copy(later)
    if not machine.has_pieces:
        return made
    instead: dict[int, int] = {}
    for place, held in enumerate(s.held_):
        there, mixed = other.held_[place], s.mixed_[place]
        went = [p for p in held[:mixed] if p not in there[:mixed]]
        came = [p for p in there[:mixed] if p not in held[:mixed]]
        instead |= dict(zip([*went, *held[mixed:]], [*came, *there[mixed:]], strict=True))
    for place, held in enumerate(later.held_):
        found, mixed = [instead.get(p, p) for p in held], later.mixed_[place]
        made.held_[place] = (*sorted(found[:mixed]), *found[mixed:])
        for p in found:
            made.where_[p] = place
    return made


@pytest.mark.parametrize("file", GAMES, ids=lambda file: file.stem)
def test_a_search_does_not_depend_on_where_hidden_pieces_lie(file: Path) -> None:
    apart = compared = 0
    for seed in range(12):
        for match, decision in walk(file, seed, 12):
            machine, rng, who = match.machine, Random(seed), decision.player_index
            plain = figures(match, decision.player)
            base = resample(machine, match.kept, who, rng, match.state_of(who))
            apart += machine.columns(base) != machine.columns(match.kept)
            search = Search(match, decision.player, Random(3))
            search.kept, search.now = base, likewise(machine, match.kept, base, match.state_of(who))
            search.run(Budget(playouts=12))
            assert {i: (branch.taken, branch.worth) for i, branch in search.root.items()} == plain
            compared += 1
    assert compared > 3
    assert apart > 3


def dice(first: list[int], second: list[int], bids: int) -> Match:
    """Liar's dice after a challenge, whose dice are still among what happened since the kept state."""
    game = rulesdsl.load(ROOT / "examples/liars_dice.yaml")
    match = game.start(seed=1, options={"dice": 2}, dice=[2, 2, 2, 2, *first, *second])
    for answer in ("1", "1", "challenge", *("1", "2") * bids):
        assert match.decision is not None
        match.choose(match.decision.find(answer)[0])
    return match


@pytest.mark.parametrize("bids", [0, 1])
def test_dice_that_were_rolled_in_secret_are_not_heard(bids: int) -> None:
    found = []
    fallen = (([3], [4, 5]), ([1], [4, 5])) if bids else (([3], [1, 1]), ([3], [2, 6]), ([3], [5, 3]))
    for first, second in fallen:
        match = dice(first, second, bids)
        assert sum(entry[0] == "r" for entry in match.since_kept()) == 3
        found.append(figures(match, f"player_{bids + 1}"))
    assert all(one == found[0] for one in found)
    assert sum(taken for taken, _ in found[0].values()) > 0


def test_the_own_dice_are_heard() -> None:
    assert Search(dice([3], [2, 6], 0), "player_1", Random(3)).unheard == {1, 2}
    assert Search(dice([3], [2, 6], 1), "player_2", Random(3)).unheard == {0}


def test_a_search_that_hears_them_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(searching, "unheard", lambda *_: frozenset())
    found = [figures(dice([3], second, 0), "player_1") for second in ([1, 1], [2, 6], [5, 3])]
    assert any(one != found[0] for one in found)


def test_a_search_that_reads_what_is_hidden_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(searching, "guess", lambda machine, s, *_: machine.copy(s))
    with pytest.raises(Read):
        for match, decision in walk(ROOT / "examples/liars_dice.yaml", 1):
            sealed_figures(match, decision)
