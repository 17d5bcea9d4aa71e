"""The stages between a rule file and a game, as text for people."""

from __future__ import annotations

import json
from collections.abc import Iterator

from rulesdsl.check.facts import Facts
from rulesdsl.check.scope import Globals
from rulesdsl.compiler.program import compile_game
from rulesdsl.model.carried import all_texts
from rulesdsl.model.game import Decl, Game, RuleDecl
from rulesdsl.syntax import nodes as n

STAGES = ("nodes", "types", "python", "graph", "c")


def dump_stage(game: Game, facts: Facts, names: Globals, stage: str) -> str:
    """Raises ValueError for a stage that does not exist, NotNative for a game that has no C."""
    if stage == "nodes":
        return "\n".join(line for rule, node in _rules(game) for line in (f"{rule.name}:", *_tree(node, 1)))
    if stage == "types":
        return "\n".join(line for rule, node in _rules(game) for line in (f"{rule.name}:", *_types(node, facts)))
    if stage == "python":
        return compile_game(game, facts, names).python()
    if stage == "graph":
        nodes = compile_game(game, facts, names).data["nodes"]
        return json.dumps(
            [{"node": x[0], "kind": x[1], "phase": x[2], "line": x[6], "edges": x[9]} for x in nodes], indent=1
        )
    if stage == "c":
        from rulesdsl.native.translate import translate

        program = compile_game(game, facts, names, for_python=False)
        return translate(program.data, program.modules).own
    raise ValueError(f"no stage `{stage}`; there is {', '.join(STAGES)}")


def _rules(game: Game) -> Iterator[tuple[Decl, n.Node]]:
    """Every piece of rule text with the rule it belongs to."""
    rules: list[RuleDecl] = [*game.rules.values(), *game.actions.values(), *game.triggers, *game.setup]
    rules += [*all_texts(game), *game.specials.values()]
    rules += [phase.do for phase in game.phases.values() if phase.do is not None]
    for rule in rules:
        parts: list[n.Node | None] = [rule.when, rule.expr, rule.roll, *(slot.source for slot in rule.slots), rule.body]
        for change in rule.changes:
            parts += [change.value, change.when]
        yield from ((rule, part) for part in parts if part is not None)
    yield from ((end, end.when) for end in game.ends if end.when is not None)


def _tree(node: n.Node, depth: int) -> Iterator[str]:
    own = [f"{name}={value!r}" for name in node.__slots__ if isinstance(value := getattr(node, name), str | int | bool)]
    yield f"{'  ' * depth}{type(node).__name__} {' '.join(own)}".rstrip() + f"  @{node.span.line}:{node.span.column}"
    for child in node.children():
        yield from _tree(child, depth + 1)


def _types(node: n.Node, facts: Facts) -> Iterator[str]:
    for part in node.walk():
        if part in facts.types:
            text = " ".join(part.span.text.split())
            yield f"  {part.span.line}:{part.span.column}  {text[:60]}: {facts.types[part]}"
