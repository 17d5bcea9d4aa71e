"""Compiled games in files: found by the rule file's path, valid while every file of the game is unchanged.

A damaged or foreign entry is ignored and made anew; a cache that cannot be written is no error.
"""

from __future__ import annotations

import hashlib
import sys
from pathlib import Path

from rulesdsl import __version__
from rulesdsl.compiler.artifact import FORMAT, Program
from rulesdsl.source import kept

_DIGEST = 20
"""Bytes of the digest of a game's files."""
_FLOORS = ("syntax", "document", "library", "model", "check", "compiler")


def _sources() -> int:
    """When the code that compiles was last changed: a checkout under work must not run what it made before."""
    package = Path(__file__).parent.parent
    return max((file.stat().st_mtime_ns for floor in _FLOORS for file in (package / floor).glob("*.py")), default=0)


_STAMP = f"{__version__}:{FORMAT}:{sys.implementation.cache_tag}:{sys.version_info.micro}:{_sources()}".encode()


def stamp() -> bytes:
    """What compiled games depend on besides their rules."""
    return _STAMP


def content_hash(texts: list[str], version: str) -> str:
    """A name for a game's rules: its files' texts and the language's version."""
    made = hashlib.blake2b(version.encode(), digest_size=16)
    for text in texts:
        made.update(f":{len(text)}:".encode())
        made.update(text.encode("utf-8", "surrogatepass"))
    return made.hexdigest()


def _entry(path: Path) -> Path:
    name = hashlib.blake2b(str(path.absolute()).encode("utf-8", "surrogatepass") + _STAMP, digest_size=12).hexdigest()
    return kept.folder() / f"{path.stem[:40]}-{name}.game"


def _digest(files: list[Path]) -> bytes:
    made = hashlib.blake2b(_STAMP, digest_size=_DIGEST)
    for file in files:
        content = file.read_bytes()
        made.update(f"{file}:{len(content)}:".encode("utf-8", "surrogatepass"))
        made.update(content)
    return made.digest()


def get(path: Path) -> Program | None:
    """The compiled game, if it is there, whole, and made from the files as they are now."""
    packed = kept.read(_entry(path), _STAMP)
    if packed is None:
        return None
    try:
        program = Program.loads(packed[_DIGEST:])
        files = [Path(p) for p in program.data["files"]]
        return program if _digest(files) == packed[:_DIGEST] else None
    except (OSError, ValueError, EOFError, TypeError, KeyError):
        return None


def put(path: Path, files: list[Path], program: Program) -> None:
    """Keep a compiled game."""
    program.data["files"] = tuple(str(file) for file in files)
    try:
        packed = _digest(files) + program.dumps()
    except (OSError, ValueError):
        return
    kept.write(_entry(path), packed, _STAMP)
