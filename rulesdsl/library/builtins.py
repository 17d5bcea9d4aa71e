"""The built-in functions: one declaration each, from which the checker takes types, the compiler code, the docs text.

Type words in signatures: int bool text player cell board zone piece token direction symbol (a member of the type of
some kind's faces) travel (the name of one) number (int or half), `T` any type (the same throughout a signature),
`[...]` a list, `optional ...`.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Builtin:
    name: str
    params: tuple[str, ...]
    returns: str
    doc: str
    example: str
    boards: tuple[str, ...] = ()
    """The kinds of board on which it means something; empty: all, or no board at all."""
    layered: bool = False
    """Only for boards with layers."""
    named: str = ""
    """A last argument that is a number, given by this name; 0 where it is left out."""


_ALL = (
    Builtin("neighbors", ("cell",), "[cell]", "The cells next to a cell, in the board's order.", "neighbors(c)"),
    Builtin(
        "neighbor",
        ("cell", "direction"),
        "optional cell",
        "The next cell in a direction; none off the board.",
        "neighbor(c, north)",
        ("square", "hex"),
    ),
    Builtin(
        "distance",
        ("cell", "cell"),
        "int",
        "How many steps from neighbour to neighbour; -1 where no way leads.",
        "distance(a, b)",
    ),
    Builtin(
        "within",
        ("cell", "int"),
        "[cell]",
        "The cells at most so many steps away, the cell itself included.",
        "within(c, 2)",
    ),
    Builtin("ring", ("cell", "int"), "[cell]", "The cells exactly so many steps away.", "ring(c, 2)"),
    Builtin(
        "ray",
        ("cell", "direction"),
        "[cell]",
        "The cells from here to the edge in a direction, nearest first.",
        "ray(c, east)",
        ("square", "hex"),
    ),
    Builtin(
        "along",
        ("cell", "direction", "int"),
        "optional cell",
        "The cell so many steps away in a direction.",
        "along(c, east, 2)",
        ("square", "hex"),
    ),
    Builtin(
        "runs",
        ("board", "int"),
        "[[cell]]",
        "Every straight run of so many cells, each once.",
        "runs(grid, 3)",
        ("square", "hex"),
    ),
    Builtin(
        "runs_through",
        ("cell", "int"),
        "[[cell]]",
        "The straight runs of so many cells that a cell is part of.",
        "runs_through(c, 3)",
        ("square", "hex"),
    ),
    Builtin(
        "column",
        ("board", "int"),
        "[cell]",
        "A column's cells from the bottom up; columns count from 1.",
        "column(grid, 1)",
        ("square", "hex"),
    ),
    Builtin(
        "row",
        ("board", "int"),
        "[cell]",
        "A row's cells from the left; rows count from 1 at the bottom.",
        "row(grid, 1)",
        ("square", "hex"),
    ),
    Builtin(
        "ahead",
        ("cell", "int"),
        "optional cell",
        "The space so many further on; none past the end of a track that is no loop.",
        "ahead(s, 3)",
        ("track",),
    ),
    Builtin(
        "middle",
        ("board",),
        "cell",
        "The cell in the middle; of several, the lower left one.",
        "middle(grid)",
        ("square",),
    ),
    Builtin(
        "spots",
        ("piece", "board"),
        "[cell]",
        "Where a piece can lie, its upper left square there, so that it covers exactly so many squares that are taken.",
        "spots(patch, table, covers = 2)",
        ("square",),
        layered=True,
        named="covers",
    ),
    Builtin(
        "shown",
        ("board", "symbol"),
        "int",
        "How many of a symbol the faces on a board show, those that take away subtracted.",
        "shown(table, ring)",
        ("square",),
        layered=True,
    ),
    Builtin(
        "between",
        ("cell", "cell"),
        "[cell]",
        "What the straight line between two centres meets, the two left out; `lines touch` says what counts.",
        "between(a, b)",
        ("hex",),
    ),
    Builtin(
        "direction",
        ("cell", "cell"),
        "optional direction",
        "The direction in which the second lies dead straight from the first, or none.",
        "direction(a, b)",
        ("square", "hex"),
    ),
    Builtin(
        "compass",
        ("board", "int"),
        "direction",
        "The direction of a number: those that lead to neighbours, clockwise from north, from 1.",
        "compass(field, roll)",
        ("square", "hex"),
    ),
    Builtin(
        "reachable",
        ("cell", "[cell]"),
        "[cell]",
        "A cell and all to which steps between neighbours lead from it that stay within the list.",
        "reachable(c, [x for x in grid if x is empty])",
    ),
    Builtin(
        "reach",
        ("travel", "piece", "int"),
        "[cell]",
        "Where a piece can end that travels with so many points; where it is does not count.",
        "reach(walk, wagon, 3)",
    ),
    Builtin(
        "ways",
        ("travel", "piece", "cell", "int"),
        "[[cell]]",
        "The ways to a cell worth choosing from, each step by step: the cheapest for each set of risks.",
        "ways(walk, wagon, goal, 3)",
    ),
    Builtin("players_from", ("player",), "[player]", "All players in order, this one first.", "players_from(me)"),
    Builtin(
        "next_player",
        ("player",),
        "player",
        "The player after this one; after the last comes the first.",
        "next_player(me)",
    ),
    Builtin("supply", ("token",), "int", "How many of a token are left in the box.", "supply(coin)"),
    Builtin("count", ("[T]",), "int", "How many there are.", "count(me.hand)"),
    Builtin("sum", ("[number]",), "number", "All added up; 0 for none.", "sum(c.value for c in me.hand)"),
    Builtin("min", ("[number]",), "number", "The least; of nothing it is a fault.", "min(p.score for p in players)"),
    Builtin("max", ("[number]",), "number", "The greatest; of nothing it is a fault.", "max(p.score for p in players)"),
    Builtin("first", ("[T]",), "optional T", "The first one, or none.", "first(c for c in deck by highest c.value)"),
    Builtin("last", ("[T]",), "optional T", "The last one, or none.", "last(row(grid, 1))"),
    Builtin("reversed", ("[T]",), "[T]", "The same, back to front.", "reversed(players)"),
    Builtin("abs", ("int",), "int", "Without its sign.", "abs(a - b)"),
    Builtin(
        "top_of",
        ("zone",),
        "optional piece",
        "The piece on top of a pile or an open deck; none when it is empty.",
        "top_of(discard)",
    ),
)

BUILTINS: dict[str, Builtin] = {builtin.name: builtin for builtin in _ALL}

COMPREHENSIONS: dict[str, str] = {
    "list": "All of them in order.",
    "count": "How many there are.",
    "any": "Is it true of at least one?",
    "all": "Is it true of every one? Of nothing, yes.",
    "sum": "All added up.",
    "min": "The least.",
    "max": "The greatest.",
    "first": "The first one in the order given, or none.",
    "sort": "All of them, sorted; equal ones keep their order.",
    "rank": "Groups of equals, the best group first.",
}

CONSTANTS: dict[str, str] = {
    "true": "Yes.",
    "false": "No.",
    "none": "Nothing, where something is optional.",
    "me": "The player who acts.",
    "players": "All who take part, in order.",
    "box": "Where pieces are that are out of play.",
    "scenario": "The scenario that is played.",
    "options": "The options of this game: `options.NAME`.",
}
"""Names that always stand for the same thing, and for what."""

RESERVED = frozenset({*BUILTINS, *COMPREHENSIONS, *CONSTANTS}) - {"list"}

ELSEWHERE: dict[str, str] = {
    "len": "`count(...)` says how many there are",
    "range": "a range is written `1..3`, both ends included",
    "print": '`say "..."` tells it',
    "sorted": "`sort(x for x in xs by lowest x)` sorts",
    "randint": "`let die = roll d6` rolls",
    "choice": "`let x = choose from ...` asks a player, `draw from ... to ...` leaves it to chance",
    "int": "there is nothing to convert: every value has its type",
    "str": 'there is nothing to convert: a text takes values in, `"{x}"`',
}
"""Functions of other languages, and what to write here instead."""
