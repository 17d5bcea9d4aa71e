"""Seats that nobody takes: the set-up puts their pieces and tokens away."""

from __future__ import annotations

import ast

from rulesdsl.compiler import pyast as py
from rulesdsl.compiler.special import SpecialLowering


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
