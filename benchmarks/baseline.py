"""Ratios that were measured, against those that were measured before: what has fallen, and by how much.

A ratio is named by what is divided (`hearts: pushed / by hand`). The committed file has them for each version of
Python, for interpreters differ in what they are quick at.
"""

from __future__ import annotations

import json
import statistics
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from slices import Slice

ALLOWED = 0.25
"""How far a ratio may fall, as a share of the baseline."""
RISEN = 0.25
"""From where on a rise is told, so that the baseline is renewed and guards what was won."""

Ratios = dict[str, float]


@dataclass(frozen=True)
class Change:
    """One ratio before and now."""

    name: str
    before: float
    now: float

    @property
    def share(self) -> float:
        """How far it has moved, as a share of the baseline: below 0 is slower."""
        return self.now / self.before - 1

    @property
    def fell(self) -> bool:
        """By more than is allowed?"""
        return self.share < -ALLOWED

    @property
    def rose(self) -> bool:
        """By enough that the baseline says too little?"""
        return self.share > RISEN


def ratio(ours: Sequence[Slice], theirs: Sequence[Slice]) -> float:
    """The median of the ratios of slices that were played one after the other."""
    return statistics.median(a.rate / b.rate for a, b in zip(ours, theirs, strict=True))


def changes(before: Mapping[str, float], now: Mapping[str, float]) -> list[Change]:
    """What is in both, in the order of the measuring."""
    return [Change(name, before[name], value) for name, value in now.items() if name in before]


def missing(before: Mapping[str, float], now: Mapping[str, float]) -> list[str]:
    """What was measured and never before: such a ratio would go unwatched."""
    return [name for name in now if name not in before]


def read(path: Path, python: str) -> Ratios | None:
    """The baseline of a version of Python (`3.11`); None if there is none."""
    if not path.exists():
        return None
    found = json.loads(path.read_text(encoding="utf-8")).get(python)
    return None if found is None else {str(name): float(value) for name, value in found.items()}


def write(path: Path, python: str, ratios: Mapping[str, float]) -> None:
    """Put the ratios in place of those of this version of Python, three digits each."""
    whole = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    whole[python] = {name: float(f"{value:.3g}") for name, value in ratios.items()}
    path.write_text(json.dumps(dict(sorted(whole.items())), indent=2) + "\n", encoding="utf-8")


def table(found: Iterable[Change]) -> list[str]:
    """A line for each ratio."""
    lines = [f"{'ratio':44} {'baseline':>8} {'now':>8} {'change':>7}"]
    for one in found:
        mark = "  fell" if one.fell else ""
        lines.append(f"{one.name:44} {one.before:8.3f} {one.now:8.3f} {one.share:+7.0%}{mark}")
    return lines
