"""What follows calls: who may ask and roll, who the chooser is, which variables of phases are set, which phases run.

A rule can be reached on many ways; what holds for it is what holds on all of them.
"""

from __future__ import annotations

from rulesdsl.check.facts import Facts, Summary
from rulesdsl.check.graphs import reached
from rulesdsl.check.scope import Globals
from rulesdsl.model.game import Decl, Game, PhaseDecl
from rulesdsl.model.types import INT
from rulesdsl.source.diagnostics import Problems

ME = "me"


def close_effects(facts: Facts) -> None:
    """`all_asks` and `all_rolls`: what a rule does with all that it calls."""
    for summary in facts.summaries.values():
        summary.all_asks, summary.all_rolls = summary.asks, summary.rolls
    changed = True
    while changed:
        changed = False
        for summary in facts.summaries.values():
            for site in summary.calls:
                target = facts.summaries.get(site.target)
                if target is None:
                    continue
                if (target.all_asks and not summary.all_asks) or (target.all_rolls and not summary.all_rolls):
                    summary.all_asks |= target.all_asks
                    summary.all_rolls |= target.all_rolls
                    changed = True


class Contexts:
    """Walks from the roots (set-up, phases, ends, scores) along calls and narrows what is available."""

    def __init__(self, game: Game, facts: Facts, names: Globals) -> None:
        self.game, self.facts = game, facts
        self.always = frozenset(p.each_name for p in game.phases.values() if p.each_name and p.each_type == INT)
        self.names = names
        self.inside: dict[str, tuple[frozenset[str], frozenset[str]]] = {}
        self.offers: dict[str, tuple[frozenset[str], frozenset[str]]] = {}
        """The same where a phase offers its actions."""

    def run(self) -> None:
        nothing: frozenset[str] = frozenset()
        for rule in (
            *self.game.setup,
            *self.game.scenarios.values(),
            *self.game.ends,
            *self.game.scores,
        ):
            self._reach(rule, nothing, nothing)
        for order in self.game.orders.values():
            if order.name in self.game.tie_orders:
                self._reach(order, nothing, nothing)
        if self.game.root:
            self._phase(self.game.phases[self.game.root], nothing, nothing, ())
        self._anytime()

    def _anytime(self) -> None:
        """Actions that join the offers of all phases inside theirs."""
        phases = self.game.phases
        within = {name: [step.phase.name for step in phase.steps] for name, phase in phases.items()}
        for phase in phases.values():
            offers = [self.offers[name] for name in reached(within, [phase.name]) if name in self.offers]
            for word in phase.anytime:
                for available, running in offers:
                    for rule in (self.game.actions.get(word.name), *phase.allowed.get(word.name, ())):
                        self._reach(rule, available, running)

    def _reach(self, rule: object, available: frozenset[str], phases: frozenset[str]) -> None:
        summary = self.facts.summaries.get(rule)
        if summary is None or not self._narrow(summary, available, phases):
            return
        assert summary.available is not None and summary.phases is not None
        for site in summary.calls:
            self._reach(site.target, summary.available | ({ME} if site.with_me else set()), summary.phases)

    def _narrow(self, summary: Summary, available: frozenset[str], phases: frozenset[str]) -> bool:
        """True if what is known about the rule became less."""
        if summary.available is None or summary.phases is None:
            summary.available, summary.phases = available, phases
            return True
        before = summary.available, summary.phases
        summary.available &= available
        summary.phases &= phases
        return before != (summary.available, summary.phases)

    def _phase(
        self, phase: PhaseDecl, available: frozenset[str], phases: frozenset[str], path: tuple[str, ...]
    ) -> None:
        if phase.name in path:
            return
        known = self.inside.get(phase.name)
        if known is not None:
            available, phases = available & known[0], phases & known[1]
            if (available, phases) == known:
                return
        self.inside[phase.name] = available, phases
        inner = available | {p.name for p in phase.params}
        self._reach(phase, inner, phases)
        if phase.each_name:
            inner |= {phase.each_name}
        if phase.player is not None or phase.together is not None:
            inner |= {ME}
        running = phases | {phase.name} | ({phase.each_name} - {ME, ""})
        if phase.offer:
            self.offers[phase.name] = inner, running
        for word in phase.offer:
            if word.name in self.game.actions:
                self._reach(self.game.actions[word.name], inner, running)
            for special in phase.allowed.get(word.name, ()):
                self._reach(special, inner, running)
        if phase.do is not None:
            self._reach(phase.do, inner, running)
        for step in phase.steps:
            self._reach(step, inner, running)
            if step.phase.name in self.game.phases:
                self._phase(self.game.phases[step.phase.name], inner, running, (*path, phase.name))


def check_context(game: Game, facts: Facts, names: Globals, problems: Problems) -> None:
    """Note every use of `me` or of a phase's variable where it may not be set."""
    close_effects(facts)
    contexts = Contexts(game, facts, names)
    contexts.run()
    for phase in game.phases.values():
        known = contexts.inside.get(phase.name)
        has_me = phase.each_name == ME or phase.player is not None
        if phase.offer and known is not None and not has_me and ME not in known[0]:
            problems.error(
                "no-chooser",
                phase.offer[0].span,
                f"nobody acts in phase `{phase.name}`",
                help="say who with `player:` or `each: {me: players}`, here or in a phase around it",
            )
    for summary in facts.summaries.values():
        if summary.available is None:
            continue
        told: set[str] = set()
        for name, span in summary.needs:
            if name in summary.available or name in contexts.always or name in told:
                continue
            told.add(name)
            if name == ME:
                problems.error(
                    "no-chooser",
                    span,
                    _who(summary.rule),
                    help="a phase says who acts (`player:`, `each: {me: players}`); `by p` and `as p:` name somebody",
                )
            else:
                problems.error(
                    "not-set",
                    span,
                    f"`{name}` is not set on every way to here",
                    help="it belongs to a phase; hand it over as a parameter",
                )


def _who(rule: Decl) -> str:
    return f"nobody acts here: `{rule.name}` can run where no player is choosing"
