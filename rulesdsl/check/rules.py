"""All rules of a game in turn: each gets its scope, its summary and the types of all its nodes."""

from __future__ import annotations

from rulesdsl.check.facts import CallSite, Facts, Ref, Summary
from rulesdsl.check.figures import FigureChecker
from rulesdsl.check.scope import Globals, Scope
from rulesdsl.model.carried import all_texts
from rulesdsl.model.frame import EndDecl, ScoreDecl
from rulesdsl.model.game import (
    Game,
    Limit,
    ParamDecl,
    PhaseDecl,
    RuleDecl,
    StepDecl,
    TravelDecl,
)
from rulesdsl.model.types import ERROR, HALF, INT, PLAYER, VOID, optional
from rulesdsl.source.diagnostics import Problems
from rulesdsl.syntax import nodes as n


class RuleChecker(FigureChecker):
    """Walks the declarations; `facts` is complete afterwards but for what follows calls (`context`)."""

    def check(self) -> None:
        game = self.game
        self.figures()
        for module in game.modules.values():
            self._module(module)
        for order in game.orders.values():
            self._begin(order)
            self.keys(order.keys, self._scope(order.params))
        for rule in game.rules.values():
            self._rule(rule)
        for rule in all_texts(game):
            self._carried_rule(rule)
        for travel in game.travels.values():
            self._travel(travel)
        for action in game.actions.values():
            self._action(action)
        for special in game.specials.values():
            self._special(special)
        for trigger in game.triggers:
            self._trigger(trigger)
        for phase in game.phases.values():
            self._phase(phase)
        for end in game.ends:
            self._end(end)
        for score in game.scores:
            self._score(score)
        for setup in game.setup:
            self._begin(setup)
            self.block(setup.body, Scope())
        for scenario in game.scenarios.values():
            self._begin(scenario)
            self.block(scenario.setup, Scope())
        for result in game.results:
            if result.ties is not None and result.ties.name not in game.orders:
                self.unknown(result.ties.span, result.ties.name, game.orders, "order")
            elif result.ties is not None:
                self.facts.used.add(game.orders[result.ties.name])

    # ------------------------------------------------------------------- set-up

    def _scope(self, params: list[ParamDecl]) -> Scope:
        scope = Scope()
        for param in params:
            if self.globals.is_known(param.name) and param.name not in ("it",):
                self.problems.error(
                    "shadowed-name",
                    param.span,
                    f"`{param.name}` has a meaning already in this game",
                    help="take another name",
                )
            scope.names[param.name] = Ref("param", param.type, param)
        return scope

    # -------------------------------------------------------------------- rules

    def _rule(self, rule: RuleDecl) -> None:
        self._begin(rule, rule.returns)
        scope = self._scope(rule.params)
        if rule.expr is not None:
            wanted = INT if rule.how == "table" else rule.returns
            self.need(rule.expr, scope, wanted)
        if rule.body is not None and not self.block(rule.body, scope) and rule.returns not in (VOID, ERROR):
            self.problems.error("missing-return", rule.span, f"`{rule.name}` does not always return {rule.returns}")
        if rule.roll is not None:
            if self.dice(rule.roll, scope).tag == "list":
                self.problems.error("bad-dice", rule.roll.span, "a table needs one number, these are several")
            self.rolls(rule.roll)
        self.rule_changes(rule.changes, scope, INT if rule.how == "table" else rule.returns)
        for row in rule.rows:
            if row.expr is not None:
                self.need(row.expr, scope, rule.returns)
            self.block(row.body, scope)

    def _travel(self, travel: TravelDecl) -> None:
        self._begin(travel)
        scope = self._scope(travel.params)
        for clause in travel.clauses.values():
            self._begin(clause, clause.returns)
            if clause.expr is not None:
                self.need(clause.expr, Scope(scope), clause.returns)

    def _carried_rule(self, rule: RuleDecl) -> None:
        self._begin(rule, rule.returns)
        scope = Scope()
        scope.names["it"] = Ref("param", rule.it or ERROR, None)
        if rule.expr is not None:
            self.need(rule.expr, scope, rule.returns)
        self.block(rule.body, scope)

    def _action(self, action: RuleDecl) -> None:
        self._begin(action)
        scope = Scope()
        if action.when is not None:
            self.condition(action.when, scope)
            self.learn(action.when, scope, truth=True)
        for slot in action.slots:
            assert isinstance(slot.source, n.Source)
            slot.type = self.items(slot.source.items, scope)
            self.facts.types[slot.source] = slot.type
            if self.globals.is_known(slot.name) or scope.find(slot.name) is not None:
                self.problems.error(
                    "shadowed-name", slot.span, f"`{slot.name}` has a meaning already", help="take another name"
                )
            scope.names[slot.name] = Ref("param", slot.type, slot)
            self.learn_from(slot.name, slot.source.items, scope)
            if slot.source.condition is not None:
                self.condition(slot.source.condition, scope)
        for pool in action.pays:
            self.need(pool.amount, scope, INT)
            token = self.game.tokens.get(pool.action.name)
            if token is None:
                self.unknown(pool.action.span, pool.action.name, self.game.tokens, "token")
            else:
                self.facts.used.add(token)
                if token.holder == "Player" and self.summary is not None:
                    self.summary.needs.append(("me", pool.span))
        self._limit(action.limit, action.slots)
        self.block(action.body, scope)

    def _limit(self, limit: Limit | None, slots: list[ParamDecl]) -> None:
        if limit is None:
            return
        self._period(limit.phase)
        if limit.slot is None:
            self._shared(limit.phase)
            return
        slot = next((s for s in slots if s.name == limit.slot.name), None)
        if slot is None:
            self.unknown(limit.slot.span, limit.slot.name, [s.name for s in slots], "slot")
        elif slot.type.tag not in ("kind", "union", "piece", "cell", "player", "enum", "error"):
            self.problems.error(
                "bad-limit",
                limit.slot.span,
                f"`{slot.name}` is {slot.type}, which cannot be counted for each",
                help="pieces, cells, players and members can",
            )

    def _shared(self, word: n.Ident) -> None:
        """A limit within a phase that goes round the players counts for all of them together."""
        phase = self.game.phases.get(word.name)
        if phase is not None and phase.each_name == "me":
            self.problems.warning(
                "shared-limit",
                word.span,
                f"`{word.name}` is over when all have had their turn: the limit is one for all players together",
                help="for each player name a phase inside it, for all together a phase around it",
            )

    def _trigger(self, trigger: RuleDecl) -> None:
        self._begin(trigger)
        scope = self._scope(trigger.params)
        if trigger.effect:
            self._effect_event(trigger)
        with self.held(trigger.special, trigger.span):
            if trigger.when is not None:
                self.condition(trigger.when, scope)
                self.learn(trigger.when, scope, truth=True)
            self.block(trigger.body, scope)

    def _effect_event(self, trigger: RuleDecl) -> None:
        target = self.game.rules.get(trigger.effect)
        if target is None or target.how != "effect":
            assert trigger.event is not None and trigger.event.name is not None
            effects = [name for name, rule in self.game.rules.items() if rule.how == "effect"]
            self.unknown(trigger.event.name.span, trigger.effect, effects, "effect")
            return
        self.facts.used.add(target)
        if trigger.timing == "instead of" and target.returns != VOID:
            self.problems.error(
                "wrong-type",
                trigger.span,
                f"nothing can happen instead of `{target.name}`, which gives {target.returns}",
                help="let the effect itself ask whether something else holds",
            )
        if len(trigger.params) != len(target.params):
            self.problems.error(
                "wrong-arguments",
                trigger.span,
                f"`{target.name}` has {len(target.params)} parameters, the event names {len(trigger.params)}",
            )
        for mine, its in zip(trigger.params, target.params, strict=False):
            if not (self.fits(its.type, mine.type) or self.fits(mine.type, its.type)):
                self.problems.error("wrong-type", mine.span, f"`{its.name}` is {its.type}, never {mine.type}")
        self.facts.summaries.setdefault(target, Summary(target)).calls.append(CallSite(trigger, trigger.span, False))

    # ------------------------------------------------------------------- phases

    def _phase(self, phase: PhaseDecl) -> None:
        self._begin(phase)
        scope = Scope()
        if phase.when is not None:
            self.condition(phase.when, scope)
        if phase.each is not None:
            self._each(phase, scope)
        if phase.player is not None:
            self._inside(phase, phase.player, scope)
        for step in phase.steps:
            self._step(phase, step, scope)
        for word in (*phase.offer, *phase.anytime):
            if word.name not in self.game.actions:
                self.unknown(word.span, word.name, self.game.actions, "action")
                continue
            self.facts.used.add(self.game.actions[word.name])
        if phase.together is not None:
            items = self.items(phase.together, scope)
            if items not in (PLAYER, ERROR):
                self.mismatch(phase.together, items, PLAYER)
        self._limit(phase.limit, [])
        if phase.do is not None:
            self._begin(phase.do)
            self.block(phase.do.body, Scope())

    def _inside(self, phase: PhaseDecl, player: n.Expr, scope: Scope) -> None:
        """Who acts is worked out in each turn of the phase's own loop, where its variable is set."""
        assert self.summary is not None
        before = len(self.summary.needs)
        self.need(player, scope, PLAYER)
        self.summary.needs[before:] = [x for x in self.summary.needs[before:] if x[0] != phase.each_name]

    def _each(self, phase: PhaseDecl, scope: Scope) -> None:
        assert phase.each is not None
        item = self.items(phase.each, scope)
        phase.each_type = item
        if phase.each_name == "me":
            if item not in (PLAYER, ERROR):
                self.mismatch(phase.each, item, PLAYER)
        elif phase.each_name in self.globals.names:
            ref = self.globals.names[phase.each_name]
            ref.type = item

    def _step(self, phase: PhaseDecl, step: StepDecl, scope: Scope) -> None:
        self.summary = self.facts.summaries.setdefault(step, Summary(phase))
        word = step.phase
        target = self.game.phases.get(word.name)
        if target is None:
            self.unknown(word.span, word.name, self.game.phases, "phase")
            return
        call = n.Call(step.span, None, word, step.args)
        self.arguments(call, target.params, scope)
        if step.when is not None:
            self.condition(step.when, scope)

    # ------------------------------------------------------------ end and result

    def _end(self, end: EndDecl) -> None:
        self._begin(end)
        if end.after is not None and end.after.name not in self.game.phases:
            self.unknown(end.after.span, end.after.name, self.game.phases, "phase")
        if end.when is not None:
            self.condition(end.when, Scope())
        if end.by is not None:
            self.need(end.by, Scope(), optional(PLAYER))

    def _score(self, score: ScoreDecl) -> None:
        self._begin(score)
        scope = self._scope([score.param] if score.param is not None else [])
        if score.role:
            ref = self.globals.names.get(score.role)
            if ref is None or ref.how not in ("player", "team"):
                assert self.game.players is not None
                self.unknown(score.span, score.role, [r.name for r in self.game.players.roles], "role")
        for _, points, _ in score.lines:
            found = self.expr(points, scope)
            if found not in (INT, HALF, ERROR):
                self.mismatch(points, found, INT)


def check_rules(game: Game, problems: Problems) -> tuple[Facts, Globals]:
    """Give every name of every rule a meaning and every expression a type."""
    facts, names = Facts(), Globals(game, problems)
    checker = RuleChecker(game, names, facts, problems)
    # an `each:` variable has its list's type, so phases are read once before the rules that use it
    quiet = Problems()
    early = RuleChecker(game, names, Facts(), quiet)
    for phase in game.phases.values():
        early._begin(phase)
        if phase.each is not None:
            early._each(phase, Scope())
    checker.check()
    return facts, names
