"""What generated code calls besides its own functions, by what each takes and gives in C."""

from __future__ import annotations

from typing import NamedTuple

from rulesdsl.native.types import BOOL, INT, LIST, VOID, Type


class Helper(NamedTuple):
    """A function of the runtime.

    `takes` has a letter an argument: s the state, i a number, o a number that may be missing, l a list of numbers, b a
    truth, w the pieces' places (the state in C), - nothing in C. What follows a * need not be there.
    """

    takes: str
    gives: Type
    effects: str = ""
    """A for acting, M for moving, L for lists made."""
    name: str = ""
    ends: bool = False
    """It never comes back."""


HELPERS: dict[str, Helper] = {
    "times": Helper("ii", INT),
    "row_of": Helper("iii-", INT),
    "numbered": Helper("iii-", INT, name="in_bounds"),
    "in_bounds": Helper("iii-*-", INT),
    "repeats": Helper("i", INT),
    "span": Helper("ii", LIST, "L"),
    "min_of": Helper("l", INT),
    "max_of": Helper("l", INT),
    "sum": Helper("l", INT),
    "last_of": Helper("lo", INT),
    "back_to_front": Helper("l", LIST, "L", "V_backwards"),
    "joined": Helper("ll", LIST, "L"),
    "without": Helper("ll", LIST, "L"),
    "as_place": Helper("ii", INT),
    "lies_in": Helper("wii", BOOL),
    "players_from": Helper("li", LIST, "L"),
    "next_player": Helper("li", INT),
    "present": Helper("ll", LIST, "L"),
    "acting": Helper("lil", INT),
    "said_winner": Helper("i", INT),
    "roll_sum": Helper("sii", INT, "AL"),
    "roll_list": Helper("sii", LIST, "AL"),
    "roll_best": Helper("sii", INT, "AL"),
    "roll_digits": Helper("sii", INT, "AL"),
    "move": Helper("sii", VOID, "AM"),
    "move_all": Helper("siib", VOID, "AML"),
    "draw_one": Helper("siib", INT, "AM"),
    "draw_many": Helper("siiib", LIST, "AML"),
    "take": Helper("siib", LIST, "AL"),
    "settled": Helper("sib", LIST, "AL"),
    "refilled": Helper("sii", BOOL, "AML"),
    "shuffle": Helper("si", VOID, "AML"),
    "reveal": Helper("si", VOID, "A"),
    "show": Helper("sii", VOID, "A"),
    "top_of": Helper("si", INT),
    "space_of": Helper("wiii", INT),
    "on_board": Helper("sliii", LIST, "L"),
    "seat_pieces": Helper("sllli", VOID, "AM"),
    "vacant": Helper("si", BOOL),
    "lying_at": Helper("si", LIST, "L"),
    "spread_now": Helper("si", VOID),
    "gained": Helper("iio", INT),
    "paid_out": Helper("ii-", INT),
    "end_game": Helper("sii", VOID, "A", ends=True),
    "endless_repeat": Helper("", VOID, name="fault", ends=True),
    "no_row": Helper("--", VOID, name="fault", ends=True),
    "out_of_bounds": Helper("--*-", VOID, name="fault", ends=True),
    "set_twice": Helper("--", VOID, name="fault", ends=True),
    "enough": Helper("li", BOOL),
    "distinct": Helper("sli", LIST, "L"),
    "in_sight": Helper("sil", LIST, "L"),
}

QUESTIONS_OF_NUMBERS = frozenset({"ask_neighbor", "ask_along", "ask_ahead", "ask_distance", "ask_direction"})
QUESTIONS_OF_LISTS = frozenset({"ask_within", "ask_ring", "ask_ray", "ask_between", "ask_column", "ask_row"})
"""Questions about boards, which Python answers."""
