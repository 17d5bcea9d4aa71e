"""Short marks of pieces and values: names in, up to `LONGEST` characters each out, different ones as far as that goes.

A mark of a kind is its initials, `Long Boat` LB; kinds that would share one get more letters (`Ma`, `Me`). Before it
stands its player where several have such pieces, in small letters, after it the number of the piece.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice, product
from typing import Final

_NUMBER: Final = re.compile(r"(.*?)_?(\d+)$")
_CANDIDATES: Final = 40
LONGEST: Final = 4


def shortened(names: Sequence[str], given: Mapping[str, str] | None = None, used: str = "") -> dict[str, str]:
    """Return a mark for each name; the ones `given` stay as they are, signs `used` for something else are no mark."""
    given = given or {}
    ways = {name: list(islice(_ways(name), _CANDIDATES)) for name in names if name not in given}
    taken, at = {*given.values(), *used}, dict.fromkeys(ways, 0)
    while True:
        found = {name: ways[name][at[name]] for name in ways}
        times = Counter(found.values())
        clash = [name for name, mark in found.items() if times[mark] > 1 or mark in taken]
        moved = [name for name in clash if at[name] + 1 < len(ways[name])]
        if not moved:
            return {**_numbered(found, taken), **{name: mark for name, mark in given.items() if name in names}}
        for name in moved:
            at[name] += 1


def _ways(name: str) -> Iterator[str]:
    """Marks for a name, the best one first; all its words' first letters are in each of them."""
    words = [word for word in re.split(r"[\s_]+", name) if word]
    letters = [word[0].upper() + word[1:] for word in words][:LONGEST]
    initials = "".join(word[0] for word in letters)
    yield initials or "?"
    if len(letters) == 1:
        word = letters[0]
        yield from (word[:n] for n in range(2, LONGEST))
        yield from dict.fromkeys(word[0] + letter for letter in word[1:])
        yield word[:LONGEST]
        return
    lengths = product(*(range(1, LONGEST + 1) for _ in letters))
    for _, sizes in sorted((sum(sizes), sizes) for sizes in lengths if len(letters) < sum(sizes) <= LONGEST):
        yield "".join(word[:size] for word, size in zip(letters, sizes, strict=True))


def _numbered(found: Mapping[str, str], taken: set[str]) -> dict[str, str]:
    """Marks that are still the same are told apart by a number."""
    times = Counter(found.values())
    used = {mark for mark, count in times.items() if count == 1} | taken
    made: dict[str, str] = {}
    for name, mark in found.items():
        if times[mark] > 1 or mark in taken:
            number = 1
            while (tried := mark[: LONGEST - len(str(number))] + str(number)) in used:
                number += 1
            mark = tried
            used.add(mark)
        made[name] = mark
    return made


def players(names: Sequence[str]) -> list[str]:
    """Return a mark for each player: the number of `player_3`, else small letters; of a role of several both."""
    parts = [_NUMBER.fullmatch(name) for name in names]
    if all(parts) and len({part[1] for part in parts if part}) == 1:
        return [part[2] for part in parts if part]
    found = shortened(list(dict.fromkeys(part[1] if part else name for name, part in zip(names, parts, strict=True))))
    return [
        found[part[1]].lower() + part[2] if part else found[name].lower()
        for name, part in zip(names, parts, strict=True)
    ]


def number_of(name: str) -> str:
    """Return the number at the end of a piece's name, or nothing."""
    match = _NUMBER.fullmatch(name)
    return match[2] if match else ""
