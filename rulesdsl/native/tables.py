"""Tables of the game as constants in C."""

from __future__ import annotations

from typing import Any

from rulesdsl.native.parts import Unit, kind_of
from rulesdsl.native.types import Refused, Type, c_type

LONGEST = 200_000
"""Numbers of one table."""


def table(unit: Unit, name: str | None, value: tuple[Any, ...]) -> str:
    """The name of a constant list; it is defined when it is first asked for. Raises Refused."""
    if name is None:
        for known, text in unit.constants.items():
            if known.startswith("fixed") and text == _definition(known, value, kind_of(value)):
                return known
        name = f"fixed{sum(1 for known in unit.constants if known.startswith('fixed'))}_"
    if name not in unit.constants:
        kind = unit.use(kind_of(value))
        unit.constants[name] = _definition(name, value, kind)
        if not kind.item.is_number and any(isinstance(row, int) for row in value):
            unit.gaps.add(name)
    return name


def _definition(name: str, value: tuple[Any, ...], kind: Type) -> str:
    if _size(value) > LONGEST:
        raise Refused(f"table `{name}` is too long")
    flat: list[int] = []
    lines: list[str] = []
    rows = _rows(f"{name}_rows", value, kind, f"{name}_numbers", flat, lines)
    numbers = f"static int {name}_numbers[] = {{{', '.join(map(str, flat)) or '0'}}};"
    return "\n".join([numbers, *lines, f"static const {c_type(kind)} {name} = {rows};"])


def _size(value: Any) -> int:
    return sum(map(_size, value)) if isinstance(value, tuple) else 1


def _rows(name: str, value: Any, kind: Type, numbers: str, flat: list[int], lines: list[str]) -> str:
    """The initialiser of one list; one that is none has no numbers at all.

    Numbers go to the end of `flat`, lists of lists become arrays of their own.
    """
    if isinstance(value, int):
        return "{0, 0, 0}"
    if kind.item.is_number:
        at = len(flat)
        flat += [number(item) for item in value]
        return f"{{{len(value)}, {len(value)}, {numbers} + {at}}}"
    inner = [_rows(f"{name}_{i}", item, kind.item, numbers, flat, lines) for i, item in enumerate(value)]
    lines.append(f"static {c_type(kind.item)} {name}[] = {{{', '.join(inner) or '{0, 0, 0}'}}};")
    return f"{{{len(value)}, {len(value)}, {name}}}"


def number(value: Any) -> int:
    """A plain value as it is kept. Raises Refused."""
    if value is None or value == ():
        return -(2**31)
    if isinstance(value, bool | int):
        if not -(2**31) < value < 2**31:
            raise Refused(f"a number too large: {value}")
        return int(value)
    raise Refused(f"a {type(value).__name__} among the tables")
