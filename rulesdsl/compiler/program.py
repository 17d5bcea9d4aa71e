"""Everything together: a checked game to a Program, plain data that can be cached, and its Python text for `dump`."""

from __future__ import annotations

import ast
import marshal
import warnings
from functools import partial
from typing import Any

from rulesdsl.check.facts import Facts
from rulesdsl.check.scope import Globals
from rulesdsl.compiler import binding, flags, functions, fusing, tails
from rulesdsl.compiler import pyast as py
from rulesdsl.compiler.about import about, looks_back
from rulesdsl.compiler.actions import ActionLowering
from rulesdsl.compiler.along import Ways
from rulesdsl.compiler.artifact import FORMAT, Program
from rulesdsl.compiler.at_random import MOST, at_random
from rulesdsl.compiler.calls import carried_name
from rulesdsl.compiler.cellsets import CellSets
from rulesdsl.compiler.existence import SOME
from rulesdsl.compiler.filters import Filters
from rulesdsl.compiler.layout import Layout
from rulesdsl.compiler.nodes import GraphBuilder, Node
from rulesdsl.compiler.remembering import Memory, Remembering, mark
from rulesdsl.compiler.scans import Scans
from rulesdsl.compiler.searches import Searches
from rulesdsl.compiler.seats import fixed_players, following
from rulesdsl.compiler.second_look import SecondLook, is_calm
from rulesdsl.compiler.selection import THOSE
from rulesdsl.compiler.sites import Sites
from rulesdsl.compiler.touching import Everything, TooMuch, Touching
from rulesdsl.model.carried import carried_by
from rulesdsl.model.game import Decl, Game, RuleDecl
from rulesdsl.model.sizes import is_spread
from rulesdsl.source.text import Span
from rulesdsl.syntax import nodes as n


