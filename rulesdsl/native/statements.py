"""Statements, and whole functions."""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence
from dataclasses import replace

from rulesdsl.native.base import c_name
from rulesdsl.native.helpers import HELPERS
from rulesdsl.native.loops import Loops
from rulesdsl.native.names import appended
from rulesdsl.native.parts import C, Function
from rulesdsl.native.types import INT, MAYBE, NONE, STATE, UNKNOWN, VOID, Type, c_type, join, list_of

_ZONE = re.compile(r"\bzone\(")
_AUGMENT: dict[type[ast.operator], str] = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*"}


class Statements(Loops):
    """Writes a function."""

    leave = ""
    """What is done before each return."""

    def body(self, statements: Sequence[ast.stmt]) -> None:
        for statement in statements:
            if not _told(statement):
                getattr(self, f"_do_{type(statement).__name__.lower()}", self._strange)(statement)

    def _strange(self, node: ast.stmt) -> None:
        self.refuse(f"a {type(node).__name__}", node)

    # ------------------------------------------------------------- assignments

    def _do_assign(self, node: ast.Assign) -> None:
        if len(node.targets) != 1:
            self.refuse("several targets", node)
        target, value = node.targets[0], node.value
        if isinstance(target, ast.Name):
            self._assign_name(target.id, value, node)
        elif isinstance(target, ast.Attribute):
            self._assign_column(target, self.expr(value), node)
        elif isinstance(target, ast.Subscript) and isinstance(target.slice, ast.Slice):
            self._fill(target, value, node)
        elif isinstance(target, ast.Subscript):
            self._assign_cell(target, self.expr(value), node)
        else:
            self.refuse("this assignment", node)

    def _assign_name(self, name: str, value: ast.expr, node: ast.stmt) -> None:
        column = self.column_of(value)
        if column is not None and column[0] == "s" and not isinstance(value, ast.Subscript):
            self.aliases[name] = column[1]
            return
        if name in self.aliases:
            self.refuse("a name for two things", node)
        if isinstance(value, ast.ListComp):
            lines, x = self.listed(value)
            for line in lines:
                self.line(line)
        else:
            x = self.owned(self.expr(value))
        if x.kind == VOID:
            self.line(f"{x.text};")
            x = C("NONE", NONE)
        kind = self.assigned(name, x.kind, x.span)
        text = self.coerced(x, kind)
        if kind.is_number and not x.small and _grows(value):
            text = f"within({text})"
        self.line(f"{c_name(name)} = {text};")
        if isinstance(value, ast.Name) and kind.tag == "list" and value.id in self.names.grow:
            self.line(f"{c_name(value.id)}.room = -1;")  # whoever knows it by the other name would not see it grow

    def _assign_column(self, target: ast.Attribute, x: C, node: ast.stmt) -> None:
        if target.attr == "chain_":
            return
        state = self.expr(target.value)
        if state.kind != STATE:
            self.refuse("this assignment", node)
        self.effect("acts")
        if target.attr in ("me", "over_", "winner_"):
            x = self.as_number(x, node)
            self.line(f"{state.text}->{target.attr} = {self.fit(x)};")
            return
        if target.attr not in self.unit.columns or self.unit.columns[target.attr][1]:
            self.refuse("this assignment", node)
        self.unit.column_takes(target.attr, x.kind)
        column = f"{state.text}->{c_name(target.attr)}"
        if self.unit.column_kinds[target.attr].tag == "list":
            self.effect("moves")
            if c_type(x.kind) != "V":
                self.refuse("a list of lists in a column", node)
            self.line(f"keep(&{column}, {x.text});")
        else:
            self.line(f"{column} = {self.fit(x)};")

    def _assign_cell(self, target: ast.Subscript, x: C, node: ast.stmt) -> None:
        column = self.column_of(target.value)
        if column is None or column[1] in ("held_", "where_", "mixed_"):
            self.refuse("this assignment", node)
        state, name = column
        self.effect("acts")
        index = self.as_number(self.expr(target.slice), target)
        if not (x.kind.is_number or x.kind == UNKNOWN):
            self.refuse("this assignment", node)
        self.unit.column_takes(name, x.kind)
        at = self.index(index, index.text, len(self.unit.columns[name][0]))
        if x.calm and index.calm:
            self.line(f"{state}->{c_name(name)}[{at}] = {self.fit(x)};")
        else:
            value = self.temp("v")
            self.line(f"{{ int {value} = {self.fit(x)}; {state}->{c_name(name)}[{at}] = {value}; }}")

    def _fill(self, target: ast.Subscript, value: ast.expr, node: ast.stmt) -> None:
        """`column[:] = [0] * 16`"""
        column = self.column_of(target.value)
        assert isinstance(target.slice, ast.Slice)
        whole = target.slice.lower is target.slice.upper is target.slice.step is None
        if column is None or not whole or column[1] in ("held_", "where_", "mixed_"):
            self.refuse("this assignment", node)
        state, name = column
        count = len(self.unit.columns[name][0])
        if isinstance(value, ast.Name) and self.expr(value).size == count:
            self.effect("acts")
            x = self.as_numbers(self.expr(value), node)
            self.unit.column_takes(name, x.kind.item)
            self.line(f"memcpy({state}->{c_name(name)}, {x.text}.p, {count} * sizeof(int));")
            return
        if not (
            isinstance(value, ast.BinOp)
            and isinstance(value.op, ast.Mult)
            and isinstance(value.left, ast.List)
            and len(value.left.elts) == 1
            and isinstance(value.right, ast.Constant)
            and value.right.value == count
        ):
            self.refuse("this assignment", node)
        self.effect("acts")
        x = self.expr(value.left.elts[0])
        self.unit.column_takes(name, x.kind)
        item = self.temp("v")
        self.line(f"{{ int {item} = {self.fit(x)};")
        self.line(f"for (int i = 0; i < {count}; i++) {state}->{c_name(name)}[i] = {item}; }}")

    def _do_augassign(self, node: ast.AugAssign) -> None:
        if isinstance(node.target, ast.Attribute) and node.target.attr == "reveals_":
            return
        sign = _AUGMENT.get(type(node.op))
        x = self.as_number(self.expr(node.value), node)
        if sign is None or (sign == "*" and not x.small):
            self.refuse("this operator", node)
        if isinstance(node.target, ast.Name):
            kind = self.assigned(node.target.id, INT)
            name = c_name(node.target.id)
            if kind == MAYBE or not x.calm:
                self.refuse("this sum", node)
            self.line(f"{name} {sign}= {x.text};")
            if not x.small or sign == "*":
                self.line(f"within({name});")
            return
        load: ast.expr
        if isinstance(node.target, ast.Attribute):
            load = ast.Attribute(node.target.value, node.target.attr, ast.Load())
        else:
            load = ast.Subscript(node.target.value, node.target.slice, ast.Load())
        old = self.as_number(self.expr(load), node)
        if not x.calm or not old.calm:
            self.refuse("this sum", node)
        made = C(f"(I){old.text} {sign} {x.text}", INT)
        if isinstance(node.target, ast.Attribute):
            self._assign_column(node.target, made, node)
        else:
            self._assign_cell(node.target, made, node)

    # -------------------------------------------------------------------- flow

    def _do_if(self, node: ast.If, word: str = "if") -> None:
        test = self.condition(node.test)
        plain = test.text.startswith("(") and not test.text.startswith("({") and _closed(test.text)
        text = test.text if plain else f"({test.text})"
        self.line(f"{word} {text} {{")
        self.body(node.body)
        if not node.orelse:
            self.line("}")
        elif len(node.orelse) == 1 and isinstance(node.orelse[0], ast.If) and not _told(node.orelse[0]):
            self._do_if(node.orelse[0], "} else if")
        else:
            self.line("} else {")
            self.body(node.orelse)
            self.line("}")

    def _do_for(self, node: ast.For) -> None:
        if self._extends(node):
            self.refuse("a loop over a list that grows", node)
        after = self.temp("after") if node.orelse else ""
        item, end = self.head(node.iter, not self.moves(*node.body), self.line)
        self._take(node.target, item)
        self._loops.append((after, len(self._finals)))
        self.body(node.body)
        self._loops.pop()
        self.line(end)
        if node.orelse:
            self.body(node.orelse)
            self.line(f"{after}:;")

    def _take(self, target: ast.expr, item: C) -> None:
        """The variable of a loop, or those that an item is unpacked into."""
        if isinstance(target, ast.Tuple):
            item = self.as_list(item, target)
            row = self.temp("row")
            self.line(f"{c_type(self.unit.use(item.kind))} {row} = {item.text};")
            self.line(f"if ({row}.n != {len(target.elts)}) fault();")
            for i, part in enumerate(target.elts):
                self._take(
                    part,
                    C(f"{row}.p[{i}]", item.kind.item, steady=True, small=item.kind.item.is_number, span=item.span),
                )
            return
        if not isinstance(target, ast.Name):
            self.refuse("this variable of a loop", target)
        name = target.id
        if name not in self.names.read:
            return
        self.assigned(name, item.kind, item.span)
        self.line(f"{c_name(name)} = {item.text};")

    def _extends(self, node: ast.For) -> bool:
        return isinstance(node.iter, ast.Name) and any(
            appended(x) == node.iter.id for stmt in node.body for x in ast.walk(stmt)
        )

    def _do_while(self, node: ast.While) -> None:
        if node.orelse:
            self.refuse("a while that ends", node)
        self.line(f"while ({self.condition(node.test).text}) {{")
        self._loops.append(("", len(self._finals)))
        self.body(node.body)
        self._loops.pop()
        self.line("}")

    def _do_break(self, node: ast.Break) -> None:
        after, depth = self._loops[-1]
        for final in reversed(self._finals[depth:]):
            self.line(final)
        self.line(f"goto {after};" if after else "break;")

    def _do_continue(self, node: ast.Continue) -> None:
        for final in reversed(self._finals[self._loops[-1][1] :]):
            self.line(final)
        self.line("continue;")

    def _do_pass(self, node: ast.Pass) -> None:
        pass

    def _do_try(self, node: ast.Try) -> None:
        """`me` is somebody else for a while: what it was comes back whatever happens."""
        saved = node.finalbody[0] if len(node.finalbody) == 1 else None
        if (
            node.handlers
            or node.orelse
            or not (
                isinstance(saved, ast.Assign)
                and isinstance(saved.targets[0], ast.Attribute)
                and saved.targets[0].attr == "me"
                and isinstance(saved.value, ast.Name)
            )
        ):
            self.refuse("this try", node)
        state = self.expr(saved.targets[0].value).text
        self.effect("acts")
        self.line(f"{{ remember_me({state}, {c_name(saved.value.id)});")
        self._finals.append("recall_me();")
        self.body(node.body)
        self._finals.pop()
        self.line("recall_me(); }")

    def _do_expr(self, node: ast.Expr) -> None:
        value = node.value
        if isinstance(value, ast.Name | ast.Constant):
            return
        if appended(value) is not None:
            self._append(value)
            return
        self.line(f"{self.expr(value).text};")

    def _append(self, node: ast.expr) -> None:
        assert isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
        assert isinstance(node.func.value, ast.Name)
        name = node.func.value.id
        if name in self.names.shared:
            self.refuse("a list that may be known by another name grows", node)
        x = self._element(node.args[0])
        if x.kind == VOID:
            self.refuse("this item", node)
        kind = self.assigned(name, list_of(x.kind), x.span)
        self.effect("makes")
        text = self.fit(x) if x.kind.is_number else self.coerced(self.owned(x), kind.item)
        self.line(f"{c_type(kind)}_put(&{c_name(name)}, {text});")

    def _do_return(self, node: ast.Return) -> None:
        function = self.function
        x = self.none() if node.value is None else self._returned(node.value)
        if x.kind == VOID:
            self.line(f"{x.text};")
            x = self.none()
        joined = self.unit.use(join(function.returns if function.returns != VOID else UNKNOWN, x.kind))
        if joined != function.returns and not (joined == NONE and function.returns == VOID):
            function.returns = VOID if joined == NONE else joined
            self.unit.again(function.name, callers=True)
        if function.takes("", x.span):
            self.unit.again(function.name, callers=True)
        finals = " ".join(reversed(self._finals))
        if function.returns == VOID:
            self.line(f"{finals} {self.leave} return;".strip())
        elif x.steady and not finals:
            self.line(f"{self.leave} return {self.coerced(x, joined)};".strip())
        elif finals or self.leave:
            kind = c_type(joined)
            self.line(f"{{ {kind} back_ = {self.coerced(x, joined)}; {finals} {self.leave} return back_; }}")
        else:
            self.line(f"return {self.coerced(x, joined)};")

    def _returned(self, node: ast.expr) -> C:
        if self.function.name.startswith("order_"):
            return self.key(node)
        x = self.owned(self.expr(node))
        if x.kind.is_number and not x.small and _grows(node):
            return replace(x, text=f"within({x.text})")
        return x

    # --------------------------------------------------------------- functions

    def write(self, again: bool) -> str:
        """The function in C. `again`: it may call itself."""
        function = self.function
        self._loops: list[tuple[str, int]] = []
        self._finals: list[str] = []
        scalar = function.returns.is_number or function.returns == VOID
        marked = "makes" in function.effects and scalar and not function.name.startswith("node_")
        self.leave = f"{'top = mark_;' if marked else ''}{f' frames -= {function.frames};' if again else ''}".strip()
        self.body(function.tree.body)
        if not ends(function.tree.body):
            if function.returns.tag in ("list", "record"):
                self.line("fault();")
            else:
                self._do_return(ast.Return(None))
        if any(_ZONE.search(line) for line in self.lines):
            self.effect("makes")
        lines = [f"{head(function)} {{"]
        lines += [f"{c_type(kind)} {c_name(name)} = {_first(kind)};" for name, kind in self._variables()]
        if marked:
            lines.append("char *mark_ = top;")
        if again:
            lines.append(f"if ((frames += {function.frames}) > MOST_FRAMES) fault();")
        return "\n".join([*lines, *self.lines, "}"])

    def _variables(self) -> list[tuple[str, Type]]:
        return [(name, kind) for name, kind in self.function.locals.items() if name not in self.function.names]


