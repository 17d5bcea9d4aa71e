"""Compiled games in files: found by the rule file's path, valid while every file of the game is unchanged.

A damaged or foreign entry is ignored and made anew; a cache that cannot be written is no error.
"""

from __future__ import annotations

import hashlib
import os
import sys
import tempfile
from pathlib import Path

from rulesdsl import __version__
from rulesdsl.compiler.artifact import FORMAT, Program

_FLOORS = ("syntax", "document", "library", "model", "check", "compiler")


def _sources() -> int:
    """When the code that compiles was last changed: a checkout under work must not run what it made before."""
    package = Path(__file__).parent.parent
    return max((file.stat().st_mtime_ns for floor in _FLOORS for file in (package / floor).glob("*.py")), default=0)


_STAMP = f"{__version__}:{FORMAT}:{sys.implementation.cache_tag}:{sys.version_info.micro}:{_sources()}".encode()


def content_hash(texts: list[str], version: str) -> str:
    """A name for a game's rules: its files' texts and the language's version."""
    made = hashlib.blake2b(version.encode(), digest_size=16)
    for text in texts:
        made.update(f":{len(text)}:".encode())
        made.update(text.encode("utf-8", "surrogatepass"))
    return made.hexdigest()


def folder() -> Path:
    """Where compiled games are kept: `RULESDSL_CACHE`, else the user's cache folder."""
    given = os.environ.get("RULESDSL_CACHE")
    if given:
        return Path(given)
    from platformdirs import user_cache_path

    return user_cache_path("rulesdsl", appauthor=False)


def _entry(path: Path) -> Path:
    name = hashlib.blake2b(str(path.absolute()).encode("utf-8", "surrogatepass") + _STAMP, digest_size=12).hexdigest()
    return folder() / f"{path.stem[:40]}-{name}.game"


def _digest(files: list[Path]) -> bytes:
    made = hashlib.blake2b(_STAMP, digest_size=20)
    for file in files:
        content = file.read_bytes()
        made.update(f"{file}:{len(content)}:".encode("utf-8", "surrogatepass"))
        made.update(content)
    return made.digest()


def get(path: Path) -> Program | None:
    """The compiled game, if it is there, whole, and made from the files as they are now."""
    try:
        packed = _entry(path).read_bytes()
        seal, digest, body = packed[:20], packed[20:40], packed[40:]
        if hashlib.blake2b(digest + body + _STAMP, digest_size=20).digest() != seal:
            return None
        program = Program.loads(body)
        if _digest([Path(p) for p in program.data["files"]]) != digest:
            return None
        return program
    except (OSError, ValueError, EOFError, TypeError, KeyError):
        return None


def put(path: Path, files: list[Path], program: Program) -> None:
    """Keep a compiled game; written beside its place first, so that a reader never sees half of it."""
    program.data["files"] = tuple(str(file) for file in files)
    try:
        body, digest = program.dumps(), _digest(files)
        seal = hashlib.blake2b(digest + body + _STAMP, digest_size=20).digest()
        entry = _entry(path)
        entry.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=entry.parent, suffix=".tmp")
        with os.fdopen(handle, "wb") as file:
            file.write(seal + digest + body)
        Path(name).replace(entry)
    except (OSError, ValueError):
        return
