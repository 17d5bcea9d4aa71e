"""Read one file into a Source, or say what is wrong with it."""

from __future__ import annotations

import re
import stat
from pathlib import Path

from rulesdsl.source import Problems, Source, Span

# No rulebook comes near it, and every later step stays quick below it.
LARGEST = 1_000_000

# What YAML forbids, the line breaks that only YAML 1.1 knows, and marks that turn text around.
UNSEEN = re.compile(
    "[^\t\n\x20-\x7e\xa0-\u2027\u202f-\u2065\u206a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]"
)


def read_source(path: Path, name: str, problems: Problems, at: Span | None = None) -> Source | None:
    """The file at ``path`` as a Source called ``name``; None if it cannot be used.

    ``at`` is where the file is asked for, if a file asks for it.
    """
    try:
        raw = _read(path)
    except (OSError, ValueError) as error:
        reason = (getattr(error, "strerror", None) or str(error)).lower()
        code = "include-missing" if at else "file-missing"
        problems.error(code, at or _top(name), f"cannot read `{name}`: {reason}")
        return None
    if len(raw) > LARGEST:
        message = f"`{name}` is larger than {LARGEST // 1_000_000} MB"
        help = "split it into several files and `include` them"
        problems.error("file-too-large", at or _top(name), message, help=help)
        return None
    return _decode(raw, name, problems)


def _top(name: str) -> Span:
    return Span(Source(name, ""), 0, 0)


def _read(path: Path) -> bytes:
    if not stat.S_ISREG(path.stat().st_mode):
        raise ValueError("not a file")
    with path.open("rb") as file:
        return file.read(LARGEST + 1)


def _decode(raw: bytes, name: str, problems: Problems) -> Source | None:
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        # The decoder counts from after a byte order mark if there is one.
        body: bytes = error.object
        before = len(_lines(body[: error.start].decode("utf-8", "replace")))
        source = Source(name, _lines(body.decode("utf-8", "replace")))
        byte = body[error.start]
        message = f"the byte 0x{byte:02x} is not part of a UTF-8 text"
        help = "save the file as UTF-8"
        problems.error("not-utf8", Span(source, before, before + 1), message, help=help)
        return None
    return check_text(text, name, problems)


def check_text(text: str, name: str, problems: Problems) -> Source | None:
    """A Source of a text that is at hand; None if it holds characters that nobody sees."""
    source = Source(name, _lines(text.removeprefix("\ufeff")))
    found = UNSEEN.search(source.text)
    if found is None:
        return source
    span = Span(source, found.start(), found.end())
    message = f"the character U+{ord(found.group()):04X} cannot be seen and is not allowed"
    problems.error("control-character", span, message, help="remove it")
    return None


def _lines(text: str) -> str:
    # One kind of line break for everything that follows; lines and columns stay the same.
    return text.replace("\r\n", "\n").replace("\r", "\n")
