"""Loops and comprehensions."""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from rulesdsl.native.base import c_name
from rulesdsl.native.calls import Calls
from rulesdsl.native.parts import C
from rulesdsl.native.types import INT, PARTS, Type, c_type, list_of

Write = Callable[[str], None]


class Loops(Calls):
    """What goes through lists: each way to go through one is chosen by what it is and by what happens meanwhile."""

    def head(self, node: ast.expr, still: bool, write: Write) -> tuple[C, str]:
        """The beginning of a loop over something: what each item is, and lines that end it.

        `still`: nothing is moved or kept while the loop runs.
        """
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            if node.func.id in ("range", "span"):
                return self._over_range(node, write)
            if node.func.id == "in_play":
                return self._over_in_play(node, write)
        standing = self._standing(node) if still else None
        if standing is not None:
            return self._over_standing(standing, write)
        whole = self.as_list(self.expr(node), node)
        if whole.zone is not None and still:
            state, place = whole.zone
            at = self.temp("p")
            write(f"for (int {at} = {state}->first_[{place}]; {at} >= 0; {at} = {state}->next_[{at}]) {{")
            return C(at, INT, steady=True, small=True, span=self.pieces), "}"
        kind = whole.kind.item
        if whole.text in self.unit.gaps:
            self.refuse("a loop over a table with gaps", node)
        at = self.temp("i")
        if whole.size is not None and whole.text.isidentifier():
            write(f"for (int {at} = 0; {at} < {whole.size}; {at}++) {{")
            return C(f"{whole.text}.p[{at}]", kind, steady=True, small=kind.is_number, span=whole.span), "}"
        name = whole.text
        if not (name.isidentifier() and whole.steady):
            name = self.temp("of")
            if not still:
                whole = self.owned(whole)
            self.unit.use(whole.kind)
            write(f"{{ {c_type(whole.kind)} {name} = {whole.text};")
            write(f"for (int {at} = 0; {at} < {name}.n; {at}++) {{")
            return C(f"{name}.p[{at}]", kind, steady=True, small=kind.is_number, span=whole.span), "} }"
        write(f"for (int {at} = 0; {at} < {name}.n; {at}++) {{")
        return C(f"{name}.p[{at}]", kind, steady=True, small=kind.is_number, span=whole.span), "}"

    def _standing(self, node: ast.expr) -> ast.Call | None:
        """`on_board(s, pieces, ...)`, if that is all that a rule gives."""
        name = node.func.id if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) else ""
        body = self.unit.trees[name].body if name in self.unit.trees else []
        last = body[-1].value if len(body) == 1 and isinstance(body[-1], ast.Return) else None
        if isinstance(last, ast.Call) and isinstance(last.func, ast.Name) and last.func.id == "on_board":
            return last if all(isinstance(arg, ast.Name | ast.Constant) for arg in last.args) else None
        return None

    def _over_standing(self, call: ast.Call, write: Write) -> tuple[C, str]:
        """Pieces of some kind that are on the board, found out one by one."""
        state, pieces, *bounds = (self.expr(arg) for arg in call.args)
        at, piece = self.temp("i"), self.temp("p")
        low, high, carriers = (x.text for x in bounds)
        write(f"for (int {at} = 0; {at} < {pieces.text}.n; {at}++) {{")
        write(f"int {piece} = {pieces.text}.p[{at}];")
        write(f"if (!is_on_board({state.text}, {piece}, {low}, {high}, {carriers})) continue;")
        return C(piece, INT, steady=True, small=True, span=pieces.span), "}"

    def _over_range(self, node: ast.Call, write: Write) -> tuple[C, str]:
        assert isinstance(node.func, ast.Name)
        parts = [self.as_number(self.expr(arg), arg) for arg in node.args]
        at, end = self.temp("i"), self.temp("end")
        if node.func.id == "range" and len(parts) == 1:
            parts.insert(0, self.number(0))
        if len(parts) != 2:
            self.refuse("a range with steps", node)
        before, (low, high), _ = self.in_turn(parts)
        sign = "<" if node.func.id == "range" else "<="
        first, last = parts[0].span, parts[1].span
        span = None if first is None or last is None else (first[0], max(first[0], last[1] - (sign == "<")))
        if parts[1].steady and not before and high.isdigit():
            write(f"for (I {at} = {low}; {at} {sign} {high}; {at}++) {{")
            return C(at, INT, steady=True, span=span), "}"
        write(f"{{ {before} I {at} = {low}, {end} = {high};")
        if node.func.id == "span":
            write(f"if ({end} - {at} > 100000) fault();")
        write(f"for (; {at} {sign} {end}; {at}++) {{")
        return C(at, INT, steady=True, span=span), "} }"

    def _over_in_play(self, node: ast.Call, write: Write) -> tuple[C, str]:
        """Each that has not gone to the box meanwhile."""
        state = self.where_state(node.args[0])
        box, pieces = self.as_number(self.expr(node.args[1])), self.as_numbers(self.expr(node.args[2]), node)
        self.effect("makes")
        name, gone, at = self.temp("of"), self.temp("gone"), self.temp("i")
        write(f"{{ V {name} = {self.owned(pieces).text}, {gone} = in_box({state}, {name}, {box.text});")
        write(f"for (int {at} = 0; {at} < {name}.n; {at}++) {{")
        write(f"if (gone({state}, {name}.p[{at}], {box.text}, {gone})) continue;")
        return C(f"{name}.p[{at}]", INT, steady=True, small=True, span=pieces.span), "} }"

    # ---------------------------------------------------------- comprehensions

    def _listcomp(self, node: ast.ListComp) -> C:
        lines, made = self.listed(node)
        return replace(made, text="({\n" + "\n".join(lines) + f"\n{made.text};\n}})", steady=False)

    def listed(self, node: ast.ListComp) -> tuple[list[str], C]:
        """Lines that make the list of a comprehension, and its name."""
        if _is_parts(node):
            return self._parts(node)
        self.effect("makes")
        lines: list[str] = []
        ends: list[str] = []
        name, calm, depth = self.temp("made"), True, len(self.scopes)
        first: C | None = None
        for i, part in enumerate(node.generators):
            mark = len(lines)
            still = not self.moves(*part.ifs, node.elt, *node.generators[i + 1 :])
            item, end = self.head(part.iter, still, lines.append)
            if i == 0:
                first, first_mark = item, mark
            ends.append(end)
            self.scopes.append({})
            self._bind(part.target, item, lines.append)
            for test in part.ifs:
                x = self.condition(test)
                calm = calm and x.calm
                lines.append(f"if ({x.text})")
        elt = self._element(node.elt)
        calm = calm and elt.calm
        kind = self.unit.use(list_of(elt.kind))
        lines.append(self._put(name, elt, kind))
        del self.scopes[depth:]
        lines += reversed(ends)
        assert first is not None
        lines.insert(0, f"{c_type(kind)} {name} = {self.empty(kind)};")
        self._give_room(lines, name, kind, node, first_mark + 1)
        return lines, C(name, kind, calm, True, span=elt.span)

    def _give_room(self, lines: list[str], name: str, kind: Type, node: ast.ListComp, mark: int) -> None:
        """Room for all items from the beginning, if there are no more than the list gone through has."""
        if len(node.generators) != 1:
            return
        head = lines[mark]
        count = None
        if head.startswith("for (int i") and "; " in head:
            count = head.split(" < ", 1)[1].split(";")[0]
            at = mark
        elif head.startswith("{") and lines[mark + 1].startswith("for (int i"):
            count = lines[mark + 1].split(" < ", 1)[1].split(";")[0]
            at = mark + 1
        elif head.startswith("for (int p"):
            count = head.split(" = ", 1)[1].split(";")[0].replace("->first_[", "->n_[")
            at = mark
        if count is not None:
            lines.insert(at, f"{name} = {c_type(kind)}_of({count});")
            put = next(i for i in range(len(lines) - 1, 0, -1) if lines[i].startswith(f"{c_type(kind)}_put(&{name}, "))
            item = lines[put].split(", ", 1)[1][:-2]
            if len(node.generators[0].ifs) == 1 and lines[put - 1].startswith("if (") and item.isidentifier():
                # written anyway, counted if it is one: no branch that nobody can foresee
                lines[put - 1 : put + 1] = [f"{name}.p[{name}.n] = {item};", f"{name}.n += {lines[put - 1][3:]} != 0;"]
            else:
                lines[put] = f"{name}.p[{name}.n++] = {item};"

    def _put(self, name: str, item: C, kind: Type) -> str:
        text = self.fit(item) if item.kind.is_number else self.owned(item).text
        return f"{c_type(kind)}_put(&{name}, {text});"

    def _element(self, node: ast.expr) -> C:
        if isinstance(node, ast.Tuple) and len(node.elts) == 2:
            return self.pair(node)
        return self.expr(node)

    def _bind(self, target: ast.expr, item: C, write: Write) -> None:
        """A variable of a comprehension."""
        if not isinstance(target, ast.Name):
            self.refuse("several variables of a loop", target)
        self.scopes[-1][target.id] = item.kind, item.span
        self.unit.use(item.kind)
        write(f"{c_type(item.kind)} {c_name(target.id)} = {item.text};")

    def _parts(self, node: ast.ListComp) -> tuple[list[str], C]:
        """The states of several players who decide at once."""
        players = self.expr(node.generators[0].iter)
        self.unit.features.add("parts")
        self.effect("acts")
        name = self.temp("made")
        return [f"{c_type(PARTS)} {name} = part_(s, {players.text});"], C(name, PARTS, False)

    # ------------------------------------------------------------------- moves

    def moves(self, *nodes: ast.AST) -> bool:
        """Could any of this move pieces, or give a column that is a list another value?"""
        for node in nodes:
            for part in ast.walk(node):
                if isinstance(part, ast.Call) and self.call_moves(part):
                    return True
                if isinstance(part, ast.Attribute) and isinstance(part.ctx, ast.Store):
                    start, _ = self.unit.columns.get(part.attr, (0, False))
                    if isinstance(start, tuple):
                        return True
                if isinstance(part, ast.Subscript) and isinstance(part.ctx, ast.Store) and _is_slice(part):
                    return True
        return False


def _is_slice(node: ast.Subscript) -> bool:
    return isinstance(node.slice, ast.Slice)


def _is_parts(node: ast.ListComp) -> bool:
    elt: Any = node.elt
    return (
        isinstance(elt, ast.Tuple)
        and len(elt.elts) == 2
        and isinstance(elt.elts[1], ast.Call)
        and isinstance(elt.elts[1].func, ast.Name)
        and elt.elts[1].func.id == "part_"
    )
