"""Scripts: read from YAML, answered in order, and clear when they do not fit."""

from __future__ import annotations

from pathlib import Path

import pytest
from providers.fakes import FakeDecision

from rulesdsl.providers.scripted import ScriptedProvider, ScriptError


def write(folder: Path, text: str) -> Path:
    path = folder / "script.yaml"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_script_has_answers_dice_and_draws(tmp_path: Path) -> None:
    script = ScriptedProvider.read(write(tmp_path, "answers: [b, {action: c}]\ndice: [6, 1]\ndraws: [card_4]\n"))
    assert (script.dice, script.draws) == ([6, 1], ["card_4"])
    assert script.choose(FakeDecision(("a", "b"))) == 1
    assert script.unused() == ["action: c"]


def test_a_script_may_be_a_bare_list_of_labels_as_they_are_written(tmp_path: Path) -> None:
    script = ScriptedProvider.read(write(tmp_path, "[no, 07, null]"))
    assert [script.choose(FakeDecision(("null", "07", "no"))) for _ in range(3)] == [2, 1, 0]


def test_an_answer_that_does_not_fit_names_the_script_and_the_question(tmp_path: Path) -> None:
    path = write(tmp_path, "[a, z]")
    script = ScriptedProvider.read(path)
    script.choose(FakeDecision(("a", "b")))
    with pytest.raises(ScriptError) as caught:
        script.choose(FakeDecision(("a", "b"), prompt="Where to?"))
    assert str(caught.value).splitlines() == [
        f"{path}: answer 2: `z` is not an option",
        "asked: ann: Where to?",
        "options: a, b",
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("answer: [a]", "unknown key `answer`"),
        ("answers: a", "`answers` is a list"),
        ("dice: [six]", "`six` is no die"),
        ("just a text", "a script is a list of answers"),
        ("answers: [a", "yaml-syntax"),
        ("", "empty-file"),
    ],
)
def test_a_broken_script_is_refused(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(ScriptError, match=message.replace("[", r"\[")):
        ScriptedProvider.read(write(tmp_path, text))


def test_a_script_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ScriptError, match="file-missing"):
        ScriptedProvider.read(tmp_path / "none.yaml")
