"""The state in C: its columns, how it begins, how it is told, and how several players' states are joined."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from rulesdsl.native.base import c_name
from rulesdsl.native.parts import Unit
from rulesdsl.native.tables import number

PLACES = ("where_", "held_", "mixed_", "shown_")
_CHAIN = (
    "int where_[PIECES], next_[PIECES], before_[PIECES], shown_[PIECES];\n"
    "int first_[PLACES], last_[PLACES], n_[PLACES], mixed_[PLACES];"
)


def is_kept(unit: Unit, name: str) -> bool:
    """Is a column a list that is replaced as a whole?"""
    start, is_list = unit.columns[name]
    return not is_list and isinstance(start, tuple)


def struct(unit: Unit) -> list[str]:
    """The state: what is copied in one piece first, lists of changing length behind it."""
    plain, lists = [], []
    for name, (start, is_list) in unit.columns.items():
        if name in PLACES:
            continue
        if is_kept(unit, name):
            lists.append(f"Kept {c_name(name)};")
        else:
            plain.append(f"int {c_name(name)}{f'[{len(start)}]' if is_list else ''};")
    return [
        "struct State {",
        "int me, over_, winner_;",
        *([_CHAIN] if unit.pieces else []),
        *plain,
        "long long pos_;",
        "int end_of_plain;",
        *lists,
        "};",
    ]


def fresh(unit: Unit) -> Iterator[str]:
    """How a state begins, and how it is copied."""
    kept = [name for name in unit.columns if is_kept(unit, name)]
    yield "static void copy_state(State *to, const State *from) {"
    yield "memcpy(to, from, offsetof(State, end_of_plain));"
    for name in kept:
        yield f"keep(&to->{c_name(name)}, kept(&from->{c_name(name)}));"
    yield "}"
    yield ""
    yield "static void fresh(State *s) {"
    yield "static State first;"
    yield "static int made;"
    yield "if (!made) {"
    yield "made = 1;"
    for name, (start, is_list) in unit.columns.items():
        field = f"first.{c_name(name)}"
        if name == "held_":
            yield "for (int i = 0; i < PLACES; i++) first.first_[i] = first.last_[i] = -1;"
            for place, pieces in enumerate(start):
                for piece in pieces:
                    yield f"link_(&first, {piece}, {place});"
        elif name == "where_":
            continue
        elif is_kept(unit, name):
            yield f"static int {name}_first[] = {{{', '.join(str(number(x)) for x in start) or '0'}}};"
            yield f"keep(&{field}, (V){{{len(start)}, {len(start)}, {name}_first}});"
        elif not is_list:
            yield f"{field} = {number(start)};"
        elif any(start):
            yield f"static const int {name}_first[] = {{{', '.join(str(number(x)) for x in start)}}};"
            yield f"memcpy({field}, {name}_first, sizeof {name}_first);"
    yield "}"
    yield "copy_state(s, &first);"
    yield "s->me = players_.p[0], s->winner_ = -1;"
    yield "}"


def counting(unit: Unit) -> list[str]:
    """The columns on which scores rest, their lines and their ties."""
    seen: set[str] = set()
    todo = [name for name in unit.trees if name.startswith(("score_", "order_"))]
    columns: set[str] = set()
    while todo:
        name = todo.pop()
        if name in seen:
            continue
        seen.add(name)
        for node in ast.walk(unit.trees[name]):
            if isinstance(node, ast.Attribute) and node.attr in unit.columns:
                columns.add(node.attr)
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Subscript | ast.Attribute):
                columns.update(unit.columns)  # a rule of a piece, or a board that pieces cover: it may read anything
            if isinstance(node, ast.Name):
                if node.id in unit.trees:
                    todo.append(node.id)
                elif node.id in unit.data["travels"]:
                    columns.update(unit.columns)
    if unit.pieces and (columns & {*PLACES, "laid_"} or any(_asks_places(unit.trees[name]) for name in seen)):
        columns.update(PLACES)
        columns.update({"laid_"} & set(unit.columns))
    return [name for name in unit.columns if name in columns]


def _asks_places(tree: ast.FunctionDef) -> bool:
    """Does a function hand the state to something outside the game's own code?"""
    return any(
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and not node.func.id.startswith(("value_", "score_", "order_", "base_", "some_"))
        and any(isinstance(arg, ast.Name) and arg.id == "s" for arg in node.args)
        for node in ast.walk(tree)
    )


def tell(unit: Unit) -> Iterator[str]:
    """How the columns of a game that is over are told."""
    yield "static void tell_columns(const State *s, int whole) {"
    needed = counting(unit)
    for name in [*needed, *(name for name in unit.columns if name not in needed)]:
        guard = "" if name in needed else "if (whole) "
        field = f"s->{c_name(name)}"
        if name == "held_":
            yield f"{guard}tell_places(s);"
        elif name == "where_":
            continue
        elif is_kept(unit, name):
            yield f"{guard}tell_list(kept(&{field}));"
        elif unit.columns[name][1]:
            yield f"{guard}for (int i = 0; i < {len(unit.columns[name][0])}; i++) tell({field}[i]);"
        else:
            yield f"{guard}tell({field});"
    yield "}"


def told(unit: Unit) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The columns in the order in which they are told: those that always are, and the others."""
    needed = counting(unit)
    names = [name for name in needed if name != "where_"]
    return tuple(names), tuple(name for name in unit.columns if name not in needed and name != "where_")


def parts(unit: Unit) -> Iterator[str]:
    """Several players who decide at once: a state for each, joined in the end."""
    yield "static State part_states[SEATS];"
    yield "static Part part_items[SEATS];"
    yield ""
    yield "static Vp part_(const State *s, V players) {"
    yield "Vp made = {players.n, SEATS, part_items};"
    yield "for (int i = 0; i < players.n; i++) {"
    yield "copy_state(&part_states[i], s);"
    yield "part_states[i].me = players.p[i];"
    yield "part_items[i].player = players.p[i];"
    yield "part_items[i].state = &part_states[i];"
    yield "}"
    yield "return made;"
    yield "}"
    yield ""
    yield "static void join_(State *s, Vp parts) {"
    yield "static State base;"
    yield "copy_state(&base, s);"
    yield "for (int k = 0; k < parts.n; k++) {"
    yield "const State *mine = parts.p[k].state;"
    for name, (start, is_list) in unit.columns.items():
        field = c_name(name)
        if name == "held_":
            continue
        if is_kept(unit, name):
            same = f"same(kept(&mine->{field}), kept(&base.{field}))"
            yield f"if (!{same}) keep(&s->{field}, kept(&mine->{field}));"
        elif is_list:
            yield f"for (int i = 0; i < {len(start)}; i++)"
            yield f"if (mine->{field}[i] != base.{field}[i]) s->{field}[i] = mine->{field}[i];"
        else:
            yield f"if (mine->{field} != base.{field}) s->{field} = mine->{field};"
    yield "}"
    if unit.pieces:
        yield "join_places(s, &base, parts);"
    yield "}"
