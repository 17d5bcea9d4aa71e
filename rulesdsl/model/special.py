"""Special rules: what they change, the event that they wait for, the actions that they allow."""

from __future__ import annotations

from rulesdsl.document import Scalar
from rulesdsl.document.tree import Node as Yaml
from rulesdsl.model import rules
from rulesdsl.model.game import RuleDecl, SpecialDecl
from rulesdsl.model.reading import Reader
from rulesdsl.source.diagnostics import Label
from rulesdsl.source.suggest import did_you_mean
from rulesdsl.source.text import Span


def special_rules(reader: Reader, node: Yaml | None) -> None:
    """Read after all other rules: each is entered where it changes something."""
    for key, value in reader.items(node):
        special = SpecialDecl(key.text, key.span, reader.cite(value), reader.title(value), "special")
        if not _named(reader, special):
            continue
        special.module = reader.game.module_of(special.span)
        special.when = reader.expression(reader.at(value, "while"))
        special.expr = reader.expression(reader.at(value, "holder"))
        _changes(reader, special, reader.at(value, "change"))
        _allows(reader, special, reader.at(value, "allows"))
        _trigger(reader, special, key, value)
        reader.game.specials[special.name] = special
        words = ("change", "allows", *rules.TIMINGS)
        if not any(reader.at(value, word) is not None for word in words):
            reader.problems.error(
                "missing-key",
                special.span,
                f"special rule `{special.name}` does nothing",
                help="it needs `change:`, `allows:`, or an event (`before:`, `after:`, `instead of:`) with `do:`",
            )


def _named(reader: Reader, special: SpecialDecl) -> bool:
    """Triggers and special rules have names of their own."""
    known = next((trigger for trigger in reader.game.triggers if trigger.name == special.name), None)
    if known is None:
        return True
    related = [Label(known.span, "the trigger is declared here")]
    message = f"a trigger is called `{special.name}` already"
    reader.problems.error("name-clash", special.span, message, related=related)
    return False


def _changes(reader: Reader, special: SpecialDecl, node: Yaml | None) -> None:
    for key, value in reader.items(node):
        target = _target(reader, key)
        label = special.title or special.name.replace("_", " ")
        found = rules.changes(reader, value, label)
        for change in found:
            change.special, change.cite = special, change.cite or special.cite
        if target is not None:
            special.targets[target.name] = found
            target.changes += found


def _target(reader: Reader, key: Scalar) -> RuleDecl | None:
    """The value or the dice table of that name."""
    game, name = reader.game, key.text
    known = game.rules.get(name)
    if known is not None and known.how in ("value", "table"):
        return known
    if known is not None:
        message, help_text = f"`{name}` is an effect", "`before:`, `after:` and `instead of:` go with effects"
        reader.problems.error("bad-change", key.span, message, help=help_text)
    elif name in game.lookups:
        message, help_text = f"the figures of `{name}` are printed", "make a value that looks them up, and change that"
        reader.problems.error("bad-change", key.span, message, help=help_text)
    else:
        guess = did_you_mean(name, [rule.name for rule in game.rules.values() if rule.how != "effect"])
        help_text = f"did you mean `{guess}`?" if guess else "values and dice tables can be changed"
        reader.problems.error("unknown-name", key.span, f"unknown value `{name}`", help=help_text)
    return None


def _allows(reader: Reader, special: SpecialDecl, node: Yaml | None) -> None:
    for key, value in reader.items(node):
        items = [value] if isinstance(value, Scalar) else reader.sequence(value)
        words = [word for item in items if (word := reader.ident(item)) is not None]
        phase = reader.game.phases.get(key.text)
        if phase is None:
            guess = did_you_mean(key.text, reader.game.phases)
            help_text = f"did you mean `{guess}`?" if guess else None
            reader.problems.error("unknown-name", key.span, f"unknown phase `{key.text}`", help=help_text)
            continue
        offer = phase.offer or phase.anytime
        if not offer:
            message = f"phase `{phase.name}` offers nothing that could be added to"
            help_text = "only a phase with `offer:` or `anytime:` can offer more"
            reader.problems.error("bad-phase", key.span, message, help=help_text)
            continue
        own = [word.name for word in offer if word.name not in phase.allowed]
        for word in words:
            if word.name in own:
                _offered_already(reader, word.span, word.name, phase.name)
                continue
            if word.name not in phase.allowed:
                offer.append(word)
            phase.allowed.setdefault(word.name, []).append(special)


def _offered_already(reader: Reader, span: Span, action: str, phase: str) -> None:
    reader.problems.error(
        "bad-phase",
        span,
        f"phase `{phase}` offers `{action}` anyway",
        help="take it out there; or let its `when:` ask for a value, and change that value",
    )


def _trigger(reader: Reader, special: SpecialDecl, key: Scalar, value: Yaml) -> None:
    timings = [word for word in rules.TIMINGS if reader.at(value, word) is not None]
    if not timings:
        reader.idle(value, ("when", "do"), "they go with `before:`, `after:` or `instead of:`")
        return
    if len(timings) > 1:
        what = " and ".join(f"`{word}:`" for word in timings)
        reader.problems.error(
            "missing-key",
            special.span,
            f"special rule `{special.name}` waits for {what}, and can for one event only",
            help="make a special rule of each",
        )
        return
    if reader.at(value, "do") is None:
        message = f"special rule `{special.name}` does not say what happens"
        reader.problems.error("missing-key", special.span, message, help="add `do:`")
        return
    special.trigger = rules.trigger(reader, key, value)
    if special.trigger is not None:
        special.trigger.special = special
