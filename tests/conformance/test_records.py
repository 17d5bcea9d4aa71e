"""Records as files: what was saved goes on as if nothing had happened; what is no record is told, never a traceback."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from random import Random
from typing import Any

import pytest
from conformance.found import CABINET, loaded

import rulesdsl
from rulesdsl.runtime import record
from rulesdsl.runtime.match import Divergence, Match
from rulesdsl.runtime.record import RecordError
from rulesdsl.source.diagnostics import RuleErrors
from rulesdsl.tools.tables import Choices, look

TOLD = (RecordError, Divergence, RuleErrors)
STEPS = 37


def saved(folder: Path, steps: int = STEPS, players: int = 3) -> tuple[Path, Match, Choices]:
    """A match as a file, and as it stands."""
    match, choices = loaded(CABINET).start(players=players, seed=11), Choices(11)
    choices.play(match, steps)
    path = folder / "match.json"
    match.save(path)
    return path, match, choices


@pytest.mark.parametrize("steps", [0, 1, 2, 5, 9, 13, 25, STEPS, 1000])
def test_a_saved_match_goes_on(tmp_path: Path, steps: int) -> None:
    path, match, choices = saved(tmp_path, steps)
    resumed, mine = rulesdsl.resume(path), choices.copy()
    assert look(resumed) == look(match)
    mine.play(resumed)
    choices.play(match)
    assert look(resumed) == look(match)
    assert rulesdsl.replay(path).ok


def test_saved_between_two_who_decide_at_once(tmp_path: Path) -> None:
    match, choices = loaded(CABINET).start(players=3, seed=2), Choices(2)
    choices.step(match, last=True)
    choices.step(match)
    assert len(match.decisions) == 3 and match.deciding_together
    match.save(tmp_path / "m")
    resumed, mine = rulesdsl.resume(tmp_path / "m"), choices.copy()
    assert look(resumed) == look(match)
    assert look(mine.play(resumed)) == look(choices.play(match))


def test_saved_in_the_middle_of_a_chain(tmp_path: Path) -> None:
    match, choices = loaded(CABINET).start(players=2, seed=4), Choices(4)
    while match.decision is not None and not (match.decision.kind == "slot" and match.decision.chain):
        choices.step(match)
    assert match.decision is not None
    match.save(tmp_path / "m")
    resumed = rulesdsl.resume(tmp_path / "m")
    assert look(resumed) == look(match)
    assert resumed.undo() and resumed.decision is not None and not resumed.decision.chain


def test_the_same_match_gives_the_same_bytes(tmp_path: Path) -> None:
    path, match, _ = saved(tmp_path)
    match.fork().save(tmp_path / "fork")
    rulesdsl.resume(path).save(tmp_path / "resumed")
    assert path.read_bytes() == (tmp_path / "fork").read_bytes() == (tmp_path / "resumed").read_bytes()


# ------------------------------------------------------------------- what is no record


def refused(path: Path) -> str:
    """How a file is refused, by both who read records; "" if it is none the worse."""
    try:
        rulesdsl.resume(path)
    except TOLD as error:
        told = f"{type(error).__name__}: {error}"
    else:
        told = ""
    try:
        report = rulesdsl.replay(path)
    except TOLD as error:
        assert told, error
    else:
        assert report.ok == (not told)
    return told


def test_cut_short_anywhere(tmp_path: Path) -> None:
    path, _, _ = saved(tmp_path)
    whole = path.read_bytes()
    for length in [0, 1, 2, *range(3, len(whole) - 2, 61)]:
        path.write_bytes(whole[:length])
        assert refused(path).startswith("RecordError: "), length


def test_a_byte_that_is_another(tmp_path: Path) -> None:
    path, _, _ = saved(tmp_path)
    whole, rng = path.read_bytes(), Random(5)
    for _ in range(150):
        spoilt = bytearray(whole)
        spoilt[rng.randrange(len(whole))] = rng.randrange(256)
        path.write_bytes(bytes(spoilt))
        refused(path)


FOREIGN = [
    b"",
    b"\x00" * 50,
    b"\xff\xfe{}",
    b"[]",
    b"null",
    b"7",
    b'"rulesdsl match 1"',
    b"{}",
    b'{"format": "rulesdsl match 1"}',
    b'{"format": "rulesdsl match 0"}',
    b"[" * 100_000,
    b'{"a": ' * 50_000,
    b'{"seed": ' + b"9" * 5000 + b"}",
    b"rulesdsl: 1\ntitle: No record\n",
]


@pytest.mark.parametrize("content", FOREIGN, ids=range(len(FOREIGN)))
def test_a_file_of_another_kind(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "m").write_bytes(content)
    assert refused(tmp_path / "m").startswith("RecordError: ")


WRONG: list[Any] = [None, True, -1, 2, 1.5, float("inf"), float("nan"), 10**30, "", "x", "a\0b", [], [[]], {}, {"x": 1}]


@pytest.mark.parametrize("key", ["game", "hash", "scenario", "players", "options", "seed", "log", "format"])
def test_a_value_of_another_kind(tmp_path: Path, key: str) -> None:
    path, match, _ = saved(tmp_path)
    data = match.record()
    for value in WRONG:
        path.write_text(json.dumps({**data, key: value}), encoding="utf-8")
        if key == "hash" or (key == "seed" and type(value) in (int, str)) or value == data[key]:
            continue  # another seed or hash is no fault of the record's
        told = refused(path)
        assert told or (key == "log" and value == []), value
    path.write_text(json.dumps({k: v for k, v in data.items() if k != key}), encoding="utf-8")
    assert refused(path).startswith("RecordError: ")


ENTRIES: list[Any] = [
    *WRONG,
    ["a"],
    ["r"],
    ["p"],
    ["r", 0],
    ["r", 7],
    ["r", "6"],
    ["p", "nothing"],
    ["q", 1],
    ["a", "x"],
]
ENTRIES += [["a", "player_1", 0], ["a", "player_9", 0, "x"], ["a", "player_1", -1, "x"], ["a", "player_1", 10**9, "x"]]
ENTRIES += [["a", "player_1", 0.0, "x"], ["a", "player_1", "0", "x"], ["a", "player_1", True, "x"], [[], [], []]]


@pytest.mark.parametrize("where", [0, 7, STEPS])
def test_an_entry_of_another_kind(tmp_path: Path, where: int) -> None:
    path, match, _ = saved(tmp_path)
    data = match.record()
    for entry in ENTRIES:
        log = [*data["log"][:where], entry, *data["log"][where + 1 :]]
        path.write_text(json.dumps({**data, "log": log}), encoding="utf-8")
        assert refused(path), entry


def test_a_record_that_goes_on_after_the_end(tmp_path: Path) -> None:
    path, match, _ = saved(tmp_path, 1000)
    data = match.record()
    path.write_text(json.dumps({**data, "log": [*data["log"], ["r", 1]]}), encoding="utf-8")
    assert "the game is over and 1 entries of the record are left" in refused(path)


def test_a_folder_or_nothing_is_an_error_of_the_system(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "nothing"):
        with pytest.raises((OSError, RecordError)):
            rulesdsl.resume(path)


# ------------------------------------------------------------------- rules that change


def changed(tmp_path: Path, old: str, new: str) -> tuple[Path, list[Any]]:
    """A record, and its rules changed since."""
    rules = tmp_path / "mine.yaml"
    shutil.copy(CABINET, rules)
    match, choices = rulesdsl.load(rules).start(players=2, seed=3), Choices(3)
    choices.play(match, 40)
    match.save(tmp_path / "m")
    text = rules.read_text(encoding="utf-8")
    assert old in text
    rules.write_text(text.replace(old, new), encoding="utf-8")
    return tmp_path / "m", match.record()["log"]


def test_changed_rules_name_the_first_answer_that_does_not_fit(tmp_path: Path) -> None:
    path, log = changed(tmp_path, '"No": me.sly', '"Never": me.sly')
    first = next(k for k, entry in enumerate(log) if entry[0] == "a" and entry[3] == "No")
    with pytest.raises(Divergence) as found:
        rulesdsl.resume(path)
    assert found.value.entry == first
    report = rulesdsl.replay(path)
    assert not report.ok
    assert report.divergence == (
        f"answer {first + 1}: option 1 is now `Never`, it was `No` (the rules have changed since)"
    )


def test_changed_rules_that_roll_where_a_choice_was(tmp_path: Path) -> None:
    path, log = changed(tmp_path, "  plan:\n    together", "  plan_:\n    together")
    with pytest.raises(RuleErrors):
        rulesdsl.resume(path)
    path, log = changed(tmp_path, "steps: [plan, unveil", "steps: [tidy, plan, unveil")
    with pytest.raises(Divergence) as found:
        rulesdsl.resume(path)
    assert log[found.value.entry][0] == "a" and "the record has a choice" in found.value.message


def test_changes_that_make_no_difference_are_none(tmp_path: Path) -> None:
    path, _ = changed(tmp_path, "title: Cabinet", "title: Cupboard")
    assert rulesdsl.replay(path).ok
    assert rulesdsl.resume(path).decision is not None


def test_a_record_that_is_cut_in_its_log_is_a_match_that_goes_on() -> None:
    game = loaded(CABINET)
    match, choices = game.start(players=2, seed=3), Choices(3)
    choices.play(match, 20)
    data = match.record()
    shorter = record.again(game.machine, game.identity, {**data, "log": data["log"][:-1]})
    assert shorter.decision is not None
    assert shorter.entries() == match.entries()[:-1]
