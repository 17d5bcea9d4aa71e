"""What must hold of every game holds of every game here: each at every number of players, in every scenario.

`RULESDSL_PLAYOUTS` says how many random games of each are played straight through, however long that takes; without it
a thousand, or as many as a few seconds allow.
"""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path
from time import process_time
from typing import Any

import pytest
from conformance.found import BOUNDS, CABINET, GAMES, ROOT, loaded, name

from rulesdsl.runtime.chance import derive
from rulesdsl.tools.conformance import check_game, check_table, playouts
from rulesdsl.tools.tables import BOUND, Table, tables

WANTED = int(os.environ.get("RULESDSL_PLAYOUTS", "0"))
MOST, LEAST, CHUNK = 1000, 10, 10
SECONDS = 3.0
"""Of computing, for one game, all numbers of players together; the long ones come to fewer games than a thousand."""
BOX_COUNTED = 10
"""Of those at each table; of a game with many tables fewer at each, and three at the least."""
MANY_TABLES = 5
"""Games with so many scenarios and numbers of players are tried with one seed at each table."""


def bound(path: Path) -> int:
    return BOUNDS.get(path.stem, BOUND)


def test_games_are_found() -> None:
    assert {path.stem for path in GAMES} >= {"tic_tac_toe", "kuhn_poker", "pig", "connect_four", "cabinet"}
    assert any(path.parent.name == "games" and path.parent.parent == ROOT for path in GAMES)


def parts() -> list[Any]:
    """The games; the printed ones in parts that several processes share, one for each scenario and number of players.

    The others have few of either, and are not loaded before their test is run.
    """
    found: list[Any] = []
    for path in GAMES:
        every = tables(loaded(path)) if path.parent == ROOT / "games" else [None]
        for i, table in enumerate(every):
            found.append(
                pytest.param(path, slice(i, i + 1) if table else slice(None), id=f"{name(path)} {table or ''}")
            )
    return found


@pytest.mark.parametrize(("path", "part"), parts())
def test_what_must_always_hold(path: Path, part: slice) -> None:
    game, plain = loaded(path), loaded(path, optimise=False)
    every = tables(game, bound(path))
    seeds = range(2 if len(every) < MANY_TABLES else 1)
    failures = [failure for table in every[part] for failure in check_table(table, seeds, plain=plain)]
    assert not failures, "\n".join(failures[:20])


@pytest.mark.parametrize("path", GAMES, ids=name)
def test_random_games_end_without_a_fault(path: Path) -> None:
    failures: list[str] = []
    every = tables(loaded(path), bound(path))
    for table in every:
        seeds = [derive(0, name(path), str(table), k) for k in range(WANTED or MOST)]
        counted = max(3, BOX_COUNTED * MANY_TABLES // max(MANY_TABLES, len(every)))
        failures += playouts(table, seeds[:counted], check=True)
        failures += many(table, seeds, SECONDS / len(every))
    assert not failures, "\n".join(failures[:20])


def many(table: Table, seeds: list[int], seconds: float) -> list[str]:
    """As many of the games as the time allows, a few at the least."""
    failures, start = list[str](), process_time()
    for first in range(0, len(seeds), CHUNK):
        if first >= LEAST and not WANTED and process_time() - start > seconds:
            break
        failures += playouts(table, seeds[first : first + CHUNK])
    return failures


def test_what_is_tried_is_there_to_be_tried() -> None:
    """A suite that never meets a secret, a draw or a reveal proves nothing about them."""
    tally: Counter[str] = Counter()
    assert check_game(loaded(CABINET), range(1), tally=tally) == []
    wanted = (
        "decisions",
        "other chance",
        "together",
        "other worlds",
        "other questions",
        "canaries",
        "hidden pieces",
        "chain undone",
        "barred undo",
        "changed record",
    )
    assert [what for what in wanted if tally[what] < 3] == []
    assert tally["other way"] < tally["other questions"], "too few positions can be asked again"


def test_every_decision_of_one_game_of_each_kind() -> None:
    for path in (CABINET, ROOT / "examples/pig.yaml", ROOT / "examples/kuhn_poker.yaml"):
        assert check_game(loaded(path), [7], thorough=True) == []
