"""Phases and their steps."""

from __future__ import annotations

from rulesdsl.document import Mapping, Scalar
from rulesdsl.document.tree import Node as Yaml
from rulesdsl.model import rules, things
from rulesdsl.model.game import PhaseDecl, RuleDecl, StepDecl
from rulesdsl.model.reading import Reader
from rulesdsl.model.types import VOID
from rulesdsl.source.text import Span
from rulesdsl.syntax import nodes as n

MAX_LEVEL = 64
"""Phases inside each other: no game comes near it, and every later floor goes down the steps."""
UNTIL = ("one", "one or pass", "pass", "all pass")


def phases(reader: Reader, node: Yaml | None) -> None:
    for key, value in reader.items(node):
        signature = reader.signature(key)
        if signature is None:
            continue
        name = signature.name.name
        phase = PhaseDecl(name, signature.name.span, reader.cite(value), reader.title(value))
        if name in reader.game.phases:
            reader.problems.error("name-clash", phase.span, f"two phases are called `{name}`")
            continue
        phase.params = rules.params(reader, signature.params)
        phase.player = reader.expression(reader.at(value, "player"))
        phase.when = reader.expression(reader.at(value, "when"))
        phase.limit = reader.limit(reader.at(value, "limit"))
        _each(reader, phase, reader.at(value, "each"))
        for item in reader.sequence(reader.at(value, "steps")):
            step = _step(reader, item)
            if step is not None:
                phase.steps.append(step)
        offer = reader.at(value, "offer")
        for item in [offer] if isinstance(offer, Scalar) else reader.sequence(offer):
            word = reader.ident(item)
            if word is not None:
                phase.offer.append(word)
        _until(reader, phase, reader.at(value, "until"))
        together = reader.at(value, "together")
        phase.together = reader.expression(together)
        do = reader.at(value, "do")
        if do is not None:
            body = reader.statements(do)
            phase.do = RuleDecl(name, phase.span, phase.cite, phase.title, "phase", body=body, phase=name, returns=VOID)
        anytime = reader.at(value, "anytime")
        for item in [anytime] if isinstance(anytime, Scalar) else reader.sequence(anytime):
            word = reader.ident(item)
            if word is not None:
                phase.anytime.append(word)
        things.state(reader, reader.at(value, "state"), phase=name)
        _shape(reader, phase)
        _idle(reader, phase, value)
        reader.game.phases[name] = phase
        reader.game.root = reader.game.root or name
    if not reader.items(node):
        _no_phases(reader, node)
    _cut_deep(reader)


def _no_phases(reader: Reader, node: Yaml | None) -> None:
    whole = node.span if node is not None else reader.game.span
    assert whole is not None
    reader.problems.error(
        "missing-key",
        Span(whole.source, whole.start, whole.start),
        "the game has no phase",
        help="add one under `phases:`; the first one is the game",
    )


def _cut_deep(reader: Reader) -> None:
    """Refuse phases inside each other over too many levels, once, and cut the way down there."""
    phases = reader.game.phases
    level = dict.fromkeys(phases, 0)
    for name in _outer_first(phases):
        for step in phases[name].steps:
            if step.phase.name in level:
                level[step.phase.name] = max(level[step.phase.name], level[name] + 1)
    deep = [phase for name, phase in phases.items() if level[name] == MAX_LEVEL and phase.steps]
    if deep:
        reader.problems.error(
            "bad-phase", deep[0].span, f"phases stand in each other over more than {MAX_LEVEL} levels"
        )
    for phase in deep:
        phase.steps = []


def _outer_first(phases: dict[str, PhaseDecl]) -> list[str]:
    """Every phase before those inside it; of a ring, one of them first. No recursion: the way down may be long."""
    done: dict[str, None] = {}
    seen: set[str] = set()
    for first in phases:
        waiting = [(first, False)]
        while waiting:
            name, complete = waiting.pop()
            if complete:
                done[name] = None
            elif name in phases and name not in seen:
                seen.add(name)
                waiting.append((name, True))
                waiting += [(step.phase.name, False) for step in reversed(phases[name].steps)]
    return list(reversed(done))


def _shape(reader: Reader, phase: PhaseDecl) -> None:
    parts = [word for word, there in (("steps", phase.steps), ("offer", phase.offer), ("do", phase.do)) if there]
    if len(parts) != 1:
        what = "nothing" if not parts else " and ".join(f"`{p}`" for p in parts)
        reader.problems.error(
            "bad-phase",
            phase.span,
            f"phase `{phase.name}` has {what}; it needs one of `steps`, `offer`, `do`",
            help="make a phase of each part and name them under `steps:`" if parts else None,
        )
    if phase.together is not None and phase.do is None:
        reader.problems.error("bad-phase", phase.span, "`together:` goes with `do:`")


def _idle(reader: Reader, phase: PhaseDecl, value: Yaml) -> None:
    """Keys that would do nothing beside the others."""
    if not phase.offer:
        reader.idle(value, ("until", "limit"), "it belongs to `offer:`", "bad-phase")
    if phase.together is not None:
        reader.idle(value, ("player",), "`together:` says who decides", "bad-phase")
    elif phase.each_name == "me":
        reader.idle(value, ("player",), "`each: {me: ...}` says who acts", "bad-phase")


def _each(reader: Reader, phase: PhaseDecl, node: Yaml | None) -> None:
    entries = reader.items(node)
    if len(entries) > 1:
        reader.problems.error(
            "bad-phase",
            entries[1][0].span,
            "`each:` has one variable",
            help="a phase inside this one can have an `each:` of its own",
        )
    for key, value in entries[:1]:
        phase.each_name, phase.each_span, phase.each = key.text, key.span, reader.each(value)


def _until(reader: Reader, phase: PhaseDecl, node: Yaml | None) -> None:
    if node is None:
        return
    phase.until = reader.text(node)
    if phase.until not in UNTIL:
        reader.problems.error(
            "bad-phase",
            node.span,
            f"`until: {phase.until}` is not known",
            help="it is `one`, `one or pass`, `pass` or `all pass`",
        )
        phase.until = "one"


def _step(reader: Reader, item: Yaml) -> StepDecl | None:
    when: n.Expr | None = None
    head: Yaml = item
    if isinstance(item, Mapping):
        if len(item) != 1:
            reader.problems.error(
                "bad-phase", item.span, "a step is a phase's name, or that name with `when:` below it"
            )
            return None
        head, value = item.entries[0]
        when = reader.expression(reader.at(value, "when"))
    parsed = reader.expression(head)
    if isinstance(parsed, n.Name):
        return StepDecl(n.Ident(parsed.span, parsed.name), (), when, head.span)
    if isinstance(parsed, n.Call) and parsed.receiver is None:
        return StepDecl(parsed.name, parsed.args, when, head.span)
    if parsed is not None:
        reader.problems.error("bad-phase", head.span, "a step is the name of a phase, perhaps with arguments")
    return None