class Compiler:
    def __init__(
        self,
        game: Game,
        facts: Facts,
        names: Globals,
        *,
        optimise: bool = True,
        for_python: bool = True,
        secrets: frozenset[n.Node] = frozenset(),
    ) -> None:
        """`for_python`: also what only pays where the program is run as Python."""
        self.for_python = optimise and for_python
        self.game, self.facts, self.names, self.optimise, self.secrets = game, facts, names, optimise, secrets
        self.layout = Layout(game, facts, names)
        self.sites = Sites()
        self.outcomes: list[str] = []
        self.joined: dict[int, tuple[int, ...]] = {}
        """The nodes that each node has taken in."""
        self.functions: list[tuple[str, ast.FunctionDef]] = []
        self.searches: Searches | None = None
        self.straight: tuple[dict[int, list[ast.stmt]], frozenset[int]] = {}, frozenset()
        """Nodes as they are played straight through, by number, before they are joined; those that ask."""
        self.run: frozenset[int] = frozenset()
        """Nodes that are run by themselves; the others are joined into those."""

    def low(self, rule: Decl, *, pull: bool = False) -> ActionLowering:
        return ActionLowering(
            self.game,
            self.facts,
            self.names,
            self.layout,
            self.sites,
            self.outcomes,
            pull=pull,
            rule=rule,
            secrets=self.secrets,
        )

    def add(self, made: ast.FunctionDef, span: Span | None) -> None:
        py.locate(made, span)
        path = span.source.path if span is not None else self.game.path
        self.functions.append((path, made))

    # -------------------------------------------------------------------- parts

    def rules(self) -> None:
        game = self.game
        for order in game.orders.values():
            self.add(functions.order(self.low(order), order), order.span)
        for rule in game.rules.values():
            if rule.how == "value":
                if rule.body is not None and rule.changes:
                    self.add(functions.base(self.low(rule), rule), rule.span)
                self.add(functions.value(self.low(rule), rule), rule.span)
                if rule.changes:
                    self.add(functions.value(self.low(rule), rule, explain=True), rule.span)
                continue
            around = [t for t in game.triggers if t.effect == rule.name]
            for pull in self.twins(rule):
                if rule.how == "table":
                    self.add(functions.table(self.low(rule, pull=pull), rule), rule.span)
                else:
                    for made in functions.effect(self.low(rule, pull=pull), rule, around):
                        self.add(made, rule.span)
        for special in game.specials.values():
            made_test = self.low(special).special(special)
            if made_test is not None:
                self.add(made_test, special.span)
        for travel in game.travels.values():
            for clause in travel.clauses.values():
                self.add(functions.value(self.low(clause), clause), clause.span)
        for trigger in game.triggers:
            for pull in self.twins(trigger):
                self.add(functions.trigger(self.low(trigger, pull=pull), trigger), trigger.span)
        for key, texts in game.carried.items():
            asks = any(self.facts.summaries[rule].all_asks for rule in texts.values())
            for pull in (False, True) if asks else (False,):
                for number, rule in enumerate(dict.fromkeys(texts.values())):
                    self.add(functions.carried(self.low(rule, pull=pull), rule, key, number), rule.span)
                empty = self.low(Decl(key, game.span), pull=pull)  # type: ignore[arg-type]
                self.add(functions.nothing_carried(empty, key), game.span)
        for state in game.state.values():
            for word, what in (("below", state.below), ("above", state.above)):
                for pull in self.twins(state) if isinstance(what, n.Block) else ():
                    self.add(functions.edge(self.low(state, pull=pull), state, word), state.span)
        for zone in game.zones.values():
            for pull in self.twins(zone) if zone.then is not None else ():
                self.add(functions.refilled(self.low(zone, pull=pull), zone), zone.span)
        for action in game.actions.values():
            self.add(self.low(action).can(action), action.span)
            for pull in (False, True) if action in self.facts.budgets else ():
                self.add(self.low(action, pull=pull).take(action), action.span)
            if action.body is not None and any(isinstance(x, n.Return) for x in action.body.walk()):
                self.body_function(action)
        for phase in game.phases.values():
            if phase.do is not None and (phase.together is not None or self.has_return(phase.do)):
                self.body_function(phase.do)
        for i, score in enumerate(game.scores):
            self.add(functions.score(self.low(score), score, i), score.span)

    def has_return(self, rule: RuleDecl) -> bool:
        return rule.body is not None and any(isinstance(x, n.Return) for x in rule.body.walk())

    def twins(self, rule: Decl) -> tuple[bool, ...]:
        """A rule that may ask is lowered twice."""
        return (False, True) if self.facts.summaries[rule].all_asks else (False,)

    def body_function(self, rule: RuleDecl) -> None:
        """The body of an action or phase as a function of its own, where `return` can leave it."""
        for pull in self.twins(rule):
            low = self.low(rule, pull=pull)
            params = [low.local(slot.name) for slot in rule.slots]
            body = low.block(rule.body)
            name = f"{'action' if rule.how == 'action' else 'phase'}_{rule.name}"
            self.add(functions.signature(low, rule, name, params, body), rule.span)

    def nodes(self, look: SecondLook | None) -> tuple[list[Node], dict[str, Any]]:
        builder = GraphBuilder(lambda: self.low(Decl("graph", self.game.span)))  # type: ignore[arg-type]
        found = builder.build()
        entries = frozenset(builder.entries.values())
        for pull in (False, True):
            bodies: dict[int, list[ast.stmt]] = {}
            for node in found:
                assert node.write is not None
                low = self.low(Decl(node.phase or node.kind, node.span or self.game.span), pull=pull)  # type: ignore[arg-type]
                low.counter = node.number * 1000
                before = self.layout.ways_asked
                body = node.write(low)
                for stmt in body:
                    py.locate(stmt, node.span)
                if look is not None:
                    body = flags.direct(look.over(body, f"node_{node.number}"), self.layout.constants)
                if self.searches is not None and self.layout.ways_asked > before:
                    self.searches.over(body)
                bodies[node.number] = body
            asking = frozenset(node.number for node in found if node.asks)
            if not pull:
                self.straight = bodies, asking
            if self.optimise:
                # the set-up stands alone: positions of cases begin where it ends
                fused = fusing.Fusing(bodies, asking, alone=frozenset({0}))
                # a match pauses only in nodes that ask
                if pull:
                    bodies = self.pausing(bodies, asking) or {k: fused.fused(k) for k in sorted(asking)}
                else:
                    bodies = fused.reachable({0, *asking}, entries)
                    self.run = frozenset(bodies)
                self.joined.update(fused.taken)
            for node in found:
                if node.number not in bodies or (pull and not node.asks):
                    continue
                self.add(self.node_function(node, bodies[node.number], pull), node.span)
        for phase in self.game.phases.values():
            if phase.name in builder.entries:
                self.add(py.function(f"begin_{phase.name}", ["s"], builder.begin(self.low(phase), phase)), phase.span)
        return found, {"entries": builder.entries, "around": builder.around}

    def pausing(self, bodies: dict[int, list[ast.stmt]], asking: frozenset[int]) -> dict[int, list[ast.stmt]]:
        """Nodes that ask, with those that follow and what is known there; none where the program is not small."""
        if sum(1 for body in bodies.values() for _ in fusing.statements(body)) > MOST:
            return {}
        players = fixed_players(self.game)
        known: dict[str, object] = {"s.players": players} if players else {}
        touching = Touching(made for _, made in self.functions)
        scans = Scans(self.layout, touching.functions, is_calm)
        bodies = {number: scans.over(body) for number, body in bodies.items()}
        try:
            ways = Ways(bodies, asking, touching, self.layout.constants, known, apart=False, flags={})
            made = {}
            for number in sorted(asking):
                made[number] = tails.shared(ways.alone(number))
                self.joined[number] = tuple(ways.taken)
        except (TooMuch, Everything):
            return {}
        onward = {target for body in made.values() for target in fusing.targets(body) if target >= 0}
        return made if onward <= self.run else {}

    def second_look(self) -> SecondLook | None:
        """Look again at the rules, before nodes that use them are copied into each other."""
        if not self.optimise:
            return None
        cells = partial(CellSets, self.game, self.layout) if self.for_python else None
        filters = Filters(self.layout) if self.for_python else None
        rules = [made for _, made in self.functions]
        pieces = 0 if is_spread(self.game) else len(self.game.pieces)
        look = SecondLook(rules, self.layout.constants, following(self.layout), cells, filters, pieces)
        for _, made in self.functions:
            look.at(made)
        if self.for_python:
            self.searches = Searches(self.game, look, partial(looks_back, self.facts))
            for _, made in self.functions:
                self.searches.over(made.body)
        return look

    def node_function(self, node: Node, body: list[ast.stmt], pull: bool) -> ast.FunctionDef:
        name = f"node_{node.number}" + ("_pull" if pull else "")
        if pull and not any(isinstance(x, ast.Yield | ast.YieldFrom) for stmt in body for x in py.walk(stmt)):
            body = [py.when(py.const(False), [py.line(ast.Yield(None))]), *body]
        if pull:
            body = fusing.looped(body, node.number) or [*fusing.marking(), *body]
        return py.function(name, ["s"] if pull else ["s", "ask"], body)

    def play_at_random(self) -> None:
        """The function that plays a whole game at random, if the program is small and stands in one file."""
        path, *others = {path for path, _ in self.functions}
        every = [made for _, made in self.functions]
        whole = at_random(*self.straight, every, self.layout) if not others else None
        if whole is not None:
            self.functions.append((path, whole))

    # ----------------------------------------------------------------- together

    def compile(self) -> Program:
        self.layout.places()
        for phase in self.game.phases.values():
            if phase.each_name:
                self.layout.each(phase)
        for state in self.game.state.values():
            self.layout.state(state)
            if state.until_revealed:
                self.layout.revealed(state)
        for token in self.game.tokens:
            self.layout.token(token)
        for kind in self.game.kinds.values():
            for decl in kind.fields.values():
                self.layout.field(decl)
            if kind.sides:
                self.layout.side(kind)
        for sided in self.game.sided.values():
            self.layout.up_side(sided)
        for board in self.game.boards.values():
            for decl in board.fields.values():
                self.layout.field(decl)
        self.rules()
        look = self.second_look()
        found, starts = self.nodes(look)
        self.functions += self.sites.functions
        if look is not None:
            paths = {made.name: path for path, made in self.functions}
            for made in look.existence.made.values():
                if self.searches is not None:
                    self.searches.over(made.body)
                self.functions.append((paths[made.name.replace(SOME, "value_", 1)], made))
            for made in look.selection.made.values() if look.selection is not None else ():
                self.functions.append((paths[made.name.replace(THOSE, "value_", 1)], made))
            self.functions += [(self.game.path, made) for made in look.standing.values()]
            self.play_at_random()
        memory = Memory()
        if look is not None and look.cells is not None and self.searches is not None:
            searches = self.searches
            self.functions += [(searches.path_of(made), made) for made in searches.made.values()]
            for cells in look.cells.made.values():
                self.functions.append((self.game.path, cells.made))
            every = [made for _, made in self.functions]
            memory = Remembering(self.game, self.layout, every, look.cells.made).memory()
            mark(every, memory, self.layout)
        lists = frozenset(c.name for c in self.layout.columns.values() if c.is_list)
        by_file: dict[str, list[ast.FunctionDef]] = {}
        for path, made in self.functions:
            if self.optimise:
                binding.bind(made, lists)
            by_file.setdefault(path, []).append(made)
        modules = [(path, ast.Module(list(made), [])) for path, made in by_file.items()]
        with warnings.catch_warnings():
            # what Python finds odd in generated code (`2 is not None`) the checker has said of the rule already
            warnings.simplefilter("ignore", SyntaxWarning)
            code = [(path, marshal.dumps(compile(module, path, "exec", dont_inherit=True))) for path, module in modules]
        data = self.data(found, starts, code)
        remembered = {"rests_on": memory.rests_on, "remembers": bool(memory.values or memory.cells)}
        return Program({**data, **remembered}, modules)

    def data(self, found: list[Node], starts: dict[str, Any], code: list[tuple[str, bytes]]) -> dict[str, Any]:

        columns = [
            (c.name, tuple(c.start) if isinstance(c.start, list) else c.start, c.is_list, c.what)
            for c in self.layout.columns.values()
        ]
        nodes = [
            (
                x.number,
                x.kind,
                x.phase,
                x.title,
                x.cite,
                x.span.source.path if x.span else "",
                x.span.line if x.span else 0,
                x.asks,
                x.rolls,
                tuple(x.edges),
            )
            for x in found
        ]
        return {
            "format": FORMAT,
            "code": code,
            "columns": columns,
            "constants": self.layout.constants,
            "answers": self.layout.answers,
            "nodes": nodes,
            **starts,
            "sites": [site.plain() for site in self.sites.found],
            "outcomes": tuple(self.outcomes),
            "joined": self.joined,
            "carried": self.carried_tables(),
            **about(self.game, self.facts, self.names, self.layout),
        }

    def carried_tables(self) -> dict[str, tuple[str | None, ...]]:
        """For each carried rule the function's name by piece, or by cell; none where there is no such rule."""
        tables: dict[str, tuple[str | None, ...]] = {}
        for key, texts in self.game.carried.items():
            name = carried_name(self.game, key)
            numbers = {rule: number for number, rule in enumerate(dict.fromkeys(texts.values()))}
            row: list[str | None] = []
            for holders in carried_by(self.game, key):
                number = next((numbers[texts[one]] for one in holders or () if one in texts), len(texts))
                row.append(None if holders is None else f"{name}_{number}")
            tables[name] = tuple(row)
        return tables


def compile_game(
    game: Game,
    facts: Facts,
    names: Globals,
    *,
    optimise: bool = True,
    for_python: bool = True,
    secrets: frozenset[n.Node] = frozenset(),
) -> Program:
    """Lower every rule and node of a game that has been checked without errors."""
    return Compiler(game, facts, names, optimise=optimise, for_python=for_python, secrets=secrets).compile()
