"""`reached_X(s, piece, start, points)`: the search of one travel written out, with its clauses where they are asked.

It gives the same cells in the same order as `runtime.travel.reached`, whose ways of searching it follows, and
`ways_X(s, piece, start, goal, points)` the same ways as `runtime.travel.ways`, which goes on where a risk is met. What
a search asks of every step stands in the loop as an expression, if it is one in which nothing can go wrong.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable
from typing import Any, TypeGuard

from rulesdsl.compiler import pyast as py
from rulesdsl.compiler.second_look import SecondLook, is_calm
from rulesdsl.model.game import Game, TravelDecl

REACHED = "reached_"
WAYS = "ways_"
"""So begin the names of the functions."""
ROOM = 160
"""Nodes of a clause that is put in the loop."""

_QUESTIONS = ("reach", "reached", "gets_anywhere", "ways")

_BEGIN = """
if start < 0:
    return
"""
_SPREADING = """
done = {start}
ring = [start]
for _ in range(points):
    following = []
    for FROM in ring:
        for TO in NEXT[FROM]:
            if TO in done:
                continue
            if not ENTER:
                continue
            done.add(TO)
            if END:
                yield TO
            if not STOP:
                following.append(TO)
    if not following:
        return
    ring = following
"""
_CREEPING = """
done = {start}
waiting = {0: [start]}
while waiting:
    cost = min(waiting)
    for FROM in waiting.pop(cost):
        for TO in NEXT[FROM]:
            if TO in done:
                continue
            if not ENTER:
                continue
            done.add(TO)
            total = cost + COST
            if total > points:
                continue
            if END:
                yield TO
            if not STOP:
                waiting.setdefault(total, []).append(TO)
"""
_BY_ALL_WAYS = """
best = {start: 0}
waiting = {0: [start]}
ends = set()
while waiting:
    cost = min(waiting)
    for FROM in waiting.pop(cost):
        if cost > best[FROM]:
            continue
        for TO in NEXT[FROM]:
            if TO == start or not ENTER:
                continue
            total = cost + COST
            if total > points:
                continue
            if TO not in ends and END:
                ends.add(TO)
                yield TO
            if STOP:
                continue
            if total < best.get(TO, points + 1):
                best[TO] = total
                waiting.setdefault(total, []).append(TO)
"""
_BEGIN_WAYS = """
if start < 0 or start == goal:
    return ()
"""
_STRAIGHT_ON = """
before = {start: start}
refused = set()
ring = [start]
for _ in range(points):
    following = []
    for FROM in ring:
        arrived = False
        for TO in NEXT[FROM]:
            if TO in before or TO in refused:
                continue
            if not ENTER:
                refused.add(TO)
                continue
            if RISK:
                return choices(s, TRAVEL, NEXT, PIECE, start, goal, points)
            if TO == goal:
                if END:
                    before[TO] = FROM
                    arrived = True
            elif not STOP:
                before[TO] = FROM
                following.append(TO)
        if arrived:
            return (way_back(before, start, goal),)
    if not following:
        return ()
    ring = following
return ()
"""
_SHORTEST = """
best = {start: 0}
found = ()
waiting = [(0, 0, (), start)]
while waiting:
    cost, steps, path, FROM = heappop(waiting)
    if found and cost >= best[goal]:
        break
    if cost > best[FROM]:
        continue
    for TO in NEXT[FROM]:
        if TO in best DEARER:
            continue
        if not ENTER:
            continue
        total = cost + COST
        if total > points or total >= best.get(TO, total + 1):
            continue
        if RISK:
            return choices(s, TRAVEL, NEXT, PIECE, start, goal, points)
        if TO == goal:
            if END:
                best[TO] = total
                found = ((*path, TO),)
        elif not STOP:
            best[TO] = total
            heappush(waiting, (total, steps + 1, (*path, TO), TO))
    if found:
        break
