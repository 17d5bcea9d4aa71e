"""`some_X` beside `value_X`: whether a rule gives anything at all, found out no further than to the first."""

from __future__ import annotations

import ast

from rulesdsl.compiler import pyast as py

SOME = "some_"


class Existence:
    """Makes the functions that are asked for."""

    def __init__(self, rules: dict[str, ast.FunctionDef]) -> None:
        self.rules = rules
        self.made: dict[str, ast.FunctionDef] = {}
        self.without: set[str] = set()

    def of(self, call: ast.expr) -> ast.expr | None:
        """A call of `value_X` as one of `some_X`; None where that would not be quicker."""
        if not (isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in self.rules):
            return None
        name = f"{SOME}{call.func.id.removeprefix('value_')}"
        if name not in self.made and not self._make(name, self.rules[call.func.id]):
            return None
        return py.placed(py.call(name, *call.args), call)

    def _make(self, name: str, rule: ast.FunctionDef) -> bool:
        if not rule.name.startswith("value_") or name in self.without:
            return False
        self.without.add(name)  # also while it is being made: of those that lead to themselves there is none
        writer = _Stopping(self, _gathered(rule))
        body = [line for stmt in rule.body for line in writer.statement(py.copied(stmt))]
        if not writer.stops:
            return False
        made = py.function(name, [a.arg for a in rule.args.args], body)
        ast.copy_location(made, rule)
        self.made[name] = made
        for node in py.walk(made):
            if isinstance(node, ast.stmt | ast.expr | ast.arg) and "lineno" not in node.__dict__:
                ast.copy_location(node, rule)
        return True


class _Stopping(ast.NodeTransformer):
    """Turns what returns a list into what returns whether it has something."""

    def __init__(self, existence: Existence, gathered: str) -> None:
        self.existence, self.gathered = existence, gathered
        self.stops = False

    def statement(self, stmt: ast.stmt) -> list[ast.stmt]:
        made = self.visit(stmt)
        return made if isinstance(made, list) else [made]

    def visit_Expr(self, node: ast.Expr) -> ast.stmt:
        """The first that is put into the list that is returned."""
        if not _appends(node, self.gathered):
            return node
        self.stops = True
        return ast.copy_location(ast.Return(py.const(True)), node)

    def visit_Return(self, node: ast.Return) -> list[ast.stmt]:
        made = self._found(node.value)
        for part in made:
            for inner in py.walk(part):
                if isinstance(inner, ast.stmt | ast.expr) and "lineno" not in inner.__dict__:
                    ast.copy_location(inner, node)
        return made

    def _found(self, value: ast.expr | None) -> list[ast.stmt]:
        if value is None or _is_empty(value) or (isinstance(value, ast.Name) and value.id == self.gathered):
            return [ast.Return(py.const(False))]
        if isinstance(value, ast.ListComp) and len(value.generators) == 1 and value.generators[0].ifs:
            self.stops = True
            part = value.generators[0]
            body: list[ast.stmt] = [py.when(py.both(*part.ifs), [ast.Return(py.const(True))])]
            return [ast.For(part.target, part.iter, body, []), ast.Return(py.const(False))]
        some = self.existence.of(value)
        if some is not None:
            self.stops = True
            return [ast.Return(some)]
        return [ast.Return(py.call("bool", value))]


def _is_empty(value: ast.expr) -> bool:
    if isinstance(value, ast.Constant):
        return isinstance(value.value, tuple)
    return isinstance(value, ast.Tuple | ast.List) and not value.elts


def _gathered(rule: ast.FunctionDef) -> str:
    """The local that is filled one by one and returned, and used for nothing else; an empty name if there is none."""
    last = rule.body[-1]
    name = last.value.id if isinstance(last, ast.Return) and isinstance(last.value, ast.Name) else ""
    uses = [x for x in py.walk(rule) if isinstance(x, ast.Name) and x.id == name]
    appends = [x for x in py.walk(rule) if _appends(x, name)]
    starts = [
        x
        for x in rule.body
        if isinstance(x, ast.Assign) and isinstance(x.value, ast.List) and not x.value.elts and _names(x, name)
    ]
    return name if appends and len(starts) == 1 and len(uses) == len(appends) + 2 else ""


def _appends(node: ast.AST, name: str) -> bool:
    """`name.append(...)`"""
    call = node.value if isinstance(node, ast.Expr) else None
    if not (isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr == "append"):
        return False
    return isinstance(call.func.value, ast.Name) and call.func.value.id == name


def _names(stmt: ast.Assign, name: str) -> bool:
    return isinstance(stmt.targets[0], ast.Name) and stmt.targets[0].id == name
