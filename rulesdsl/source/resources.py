"""Find the files that ship with the package: schemas, grammar, games, examples."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

Kind = Literal["schemas", "grammar", "games", "examples"]

_PACKAGE = Path(__file__).resolve().parent.parent


def resource(kind: Kind, name: str = "") -> Path:
    """The path of a shipped file, or of the folder itself if ``name`` is empty.

    A wheel carries them inside the package, a source checkout has them beside it.
    The path is not promised to exist.
    """
    inside = _PACKAGE / "_data" / kind
    folder = inside if inside.is_dir() else _PACKAGE.parent / kind
    return folder / name if name else folder