def head(function: Function) -> str:
    """The head of a function in C."""
    kinds = [
        join(kind, function.locals.get(name, UNKNOWN))
        for name, kind in zip(function.names, function.params, strict=True)
    ]
    params = ", ".join(
        ["State *s", *(f"{c_type(kind)} {c_name(name)}" for name, kind in zip(function.names, kinds, strict=True))]
    )
    returns = c_type(function.returns) if function.returns != UNKNOWN else "I"
    return f"static {returns} {function.name}({params})"


def _first(kind: Type) -> str:
    return "0" if kind.is_number else "{0}"


def ends(body: Sequence[ast.stmt]) -> bool:
    """Does the last of some statements never go on behind them?"""
    for node in body:
        if isinstance(node, ast.Return):
            return True
        if isinstance(node, ast.If) and node.orelse and ends(node.body) and ends(node.orelse):
            return True
        if isinstance(node, ast.Try) and ends(node.body):
            return True
        if isinstance(node, ast.While) and not any(isinstance(x, ast.Break) for x in ast.walk(node)):
            return True
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call) and isinstance(node.value.func, ast.Name):
            helper = HELPERS.get(node.value.func.id)
            if helper is not None and helper.ends:
                return True
    return False


def _told(node: ast.stmt) -> bool:
    """Is it what is told to people? Nobody listens in automatic play."""
    return (
        isinstance(node, ast.If)
        and isinstance(node.test, ast.Compare)
        and isinstance(node.test.left, ast.Attribute)
        and node.test.left.attr == "told_"
        and isinstance(node.test.ops[0], ast.IsNot)
    )


def _grows(node: ast.expr) -> bool:
    """Is it worked out of numbers, so that it may be larger than they are?"""
    return any(isinstance(part, ast.BinOp) for part in ast.walk(node))


def _closed(text: str) -> bool:
    """Do the first bracket and the last one belong together?"""
    depth = 0
    for i, letter in enumerate(text):
        depth += (letter == "(") - (letter == ")")
        if depth == 0:
            return i == len(text) - 1
    return False
