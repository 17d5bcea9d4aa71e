"""Measure one peer at one game and print one JSON line; `playouts.py` starts a fresh process of this for each figure.

Runs under any Python that has the peer: only `handwritten.py` and the standard library are imported on top.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"
WARM_UP = 0.3
"""Seconds played and thrown away before anything is counted."""

Figures = tuple[int, int, float]
"""Games, decisions of players (dice and deals are none), seconds."""

Measure = Callable[[str, float, int], Figures]
"""Measures (game, seconds, seed)."""

OPENSPIEL_CPP = {"tic_tac_toe": "tic_tac_toe", "connect_four": "connect_four", "pig": "pig", "kuhn_poker": "kuhn_poker"}
OPENSPIEL_PYTHON = {"tic_tac_toe": "python_tic_tac_toe", "kuhn_poker": "python_kuhn_poker"}


def run_for(playout: Callable[[random.Random], int], seconds: float, seed: int) -> Figures:
    """Whole playouts, one after the other, until `seconds` have passed."""
    rng = random.Random(seed)
    clock = time.perf_counter
    games = decisions = 0
    start = clock()
    while True:
        decisions += playout(rng)
        games += 1
        elapsed = clock() - start
        if elapsed >= seconds:
            return games, decisions, elapsed


def measure_pushed(game: str, seconds: float, seed: int) -> Figures:
    """Our rules, played straight through."""
    return measure_ours(game, seconds, seed, pull=False)


def measure_pulled(game: str, seconds: float, seed: int) -> Figures:
    """Our rules, pausing at every decision."""
    return measure_ours(game, seconds, seed, pull=True)


def measure_ours(name: str, seconds: float, seed: int, pull: bool) -> Figures:
    """Load the example, then play it at random through the package's own driver."""
    import rulesdsl
    from rulesdsl.tools.simulate import random_playouts

    game = rulesdsl.load(EXAMPLES / f"{name}.yaml")
    random_playouts(game, WARM_UP, seed, pull=pull)
    return random_playouts(game, seconds, seed, pull=pull)


def measure_handwritten(game: str, seconds: float, seed: int) -> Figures:
    """The same game as a class in idiomatic Python."""
    from handwritten import GAMES

    run_for(GAMES[game], WARM_UP, seed)
    return run_for(GAMES[game], seconds, seed)


def measure_openspiel_cpp(game: str, seconds: float, seed: int) -> Figures:
    """OpenSpiel's C++ game with the loop in Python."""
    return measure_openspiel(OPENSPIEL_CPP[game], seconds, seed)


def measure_openspiel_python(game: str, seconds: float, seed: int) -> Figures:
    """A game that OpenSpiel itself implements in Python, with the same loop."""
    import open_spiel.python.games  # noqa: F401  (importing it registers the games)

    return measure_openspiel(OPENSPIEL_PYTHON[game], seconds, seed)


def measure_openspiel(name: str, seconds: float, seed: int) -> Figures:
    """The loop of OpenSpiel's own example, with uniformly random moves."""
    import pyspiel

    game: Any = pyspiel.load_game(name)

    def playout(rng: random.Random) -> int:
        state = game.new_initial_state()
        decisions = 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(outcomes, weights)[0])
            else:
                state.apply_action(rng.choice(state.legal_actions()))
                decisions += 1
        return decisions

    run_for(playout, WARM_UP, seed)
    return run_for(playout, seconds, seed)


PEERS: dict[str, Measure] = {
    "pushed": measure_pushed,
    "pulled": measure_pulled,
    "handwritten": measure_handwritten,
    "openspiel_python": measure_openspiel_python,
    "openspiel_cpp": measure_openspiel_cpp,
}


def main() -> None:
    """Measure what the command line names."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("peer", choices=sorted(PEERS))
    parser.add_argument("game", choices=sorted(OPENSPIEL_CPP))
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    games, decisions, seconds = PEERS[options.peer](options.game, options.seconds, options.seed)
    print(json.dumps({"games": games, "decisions": decisions, "seconds": seconds}))


if __name__ == "__main__":
    main()
