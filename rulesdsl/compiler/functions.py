"""The functions of a game besides its nodes: values, effects, tables, triggers, carried rules, scores, explanations."""

from __future__ import annotations

import ast

from rulesdsl.compiler import pyast as py
from rulesdsl.compiler.actions import ActionLowering
from rulesdsl.compiler.calls import carried_name, rule_name
from rulesdsl.model.frame import ScoreDecl
from rulesdsl.model.game import Change, Decl, RuleDecl, SpecialDecl, StateDecl, ZoneDecl
from rulesdsl.model.types import HALF, INT, Type
from rulesdsl.syntax import nodes as n

_RANK = {"set": 0, "add": 1, "remove": 1, "times": 2, "halve_up": 2, "halve_down": 2, "at_least": 3, "at_most": 3}


def params_of(low: ActionLowering, rule: RuleDecl) -> list[str]:
    return [low.local(param.name) for param in rule.params]


def value(low: ActionLowering, rule: RuleDecl, *, explain: bool = False) -> ast.FunctionDef:
    """`value_X(s, ...)`; with `explain`, `explain_X` which gives every step instead."""
    low.rule = rule
    params = params_of(low, rule)
    with low.writing() as out:
        if rule.body is not None and not rule.changes:
            out += low.block(rule.body)
        elif not rule.changes and not explain:
            assert rule.expr is not None
            made = (
                low.items(rule.expr)
                if rule.returns.tag == "list" and low.types[rule.expr].tag in ("zone", "board")
                else low.expr(rule.expr, rule.returns)
            )
            out.append(ast.Return(made))
        else:
            out.append(py.assign("x_", first_value(low, rule, params)))
            if explain:
                out.append(py.assign("steps_", py.list_of([step(low, rule.returns, "base", "=", "")])))
            changes(low, rule.changes, rule.returns, explain=explain)
            out.append(ast.Return(py.name("steps_" if explain else "x_")))
    return py.function(f"explain_{rule.name}" if explain else rule_name(rule), ["s", *params], out)


def first_value(low: ActionLowering, rule: RuleDecl, params: list[str]) -> ast.expr:
    """What changes begin with: the base, or what the statements of a value return."""
    if rule.expr is not None:
        return low.expr(rule.expr, rule.returns)
    return py.call(f"base_{rule.name}", py.name("s"), *(py.name(param) for param in params))


def base(low: ActionLowering, rule: RuleDecl) -> ast.FunctionDef:
    """`base_X(s, ...)`: a value that is worked out by statements, before it is changed."""
    low.rule = rule
    params = params_of(low, rule)
    return py.function(f"base_{rule.name}", ["s", *params], low.block(rule.body))


def step(low: ActionLowering, kind: Type, label: str, op: str, cite: str) -> ast.expr:
    text = py.call("text_of", low.text_table(kind), py.name("x_"))
    return py.tuple_of([py.const(label), py.const(op), text, py.const(cite)])


def changes(low: ActionLowering, found: list[Change], kind: Type, *, explain: bool = False) -> None:
    """Apply changes in the fixed order; two `set` at once are a fault."""
    ordered = sorted(found, key=lambda change: _RANK[change.op])
    setters = [change for change in ordered if change.op == "set"]
    known: set[SpecialDecl] = set()
    if len(setters) > 1:
        low.out.append(py.assign("set_", py.const(None)))
    for change in ordered:
        if change.special is not None and low.by_itself(change.special, change.value, change.when):
            low.actor = f"held_by_{change.special.name}"
        with low.writing() as body:
            if change.op == "set" and len(setters) > 1:
                note_set(low, change, first=change is setters[0])
            apply(low, change, kind)
            if explain:
                made = py.line(py.method("steps_", "append", step(low, kind, change.label, change.op, change.cite)))
                bound = body[-1]
                (bound.body if isinstance(bound, ast.If) else body).append(made)  # a bound that is kept says nothing
        if change.when is not None:
            with low.writing() as guarded:
                guarded.append(py.when(low.expr(change.when), body))
            body = guarded
        for stmt in low.while_it_holds(change.special, body, known):
            py.locate(stmt, change.span)
            low.out.append(stmt)
        low.actor = None


def note_set(low: ActionLowering, change: Change, *, first: bool) -> None:
    """Remember who set the value; complain if somebody has."""
    label = py.const(f"{change.label} ({change.cite})" if change.cite else change.label)
    if not first:
        taken = py.compare(py.name("set_"), "is not", py.const(None))
        low.add(py.when(taken, [py.line(py.call("set_twice", py.name("set_"), label))]))
    low.add(py.assign("set_", label))


