"""Many games: seeds derived, figures the same however the work is shared."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from tools.stones import Broken, Stones

from rulesdsl.providers.random import RandomProvider
from rulesdsl.runtime.chance import derive
from rulesdsl.runtime.faults import Fault
from rulesdsl.tools.simulate import Report, random_playouts, simulate


def figures(report: Report) -> dict[str, Any]:
    found = report.as_dict()
    del found["seconds"], found["playouts_per_s"]
    return found


def test_every_game_has_a_seed_of_its_own() -> None:
    game = Stones()
    simulate(game, 100, seed=5)
    assert game.seeds == [derive(5, "game", k) for k in range(100)]
    assert len(set(game.seeds)) == 100


@pytest.mark.parametrize("jobs", [2, 4])
def test_any_number_of_processes_gives_the_same_figures(jobs: int) -> None:
    one = simulate(Stones(), 200, seed=1)
    assert figures(simulate(Stones(), 200, seed=1, jobs=jobs)) == figures(one)
    assert figures(simulate(Stones(), 200, seed=2)) != figures(one)


def test_the_figures_add_up() -> None:
    found = simulate(Stones(), 300, seed=3).as_dict()
    outcomes = {name: share["count"] for name, share in found["outcomes"].items()}
    assert sum(outcomes.values()) == found["games"] == 300
    assert found["finished"] == outcomes["won"]
    assert set(outcomes) == {"won", "fault", "endless loop"}
    wins = found["wins"]
    assert wins["ann"]["count"] + wins["bob"]["count"] == found["finished"]
    assert 5 <= found["decisions"]["min"] <= found["decisions"]["mean"] <= found["decisions"]["max"] <= 9
    assert json.loads(json.dumps(found)) == found


def test_games_that_went_wrong_can_be_had_again() -> None:
    found = simulate(Stones(), 200, seed=1)
    failed = found.tally.failed[0]
    assert failed.seed == derive(1, "game", failed.game)
    with pytest.raises(Fault, match=r"no stones|round and round"):
        Stones().run(None, RandomProvider(0), failed.seed)
    assert {one.message for one in found.tally.failed if one.kind == "fault"} == {
        "the rules went wrong: no stones (s.yaml:3)"
    }


def test_a_fault_of_the_package_costs_no_other_game(monkeypatch: pytest.MonkeyPatch) -> None:
    found = simulate(Broken(), 60)
    wrong = [k for k in range(60) if derive(0, "game", k) % 3 == 0]
    assert found.tally.games == 60
    assert found.tally.outcomes["internal error"] == len(wrong) > 10
    named = [one.game for one in found.tally.failed if one.kind == "internal error"]
    assert named == wrong[: len(named)] and len(named) > 10
    assert "LookupError: no such stone" in {one.message for one in found.tally.failed}
    monkeypatch.setenv("RULESDSL_DEBUG", "1")
    with pytest.raises(LookupError):
        simulate(Broken(), 60)


def test_a_part_of_a_batch_is_the_same_games() -> None:
    whole, parts = simulate(Stones(), 90, seed=4).tally, simulate(Stones(), 40, seed=4).tally
    parts.add(simulate(Stones(), 50, seed=4, first=40).tally)
    assert parts == whole


def test_progress_counts_the_games() -> None:
    seen: list[int] = []
    simulate(Stones(), 20, progress=seen.append)
    assert seen[0] == 1
    assert seen == sorted(seen)
    assert seen[-1] == 20


def test_ctrl_c_gives_what_was_played() -> None:
    def interrupt(done: int) -> None:
        if done >= 7:
            raise KeyboardInterrupt

    report = simulate(Stones(), 50, progress=interrupt)
    assert 7 <= report.tally.games < 50
    assert report.asked == 50
    assert figures(report)["outcomes"] == figures(simulate(Stones(), report.tally.games))["outcomes"]


def test_ctrl_c_gives_what_the_processes_have_played() -> None:
    def interrupt(done: int) -> None:
        raise KeyboardInterrupt

    report = simulate(Stones(), 1000, jobs=2, progress=interrupt)
    assert 0 < report.tally.games < 1000


def test_no_game_has_no_figures() -> None:
    report = simulate(Stones(), 0)
    assert (report.finished, report.decisions, report.playouts_per_s) == (0, None, 0.0)


class Quiet(Stones):
    """The same, and nothing goes wrong."""

    def playouts(self, provider: RandomProvider, seed: int, **given: Any) -> Callable[[], int]:
        def play() -> int:
            match = self.start(seed=seed)
            while match.decision is not None:
                match.choose(provider.choose(match.decision))
            return len(match.taken)

        return play


@pytest.mark.parametrize("pull", [False, True])
def test_playouts_take_as_long_as_they_are_given(pull: bool) -> None:
    games, decisions, seconds = random_playouts(Quiet(), 0.05, 1, pull=pull)
    assert 0.05 <= seconds < 1
    assert games > 10
    assert 5 * games <= decisions <= 9 * games
