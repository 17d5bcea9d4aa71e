"""The course of the game: every phase is reached, none is inside itself, some end can be; no rule sets itself off."""

from __future__ import annotations

from collections.abc import Iterator

from rulesdsl.check.certain import sure_calls
from rulesdsl.check.facts import Facts, Summary
from rulesdsl.check.graphs import loops, reached
from rulesdsl.check.scope import Globals
from rulesdsl.model.carried import all_texts
from rulesdsl.model.frame import EndDecl, ScenarioDecl
from rulesdsl.model.game import Game, PhaseDecl, RuleDecl
from rulesdsl.source.diagnostics import Problems
from rulesdsl.source.text import Span
from rulesdsl.syntax import nodes as n

_HIDES_PHASES = ("bad-phase", "rule-syntax", "unknown-name")
"""After these a step may be missing only because it could not be read."""


def check_flow(game: Game, facts: Facts, names: Globals, problems: Problems) -> None:
    """Note loops of phases, of triggers and of rules, phases that are never played, and games that cannot end."""
    _Flow(game, facts, problems).check()


class _Flow:
    def __init__(self, game: Game, facts: Facts, problems: Problems) -> None:
        self.game, self.facts, self.problems = game, facts, problems
        self.inside = {
            phase.name: [step.phase.name for step in phase.steps if step.phase.name in game.phases]
            for phase in game.phases.values()
        }
        self.calls: dict[object, list[object]] = {
            rule: [site.target for site in summary.calls] for rule, summary in facts.summaries.items()
        }
        self.broken = any(problem.code in _HIDES_PHASES for problem in problems)

    def check(self) -> None:
        self._phase_loops()
        if not self.broken:
            self._idle_anytime()
        if self.game.root:
            played = reached(self.inside, [self.game.root])
            if not self.broken:
                self._unreached(played)
                self._no_end(played)
        for rule, summary in self.facts.summaries.items():
            self._stray_ends(rule, summary)
        self._trigger_loops()
        self._recursion()

    # ------------------------------------------------------------------------ phases

    def _phase_loops(self) -> None:
        for way in loops(self.inside, self.inside):
            last = self.game.phases[way[-2]]
            step = next(step for step in last.steps if step.phase.name == way[-1])
            self.problems.error(
                "phase-loop",
                step.span,
                f"phase `{way[0]}` is inside itself",
                notes=[] if len(way) == 2 else [f"the way is {_arrows(way)}"],
                help="`each:` plays a phase again and again",
            )

    def _unreached(self, played: dict[str, None]) -> None:
        for phase in self.game.phases.values():
            if phase.name not in played:
                self.problems.error(
                    "unreached-phase",
                    phase.span,
                    f"phase `{phase.name}` is never played",
                    help=f"name it under the `steps:` of a phase that `{self.game.root}`, the first one, leads to",
                )

    def _idle_anytime(self) -> None:
        for phase in self.game.phases.values():
            inside = [self.game.phases[name] for name in reached(self.inside, [phase.name])]
            if phase.anytime and not any(one.offer for one in inside):
                self.problems.error(
                    "bad-phase",
                    phase.anytime[0].span,
                    f"`anytime:` joins every offer inside phase `{phase.name}`, and there is none",
                    help="offer these actions in a phase of their own",
                )

    def _no_end(self, played: dict[str, None]) -> None:
        rules = self._rules_of(played)
        if any(summary.ends_game is not None for summary in self._summaries(rules)):
            return
        left = {stmt.phase.name for summary in self._summaries(rules) for stmt in summary.ends}
        for name in played:
            phase = self.game.phases[name]
            if not _open(phase):
                continue
            around = [other for other in played if name in reached(self.inside, [other])]
            ending = {end.scenario for end in self.game.ends if self._can_end(end, name)}
            if left & set(around) or "" in ending:
                continue
            endless = [scenario for scenario in self.game.scenarios if scenario not in ending]
            if self.game.scenarios and not endless:
                continue
            which = f"scenario `{endless[0]}`" if ending else "the game"
            self.problems.error(
                "no-end",
                phase.each_span or phase.span,
                f"{which} cannot end: phase `{name}` goes on for ever",
                help="say when the game ends under `end:`, or with `end game` in a rule that is played",
            )
            return

    def _can_end(self, end: EndDecl, endless: str) -> bool:
        """While an endless phase runs, ends are looked at after the phases inside it only."""
        return end.after is None or end.after.name in reached(self.inside, self.inside[endless])

    def _rules_of(self, played: dict[str, None]) -> dict[object, None]:
        starts: list[object] = []
        for name in played:
            phase = self.game.phases[name]
            starts += [phase, *phase.steps, *([phase.do] if phase.do is not None else [])]
            words = (*phase.offer, *phase.anytime)
            starts += [self.game.actions[word.name] for word in words if word.name in self.game.actions]
        return reached(self.calls, starts)

    def _summaries(self, rules: dict[object, None]) -> Iterator[Summary]:
        for rule in rules:
            if rule in self.facts.summaries:
                yield self.facts.summaries[rule]

    def _stray_ends(self, rule: object, summary: Summary) -> None:
        if summary.phases is None:
            return
        set_up = isinstance(rule, ScenarioDecl) or (isinstance(rule, RuleDecl) and rule.how == "setup")
        for stmt in summary.ends:
            name = stmt.phase.name
            if set_up:
                self._stray(stmt, f"phase `{name}` is not running yet", "the set-up is complete before the first phase")
            elif name not in summary.phases:
                self._stray(stmt, f"this may run while phase `{name}` is not running", None)

    def _stray(self, stmt: n.EndPhase, message: str, note: str | None) -> None:
        text = "a phase can be ended by what is played inside it only"
        notes = [note] if note is not None else []
        self.problems.error("stray-end-phase", stmt.phase.span, message, notes=notes, help=text)

    # --------------------------------------------------------------------- rules

    def _trigger_loops(self) -> None:
        free = {rule: targets for rule, targets in self.calls.items() if not self.facts.summaries[rule].asks}
        for way in loops(free, [trigger for trigger in self.game.triggers if trigger in free]):
            trigger = way[0]
            assert isinstance(trigger, RuleDecl)
            what = "trigger" if trigger.special is None else "special rule"
            self.problems.error(
                "trigger-loop",
                trigger.span,
                f"{what} `{trigger.name}` sets itself off",
                notes=[f"the way is {_arrows([getattr(rule, 'name', '') for rule in way])}"],
                help="let a player choose on the way, or say more narrowly what sets it off (`as WORD`)",
            )

    def _recursion(self) -> None:
        game = self.game
        rules = [*game.rules.values(), *game.specials.values(), *all_texts(game), *game.orders.values()]
        sites: dict[RuleDecl, list[tuple[RuleDecl, Span]]] = {}
        ending = self._ending()
        for rule in rules:
            sites[rule] = sure_calls(rule, self.facts, ending)
        for way in loops({rule: [target for target, _ in found] for rule, found in sites.items()}, rules):
            span = next(span for target, span in sites[way[0]] if target is way[1])
            self.problems.error(
                "endless-recursion",
                span,
                f"`{way[0].name}` always calls itself",
                notes=[] if len(way) == 2 else [f"the way is {_arrows([rule.name for rule in way])}"],
                help="put the call under a condition that fails some day",
            )

    def _ending(self) -> set[object]:
        """The rules that may end the game, so that nothing after them is sure."""
        found = {rule for rule, summary in self.facts.summaries.items() if summary.ends_game is not None}
        return {rule for rule in self.calls if found & reached(self.calls, [rule]).keys()}


def _open(phase: PhaseDecl) -> bool:
    return isinstance(phase.each, n.Range) and phase.each.high is None


def _arrows(names: list[str]) -> str:
    return " → ".join(f"`{name}`" for name in names)
