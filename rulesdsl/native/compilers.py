"""C compilers: which is there, and a shared library out of a text. Libraries are kept in the user's cache folder."""

from __future__ import annotations

import hashlib
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from rulesdsl.native.types import NotNative
from rulesdsl.source import kept

FLAGS = ("-shared", "-fPIC", "-fvisibility=hidden", "-w")
LARGE = 1_000_000
"""Characters of a text that is compiled with less effort: gcc takes ten seconds for so many."""
_PATIENCE = 600
"""Seconds after which a compiler is given up."""


class NoCompiler(NotNative):
    """There is none, or it did not compile; the message says which."""


@cache
def find() -> tuple[str, ...]:
    """The command of a C compiler: `CC`, else one of the system's, else that of the `ziglang` package.

    Raises NoCompiler.
    """
    given = os.environ.get("CC")
    if given:
        words = tuple(shlex.split(given))
        if words and shutil.which(words[0]):
            return words
        raise NoCompiler(f"there is no compiler `{given}`, which CC names")
    for name in ("cc", "gcc", "clang"):
        if shutil.which(name):
            return (name,)
    if find_spec("ziglang") is not None:
        return sys.executable, "-m", "ziglang", "cc"
    raise NoCompiler("there is no C compiler: pip install 'rulesdsl[native]' brings one")


def library(text: str, stem: str) -> Path:
    """The shared library of a C text, compiled now or before; `CFLAGS` counts. Raises NoCompiler."""
    own = shlex.split(os.environ.get("CFLAGS", ""))
    command = (*find(), *FLAGS, "-O1" if len(text) > LARGE else "-O2", *own)
    known = hashlib.blake2b("\0".join((text, *command, sys.platform)).encode(), digest_size=12).hexdigest()
    file = kept.folder() / f"{stem[:40]}-{known}.{'dll' if os.name == 'nt' else 'so'}"
    stamp = f"library {known}".encode()
    seal = file.with_suffix(".seal")
    if _is_whole(file, seal, stamp):
        return file
    with tempfile.TemporaryDirectory() as folder:
        made = _compiled(text, command, Path(folder))
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            handle, name = tempfile.mkstemp(dir=file.parent, suffix=".tmp")
            with os.fdopen(handle, "wb") as opened:
                opened.write(made)
            Path(name).replace(file)
        except OSError as error:
            raise NoCompiler(f"the compiled game cannot be kept: {error}") from None
    kept.write(seal, hashlib.blake2b(made, digest_size=20).digest(), stamp)
    return file


def _is_whole(file: Path, seal: Path, stamp: bytes) -> bool:
    """Is a library there as it was written?"""
    known = kept.read(seal, stamp)
    try:
        return known is not None and hashlib.blake2b(file.read_bytes(), digest_size=20).digest() == known
    except OSError:
        return False


def _compiled(text: str, command: tuple[str, ...], folder: Path) -> bytes:
    source, made = folder / "game.c", folder / "game.so"
    source.write_text(text, encoding="utf-8")
    try:
        done = subprocess.run(
            [*command, "-o", str(made), str(source)], capture_output=True, text=True, timeout=_PATIENCE, check=False
        )
        if done.returncode == 0:
            return made.read_bytes()
    except (OSError, subprocess.TimeoutExpired) as error:
        raise NoCompiler(f"`{shlex.join(command)}` cannot be run: {error}") from None
    first = next((line for line in done.stderr.splitlines() if "error" in line), done.stderr.strip()[:200])
    raise NoCompiler(f"`{shlex.join(command)}` does not compile the game: {first}")
