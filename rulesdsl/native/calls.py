"""Calls: of the game's own functions, and of what stands in the runtime."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import replace

from rulesdsl.native import spread
from rulesdsl.native.expressions import Expressions
from rulesdsl.native.helpers import HELPERS, QUESTIONS_OF_LISTS, QUESTIONS_OF_NUMBERS, Helper
from rulesdsl.native.parts import C
from rulesdsl.native.spans import NOTHING, both, fits
from rulesdsl.native.tables import table
from rulesdsl.native.types import BOOL, INT, LIST, NONE, STATE, UNKNOWN, VOID, Type, c_type, join, list_of

_EFFECTS = {"A": "acts", "M": "moves", "L": "makes"}


class Calls(Expressions):
    """All calls."""

    def _call(self, node: ast.Call) -> C:
        if node.keywords:
            self.refuse("a call with named arguments", node)
        function = node.func
        if isinstance(function, ast.Attribute):
            return self._method(function, node)
        if isinstance(function, ast.Subscript) and isinstance(function.value, ast.Name):
            return self._carried(function.value.id, node)
        if not isinstance(function, ast.Name):
            self.refuse("this call", node)
        name = function.id
        special = getattr(self, f"_call_{name}", None)
        if special is not None:
            made: C = special(node)
            return made
        if name in self.unit.trees:
            return self._rule(name, node)
        if name in QUESTIONS_OF_NUMBERS or name in QUESTIONS_OF_LISTS:
            return self._question(name, node)
        if name in HELPERS:
            return self._helper(name, HELPERS[name], node.args, node)
        self.refuse(f"`{name}`", node)

    def call_moves(self, node: ast.Call) -> bool:
        """Could a call move pieces, or change a list that the state keeps?"""
        function = node.func
        if isinstance(function, ast.Subscript):
            return True
        if not isinstance(function, ast.Name):
            return False
        name = function.id
        if name in self.unit.trees:
            known = self.unit.functions.get(name)
            return known is not None and "moves" in known.effects
        helper = HELPERS.get(name)
        return "M" in helper.effects if helper is not None else name in ("join_",)

    # ------------------------------------------------------------------- rules

    def _rule(self, name: str, node: ast.Call) -> C:
        """A call of a function of the game."""
        rule = self.unit.function(name)
        args = [arg for arg in node.args if not (isinstance(arg, ast.Name) and arg.id == "ask")]
        parts = [self.owned(self.expr(arg)) for arg in args]
        if not parts or parts[0].kind != STATE or len(parts) != len(rule.names) + 1:
            self.refuse("this call", node)
        self._called(name, parts[1:])
        return self._called_as(name, parts, rule.returns, "acts" not in rule.effects)

    def _called(self, name: str, given: Sequence[C]) -> None:
        """A rule is called with these arguments."""
        rule, function = self.unit.function(name), self.function
        if name not in function.calls:
            function.calls.add(name)
            rule.callers.add(function.name)
        self.effect(*rule.effects)
        for i, x in enumerate(given):
            if rule.takes(rule.names[i], x.span):
                self.unit.again(name)
            joined = self.unit.use(join(rule.params[i], x.kind))
            if joined != rule.params[i]:
                rule.params[i] = joined
                self.unit.again(name, callers=True)

    def _called_as(self, name: str, parts: Sequence[C], returns: Type, calm: bool) -> C:
        given = list(parts)
        if name in self.unit.functions:
            kinds = self.unit.functions[name].params
            given[1:] = [
                replace(x, text=self.coerced(x, kind), kind=kind) for x, kind in zip(parts[1:], kinds, strict=True)
            ]
        before, texts, ordered = self.in_turn(given)
        span = self.unit.functions[name].spans.get("", NOTHING)
        small = returns.is_number and fits(span, -(2**31) + 1, 2**31 - 1)
        text = self.together(before, f"{name}({', '.join(texts)})")
        return C(text, returns, calm and ordered, small=small, span=span)

    def _carried(self, which_one: str, node: ast.Call) -> C:
        """A rule of the piece or cell that is asked: which one stands in a table."""
        rows = self.unit.data["carried"].get(which_one)
        assert isinstance(node.func, ast.Subscript)
        if rows is None:
            self.refuse("this call", node)
        args = [arg for arg in node.args if not (isinstance(arg, ast.Name) and arg.id == "ask")]
        parts = [self.owned(self.expr(arg)) for arg in args]
        which = self.as_number(self.expr(node.func.slice), node)
        returns, calm = UNKNOWN, True
        for name in dict.fromkeys(row for row in rows if row is not None):
            rule = self.unit.function(name)
            self._called(name, parts[1:])
            returns = self.unit.use(join(returns, rule.returns if rule.returns != VOID else NONE))
            calm = calm and "acts" not in rule.effects
        if returns == NONE:
            returns = VOID
        self.unit.carried.add(which_one)
        before, texts, ordered = self.in_turn([*parts, which])
        return C(self.together(before, f"{which_one}({', '.join(texts)})"), returns, calm and ordered)

    # ----------------------------------------------------------------- helpers

    def _helper(self, name: str, helper: Helper, args: Sequence[ast.expr], node: ast.AST) -> C:
        needed, _, more = helper.takes.partition("*")
        if not len(needed) <= len(args) <= len(needed) + len(more):
            self.refuse(f"`{name}` with so many arguments", node)
        parts = []
        for letter, arg in zip(needed + more, args, strict=False):
            if letter != "-":
                parts.append(self._argument(letter, arg))
        self.effect(*(_EFFECTS[letter] for letter in helper.effects))
        before, texts, ordered = self.in_turn(parts)
        text = self.together(before, f"{helper.name or name}({', '.join(texts)})")
        calm = ordered and "A" not in helper.effects
        self.unit.use(helper.gives)
        return C(text, helper.gives, calm, all(x.steady for x in parts) and calm)

    def _argument(self, letter: str, arg: ast.expr) -> C:
        if letter == "w":
            return C(self.where_state(arg), STATE, steady=True)
        x = self.expr(arg)
        if letter == "b":
            return self.truth(x)
        if letter == "l":
            return self.as_numbers(x, arg)
        if letter == "i":
            return self.as_number(x, arg)
        if letter == "s" and x.kind != STATE:
            self.refuse("this argument", arg)
        return x

    def where_state(self, arg: ast.expr) -> str:
        """The state whose pieces' places are meant."""
        found = self.column_of(arg)
        if found is None or found[1] != "where_":
            self.refuse("these places", arg)
        return found[0]

    # -------------------------------------------------------- one by one

    def _method(self, function: ast.Attribute, node: ast.Call) -> C:
        if isinstance(function.value, ast.Name) and function.value.id == "s" and function.attr == "roll_":
            self.effect("acts")
            sides = self.as_number(self.expr(node.args[1]), node)
            return C(f"roll({self.expr(node.args[0]).text}, {sides.text})", INT, False)
        if isinstance(function.value, ast.Name) and function.value.id.startswith("tableau_"):
            return self._board(function.value.id.removeprefix("tableau_"), function.attr, node)
        if function.attr == "get" and isinstance(function.value, ast.Name) and function.value.id.startswith("c_"):
            return self.looked_up(function.value.id, node.args[0], self.expr(node.args[1]))
        self.refuse("this call", node)

    def _question(self, name: str, node: ast.Call) -> C:
        """A question about a board: `ask_neighbor(boards, cell, way)`."""
        boards = node.args[0]
        if not isinstance(boards, ast.Name) or not 2 <= len(node.args) <= 4:
            self.refuse("this question", node)
        parts = [self.as_number(self.expr(arg), arg) for arg in node.args[1:]]
        number = self.unit.question(name, boards.id)
        return self.answered(number, parts, name in QUESTIONS_OF_NUMBERS)

    def _board(self, name: str, word: str, node: ast.Call) -> C:
        """A question to a board on which pieces cover several cells."""
        known = spread.boards(self.unit)
        args = [self.expr(arg) for arg in node.args]
        if name not in known or args[0].kind != STATE:
            self.refuse("this call", node)
        number = self.number(known.index(name))
        if word in ("vacant", "lying_at"):
            return self._helper("pieces_at" if word == "lying_at" else word, HELPERS[word], node.args, node)
        if word == "shown":
            given, gives = [self.as_number(args[1])], INT
        elif word == "laid":
            given, gives = [self.as_numbers(args[1])], LIST
        elif word == "spots":
            given, gives = [self.as_number(x) for x in (*args[1:], *([self.number(0)] if len(args) < 3 else ()))], LIST
        else:
            self.refuse("this call", node)
        if gives == LIST:
            self.effect("makes")
        before, texts, calm = self.in_turn([args[0], number, *given])
        return C(self.together(before, f"board_{word}({', '.join(texts)})"), gives, calm)

    def _call_vacant(self, node: ast.Call) -> C:
        if spread.boards(self.unit):
            return self._helper("vacant", HELPERS["vacant"], node.args, node)
        x = self.cell(self.expr(node.args[0]).text, "held_", node.args[1])
        return C(f"!{self.truth(x).text}", BOOL, x.calm, small=True)

    def _call_pieces_at(self, node: ast.Call) -> C:
        if spread.boards(self.unit):
            return self._helper("pieces_at", HELPERS["lying_at"], node.args, node)
        return self.cell(self.expr(node.args[0]).text, "held_", node.args[1])

    def _call_spread_now(self, node: ast.Call) -> C:
        if spread.boards(self.unit):
            return self._helper("spread_now", HELPERS["spread_now"], node.args, node)
        return C("(void)0", VOID)

    def _call_not_empty(self, node: ast.Call) -> C:
        x = self.expr(node.args[0])
        if not x.kind.is_number:
            self.refuse("this call", node)
        return C(f"need({x.text})", INT, x.calm, x.steady, x.small)

    def _call_owner_now(self, node: ast.Call) -> C:
        """`owner_now(where, piece, owners, carried, carriers, zones)`"""
        args = node.args
        parts = [C(self.where_state(args[0]), STATE, steady=True), self.as_number(self.expr(args[1]))]
        parts += [self.as_numbers(self.expr(args[2])), self.as_numbers(self.expr(args[3]))]
        parts += [self.as_number(self.expr(args[4])), self.expr(args[5])]
        if parts[5].size == 0:
            parts[5] = C("(Vv){0, 0, 0}", list_of(LIST), steady=True)
        self.unit.use(list_of(LIST))
        self.unit.features.add("owners")
        before, texts, calm = self.in_turn(parts)
        return C(self.together(before, f"owner_now({', '.join(texts)})"), INT, calm, small=True)

    def _call_cell_numbered(self, node: ast.Call) -> C:
        places = node.args[1]
        if isinstance(places, ast.Name):
            return self.looked_up(places.id, node.args[0], None)
        if not isinstance(places, ast.Subscript) or not isinstance(places.value, ast.Name):
            self.refuse("cells of this board", node)
        sides = self.unit.data["constants"].get(places.value.id)
        if not isinstance(sides, tuple) or not all(isinstance(side, dict) for side in sides):
            self.refuse("cells of this board", node)
        low = min(min(side) for side in sides)
        count = max(max(side) for side in sides) - low + 1
        rows = tuple((*(side.get(low + i) for i in range(count)), None) for side in sides)
        dense = table(self.unit, places.value.id, rows)
        parts = [self.as_number(self.expr(places.slice)), self.as_number(self.expr(node.args[0]))]
        before, (side, number), calm = self.in_turn(parts)
        text = f"need({dense}.p[ix({side}, {len(sides)})].p[row_in({number}, {low}, {count})])"
        return C(self.together(before, text), INT, calm, all(x.steady for x in parts), True)

    def _call_direction_numbered(self, node: ast.Call) -> C:
        number, ways = self.as_number(self.expr(node.args[0])), self.as_numbers(self.expr(node.args[1]), node)
        if not ways.steady or not ways.text.isidentifier():
            self.refuse("these directions", node)
        text = f"{ways.text}.p[in_bounds({number.text}, 1, {ways.text}.n) - 1]"
        return C(text, INT, number.calm, number.steady, True)

    def _call_len(self, node: ast.Call) -> C:
        x = self.expr(node.args[0])
        if x.zone is not None:
            return C(f"{x.zone[0]}->n_[{x.zone[1]}]", INT, x.calm, small=True)
        x = self.as_list(x, node)
        if x.size is not None:
            return self.number(x.size)
        return C(f"{x.text}.n", INT, x.calm, x.steady, True)

    def _call_bool(self, node: ast.Call) -> C:
        x = self.truth(self.expr(node.args[0]))
        return x if x.kind == BOOL else C(f"({x.text} != 0)", BOOL, x.calm, x.steady, True)

    def _call_tuple(self, node: ast.Call) -> C:
        return self.as_list(self.expr(node.args[0]), node)

    def _call_list(self, node: ast.Call) -> C:
        return self.owned(self._call_tuple(node))

    def _call_range(self, node: ast.Call) -> C:
        self.refuse("a range by itself", node)

    def _call_in_play(self, node: ast.Call) -> C:
        return self.expr(node.args[2])

    def _call_first_of(self, node: ast.Call) -> C:
        x = self.expr(node.args[0])
        none = self.expr(node.args[1]) if len(node.args) > 1 else self.number(-1)
        if x.zone is not None and none.text == "-1":
            return C(f"{x.zone[0]}->first_[{x.zone[1]}]", INT, x.calm, small=True, span=(-1, self.unit.pieces - 1))
        x = self.as_list(x, node)
        if c_type(x.kind) != "V" and (none.size == 0 or none.kind == NONE):
            name, kind = self.temp("first"), join(x.kind.item, none.kind)
            start = f"{c_type(x.kind)} {name} = {self.owned(x).text};"
            text = f"{name}.n ? {name}.p[0] : {self.coerced(none, kind)}"
            return C(f"({{ {start} {text}; }})", self.unit.use(kind), x.calm)
        x = self.as_numbers(x, node)
        if not none.kind.is_number:
            self.refuse("this list's first", node)
        before, (whole, other), calm = self.in_turn([x, none])
        kind = join(_some(x.kind.item), none.kind)
        return C(self.together(before, f"first_of({whole}, {other})"), kind, calm, span=both(x.span, none.span))

    def _call_forget(self, node: ast.Call) -> C:
        return C("(void)0", VOID)

    def _call_ask(self, node: ast.Call) -> C:
        """`ask(s, site, player, options, values)`"""
        self.effect("acts")
        parts = [self.expr(arg) for arg in node.args[:4]]
        parts[3] = self.as_list(parts[3], node)
        before, texts, _ = self.in_turn(parts)
        if c_type(parts[3].kind) != "V":
            offered = self.temp("offered")
            before += f" {c_type(parts[3].kind)} {offered} = {texts[3]};"
            text = f"{offered}.p[answer({', '.join([*texts[:3], f'{offered}.n'])})]"
            return C(self.together(before, text), parts[3].kind.item, False, span=parts[3].span)
        return C(
            self.together(before, f"ask({', '.join(texts)})"), parts[3].kind.item, False, small=True, span=parts[3].span
        )

    def _call_choose_several(self, node: ast.Call) -> C:
        """`choose_several(s, ask, site, player, options, low, high, values, hidden, groups)`"""
        self.effect("acts", "makes")
        args = node.args
        parts = [self.expr(arg) for arg in (args[0], args[2], args[3], args[4])]
        parts += [self.as_number(self.expr(arg), arg) for arg in args[5:7]]
        parts.append(self.truth(self.expr(args[8])) if len(args) > 8 else self.number(0))
        name = "choose_several"
        if len(args) > 9:
            group = args[9]
            if not (isinstance(group, ast.Call) and isinstance(group.func, ast.Name) and group.func.id == "alike"):
                self.refuse("these groups", node)
            knows = self.number(-1)
            if len(group.args) > 3:
                self.unit.features.add("sight")
                knows = self.as_number(self.expr(group.args[3]))
            parts.append(knows)
            name = "choose_alike"
            self.unit.features.add("alike")
        parts[3] = self.owned(self.as_numbers(parts[3], node))
        before, texts, _ = self.in_turn(parts)
        return C(self.together(before, f"{name}({', '.join(texts)})"), LIST, False)

    def _call_distinct(self, node: ast.Call) -> C:
        self.unit.features.add("alike")
        if len(node.args) > 2:
            self.unit.features.add("sight")
            return self._helper("distinct", HELPERS["distinct"], node.args, node)
        return self._helper("distinct", HELPERS["distinct"], [*node.args, ast.Constant(-1)], node)

    def _call_in_sight(self, node: ast.Call) -> C:
        self.unit.features |= {"alike", "sight"}
        return self._helper("in_sight", HELPERS["in_sight"], node.args, node)

    def _purse(self, node: ast.Call, name: str, takes: str) -> C:
        """Tokens of a column by player."""
        column = self.column_of(node.args[0])
        if column is None:
            self.refuse("these tokens", node)
        self.effect("acts")
        state, held = column
        count = len(self.unit.columns[held][0])
        parts = [
            self._argument(letter, arg) for letter, arg in zip(takes, node.args[1:], strict=False) if letter != "-"
        ]
        before, texts, _ = self.in_turn(parts)
        text = f"{name}({state}->{held}, {', '.join([str(count), *texts])})"
        self.unit.features.add("tokens")
        return C(self.together(before, text), VOID, False)

    def _call_gain(self, node: ast.Call) -> C:
        return self._purse(node, "gain", "iio")

    def _call_pay(self, node: ast.Call) -> C:
        return self._purse(node, "pay", "ii-")

    def _call_give(self, node: ast.Call) -> C:
        return self._purse(node, "give", "iii-")

    def _call_empty_purses(self, node: ast.Call) -> C:
        return self._purse(node, "empty_purses", "l")

    # ------------------------------------------------------------------- travel

    def _travel(self, node: ast.Call, name: str, gives: Type) -> C:
        """`reach(s, travel, next_to, piece, start, points)` and its like; `ways` has the goal behind the start."""
        args, travel = node.args, node.args[1]
        known = travel.id[4:-7] if isinstance(travel, ast.Name) else ""
        if known not in self.unit.data["travels"]:
            self.refuse("this travel", node)
        for clause in self.unit.data["travels"][known][0]:
            if clause in self.unit.trees:
                self._called(clause, [C("", INT)] * 3)
        self.unit.travels.add(known)
        self.unit.use(list_of(LIST))
        self.effect("makes")
        parts = [self.expr(args[0]), C(f"&the_{known}_travel", INT, steady=True), self.expr(args[2])]
        parts += [self.as_number(self.expr(arg), arg) for arg in args[3:]]
        before, texts, calm = self.in_turn(parts)
        return C(self.together(before, f"{name}({', '.join(texts)})"), gives, calm)

    def _call_reach(self, node: ast.Call) -> C:
        return self._travel(node, "reach", LIST)

    def _call_gets_anywhere(self, node: ast.Call) -> C:
        return self._travel(node, "gets_anywhere", BOOL)

    def _call_ways(self, node: ast.Call) -> C:
        return self._travel(node, "ways", list_of(LIST))

    # ------------------------------------------------------------------ sorting

    def _sorted(self, node: ast.Call, name: str) -> tuple[C, str]:
        """What is sorted, and the name of the function that does it."""
        pairs = self.as_list(self.expr(node.args[0]), node)
        if pairs.kind.item.tag not in ("record", "unknown"):
            self.refuse("this order", node)
        self.unit.use(pairs.kind)
        if pairs.kind.item.tag == "record":
            self.unit.sorts[name, c_type(pairs.kind)] = pairs.kind
        return pairs, f"{c_type(pairs.kind)}_{name}"

    def _call_in_order(self, node: ast.Call) -> C:
        pairs, name = self._sorted(node, "in_order")
        self.effect("makes")
        item = pairs.kind.item.of[1] if pairs.kind.item.tag == "record" else UNKNOWN
        return C(f"{name}({pairs.text})", self.unit.use(list_of(item)), pairs.calm)

    def _call_in_groups(self, node: ast.Call) -> C:
        pairs, name = self._sorted(node, "in_groups")
        self.effect("makes")
        item = pairs.kind.item.of[1] if pairs.kind.item.tag == "record" else UNKNOWN
        return C(f"{name}({pairs.text})", self.unit.use(list_of(list_of(item))), pairs.calm)

    def _call_least(self, node: ast.Call) -> C:
        pairs, name = self._sorted(node, "least")
        none = self.expr(node.args[1])
        item = pairs.kind.item.of[1] if pairs.kind.item.tag == "record" else UNKNOWN
        if not item.is_number or not none.kind.is_number:
            self.refuse("this order", node)
        before, (whole, other), calm = self.in_turn([pairs, none])
        return C(self.together(before, f"{name}({whole}, {other})"), join(_some(item), none.kind), calm)

    # ------------------------------------------------------- several at once

    def _call_join_(self, node: ast.Call) -> C:
        self.effect("acts", "moves")
        return C(f"join_(s, {self.expr(node.args[1]).text})", VOID, False)


def _some(kind: Type) -> Type:
    return INT if kind == UNKNOWN else kind
