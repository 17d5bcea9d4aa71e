"""Write a first game: a name in, a small commented game file and a case for it out."""

from __future__ import annotations

import re
from importlib import resources
from pathlib import Path

_NAME = re.compile(r"[a-z][a-z0-9_]*")


class BadName(Exception):
    """A name that no game can have; the text says why."""


def write_game(name: str, folder: Path) -> tuple[Path, Path]:
    """Write a game and its case into ``folder`` and return their paths.

    Raises `BadName`, or `FileExistsError` if one of the files is there: then nothing is written.
    """
    if not _NAME.fullmatch(name):
        raise BadName(f"`{name}` is no name for a game: small letters, digits and _, a letter first")
    title = name.replace("_", " ").capitalize()
    texts = {folder / f"{name}{suffix}": _text(suffix, name, title) for suffix in (".yaml", ".case.yaml")}
    for path in texts:
        if path.exists():
            raise FileExistsError(17, "File exists", str(path))
    for path, text in texts.items():
        with path.open("x", encoding="utf-8", newline="\n") as file:
            file.write(text)
    game, case = texts
    return game, case


def _text(suffix: str, name: str, title: str) -> str:
    template = resources.files(__package__).joinpath("template", f"game{suffix}").read_text(encoding="utf-8")
    return template.replace("NAME", name).replace("TITLE", title)
