"""What a rule says of a place where nothing lies: worked out from its code, so that most places need no call."""

from __future__ import annotations

import ast

from rulesdsl.compiler import pyast as py
from rulesdsl.compiler.cellsets import CELLS
from rulesdsl.compiler.pyast import Tree

MOST = 30
"""Nodes of what is said in place of a call."""
CHEAP = 6
"""Nodes of what may be worked out several times."""
SILENT = ("first_of", "last_of", "space_of", "len", "bool", "set", "on_board")
"""Functions in which nothing can go wrong."""
STANDING = "standing_"
"""So begin those that list the pieces of a kind on a board; nothing can go wrong in them either."""
_EMPTY: tuple[object, ...] = ()


class Unknown(Exception):
    """It depends on more."""


class Vacancy:
    """`known`: for a function and one of its parameters, what it gives if nothing lies at the place that this is."""

    def __init__(self) -> None:
        self.known: dict[tuple[str, str], ast.expr] = {}
        self.params: dict[str, list[str]] = {}

    def learn(self, made: ast.FunctionDef) -> None:
        """Work out what a function gives for empty places."""
        self.params[made.name] = [a.arg for a in made.args.args[1:]]
        stored = _stored(made)
        for param in self.params[made.name]:
            trial = _Trial(self, param)
            said = trial.whole(made)
            if said is not None and trial.used and param not in stored and py.size(said) <= MOST:
                self.known[made.name, param] = said

    def expression(self, made: ast.FunctionDef) -> ast.expr | None:
        """A function's body as one expression; None where it is more than that."""
        return _Trial(self, "").whole(made)


def is_silent(call: ast.Call) -> bool:
    """Is it a call in which nothing can go wrong?"""
    if not isinstance(call.func, ast.Name):
        return py.is_disjoint(call)
    return call.func.id in SILENT or call.func.id.startswith((STANDING, CELLS))


def _stored(made: ast.FunctionDef) -> set[str]:
    return {n.id for n in py.walk(made) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}


def _asks(node: ast.AST) -> int:
    """Calls in which something could go wrong."""
    return sum(isinstance(part, ast.Call) and not is_silent(part) for part in py.walk(node))


