"""The generated code: always the same, on the rule file's lines, and equal with and without its optimisations."""

from __future__ import annotations

import json
import subprocess
import sys
import traceback
from pathlib import Path

import pytest

import rulesdsl
from rulesdsl import api
from rulesdsl.providers.random import RandomProvider
from rulesdsl.runtime.faults import Fault

ROOT = Path(__file__).parents[2]
GAMES = sorted([*(ROOT / "games").glob("*.yaml"), *(ROOT / "examples").glob("*.yaml")])

FAULTY = """\
rulesdsl: 1
title: Faulty
players: 1
state:
  low: {is: 0..3 = 0}
phases:
  game:
    each: {round: 1..9}
    steps: [count]
  count:
    do: |
      step()
effects:
  step():
    do: |
      low = low + 1
"""


@pytest.mark.parametrize("seed", ["1", "2"])
def test_the_code_is_the_same_under_another_hash_seed(seed: str) -> None:
    code = (
        "import json, sys; from rulesdsl import api; print(json.dumps([api.dump(p, 'python') for p in sys.argv[1:]]))"
    )
    told = subprocess.run(
        [sys.executable, "-c", code, *map(str, GAMES)],
        capture_output=True,
        text=True,
        check=True,
        cwd=ROOT,
        env={"PYTHONHASHSEED": seed},
    ).stdout
    for path, text in zip(GAMES, json.loads(told), strict=True):
        assert api.dump(path, "python") == text, path.stem


def test_a_fault_names_the_line_of_the_rule(tmp_path: Path) -> None:
    path = tmp_path / "faulty.yaml"
    path.write_text(FAULTY, encoding="utf-8")
    line = FAULTY[: FAULTY.index("low = low + 1")].count("\n") + 1
    game = rulesdsl.load(path, use_cache=False)
    with pytest.raises(Fault, match="leaves its bounds") as caught:
        game.play(RandomProvider(1), seed=1)
    assert (caught.value.file, caught.value.line) == (str(path), line)
    frames = traceback.extract_tb(caught.value.__traceback__)
    assert (str(path), line) in {(frame.filename, frame.lineno) for frame in frames}
    with pytest.raises(Fault, match="leaves its bounds"):
        game.start(seed=1)


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_optimised_code_plays_as_plain_code_does(path: Path) -> None:
    quick, plain = rulesdsl.load(path), rulesdsl.load(path, optimise=False)
    for seed in range(10):
        one = quick.play(RandomProvider(seed), seed=seed)
        assert one == plain.play(RandomProvider(seed), seed=seed)


def test_joined_nodes_are_fewer() -> None:
    quick, plain = rulesdsl.load("tic_tac_toe"), rulesdsl.load("tic_tac_toe", optimise=False)
    count = [sum(f"node_{i}" in game.machine.namespace for i in range(99)) for game in (quick, plain)]
    assert count[0] < count[1]
