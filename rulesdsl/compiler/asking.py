"""Questions of the rules: their options, where they stand for people, and how push and pull ask them."""

from __future__ import annotations

import ast
from abc import abstractmethod
from collections.abc import Sequence
from typing import Any

from rulesdsl.check.facts import Facts
from rulesdsl.check.scope import Globals
from rulesdsl.compiler import pyast as py
from rulesdsl.compiler.calls import carried_name, rule_name
from rulesdsl.compiler.expressions import ExprLowering
from rulesdsl.compiler.layout import Layout
from rulesdsl.compiler.sites import Site, Sites
from rulesdsl.model.game import Decl, Game, RuleDecl
from rulesdsl.model.types import INT, Type, is_id
from rulesdsl.source.text import Span
from rulesdsl.syntax import nodes as n


class AskLowering(ExprLowering):
    """Base of the statements: calls that may ask, choices, menus."""

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

    @abstractmethod
    def block(self, block: n.Block | None) -> list[ast.stmt]: ...

    @abstractmethod
    def statements(self, body: Sequence[n.Stmt]) -> list[ast.stmt]: ...

    def add(self, stmt: ast.stmt) -> None:
        self.out.append(stmt)

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
            own = {node.var.name for node in text.walk() if isinstance(node, n.Comp)} if text is not None else set()
            for node in text.walk() if text is not None else ():
                if not isinstance(node, n.Name) or node.name not in self.locals or node.name in own:
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
        if not several:
            made = self.distinct(made, kind, self.chooser(choose.by))
        self.add(py.assign(name, self.in_sight(made, kind, self.chooser(choose.by), choose.source)))
        return name

    def option_type(self, choose: n.Choose) -> Type:
        if choose.source is None:
            return INT
        found = self.types[choose.source]
        if found.tag == "board":
            return Type("cell", found.name)
        return found.of if found.of is not None else found

    def distinct(self, options: ast.expr, kind: Type, player: ast.expr) -> ast.expr:
        """Equal pieces of an `alike` kind are one option, unless `player` may not know that they are equal."""
        if not self.is_alike(kind):
            return options
        return py.call("distinct", py.name("s"), options, *([player] if self.lies_face_down(kind) else []))

    def in_sight(self, options: ast.expr, kind: Type, player: ast.expr, source: n.Expr | None) -> ast.expr:
        """Pieces that can be unseen are offered in an order that tells nothing of those that are."""
        if self.lies_face_down(kind) or self.lies_hidden(kind, source):
            return py.call("in_sight", py.name("s"), player, options)
        return options

    def lies_hidden(self, kind: Type, source: n.Expr | None) -> bool:
        """Are pieces offered wherever they are, and can some lie in a zone that not all may see?"""
        if source is None or not any(isinstance(x, n.AllOf) and x.place is None for x in source.walk()):
            return False
        mine = self.kinds_within(kind) if kind.tag in ("kind", "union", "piece") else []
        zones = [zone for zone in self.game.zones.values() if zone.seen_by != "all"]
        held = [k for zone in zones for k in self.game.unions.get(zone.holds, (zone.holds,))]
        below = self.game.is_below
        return bool(mine) and any(k == "Piece" or any(below(m, k) or below(k, m) for m in mine) for k in held)

    def lies_face_down(self, kind: Type) -> bool:
        """Can pieces of a type show a side that not all may see?"""
        names = self.game.unions.get(kind.name, (kind.name,)) if kind.tag in ("kind", "union") else ()
        sided = [k for k in self.game.kinds.values() if set(k.side_readers.values()) - {"all"}]
        below = self.game.is_below
        return any(below(name, k.name) or below(k.name, name) for name in names for k in sided)

    def is_alike(self, kind: Type) -> bool:
        names = self.game.unions.get(kind.name, (kind.name,)) if kind.tag in ("kind", "union") else ()
        return bool(names) and all(any(k.alike for k in self.game.kind_chain(name)) for name in names)

    def choose_from(self, choose: n.Choose, options: str) -> ast.expr:
        kind, env = self.option_type(choose), self.env(choose.prompt)
        word = self.text_table(kind)
        assert isinstance(word, ast.Constant)
        site = self.sites.at(
            choose,
            lambda: self.site(
                "choose",
                choose.span,
                prompt=self.words("prompt", choose.prompt, env),
                options=word.value,
                labels=("done" if choose.how in ("up_to", "exactly", "between") else "none",),
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
            chooser = [self.chooser(choose.by)] if self.lies_face_down(kind) else []
            args.append(py.call("alike", py.name("s"), py.name(options), py.name("distinct"), *chooser))
        if self.pull:
            return ast.YieldFrom(py.call("choose_several_pull", *args))
        return py.call("choose_several", py.name("s"), py.name("ask"), *args)

    def ask_unless_single(
        self,
        site: int,
        player: ast.expr,
        options: str,
        env: list[str],
        *,
        secret: bool = False,
        while_: Sequence[ast.expr] = (),
        step: str = "",
    ) -> ast.expr:
        """Ask, but not for the only option while all of `while_` hold; by `step` a match notes it all the same."""
        asked = self.ask(site, player, py.name(options), env)
        if secret:
            return asked
        single = py.compare(py.call("len", py.name(options)), "==", py.const(1))
        only: ast.expr = py.index(py.name(options), py.const(0))
        if step and self.pull:
            only = py.call(step, py.name("s"), py.const(site), only)
        return ast.IfExp(py.both(single, *while_), only, asked)

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
        *others, (_, last) = arms
        if not others:
            return py.when(py.const(True), last)
        return py.choice(chosen, [([value], body) for value, body in others], last)[0]

    # -------------------------------------------------------------------- calls

    def effect_call(self, call: n.Call) -> ast.expr:
        ref = self.facts.refs[call]
        if ref.how == "carried":
            return self.carried_call(call, str(ref.decl))
        assert isinstance(ref.decl, RuleDecl)
        return self.rule_call(ref.decl, self.arguments(call, ref.decl))

    def carried_call(self, call: n.Call, key: str) -> ast.expr:
        assert call.receiver is not None
        holder = self.temp()
        self.add(py.assign(holder, self.expr(call.receiver)))
        asks = self.carried_asks(key)
        table = py.name(f"{carried_name(self.game, key)}{'_pull' if self.pull and asks else ''}")
        args = [py.name("s"), *([py.name("ask")] if asks and not self.pull else []), py.name(holder)]
        made = py.call(py.index(table, py.name(holder)), *args)
        return ast.YieldFrom(made) if self.pull and asks else made

    def carried_asks(self, key: str) -> bool:
        return any(self.asks(rule) for rule in self.game.carried[key].values())

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
