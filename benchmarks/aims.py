"""What was aimed at, and where a run of the table stands: ratios between peers, and decisions of the printed games.

RBG and Ludii are not measured here. They were once, beside OpenSpiel on another machine: their multiples of it are the
aims (RBG 2,443,000, 710,000 and 39,000 playouts per second of the three boards, Ludii 409,000, 44,100 and 1,840, where
OpenSpiel made 125,000, 39,500 and 9,090).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from subjects import PRINTED, SUBJECTS

Rates = Callable[[str, str], float | None]
"""Of a peer and a game: what it makes a second, None if it was not measured."""


@dataclass(frozen=True)
class Aim:
    """One peer is to make so many times what another one makes, at each of some games."""

    text: str
    peer: str
    other: str
    wanted: Mapping[str, float]

    def row(self, playouts: Rates) -> str | None:
        """A line of the table: all games, and those that fall short; None if nothing was measured."""
        stands, short = [], []
        for key, wanted in self.wanted.items():
            own, other = playouts(self.peer, key), playouts(self.other, key)
            if own is None or other is None:
                continue
            title = SUBJECTS[key].title
            stands.append(f"{title} {own / other:.{1 if own > 10 * other else 2}f} ({wanted:g})")
            if own < wanted * other:
                short.append(title)
        return f"| {self.text} | {', '.join(stands)} | {reached(short)} |" if stands else None


AIMS = (
    Aim(
        "straight through, as multiples of OpenSpiel's C++ games driven from Python",
        "pushed",
        "openspiel_cpp",
        {"tic_tac_toe": 1, "connect_four": 1, "breakthrough": 0.5, "pig": 1, "leduc_poker": 1},
    ),
    Aim(
        "straight through, as multiples of idiomatic Python",
        "pushed",
        "by_hand",
        {
            "tic_tac_toe": 2.5,
            "connect_four": 2.5,
            "breakthrough": 2.5,
            "pig": 1.3,
            "kuhn_poker": 1.3,
            "leduc_poker": 1.3,
        },
    ),
    Aim(
        "straight through, ahead of Ludii: so many times OpenSpiel",
        "pushed",
        "openspiel_cpp",
        {"tic_tac_toe": 3.3, "connect_four": 1.1, "breakthrough": 0.2},
    ),
    Aim(
        "in C, ahead of RBG's compiled C++: so many times OpenSpiel",
        "native",
        "openspiel_cpp",
        {"tic_tac_toe": 19.5, "connect_four": 18, "breakthrough": 4.3},
    ),
)

DECISIONS = 23_000
"""Of every printed game, straight through, each second; with pauses half as many as without."""


def reached(short: list[str]) -> str:
    """The last cell of a line."""
    return f"not at {', '.join(short)}" if short else "yes"


def printed_rows(decisions: Rates) -> list[str]:
    """The lines of the printed games: each tells the one that makes least."""
    straight, pausing = {}, {}
    for subject in PRINTED:
        pushed, pulled = decisions("pushed", subject.key), decisions("pulled", subject.key)
        if pushed is not None and pulled is not None:
            straight[subject.title], pausing[subject.title] = pushed, pulled / pushed
    if not straight:
        return []
    least, worst = (min(values, key=lambda title: values[title]) for values in (straight, pausing))
    slow = [title for title, rate in straight.items() if rate < DECISIONS]
    halves = [title for title, share in pausing.items() if share < 0.5]
    return [
        f"| each printed game straight through, decisions a second | least {straight[least]:,.0f}, {least} "
        f"({DECISIONS:,}) | {reached(slow)} |",
        f"| each printed game pausing, of straight through | least {pausing[worst]:.2f}, {worst} (0.5) "
        f"| {reached(halves)} |",
    ]


def aims_table(playouts: Rates, decisions: Rates) -> list[str]:
    """The aims that something was measured of."""
    rows = [row for aim in AIMS if (row := aim.row(playouts)) is not None] + printed_rows(decisions)
    return ["| aim | stands at (aim) | reached |", "|---|---|---|", *rows] if rows else []
