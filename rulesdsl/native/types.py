"""Types of the C that is made: numbers, lists, records, and how two of them are joined."""

from __future__ import annotations

from dataclasses import dataclass


class NotNative(Exception):
    """A game that cannot be played in C, here or at all; the message says why."""


class Refused(NotNative):
    """What this back end cannot translate; the message says which form, `where` in which function."""

    def __init__(self, what: str, where: str = "") -> None:
        super().__init__(what)
        self.what, self.where = what, where

    def __str__(self) -> str:
        return f"{self.where}: {self.what}" if self.where else self.what


@dataclass(frozen=True, slots=True)
class Type:
    """`tag` is one of those below; lists have the type of their items in `of`, records those of their fields."""

    tag: str
    of: tuple[Type, ...] = ()

    @property
    def is_number(self) -> bool:
        """Is it kept in a C integer? Truth, numbers, numbers that may be missing, texts by their number."""
        return self.tag in ("unknown", "bool", "int", "maybe", "none", "text", "maybe text")

    @property
    def item(self) -> Type:
        return self.of[0]


UNKNOWN = Type("unknown")
"""Of a variable that nothing was assigned to yet."""
BOOL, INT, MAYBE, NONE = Type("bool"), Type("int"), Type("maybe"), Type("none")
TEXT, MAYBE_TEXT = Type("text"), Type("maybe text")
STATE, PART = Type("state"), Type("part")
"""A state, and one of several players' own states, with the player."""
VOID = Type("void")
"""What a function returns that returns nothing."""


def list_of(item: Type) -> Type:
    return Type("list", (item,))


def record(*fields: Type) -> Type:
    return Type("record", fields)


LIST = list_of(INT)
PARTS = list_of(PART)


def join(a: Type, b: Type) -> Type:
    """The type of something that is one or the other. Raises Refused."""
    if a == b or b == UNKNOWN:
        return a
    if a == UNKNOWN:
        return b
    tags = {a.tag, b.tag}
    if tags == {"bool", "int"}:
        return INT
    if tags <= {"bool", "int", "maybe", "none"}:
        return MAYBE
    if tags <= {"none", "text", "maybe text"}:
        return MAYBE_TEXT
    if tags <= {"none", "list", "maybe list"} and tags != {"list"}:
        items = [kind.item for kind in (a, b) if kind.of]
        return Type("maybe list", (join(items[0], items[-1]),))
    if tags == {"list"} or (tags == {"record"} and len(a.of) == len(b.of)):
        return Type(a.tag, tuple(map(join, a.of, b.of)))
    raise Refused(f"a {a.tag} and a {b.tag} in one variable")


def c_type(kind: Type) -> str:
    """The C type of a variable."""
    if kind.is_number:
        return "I"
    if kind.tag in ("list", "maybe list"):
        return f"V{'' if kind.item.is_number else _code(kind.item)}"
    if kind.tag == "record":
        return f"T{_code(kind)}"
    return {"void": "void", "state": "State *", "part": "Part"}[kind.tag]


def _code(kind: Type) -> str:
    if kind.is_number:
        return "i"
    if kind.tag in ("list", "maybe list"):
        return f"v{'' if kind.item.is_number else _code(kind.item)}"
    if kind.tag == "record":
        return f"r{len(kind.of)}{''.join(map(_code, kind.of))}"
    return kind.tag[0]


def definitions(kinds: set[Type]) -> list[str]:
    """C definitions of the records and lists among some types, and of what they are made of."""
    made: dict[str, str] = {}

    def define(kind: Type) -> None:
        for part in kind.of:
            define(part)
        name = c_type(kind)
        if name in made or kind == PART:
            return
        if kind.tag == "record":
            fields = " ".join(f"{stored(part)} f{i};" for i, part in enumerate(kind.of))
            made[name] = f"typedef struct {{ {fields} }} {name};"
        elif kind.tag in ("list", "maybe list") and not kind.item.is_number and kind.item != PART:
            item = c_type(kind.item)
            made[name] = f"typedef struct {{ int n, room; {item} *p; }} {name};\nDEFINE_LIST({name}, {item})"

    for kind in sorted(kinds, key=c_type):
        define(kind)
    return list(made.values())


def stored(kind: Type) -> str:
    """The C type of an item of a list or a field of a record."""
    return "I" if kind.is_number else c_type(kind)
