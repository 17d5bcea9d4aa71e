"""From a compiled game to a C file: passes over its functions until their types stay the same, then all together."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Set
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rulesdsl.native import columns, sight, spread
from rulesdsl.native.base import c_name
from rulesdsl.native.parts import Function, Unit, indented
from rulesdsl.native.sorting import sort
from rulesdsl.native.statements import Statements, head
from rulesdsl.native.types import UNKNOWN, VOID, Refused, c_type, definitions, join

MOST_TIMES = 100
"""How often a function is written, on average, before types that change and change are given up."""
_RUNTIME = Path(__file__).parent / "runtime"


@dataclass(frozen=True, slots=True)
class Translation:
    """A game in C. `counting` are the columns that are told of each game, `others` those that can be told too."""

    text: str
    own: str
    """What of the text is of the game itself: its state, tables and functions."""
    counting: tuple[str, ...]
    others: tuple[str, ...]
    questions: tuple[tuple[str, str], ...]
    """What the game asks Python about boards: the function, and the table that it is given or that answers."""

    def plain(self) -> tuple[str, tuple[str, ...], tuple[str, ...], tuple[tuple[str, str], ...]]:
        """What a native game is made of."""
        return self.text, self.counting, self.others, self.questions


def translate(data: dict[str, Any], modules: Iterable[tuple[str, ast.Module]]) -> Translation:
    """A program's functions, as they are played straight through, in C. Raises Refused."""
    trees = {
        node.name: node
        for _, module in modules
        for node in module.body
        if isinstance(node, ast.FunctionDef) and not node.name.endswith("_pull")
    }
    unit = Unit(data, trees)
    for number, *_ in data["nodes"]:
        if f"node_{number}" in trees:
            unit.function(f"node_{number}")
    _settle(unit, frozenset())
    again = _circles(unit)
    unit.todo |= dict.fromkeys(again)
    _settle(unit, again)
    unit.functions = {name: unit.functions[name] for name in trees if name in unit.functions}
    own = list(_game(unit))
    text = "\n".join(_whole(unit, own)) + "\n"
    return Translation(text, "\n".join(own) + "\n", *columns.told(unit), tuple(unit.questions))


def _settle(unit: Unit, again: Set[str]) -> None:
    """Write functions until nothing new is found out by it; `again` are those that may call themselves."""
    times = 0
    while unit.todo:
        name, _ = unit.todo.popitem()
        times += 1
        if times > MOST_TIMES * len(unit.functions):
            raise Refused("types that do not settle", name)
        unit.functions[name].text = _written(unit, unit.functions[name], name in again)


def _written(unit: Unit, function: Function, again: bool) -> str:
    try:
        return Statements(unit, function).write(again)
    except Refused as refused:
        raise Refused(refused.what, refused.where or function.name) from None


def _circles(unit: Unit) -> Set[str]:
    """Functions that may come to call themselves."""

    def calls_itself(name: str) -> bool:
        seen: set[str] = set()
        following = list(unit.functions[name].calls)
        while following:
            other = following.pop()
            if other == name:
                return True
            if other not in seen:
                seen.add(other)
                following += unit.functions[other].calls
        return False

    return {name for name in unit.functions if calls_itself(name)}


# -------------------------------------------------------------------- one file


def _whole(unit: Unit, own: Iterable[str]) -> Iterator[str]:
    """The game with all that it needs of the runtime."""
    for word, value in (
        ("PIECES", unit.pieces),
        ("PLACES", unit.places),
        ("SEATS", len(unit.data["players"]["names"])),
    ):
        yield f"#define {word} {value}"
    wide = len(spread.boards(unit))
    yield f"#define SPREAD {wide}"
    yield f"#define SPREAD_NOW(s, piece, to) {'spread_move(s, piece, to);' if wide else ''}"
    yield from _runtime("base.c", "chance.c")
    if "parts" in unit.features:
        yield "typedef struct { int player; State *state; } Part;"
        yield "typedef struct { int n, room; Part *p; } Vp;"
    yield from _own(definitions(unit.kinds))
    yield from _own(columns.struct(unit))
    yield ""
    yield "static int scenario_;"
    yield from _options(unit)
    yield from _runtime("play.c")
    if "asked" in unit.features:
        yield from _runtime("asked.c")
    if unit.pieces:
        if wide:
            yield "static void spread_move(State *s, I piece, I to);"
        yield from _runtime("places.c")
        if wide:
            yield from _own(spread.tables(unit))
            yield from _runtime("spread.c")
        if "parts" in unit.features:
            yield from _runtime("together.c")
    if unit.travels:
        yield from _runtime("travel.c")
    if "owners" in unit.features:
        yield from _runtime("owners.c")
    if "tokens" in unit.features:
        yield from _runtime("tokens.c")
    if "alike" in unit.features:
        yield f"#define SIGHT {int('sight' in unit.features)}"
        yield from _own(sight.alike(unit))
        if "sight" in unit.features:
            yield from _own(sight.sight(unit))
        yield from _runtime("alike.c")
    for (word, _), kind in sorted(unit.sorts.items()):
        yield from _own(sort(word, kind))
    yield from _own(columns.fresh(unit))
    if "parts" in unit.features:
        yield from _own(columns.parts(unit))
    yield ""
    yield from own
    yield from _own(_step(unit))
    yield from _runtime("tell.c")
    yield from _own(columns.tell(unit))
    yield from _runtime("driver.c")


