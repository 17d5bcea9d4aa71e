"""How deep rules call each other: bounded before the checks that follow calls by recursion."""

from __future__ import annotations

from rulesdsl.check.facts import CallSite, Facts
from rulesdsl.source.diagnostics import Problems

MOST_CALLS = 64
"""Calls inside each other. No rulebook comes near it, and Python's stack holds the checks and the game below it."""


def check_depth(facts: Facts, problems: Problems) -> None:
    """Note the first rule that is called over too many others, and cut the calls there. Rings count once around."""
    level = dict.fromkeys(facts.summaries, 0)
    for rule in _outer_first(facts):
        for site in facts.summaries[rule].calls:
            if site.target in level:
                level[site.target] = max(level[site.target], level[rule] + 1)
    deep = [facts.summaries[rule] for rule in level if level[rule] == MOST_CALLS and facts.summaries[rule].calls]
    if deep:
        problems.error("too-deep", deep[0].calls[0].span, f"rules call each other over more than {MOST_CALLS} levels")
    for summary in deep:
        summary.calls.clear()


def _outer_first(facts: Facts) -> list[object]:
    done: dict[object, None] = {}
    seen: set[object] = set()
    for first in facts.summaries:
        waiting: list[tuple[object, bool]] = [(first, False)]
        while waiting:
            rule, complete = waiting.pop()
            if complete:
                done[rule] = None
            elif rule in facts.summaries and rule not in seen:
                seen.add(rule)
                waiting.append((rule, True))
                sites: list[CallSite] = facts.summaries[rule].calls
                waiting += [(site.target, False) for site in reversed(sites)]
    return list(reversed(done))
