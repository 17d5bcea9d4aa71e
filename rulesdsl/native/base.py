"""What writes one function: its names, its lines, and small things that all parts of it need."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NoReturn

from rulesdsl.native.parts import C, Function, Unit, kind_of
from rulesdsl.native.spans import NOTHING, Span, of
from rulesdsl.native.tables import table
from rulesdsl.native.types import BOOL, INT, LIST, NONE, TEXT, UNKNOWN, Refused, Type, c_type, join, list_of

_WORDS = """
auto break case char const continue default do double else enum extern float for goto if inline int long
register restrict return short signed sizeof static struct switch typedef union unsigned void volatile while
"""
KEYWORDS = frozenset(_WORDS.split())


def c_name(name: str) -> str:
    """A name of the game as C takes it. Raises Refused."""
    if not name.isascii():
        raise Refused(f"`{name}` is no name in C")
    return f"{name}_" if name in KEYWORDS else name


class Base:
    """One function being written; each pass makes a new one."""

    def __init__(self, unit: Unit, function: Function) -> None:
        self.unit, self.function = unit, function
        self.lines: list[str] = []
        self.scopes: list[dict[str, tuple[Type, Span]]] = []
        """Variables of comprehensions, the innermost ones last."""
        self.aliases: dict[str, str] = {}
        """Locals that stand for a column that is a list."""
        self.answers = unit.data["answers"]
        """Tables that fill themselves."""
        self._temps = 0
        self.names = function.uses

    # ------------------------------------------------------------------- names

    def refuse(self, what: str, node: ast.AST | None = None) -> NoReturn:
        shown = f": {ast.unparse(node)[:80]}" if node is not None else ""
        raise Refused(f"{what}{shown}", self.function.name)

    def temp(self, word: str) -> str:
        self._temps += 1
        return f"{word}{self._temps}_"

    def line(self, text: str) -> None:
        self.lines.append(text)

    def effect(self, *words: str) -> None:
        for word in words:
            if word not in self.function.effects:
                self.function.effects.add(word)
                self.unit.again(self.function.name, callers=True)

    def assigned(self, name: str, kind: Type, span: Span = None) -> Type:
        """A local gets a value of this type: the type that it has."""
        if self.function.takes(name, span):
            self.unit.again(self.function.name)
        known = self.function.locals.get(name, UNKNOWN)
        joined = join(known, kind)
        if joined != known or name not in self.function.locals:
            self.function.locals[name] = joined
            self.unit.again(self.function.name)
        self.unit.use(joined)
        return joined

    def kind_of_name(self, name: str) -> Type | None:
        for scope in reversed(self.scopes):
            if name in scope:
                return scope[name][0]
        function = self.function
        if name in function.names:
            return join(function.params[function.names.index(name)], function.locals.get(name, UNKNOWN))
        return function.locals.get(name, UNKNOWN if name in self.names.stored else None)

    def span_of_name(self, name: str) -> Span:
        for scope in reversed(self.scopes):
            if name in scope:
                return scope[name][1]
        return self.function.spans.get(name, NOTHING)

    # ------------------------------------------------------------- expressions

    def number(self, value: int, kind: Type = INT) -> C:
        small = -(2**31) < value < 2**31
        return C(str(value) if small else f"{value}LL", kind, steady=True, small=small, span=(value, value))

    def none(self) -> C:
        return C("NONE", NONE, steady=True, small=True)

    def constant(self, value: Any, node: ast.AST) -> C:
        """A value that is written in the code."""
        if value is None:
            return self.none()
        if isinstance(value, bool):
            return self.number(int(value), BOOL)
        if isinstance(value, int):
            if abs(value) >= 2**55:
                self.refuse("a number too large", node)
            return self.number(value)
        if isinstance(value, str):
            return self.number(self.unit.text_number(value), TEXT)
        if value == ():
            return C("(V){0, 0, 0}", list_of(UNKNOWN), steady=True, size=0, span=NOTHING)
        if isinstance(value, tuple) and all(isinstance(item, int) for item in value):
            return self.fixed(value)
        if isinstance(value, tuple) and all(isinstance(row, tuple) for row in value):
            kind = self.unit.use(kind_of(value))
            return C(table(self.unit, None, value), kind, steady=True, size=len(value), span=of(value))
        self.refuse("this constant", node)

    def fixed(self, items: Sequence[Any]) -> C:
        """A list that is written in the code, as a table."""
        name = table(self.unit, None, tuple(items))
        return C(name, list_of(join(UNKNOWN, LIST.item)), steady=True, size=len(items), span=of(tuple(items)))

    def fit(self, x: C) -> str:
        """A number as a list keeps it."""
        return x.text if x.small else f"fit({x.text})"

    def as_number(self, x: C, node: ast.AST | None = None) -> C:
        """A number that must be there to go on."""
        if x.kind.tag in ("maybe", "none"):
            return C(f"need({x.text})", INT, x.calm, x.steady, x.small)
        if x.kind.tag in ("int", "bool", "unknown"):
            return x
        self.refuse(f"a {x.kind.tag} where a number is needed", node)

    def as_list(self, x: C, node: ast.AST | None = None) -> C:
        """A list; of numbers, as long as nothing else is known."""
        if x.kind == UNKNOWN:
            return replace(x, kind=list_of(UNKNOWN))
        if x.kind.tag == "maybe list":
            return C(f"{c_type(x.kind)}_sure({x.text})", list_of(x.kind.item), x.calm, x.steady)
        if x.kind.tag != "list":
            self.refuse(f"a {x.kind.tag} where a list is wanted", node)
        return x

    def as_numbers(self, x: C, node: ast.AST | None = None) -> C:
        """A list of numbers."""
        x = self.as_list(x, node)
        if c_type(x.kind) != "V":
            self.refuse("a list of lists where one of numbers is wanted", node)
        return x

    def owned(self, x: C) -> C:
        """A list that stays as it is."""
        if not x.view:
            return x
        self.effect("makes")
        return C(f"copied({x.text})", x.kind, x.calm, size=x.size, span=x.span)

    def empty(self, kind: Type) -> str:
        return f"({c_type(kind)}){{0, 0, 0}}"

    def coerced(self, x: C, kind: Type) -> str:
        """An expression where one of this type is wanted."""
        if kind.tag == "maybe list" and x.kind == NONE:
            return f"({c_type(kind)}){{-1, 0, 0}}"
        if x.kind.tag == "list" and x.kind.item == UNKNOWN and kind != x.kind:
            return self.empty(kind)
        if kind.tag in ("list", "maybe list") and x.kind != UNKNOWN and c_type(kind) != c_type(x.kind):
            self.refuse(f"a {c_type(x.kind)} where a {c_type(kind)} is wanted")
        return x.text

    def truth(self, x: C) -> C:
        """An expression as a condition."""
        if x.zone is not None:
            state, place = x.zone
            return C(f"({state}->first_[{place}] >= 0)", BOOL, x.calm)
        if x.kind.tag in ("list", "maybe list"):
            if x.size is not None:
                return self.number(int(x.size > 0), BOOL)
            return C(f"({x.text}.n > 0)", BOOL, x.calm, x.steady)
        if x.kind.tag == "maybe":
            if x.text.isidentifier():
                return C(f"({x.text} != NONE && {x.text})", BOOL, x.calm, x.steady)
            return C(f"({{ I maybe_ = {x.text}; maybe_ != NONE && maybe_; }})", BOOL, x.calm)
        if x.kind.tag == "none":
            return self.number(0, BOOL)
        if x.kind.is_number and x.kind.tag not in ("text", "maybe text"):
            return x
        self.refuse(f"a {x.kind.tag} as a condition")

    def in_turn(self, items: Sequence[C]) -> tuple[str, list[str], bool]:
        """Expressions to be worked out one after the other: what has to come before, and each.

        C has no order of its own among arguments.
        """
        moving = [x for x in items if not x.steady]
        if all(x.calm for x in items) or len(moving) < 2:
            return "", [x.text for x in items], all(x.calm for x in items)
        before: list[str] = []
        texts: list[str] = []
        for x in items:
            if x.steady or x.kind.tag in ("state", "void"):
                texts.append(x.text)
                continue
            name = self.temp("a")
            x = self.owned(x)
            before.append(f"{c_type(x.kind)} {name} = {x.text};")
            texts.append(name)
        return " ".join(before), texts, False

    def together(self, before: str, text: str) -> str:
        return f"({{ {before} {text}; }})" if before else text
