"""Statements of rule text to Python statements, twice from the same code: to run straight through (push), and as a

generator that pauses at each question (pull).
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import Any

from rulesdsl.check.facts import Facts, Ref
from rulesdsl.check.scope import Globals
from rulesdsl.compiler import pyast as py
from rulesdsl.compiler.calls import rule_name
from rulesdsl.compiler.expressions import ExprLowering
from rulesdsl.compiler.layout import Layout
from rulesdsl.compiler.sites import Site, Sites
from rulesdsl.model.game import Decl, FieldDecl, Game, KindDecl, RuleDecl, StateDecl, TokenDecl, ZoneDecl
from rulesdsl.model.types import INT, VOID, Type, is_id
from rulesdsl.source.text import Span
from rulesdsl.syntax import nodes as n

REPEAT_LIMIT = 1_000_000
"""Rounds of a `repeat:` without a number before it is a fault."""


class RuleLowering(ExprLowering):
    """Lowers the body of one rule; `pull` makes questions `yield`."""

    def __init__(
        self,
        game: Game,
        facts: Facts,
        names: Globals,
        layout: Layout,
        sites: Sites,
        outcomes: list[str],
        *,
        pull: bool,
        rule: Decl,
        secrets: frozenset[n.Node] = frozenset(),
    ) -> None:
        super().__init__(game, facts, names, layout)
        self.sites, self.outcomes, self.pull, self.rule, self.secrets = sites, outcomes, pull, rule, secrets
        self.in_node = False
        self.chain_start = True

    # ------------------------------------------------------------------- blocks

    def block(self, block: n.Block | None) -> list[ast.stmt]:
        return self.statements(block.body if block is not None else ())

    def statements(self, body: Sequence[n.Stmt]) -> list[ast.stmt]:
        with self.writing() as out:
            for i, stmt in enumerate(body):
                if isinstance(stmt, n.Let) and stmt.otherwise is not None:
                    self.choose_or_else(stmt, body[i + 1 :])
                    break
                mark = len(out)
                getattr(self, "_do_" + type(stmt).__name__.lower())(stmt)
                for made in out[mark:]:
                    py.locate(made, stmt.span)
        return out

    def add(self, stmt: ast.stmt) -> None:
        self.out.append(stmt)

    # ------------------------------------------------------------- bind, assign

    def _do_let(self, stmt: n.Let) -> None:
        made = self.right_side(stmt.value, self.types[stmt])
        self.add(py.assign(self.local(stmt.name.name), made))
        if isinstance(stmt.value, n.Roll) and stmt.value.label is not None:
            self.tell(stmt.value.label, py.name(self.locals[stmt.name.name]))

    def tell(self, label: n.Text, value: ast.expr) -> None:
        """Note a roll for whoever reads along."""
        with self.writing() as lines:
            text = self.expr(label)
            lines.append(py.line(py.method(py.attr("s", "told_"), "append", py.call("roll_line", text, value))))
        self.add(py.when(py.compare(py.attr("s", "told_"), "is not", py.const(None)), lines))

    def right_side(self, value: n.Node, wanted: Type) -> ast.expr:
        if isinstance(value, n.Roll):
            return self.dice(value.dice)
        if isinstance(value, n.DrawPieces):
            return self.draw(value, value)
        if isinstance(value, n.Choose):
            return self.choose(value, self.rule)
        if isinstance(value, n.Call) and self.is_effect(value):
            return self.fit(self.effect_call(value), self.types[value], wanted)
        assert isinstance(value, n.Expr)
        if self.types[value].tag in ("zone", "board") and wanted.tag == "list":
            return self.items(value)
        return self.expr(value, wanted)

    def _do_assign(self, stmt: n.Assign) -> None:
        declared = self.declared(stmt.target)
        value = self.right_side(stmt.value, declared)
        if stmt.op != "=":
            value = py.binary(self.expr(stmt.target, declared), stmt.op[0], value)
        ref = self.target_ref(stmt.target)
        decl = ref.decl if ref is not None and isinstance(ref.decl, StateDecl | FieldDecl) else None
        after: list[ast.stmt] = []
        if decl is not None:
            value, after = self.bounded(decl, value)
        self.add(py.assign(self.target(stmt.target), value))
        if isinstance(decl, StateDecl) and decl.until_revealed:
            self.hide_again(stmt.target, decl)
        self.out += after

    def target_ref(self, target: n.Expr) -> Ref | None:
        return self.facts.refs.get(target.obj if isinstance(target, n.Index) else target)

    def declared(self, target: n.Expr) -> Type:
        ref = self.target_ref(target)
        if ref is not None and isinstance(ref.decl, StateDecl | FieldDecl):
            return ref.decl.type
        return ref.type if ref is not None else self.types[target]

    def target(self, target: n.Expr) -> ast.expr:
        made = self.expr(target)
        assert isinstance(made, ast.Name | ast.Attribute | ast.Subscript)
        made.ctx = ast.Store()
        return made

    def bounded(self, decl: StateDecl | FieldDecl, value: ast.expr) -> tuple[ast.expr, list[ast.stmt]]:
        """The value within its bounds, and what happens if it would have left them."""
        if decl.bounds is None:
            return value, []
        low, high = decl.bounds
        if isinstance(value, ast.Constant) and isinstance(value.value, int) and low <= value.value <= high:
            return value, []
        below, above = (decl.below, decl.above) if isinstance(decl, StateDecl) else (None, None)
        if below is None and above is None:
            return py.call("in_bounds", value, py.const(low), py.const(high), py.const(decl.name)), []
        wanted, kept = self.temp(), self.temp()
        self.add(py.assign(wanted, value))
        self.add(py.assign(kept, py.name(wanted)))
        after: list[ast.stmt] = []
        for op, bound, what, word in (("<", low, below, "below"), (">", high, above, "above")):
            test = py.compare(py.name(wanted), op, py.const(bound))
            if what is None:
                self.add(py.when(test, [py.line(py.call("out_of_bounds", py.const(decl.name), py.name(wanted)))]))
                continue
            self.add(py.when(test, [py.assign(kept, py.const(bound))]))
            if isinstance(what, n.Block):
                happens = py.line(self.call_of(f"{word}_{decl.name}", decl, []))
                after.append(py.when(py.compare(py.name(wanted), op, py.const(bound)), [happens]))
        return py.name(kept), after

    def hide_again(self, target: n.Expr, decl: StateDecl) -> None:
        flags = py.attr("s", self.layout.revealed(decl))
        self.add(py.assign(py.index(flags, self.flag_of(target)), py.const(0)))

    def flag_of(self, node: n.Expr) -> ast.expr:
        """Which flag tells whether this state is revealed: that of the first thing that it is per."""
        target = node.obj if isinstance(node, n.Index) else node
        if isinstance(target, n.Field):
            return self.expr(target.obj)
        return self.expr(node.keys[0]) if isinstance(node, n.Index) else py.const(0)

    # --------------------------------------------------------------------- dice

    def dice(self, dice: n.Dice) -> ast.expr:
        sides = py.const(dice.sides)
        if dice.count is None or (
            isinstance(dice.count, n.Number) and dice.count.value == 1 and dice.how in ("sum", "best")
        ):
            one = py.method("s", "roll_", py.name("s"), sides)
            return py.list_of([one]) if dice.how == "list" else one
        return py.call(f"roll_{dice.how}", py.name("s"), self.expr(dice.count), sides)

    def draw(self, draw: n.DrawPieces, at: n.Node) -> ast.expr:
        zone, to = self.expr(draw.source), self.place(draw.to)
        triggers = self.facts.moves.get(at, [])
        random = py.const(self.is_bag(draw.source))
        amount = self.expr(draw.amount) if draw.amount is not None else None
        if not triggers:
            if amount is None:
                return py.call("draw_one", py.name("s"), zone, to, random)
            return py.call("draw_many", py.name("s"), amount, zone, to, random)
        drawn, piece = self.temp(), self.temp()
        self.add(py.assign(drawn, py.call("take", py.name("s"), amount or py.const(1), zone, random)))
        place = self.temp()
        self.add(py.assign(place, to))
        self.add(py.loop(piece, py.name(drawn), self.move_one(piece, py.name(place), triggers, draw.span)))
        return py.name(drawn) if amount is not None else py.call("first_of", py.name(drawn), py.const(-1))

    def is_bag(self, source: n.Expr) -> bool:
        ref = self.facts.refs.get(source)
        return ref is not None and isinstance(ref.decl, ZoneDecl) and ref.decl.how == "bag"

    def _do_drawstmt(self, stmt: n.DrawStmt) -> None:
        self.add(py.line(self.draw(stmt.draw, stmt.draw)))

    # ---------------------------------------------------------------------- ask

    def chooser(self, by: n.Expr | None) -> ast.expr:
        return self.expr(by) if by is not None else py.attr("s", "me")

    def site(self, kind: str, span: Span, *rules: Decl, **more: Any) -> Site:
        """A question of the rule at work; its numbers are those of `rules`, or its own."""
        rule = self.rule
        how = rule.how if isinstance(rule, RuleDecl) else "phase"
        line, end = span.line, Span(span.source, max(span.start, span.end - 1), span.end).line
        return Site(
            kind,
            rule.name,
            how,
            rule.title,
            rule.cite,
            span.source.path,
            line,
            end,
            values=self.explained(*(rules or (rule,))),
            **more,
        )

    def explained(self, *rules: Decl) -> tuple[str, ...]:
        """The values that some rules ask for themselves, in the order in which they are written."""
        seen: list[str] = []
        for rule in rules:
            summary = self.facts.summaries.get(rule)
            calls = summary.calls if summary is not None else []
            seen += [s.target.name for s in calls if isinstance(s.target, RuleDecl) and s.target.how == "value"]
        return tuple(dict.fromkeys(seen))

    def env(self, *texts: n.Text | None) -> list[str]:
        """The locals that prompt and labels mention."""
        names: list[str] = []
        for text in texts:
            for node in text.walk() if text is not None else ():
                if not isinstance(node, n.Name) or node.name not in self.locals:
                    continue
                if self.facts.refs[node].how in ("local", "param") and self.locals[node.name] not in names:
                    names.append(self.locals[node.name])
        return names

    def words(self, kind: str, text: n.Text | None, env: list[str]) -> str:
        """A text that stands by itself, or the name of a function of `env`."""
        if text is None:
            return ""
        if all(isinstance(part, str) for part in text.parts):
            return "".join(str(part) for part in text.parts)
        with self.writing() as lines:
            value = self.expr(text)
        return self.sites.text_function(kind, env, lines, value, text.span)

    def ask(self, site: int, player: ast.expr, options: ast.expr, env: list[str]) -> ast.expr:
        values = py.tuple_of([py.name(x) for x in env])
        if self.pull:
            return ast.Yield(py.tuple_of([py.const(site), player, options, values]))
        return py.call("ask", py.name("s"), py.const(site), player, options, values)

    def choose(self, choose: n.Choose, rule: Decl) -> ast.expr:
        options = self.options(choose)
        return self.choose_from(choose, options)

    def options(self, choose: n.Choose) -> str:
        """The name of the list of what can be chosen."""
        name = self.temp()
        if choose.source is None:
            assert choose.low is not None and choose.high is not None
            made: ast.expr = py.call("span", self.expr(choose.low), self.expr(choose.high))
        else:
            made = self.items(choose.source)
        several = choose.how in ("up_to", "exactly", "between")
        kind = self.option_type(choose)
        made = self.in_sight(made if several else self.distinct(made, kind), kind, self.chooser(choose.by))
        self.add(py.assign(name, made))
        return name

    def option_type(self, choose: n.Choose) -> Type:
        if choose.source is None:
            return INT
        found = self.types[choose.source]
        if found.tag == "board":
            return Type("cell", found.name)
        return found.of if found.of is not None else found

    def distinct(self, options: ast.expr, kind: Type) -> ast.expr:
        """Equal pieces of an `alike` kind are one option."""
        return py.call("distinct", py.name("s"), options) if self.is_alike(kind) else options

    def in_sight(self, options: ast.expr, kind: Type, player: ast.expr) -> ast.expr:
        """Pieces that can lie face down are offered in an order that tells nothing of those that do."""
        names = self.game.unions.get(kind.name, (kind.name,)) if kind.tag in ("kind", "union") else ()
        sided = [k for k in self.game.kinds.values() if set(k.side_readers.values()) - {"all"}]
        if any(self.game.is_below(name, k.name) or self.game.is_below(k.name, name) for name in names for k in sided):
            return py.call("in_sight", py.name("s"), player, options)
        return options

    def is_alike(self, kind: Type) -> bool:
        return kind.tag == "kind" and any(k.alike for k in self.game.kind_chain(kind.name))

    def choose_from(self, choose: n.Choose, options: str) -> ast.expr:
        kind, env = self.option_type(choose), self.env(choose.prompt)
        word = self.text_table(kind)
        assert isinstance(word, ast.Constant)
        site = self.sites.at(
            choose,
            lambda: self.site(
                "choose", choose.span, prompt=self.words("prompt", choose.prompt, env), options=word.value
            ),
        )
        player = self.chooser(choose.by)
        if choose.how in ("one", "number"):
            return self.ask_unless_single(site, player, options, env, secret=choose in self.secrets)
        hidden = choose in self.secrets
        if choose.how == "optionally":
            none = py.const(-1 if is_id(kind) else None)
            asked = self.ask(site, player, py.list_of([ast.Starred(py.name(options), ast.Load()), none]), env)
            return asked if hidden else ast.IfExp(py.name(options), asked, none)
        low = self.expr(choose.low) if choose.low is not None else py.const(0)
        high = self.expr(choose.high) if choose.high is not None else low
        values = py.tuple_of([py.name(x) for x in env])
        args = [py.const(site), player, py.name(options), low, high, values, py.const(hidden)]
        if self.is_alike(kind):
            args.append(py.call("alike", py.name("s"), py.name(options), py.name("distinct")))
        if self.pull:
            return ast.YieldFrom(py.call("choose_several_pull", *args))
        return py.call("choose_several", py.name("s"), py.name("ask"), *args)

    def ask_unless_single(
        self, site: int, player: ast.expr, options: str, env: list[str], *, secret: bool = False
    ) -> ast.expr:
        asked = self.ask(site, player, py.name(options), env)
        if secret:
            return asked
        single = py.compare(py.call("len", py.name(options)), "==", py.const(1))
        return ast.IfExp(single, py.index(py.name(options), py.const(0)), asked)

    def choose_or_else(self, stmt: n.Let, rest: Sequence[n.Stmt]) -> None:
        assert isinstance(stmt.value, n.Choose)
        mark = len(self.out)
        options = self.options(stmt.value)
        otherwise = self.block(stmt.otherwise)
        with self.writing() as body:
            made = self.choose_from(stmt.value, options)
            body.append(py.assign(self.local(stmt.name.name), made))
            body += self.statements(rest)
        enough: ast.expr = py.name(options)
        if stmt.value.how in ("exactly", "between") and stmt.value.low is not None:
            enough = py.call("enough", enough, self.expr(stmt.value.low))
        self.add(py.when(enough, body, otherwise))
        for made_stmt in self.out[mark:]:
            py.locate(made_stmt, stmt.span)

    def _do_menu(self, stmt: n.Menu) -> None:
        chosen, options = self.temp(), self.temp()
        env = self.env(stmt.prompt, *(option.label for option in stmt.options))
        site = self.sites.at(
            stmt,
            lambda: self.site(
                "menu",
                stmt.span,
                prompt=self.words("prompt", stmt.prompt, env),
                labels=tuple(self.words("label", option.label, env) for option in stmt.options),
            ),
        )
        if any(option.condition is not None for option in stmt.options):
            self.add(py.assign(options, py.list_of([])))
            for i, option in enumerate(stmt.options):
                append = py.line(py.method(options, "append", py.const(i)))
                self.add(append if option.condition is None else py.when(self.expr(option.condition), [append]))
        else:
            self.add(py.assign(options, py.tuple_of([py.const(i) for i in range(len(stmt.options))])))
        with self.writing() as body:
            asked = self.ask_unless_single(site, self.chooser(stmt.by), options, env, secret=stmt in self.secrets)
            body.append(py.assign(chosen, asked))
            body.append(self.arms(chosen, [(py.const(i), self.block(o.body)) for i, o in enumerate(stmt.options)]))
        if stmt.otherwise is None:
            self.out += body
        else:
            self.add(py.when(py.name(options), body, self.block(stmt.otherwise)))

    @staticmethod
    def arms(chosen: str, arms: list[tuple[ast.expr, list[ast.stmt]]]) -> ast.stmt:
        """`if chosen == a: ... elif ...`, the last arm as `else`."""
        made: list[ast.stmt] = arms[-1][1]
        for value, body in reversed(arms[:-1]):
            made = [py.when(py.compare(py.name(chosen), "==", value), body, made)]
        return made[0] if len(made) == 1 and len(arms) > 1 else py.when(py.const(True), made)

    # ------------------------------------------------------------------- pieces

    def _do_move(self, stmt: n.Move) -> None:
        place = self.place(stmt.place)
        triggers = [] if stmt.set_up else self.facts.moves.get(stmt, [])
        many = any(self.types[item].tag in ("list", "zone") for item in stmt.items)
        if (many or len(stmt.items) > 1) and not isinstance(place, ast.Constant):
            to = self.temp()  # where they go is settled before the first one moves
            self.add(py.assign(to, place))
            place = py.name(to)
        for item in stmt.items:
            if self.types[item].tag == "zone" and not triggers:
                zone = self.expr(item)
                self.add(py.line(py.call("move_all", py.name("s"), zone, place, py.const(self.is_bag(item)))))
            elif self.types[item].tag in ("list", "zone"):
                piece = self.temp()
                pieces = self.in_order(item)
                self.add(py.loop(piece, pieces, self.move_one(piece, place, triggers, stmt.span)))
            elif triggers:
                piece = self.temp()
                self.add(py.assign(piece, self.expr(item)))
                self.out += self.move_one(piece, place, triggers, stmt.span)
            else:
                self.add(py.line(py.call("move", py.name("s"), self.expr(item), place)))

    def in_order(self, node: n.Expr) -> ast.expr:
        """Pieces in the order in which they lie, which a shuffle leaves open until it is needed."""
        zone = node.place if isinstance(node, n.AllOf) and node.how == "at" else node
        if zone is None or self.types[zone].tag != "zone":
            return py.call("tuple", self.items(node))
        settled = py.call("settled", py.name("s"), self.expr(zone), py.const(self.is_bag(zone)))
        kind = self.types[node].item
        test = None if self.fits(self.types[zone].item, kind) else self.kind_test(kind, py.name("x_"))
        return settled if test is None else py.comprehension(py.name("x_"), "x_", settled, test)

    def move_one(self, piece: str, place: ast.expr, triggers: list[RuleDecl], span: Span) -> list[ast.stmt]:
        """The move with what comes before, instead and after."""
        the_move: list[ast.stmt] = [py.line(py.call("move", py.name("s"), py.name(piece), place))]
        if not triggers:
            return the_move
        to, old = self.temp(), self.temp()
        with self.writing() as out:
            out.append(py.assign(to, place))
            out.append(py.assign(old, py.index(py.attr("s", "where_"), py.name(piece))))

            def fire(trigger: RuleDecl) -> ast.expr:
                where = old if trigger.event is not None and trigger.event.how == "leaves" else to
                return self.rule_call(trigger, [py.name(piece), py.name(where)])

            body: list[ast.stmt] = [py.line(fire(t)) for t in triggers if t.timing == "before"]
            after: list[ast.stmt] = [py.line(fire(t)) for t in triggers if t.timing == "after"]
            inner = [*the_move, *after]
            for trigger in reversed([t for t in triggers if t.timing == "instead of"]):
                inner = [py.when(py.negate(fire(trigger)), inner)]
            out.append(py.when(py.compare(py.name(old), "!=", py.name(to)), [*body, *inner]))
        return out

    def _do_turn(self, stmt: n.Turn) -> None:
        ref = self.facts.refs[stmt]
        assert isinstance(ref.decl, KindDecl)
        side = self.names.enum_members(ref.type).index(stmt.side.name)
        piece = self.temp()
        self.add(py.assign(piece, self.expr(stmt.item)))
        self.add(py.assign(py.index(py.attr("s", self.layout.side(ref.decl)), py.name(piece)), py.const(side)))
        for trigger in self.facts.moves.get(stmt, []):
            self.add(py.line(self.rule_call(trigger, [py.name(piece)])))

    def _do_onplace(self, stmt: n.OnPlace) -> None:
        ref = self.target_ref(stmt.place)
        if stmt.verb == "shuffle":
            self.add(py.line(py.call("shuffle", py.name("s"), self.expr(stmt.place))))
        elif ref is not None and isinstance(ref.decl, StateDecl):
            flags = py.attr("s", self.layout.revealed(ref.decl))
            self.add(py.assign(py.index(flags, self.flag_of(stmt.place)), py.const(1)))
            self.add(py.augment(py.attr("s", "reveals_"), "+", py.const(1)))
        else:
            self.add(py.line(py.call("reveal", py.name("s"), self.expr(stmt.place))))

    def _do_show(self, stmt: n.Show) -> None:
        self.add(py.line(py.call("show", py.name("s"), self.expr(stmt.item), self.expr(stmt.to))))

    # ------------------------------------------------------------------- tokens

    def _do_tokens(self, stmt: n.Tokens) -> None:
        token = self.game.tokens[stmt.token.name]
        column = self.layout.token(token.name)
        amount = self.expr(stmt.amount)
        if token.holder == "game":
            self.add(self.game_tokens(stmt, token, column, amount))
            return
        args = [py.attr("s", column), py.attr("s", "me"), amount]
        if stmt.verb == "gain":
            self.add(py.line(py.call("gain", *args, py.const(token.supply))))
        elif stmt.verb == "pay":
            self.add(py.line(py.call("pay", *args, py.const(token.name))))
        else:
            assert stmt.to is not None
            self.add(py.line(py.call("give", *args, self.expr(stmt.to), py.const(token.name))))

    def game_tokens(self, stmt: n.Tokens, token: TokenDecl, column: str, amount: ast.expr) -> ast.stmt:
        slot = py.attr("s", column)
        if stmt.verb == "gain":
            return py.assign(py.attr("s", column), py.call("gained", slot, amount, py.const(token.supply)))
        return py.assign(py.attr("s", column), py.call("paid_out", slot, amount, py.const(token.name)))

    # ------------------------------------------------------------ calls, control

    def is_effect(self, call: n.Call) -> bool:
        ref = self.facts.refs.get(call)
        if ref is None:
            return False
        if ref.how == "carried":
            return ref.type == VOID
        return isinstance(ref.decl, RuleDecl) and ref.decl.how in ("effect", "table")

    def effect_call(self, call: n.Call) -> ast.expr:
        ref = self.facts.refs[call]
        if ref.how == "carried":
            return self.carried_call(call, str(ref.decl))
        assert isinstance(ref.decl, RuleDecl)
        return self.rule_call(ref.decl, self.arguments(call, ref.decl))

    def carried_call(self, call: n.Call, name: str) -> ast.expr:
        assert call.receiver is not None
        piece = self.temp()
        self.add(py.assign(piece, self.expr(call.receiver)))
        asks = self.carried_asks(name)
        table = py.name(f"carried_{name}{'_pull' if self.pull and asks else ''}")
        args = [py.name("s"), *([py.name("ask")] if asks and not self.pull else []), py.name(piece)]
        made = py.call(py.index(table, py.name(piece)), *args)
        return ast.YieldFrom(made) if self.pull and asks else made

    def carried_asks(self, name: str) -> bool:
        return any(self.asks(rule) for rule in self.game.carried.get(name, {}).values())

    def asks(self, rule: Decl) -> bool:
        summary = self.facts.summaries.get(rule)
        return summary is not None and summary.all_asks

    def rule_call(self, rule: RuleDecl, args: list[ast.expr]) -> ast.expr:
        return self.call_of(rule_name(rule), rule, args)

    def call_of(self, name: str, rule: Decl, args: list[ast.expr]) -> ast.expr:
        """A call of the function `name` that was made of `rule`."""
        if not self.asks(rule):
            return py.call(name, py.name("s"), *args)
        if self.pull:
            return ast.YieldFrom(py.call(f"{name}_pull", py.name("s"), *args))
        return py.call(name, py.name("s"), py.name("ask"), *args)

    def _do_do(self, stmt: n.Do) -> None:
        self.add(py.line(self.effect_call(stmt.call)))

    def _do_say(self, stmt: n.Say) -> None:
        with self.writing() as lines:
            text = self.expr(stmt.text)
            lines.append(py.line(py.method(py.attr("s", "told_"), "append", text)))
        self.add(py.when(py.compare(py.attr("s", "told_"), "is not", py.const(None)), lines))

    def outcome(self, word: str) -> int:
        """Outcomes are numbered from 1; 0 is a game that goes on."""
        if word not in self.outcomes:
            self.outcomes.append(word)
        return self.outcomes.index(word) + 1

    def _do_endgame(self, stmt: n.EndGame) -> None:
        outcome = self.outcome(stmt.outcome.name if stmt.outcome is not None else "finished")
        winner = self.expr(stmt.by) if stmt.by is not None else py.const(-1)
        if self.in_node:
            self.add(py.assign(py.attr("s", "over_"), py.const(outcome)))
            self.add(py.assign(py.attr("s", "winner_"), winner))
            self.add(ast.Return(py.const(-1)))
        else:
            self.add(py.line(py.call("end_game", py.name("s"), py.const(outcome), winner)))

    def _do_endphase(self, stmt: n.EndPhase) -> None:
        self.add(py.assign(py.attr("s", self.layout.ended(stmt.phase.name)), py.const(1)))

    def _do_return(self, stmt: n.Return) -> None:
        wanted = self.rule.returns if isinstance(self.rule, RuleDecl) else VOID
        self.add(ast.Return(self.right_side(stmt.value, wanted) if stmt.value is not None else None))

    def _do_break(self, stmt: n.Break) -> None:
        self.add(ast.Break())

    def _do_nothing(self, stmt: n.Nothing) -> None:
        self.add(ast.Pass())

    def _do_if(self, stmt: n.If) -> None:
        self.branches(stmt.branches, stmt.otherwise)

    def branches(self, branches: tuple[n.Branch, ...], otherwise: n.Block | None) -> None:
        head, *rest = branches
        test = self.expr(head.condition)
        body = self.block(head.body)
        with self.writing() as other:
            if rest:
                self.branches(tuple(rest), otherwise)
            elif otherwise is not None:
                other += self.block(otherwise)
        self.add(py.when(test, body, other))

    def _do_for(self, stmt: n.For) -> None:
        source = self.items(stmt.source)
        var = self.local(stmt.var.name)
        leaves = isinstance(stmt.body.body[-1], n.Break | n.Return | n.EndGame)
        body = self.block(stmt.body)
        if stmt.condition is not None:
            with self.writing() as lines:
                condition = self.expr(stmt.condition)
            if leaves:  # only the first fitting one is ever used: no need to fix the list beforehand
                self.add(py.loop(var, source, [*lines, py.when(condition, body)]))
                return
            source = self.filtered(var, source, lines, condition)
        if self.may_vanish(stmt):
            source = py.call("in_play", py.attr("s", "where_"), py.const(self.game.box), source)
        self.add(py.loop(var, source, body))

    def filtered(self, var: str, source: ast.expr, lines: list[ast.stmt], condition: ast.expr) -> ast.expr:
        if not lines:
            return py.comprehension(py.name(var), var, source, condition)
        kept = self.temp()
        self.add(py.assign(kept, py.list_of([])))
        append = py.line(py.method(kept, "append", py.name(var)))
        self.add(py.loop(var, source, [*lines, py.when(condition, [append])]))
        return py.name(kept)

    def may_vanish(self, stmt: n.For) -> bool:
        """Pieces that the body takes out of play are passed over."""
        source = self.types[stmt.source]
        item = source.of
        if item is None or item.tag not in ("kind", "piece", "union"):
            return False
        if isinstance(stmt.source, n.AllOf) and stmt.source.place is None:
            return False
        return any(isinstance(x, n.Move | n.Do | n.DrawStmt) for x in stmt.body.walk())

    def _do_repeat(self, stmt: n.Repeat) -> None:
        if stmt.count is not None:
            times = py.call("range", py.call("repeats", self.expr(stmt.count)))
            self.add(py.loop("_", times, self.block(stmt.body)))
            return
        fault = py.line(py.call("endless_repeat"))
        self.add(py.loop("_", py.call("range", py.const(REPEAT_LIMIT)), self.block(stmt.body), [fault]))

    def _do_as(self, stmt: n.As) -> None:
        before = self.temp()
        self.add(py.assign(before, py.attr("s", "me")))
        self.add(py.assign(py.attr("s", "me"), self.expr(stmt.player)))
        restore: list[ast.stmt] = [py.assign(py.attr("s", "me"), py.name(before))]
        self.add(ast.Try(self.block(stmt.body), [], [], restore))

    def _do_match(self, stmt: n.Match) -> None:
        subject = self.temp()
        kind = self.types[stmt.subject]
        self.add(py.assign(subject, self.expr(stmt.subject)))
        members = self.names.enum_members(kind.item) if kind.item.tag == "enum" else ()
        made = next((self.block(arm.body) for arm in stmt.arms if any(v.name == "others" for v in arm.values)), [])
        for arm in reversed([arm for arm in stmt.arms if all(v.name != "others" for v in arm.values)]):
            body = self.block(arm.body)
            values = [
                py.const(-1 if v.name == "none" else members.index(v.name) if members else int(v.name))
                for v in arm.values
            ]
            test = (
                py.compare(py.name(subject), "==", values[0])
                if len(values) == 1
                else py.compare(py.name(subject), "in", py.tuple_of(list(values)))
            )
            made = [py.when(test, body, made)]
        self.out += made