def _game(unit: Unit) -> Iterator[str]:
    """The tables and functions of the game."""
    yield f"/* {unit.data['title']} */".replace("\n", " ")
    yield ""
    yield from unit.constants.values()
    yield ""
    for function in unit.functions.values():
        yield f"{head(function)};"
    for travel in sorted(unit.travels):
        yield _travel(unit, travel)
    for table in sorted(unit.carried):
        yield from _own(_carried(unit, table))
    for function in unit.functions.values():
        yield from _own(function.text.splitlines())


def _own(lines: Iterable[str]) -> Iterator[str]:
    yield ""
    yield from indented("\n".join(lines))


def _runtime(*names: str) -> Iterator[str]:
    for name in names:
        yield ""
        yield (_RUNTIME / name).read_text(encoding="utf-8").rstrip()


def _options(unit: Unit) -> Iterator[str]:
    """What was set for the batch, as it comes from outside: numbers one after the other, lists with their length."""
    lines = []
    for i, option in enumerate(unit.data["options"]):
        if isinstance(option[3], tuple):
            count = max(1, len(option[3]))
            yield f"static int option_{i}_items[{count}];"
            yield f"static V option_{i};"
            lines.append(f"option_{i} = (V){{options[0], {count}, option_{i}_items}};")
            lines.append(f"memcpy(option_{i}_items, options + 1, (size_t)options[0] * sizeof(int));")
            lines.append("options += 1 + options[0];")
        else:
            yield f"static int option_{i};"
            lines.append(f"option_{i} = *options++;")
    yield from indented("\n".join(["static void set_options(const int *options) {", *lines, "(void)options;", "}"]))


def _step(unit: Unit) -> Iterator[str]:
    yield "static int step(State *s, int node) {"
    yield "switch (node) {"
    for name in unit.functions:
        if name.startswith("node_"):
            yield f"case {name[5:]}: return (int){name}(s);"
    yield "default: fault();"
    yield "}"
    yield "}"


def _travel(unit: Unit, name: str) -> str:
    """The rules of one kind of travel, and which of them ask where one comes from."""
    clauses, looks_back = unit.data["travels"][name]
    functions = [clause if clause in unit.functions else "0" for clause in clauses]
    alike = [
        int(not set(looks_back) & set(asked)) for asked in (("cost", "stop", "end"), ("enter",), ("enter", "risk"))
    ]
    return f"static const Travel the_{name}_travel = {{{', '.join([*functions, *map(str, alike)])}}};"


def _carried(unit: Unit, table: str) -> Iterator[str]:
    """A function that calls the rule of the piece or cell that is asked."""
    rows = unit.data["carried"][table]
    names = list(dict.fromkeys(row for row in rows if row is not None))
    rules = [unit.functions[name] for name in names]
    returns = UNKNOWN
    for rule in rules:
        returns = join(returns, rule.returns) if rule.returns != VOID else returns
    gives = VOID if all(rule.returns == VOID for rule in rules) else returns
    kinds = rules[0].params
    params = [f"{c_type(kind)} {c_name(name)}" for name, kind in zip(rules[0].names, kinds, strict=True)]
    yield f"static {c_type(gives)} {table}({', '.join(['State *s', *params, 'I which'])}) {{"
    numbers = ", ".join("-1" if row is None else str(names.index(row)) for row in rows)
    yield f"static const short rows[] = {{{numbers}}};"
    yield f"switch (rows[ix(which, {len(rows)})]) {{"
    for i, rule in enumerate(rules):
        call = f"{rule.name}({', '.join(['s', *map(c_name, rules[0].names)])})"
        if gives == VOID:
            yield f"case {i}: {call}; return;"
        elif rule.returns == VOID:
            yield f"case {i}: {call}; return NONE;"
        else:
            yield f"case {i}: return {call};"
    yield "default: fault();"
    yield "}"
    yield "}"
