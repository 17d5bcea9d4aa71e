"""From a rule file to a game: find, read, check, compile, or take it from the cache."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from rulesdsl import __version__
from rulesdsl.api import cache
from rulesdsl.api.game import Game
from rulesdsl.compiler.artifact import Program

if TYPE_CHECKING:
    from rulesdsl.check.facts import Facts
    from rulesdsl.check.scope import Globals
    from rulesdsl.document import Document
    from rulesdsl.model.game import Game as Model
    from rulesdsl.source.diagnostics import Diagnostic, Problems


def find(name: str | Path) -> Path:
    """The rule file of a path or a shipped game's name. Raises FileNotFoundError."""
    path = Path(name)
    if path.is_file():
        return path
    from rulesdsl.source.resources import resource

    for kind in ("games", "examples"):
        shipped = resource(kind, f"{name}.yaml")
        if shipped.is_file():
            return shipped
    raise FileNotFoundError(f"no rule file and no shipped game is called `{name}`")


def load(name: str | Path, *, optimise: bool = True, use_cache: bool = True) -> Game:
    """A game, checked and compiled. Raises RuleErrors with every problem, FileNotFoundError for no such game."""
    path = find(name)
    known = cache.get(path) if use_cache and optimise else None
    if known is not None:
        return Game(known, path)
    from rulesdsl.source.diagnostics import RuleErrors

    with _no_garbage():
        document, model, facts, names, problems = analyse(path)
        if problems.has_errors or document is None or model is None or facts is None or names is None:
            raise RuleErrors(problems.sorted())
        program = Program(compile_checked(model, facts, names, optimise=optimise).data)  # its trees are done with
        files = [(file.source.path, file.source.text) for file in document.files]
        program.data["hash"] = cache.content_hash([text for _, text in files], __version__)
        if use_cache and optimise:
            cache.put(path, [Path(p) for p, _ in files], program)
        return Game(program, path)


def compile_checked(
    model: Model, facts: Facts, names: Globals, *, optimise: bool = True, for_python: bool = True
) -> Program:
    from rulesdsl.check.secrets import secret_choices
    from rulesdsl.compiler.program import compile_game

    secrets = secret_choices(model, facts)
    return compile_game(model, facts, names, optimise=optimise, for_python=for_python, secrets=secrets)


def analyse(path: Path) -> tuple[Document | None, Model | None, Facts | None, Globals | None, Problems]:
    """Read and check: the steps as far as they can go."""
    from rulesdsl.check.game import check_game
    from rulesdsl.document import load_document
    from rulesdsl.model.build import build_game
    from rulesdsl.source.codes import Severity
    from rulesdsl.source.diagnostics import Problems

    problems = Problems()
    document = load_document(path, problems)
    if document is None:
        return None, None, None, None, problems
    if problems.has_errors:
        if {problem.code for problem in problems if problem.severity is Severity.ERROR} <= _IGNORED_KEYS:
            _look_on(document, path, problems)
        return document, None, None, None, problems
    model = build_game(document, str(path), problems)
    facts, names = check_game(model, problems)
    return document, model, facts, names, problems


_IGNORED_KEYS = {"unknown-key", "duplicate-key"}
"""Mistakes that leave a file as it would be without the key: the rest can still be checked."""

_FOLLOW = ("unknown-", "missing-", "unused", "no-end", "unreached-", "name-clash", "nothing-", "bad-")
"""What may only be said because of what stands under a key that was not read."""


def _look_on(document: Document, path: Path, problems: Problems) -> None:
    """Check what can be checked beside keys that mean nothing, so that one run shows all there is."""
    from rulesdsl.check.game import check_game
    from rulesdsl.model.build import build_game
    from rulesdsl.source.codes import Severity
    from rulesdsl.source.diagnostics import Problems

    more = Problems()
    check_game(build_game(document, str(path), more), more)
    for problem in more:
        if problem.severity is Severity.ERROR and not problem.code.startswith(_FOLLOW):
            problems.add(problem)


def check(name: str | Path) -> list[Diagnostic]:
    """Every error and warning of a rule file, sorted by place. Raises FileNotFoundError."""
    with _no_garbage():
        return analyse(find(name))[-1].sorted()


def dump(name: str | Path, stage: str) -> str:
    """A stage as text: one of `dumping.STAGES`. Raises RuleErrors, NotNative for `c`, ValueError for another stage."""
    from rulesdsl.api.dumping import dump_stage
    from rulesdsl.source.diagnostics import RuleErrors

    _, model, facts, names, problems = analyse(find(name))
    if problems.has_errors or model is None or facts is None or names is None:
        raise RuleErrors(problems.sorted())
    return dump_stage(model, facts, names, stage)


@contextmanager
def _no_garbage() -> Iterator[None]:
    """Loading makes many objects that all stay: collecting in between doubles the time."""
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()
