"""What OpenSpiel calls the moves, boards and chances of our examples."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from peers.lockstep import Move, Peer

from rulesdsl.runtime.match import Match

LEDUC_CARDS = [f"{rank}_{copy}" for rank in ("jack", "queen", "king") for copy in (1, 2)]


def won(match: Match) -> list[float]:
    """One for who wins alone, minus one for the others; nothing in a draw."""
    assert match.result is not None
    seats = [match.machine.texts.players[p] for p in match.config.players]
    if len(match.result.winners) != 1:
        return [0.0 for _ in seats]
    return [1.0 if seat in match.result.winners else -1.0 for seat in seats]


def scored(match: Match) -> list[float]:
    """Everybody's score."""
    assert match.result is not None
    return [float(score.total) for score in match.result.scores.values()]


def rows(match: Match, board: str) -> list[str]:
    """A board from the top, a letter for each cell: `x` for what is of the first player, `o` of the second."""
    seats = [match.machine.texts.players[p] for p in match.config.players]
    cells = match.view(seats[0])["boards"][board]
    files = sorted({cell[0] for cell in cells})
    ranks = sorted({int(cell[1:]) for cell in cells}, reverse=True)
    return ["".join(letter(cells[f"{file}{rank}"], seats) for file in files) for rank in ranks]


def letter(cell: dict[str, Any], seats: list[str]) -> str:
    """Whose the cell is: by a field, or by the name of the piece that lies there."""
    for value in cell.values():
        name = str(value[0] if isinstance(value, list) else value)
        for seat, sign in zip(seats, "xo", strict=True):
            if name.startswith(seat):
                return sign
    return "."


def plain(board: str) -> Callable[[Match], str]:
    """A board as it is printed without a frame."""
    return lambda match: "\n".join(rows(match, board))


def framed(match: Match) -> str:
    """A board of eight ranks with their numbers, black and white."""
    lines = [f"{8 - i}{row}" for i, row in enumerate(rows(match, "board"))]
    return "\n".join([*lines, " abcdefgh"]).replace("x", "b").replace("o", "w")


def tic_tac_toe(state: Any, action: int) -> Move:
    return (f"{'abc'[action % 3]}{3 - action // 3}",)


def connect_four(state: Any, action: int) -> Move:
    return (str(action + 1),)


def breakthrough(state: Any, action: int) -> Move:
    text = state.action_to_string(action)
    return text[:2], text[2:4]


def hexagons(state: Any, action: int) -> Move:
    return (state.action_to_string(action),)


def pushed(match: Match) -> str:
    """A board whose first row is at the top, each row pushed half a cell further than the one above."""
    return "\n".join(" " * i + " ".join(row) + " " for i, row in enumerate(reversed(rows(match, "board")))).strip()


def pig(state: Any, action: int) -> Move:
    return (("roll_die", "pass")[action],)


def kuhn_poker(state: Any, action: int) -> Move:
    faces_bet = 1 in state.history()[2:]  # two cards come first
    return ((("fold", "call") if faces_bet else ("check", "bet"))[action],)


def leduc_poker(state: Any, action: int) -> Move:
    return (("fold", "call" if 0 in state.legal_actions() else "check", "bet")[action],)


def liars_dice(state: Any, action: int) -> Move:
    legal = [state.action_to_string(a).split("-") for a in state.legal_actions()]
    dice, *pips = state.action_to_string(action).split("-")
    if not pips:
        return ("challenge",)
    first = ("bid",) if ["Liar"] in legal else ()  # without a bid there is nothing to choose between yet
    several = len({bid[0] for bid in legal if bid != ["Liar"]}) > 1
    return (*first, *((dice,) if several else ()), *pips)


def backgammon(state: Any, action: int) -> Move:
    """Two half-moves, each a point and a die; those that cannot be played are left out."""
    player = state.current_player()
    halves = state.spiel_move_to_checker_moves(player, action)
    return tuple(name for half in halves if half.num > 0 for name in (counted(player, half.pos), str(half.num)))


def counted(player: int, place: int) -> str:
    """A point as its player counts it; the bar is 25."""
    if place == BAR:
        return "25"
    return str(24 - place if player == 0 else place + 1)


def two_dice(state: Any, outcome: int) -> list[int]:
    """The dice; of the first throw, one for each, whoever begins has the higher."""
    text = state.action_to_string(outcome)
    first, second = sorted(map(int, text.partition("roll: ")[2][:2]))
    return [second, first] if "X starts" in text else [first, second]


def checkers(match: Match) -> list[list[int]]:
    """For each player: the checkers on each point, from the one where the first player enters, and on the bar."""
    view = match.view("white")
    names = [" ".join(view["boards"]["board"][str(number)].get("pieces", ())) for number in range(24, 0, -1)]
    seats = ("white", "black")
    return [[name.count(seat) for name in names] + [view["zones"][f"{seat}.on_bar"]["count"]] for seat in seats]


def checkers_there(state: Any) -> list[list[int]]:
    return [[state.board(player, place) for place in (*range(24), BAR)] for player in (0, 1)]


BAR = 100
FULL_SCORING = "backgammon(scoring_type=full_scoring,max_player_turns=100000)"

KUHN_CARDS = ["jack", "queen", "king"]

PEERS = {
    "tic_tac_toe": Peer("tic_tac_toe", tic_tac_toe, won, position=plain("board")),
    "connect_four": Peer("connect_four", connect_four, won, position=plain("rack")),
    "breakthrough": Peer("breakthrough", breakthrough, won, position=framed),
    "hex": Peer("hex", hexagons, won, position=pushed),
    # there a turn that reaches 100 is banked by itself, and a game has a greatest length, if one asks for no other
    "pig": Peer("pig(horizon=100000)", pig, won, dice=lambda state, outcome: [outcome + 1], last=("pass",)),
    # there doubles are two turns of one player, and a game is drawn after 500 turns if one asks for no other number
    "backgammon": Peer(FULL_SCORING, backgammon, scored, position=checkers, there=checkers_there, dice=two_dice),
    "kuhn_poker": Peer("kuhn_poker", kuhn_poker, scored, drawn=KUHN_CARDS.__getitem__),
    "leduc_poker": Peer("leduc_poker", leduc_poker, scored, drawn=LEDUC_CARDS.__getitem__),
    # there one challenge decides, and sixes are wild; there are two players only
    "liars_dice": Peer(
        "liars_dice(numdice=2)",
        liars_dice,
        won,
        dice=lambda state, outcome: [outcome + 1],
        options={"dice": 2, "wild": 6, "one_challenge": True},
    ),
}
"""By the name of the example."""
