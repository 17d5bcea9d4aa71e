"""What the translation works on: functions, what is known of them, and pieces of C."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from rulesdsl.native.names import Names, names_of
from rulesdsl.native.spans import MOST_CHANGES, NOTHING, Span, both
from rulesdsl.native.types import BOOL, INT, LIST, NONE, TEXT, UNKNOWN, Refused, Type, join, list_of


@dataclass(frozen=True, slots=True)
class C:
    """An expression in C.

    `calm`: working it out changes nothing. `steady`: nothing that is worked out beside it can change it.
    `small`: a number that fits an int. `zone`: the state and the place, if it stands for the pieces there.
    `view`: a list that shows what a column holds, and changes with it. `size`: of a list that is always as long.
    `span`: the least and the greatest that it can be, or that can be in it.
    """

    text: str
    kind: Type
    calm: bool = True
    steady: bool = False
    small: bool = False
    zone: tuple[str, str] | None = None
    view: bool = False
    size: int | None = None
    span: Span = None


@dataclass(slots=True)
class Function:
    """A function of the game, and what the passes over it have found out."""

    name: str
    tree: ast.FunctionDef
    params: list[Type]
    locals: dict[str, Type] = field(default_factory=dict)
    spans: dict[str, Span] = field(default_factory=dict)
    """What is known of parameters and locals, and as "" of what it returns."""
    changes: dict[str, int] = field(default_factory=dict)
    returns: Type = UNKNOWN
    effects: set[str] = field(default_factory=set)
    """`acts`: changes a state, rolls or asks; `moves`: changes what lies where; `makes`: makes lists."""
    calls: set[str] = field(default_factory=set)
    callers: set[str] = field(default_factory=set)
    uses: Names = field(default_factory=Names)
    frames: int = 1
    """Frames of Python that a call takes at most, without those of what it calls."""
    text: str = ""

    def takes(self, name: str, span: Span) -> bool:
        """A variable is given a value between these: is less known of it now?"""
        known = self.spans.get(name, NOTHING)
        joined = both(known, span)
        if joined == known:
            return False
        self.changes[name] = self.changes.get(name, 0) + 1
        self.spans[name] = joined if self.changes[name] <= MOST_CHANGES else None
        return True

    @property
    def names(self) -> list[str]:
        """Its parameters, but for the state and what answers."""
        return [arg.arg for arg in self.tree.args.args if arg.arg not in ("s", "ask")]


class Unit:
    """All that becomes one C file: what is asked of it grows from pass to pass until it stays the same."""

    def __init__(self, data: dict[str, Any], trees: Mapping[str, ast.FunctionDef]) -> None:
        self.data, self.trees = data, trees
        self.functions: dict[str, Function] = {}
        self.columns = {name: (start, is_list) for name, start, is_list, _ in data["columns"]}
        self.column_kinds: dict[str, Type] = {}
        self.constants: dict[str, str] = {}
        """Definitions of tables in C, by name."""
        self.kinds: set[Type] = set()
        self.carried: set[str] = set()
        self.gaps: set[str] = set()
        """Tables of lists with rows that are none."""
        self.texts: list[str] = []
        self.travels: set[str] = set()
        self.todo: dict[str, None] = {}
        """Functions that have to be written, perhaps again; the last one first."""
        self.features: set[str] = set()
        """Parts of the runtime that are needed."""
        self.sorts: dict[tuple[str, str], Type] = {}
        """Ways to sort that are needed: what is wanted, and of which lists."""
        self.questions: list[tuple[str, str]] = []
        """What Python answers: a function and the constant that it is given first; "" and a table that fills itself."""
        for name, (start, is_list) in self.columns.items():
            self.column_kinds[name] = self._start_kind(name, start, is_list)

    def _start_kind(self, name: str, start: Any, is_list: bool) -> Type:
        if name == "held_":
            return list_of(LIST)
        if not is_list and isinstance(start, tuple):
            return LIST
        kinds = [kind_of(value) for value in (start if is_list else [start])]
        found = UNKNOWN
        for kind in kinds:
            found = join(found, kind)
        if not found.is_number or found.tag == "text":
            raise Refused(f"column `{name}` is no number")
        return found

    def function(self, name: str) -> Function:
        """A function of the game, known or new. Raises Refused."""
        found = self.functions.get(name)
        if found is None:
            tree = self.trees[name]
            found = Function(name, tree, [])
            found.uses = names_of(tree)
            found.params = [UNKNOWN] * len(found.names)
            found.frames += len(tree.decorator_list) + _depth(tree)
            self.functions[name] = found
            self.again(name)
        return found

    def again(self, name: str, *, callers: bool = False) -> None:
        """More is known of a function: it has to be written again, and those that call it if they may see it."""
        for other in sorted(self.functions[name].callers) if callers else ():
            self.todo[other] = None
        self.todo[name] = None

    def column_takes(self, name: str, kind: Type) -> None:
        """A column is given something of this type."""
        joined = join(self.column_kinds[name], kind)
        if joined != self.column_kinds[name]:
            self.column_kinds[name] = joined
            self.todo |= dict.fromkeys(self.functions)

    def use(self, kind: Type) -> Type:
        """A type that variables have: its C definition is needed."""
        if not kind.is_number:
            self.kinds.add(kind)
        return kind

    def question(self, function: str, table: str) -> int:
        """The number of a question that Python answers."""
        if (function, table) not in self.questions:
            self.questions.append((function, table))
        return self.questions.index((function, table))

    def text_number(self, text: str) -> int:
        if text not in self.texts:
            self.texts.append(text)
        return self.texts.index(text)

    @property
    def pieces(self) -> int:
        return len(self.columns["where_"][0]) if "where_" in self.columns else 0

    @property
    def places(self) -> int:
        return len(self.columns["held_"][0]) if "held_" in self.columns else 0


def kind_of(value: Any) -> Type:
    """The type of a plain value. Raises Refused."""
    if isinstance(value, bool):
        return BOOL
    if isinstance(value, int):
        return INT
    if value is None:
        return NONE
    if isinstance(value, str):
        return TEXT
    if isinstance(value, tuple | list):
        found = UNKNOWN
        numbers = any(isinstance(item, int) for item in value)
        lists = any(isinstance(item, tuple) and item for item in value)
        for item in value:
            if numbers and lists and item == -1:
                continue  # of what has no such figure
            # an empty list among numbers stands where there is no such cell
            found = join(found, NONE if numbers and item == () else kind_of(item))
        return list_of(found)
    raise Refused(f"a {type(value).__name__} among the tables")


def _depth(tree: ast.AST) -> int:
    """How deep comprehensions lie in each other: each is a frame of Python's."""
    deepest = max((_depth(child) for child in ast.iter_child_nodes(tree)), default=0)
    return deepest + isinstance(tree, ast.ListComp | ast.GeneratorExp | ast.SetComp)


def indented(text: str) -> Iterator[str]:
    """Lines of C, indented by the brackets that are open."""
    depth = 0
    for line in text.splitlines():
        line = line.strip()
        closing = len(line) - len(line.lstrip("})"))
        yield f"{'    ' * max(0, depth - (1 if closing else 0))}{line}".rstrip()
        depth += line.count("{") - line.count("}")
