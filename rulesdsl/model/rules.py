"""Values, effects, tables, orders, actions, triggers: everything that rule text can call or that runs by itself."""

from __future__ import annotations

import re

from rulesdsl.document import Mapping, Scalar, Sequence
from rulesdsl.document.tree import Node as Yaml
from rulesdsl.model.fields import figures
from rulesdsl.model.game import Change, LookupDecl, ParamDecl, RowDecl, RuleDecl
from rulesdsl.model.reading import LONGEST_NOTATION, Reader
from rulesdsl.model.types import ERROR, VOID, Type
from rulesdsl.source.diagnostics import Label
from rulesdsl.source.suggest import did_you_mean
from rulesdsl.syntax import nodes as n

_CHANGE_WORDS = {
    "set": "set",
    "add": "add",
    "remove": "remove",
    "times": "times",
    "halve": "halve",
    "at least": "at_least",
    "at most": "at_most",
}


def params(reader: Reader, written: tuple[n.Param, ...]) -> list[ParamDecl]:
    found: list[ParamDecl] = []
    for param in written:
        if any(p.name == param.name.name for p in found):
            reader.problems.error("name-clash", param.name.span, f"two parameters are called `{param.name.name}`")
        found.append(ParamDecl(param.name.name, param.name.span, type=reader.type_of(param.type)))
    return found


def declare(reader: Reader, rule: RuleDecl) -> bool:
    """Enter a callable rule; False after a clash."""
    others: tuple[dict[str, RuleDecl] | dict[str, LookupDecl], ...] = (
        reader.game.rules,
        reader.game.lookups,
        reader.game.orders,
    )
    for known in others:
        if rule.name in known:
            related = [Label(known[rule.name].span, "first declared here")]
            reader.problems.error("name-clash", rule.span, f"`{rule.name}` is declared twice", related=related)
            return False
    return True


def _head(reader: Reader, key: Scalar, value: Yaml, how: str) -> RuleDecl | None:
    signature = reader.signature(key)
    if signature is None:
        return None
    rule = RuleDecl(signature.name.name, signature.name.span, reader.cite(value), reader.title(value), how)
    rule.params = params(reader, signature.params)
    rule.returns = reader.type_of(signature.returns) if signature.returns is not None else VOID
    return rule


def values(reader: Reader, node: Yaml | None) -> None:
    for key, value in reader.items(node):
        rule = _head(reader, key, value, "value")
        if rule is None or not declare(reader, rule):
            continue
        if rule.returns == VOID:
            reader.problems.error(
                "missing-type",
                rule.span,
                f"`{rule.name}` does not say what it gives",
                help=f"write `{key.text.strip()} -> int:`, say",
            )
            rule.returns = ERROR
        if isinstance(value, Mapping):
            rule.expr = reader.expression(value.get("base"))
            rule.body = reader.statements(value.get("do"))
            rule.changes = changes(reader, value.get("changes"))
            if value.get("do") is not None:
                reader.idle(value, ("base", "changes"), "`do:` works the value out")
            if value.get("base") is None and value.get("do") is None:
                reader.problems.error("missing-key", rule.span, f"`{rule.name}` has neither `base:` nor `do:`")
            figures(reader, value, f"value {rule.name}")
        else:
            rule.expr = reader.expression(value)
        reader.game.rules[rule.name] = rule


def changes(reader: Reader, node: Yaml | None, label: str = "") -> list[Change]:
    """The changes of a list; `label` is what they are for where they do not say so themselves."""
    found: list[Change] = []
    for item in reader.sequence(node):
        words = [w for w in _CHANGE_WORDS if reader.at(item, w) is not None]
        if len(words) != 1:
            reader.problems.error(
                "bad-change",
                item.span,
                "a change says one of `set`, `add`, `remove`, `times`, `halve`, `at least`, `at most`",
            )
            continue
        op = _CHANGE_WORDS[words[0]]
        amount = reader.at(item, words[0])
        value = None if op == "halve" else reader.expression(amount)
        if op == "halve" and reader.text(amount) not in ("down", "up"):
            reader.problems.error(
                "bad-change",
                amount.span if amount else item.span,
                "say which way halves go: `halve: down` or `halve: up`",
            )
            continue
        if op == "halve":
            op = f"halve_{reader.text(amount)}"
        said = reader.text(reader.at(item, "label")) or label or f"{words[0]} {reader.text(amount)}"
        when = reader.expression(reader.at(item, "when"))
        found.append(Change(op, value, said, when, item.span, reader.cite(item)))
    return found