def apply(low: ActionLowering, change: Change, kind: Type) -> None:
    x = py.name("x_")
    if change.op.startswith("halve"):
        extra = 1 if change.op == "halve_up" else 0
        if kind == HALF:  # x counts halves: half of it is x / 2 halves
            low.out.append(py.assign("x_", py.binary(py.binary(x, "+", py.const(extra)), "//", py.const(2))))
        else:
            low.out.append(py.assign("x_", py.binary(py.binary(x, "+", py.const(extra)), "//", py.const(2))))
        return
    assert change.value is not None
    amount = low.expr(change.value, INT if change.op == "times" else kind)
    if change.op in ("add", "remove") and kind.tag == "list":
        word = "joined" if change.op == "add" else "without"
        low.out.append(py.assign("x_", py.call(word, x, low.items(change.value))))
    elif change.op in ("add", "remove"):
        low.out.append(py.assign("x_", py.binary(x, "+" if change.op == "add" else "-", amount)))
    elif change.op == "set":
        low.out.append(py.assign("x_", amount))
    elif change.op == "times":
        low.out.append(py.assign("x_", py.call("times", x, amount)))
    else:
        test = py.compare(x, "<" if change.op == "at_least" else ">", amount)
        low.out.append(py.when(test, [py.assign("x_", amount)]))


def order(low: ActionLowering, rule: RuleDecl) -> ast.FunctionDef:
    low.rule = rule
    params = params_of(low, rule)
    with low.writing() as out:
        parts = [part for key in rule.keys for part in low.key_parts(key)]
        out.append(ast.Return(py.tuple_of(parts)))
    return py.function(rule_name(rule), ["s", *params], out)


def edge(low: ActionLowering, state: StateDecl, word: str) -> ast.FunctionDef:
    """`below_X(s)`, `above_X(s)`: what happens when a state would leave its bounds."""
    low.rule = state
    what = state.below if word == "below" else state.above
    return signature(low, state, f"{word}_{state.name}", [], low.block(what if isinstance(what, n.Block) else None))


def refilled(low: ActionLowering, zone: ZoneDecl) -> ast.FunctionDef:
    """`refilled_X(s)`: what happens after an empty zone was filled up again."""
    return signature(low, zone, f"refilled_{zone.name}", [], low.block(zone.then))


def signature(low: ActionLowering, rule: Decl, name: str, params: list[str], body: list[ast.stmt]) -> ast.FunctionDef:
    """A function of an effect: `ask` second where it may ask, `_pull` for the generator."""
    asks = low.asks(rule)
    if asks and low.pull:
        return py.function(f"{name}_pull", ["s", *params], py.pausing(body))
    return py.function(name, ["s", "ask", *params] if asks else ["s", *params], body)


def effect(low: ActionLowering, rule: RuleDecl, around: list[RuleDecl]) -> list[ast.FunctionDef]:
    """An effect; with triggers on it, a wrapper that fires them and the body apart."""
    low.rule = rule
    params = params_of(low, rule)
    body = low.block(rule.body)
    name = rule_name(rule)
    if not around:
        return [signature(low, rule, name, params, body)]
    inner = signature(low, rule, f"{name}_body", params, body)
    args: list[ast.expr] = [py.name(p) for p in params]
    with low.writing() as out:
        for trigger in around:
            if trigger.timing == "instead of":
                out.append(py.when(low.rule_call(trigger, args), [ast.Return(None)]))
        out += [py.line(low.rule_call(t, args)) for t in around if t.timing == "before"]
        out.append(py.assign("result_", body_call(low, rule, name, args)))
        out += [py.line(low.rule_call(t, args)) for t in around if t.timing == "after"]
        out.append(ast.Return(py.name("result_")))
    return [inner, signature(low, rule, name, params, out)]


def body_call(low: ActionLowering, rule: RuleDecl, name: str, args: list[ast.expr]) -> ast.expr:
    if not low.asks(rule):
        return py.call(f"{name}_body", py.name("s"), *args)
    if low.pull:
        return ast.YieldFrom(py.call(f"{name}_body_pull", py.name("s"), *args))
    return py.call(f"{name}_body", py.name("s"), py.name("ask"), *args)


def trigger(low: ActionLowering, rule: RuleDecl) -> ast.FunctionDef:
    """`trigger_X(s, piece, place)`: True if it did something."""
    low.rule = rule
    params = params_of(low, rule)
    no: list[ast.stmt] = [ast.Return(py.const(False))]
    with low.writing() as out:
        awake = low.awake(rule.span) if rule.special is None else None
        if awake is not None:
            out.append(py.when(py.negate(awake), no))
        for param in rule.params:
            test = param_test(low, param.type, py.name(low.locals[param.name]))
            if test is not None:
                out.append(py.when(py.negate(test), no))
        place_test(low, rule, params, no)
        with low.writing() as inner:
            if rule.when is not None:
                inner.append(py.when(py.negate(low.expr(rule.when)), no))
            inner += low.block(rule.body)
            inner.append(ast.Return(py.const(True)))
        held = low.while_it_holds(rule.special, inner, set())
        out += held
        if held is not inner:
            out.append(ast.Return(py.const(False)))
    for node in [x for stmt in out for x in ast.walk(stmt)]:
        if isinstance(node, ast.Return) and node.value is None:
            node.value = ast.copy_location(py.const(True), node)
    event = rule.event
    if event is not None and event.how in ("enters", "leaves") and len(params) == 1:
        params = [*params, "place_"]
    return signature(low, rule, rule_name(rule), params, out)