class _Trial:
    """Runs through a function of which one parameter is an empty place; what is not known stays as it is written."""

    def __init__(self, vacancy: Vacancy, param: str) -> None:
        self.vacancy, self.param = vacancy, param
        self.used = False

    def whole(self, made: ast.FunctionDef) -> ast.expr | None:
        """What the function returns, said by its parameters alone; None where that is not known."""
        try:
            said = self.run(made.body, {})
        except Unknown:
            return None
        if said is None or _asks(said) > _asks(made):
            return None
        inner = {n.id for n in py.walk(said) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
        names = {n.id for n in py.walk(said) if isinstance(n, ast.Name)}
        return said if not (_stored(made) - inner) & names else None

    def run(self, body: list[ast.stmt], env: dict[str, ast.expr]) -> ast.expr | None:
        """What is returned; None if the end is reached. Raises Unknown."""
        for i, stmt in enumerate(body):
            if isinstance(stmt, ast.Return):
                return self.of(stmt.value, env) if stmt.value is not None else py.const(None)
            if isinstance(stmt, ast.Assign) and isinstance(stmt.targets[0], ast.Name):
                self._assigned(stmt.targets[0].id, self.of(stmt.value, env), body[i + 1 :], env)
            elif isinstance(stmt, ast.If):
                test = self.of(stmt.test, env)
                if not isinstance(test, ast.Constant):
                    return self._either(test, stmt, body[i + 1 :], env)
                said = self.run(stmt.body if test.value else stmt.orelse, env)
                if said is not None:
                    return said
            elif not (isinstance(stmt, ast.For) and _is_empty(self.of(stmt.iter, env)) and not stmt.orelse):
                raise Unknown
        return None

    @staticmethod
    def _assigned(name: str, value: ast.expr, rest: list[ast.stmt], env: dict[str, ast.expr]) -> None:
        """A local: what it stands for is said in its place, if that costs nothing and nobody could tell."""
        tested = bool(rest) and isinstance(rest[0], ast.If) and _tests(rest[0].test, name)
        if not tested:
            _dropped(value)
            uses = sum(isinstance(n, ast.Name) and n.id == name for stmt in rest for n in py.walk(stmt))
            if uses > 1 and py.size(value) > CHEAP:
                raise Unknown
        env[name] = value

    def _either(self, test: ast.expr, stmt: ast.If, rest: list[ast.stmt], env: dict[str, ast.expr]) -> ast.expr:
        said = self.run([*stmt.body, *rest], dict(env))
        other = self.run([*stmt.orelse, *rest], dict(env))
        if said is None or other is None:
            raise Unknown
        return _chosen(test, said, other)

    def of(self, node: ast.expr, env: dict[str, ast.expr]) -> ast.expr:
        """An expression as far as it can be worked out."""
        if isinstance(node, ast.Name):
            return env.get(node.id, node)
        if isinstance(node, ast.Subscript) and _is_held(node.value):
            if isinstance(node.slice, ast.Name) and node.slice.id == self.param:
                self.used = True
                return py.const(_EMPTY)
            return ast.Subscript(node.value, self.of(node.slice, env), ast.Load())
        if isinstance(node, ast.ListComp):
            return self._list(node, env)
        if isinstance(node, ast.Tuple) and self._as_it_is(node, env):
            return node
        if node.__dict__.get("as_one"):
            if self._as_it_is(node, env):
                return node
            made = self._parts(node, env)
            return py.as_one(made) if isinstance(made, ast.IfExp | ast.BoolOp) else made
        return self._parts(node, env)

    def _as_it_is(self, node: ast.expr, env: dict[str, ast.expr]) -> bool:
        """Is nothing known of what is in it?"""
        names = {x.id for x in py.walk(node) if isinstance(x, ast.Name)}
        held = any(isinstance(x, ast.Subscript) and _is_held(x.value) for x in py.walk(node))
        return names.isdisjoint(env) and not (held and self.param in names)

    def _parts(self, node: ast.expr, env: dict[str, ast.expr]) -> ast.expr:
        if isinstance(node, ast.BoolOp):
            return self._joined(node, env)
        if isinstance(node, ast.IfExp):
            made = _chosen(self.of(node.test, env), self.of(node.body, env), self.of(node.orelse, env))
            return guarded(made) if guards(node) and isinstance(made, ast.IfExp) else made
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            inner = self.of(node.operand, env)
            return py.const(not inner.value) if isinstance(inner, ast.Constant) else py.negate(inner)
        if isinstance(node, ast.UnaryOp):
            return ast.UnaryOp(node.op, self.of(node.operand, env))
        if isinstance(node, ast.Compare):
            return self._compared(node, env)
        if isinstance(node, ast.Call):
            return self._call(node, env)
        if isinstance(node, ast.Constant | ast.Attribute):
            return node
        if isinstance(node, ast.Subscript):
            return ast.Subscript(self.of(node.value, env), self.of(node.slice, env), ast.Load())
        if isinstance(node, ast.BinOp):
            return ast.BinOp(self.of(node.left, env), node.op, self.of(node.right, env))
        raise Unknown

    def _list(self, node: ast.ListComp, env: dict[str, ast.expr]) -> ast.expr:
        if _is_empty(self.of(node.generators[0].iter, env)):
            return py.const(_EMPTY)
        if self._as_it_is(node, env):
            return node
        raise Unknown

    def _joined(self, node: ast.BoolOp, env: dict[str, ast.expr]) -> ast.expr:
        """`and` and `or` of what is true or false."""
        ends = isinstance(node.op, ast.Or)
        parts: list[ast.expr] = []
        for value in node.values:
            part = self.of(value, env)
            if isinstance(part, ast.Constant):
                if not isinstance(part.value, bool):
                    raise Unknown
                if part.value == ends:
                    parts.append(part)
                    break
                continue
            parts.append(part)
        if not parts:
            return py.const(not ends)
        last = parts[-1]
        if isinstance(last, ast.Constant):  # nothing before it makes a difference
            for part in parts:
                _dropped(part)
            return last
        if len(parts) < len(node.values) and not all(is_bool(part) for part in parts):
            raise Unknown
        return parts[0] if len(parts) == 1 else ast.BoolOp(node.op, parts)

    def _compared(self, node: ast.Compare, env: dict[str, ast.expr]) -> ast.expr:
        items = [self.of(item, env) for item in (node.left, *node.comparators)]
        made = ast.Compare(items[0], node.ops, items[1:])
        if all(isinstance(item, ast.Constant) and type(item.value) is int for item in items):
            return py.const(bool(eval(compile(ast.fix_missing_locations(ast.Expression(made)), "", "eval"))))
        return made

    def _call(self, node: ast.Call, env: dict[str, ast.expr]) -> ast.expr:
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        args = [self.of(arg, env) for arg in node.args]
        if name in ("first_of", "last_of") and _is_empty(args[0]):
            return args[1] if len(args) > 1 else py.const(-1)
        if name in ("bool", "len") and _is_empty(args[0]):
            return py.const(False) if name == "bool" else py.const(0)
        for param, arg in zip(self.vacancy.params.get(name, ()), args[1:], strict=False):
            if isinstance(arg, ast.Name) and arg.id == self.param and (name, param) in self.vacancy.known:
                if not all(isinstance(x, ast.Name | ast.Constant) for x in args[1:]):
                    continue
                self.used = True
                given: dict[str, str | ast.expr] = dict(zip(self.vacancy.params[name], args[1:], strict=True))
                return py.filled(self.vacancy.known[name, param], given)
        return ast.Call(node.func, args, [])


def held_place(place: ast.expr) -> ast.expr:
    """What lies at a place."""
    return py.index(py.attr("s", "held_"), place)


def guarded(made: Tree) -> Tree:
    """Mark `x if held_[place] else y` where `x` is `y` anyway if nothing lies there: the test only saves time."""
    made.__dict__["guards"] = True
    return made


def guards(node: ast.AST) -> bool:
    """Is it marked so?"""
    return bool(node.__dict__.get("guards"))


def _dropped(node: ast.expr) -> ast.expr:
    """An expression that perhaps nobody works out any more, or somebody twice. Raises Unknown if that could be told."""
    for part in py.walk(node):
        if isinstance(part, ast.Call) and not is_silent(part):
            raise Unknown
    return node


def _chosen(test: ast.expr, said: ast.expr, other: ast.expr) -> ast.expr:
    if isinstance(test, ast.Constant):
        return said if test.value else other
    if ast.dump(said) == ast.dump(other):
        _dropped(test)
        return said
    if ast.dump(test) == ast.dump(other):
        return ast.BoolOp(ast.And(), [test, said])
    if ast.dump(test) == ast.dump(py.negate(other)):
        return ast.BoolOp(ast.Or(), [other, said])
    if isinstance(said, ast.Constant) and isinstance(said.value, bool) and is_bool(test) and is_bool(other):
        if said.value:
            return ast.BoolOp(ast.Or(), [test, other]) if _differs(other) else test
        test = py.negate(test)
        return ast.BoolOp(ast.And(), [test, other]) if _differs(other) else test
    if isinstance(other, ast.Constant) and isinstance(other.value, bool) and is_bool(test) and is_bool(said):
        if other.value:
            return ast.BoolOp(ast.Or(), [py.negate(test), said])
        return ast.BoolOp(ast.And(), [test, said])
    return ast.IfExp(test, said, other)


def _differs(other: ast.expr) -> bool:
    return not isinstance(other, ast.Constant)


def is_bool(node: ast.expr) -> bool:
    """Is it true or false, and nothing else?"""
    if isinstance(node, ast.Constant):
        return isinstance(node.value, bool)
    if isinstance(node, ast.BoolOp):
        return all(is_bool(part) for part in node.values)
    if isinstance(node, ast.Call):
        return py.is_disjoint(node)
    return isinstance(node, ast.Compare) or (isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not))


def _tests(test: ast.expr, name: str) -> bool:
    """`name`, or `not name`"""
    inner = test.operand if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not) else test
    return isinstance(inner, ast.Name) and inner.id == name


def _is_empty(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, tuple)


def _is_held(node: ast.expr) -> bool:
    return isinstance(node, ast.Attribute) and node.attr == "held_"
