"""States of a game: a class with a slot for each figure, and functions that make a first one and copy one."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from typing import Any

from rulesdsl.compiler import pyast as py
from rulesdsl.compiler.artifact import CORE
from rulesdsl.runtime import support
from rulesdsl.runtime.memory import Memory

State = Any
WRITTEN_OUT = 64
"""Numbers of a list that is written out where a state begins; longer ones are copied."""
_FIRST: dict[str, object] = {
    "pos_": 0,
    "over_": 0,
    "winner_": -1,
    "mark_": None,
    "due_": False,
    "chain_": (),
    "told_": None,
    "reveals_": 0,
}
"""What is the same at the beginning of every game."""


class Makers:
    """Generated functions: `fresh()` makes a state in which only the columns are set, `start(config, stream)` one that

    a game begins with, `copy(s)` a copy.
    """

    def __init__(self, state: type[Any], data: Mapping[str, Any]) -> None:
        space: dict[str, Any] = {"State": state, "Memory": Memory, "roll": support.roll, "pick": support.pick}
        columns = _columns(data, space)
        # a game that remembers nothing has one memory, which stays empty
        memory = py.call("Memory") if data["remembers"] else py.name("nothing_")
        space["nothing_"] = Memory()
        functions = [
            _function("fresh", [], columns),
            _function("start", ["config", "stream"], {**_core(memory), **columns}),
            _function("copy", ["s"], _copied(data, memory)),
        ]
        module = ast.Module(list(functions), [])
        py.locate(module, None)
        exec(compile(module, "<state>", "exec"), space)
        self.fresh: Callable[[], State] = space["fresh"]
        self.start: Callable[..., State] = space["start"]
        self.copy: Callable[[State], State] = space["copy"]


def _function(name: str, params: list[str], values: Mapping[str, ast.expr]) -> ast.FunctionDef:
    """An assignment for each figure."""
    lines: list[ast.stmt] = [py.assign("c", py.call("State"))]
    lines += [py.assign(py.attr("c", figure), value) for figure, value in values.items()]
    return py.function(name, params, [*lines, ast.Return(py.name("c"))])


def _columns(data: Mapping[str, Any], space: dict[str, Any]) -> dict[str, ast.expr]:
    """The first values of columns; those that are not written out get a name in `space`."""
    made: dict[str, ast.expr] = {}
    for name, start, is_list, _ in data["columns"]:
        if is_list and len(start) <= WRITTEN_OUT and all(_is_plain(item) for item in start):
            made[name] = py.list_of([py.const(item) for item in start])
        elif is_list:
            space[f"{name}_first"] = list(start)
            made[name] = py.index(py.name(f"{name}_first"), ast.Slice())
        elif _is_plain(start):
            made[name] = py.const(start)
        else:
            space[f"{name}_first"] = start
            made[name] = py.name(f"{name}_first")
    return made


def _is_plain(item: object) -> bool:
    """Does it stand well in code?"""
    if isinstance(item, tuple):
        return len(item) <= WRITTEN_OUT and all(isinstance(x, int) for x in item)
    return item is None or isinstance(item, int | str)


def _core(memory: ast.expr) -> dict[str, ast.expr]:
    made: dict[str, ast.expr] = {name: py.const(value) for name, value in _FIRST.items()}
    made |= {"players": py.attr("config", "players"), "me": py.index(py.attr("config", "players"), py.const(0))}
    made |= {"options_": py.attr("config", "options"), "scenario_": py.attr("config", "scenario")}
    made |= {"stream_": py.name("stream"), "numbers_": py.attr("stream", "numbers")}
    return {**made, "roll_": py.name("roll"), "pick_": py.name("pick"), "memory_": memory}


def _copied(data: Mapping[str, Any], memory: ast.expr) -> dict[str, ast.expr]:
    made: dict[str, ast.expr] = {name: py.attr("s", name) for name in CORE}
    made["memory_"] = memory  # a copy has much to itself soon: it remembers nothing
    for name, _, is_list, _ in data["columns"]:
        made[name] = py.index(py.attr("s", name), ast.Slice()) if is_list else py.attr("s", name)
    return made
