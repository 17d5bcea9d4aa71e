"""What holds for the repository as a whole: no game in the package, and nothing left lying about."""

from __future__ import annotations

import ast
import re
import tomllib
from pathlib import Path

import pytest
from game_words import declared, trespassers
from typer.main import get_command

from rulesdsl.cli.app import app

ROOT = Path(__file__).resolve().parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
MOST_LINES = 500

# Words that games declare and that the package may use all the same: they belong to the language, to programming or to
# plain English. A word that means something only to those who know the game is never added here: rename what uses it.
ALLOWED = frozenset(
    word
    for words in (
        # the language has a keyword, a type or a built-in of that name, or its documentation cannot do without it
        "action board card dice die hex module part",
        # programs have a `main`, a checker, structures, and are on the safe side; some numbers are doubled
        "checker double main safe structure",
        # ... or it says how rules are written: chains of choices, special rules, orders, events, the sign of a map
        "carrier chain clear event highest lowest map order special supply tie unit",
        # how Python starts a process, and what Dask calls one that works for others
        "spawn worker",
        # words that hold titles and sentences together, or are as plain as those
        "bit drop fire for heavy mine ops our pop the",
        "act all and before blind both children deep great ground helper here high home house last long moment",
        "nest only paper post quick road stall word work",
        # what a player's manual, a language and a program all speak of
        "active call command guard hand hidden hide lift marker marshal move run secret seed signal spot start step",
        "token turn",
    )
    for word in words.split()
) | {
    # what a rule's name says in everyday words
    *(
        "by number",
        "first player",
        "has room",
        "is open",
        "in play",
        "is damaged",
        "may end",
        "may hide",
        "path of",
        "region of",
        "seen from",
        "set up",
        "step cost",
        "step off",
        "unit of",
        "way from",
        "way in",
    ),
}


def claimed() -> dict[str, str]:
    """Every word that a game or an example claims."""
    return declared(ROOT / "examples") | declared(ROOT / "games")


def python_files(*folders: str) -> list[Path]:
    """All modules under some of the repository's folders."""
    return sorted(path for folder in folders for path in (ROOT / folder).rglob("*.py"))


def text_files() -> list[Path]:
    """Every text file that belongs to the repository; folders that tools and builds make are none of it."""
    made = {"__pycache__", "build", "dist", "htmlcov", "site"}
    suffixes = {"", ".json", ".lark", ".md", ".py", ".toml", ".txt", ".typed", ".yaml"}
    kept = (ROOT / name for name in (".ci/run", ".gitignore"))
    found = (
        path
        for path in ROOT.rglob("*")
        if path.suffix in suffixes and not any(part in made or part[0] == "." for part in path.relative_to(ROOT).parts)
    )
    return sorted(path for path in (*kept, *found) if path.is_file())


def name(path: Path) -> str:
    """How a file is called in a message."""
    return path.relative_to(ROOT).as_posix()


def lines_with(pattern: str, paths: list[Path]) -> list[str]:
    """`file:line` of every line in which a pattern is found."""
    return [
        f"{name(path)}:{number}"
        for path in paths
        for number, line in enumerate(path.read_bytes().decode("utf-8").split("\n"), start=1)
        if re.search(pattern, line)
    ]


# ---------------------------------------------------------------- no game in the interpreter


def test_no_word_of_a_game_stands_in_the_package() -> None:
    words = claimed()
    sources = [*python_files("rulesdsl"), *sorted((ROOT / "grammar").glob("*.lark"))]
    found = [
        f"{name(path)}:{line}: `{word}` is claimed by {words[word]}"
        for path in sources
        for line, word in trespassers(path.read_text(encoding="utf-8"), words, ALLOWED)
    ]
    assert found == []


def test_every_allowed_word_is_claimed_by_a_game() -> None:
    assert sorted(ALLOWED - claimed().keys()) == []


