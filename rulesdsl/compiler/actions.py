"""Offers: which actions are possible, the chain of questions, what it costs, and the action itself."""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass

from rulesdsl.compiler import pyast as py
from rulesdsl.compiler.budgets import PASS, BudgetLowering, conditions
from rulesdsl.model.game import Limit, ParamDecl, PhaseDecl, RuleDecl
from rulesdsl.source.text import Span
from rulesdsl.syntax import nodes as n

Statements = Callable[[], list[ast.stmt]]


@dataclass(slots=True)
class Anytime:
    """Actions that join an offer from the phases around it, with their phases, and the statements that follow one."""

    actions: list[tuple[PhaseDecl, RuleDecl]]
    after: Callable[[ActionLowering], list[ast.stmt]]


class ActionLowering(BudgetLowering):
    """Lowers actions inside a node; `rule` is set to the action while it is at work."""

    inline = True
    """Do the statements of an action stand in a node?"""

    def can(self, action: RuleDecl) -> ast.FunctionDef:
        """`can_X(s)`: can the action be completed? Loops that stop at the first way."""
        self.rule = action
        with self.writing() as out:
            yes: list[ast.stmt] = [ast.Return(py.const(True))]
            self.out += self.guarded(action, lambda: self.exists(action, 0, yes))
            out.append(ast.Return(py.const(False)))
        made = py.function(f"can_{action.name}", ["s"], out)
        py.locate(made, action.span)
        return made

    def guarded(self, action: RuleDecl, inner: Statements) -> list[ast.stmt]:
        """`inner()` under the action's own conditions."""
        with self.writing() as out:
            test = self.guard(action)
            body: list[ast.stmt] = inner()
            out += body if test is None else [py.when(test, body)]
        return out

    def guard(self, action: RuleDecl) -> ast.expr | None:
        awake = self.awake(action.span)
        tests: list[ast.expr] = [awake] if awake is not None else []
        if action.limit is not None and action.limit.slot is None:
            tests.append(py.compare(py.attr("s", self.layout.limit(action)), "<", py.const(action.limit.times)))
        if not action.slots:
            tests += self.affordable(action)
        if action.when is not None:
            tests.append(self.expr(action.when))
        return py.both(*tests) if tests else None

    def affordable(self, action: RuleDecl) -> list[ast.expr]:
        tests: list[ast.expr] = []
        for pool in action.pays:
            token = self.game.tokens[pool.action.name]
            have: ast.expr = py.attr("s", self.layout.token(token.name))
            if token.holder == "Player":
                have = py.index(have, py.attr("s", "me"))
            tests.append(py.compare(have, ">=", self.expr(pool.amount)))
        return tests

    def exists(self, action: RuleDecl, k: int, then: list[ast.stmt]) -> list[ast.stmt]:
        """`then` for the first way to fill the slots from number `k` on."""
        if k == len(action.slots):
            return then
        slot = action.slots[k]
        with self.writing() as lines:
            source = self.slot_items(slot)
        var = self.local(slot.name)
        with self.writing() as body:
            tests = self.slot_tests(action, k)
            inner = self.exists(action, k + 1, then)
            body += inner if not tests else [py.when(py.both(*tests), inner)]
        if len(body) == 1 and body[0] is then[0]:
            return [*lines, py.when(self.any_of(source), then)]
        return [*lines, py.loop(var, self.lazily(source), body)]

    def slot_items(self, slot: ParamDecl) -> ast.expr:
        assert isinstance(slot.source, n.Source)
        return self.items(slot.source.items)

    def slot_tests(self, action: RuleDecl, k: int) -> list[ast.expr]:
        slot = action.slots[k]
        assert isinstance(slot.source, n.Source)
        tests: list[ast.expr] = []
        if action.limit is not None and action.limit.slot is not None and action.limit.slot.name == slot.name:
            times = py.index(py.attr("s", self.layout.limit(action)), py.name(self.locals[slot.name]))
            tests.append(py.compare(times, "<", py.const(action.limit.times)))
        if slot.source.condition is not None:
            tests.append(self.expr(slot.source.condition))
        if k == len(action.slots) - 1:
            tests += self.affordable(action)
        return tests

    def slot_options(self, action: RuleDecl, k: int) -> str:
        """Write the list of what fits slot `k` so that the later slots can be filled too; its name."""
        slot = action.slots[k]
        options = self.temp()
        source = self.slot_items(slot)
        var = self.local(slot.name)
        with self.writing() as body:
            tests = self.slot_tests(action, k)
        later = k + 1 < len(action.slots)
        if not body and not later:
            made = self.filter(var, source, tests)
            made = self.seen_options(made, slot)
            self.add(py.assign(options, made))
            return options
        self.add(py.assign(options, py.list_of([])))
        append: list[ast.stmt] = [py.line(py.method(options, "append", py.name(var)))]
        if later:
            found = self.temp()
            with self.writing() as rest:
                hit: list[ast.stmt] = [py.assign(found, py.const(True)), ast.Break()]
                inner = self.exists_flag(action, k + 1, hit, found)
                rest += [py.assign(found, py.const(False)), *inner, py.when(py.name(found), append)]
            append = rest
        body += append if not tests else [py.when(py.both(*tests), append)]
        self.add(py.loop(var, source, body))
        alike = self.seen_options(py.name(options), slot)
        if not isinstance(alike, ast.Name):
            self.add(py.assign(options, alike))
        return options

    def seen_options(self, options: ast.expr, slot: ParamDecl) -> ast.expr:
        """What can fill a slot, as `me` sees it."""
        made = self.distinct(options, slot.type, py.attr("s", "me"))
        return self.in_sight(made, slot.type, py.attr("s", "me"), slot.source)

    def exists_flag(self, action: RuleDecl, k: int, hit: list[ast.stmt], found: str) -> list[ast.stmt]:
        """Loops over the slots from `k`, each left as soon as `found` is set."""
        slot = action.slots[k]
        with self.writing() as lines:
            source = self.slot_items(slot)
        var = self.local(slot.name)
        with self.writing() as body:
            tests = self.slot_tests(action, k)
            if k + 1 == len(action.slots):
                inner = hit
            else:
                inner = [*self.exists_flag(action, k + 1, hit, found), py.when(py.name(found), [ast.Break()])]
            body += inner if not tests else [py.when(py.both(*tests), inner)]
        return [*lines, py.loop(var, self.lazily(source), body)]

    @staticmethod
    def filter(var: str, source: ast.expr, tests: list[ast.expr]) -> ast.expr:
        return py.comprehension(py.name(var), var, source, py.both(*tests)) if tests else source

    # ------------------------------------------------------------------- carry out

    def chain(self, action: RuleDecl, first: str | None = None) -> list[ast.stmt]:
        """Ask slot by slot, pay, count, and do it. `first` names the options of the first slot if they are known."""
        self.rule = action
        with self.writing() as out:
            for k, slot in enumerate(action.slots):
                options = first if k == 0 and first is not None else self.slot_options(action, k)
                self.add(py.assign(self.local(slot.name), self.ask_slot(action, slot, options)))
            out += self.perform(action)
        return out

    def ask_slot(self, action: RuleDecl, slot: ParamDecl, options: str) -> ast.expr:
        word = self.text_table(slot.type)
        assert isinstance(word, ast.Constant)
        span = Span(
            slot.span.source, slot.span.start, slot.source.span.end if slot.source is not None else slot.span.end
        )
        site = self.sites.at(slot, lambda: self.site("slot", span, options=word.value, slot=slot.name))
        secret = slot.source in self.secrets
        return self.ask_unless_single(site, py.attr("s", "me"), options, [], secret=secret, step="sole")

    def take(self, action: RuleDecl) -> ast.FunctionDef:
        """`take_X(s, ask)`: an action by itself, from its first question on."""
        self.inline = False
        body = self.chain(action)
        name = f"take_{action.name}"
        if self.pull:
            return py.function(f"{name}_pull", ["s"], py.pausing(body))
        return py.function(name, ["s", "ask"], body)

    def perform(self, action: RuleDecl) -> list[ast.stmt]:
        with self.writing() as out:
            self.count(action)
            self.pay(action)
            for state in self.game.state.values():
                if state.reset is not None and state.reset.how == "another" and state.reset.name.name == action.name:
                    out += self.reset_state(state.name)
            out += self.reset_fields("another", action.name)
            if action.body is None:
                return out
            if any(isinstance(x, n.Return) for x in action.body.walk()):
                self.add(py.line(self.rule_call(action, [py.name(self.locals[s.name]) for s in action.slots])))
            else:
                before, self.in_node = self.in_node, self.inline
                out += self.block(action.body)
                self.in_node = before
        return out

    def count(self, action: RuleDecl) -> None:
        if action.limit is None:
            return
        times: ast.expr = py.attr("s", self.layout.limit(action))
        if action.limit.slot is not None:
            times = py.index(times, py.name(self.locals[action.limit.slot.name]))
        self.add(py.augment(times, "+", py.const(1)))

    def pay(self, action: RuleDecl) -> None:
        for pool in action.pays:
            token = self.game.tokens[pool.action.name]
            column = py.attr("s", self.layout.token(token.name))
            if token.holder == "game":
                self.add(
                    py.assign(
                        py.attr("s", self.layout.token(token.name)),
                        py.call("paid_out", column, self.expr(pool.amount), py.const(token.name)),
                    )
                )
            else:
                self.add(
                    py.line(py.call("pay", column, py.attr("s", "me"), self.expr(pool.amount), py.const(token.name)))
                )

    def reset_state(self, name: str) -> list[ast.stmt]:
        """A state variable back to its first value, hidden again."""
        decl = self.game.state[name]
        column = self.layout.columns[self.layout.state(decl)]
        lines: list[ast.stmt] = []
        if column.is_list:
            start = column.start
            assert isinstance(start, list)
            fresh = py.binary(py.list_of([py.const(start[0])]), "*", py.const(len(start)))
            whole = ast.Subscript(py.attr("s", column.name), ast.Slice(), ast.Store())
            lines.append(ast.Assign([whole], fresh))
        else:
            lines.append(py.assign(py.attr("s", column.name), py.const(column.start)))
        if decl.until_revealed:
            flags = self.layout.columns[self.layout.revealed(decl)]
            assert isinstance(flags.start, list)
            whole = ast.Subscript(py.attr("s", flags.name), ast.Slice(), ast.Store())
            lines.append(ast.Assign([whole], py.binary(py.list_of([py.const(0)]), "*", py.const(len(flags.start)))))
        return lines

    def reset_fields(self, how: str, name: str) -> list[ast.stmt]:
        """Fields of pieces and cells that hold until this: back to their first values."""
        lines: list[ast.stmt] = []
        fields = [f for kind in self.game.kinds.values() for f in kind.fields.values()]
        fields += [f for board in self.game.boards.values() for f in board.fields.values()]
        for decl in dict.fromkeys(fields):
            if decl.reset is None or decl.reset.how != how or decl.reset.name.name != name or not decl.written:
                continue
            column = self.layout.columns[self.layout.field(decl)]
            assert isinstance(column.start, list)
            fresh = self.constant(f"{column.name}_start", tuple(column.start))
            whole = ast.Subscript(py.attr("s", column.name), ast.Slice(), ast.Store())
            lines.append(ast.Assign([whole], fresh))
        return lines

    # ---------------------------------------------------------------------- menu

    def offer(self, phase: PhaseDecl, after: Statements, passing: list[ast.stmt], anytime: Anytime) -> list[ast.stmt]:
        """The whole offer: `after()` are the statements that follow an action, `passing` those that follow a pass."""
        own = [self.game.actions[word.name] for word in phase.offer]
        can_pass = phase.until != "one"
        with self.writing() as out:
            if phase.limit is not None:
                test = py.compare(py.attr("s", self.layout.limit(phase)), ">=", py.const(phase.limit.times))
                self.add(py.when(test, passing))
            if len(own) == 1 and not can_pass and not anytime.actions:
                out += self.single(phase, own[0], after, passing)
                return out
            menu, chosen = self.temp(), self.temp()
            actions = [*own, *(action for _, action in anytime.actions)]
            self.possible(menu, [*((phase, action) for action in own), *anytime.actions], len(own), can_pass, passing)
            self.add(py.assign(chosen, self.ask_action(phase, actions, menu)))
            arms: list[tuple[ast.expr, list[ast.stmt]]] = []
            for i, action in enumerate(actions):
                arms.append((py.const(i), [*self.chain(action), *(after() if i < len(own) else anytime.after(self))]))
            if can_pass or anytime.actions:
                arms.append((py.const(PASS), passing))
            out.append(self.arms(chosen, arms))
        return out

    def possible(
        self, menu: str, actions: list[tuple[PhaseDecl, RuleDecl]], own: int, can_pass: bool, passing: list[ast.stmt]
    ) -> None:
        """Make the menu: the offer's own actions, then those of any time, which nobody has to take."""
        idle = self.temp()
        self.add(py.assign(menu, py.list_of([])))
        for i, (phase, action) in enumerate(actions):
            if i == own and not can_pass:
                self.add(py.assign(idle, py.negate(py.name(menu))))
            append = py.line(py.method(menu, "append", py.const(i)))
            self.add(py.when(self.offered(phase, action), [append]))
        self.add(py.when(py.negate(py.name(menu)), passing))
        passes = py.line(py.method(menu, "append", py.const(PASS)))
        if can_pass:
            self.add(passes)
        elif len(actions) > own:
            self.add(py.when(py.name(idle), [passes]))

    def offered(self, phase: PhaseDecl, action: RuleDecl) -> ast.expr:
        """Is an action among those that can be chosen now?"""
        can = py.call(f"can_{action.name}", py.name("s"))
        allowed = self.allowed(phase, action)
        return can if allowed is None else py.both(allowed, can)

    def single(self, phase: PhaseDecl, action: RuleDecl, after: Statements, passing: list[ast.stmt]) -> list[ast.stmt]:
        """One action that must be taken if it can be: nobody is asked which."""
        self.rule = action
        with self.writing() as out:
            if not action.slots:
                self.add(py.when(py.negate(py.call(f"can_{action.name}", py.name("s"))), passing))
                out += self.chain(action)
            else:
                test = self.guard(action)
                if test is not None:
                    self.add(py.when(py.negate(test), passing))
                options = self.slot_options(action, 0)
                self.add(py.when(py.negate(py.name(options)), passing))
                out += self.chain(action, options)
            out += after()
        return out

    def ask_action(self, phase: PhaseDecl, actions: list[RuleDecl], menu: str) -> ast.expr:
        self.rule = phase
        labels = tuple(action.title or action.name.replace("_", " ") for action in actions)
        site = self.sites.at(
            ("offer", phase, *(action.name for action in actions)),
            lambda: self.site(
                "action",
                phase.offer[0].span.until([word for word in phase.offer if word.name not in phase.allowed][-1].span),
                *actions,
                labels=labels,
                names=tuple(a.name for a in actions),
                actions=tuple(map(conditions, actions)),
                prompt=phase.title or phase.name.replace("_", " "),
            ),
        )
        tests = self.may_tell(phase, actions)
        if tests is None:
            return self.ask(site, py.attr("s", "me"), py.name(menu), [])
        open_to_all = [py.negate(test) for test in tests]
        return self.ask_unless_single(site, py.attr("s", "me"), menu, [], while_=open_to_all, step="sole_action")

    def may_tell(self, phase: PhaseDecl, actions: list[RuleDecl]) -> list[ast.expr] | None:
        """Conditions that all can see and under which a menu tells something hidden; None: it always may."""
        specials = [special for each in phase.allowed.values() for special in each]
        if any(special.when in self.secrets or special.holder in self.secrets for special in specials):
            return None
        tests: list[ast.expr] = []
        for action in actions:
            if action.when in self.secrets:
                return None
            if any(slot.source in self.secrets for slot in action.slots):
                guard = self.guard(action)
                if guard is None:
                    return None
                tests.append(guard)
        return tests


def period_matches(limit: Limit | None, name: str) -> bool:
    return limit is not None and limit.phase.name == name
