"""Phases to graph nodes: each node is one Python function that returns the number of the next.

The same list makes the phase graph that people see (networkx) and the functions that are run.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property

from rulesdsl.compiler import ends, modules
from rulesdsl.compiler import pyast as py
from rulesdsl.compiler.actions import ActionLowering, Anytime, period_matches
from rulesdsl.compiler.seats import empty_seats, fixed_players
from rulesdsl.model.game import PhaseDecl, RuleDecl, StepDecl
from rulesdsl.source.text import Span
from rulesdsl.syntax import nodes as n

Make = Callable[[], ActionLowering]


@dataclass(slots=True, eq=False)
class Node:
    """kind: setup, enter, loop, step, offer, do, together, leave, finish."""

    number: int
    kind: str
    phase: str
    title: str
    cite: str
    span: Span | None
    asks: bool = False
    rolls: bool = False
    edges: list[tuple[int, str, str]] = field(default_factory=list)
    """(target, kind, guard): kind next, when, else, again, pass, done, ended."""
    write: Callable[[ActionLowering], list[ast.stmt]] | None = None


@dataclass(slots=True, eq=False)
class Running:
    """A phase on the way from the root to here, and the node that leaves it."""

    phase: PhaseDecl
    leave: int


def goto(target: int) -> ast.Return:
    return ast.Return(py.const(target))


class GraphBuilder:
    """Lays out the nodes; nothing is lowered before `Node.write` is called."""

    def __init__(self, lowering: Make) -> None:
        made = lowering()
        self.game, self.facts, self.layout = made.game, made.facts, made.layout
        self.nodes: list[Node] = []
        self.entries: dict[str, int] = {}
        """Where each phase is first entered, for cases that start there."""
        self.around: dict[str, tuple[str, ...]] = {}
        """The phases around each, the outermost first."""

    def build(self) -> list[Node]:
        game = self.game
        setup = self.node("setup", "", "Set-up", "", game.span)
        finish = self.node("finish", "", "The end", "", game.span)
        first = self.phase(game.phases[game.root], None, finish.number, ())
        setup.asks = any(self.asks(rule) for rule in (*game.setup, *game.scenarios.values()))
        setup.rolls = any(self.rolls(rule) for rule in (*game.setup, *game.scenarios.values()))
        setup.edges.append((first, "next", ""))
        setup.write = lambda low: self.setup(low, first)
        finish.write = lambda low: [py.assign(py.attr("s", "over_"), py.const(low.outcome("finished"))), goto(ends.END)]
        return self.nodes

    def node(self, kind: str, phase: str, title: str, cite: str, span: Span | None) -> Node:
        made = Node(len(self.nodes), kind, phase, title, cite, span)
        self.nodes.append(made)
        return made

    def asks(self, rule: object) -> bool:
        summary = self.facts.summaries.get(rule)
        return summary is not None and summary.all_asks

    def rolls(self, rule: object) -> bool:
        summary = self.facts.summaries.get(rule)
        return summary is not None and summary.all_rolls

    def of(self, phase: PhaseDecl, kind: str) -> Node:
        return self.node(kind, phase.name, phase.title or phase.name.replace("_", " "), phase.cite, phase.span)

    # -------------------------------------------------------------------- phase

    def phase(self, phase: PhaseDecl, step: StepDecl | None, exit_to: int, path: tuple[Running, ...]) -> int:
        """The nodes of one phase; returns the number of its first."""
        enter = self.of(phase, "enter")
        if phase.name not in self.entries:
            self.entries[phase.name] = enter.number
            self.around[phase.name] = tuple(running.phase.name for running in path)
        leave = self.of(phase, "leave")
        running = (*path, Running(phase, leave.number))
        loop = self.of(phase, "loop") if phase.each is not None else None
        after_body = loop.number if loop is not None else leave.number
        body = self.body(phase, after_body, running)
        start = loop.number if loop is not None else body
        enter.write = lambda low: self.enter(low, phase, step, start, exit_to)
        enter.edges.append((start, "next", ""))
        module = self.game.module_of(phase.span)
        active = module.active if module is not None else None
        guards = [e for e in (active, phase.when, step.when if step is not None else None) if e is not None]
        if guards:
            enter.edges.append((exit_to, "else", " and ".join(f"not ({g.span.text.strip()})" for g in guards)))
        if loop is not None:
            loop.write = lambda low: self.loop(low, phase, body, leave.number)
            assert phase.each is not None
            loop.edges += [
                (body, "again", f"{phase.each_name} in {phase.each.span.text.strip()}"),
                (leave.number, "done", ""),
            ]
        leave.write = lambda low: self.leave(low, phase, exit_to, path)
        leave.edges.append((exit_to, "next", ""))
        for end in ends.after(self.game, phase):
            leave.edges.append((1, "end", ends.guard(end)))
        return enter.number

    def body(self, phase: PhaseDecl, after: int, running: tuple[Running, ...]) -> int:
        if phase.steps:
            target = after
            for step in reversed(phase.steps):
                target = self.phase(self.game.phases[step.phase.name], step, target, running)
            return target
        if phase.offer:
            return self.offer_node(phase, after, running)
        return self.do_node(phase, after, running)

    def offer_node(self, phase: PhaseDecl, after: int, running: tuple[Running, ...]) -> int:
        made = self.of(phase, "offer")
        made.asks = True
        anytime = self.anytime(phase, running)
        made.rolls = any(self.rolls(self.game.actions[word.name]) for word in phase.offer)
        made.rolls = made.rolls or any(self.rolls(action) for _, action in anytime)
        again = phase.until in ("pass", "all pass")
        at_any_time = Anytime(anytime, lambda low: self.after(low, made.number, running))
        made.write = lambda low: self.offer(low, phase, made.number if again else after, after, running, at_any_time)
        for word in phase.offer:
            made.edges.append((made.number if again else after, "action", word.name))
        made.edges += [(made.number, "action", action.name) for _, action in anytime]
        if phase.until != "one":
            made.edges.append((after, "pass", "pass"))
        self.end_edges(made)
        return made.number

    def anytime(self, phase: PhaseDecl, running: tuple[Running, ...]) -> list[tuple[PhaseDecl, RuleDecl]]:
        """Actions that join this offer from the phases around it and from itself, each once, with their phase."""
        known = {word.name for word in phase.offer}
        found: list[tuple[PhaseDecl, RuleDecl]] = []
        for around in (one.phase for one in running):
            for word in around.anytime:
                if word.name not in known:
                    known.add(word.name)
                    found.append((around, self.game.actions[word.name]))
        return found

    def do_node(self, phase: PhaseDecl, after: int, running: tuple[Running, ...]) -> int:
        made = self.of(phase, "together" if phase.together is not None else "do")
        made.asks, made.rolls = self.asks(phase.do), self.rolls(phase.do)
        made.write = lambda low: [*self.do(low, phase), *self.after(low, after, running)]
        made.edges.append((after, "next", ""))
        self.end_edges(made)
        return made.number

    def end_edges(self, node: Node) -> None:
        for end in self.game.ends:
            if end.after is None and end.when is not None:
                node.edges.append((1, "end", ends.guard(end)))

    # ------------------------------------------------------------------ lowering

    def setup(self, low: ActionLowering, first: int) -> list[ast.stmt]:
        low.in_node = True
        with low.writing() as out:
            out += low.noted()
            out += modules.asleep(low)
            out += empty_seats(low)
            for rule in self.game.setup:
                low.rule = rule
                body, awake = low.block(rule.body), low.awake(rule.span)
                out += body if awake is None else [py.when(awake, body)]
            for i, scenario in enumerate(self.game.scenarios.values()):
                if scenario.setup is not None:
                    low.rule = scenario
                    out.append(
                        py.when(py.compare(py.attr("s", "scenario_"), "==", py.const(i)), low.block(scenario.setup))
                    )
            out += ends.at_once(low)
        return [*out, goto(first)]

    def saves_me(self, phase: PhaseDecl) -> bool:
        """Does it set `me` while somebody around it acts already, on one of the ways that lead to it?"""
        return sets_me(phase) and phase.name in self.inside_of_acting

    @cached_property
    def inside_of_acting(self) -> frozenset[str]:
        """The phases that can be somewhere inside one that says who acts."""
        found: set[str] = set()
        left = [phase for phase in self.game.phases.values() if sets_me(phase)]
        while left:
            for step in left.pop().steps:
                inner = self.game.phases[step.phase.name]
                if inner.name not in found:
                    found.add(inner.name)
                    left.append(inner)
        return frozenset(found)

    def enter(
        self, low: ActionLowering, phase: PhaseDecl, step: StepDecl | None, start: int, exit_to: int
    ) -> list[ast.stmt]:
        low.rule = phase
        with low.writing() as out:
            awake = low.awake(phase.span)
            if awake is not None:
                out.append(py.when(py.negate(awake), [goto(exit_to)]))
            if step is not None and step.when is not None:
                test = py.negate(low.expr(step.when))
                out.append(py.when(test, [goto(exit_to)]))
            if step is not None and phase.params:
                call = n.Call(step.span, None, step.phase, step.args)
                values = low.arguments(call, RuleDecl(phase.name, phase.span, params=phase.params))
                for param, value in zip(phase.params, values, strict=True):
                    out.append(py.assign(py.attr("s", self.layout.param(param.name, param.type)), value))
            if phase.when is not None:
                test = py.negate(low.expr(phase.when))
                out.append(py.when(test, [goto(exit_to)]))
            out += self.period(low, phase.name)
            for state in self.game.state.values():
                if state.phase == phase.name:
                    out += low.reset_state(state.name)
            if self.saves_me(phase):
                out.append(
                    py.assign(
                        self.kept(phase, "me"),
                        py.attr("s", "me"),
                    )
                )
            if phase.player is not None and phase.each is None:
                out.append(py.assign(py.attr("s", "me"), low.expr(phase.player)))
            if phase.until == "all pass":
                out.append(
                    py.assign(
                        self.kept(phase, "passed"),
                        py.const(0),
                    )
                )
            if phase.each is not None:
                self.begin_loop(low, phase)
        return [*out, goto(start)]

    def begin_loop(self, low: ActionLowering, phase: PhaseDecl) -> None:
        assert phase.each is not None
        if isinstance(phase.each, n.Range):
            start = low.expr(phase.each.low)
            if not isinstance(phase.each.low, n.Number):
                low.out.append(py.assign(self.kept(phase, "from"), start))
            first = low.plus(self.low_end(low, phase), -1)
            low.out.append(py.assign(py.attr("s", self.layout.each(phase)), first))
            if phase.each.high is not None and not isinstance(phase.each.high, n.Number):
                low.out.append(
                    py.assign(
                        self.kept(phase, "to"),
                        low.expr(phase.each.high),
                    )
                )
            return
        low.out.append(py.assign(self.kept(phase, "at"), py.const(0)))
        if not self.over_players(phase):
            items = py.call("tuple", low.items(phase.each))
            low.out.append(py.assign(self.kept(phase, "list"), items))

    def low_end(self, low: ActionLowering, phase: PhaseDecl) -> ast.expr:
        """The number at which a loop begins, fixed when it does."""
        assert isinstance(phase.each, n.Range)
        if isinstance(phase.each.low, n.Number):
            return py.const(phase.each.low.value)
        return self.kept(phase, "from")

    def begin(self, low: ActionLowering, phase: PhaseDecl) -> list[ast.stmt]:
        """The phase as if it had just begun its first turn, for positions inside it."""
        low.rule = phase
        with low.writing() as out:
            if phase.each is not None:
                self.begin_loop(low, phase)
                variable = py.attr("s", self.layout.each(phase))
                if isinstance(phase.each, n.Range):
                    out.append(py.augment(variable, "+", py.const(1)))
                else:
                    items = self.gone_through(phase)
                    out.append(py.assign(self.kept(phase, "at"), py.const(1)))
                    out.append(py.when(items, [py.assign(variable, py.index(items, py.const(0)))]))
            if phase.player is not None:
                out.append(py.assign(py.attr("s", "me"), low.expr(phase.player)))
        return out

    def kept(self, phase: PhaseDecl, word: str) -> ast.Attribute:
        """What a running phase keeps, in the state."""
        return py.attr("s", self.layout.kept(phase.name, word))

    def gone_through(self, phase: PhaseDecl) -> ast.Attribute:
        """The list that a loop goes through."""
        return py.attr("s", "players") if self.over_players(phase) else self.kept(phase, "list")

    def over_players(self, phase: PhaseDecl) -> bool:
        return isinstance(phase.each, n.Name) and self.facts.refs[phase.each].how == "players"

    def loop(self, low: ActionLowering, phase: PhaseDecl, body: int, leave: int) -> list[ast.stmt]:
        low.rule = phase
        assert phase.each is not None
        with low.writing() as out:
            resets = self.resets(low, phase.each_name) if phase.each_name != "me" else []
            if resets:
                out.append(py.when(self.has_begun(low, phase), resets))
            if isinstance(phase.each, n.Range):
                self.next_number(low, phase, leave)
            else:
                self.next_item(low, phase, leave)
            if phase.each_name != "me":
                out += self.period(low, phase.each_name)
            if phase.player is not None:
                out.append(py.assign(py.attr("s", "me"), low.expr(phase.player)))
        return [*out, goto(body)]

    def has_begun(self, low: ActionLowering, phase: PhaseDecl) -> ast.expr:
        """Is a turn of the loop over, or is this its first?"""
        if not isinstance(phase.each, n.Range):
            return py.compare(self.kept(phase, "at"), ">", py.const(0))
        return py.compare(py.attr("s", self.layout.each(phase)), ">=", self.low_end(low, phase))

    def next_number(self, low: ActionLowering, phase: PhaseDecl, leave: int) -> None:
        assert isinstance(phase.each, n.Range)
        variable = self.layout.each(phase)
        if phase.each.high is not None:
            high = py.const(phase.each.high.value) if isinstance(phase.each.high, n.Number) else self.kept(phase, "to")
            low.out.append(py.when(py.compare(py.attr("s", variable), ">=", high), [goto(leave)]))
        low.out.append(py.augment(py.attr("s", variable), "+", py.const(1)))

    def next_item(self, low: ActionLowering, phase: PhaseDecl, leave: int) -> None:
        i = low.temp()
        items = self.gone_through(phase)
        players = fixed_players(self.game) if self.over_players(phase) else ()
        count = py.const(len(players)) if players else py.call("len", items)
        item = py.name(i) if players else py.index(items, py.name(i))  # players who always take part are numbers
        low.out.append(py.assign(i, self.kept(phase, "at")))
        low.out.append(py.when(py.compare(py.name(i), "==", count), [goto(leave)]))
        low.out.append(py.assign(py.attr("s", self.layout.each(phase)), item))
        low.out.append(py.assign(self.kept(phase, "at"), py.binary(py.name(i), "+", py.const(1))))

    def period(self, low: ActionLowering, name: str) -> list[ast.stmt]:
        """At the start of a phase or of one turn of an `each:`: counters of limits go back to 0."""
        lines: list[ast.stmt] = []
        limited: list[RuleDecl | PhaseDecl] = [*self.game.actions.values(), *self.game.phases.values()]
        for rule in limited:
            if not period_matches(rule.limit, name):
                continue
            column = self.layout.columns[self.layout.limit(rule)]
            if column.is_list:
                assert isinstance(column.start, list)
                whole = ast.Subscript(py.attr("s", column.name), ast.Slice(), ast.Store())
                lines.append(
                    ast.Assign([whole], py.binary(py.list_of([py.const(0)]), "*", py.const(len(column.start))))
                )
            else:
                lines.append(py.assign(py.attr("s", column.name), py.const(0)))
        return lines

    def resets(self, low: ActionLowering, name: str) -> list[ast.stmt]:
        """At the end of a period: what holds `until end of` it."""
        lines: list[ast.stmt] = []
        for state in self.game.state.values():
            if state.reset is not None and state.reset.how == "end" and state.reset.name.name == name:
                lines += low.reset_state(state.name)
        return lines + low.reset_fields("end", name)

    def leave(self, low: ActionLowering, phase: PhaseDecl, exit_to: int, path: tuple[Running, ...]) -> list[ast.stmt]:
        low.rule = phase
        low.in_node = True
        with low.writing() as out:
            out += self.cut_short(low, phase, path)
            out += self.resets(low, phase.name)
            if phase.name in self.facts.ends_phases:
                out.append(py.assign(py.attr("s", self.layout.ended(phase.name)), py.const(0)))
            if self.saves_me(phase):
                out.append(py.assign(py.attr("s", "me"), self.kept(phase, "me")))
            for end in ends.after(self.game, phase):
                ends.check(low, end)
            out += self.if_ended(path)
        return [*out, goto(exit_to)]

    def cut_short(self, low: ActionLowering, phase: PhaseDecl, path: tuple[Running, ...]) -> list[ast.stmt]:
        """What holds until the end of a turn of this loop, for when a rule ends it, or a phase around it, in a turn."""
        around = [r.phase.name for r in path if r.phase.name != phase.name]
        ended = [name for name in (phase.name, *around) if name in self.facts.ends_phases]
        resets = self.resets(low, phase.each_name) if phase.each_name not in ("", "me") and ended else []
        if not resets:
            return []
        flags: list[ast.expr] = [py.attr("s", self.layout.ended(name)) for name in ended]
        return [py.when(flags[0] if len(flags) == 1 else ast.BoolOp(ast.Or(), flags), resets)]

    def if_ended(self, path: tuple[Running, ...]) -> list[ast.stmt]:
        """Phases around this point that a rule has ended: leave the innermost, which asks again."""
        flags: list[ast.expr] = [
            py.attr("s", self.layout.ended(r.phase.name)) for r in path if r.phase.name in self.facts.ends_phases
        ]
        if not flags:
            return []
        test = flags[0] if len(flags) == 1 else ast.BoolOp(ast.Or(), flags)
        return [py.when(test, [goto(path[-1].leave)])]

    def after(self, low: ActionLowering, target: int, running: tuple[Running, ...]) -> list[ast.stmt]:
        """What follows a complete action or `do:`: ends, phases that were ended, and on."""
        return [*ends.at_once(low), *self.if_ended(running), goto(target)]

    def offer(
        self,
        low: ActionLowering,
        phase: PhaseDecl,
        again: int,
        after: int,
        running: tuple[Running, ...],
        anytime: Anytime,
    ) -> list[ast.stmt]:
        passing: list[ast.stmt] = [goto(after)]
        if phase.until != "all pass":
            then = lambda: [*self.counted(low, phase), *self.after(low, again, running)]  # noqa: E731
            return low.offer(phase, then, passing, anytime)
        turn = py.assign(py.attr("s", "me"), py.call("next_player", py.attr("s", "players"), py.attr("s", "me")))
        done = py.compare(self.kept(phase, "passed"), ">=", py.call("len", py.attr("s", "players")))
        passing = [
            py.augment(self.kept(phase, "passed"), "+", py.const(1)),
            py.when(done, [goto(after)]),
            turn,
            goto(again),
        ]

        def acted() -> list[ast.stmt]:
            return [
                *self.counted(low, phase),
                py.assign(self.kept(phase, "passed"), py.const(0)),
                py.assign(py.attr("s", "me"), py.call("next_player", py.attr("s", "players"), py.attr("s", "me"))),
                *self.after(low, again, running),
            ]

        return low.offer(phase, acted, passing, anytime)

    def counted(self, low: ActionLowering, phase: PhaseDecl) -> list[ast.stmt]:
        if phase.limit is None:
            return []
        return [py.augment(py.attr("s", self.layout.limit(phase)), "+", py.const(1))]

    def do(self, low: ActionLowering, phase: PhaseDecl) -> list[ast.stmt]:
        assert phase.do is not None
        if phase.together is not None:
            return self.together(low, phase, phase.do)
        low.rule = phase.do
        body = phase.do.body
        if body is not None and any(isinstance(x, n.Return) for x in body.walk()):
            return [py.line(low.rule_call(phase.do, []))]
        low.in_node = True
        return low.block(body)

    def together(self, low: ActionLowering, phase: PhaseDecl, rule: RuleDecl) -> list[ast.stmt]:
        """Each on a state of their own; what they change comes together when all are done."""
        assert phase.together is not None
        low.rule = phase
        player, pair, parts = low.temp(), low.temp(), low.temp()
        name = f"phase_{rule.name}"
        who, mine = (py.index(py.name(pair), py.const(i)) for i in range(2))
        with low.writing() as out:
            own = py.tuple_of([py.name(player), py.call("part_", py.name("s"), py.name(player))])
            out.append(py.assign(parts, py.comprehension(own, player, low.items(phase.together), None)))
            if low.pull and low.asks(rule):
                asked = py.tuple_of([who, py.call(f"{name}_pull", mine), mine])
                all_asked = py.comprehension(asked, pair, py.name(parts), None)
                out.append(py.line(ast.Yield(py.tuple_of([py.const(-1), all_asked, py.const(()), py.const(())]))))
            else:
                ask = [py.name("ask")] if low.asks(rule) else []
                out.append(py.loop(pair, py.name(parts), [py.line(py.call(name, mine, *ask))]))
            out.append(py.line(py.call("join_", py.name("s"), py.name(parts))))
        return out


def sets_me(phase: PhaseDecl) -> bool:
    """Does a phase say who acts?"""
    return phase.player is not None or phase.each_name == "me" or phase.together is not None
