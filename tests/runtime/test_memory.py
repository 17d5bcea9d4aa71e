"""What is remembered is what would come out if it were worked out again, whoever has written meanwhile."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from conformance.found import GAMES, ROOT, name

import rulesdsl
from rulesdsl import api
from rulesdsl.providers.random import RandomProvider
from rulesdsl.runtime import machine, memory

FOLD = ROOT / "tests/language/values/beside.yaml"
MEADOW = ROOT / "tests/language/values/remembered.yaml"


class Checked:
    """Stands in for what marks values: looks each one up and works it out as well."""

    def __init__(self) -> None:
        self.found: Counter[str] = Counter()

    def marker(self, space: dict[str, Any]) -> Callable[..., Callable[..., Any]]:
        def remembered(number: int, weight: int, lists: bool = False) -> Callable[..., Any]:
            def around(rule: Callable[..., Any]) -> Callable[..., Any]:
                def asked(s: Any, *given: Any) -> Any:
                    key = memory.hashable(given) if lists else given
                    known = s.memory_[number]
                    made = rule(s, *key)
                    if key in known:
                        assert known[key] == memory._keep({}, key, made), (rule.__name__, key)
                        self.found[rule.__name__] += 1
                    return memory._keep(known, key, made)

                return asked

            return around

        return remembered


@pytest.fixture
def checked(monkeypatch: pytest.MonkeyPatch) -> Checked:
    made = Checked()
    monkeypatch.setattr(machine, "marker", made.marker)
    return made


REMEMBERING = [path for path in GAMES if "@remembered(" in api.dump(path, "python")]


@pytest.mark.parametrize("path", REMEMBERING, ids=name)
def test_what_is_remembered_is_what_would_be_worked_out(path: Path, checked: Checked) -> None:
    game = rulesdsl.load(path)
    for seed in range(4):
        provider = RandomProvider(seed)
        game.play(provider, seed=seed)
        match, left = game.start(seed=seed), 400
        while (decision := match.decision) is not None and left:
            match.choose(provider.choose(decision))
            left -= 1
    if path == MEADOW:
        assert {"value_cows_near", "value_lying", "value_crowded"} <= set(checked.found)


KEEPING_CELLS = [path for path in GAMES if "@cells_where(" in api.dump(path, "python")]


@pytest.mark.parametrize("path", KEEPING_CELLS, ids=name)
def test_a_set_of_cells_is_what_would_be_found_by_asking_about_each(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: Counter[tuple[str, int]] = Counter()

    def cells_where(number: int, low: int, high: int) -> Callable[[memory.Rule], memory.Rule]:
        def around(test: memory.Rule) -> memory.Rule:
            now = memory.cells_where(number, low, high)(test)

            def checked(s: Any) -> Any:
                known = now(s)
                assert known == {cell for cell in range(low, high) if test(s, cell)}, test.__name__
                asked[test.__name__, len(known)] += 1
                return known

            return checked

        return around

    monkeypatch.setitem(machine.NAMESPACE, "cells_where", cells_where)
    game = rulesdsl.load(path)
    for seed in range(3):
        provider = RandomProvider(seed)
        game.play(provider, seed=seed)
        match, left = game.start(seed=seed), 60
        while (decision := match.decision) is not None and left:
            match.choose(provider.choose(decision))
            left -= 1
    if path == FOLD:
        sizes = Counter(title for title, _ in asked)
        assert sizes.keys() == {"cells_rough", "cells_bleats", "cells_watched"}
        assert min(sizes.values()) > 1  # each of them has grown or shrunk


def test_a_copy_remembers_nothing() -> None:
    game = rulesdsl.load(MEADOW)
    match = game.start(seed=1)
    match.choose(0)
    s = match.state
    game.machine.namespace["value_told"](s)
    assert s.memory_ and not game.machine.copy(s).memory_


def test_only_what_rests_on_a_write_is_forgotten() -> None:
    game = rulesdsl.load(MEADOW)
    s = game.start(seed=1).state
    for value in ("cows_near", "sleepers", "lying", "milk_near", "food"):
        game.machine.namespace[f"value_{value}"](s, 0)
    game.machine.namespace["effect_note"](s)
    before = set(s.memory_)
    memory.forget(s, frozenset(game.machine.data["rests_on"][0]["Cow_milk"]))
    assert len(before - set(s.memory_)) == 2  # the milk near a square, and the sum with all that is told
    memory.forget_places(s, game.machine.texts.pieces.index("cow_1"))
    assert len(s.memory_) == 1  # what grows is the same wherever cows are


class State:
    """As much of a state as a memory needs."""

    def __init__(self) -> None:
        self.memory_ = memory.Memory()


@pytest.mark.parametrize("count", [0, 1, 2, 3])
def test_a_value_that_is_never_asked_twice_is_soon_worked_out_each_time(count: int) -> None:
    space: dict[str, Any] = {}
    for number, title in enumerate(("asked_often", "asked_once")):
        names = ["s", "a", "b", "c"][: count + 1]
        exec(f"def {title}({', '.join(names)}): return [{', '.join(names[1:])}]", space)
        space[title] = memory.marker(space)(number, 100)(space[title])
    trial = dict(space)
    s = State()
    for i in range(memory.TRIAL + 1):
        often = space["asked_often"](s, *range(count))
        assert often == tuple(range(count))
        s.memory_.pop(1, None)
        once = space["asked_once"](s, *range(i, i + count))
        assert list(once) == list(range(i, i + count))
    assert space["asked_often"] is not trial["asked_often"]
    space["asked_often"](s, *range(count))
    assert s.memory_.keys() == {0}
    assert space["asked_once"](s, *range(count)) == list(range(count))
    assert s.memory_.keys() == {0}


def test_a_memory_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "MOST", 10)
    space: dict[str, Any] = {}
    exec("def twice(s, a): return 2 * a", space)
    space["twice"] = memory.marker(space)(0, 100)(space["twice"])
    s = State()
    for i in range(100):
        assert space["twice"](s, i) == 2 * i
        assert len(s.memory_[0]) <= 10
