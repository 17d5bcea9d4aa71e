"""What the gate makes of ratios: which fell, which are measured again, what is told, how a baseline is kept."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from benchmarks.scripts import script

BASELINE: Any = script("baseline")
GATE: Any = script("gate")
SLICES: Any = script("slices")
SUBJECTS: Any = script("subjects")

BEFORE = {"chess: pushed / by hand": 2.0, "chess: pulled / by hand": 1.0}


def slices(*rates: float) -> list[Any]:
    return [SLICES.Slice(1, int(rate * 10), 10.0) for rate in rates]


class Told:
    """Measures as it is told, and how often it was asked."""

    def __init__(self, *answers: tuple[float, float]) -> None:
        self.subject = SUBJECTS.Subject("chess", "Chess", Path("chess.yaml"))
        self.answers = list(answers)
        self.rounds: list[int] = []

    def ratios(self, rounds: int) -> dict[str, float]:
        self.rounds.append(rounds)
        return dict(zip(BEFORE, self.answers.pop(0), strict=True))


def checked(legs: Told, before: dict[str, float] = BEFORE) -> tuple[int, str]:
    said: list[str] = []
    status: int = GATE.check([legs], before, said.append)
    return status, "\n".join(said)


def test_a_ratio_is_the_median_of_neighbours() -> None:
    """A machine that is slowed down for a while, and one slice that was held up, change nothing."""
    ours, theirs = slices(200, 100, 200, 20, 200), slices(100, 50, 100, 100, 100)
    assert BASELINE.ratio(ours, theirs) == pytest.approx(2.0)


def test_slices_come_in_pairs() -> None:
    with pytest.raises(ValueError):
        BASELINE.ratio(slices(1, 2), slices(1))


@pytest.mark.parametrize(
    ("now", "fell", "rose"), [(1.0, False, False), (0.76, False, False), (0.74, True, False), (1.26, False, True)]
)
def test_what_counts_as_a_change(now: float, fell: bool, rose: bool) -> None:
    change = BASELINE.Change("chess", 1.0, now)
    assert (change.fell, change.rose) == (fell, rose)


def test_a_program_that_takes_two_fifths_longer_is_found() -> None:
    change = BASELINE.Change("chess", 2.0, BASELINE.ratio(slices(*[200 / 1.4] * 5), slices(*[100] * 5)))
    assert change.fell
    assert change.share == pytest.approx(-0.286, abs=0.001)


def test_all_is_well() -> None:
    legs = Told((2.1, 0.9))
    status, said = checked(legs)
    assert status == 0
    assert legs.rounds == [GATE.ROUNDS]
    assert "fell" not in said


def test_what_fell_is_measured_once_more() -> None:
    legs = Told((1.0, 1.0), (1.9, 1.0))
    status, said = checked(legs)
    assert status == 0
    assert legs.rounds == [GATE.ROUNDS, GATE.AGAIN]
    assert "Chess: measured once more, longer" in said


def test_what_fell_twice_fails() -> None:
    status, said = checked(Told((1.0, 1.0), (1.2, 1.0)))
    assert status == 1
    assert "1 of 2 ratios fell by more than 25%" in said
    assert "chess: pushed / by hand" in said
    assert "-40%" in said
    assert "RENEW=--renew" in said


def test_what_was_never_measured_fails() -> None:
    status, said = checked(Told((2.0, 1.0)), {"chess: pushed / by hand": 2.0})
    assert status == 1
    assert "Not in the baseline: chess: pulled / by hand" in said


def test_a_rise_is_told() -> None:
    status, said = checked(Told((3.0, 1.0)))
    assert status == 0
    assert "Some rose by more than 25%" in said


def test_a_baseline_is_kept_for_each_python(tmp_path: Path) -> None:
    path = tmp_path / "baseline.json"
    assert BASELINE.read(path, "3.11") is None
    BASELINE.write(path, "3.12", {"chess": 1.23456})
    BASELINE.write(path, "3.11", {"chess": 0.5, "go": 12.0})
    BASELINE.write(path, "3.12", {"chess": 2.34567})
    assert BASELINE.read(path, "3.11") == {"chess": 0.5, "go": 12.0}
    assert BASELINE.read(path, "3.12") == {"chess": 2.35}
    assert BASELINE.read(path, "3.13") is None


def test_the_committed_baseline_has_what_is_measured() -> None:
    names = [name for legs in GATE.all_legs([*GATE.CLASSICS, *GATE.PRINTED]) for name in legs.names]
    pythons = json.loads(GATE.BASELINE.read_text(encoding="utf-8"))
    assert "3.11" in pythons
    for python in pythons:
        found = BASELINE.read(GATE.BASELINE, python)
        assert list(found) == names
        assert all(value > 0 for value in found.values())