RULES = """
title: Acid Lake
players: {heron: 1, frog: {count: 2, team: frogs}}
types: {Mood: [sleepy, wide awake]}
components:
  WaterLily:
    sides: [open, shut]
    has: {depth: int per side}
    pieces: [{name: Great White, depth: 3}]
actions:
  long_jump:
    with: {leaf: "all WaterLily"}
effects:
  make_waves(WaterLily lily, int height): {do: ...}
"""


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("def water_level() -> int:", ["water"]),
        ("class LilyPad:", ["lily"]),
        ("# as many lilies as frogs", ["frog"]),
        ('"a heron stands"', ["heron"]),
        ("MOODS = wide", ["mood", "wide"]),
        ("x.great = y.depth", ["great"]),
        ("def make_waves():", ["make wave"]),
        ("class MakeWaves:", ["make wave"]),
        ("# a long jump", ["long jump"]),
        ("for leaf in tree:", []),
        ("long = jump(make, waves)", []),
        ("shutter, opened, underwater, frogging", []),
    ],
)
def test_words_of_things_and_whole_names_of_rules_are_found(tmp_path: Path, source: str, words: list[str]) -> None:
    (tmp_path / "lake.yaml").write_text(RULES, encoding="utf-8")
    assert [word for _, word in trespassers(source, declared(tmp_path), frozenset())] == words


def test_an_allowed_word_is_not_found() -> None:
    assert list(trespassers("the lake\n\nthe frog", {"the": "", "frog": ""}, frozenset({"the"}))) == [(3, "frog")]


# ---------------------------------------------------------------- small and documented


def test_every_module_says_what_it_is_for() -> None:
    modules = python_files("rulesdsl", "benchmarks")
    trees = [(path, ast.parse(path.read_text(encoding="utf-8"))) for path in modules]
    assert [name(path) for path, tree in trees if not ast.get_docstring(tree)] == []
    assert len(modules) > 12  # one per floor at the least: an empty search would find nothing amiss


def test_no_module_is_long() -> None:
    lengths = {name(path): path.read_text(encoding="utf-8").count("\n") for path in python_files("rulesdsl", "tests")}
    assert {path: length for path, length in lengths.items() if length > MOST_LINES} == {}


def test_the_package_is_typed() -> None:
    assert (ROOT / "rulesdsl" / "py.typed").is_file()


# ---------------------------------------------------------------- nothing left lying about


def test_no_path_of_somebodys_machine() -> None:
    machine = r"(?<![\w.~-])/(?:home|root|work|Users)/\w|[A-Z]:\\Users"
    assert lines_with(machine, text_files()) == []


def test_no_hidden_characters() -> None:
    # control characters, no-break and zero-width spaces, marks that change the reading direction, byte order marks
    hidden = "[\x00-\x08\x0b-\x1f\x7f-\x9f\u00a0\u00ad\u200b-\u200f\u2028-\u202f\u2060-\u206f\ufeff]"
    assert lines_with(hidden, text_files()) == []


def test_the_changelog_tells_of_this_version() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert re.search(rf"^## {re.escape(PROJECT['version'])}\b", changelog, re.MULTILINE)


# ---------------------------------------------------------------- the README keeps its word


def readme() -> str:
    """The README's text."""
    return (ROOT / "README.md").read_text(encoding="utf-8")


def test_ci_runs_the_test_command_of_the_readme() -> None:
    command = next(line.strip() for line in readme().splitlines() if line.strip().endswith("pytest -q"))
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    moved = script.replace('"$python"', "python3").replace('"$venv"', ".venv")
    assert command in re.sub(r'"\$venv(/[^"]*)"', r".venv\1", moved).splitlines()


def test_the_readme_shows_an_example_as_it_is() -> None:
    shown = re.search(r"```yaml tic_tac_toe.yaml\n(.*?)```", readme(), re.DOTALL)
    assert shown is not None
    example = (ROOT / "examples" / "tic_tac_toe.yaml").read_text(encoding="utf-8")
    assert [line for line in shown[1].splitlines() if line not in example.splitlines()] == []


def test_the_readme_lists_the_commands_that_there_are() -> None:
    listed = re.findall(r"^\| `rulesdsl (\w+)", readme(), re.MULTILINE)
    assert sorted(listed) == sorted(get_command(app).commands)


@pytest.mark.parametrize("page", ["README.md", "docs/index.md", "docs/ROADMAP.md", "docs/architecture.md"])
def test_links_lead_somewhere(page: str) -> None:
    path = ROOT / page
    targets = re.findall(r"\]\((?!https?:|#)([^)#]+)", path.read_text(encoding="utf-8"))
    assert [target for target in targets if not (path.parent / target).exists()] == []
