"""The peer that matters most: the same games as a Python programmer writes them when there is no rules engine.

One class per game with a constructor, `legal_moves()` and `play(...)`; plain lists, readable values, a fresh list of
moves for each decision. No bit boards, no caches, no inlining: this is the code that a rule file replaces.
"""

from __future__ import annotations

from handwritten.backgammon import Backgammon
from handwritten.boards import Breakthrough, ConnectFour, TicTacToe
from handwritten.cards import Hearts, KuhnPoker, LeducPoker
from handwritten.pig import Pig
from handwritten.playing import Playout, playout_in_two, playout_of
from handwritten.skirmish import skirmish_playout

GAMES: dict[str, Playout] = {
    "tic_tac_toe": playout_of(TicTacToe),
    "connect_four": playout_of(ConnectFour),
    "breakthrough": playout_in_two(Breakthrough),
    "pig": playout_of(Pig),
    "kuhn_poker": playout_of(KuhnPoker),
    "leduc_poker": playout_of(LeducPoker),
    "backgammon": playout_in_two(Backgammon),
    "hearts": playout_of(Hearts, asked_alone=True),
    "skirmish": skirmish_playout,
}

__all__ = ["GAMES", "Playout"]
