"""A game that goes round without a question is stopped, however it is driven, and where it goes round is told."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulesdsl import api
from rulesdsl.providers.random import RandomProvider
from rulesdsl.runtime.faults import EndlessLoop

ALONE = """\
rulesdsl: 1
title: Round and round
players: 2
state:
  left: 0..3 = 3
phases:
  game:
    each: {round: 1..}
    steps: [turn]
  turn:
    each: {me: players}
    offer: [take]
actions:
  take:
    with:
      n: 1..left
    do: left -= n
end:
  - when: left > 3
    as: never
"""

TOGETHER = (
    ALONE.replace("[turn]", "[guesses, showing, turn]")
    .replace(
        "actions:",
        """\
  guesses:
    together: players
    do: |
      if left > me.guess:
        let n = choose from 0..3 "How many will be left?"
        me.guess = n
  showing:
    do: |
      for p in players:
        reveal p.guess
      if sum(p.guess for p in players) > 6:
        end game as won
actions:""",
    )
    .replace("phases:", "  guess: {per: Player, is: 0..3 = 0, seen by: owner until revealed}\nphases:")
)

GAMES = {"alone": ALONE, "together": TOGETHER}


def written(folder: Path, name: str) -> api.Game:
    path = folder / "round.yaml"
    path.write_text(GAMES[name], encoding="utf-8")
    return api.load(str(path))


@pytest.mark.parametrize("name", GAMES)
def test_a_match_that_asks_nothing_more_is_stopped(tmp_path: Path, name: str) -> None:
    match = written(tmp_path, name).start()
    with pytest.raises(EndlessLoop, match=r"without end: (turn|guesses)"):
        while match.decision is not None:
            match.choose(0)


@pytest.mark.parametrize("name", GAMES)
def test_play_straight_through_is_stopped_too(tmp_path: Path, name: str) -> None:
    with pytest.raises(EndlessLoop, match="without end: "):
        written(tmp_path, name).play(RandomProvider(1), seed=1)
