"""What happens to the names of a function: which are stored and read, which lists grow, and under how many names."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field


@dataclass(slots=True)
class Names:
    """The names of one function."""

    stored: set[str] = field(default_factory=set)
    read: set[str] = field(default_factory=set)
    grow: set[str] = field(default_factory=set)
    """Lists to which something is appended."""
    shared: set[str] = field(default_factory=set)
    """Those that are not only ever made in the function, or are put into others."""


def names_of(tree: ast.FunctionDef) -> Names:
    """What happens to the names of a function."""
    names = Names(shared={arg.arg for arg in tree.args.args})
    for node in ast.walk(tree):
        if isinstance(node, ast.Name):
            (names.read if isinstance(node.ctx, ast.Load) else names.stored).add(node.id)
        elif isinstance(node, ast.Assign):
            target, value = node.targets[0], node.value
            if isinstance(target, ast.Name) and not isinstance(value, ast.List | ast.ListComp | ast.Call):
                names.shared.add(target.id)
        elif isinstance(node, ast.For):
            names.shared |= {part.id for part in ast.walk(node.target) if isinstance(part, ast.Name)}
        name = appended(node)
        if name is not None and isinstance(node, ast.Call):
            names.grow.add(name)
            names.shared |= {part.id for arg in node.args for part in ast.walk(arg) if isinstance(part, ast.Name)}
    return names


def appended(node: ast.AST) -> str | None:
    """The name of the list that grows by this call."""
    function = node.func if isinstance(node, ast.Call) else None
    if isinstance(function, ast.Attribute) and function.attr == "append" and isinstance(function.value, ast.Name):
        return function.value.id
    return None
