"""One peer at one game, in a process of its own: warms up, then plays a slice for each line that it reads.

Runs under any Python that has the peer: above it only the standard library and files of this folder are imported. A
line has the seconds to play; the answer is a line of JSON: games, decisions, seconds of processor time.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections.abc import Callable
from typing import Any

from slices import Measure, native, ours, playing, used
from subjects import SUBJECTS, Subject

WARM_UP = 0.3
"""Seconds played and thrown away before anything is counted."""

OPENSPIEL = {
    "tic_tac_toe": "tic_tac_toe",
    "connect_four": "connect_four",
    "breakthrough": "breakthrough",
    "pig": "pig",
    "kuhn_poker": "kuhn_poker",
    "leduc_poker": "leduc_poker",
    "backgammon": "backgammon",
    "hearts": "hearts",
}
OPENSPIEL_PYTHON = {"tic_tac_toe": "python_tic_tac_toe", "kuhn_poker": "python_kuhn_poker"}
PETTINGZOO = {
    "tic_tac_toe": "classic/tictactoe-v3",
    "connect_four": "classic/connect_four-v3",
    "leduc_poker": "classic/leduc_holdem-v4",
}
RLCARD = {"leduc_poker": "leduc-holdem"}
BOARDGAME_IO = ("tic_tac_toe", "connect_four", "breakthrough", "pig")


def pushed(subject: Subject, seed: int) -> Measure:
    """Our rules, played straight through."""
    return ours(subject, seed, pull=False)


def pulled(subject: Subject, seed: int) -> Measure:
    """Our rules, pausing at every decision."""
    return ours(subject, seed, pull=True)


def by_hand(subject: Subject, seed: int) -> Measure:
    """The same game as a class in idiomatic Python."""
    from handwritten import GAMES

    return playing(GAMES[subject.key], seed)


def tight(subject: Subject, seed: int) -> Measure:
    """The same game in tight Python."""
    from tight import GAMES

    return playing(GAMES[subject.key], seed)


def openspiel_cpp(subject: Subject, seed: int) -> Measure:
    """OpenSpiel's game in C++ with the loop in Python."""
    return playing(openspiel_playout(OPENSPIEL[subject.key]), seed)


def openspiel_python(subject: Subject, seed: int) -> Measure:
    """A game that OpenSpiel itself implements in Python, with the same loop."""
    import open_spiel.python.games  # noqa: F401  (importing it registers the games)

    return playing(openspiel_playout(OPENSPIEL_PYTHON[subject.key]), seed)


def openspiel_playout(name: str) -> Callable[[random.Random], int]:
    """The loop of OpenSpiel's own example, with uniformly random moves; it passes through chance nodes itself."""
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

    return playout


def pettingzoo(subject: Subject, seed: int) -> Measure:
    """PettingZoo's documented loop over agents, each of which samples its action space with the mask."""
    import pettingzoo

    env: Any = pettingzoo.make("aec", PETTINGZOO[subject.key])

    def playout(rng: random.Random) -> int:
        env.reset(seed=rng.getrandbits(30))
        decisions = 0
        for agent in env.agent_iter():
            observation, _, termination, truncation, _ = env.last()
            if termination or truncation:
                action = None
            else:
                action = env.action_space(agent).sample(observation["action_mask"])
                decisions += 1
            env.step(action)
        return decisions

    return playing(playout, seed)


def rlcard(subject: Subject, seed: int) -> Measure:
    """RLCard's environment, stepped with a random legal action."""
    import rlcard

    env: Any = rlcard.make(RLCARD[subject.key], config={"seed": seed})

    def playout(rng: random.Random) -> int:
        state, _ = env.reset()
        decisions = 0
        while not env.is_over():
            state, _ = env.step(rng.choice(list(state["legal_actions"])))
            decisions += 1
        return decisions

    return playing(playout, seed)


PEERS: dict[str, Callable[[Subject, int], Measure]] = {
    "pushed": pushed,
    "pulled": pulled,
    "native": native,
    "by_hand": by_hand,
    "tight": tight,
    "openspiel_cpp": openspiel_cpp,
    "openspiel_python": openspiel_python,
    "pettingzoo": pettingzoo,
    "rlcard": rlcard,
}


def main() -> None:
    """Play what the command line names until there is nothing more to read."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("peer", choices=sorted(PEERS))
    parser.add_argument("game", choices=sorted(SUBJECTS))
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    measure = PEERS[options.peer](SUBJECTS[options.game], options.seed)
    used(measure, WARM_UP)
    print("ready", flush=True)
    for line in sys.stdin:
        print(json.dumps(used(measure, float(line))._asdict()), flush=True)


if __name__ == "__main__":
    main()