def effects(reader: Reader, node: Yaml | None) -> None:
    for key, value in reader.items(node):
        rule = _head(reader, key, value, "effect")
        if rule is None or not declare(reader, rule):
            continue
        rule.body = reader.statements(value if isinstance(value, Scalar) else reader.at(value, "do"))
        reader.game.rules[rule.name] = rule


def tables(reader: Reader, node: Yaml | None) -> None:
    for key, value in reader.items(node):
        figures(reader, value, f"table {key.text}")
        if reader.at(value, "key") is not None:
            _lookup(reader, key, value)
        else:
            _dice_table(reader, key, value)


def _dice_table(reader: Reader, key: Scalar, value: Yaml) -> None:
    rule = _head(reader, key, value, "table")
    if rule is None or not declare(reader, rule):
        return
    reader.idle(value, ("columns", "value"), "it belongs to `key:`")
    rule.roll = reader.dice(reader.at(value, "roll"))
    rule.expr = reader.expression(reader.at(value, "on"))
    if (reader.at(value, "roll") is None) == (reader.at(value, "on") is None):
        reader.problems.error("missing-key", rule.span, f"table `{rule.name}` needs one of `roll:`, `on:` and `key:`")
        reader.game.rules[rule.name] = rule
        return
    rule.changes = changes(reader, reader.at(value, "changes"))
    for row, content in reader.items(reader.at(value, "rows")):
        found = reader.span_of(row)
        if found is None:
            continue
        decl = RowDecl(found[0], found[1], row.span)
        if rule.returns == VOID:
            decl.body = reader.statements(content)
        else:
            decl.expr = reader.expression(content)
        rule.rows.append(decl)
    reader.game.rules[rule.name] = rule


def _lookup(reader: Reader, key: Scalar, value: Yaml) -> None:
    table = LookupDecl(key.text, key.span, reader.cite(value), reader.title(value))
    reader.idle(value, ("roll", "on", "changes"), "rows are looked up by their key")
    if reader.at(value, "value") is not None:
        reader.idle(value, ("columns",), "`value:` says what is in a row")
    key_node = reader.at(value, "key")
    found = reader.named_type(reader.text(key_node))
    if found is None or found.tag not in ("enum", "kind", "cell", "player"):
        spans = re.match(r"\s*(-?\d{1,9})\s*\.\.\s*(-?\d{1,9})\s*$", reader.text(key_node))
        if spans is None:
            reader.problems.error(
                "unknown-type",
                key_node.span if key_node else key.span,
                f"no table can have the key `{reader.text(key_node)}`",
                help="a key is an enumerated type or a range of numbers (`0..4`)",
            )
            table.key = ERROR
        else:
            table.key = Type("int", f"{int(spans[1])}..{int(spans[2])}")
    else:
        table.key = found
    columns = reader.at(value, "columns")
    single = reader.at(value, "value")
    if columns is None and single is None:
        reader.problems.error("missing-key", key.span, f"table `{key.text}` needs `columns:` or `value:`")
        return
    table.single = single is not None
    names = (
        [(n.Ident(key.span, "value"), single)]
        if single is not None
        else [(n.Ident(k.span, k.text), v) for k, v in reader.items(columns)]
    )
    for name, spec in names:
        parsed = reader.field(spec)
        table.columns[name.name] = reader.type_of(parsed.type) if parsed is not None else ERROR
    for row, content in reader.items(reader.at(value, "rows")):
        cells = _row_cells(reader, table, content)
        if len(cells) != len(table.columns):
            reader.problems.error(
                "wrong-row",
                content.span,
                f"{len(table.columns)} figures are needed, one for each column; here are {len(cells)}",
            )
            continue
        exprs = tuple(e for cell in cells if (e := reader.expression(cell)) is not None)
        if len(exprs) == len(cells):
            table.rows[row.text.strip()] = exprs
            table.row_spans[row.text.strip()] = row.span
    if declare(reader, RuleDecl(key.text, key.span)):
        reader.game.lookups[key.text] = table


