"""Who takes part: seats that nobody takes, which the set-up clears, and games in which all are always taken."""

from __future__ import annotations

import ast

from rulesdsl.compiler import pyast as py
from rulesdsl.compiler.layout import Layout
from rulesdsl.compiler.special import SpecialLowering
from rulesdsl.model.game import Game


def empty_seats(low: SpecialLowering) -> list[ast.stmt]:
    """Put away what belongs to seats that nobody takes."""
    seats = low.optional_seats()
    lines: list[ast.stmt] = []
    if any(piece.owner in seats for piece in low.game.pieces):
        zones = py.const(tuple(zone.base for zone in low.game.zones.values() if zone.per))
        stand_ins = low.constant("stand_ins", low.stand_ins())
        box = py.const(low.game.box)
        lines.append(py.line(py.call("seat_pieces", py.name("s"), low.owners(), stand_ins, zones, box)))
    for token in low.game.tokens.values():
        if token.start is not None and token.holder == "Player" and seats:
            purse = py.attr("s", low.layout.token(token.name))
            lines.append(py.line(py.call("empty_purses", purse, py.attr("s", "players"))))
    return lines


def fixed_players(game: Game) -> tuple[int, ...]:
    """The players of every game, where none can be more or fewer; else nobody."""
    players = game.players
    if players is None or game.scenarios or not players.low == players.high == len(players.names):
        return ()
    return tuple(range(players.high))


def following(layout: Layout) -> str:
    """The name of the table of who comes after each player; an empty one where that depends on who takes part.

    Nobody is followed by the first: -1 finds the last entry.
    """
    players = fixed_players(layout.game)
    return layout.constant("next_player", (*players[1:], *players[:1])) if players else ""