def param_test(low: ActionLowering, kind: Type, item: ast.expr) -> ast.expr | None:
    if kind.tag in ("kind", "union"):
        return low.kind_test(kind, item)
    if kind.tag == "cell":
        spans = [low.board_span(b) for b in low.layout.board_of_type(kind.name)]
        tests: list[ast.expr] = [py.between(a, item, b) for a, b in spans]
        return tests[0] if len(tests) == 1 else ast.BoolOp(ast.Or(), tests)
    return None


def place_test(low: ActionLowering, rule: RuleDecl, params: list[str], no: list[ast.stmt]) -> None:
    """Zones as places of events: the box, or any of a zone's."""
    event = rule.event
    if event is None or event.how not in ("enters", "leaves") or event.place is None:
        return
    place = py.name(params[1] if len(params) > 1 else "place_")
    if event.place.name in low.game.cell_types:
        if len(params) == 1:
            test = param_test(low, Type("cell", event.place.name), place)
            assert test is not None
            low.out.append(py.when(py.negate(test), no))
        return
    if event.place.name == "box":
        low.out.append(py.when(py.compare(place, "!=", py.const(low.game.box)), no))
        return
    zone = low.game.zones[event.place.name]
    assert low.game.players is not None
    count = len(low.game.players.names) if zone.per else 1
    low.out.append(py.when(py.negate(py.between(zone.base, place, zone.base + count)), no))


def table(low: ActionLowering, rule: RuleDecl) -> ast.FunctionDef:
    """A dice table: roll, change, look the row up."""
    low.rule = rule
    params = params_of(low, rule)
    with low.writing() as out:
        assert rule.roll is not None or rule.expr is not None
        made = low.dice(rule.roll) if rule.roll is not None else low.expr(rule.expr)  # type: ignore[arg-type]
        out.append(py.assign("x_", made))
        if rule.roll is not None:
            text = py.call("roll_line", py.const(rule.title or rule.name.replace("_", " ")), py.name("x_"))
            tell = py.line(py.method(py.attr("s", "told_"), "append", text))
            out.append(py.when(py.compare(py.attr("s", "told_"), "is not", py.const(None)), [tell]))
        changes(low, rule.changes, INT)
        rows: list[ast.stmt] = [py.line(py.call("no_row", py.const(rule.name), py.name("x_")))]
        for row in reversed(rule.rows):
            tests: list[ast.expr] = []
            if row.low is not None and row.low == row.high:
                tests = [py.compare(py.name("x_"), "==", py.const(row.low))]
            else:
                tests += [py.compare(py.name("x_"), ">=", py.const(row.low))] if row.low is not None else []
                tests += [py.compare(py.name("x_"), "<=", py.const(row.high))] if row.high is not None else []
            body = low.block(row.body) if row.expr is None else row_value(low, rule, row.expr)
            made_row = py.when(py.both(*tests) if tests else py.const(True), body, rows)
            py.locate(made_row, row.span)
            rows = [made_row]
        out += rows
    return signature(low, rule, rule_name(rule), params, out)


def row_value(low: ActionLowering, rule: RuleDecl, expr: n.Expr) -> list[ast.stmt]:
    with low.writing() as out:
        out.append(ast.Return(low.expr(expr, rule.returns)))
    return out


def carried(low: ActionLowering, rule: RuleDecl, key: str, number: int) -> ast.FunctionDef:
    """The text with that number of a rule that pieces or cells carry."""
    low.rule = rule
    low.locals["it"] = "it"
    if rule.expr is not None:
        with low.writing() as out:
            out.append(ast.Return(low.expr(rule.expr, rule.returns)))
    else:
        out = low.block(rule.body)
    name = carried_name(low.game, key, number)
    if not low.carried_asks(key):
        return py.function(name, ["s", "it"], out)
    # all rules of this name are called alike, so those that ask nothing look like those that do
    if not low.pull:
        return py.function(name, ["s", "ask", "it"], out)
    return py.function(f"{name}_pull", ["s", "it"], py.pausing(out))


def nothing_carried(low: ActionLowering, key: str) -> ast.FunctionDef:
    """What happens when a piece or a cell is asked for an effect that it does not carry."""
    name = carried_name(low.game, key, len(low.game.carried[key]))
    if not low.carried_asks(key):
        return py.function(name, ["s", "it"], [ast.Pass()])
    if low.pull:
        return py.function(f"{name}_pull", ["s", "it"], py.pausing([]))
    return py.function(name, ["s", "ask", "it"], [ast.Pass()])


def score(low: ActionLowering, decl: ScoreDecl, number: int) -> ast.FunctionDef:
    """`score_N(s, p)`: the points of each line, in halves where a line counts halves."""
    low.rule = decl
    param = low.local(decl.param.name) if decl.param is not None else "p_"
    with low.writing() as out:
        points = [py.tuple_of([low.expr(expr), py.const(low.types[expr] == HALF)]) for _, expr, _ in decl.lines]
        out.append(ast.Return(py.tuple_of(list(points))))
    return py.function(f"score_{number}", ["s", param], out)
