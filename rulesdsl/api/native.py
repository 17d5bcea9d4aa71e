"""From a loaded game to the same game in C: translated again from its rule files, or taken from the cache folder."""

from __future__ import annotations

import hashlib
import marshal
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rulesdsl import __version__
from rulesdsl.api import cache
from rulesdsl.native.games import NativeGame
from rulesdsl.native.types import NotNative, Refused
from rulesdsl.source import kept

if TYPE_CHECKING:
    from rulesdsl.api.game import Game

_NATIVE = Path(__file__).parent.parent / "native"


def native_game(game: Game) -> NativeGame:
    """The game in C. Raises NotNative, RuleErrors if its files no longer load."""
    stamp = _stamp()
    name = hashlib.blake2b(f"{game.hash}:{game.path.absolute()}".encode("utf-8", "surrogatepass"), digest_size=12)
    entry = kept.folder() / f"{game.path.stem[:40]}-{name.hexdigest()}.native"
    made = _kept(entry, stamp)
    if made is None:
        made = _translated(game)
        kept.write(entry, marshal.dumps(made), stamp)
    if isinstance(made, str):
        raise Refused(made)
    return NativeGame(game.path.stem, *made)


def _stamp() -> bytes:
    """What a translation depends on besides the rules: a checkout under work must not run what it made before."""
    files = [file for pattern in ("*.py", "runtime/*.c") for file in _NATIVE.glob(pattern)]
    return cache.stamp() + f":{max(file.stat().st_mtime_ns for file in files)}".encode()


def _kept(entry: Path, stamp: bytes) -> Any:
    packed = kept.read(entry, stamp)
    if packed is None:
        return None
    try:
        return marshal.loads(packed)
    except (ValueError, EOFError, TypeError):
        return None


def _translated(game: Game) -> str | tuple[Any, ...]:
    """What a native game is made of; or why there is none."""
    from rulesdsl.api.loading import analyse, compile_checked
    from rulesdsl.native.translate import translate
    from rulesdsl.source.diagnostics import RuleErrors

    document, model, facts, names, problems = analyse(game.path)
    if problems.has_errors or document is None or model is None or facts is None or names is None:
        raise RuleErrors(problems.sorted())
    if cache.content_hash([file.source.text for file in document.files], __version__) != game.hash:
        raise NotNative("its files have changed since it was loaded")
    program = compile_checked(model, facts, names, for_python=False)
    try:
        made = translate(program.data, program.modules)
    except Refused as refused:
        return str(refused)
    return made.plain()
