"""Files of the user's cache folder: sealed, so that half of one, or a damaged one, is never believed.

Whatever stands there can be made anew, so nothing here raises: what cannot be read is not there, what cannot be
written is not kept. A seal tells accidents, not malice: the folder is as trusted as the program that reads it.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
from pathlib import Path

_SEAL = 20
"""Bytes of the seal."""


def folder() -> Path:
    """Where such files are: `RULESDSL_CACHE`, else the user's cache folder."""
    given = os.environ.get("RULESDSL_CACHE")
    if given:
        return Path(given)
    from platformdirs import user_cache_path

    return user_cache_path("rulesdsl", appauthor=False)


def read(file: Path, stamp: bytes) -> bytes | None:
    """What was kept in `file` under `stamp`; None if it is not there, not whole, or kept under another stamp."""
    try:
        packed = file.read_bytes()
    except (OSError, ValueError):
        return None
    body = packed[_SEAL:]
    return body if _seal(body, stamp) == packed[:_SEAL] else None


def write(file: Path, body: bytes, stamp: bytes) -> None:
    """Keep `body`; written beside its place first, so that a reader never sees half of it."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=file.parent, suffix=".tmp")
        with os.fdopen(handle, "wb") as opened:
            opened.write(_seal(body, stamp) + body)
        Path(name).replace(file)
    except (OSError, ValueError):
        return


def _seal(body: bytes, stamp: bytes) -> bytes:
    return hashlib.blake2b(body + stamp, digest_size=_SEAL).digest()