return found
"""
_ONCE = (
    "if not ENTER:\n                continue\n            done.add(TO)",
    "done.add(TO)\n            if not ENTER:\n                continue",
)


class Searches:
    """Writes out the searches that are asked for, and asks them instead of those of the runtime."""

    def __init__(self, game: Game, look: SecondLook, looks_back: Callable[[TravelDecl], Iterable[str]]) -> None:
        self.game, self.look, self.looks_back = game, look, looks_back
        self.made: dict[str, ast.FunctionDef] = {}

    def over(self, body: list[ast.stmt]) -> None:
        """Let statements ask the searches that are written out."""
        waiting: list[Any] = [body] if self.game.travels else []
        while waiting:
            holder = waiting.pop()
            for key, value in enumerate(holder) if type(holder) is list else holder.items():
                if type(value) is list:
                    waiting.append(value)
                elif isinstance(value, ast.AST):
                    if _is_asked(value):
                        value = holder[key] = self._instead(value)
                    waiting.append(value.__dict__)

    def _instead(self, node: ast.Call) -> ast.expr:
        """What is asked instead of the runtime."""
        assert isinstance(node.func, ast.Name)
        state, which, next_to, *rest = node.args
        if not isinstance(which, ast.Name):
            return node
        travel = self.game.travels[which.id.removeprefix("the_").removesuffix("_travel")]
        name = node.func.id
        made: ast.expr = py.call(self.of(travel, next_to, WAYS if name == "ways" else REACHED), state, *rest)
        if name == "reach":
            made = py.call("tuple", py.call("sorted", made))
        elif name == "gets_anywhere":
            made = py.compare(py.call("next", made, py.const(None)), "is not", py.const(None))
        return py.placed(made, node)

    def of(self, travel: TravelDecl, next_to: ast.expr, prefix: str) -> str:
        """The name of the function for a travel."""
        name = f"{prefix}{travel.name}"
        if name not in self.made:
            made = self._search(travel, name, next_to)
            for node in py.walk(made):
                node.__dict__.pop("lineno", None)
            py.locate(made, travel.clauses["cost"].span if "cost" in travel.clauses else travel.span)
            self.made[name] = made
        return name

    def path_of(self, made: ast.FunctionDef) -> str:
        """The file of the travel that a function searches for."""
        span = self.game.travels[made.name.removeprefix(REACHED).removeprefix(WAYS)].span
        return span.source.path

    def _search(self, travel: TravelDecl, name: str, next_to: ast.expr) -> ast.FunctionDef:
        clauses = {word: self._clause(travel, word) for word in ("cost", "enter", "stop", "end", "risk")}
        piece, left, entered = (f"_{param.name}" for param in travel.params)
        to = ["goal"] if name.startswith(WAYS) else []
        body = ast.parse((self._ways if to else self._reached)(travel)).body
        filler = _Clauses(clauses)
        body = [line for stmt in body for line in filler.statement(stmt)]
        names: dict[str, str | ast.expr] = {"FROM": left, "TO": entered, "NEXT": next_to, "PIECE": piece}
        names["TRAVEL"] = f"the_{travel.name}_travel"
        return py.function(name, ["s", piece, "start", *to, "points"], [py.filled(stmt, names) for stmt in body])

    def _reached(self, travel: TravelDecl) -> str:
        back = frozenset(self.looks_back(travel))
        if not back.isdisjoint(("cost", "stop", "end")):
            return _BEGIN + _BY_ALL_WAYS
        text = _BEGIN + (_CREEPING if "cost" in travel.clauses else _SPREADING)
        return text if "enter" in back else text.replace(*_ONCE)

    def _ways(self, travel: TravelDecl) -> str:
        back = frozenset(self.looks_back(travel))
        once = back.isdisjoint(("cost", "stop", "end"))
        if once and "cost" not in travel.clauses:
            text = _BEGIN_WAYS + _STRAIGHT_ON
            if not back.isdisjoint(("enter", "risk")):
                text = text.replace(" or TO in refused", "").replace("                refused.add(TO)\n", "")
            return text if "refused.add" in text else text.replace("refused = set()\n", "")
        text = _BEGIN_WAYS + _SHORTEST
        if once:
            return text.replace(" DEARER", "")
        return text.replace("DEARER", "and cost >= best[TO]").replace("    if found:\n        break\n", "")

    def _clause(self, travel: TravelDecl, word: str) -> ast.expr | None:
        """What a travel says, as an expression of its parameters."""
        rule = self.look.rules.get(f"travel_{travel.name}_{word}")
        if rule is None:
            return None
        said = self.look.vacancy.expression(rule)
        if said is not None:
            said = _Expanding(self.look).expression(py.copied(said))
            if py.size(said) <= ROOM and is_calm(said):
                return said
        return py.call(rule.name, *(py.name(arg.arg) for arg in rule.args.args))


class _Clauses(ast.NodeTransformer):
    """Puts the clauses in; what a travel says nothing about is not asked."""

    def __init__(self, clauses: dict[str, ast.expr | None]) -> None:
        self.clauses = clauses

    def statement(self, stmt: ast.stmt) -> list[ast.stmt]:
        made = self.visit(stmt)
        return made if isinstance(made, list) else [made]

    def visit_If(self, node: ast.If) -> ast.If | list[ast.stmt]:
        self.generic_visit(node)
        test = node.test
        if isinstance(test, ast.Constant):
            return node.body if test.value else node.orelse
        return node

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.expr:
        self.generic_visit(node)
        inner = node.operand
        return py.const(not inner.value) if isinstance(inner, ast.Constant) else py.negate(inner)

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.expr:
        self.generic_visit(node)
        node.values = [x for x in node.values if not isinstance(x, ast.Constant)]
        return py.both(*node.values) if isinstance(node.op, ast.And) or len(node.values) == 1 else node

    def visit_Name(self, node: ast.Name) -> ast.expr:
        word = node.id.lower()
        if node.id not in ("ENTER", "STOP", "END", "COST", "RISK"):
            return node
        said = self.clauses[word]
        if said is None:
            return py.const({"enter": True, "stop": False, "end": True, "cost": 1, "risk": False}[word])
        said = py.copied(said)
        return _checked(said) if word == "cost" else said


class _Expanding(ast.NodeTransformer):
    """Puts rules in place of their calls, also those that are no small ones."""

    def __init__(self, look: SecondLook) -> None:
        self.look = look
        self.within: list[str] = []

    def expression(self, node: ast.expr) -> ast.expr:
        made: ast.expr = self.visit(node)
        return made

    def visit_IfExp(self, node: ast.IfExp) -> ast.expr:
        """What is only asked where something lies is asked seldom, and may stay a call."""
        node.test = self.visit(node.test)
        node.orelse = self.visit(node.orelse)
        return node

    def visit_Call(self, node: ast.Call) -> ast.expr:
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        rule = self.look.rules.get(name)
        simple = all(isinstance(arg, ast.Name | ast.Constant) for arg in node.args)
        if rule is None or name in self.within or not simple:
            return node
        said = self.look.vacancy.expression(rule)
        if said is None or py.size(said) > ROOM or not is_calm(said):
            return node
        params = [arg.arg for arg in rule.args.args]
        stored = {x.id for x in py.walk(said) if isinstance(x, ast.Name) and isinstance(x.ctx, ast.Store)}
        if any(isinstance(arg, ast.Name) and arg.id in stored for arg in node.args):
            return node
        self.within.append(name)
        made: ast.expr = self.visit(py.filled(said, dict(zip(params, node.args, strict=True))))
        self.within.pop()
        return py.placed(made, node)


def _is_asked(node: ast.AST) -> TypeGuard[ast.Call]:
    """Is it a question about ways?"""
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _QUESTIONS


def _checked(cost: ast.expr) -> ast.expr:
    """A cost of which one knows that it is not negative."""
    if isinstance(cost, ast.IfExp):
        return ast.IfExp(cost.test, _checked(cost.body), _checked(cost.orelse))
    plain = all(isinstance(x, ast.Constant | ast.BinOp | ast.Add) for x in py.walk(cost))
    return cost if plain else py.call("price", cost)