def _row_cells(reader: Reader, table: LookupDecl, content: Yaml) -> list[Yaml]:
    """The figures of a row in the order of the columns; a mapping names them."""
    if not isinstance(content, Mapping):
        return reader.sequence(content) if isinstance(content, Sequence) else [content]
    for name, _ in content.entries:
        if name.text not in table.columns:
            guess = did_you_mean(name.text, table.columns)
            reader.problems.error(
                "unknown-key",
                name.span,
                f"`{table.name}` has no column `{name.text}`",
                help=f"did you mean `{guess}`?" if guess else None,
            )
    found = (reader.at(content, name) for name in table.columns)
    return [cell for cell in found if cell is not None]


def orders(reader: Reader, node: Yaml | None) -> None:
    for key, value in reader.items(node):
        rule = _head(reader, key, value, "order")
        parsed = reader.order(value if isinstance(value, Scalar) else reader.at(value, "by"))
        if rule is None or parsed is None or not declare(reader, rule):
            continue
        rule.keys = parsed.keys
        reader.game.orders[rule.name] = rule


def actions(reader: Reader, node: Yaml | None) -> None:
    for key, value in reader.items(node):
        action = RuleDecl(key.text, key.span, reader.cite(value), reader.title(value), "action")
        for name, source in reader.items(reader.at(value, "with")):
            parsed = reader.source(source)
            if parsed is not None:
                action.slots.append(ParamDecl(name.text, name.span, source=parsed))
        action.when = reader.expression(reader.at(value, "when"))
        action.limit = reader.limit(reader.at(value, "limit"))
        action.body = reader.statements(reader.at(value, "do"))
        pays = reader.at(value, "pays")
        if pays is not None:
            action.pays = _pays(reader, pays)
        reader.game.actions[key.text] = action


def _pays(reader: Reader, node: Yaml) -> list[n.Pool]:
    """`3 coin`, `path_cost(spot) coin`, several with commas in a list."""
    pools: list[n.Pool] = []
    for item in reader.sequence(node) or [node]:
        if not isinstance(item, Scalar):
            continue
        match = re.match(r"(.*\S)\s+(\w+)\s*$", item.text, re.DOTALL) if len(item.text) <= LONGEST_NOTATION else None
        region = item.region()
        if match is None or region is None:
            reader.problems.error(
                "bad-cost", item.span, "a cost that cannot be read", help="write `3 coin`: a number, then the token"
            )
            continue
        begin = region[0] + match.start(2)
        amount = reader.parser.parse("expression", item.span.source, region[0], region[0] + match.end(1), region[2])
        if isinstance(amount, n.Expr):
            token = n.Ident(item.span.source.span(begin, begin + len(match[2])), match[2])
            pools.append(n.Pool(item.span, amount, token))
    return pools


TIMINGS = ("before", "after", "instead of")


def triggers(reader: Reader, node: Yaml | None) -> None:
    for key, value in reader.items(node):
        if sum(reader.at(value, word) is not None for word in TIMINGS) != 1:
            reader.problems.error(
                "missing-key", key.span, f"trigger `{key.text}` needs one of `before:`, `after:`, `instead of:`"
            )
            continue
        trigger(reader, key, value)


def trigger(reader: Reader, key: Scalar, value: Yaml) -> RuleDecl | None:
    """The rule that waits for the one event that `value` names, entered as a trigger; None after a problem."""
    rule = RuleDecl(key.text, key.span, reader.cite(value), reader.title(value), "trigger")
    rule.timing = next(word for word in TIMINGS if reader.at(value, word) is not None)
    rule.event = reader.event(reader.at(value, rule.timing))
    rule.when = reader.expression(reader.at(value, "when"))
    rule.body = reader.statements(reader.at(value, "do"))
    if rule.event is None:
        return None
    rule.params = params(reader, rule.event.params)
    if not _event_place(reader, rule):
        return None
    reader.game.triggers.append(rule)
    return rule


def _event_place(reader: Reader, rule: RuleDecl) -> bool:
    event = rule.event
    assert event is not None
    if event.how == "happens":
        assert event.name is not None
        rule.effect = event.name.name
        return True
    if event.place is None:
        return True
    found = reader.named_type(event.place.name)
    if found is not None and found.tag == "cell":
        kind = found
    elif event.place.name in reader.game.zones or event.place.name == "box":
        kind = Type("zone")
    else:
        reader.problems.error("unknown-name", event.place.span, f"`{event.place.name}` is no cell type and no zone")
        return False
    if event.place_name is not None:
        rule.params.append(ParamDecl(event.place_name.name, event.place_name.span, type=kind))
    return True
