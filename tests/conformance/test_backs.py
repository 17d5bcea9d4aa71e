"""Backs that show a part: what they tell is told to all, and nothing else of a hidden piece is, wherever it lies."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from conformance.found import ROOT, loaded

from rulesdsl.drawing.make import pictures
from rulesdsl.runtime import record, views
from rulesdsl.runtime.invariants import check
from rulesdsl.runtime.match import Match
from rulesdsl.runtime.worlds import hidden_pieces, resample
from rulesdsl.tools.guessing import guess
from rulesdsl.tools.tables import Choices

WRAPS = ROOT / "tests/conformance/games/wraps.yaml"
PARCELS = ROOT / "tests/language/components/backs.yaml"
GAMES = [WRAPS, PARCELS]
SHOWN = {"tied": ("hue", "size", "dents"), "loose": ("hue",), "plain": (), "bare": (), "covered": ("deck", "old")}
"""What each side shows that hides a piece, once more by hand."""


def positions(path: Path, seed: int, every: int = 3, games: int = 1) -> list[Match]:
    found = []
    for k in range(seed, seed + games):
        match, choices = loaded(path).start(seed=k), Choices(k)
        while match.decisions:
            found.append(match.fork())
            choices.play(match, every)
    return found


def side_of(match: Match, s: Any, piece: int) -> str:
    for kind, column, sides, _ in match.machine.data["sides"]:
        low, high = match.machine.data["kinds"][kind][:2]
        if low <= piece < high:
            return str(sides[getattr(s, column)[piece]])
    return ""


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_worlds_that_are_put_another_way_round_look_the_same(path: Path) -> None:
    apart = shown = 0
    for match in positions(path, 1, games=8):
        for seat in match.config.players:
            s = match.state_of(seat)
            seen = views.view(match.machine, s, seat)
            shown += len(seen["backs"])
            for k in range(6):
                other = resample(match.machine, s, seat, Random(k))
                check(match.machine, other)
                assert views.view(match.machine, other, seat) == seen
                apart += other.where_ != s.where_
    assert apart > 50 and shown > 20


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_guesses_look_the_same(path: Path) -> None:
    apart = 0
    for match in positions(path, 2, games=8):
        for seat in match.config.players:
            s = match.state_of(seat)
            seen = views.view(match.machine, s, seat)
            for k in range(6):
                other = guess(match.machine, s, seat, Random(k), s)
                check(match.machine, other)
                assert views.view(match.machine, other, seat) == seen
                apart += other.where_ != s.where_
    assert apart > 50


def test_a_guess_keeps_to_what_shows_a_little_later() -> None:
    """A hidden piece that has come to light from behind since then can have been only one that looks like it."""
    match, choices, kept = loaded(WRAPS).start(seed=4), Choices(4), 0
    while match.decisions and match.answered < 60:
        early = match.machine.copy(match.state)
        choices.play(match, 2)
        if not match.decisions:
            break
        late = match.state
        told = views.view(match.machine, late, 0)["zones"]["shelf"]["pieces"]
        for k in range(3):
            other = guess(match.machine, early, 0, Random(k), late)
            check(match.machine, other)
            assert views.view(match.machine, other, 0) == views.view(match.machine, early, 0)
        kept += bool(told)
    assert kept > 5


def test_names_are_told_of_no_hidden_piece_and_of_its_figures_only_those_that_show() -> None:
    told = offered = 0
    for seed in range(3):
        for match in positions(WRAPS, seed, 1):
            machine = match.machine
            for seat, name in enumerate(match.players):
                hidden = {machine.texts.pieces[p] for p in hidden_pieces(machine, match.state, seat)}
                mine = [d for d in match.decisions if d.player == name]
                options = [text for d in mine for i in range(len(d)) for text in (d.name(i), d.label(i))]
                view = match.view(name)
                words = json.dumps([view, options, [d.prompt for d in mine], match.explain() if mine else []])
                assert not [piece for piece in hidden if f'"{piece}"' in words or piece in options]
                for back in view["backs"].values():
                    assert tuple(back) == ("side", *SHOWN[back["side"]])
                    told += 1
                offered += sum("(" in option for option in options)
    assert told > 100 and offered > 50


def test_what_shows_is_what_is_printed() -> None:
    """Against the figures in the state, by the place that the piece lies in."""
    seen = 0
    for match in positions(WRAPS, 5):
        machine, s = match.machine, match.state
        for piece in hidden_pieces(machine, s, 0):
            side, place = side_of(match, s, piece), machine.texts.places[s.where_[piece]]
            name = machine.texts.pieces[piece]
            closed = place.startswith(("sack", "stock")) or place in (
                f"{player}.{zone}" for player in match.players[1:] for zone in ("den", "pocket")
            )
            for field in ("hue", "size", "dents", "worth", "notes", "deck", "old", "joy"):
                assert match.reads("player_1", name, field) == (field in SHOWN[side] and not closed), (name, field)
                seen += 1
    assert seen > 300


def test_backs_that_look_the_same_are_one_option_and_different_ones_are_told_apart() -> None:
    match = loaded(PARCELS).start(
        seed=0, draws=["kite_1", "sock_1", "drum_1", "book_1", "sock_2", "dawn", "midnight", "dusk"]
    )
    assert match.decision is not None
    match.choose(match.decision.find("take")[0])
    assert match.decision.labels() == [
        "Parcel (ribbon red, weight 1) at shelf",
        "Parcel (ribbon blue, weight 3) at shelf",
    ]
    # the name of a hidden piece is no answer: it would tell whether that one lies there
    assert match.decision.find("kite_1") == []
    # the one that lies first is taken, whichever it is
    match.choose(0)
    assert (
        match.machine.texts.pieces.index("kite_1")
        in match.state.held_[match.machine.texts.places.index("player_1.table")]
    )


def test_a_record_names_backs() -> None:
    match = loaded(PARCELS).start(
        seed=0, draws=["kite_1", "sock_1", "drum_1", "book_1", "sock_2", "dawn", "midnight", "dusk"]
    )
    for _ in range(2):
        match.choose(0)
    said = [entry[3] for entry in record.named(match) if entry[0] == "a"]
    assert said == ["take", "Parcel_(ribbon_red,_weight_1)_at_shelf"]


def test_a_drawing_has_what_backs_show() -> None:
    match = loaded(PARCELS).start(
        seed=0, draws=["kite_1", "sock_1", "drum_1", "book_1", "sock_2", "dawn", "midnight", "dusk"]
    )
    (yard,) = pictures(match.view("player_2"), match.printed)
    cart, parcel = (cell.pieces[0] for cell in yard.cells)
    assert (parcel.text, parcel.status, parcel.name) == ("?", "re1", "Parcel (ribbon red, weight 1)")
    assert [(mark.text, mark.status) for mark in cart.carried] == [("?", "b3")]
    assert ("re", "ribbon red", -1) in yard.legend and ("b", "ribbon blue", -1) in yard.legend
