"""Expressions of the generated Python in C."""

from __future__ import annotations

import ast

from rulesdsl.native.base import c_name
from rulesdsl.native.lookups import Lookups
from rulesdsl.native.parts import C, kind_of
from rulesdsl.native.spans import NOTHING, Span, added, both, fits, surely
from rulesdsl.native.types import (
    BOOL,
    INT,
    LIST,
    NONE,
    PART,
    STATE,
    UNKNOWN,
    Type,
    c_type,
    join,
    list_of,
    record,
)

_COMPARE: dict[type[ast.cmpop], str] = {
    ast.Eq: "==",
    ast.NotEq: "!=",
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
    ast.Is: "==",
    ast.IsNot: "!=",
}
_INT = (-(2**31) + 1, 2**31 - 1)
_CORE = {"me": INT, "over_": INT, "winner_": INT}


class Expressions(Lookups):
    """Expressions, but for calls and comprehensions."""

    def expr(self, node: ast.expr) -> C:
        """An expression in C. Raises Refused."""
        made: C = getattr(self, f"_{type(node).__name__.lower()}", self._unknown)(node)
        return made

    def _unknown(self, node: ast.expr) -> C:
        self.refuse(f"a {type(node).__name__}", node)

    def condition(self, node: ast.expr) -> C:
        """An expression that is asked only whether it is true."""
        if isinstance(node, ast.BoolOp):
            sign = " && " if isinstance(node.op, ast.And) else " || "
            parts = [self.condition(value) for value in node.values]
            text = sign.join(f"({x.text})" if not _is_plain(x.text) else x.text for x in parts)
            return C(f"({text})", BOOL, all(x.calm for x in parts), all(x.steady for x in parts), True)
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            inner = self.condition(node.operand)
            return C(f"!({inner.text})", BOOL, inner.calm, inner.steady, True)
        return self.truth(self.expr(node))

    # ------------------------------------------------------------------- names

    def _constant(self, node: ast.Constant) -> C:
        return self.constant(node.value, node)

    def _name(self, node: ast.Name) -> C:
        name = node.id
        if name == "s":
            return C("s", STATE, steady=True)
        if name in self.aliases:
            return self.column(C("s", STATE, steady=True), self.aliases[name], node)
        kind = self.kind_of_name(name)
        if kind is not None:
            span = self.span_of_name(name)
            return C(c_name(name), kind, steady=True, small=kind.is_number and fits(span, *_INT), span=span)
        if name in self.unit.data["constants"]:
            return self.table_of(name)
        self.refuse("this name", node)

    def _attribute(self, node: ast.Attribute) -> C:
        owner = self.expr(node.value)
        if owner.kind != STATE:
            self.refuse("this attribute", node)
        return self.column(owner, node.attr, node)

    def column(self, state: C, name: str, node: ast.AST) -> C:
        """What a state holds."""
        if name in _CORE:
            return C(f"{state.text}->{name}", INT, small=True)
        if name == "players":
            return C("players_", LIST, steady=True, span=(0, len(self.unit.data["players"]["names"]) - 1))
        if name == "scenario_":
            return C("scenario_", INT, steady=True, small=True)
        if name not in self.unit.columns:
            self.refuse("this part of the state", node)
        kind, (start, is_list) = self.unit.column_kinds[name], self.unit.columns[name]
        text = f"{state.text}->{c_name(name)}"
        if is_list:
            count = len(start)
            view = f"(V){{{count}, {count}, {text}}}"
            return C(view if name != "held_" else "?", list_of(kind), size=count, view=True)
        if kind.tag == "list":
            return C(f"kept(&{text})", kind, view=True)
        return C(text, kind, small=True)

    def column_of(self, node: ast.expr) -> tuple[str, str] | None:
        """The state and the name of a column that is a list, if an expression names one."""
        if isinstance(node, ast.Name) and node.id in self.aliases:
            return "s", self.aliases[node.id]
        if isinstance(node, ast.Attribute) and self.unit.columns.get(node.attr, (None, False))[1]:
            state = self.expr(node.value)
            if state.kind == STATE:
                return state.text, node.attr
        return None

    # --------------------------------------------------------------- subscripts

    def _subscript(self, node: ast.Subscript) -> C:
        if isinstance(node.slice, ast.Slice):
            return self._slice(node)
        found = self.column_of(node.value)
        if found is not None:
            return self.cell(*found, node.slice)
        if isinstance(node.value, ast.Attribute) and node.value.attr == "options_":
            return self._option(node)
        if isinstance(node.value, ast.Name) and isinstance(self.unit.data["constants"].get(node.value.id), dict):
            return self.looked_up(node.value.id, node.slice, None)
        inner = node.value
        if isinstance(inner, ast.Subscript) and isinstance(inner.value, ast.Name) and inner.value.id in self.answers:
            return self._pair_answered(inner.value.id, inner.slice, node.slice)
        owner = self.expr(node.value)
        if owner.kind.tag in ("record", "part"):
            return self._field(owner, node)
        if owner.zone is not None:
            at = self.as_number(self.expr(node.slice), node)
            state, place = owner.zone
            text = f"zone_at({state}, {place}, {at.text})"
            return C(text, INT, owner.calm and at.calm, small=True, span=self.pieces)
        owner = self.as_list(owner, node)
        index = self.as_number(self.expr(node.slice), node)
        return self.item(owner, index)

    def item(self, owner: C, index: C) -> C:
        """An item of a list."""
        before, (whole, at), calm = self.in_turn([owner, index])
        steady, kind = owner.steady and index.steady, owner.kind.item
        if owner.size is not None and owner.text.isidentifier():
            text = f"{whole}.p[{self.index(index, at, owner.size)}]"
            if whole in self.unit.gaps:
                text = f"{c_type(kind)}_some({text})"
        elif whole.isidentifier():
            text = f"{whole}.p[ix({at}, {whole}.n)]"
        elif kind.is_number:
            text = f"at({whole}, {at})"
        else:
            name = self.temp("of")
            text = f"({{ {c_type(owner.kind)} {name} = {whole}; {name}.p[ix({at}, {name}.n)]; }})"
        return C(self.together(before, text), kind, calm, steady, kind.is_number, span=owner.span)

    @property
    def pieces(self) -> Span:
        return 0, self.unit.pieces - 1

    def index(self, index: C, text: str, count: int) -> str:
        """An index into so many, checked if need be."""
        if text.isdigit() and int(text) < count:
            return text
        if text.lstrip("-").isdigit() and -count <= int(text) < 0:
            return str(int(text) + count)
        return text if fits(index.span, 0, count - 1) else f"ix({text}, {count})"

    def cell(self, state: str, name: str, at: ast.expr) -> C:
        """An item of a column."""
        start, _ = self.unit.columns[name]
        index = self.as_number(self.expr(at), at)
        text = self.index(index, index.text, len(start))
        if name == "held_":
            return C(f"zone({state}, {index.text})", LIST, index.calm, zone=(state, text), view=True, span=self.pieces)
        span = (0, self.unit.places - 1) if name == "where_" else None
        return C(f"{state}->{c_name(name)}[{text}]", self.unit.column_kinds[name], index.calm, small=True, span=span)

    def _option(self, node: ast.Subscript) -> C:
        if not isinstance(node.slice, ast.Constant) or not isinstance(node.slice.value, int):
            self.refuse("an option by a number that changes", node)
        number = node.slice.value
        start = self.unit.data["options"][number][3]
        kind = LIST if isinstance(start, tuple) else kind_of(start)
        if not kind.is_number and kind != LIST:
            self.refuse("this option", node)
        return C(f"option_{number}", kind, steady=True, small=True)

    def _field(self, owner: C, node: ast.Subscript) -> C:
        if not isinstance(node.slice, ast.Constant) or not isinstance(node.slice.value, int):
            self.refuse("a part of a record by a number that changes", node)
        number = node.slice.value
        if owner.kind == PART:
            kind = (INT, STATE)[number]
            return C(f"{owner.text}.{('player', 'state')[number]}", kind, owner.calm, owner.steady, number == 0)
        return C(f"{owner.text}.f{number}", owner.kind.of[number], owner.calm, owner.steady)

    def _slice(self, node: ast.Subscript) -> C:
        assert isinstance(node.slice, ast.Slice)
        if node.slice.step is not None:
            self.refuse("a slice with steps", node)
        owner = self.as_list(self.expr(node.value), node)
        low = self.expr(node.slice.lower) if node.slice.lower is not None else self.number(0)
        high = self.expr(node.slice.upper) if node.slice.upper is not None else self.number(2**31 - 1)
        before, (whole, start, end), calm = self.in_turn([owner, self.as_number(low), self.as_number(high)])
        text = f"{c_type(owner.kind)}_part({whole}, {start}, {end})"
        return C(self.together(before, text), owner.kind, calm, owner.steady, view=owner.view, span=owner.span)

    def _joinedstr(self, node: ast.JoinedStr) -> C:
        if not all(isinstance(part, ast.Constant) for part in node.values):
            self.refuse("a text that is put together", node)
        return self.constant("".join(str(part.value) for part in node.values if isinstance(part, ast.Constant)), node)

    # --------------------------------------------------------------- operators

    def _boolop(self, node: ast.BoolOp) -> C:
        parts = [self.expr(value) for value in node.values]
        if all(x.kind in (BOOL, UNKNOWN) for x in parts):
            return self.condition(node)
        kind = UNKNOWN
        for x in parts:
            kind = join(kind, x.kind)
        text = self.coerced(self.owned(parts[-1]), kind)
        for x in reversed(parts[:-1]):
            name = self.temp("b")
            test = self.truth(C(name, x.kind, steady=True)).text
            one, other = (text, name) if isinstance(node.op, ast.And) else (name, text)
            text = f"({{ {c_type(kind)} {name} = {self.coerced(self.owned(x), kind)}; {test} ? {one} : {other}; }})"
        return C(text, self.unit.use(kind), all(x.calm for x in parts), all(x.steady for x in parts))

    def _unaryop(self, node: ast.UnaryOp) -> C:
        if isinstance(node.op, ast.Not):
            return self.condition(node)
        x = self.as_number(self.expr(node.operand), node)
        if isinstance(node.op, ast.USub):
            text = f"-{x.text}" if x.text.isalnum() else f"-({x.text})"
            return C(text, INT, x.calm, x.steady, x.small)
        self.refuse("this operator", node)

    def _binop(self, node: ast.BinOp) -> C:
        left, right = self.expr(node.left), self.expr(node.right)
        if left.kind.tag == "list" and isinstance(node.op, ast.Add):
            before, (a, b), calm = self.in_turn([left, right])
            self.effect("makes")
            if c_type(left.kind) != "V" or c_type(right.kind) != "V":
                self.refuse("lists of lists together", node)
            return C(self.together(before, f"joined({a}, {b})"), join(left.kind, right.kind), calm)
        left, right = self.as_number(left, node), self.as_number(right, node)
        before, (a, b), calm = self.in_turn([left, right])
        steady = left.steady and right.steady
        span: Span = None
        if isinstance(node.op, ast.Add | ast.Sub):
            span = added(left.span, right.span, 1 if isinstance(node.op, ast.Add) else -1)
            text = f"({a} {'+' if isinstance(node.op, ast.Add) else '-'} {b})"
        elif isinstance(node.op, ast.Mult):
            plain = left.small and right.small
            text = f"((I){a} * {b})" if plain else f"times({a}, {b})"
        elif isinstance(node.op, ast.FloorDiv):
            text = f"floor_div({a}, {b})"
        elif isinstance(node.op, ast.Mod):
            text = f"floor_mod({a}, {b})"
        else:
            self.refuse("this operator", node)
        return C(self.together(before, text), INT, calm, steady, fits(span, *_INT), span=span)

    def _ifexp(self, node: ast.IfExp) -> C:
        test, one, other = self.condition(node.test), self.expr(node.body), self.expr(node.orelse)
        kind = join(one.kind, other.kind)
        one, other = self.owned(one), self.owned(other)
        parts = (test, one, other)
        text = f"({test.text} ? {self.coerced(one, kind)} : {self.coerced(other, kind)})"
        calm, steady = all(x.calm for x in parts), all(x.steady for x in parts)
        return C(text, self.unit.use(kind), calm, steady, one.small and other.small, span=both(one.span, other.span))

    def _compare(self, node: ast.Compare) -> C:
        items = [node.left, *node.comparators]
        if len(node.ops) == 1:
            return self._compared(items[0], node.ops[0], items[1], node)
        parts = [self.as_number(self.expr(item), item) for item in items]
        before: list[str] = []
        for i, x in enumerate(parts[1:-1], 1):
            if not x.steady or not x.text.isidentifier():
                if not all(other.calm for other in parts):
                    self.refuse("a comparison that changes something", node)
                name = self.temp("c")
                before.append(f"I {name} = {x.text};")
                parts[i] = C(name, x.kind, steady=True)
        pairs = [(a, _COMPARE[type(op)], b) for a, op, b in zip(parts, node.ops, parts[1:], strict=False)]
        calm = all(x.calm for x in parts)
        open_ = [f"{a.text} {sign} {b.text}" for a, sign, b in pairs if not calm or not surely(a.span, sign, b.span)]
        text = " && ".join(open_) or "1"
        return C(f"({{ {' '.join(before)} {text}; }})" if before else f"({text})", BOOL, all(x.calm for x in parts))

    def _compared(self, a: ast.expr, op: ast.cmpop, b: ast.expr, node: ast.Compare) -> C:
        if isinstance(op, ast.In | ast.NotIn):
            return self._within(a, b, isinstance(op, ast.NotIn), node)
        sign = _COMPARE[type(op)]
        left, right = self.expr(a), self.expr(b)
        if left.kind.tag == "maybe list" and right.kind == NONE:
            return C(f"({left.text}.n {'<' if sign == '==' else '>='} 0)", BOOL, left.calm, left.steady, True)
        if left.kind.tag == right.kind.tag == "list" and sign in ("==", "!="):
            if c_type(left.kind) != "V" or c_type(right.kind) != "V":
                self.refuse("comparing lists of lists", node)
            before, (x, y), calm = self.in_turn([left, right])
            return C(self.together(before, f"{'!' if sign == '!=' else ''}same({x}, {y})"), BOOL, calm, small=True)
        if not (left.kind.is_number and right.kind.is_number):
            self.refuse(f"comparing a {left.kind.tag} and a {right.kind.tag}", node)
        texts = {"text", "maybe text"} & {left.kind.tag, right.kind.tag}
        if sign not in ("==", "!="):
            if texts:
                self.refuse("an order of texts", node)
            left, right = self.as_number(left, node), self.as_number(right, node)
        elif texts and {left.kind.tag, right.kind.tag} & {"int", "bool", "maybe"}:
            self.refuse("comparing a text and a number", node)
        before, (x, y), calm = self.in_turn([left, right])
        return C(self.together(before, f"({x} {sign} {y})"), BOOL, calm, left.steady and right.steady, True)

    def _within(self, a: ast.expr, b: ast.expr, negated: bool, node: ast.Compare) -> C:
        item, whole = self.expr(a), self.as_numbers(self.expr(b), node)
        if not item.kind.is_number:
            self.refuse("this search", node)
        before, (x, y), calm = self.in_turn([item, whole])
        if whole.zone is not None and not before:
            text = f"in_zone({whole.zone[0]}, {whole.zone[1]}, {x})"
        else:
            text = f"holds({y}, {x})"
        return C(
            self.together(before, f"{'!' if negated else ''}{text}"), BOOL, calm, item.steady and whole.steady, True
        )

    # ------------------------------------------------------------------- lists

    def _tuple(self, node: ast.Tuple) -> C:
        return self._display(node)

    def _list(self, node: ast.List) -> C:
        return self._display(node)

    def _display(self, node: ast.Tuple | ast.List) -> C:
        if not node.elts:
            return C("(V){0, 0, 0}", list_of(UNKNOWN), steady=True, size=0, span=NOTHING)
        try:
            value = ast.literal_eval(node)
        except ValueError:
            pass
        else:
            if all(isinstance(item, int) for item in value):
                return self.fixed(value)
        self.effect("makes")
        name = self.temp("made")
        kind, lines, calm = UNKNOWN, list[str](), True
        stars = any(isinstance(item, ast.Starred) for item in node.elts)
        for item in node.elts:
            x = self.expr(item.value if isinstance(item, ast.Starred) else item)
            calm = calm and x.calm
            if isinstance(item, ast.Starred):
                x = self.as_list(x, item)
                kind = join(kind, x.kind.item)
                lines.append(f"V_add(&{name}, {x.text});" if x.kind.item != UNKNOWN else "")
            elif stars:
                kind = join(kind, x.kind)
                lines.append(f"V_put(&{name}, {self.fit(x)});")
            else:
                kind = join(kind, x.kind)
                text = self.fit(x) if x.kind.is_number else self.owned(x).text
                lines.append(f"{name}.p[{name}.n++] = {text};")
        made = self.unit.use(list_of(kind))
        if stars and not kind.is_number:
            self.refuse("lists of lists together", node)
        start = self.empty(made) if stars else f"{c_type(made)}_of({len(node.elts)})"
        return C(f"({{ {c_type(made)} {name} = {start};\n" + "\n".join(lines) + f"\n{name}; }})", made, calm)

    def pair(self, node: ast.Tuple) -> C:
        """What is sorted, with what it is sorted by: a record."""
        parts = [self.key(node.elts[0]), self.owned(self.expr(node.elts[1]))]
        if parts[0].kind == UNKNOWN:
            return C("0", UNKNOWN)
        kind = self.unit.use(record(*(_wide(x.kind) for x in parts)))
        before, texts, calm = self.in_turn(parts)
        return C(self.together(before, f"({c_type(kind)}){{{', '.join(texts)}}}"), kind, calm)

    def key(self, node: ast.expr) -> C:
        """What is sorted by: several numbers."""
        if not isinstance(node, ast.Tuple):
            return self.expr(node)
        parts, opened = list[C](), list[str]()
        for item in _unpacked(node):
            if not isinstance(item, ast.Starred):
                parts.append(self.as_number(self.expr(item), item))
                continue
            rest = self.expr(item.value)
            if rest.kind == UNKNOWN:
                return C("0", UNKNOWN)
            if rest.kind.tag != "record" or not rest.calm:
                self.refuse("this order", item)
            name = self.temp("rest")
            opened.append(f"{c_type(rest.kind)} {name} = {rest.text};")
            parts += [C(f"{name}.f{i}", INT, steady=True) for i in range(len(rest.kind.of))]
        kind = self.unit.use(record(*(INT for _ in parts)))
        before, texts, calm = self.in_turn(parts)
        before = " ".join([*opened, before]).strip()
        return C(self.together(before, f"({c_type(kind)}){{{', '.join(texts)}}}"), kind, calm)


def _unpacked(node: ast.Tuple) -> list[ast.expr]:
    """The items of a tuple, with those of tuples that are written inside it."""
    made: list[ast.expr] = []
    for item in node.elts:
        inside = item.value if isinstance(item, ast.Starred) else None
        made += _unpacked(inside) if isinstance(inside, ast.Tuple) else [item]
    return made


def _wide(kind: Type) -> Type:
    return INT if kind.tag == "bool" else kind


def _is_plain(text: str) -> bool:
    return (
        text.isidentifier() or text.isdigit() or (text.startswith("(") and text.endswith(")") and "(" not in text[1:-1])
    )
