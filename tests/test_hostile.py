"""Files that mean harm: each leads to problems, soon and with little memory, and never to a traceback."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import hostile
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import rulesdsl
from rulesdsl import api
from rulesdsl.source import Severity, Span, render_text

ROOT = Path(__file__).resolve().parent.parent
MOST_SECONDS = 2
MOST_MEGABYTES = 300


def child(*arguments: str) -> str:
    """What a Python process prints that imports the same package as this one."""
    folder = str(Path(rulesdsl.__file__).resolve().parent.parent)
    path = os.pathsep.join([folder, *filter(None, [os.environ.get("PYTHONPATH")])])
    # what is measured line by line takes several times as long as it does for people
    unmeasured = {key: text for key, text in os.environ.items() if not key.startswith("COVERAGE")}
    done = subprocess.run(
        [sys.executable, *arguments],
        env={**unmeasured, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.stderr == ""
    return done.stdout


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What came of each case."""
    base = tmp_path_factory.mktemp("hostile")
    games = []
    for number, (write, _) in enumerate(hostile.CASES.values()):
        folder = base / str(number) / "game"
        folder.mkdir(parents=True)
        write(folder)
        games.append(str(folder / "game.yaml"))
    lines = child(str(ROOT / "tests" / "hostile_runs.py"), *games).splitlines()
    return dict(zip(hostile.CASES, map(json.loads, lines), strict=True))


# ---------------------------------------------------------------- files made by hand


@pytest.mark.parametrize("name", hostile.CASES)
def test_a_hostile_file_leads_to_its_problems(name: str, runs: dict[str, Any]) -> None:
    run, places = runs[name], hostile.CASES[name][1]
    assert "Traceback" not in run["errors"] and "should not have happened" not in run["errors"]
    problems = [json.loads(line) for line in run["out"].splitlines()]
    loose = any(column == hostile.ANY for _, _, column in places)
    found = [(one["code"], one["line"], hostile.ANY if loose else one["column"]) for one in problems]
    assert sorted(found) == sorted(places)
    assert run["status"] == (1 if any(one["severity"] == "error" for one in problems) else 0)


@pytest.mark.parametrize("name", hostile.CASES)
def test_a_hostile_file_takes_little_time_and_memory(name: str, runs: dict[str, Any]) -> None:
    assert runs[name]["seconds"] < MOST_SECONDS
    assert runs[name]["megabytes"] < MOST_MEGABYTES


def test_a_run_that_goes_wrong_would_be_noticed(tmp_path: Path) -> None:
    fine = tmp_path / "fine.yaml"
    fine.write_text(hostile.HEAD + hostile.PLAY, encoding="utf-8")
    lines = child(str(ROOT / "tests" / "hostile_runs.py"), str(fine), str(tmp_path / "missing.yaml")).splitlines()
    first, second = map(json.loads, lines)
    assert (first["status"], first["out"], first["errors"]) == (0, "", "")
    assert second["status"] not in (0, 1) and "missing.yaml" in second["errors"]
    assert first["megabytes"] > 5 and first["seconds"] > 0


# ---------------------------------------------------------------- games with slips in them

GAMES = [*sorted((ROOT / "examples").glob("*.yaml")), ROOT / "games" / "race_for_the_moon.yaml"]
BITS = [
    *(
        "(",
        ")",
        "[",
        "]",
        "{",
        "}",
        '"',
        "'",
        ":",
        ": ",
        ",",
        "#",
        " #",
        "|",
        ">",
        "-",
        "- ",
        "=",
        "==",
        "..",
        ".",
        "\n",
        "\t",
    ),
    *(
        " ",
        "  ",
        "&x",
        "*x",
        "!x",
        "0",
        "1",
        "-1",
        "d6",
        "1/2",
        "999999999999",
        "none",
        "me",
        "it",
        "all",
        "not",
        "in",
        "is",
    ),
    *(
        "if",
        "else:",
        "for",
        "let",
        "choose",
        "roll",
        "draw",
        "move",
        "end",
        "return",
        "count",
        "first",
        "players",
        "box",
    ),
    *(
        "int",
        "Player",
        "optional",
        "per",
        "until",
        "true",
        "do",
        "when",
        "with",
        "steps",
        "\u00e9",
        "\U0001f3b2",
        "%",
        "@",
        "`",
    ),
]


@st.composite
def slips(draw: st.DrawFn, text: str) -> str:
    """The text after one to three slips: a word or a line is lost, doubled, swapped, put in or replaced."""
    for _ in range(draw(st.integers(1, 3))):
        parts = text.splitlines(keepends=True) if draw(st.integers(0, 3)) == 0 else words(text)
        names = [at for at, part in enumerate(parts) if part[0].isalnum()]
        if not names:
            break
        if draw(st.booleans()):
            # One name for another leaves the file readable: what follows the parser is tried too.
            parts[draw(st.sampled_from(names))] = parts[draw(st.sampled_from(names))]
            text = "".join(parts)
            continue
        at = draw(st.integers(0, len(parts) - 1))
        other = draw(st.integers(0, len(parts) - 1))
        bit = parts[other] if draw(st.booleans()) else draw(st.sampled_from(BITS))
        match draw(st.sampled_from(("lose", "double", "swap", "insert", "replace"))):
            case "lose":
                del parts[at]
            case "double":
                parts.insert(at, parts[at])
            case "swap":
                parts[at], parts[other] = parts[other], parts[at]
            case "insert":
                parts.insert(at, bit)
            case _:
                parts[at] = bit
        text = "".join(parts)
    return text


def words(text: str) -> list[str]:
    """A text cut into words, spaces and signs."""
    parts: list[str] = []
    for one in text:
        kind = one.isalnum() or one == "_"
        last = parts[-1][-1] if parts else ""
        if parts and ((kind and (last.isalnum() or last == "_")) or (one == " " == last)):
            parts[-1] += one
        else:
            parts.append(one)
    return parts


def inside(span: Span) -> bool:
    """Whether a span lies in its file."""
    return 0 <= span.start <= span.end <= len(span.source.text)


def examples(text: str) -> int:
    """How many slips are tried of a game: a long one takes as long in all as a short one."""
    return max(20, min(100, 250_000 // len(text)))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.stem)
def test_slips_lead_to_problems_that_lie_in_the_file(game: Path, tmp_path: Path) -> None:
    text, file = game.read_text(encoding="utf-8"), tmp_path / "game.yaml"

    @settings(max_examples=examples(text), suppress_health_check=list(HealthCheck))
    @given(slips(text))
    def slipped(broken: str) -> None:
        no_traceback(file, broken)

    slipped()


def no_traceback(file: Path, text: str) -> None:
    """A broken game is checked, and played with if nothing is wrong with it after all."""
    file.write_text(text, encoding="utf-8")
    problems = api.check(file)
    spans = [span for one in problems for span in (one.span, *(label.span for label in one.related))]
    assert all(inside(span) for span in spans)
    assert render_text(problems).count("\n") >= len(problems)
    if not any(one.severity is Severity.ERROR for one in problems):
        assert api.load(file, use_cache=False).title is not None


def test_words_and_signs_make_up_the_text_again() -> None:
    text = "do: |\n  let x = roll 2d6  # two\n"
    assert "".join(words(text)) == text
    assert words("a1 += b  (c)") == ["a1", " ", "+", "=", " ", "b", "  ", "(", "c", ")"]
