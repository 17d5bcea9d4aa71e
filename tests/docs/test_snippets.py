"""What the documentation shows is so: its games load and play, its commands print what stands there."""

from __future__ import annotations

import importlib.util
import os
import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from docs.blocks import KINDS, PAGES, ROOT, Block, blocks, everything, name
from typer.main import get_command
from typer.testing import CliRunner

import rulesdsl
from rulesdsl.cli.app import app
from rulesdsl.document import load_document
from rulesdsl.model.build import build_game
from rulesdsl.providers.random import RandomProvider
from rulesdsl.runtime.faults import EndlessLoop
from rulesdsl.source import Problems, Severity
from rulesdsl.source.codes import CODES
from rulesdsl.source.text import Source
from rulesdsl.syntax.parser import RuleParser

YAML = everything("yaml")
GAMES = [block for block in YAML if block.is_game]
CASES = [block for block in YAML if block.is_case]
WRONG = [block for block in YAML if block.words[:1] == ("wrong",)]
FRAGMENTS = [block for block in YAML if block.words[:1] == ("fragment",)]
PARTS = [page for page in PAGES if any(block.words[:1] == ("part",) for block in blocks(page))]
SHOWN = [page for page in PAGES if any(block.kind == "console" for block in blocks(page))]
PROGRAMS = [page for page in PAGES if any(block.kind == "python" for block in blocks(page))]
NEEDED = {"rulesdsl": "1", "title": "A page", "players": "2", "phases": "{game: {do: nothing}}"}
GAMES_PLAYED = 3
EXTRAS = set(tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"])
TUTORIAL = ROOT / "docs" / "tutorial"


def needed(text: str) -> str:
    """The keys that a game must have and that this part of one leaves out."""
    missing = [key for key in NEEDED if not re.search(rf"^{key}:", text, re.MULTILINE)]
    return "".join(f"{key}: {NEEDED[key]}\n" for key in missing)


def written(page: Path, folder: Path) -> None:
    """Write the files of a page and of those before it into a folder, where its cases and commands find them."""
    for block in (block for one in [*before(page), page] for block in blocks(one)):
        write(block, folder)


def put_together(page: Path, folder: Path) -> Path:
    """Write the game that all parts of a page make and return its path."""
    texts = [block.text for block in blocks(page) if block.words[:1] == ("part",)]
    for number, text in enumerate(texts):
        (folder / f"part_{number}.yaml").write_text(text, encoding="utf-8")
    names = ", ".join(f"part_{number}.yaml" for number in range(len(texts)))
    game = folder / "game.yaml"
    game.write_text(needed("".join(texts)) + f"include: [{names}]\n", encoding="utf-8")
    return game


def before(page: Path) -> list[Path]:
    """The pages that a page goes on from: parts of the tutorial stand in the order of their names."""
    parts = [one for one in PAGES if one.parent == TUTORIAL]
    return parts[: parts.index(page)] if page in parts else []


def write(block: Block, folder: Path) -> None:
    """Write the file that a block is, or change one; a file shown again is what it has become."""
    if block.file and block.kind == "diff":
        lines = [(line[:1], line[1:]) for line in block.text.splitlines(keepends=True)]
        before = "".join(text for sign, text in lines if sign != "+")
        after = "".join(text for sign, text in lines if sign != "-")
        text = (folder / block.file).read_text(encoding="utf-8")
        assert text.count(before) == 1, f"{block}: what it changes stands there {text.count(before)} times"
        (folder / block.file).write_text(text.replace(before, after), encoding="utf-8")
    elif block.file and (folder / block.file).exists():
        assert (folder / block.file).read_text(encoding="utf-8") == block.text, f"{block}: the file has become another"
    elif block.file:
        (folder / block.file).write_text(block.text, encoding="utf-8")


def assert_plays(path: Path) -> None:
    """Load a game and play it at random, with the fewest and with the most players."""
    problems = [f"{p.code}: {p.message} (line {p.span.line})" for p in rulesdsl.validate(path)]
    assert problems == []
    game = rulesdsl.load(path, use_cache=False)
    for seed in range(GAMES_PLAYED):
        for scenario in game.scenarios or (None,):
            for players in {game.counts(scenario)[0], game.counts(scenario)[-1]}:
                game.play(RandomProvider(seed), seed=seed, scenario=scenario, players=players)


def test_every_block_says_what_it_is() -> None:
    wrong = [
        f"{block}: {block.kind or 'nothing'} {' '.join(block.words)}".strip()
        for page in PAGES
        for block in blocks(page)
        if block.kind not in KINDS
        or (block.kind == "yaml" and not (block in GAMES + CASES or block.words[:1] in _YAML))
    ]
    assert wrong == []


_YAML = {("part",), ("wrong",), ("fragment",), ("module",)}


@pytest.mark.parametrize("block", GAMES, ids=str)
def test_a_whole_game_plays(block: Block, tmp_path: Path) -> None:
    written(block.page, tmp_path)
    path = tmp_path / (block.file or "game.yaml")
    path.write_text(block.text, encoding="utf-8")
    if "endless" in block.words:
        with pytest.raises(EndlessLoop):
            assert_plays(path)
    else:
        assert_plays(path)


@pytest.mark.parametrize("page", PARTS, ids=name)
def test_the_parts_of_a_page_make_a_game(page: Path, tmp_path: Path) -> None:
    assert_plays(put_together(page, tmp_path))


@pytest.mark.parametrize("block", CASES, ids=str)
def test_a_case_passes(block: Block, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written(block.page, tmp_path)
    monkeypatch.chdir(tmp_path)
    found = CliRunner().invoke(app, ["test", block.file or "no name"])
    assert found.exit_code == 0, found.output


@pytest.mark.parametrize("block", WRONG, ids=str)
def test_what_is_wrong_is_told(block: Block, tmp_path: Path) -> None:
    path = tmp_path / "game.yaml"
    path.write_text(needed(block.text) + block.text, encoding="utf-8")
    code = CODES[block.words[1]]
    found = {problem.code for problem in rulesdsl.validate(path) if problem.severity is code.severity}
    assert found == {code.name}


@pytest.mark.parametrize("block", FRAGMENTS, ids=str)
def test_a_fragment_can_be_read(block: Block, tmp_path: Path) -> None:
    path = tmp_path / "game.yaml"
    path.write_text(needed(block.text) + block.text, encoding="utf-8")
    problems = Problems()
    document = load_document(path, problems)
    if document is not None:
        build_game(document, str(path), problems)
    unread = [p for p in problems if p.severity is Severity.ERROR and not p.code.startswith("unknown-")]
    assert [f"{p.code}: {p.message} (line {p.span.line})" for p in unread] == []


@pytest.mark.parametrize("block", everything("rules"), ids=str)
def test_rule_text_can_be_read(block: Block) -> None:
    problems = Problems()
    parser = RuleParser(ROOT / "grammar" / "rules.lark", problems)
    texts = block.text.splitlines() if "expressions" in block.words else [block.text]
    for text in filter(None, texts):
        parser.parse("expression" if "expressions" in block.words else "rules", Source("page", text), 0, len(text))
    assert [f"{p.message} (line {p.span.line})" for p in problems] == []


# ------------------------------------------------------------------------ commands, programs


@pytest.mark.parametrize("page", SHOWN, ids=name)
def test_commands_print_what_is_shown(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for earlier in before(page)[-1:]:
        written(earlier, tmp_path)
    if page in PARTS:
        put_together(page, tmp_path)
    for block in blocks(page):
        write(block, tmp_path)
        if block.kind == "console":
            for command, typed, shown in _commands(block.text):
                found = CliRunner().invoke(app, shlex.split(command, comments=True)[1:], input=typed)
                status = int(block.words[0]) if block.words else 0
                assert found.exit_code == status, f"{block}: {command}: {found.output}"
                assert _shows(shown, found.output.splitlines()), f"{block}: {command} prints\n{found.output}"


def _commands(text: str) -> list[tuple[str, str, list[str]]]:
    """Each command after `$`, what is typed after `> `, and the lines that it prints."""
    found: list[tuple[str, str, list[str]]] = []
    for line in text.splitlines():
        if line.startswith("$ "):
            found.append((line[2:], "", []))
        elif found:
            command, typed, shown = found[-1]
            found[-1] = command, typed + (f"{line[2:]}\n" if line.startswith("> ") else ""), [*shown, line]
    return found


def _shows(shown: list[str], printed: list[str]) -> bool:
    """Do the shown lines stand in what was printed, in order, next to each other where no `...` parts them?"""
    at, loose = 0, True
    for line in shown:
        if line.strip() == "...":
            loose = True
            continue
        places = range(at, len(printed)) if loose else range(at, min(at + 1, len(printed)))
        found = next((i for i in places if printed[i].rstrip() == line.rstrip()), None)
        if found is None:
            return False
        at, loose = found + 1, False
    return True


@pytest.mark.parametrize("page", PROGRAMS, ids=name)
def test_programs_run(page: Path, tmp_path: Path) -> None:
    written(page, tmp_path)
    for folder in ("games", "examples"):
        (tmp_path / folder).symlink_to(ROOT / folder)
    text = "\n".join(block.text for block in blocks(page) if block.kind == "python" and not block.file)
    environ = {**os.environ, "PYTHONPATH": str(ROOT), "RULESDSL_CACHE": str(tmp_path / "cache")}
    command = [sys.executable, "-W", "error", "-c", text]
    done = subprocess.run(command, cwd=tmp_path, env=environ, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr


SHELL = [(block, line) for block in everything("shell") for line in filter(None, block.text.splitlines())]


@pytest.mark.parametrize(("block", "line"), SHELL, ids=lambda one: str(one)[:60])
def test_commands_of_a_shell_name_what_exists(block: Block, line: str) -> None:
    for part in re.split(r"&&|;", line):
        words = [word for word in shlex.split(part, comments=True) if not re.match(r"[A-Z_]+=", word)]
        assert words == [] or exists(*words), f"{block}: {part}"


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_commands_in_a_sentence_have_the_options_that_they_name(page: Path) -> None:
    text = re.sub(r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)
    commands = get_command(app).commands
    for command, rest in re.findall(r"`(?:\.venv/bin/)?rulesdsl ([a-z]+)\b([^`]*)`", text):
        options = {option for one in commands[command].params for option in one.opts}
        assert {word for word in rest.split() if re.match(r"--?[a-z]", word)} <= options, f"rulesdsl {command}{rest}"


def exists(program: str, *words: str) -> bool:
    """Is there what a command names: a module of Python, an extra, a target of `make`, a program, a game to play?"""
    match Path(program).name or program, *words:
        case "python3" | "python", "-m", module, *_:
            return importlib.util.find_spec(module) is not None
        case "python3" | "python", script, *options:
            told = subprocess.run([sys.executable, script, "-h"], cwd=ROOT, capture_output=True, text=True, check=True)
            return all(option in told.stdout for option in options if option.startswith("--"))
        case "pip", "install", *packages:
            extras = [name for one in packages for name in re.findall(r"^\.\[(\w+)\]$", one)]
            return all(one in ("-q", "-e", ".") or one.startswith(".[") for one in packages) and set(extras) <= EXTRAS
        case "dask", "scheduler" | "worker", *_:
            return "cluster" in EXTRAS
        case ".", _:
            return words[0] == ".venv/bin/activate"
        case "pytest", *options:
            return options in ([], ["-q"])
        case "make", target:
            return re.search(rf"^{target}:", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE) is not None
        case "rulesdsl", *options:
            return CliRunner().invoke(app, options, input="q\n").exit_code == 0
    return False
