"""Phases that all play at once: what is done there stays hidden until everybody has chosen.

Only what its owner alone sees may change, nothing is rolled, drawn, said or shown, and each player is asked for
themself only; so nobody learns anything from another one's choices, and the order of the answers does not matter.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from rulesdsl.check.choosers import IT, ME, Key, Players, arguments, binding, carried_rules, told
from rulesdsl.check.facts import Facts
from rulesdsl.check.scope import Globals
from rulesdsl.model.game import Game, PhaseDecl, RuleDecl, StateDecl, ZoneDecl
from rulesdsl.source.diagnostics import Label, Problems
from rulesdsl.source.text import Span
from rulesdsl.syntax import nodes as n

_LATER = "do it in a phase that follows, when everybody has chosen"


def check_together(game: Game, facts: Facts, names: Globals, problems: Problems) -> None:
    """Note what the rules of a `together:` phase would let others see, or let chance decide."""
    told_of: set[Span] = set()
    for phase in game.phases.values():
        if phase.together is not None and phase.do is not None and phase.do.body is not None:
            _Together(game, facts, problems, phase, told_of).block(phase.do.body, _Env())


@dataclass(slots=True)
class _Env:
    me: Key = ME
    bound: dict[object, Key] = field(default_factory=dict)
    own: set[object] = field(default_factory=set)
    """Locals and parameters that are pieces (or lists of them) out of a zone that only `me` sees."""


class _Together:
    def __init__(self, game: Game, facts: Facts, problems: Problems, phase: PhaseDecl, told_of: set[Span]) -> None:
        self.game, self.facts, self.problems, self.phase = game, facts, problems, phase
        self.players = Players(game, facts)
        self.told_of = told_of
        self.done: set[object] = set()

    def wrong(self, node: n.Node, message: str, help: str = _LATER) -> None:
        if node.span in self.told_of:
            return
        self.told_of.add(node.span)
        related = [Label(self.phase.span, "played by all at once")]
        self.problems.error("not-secret", node.span, message, related=related, help=help)

    # -------------------------------------------------------------------- blocks

    def block(self, block: n.Block | None, env: _Env) -> None:
        for stmt in block.body if block is not None else ():
            method = getattr(self, "_" + type(stmt).__name__.lower(), None)
            if method is not None:
                method(stmt, env)
            for fired in self.facts.moves.get(stmt, ()):
                self._fire(fired, stmt, env)

    def _if(self, stmt: n.If, env: _Env) -> None:
        for branch in stmt.branches:
            self.block(branch.body, env)
        self.block(stmt.otherwise, env)

    def _for(self, stmt: n.For, env: _Env) -> None:
        self._bind(stmt.var, stmt.source, env)
        env.bound.pop(binding(self.facts.refs[stmt.var]), None)
        self.block(stmt.body, env)

    def _match(self, stmt: n.Match, env: _Env) -> None:
        for arm in stmt.arms:
            self.block(arm.body, env)

    def _repeat(self, stmt: n.Repeat, env: _Env) -> None:
        self.block(stmt.body, env)

    def _as(self, stmt: n.As, env: _Env) -> None:
        inner = _Env(self.players.key(stmt.player, env.me, env.bound), env.bound, env.own)
        self.block(stmt.body, inner)

    # --------------------------------------------------------------- bind, assign

    def _let(self, stmt: n.Let, env: _Env) -> None:
        self._right(stmt.value, stmt, env)
        source = stmt.value.source if isinstance(stmt.value, n.Choose) else stmt.value
        if isinstance(source, n.Expr):
            self._bind(stmt.name, source, env, alias=source is stmt.value)
        self.block(stmt.otherwise, env)

    def _right(self, value: n.Node, stmt: n.Node, env: _Env) -> None:
        if isinstance(value, n.Roll):
            self.wrong(stmt, "dice are not rolled while all choose at once")
        elif isinstance(value, n.DrawPieces):
            self.wrong(stmt, "nothing is drawn while all choose at once")
        elif isinstance(value, n.Choose):
            self._asked(value.by, value, env)
        elif isinstance(value, n.Call):
            self._call(value, env)

    def _bind(self, name: n.Ident, source: n.Expr, env: _Env, alias: bool = False) -> None:
        ref = self.facts.refs.get(name)
        if ref is None:
            return
        if self.own(source, env):
            env.own.add(binding(ref))
        else:
            env.own.discard(binding(ref))
        if alias and isinstance(source, n.Name):
            env.bound[binding(ref)] = self.players.key(source, env.me, env.bound)

    def _assign(self, stmt: n.Assign, env: _Env) -> None:
        self._right(stmt.value, stmt, env)
        target = stmt.target.obj if isinstance(stmt.target, n.Index) else stmt.target
        ref = self.facts.refs.get(target)
        if ref is None:
            return
        if ref.how == "local":
            env.bound.pop(binding(ref), None)
            if not (isinstance(stmt.value, n.Expr) and self.own(stmt.value, env)):
                env.own.discard(binding(ref))
        elif not isinstance(ref.decl, StateDecl) or ref.decl.seen_by != "owner":
            name = getattr(ref.decl, "name", "it")
            self.wrong(
                stmt,
                f"others see `{name}`: it may not change while all choose at once",
                help="declare it `seen by: owner`, or change it in a phase that follows",
            )
        elif self._owner(stmt.target, env) != ME:
            self.wrong(stmt, f"only `{ref.decl.name}` of `me` may change while all choose at once")
        elif ref.decl not in self.done:
            self.done.add(ref.decl)  # what happens at its bounds may write it again
            for edge in (ref.decl.below, ref.decl.above):
                self.block(edge if isinstance(edge, n.Block) else None, env)

    def _owner(self, target: n.Expr, env: _Env) -> Key:
        """Whose state it is: `p.x`, `p.x[a]` or `x[p, a]`."""
        if isinstance(target, n.Index) and isinstance(target.obj, n.Name):
            return self.players.key(target.keys[0], env.me, env.bound)
        inner = target.obj if isinstance(target, n.Index) else target
        return self.players.key(inner.obj, env.me, env.bound) if isinstance(inner, n.Field) else ("nobody",)

    # --------------------------------------------------------------------- pieces

    def own(self, node: n.Expr, env: _Env) -> bool:
        """Is it one or several pieces out of a zone that only `me` sees?"""
        if isinstance(node, n.Name):
            ref = self.facts.refs.get(node)
            return ref is not None and binding(ref) in env.own
        if isinstance(node, n.Field):
            return self._own_zone(node, env)
        if isinstance(node, n.Comp) and node.kind in ("list", "first", "sort"):
            ref, var = self.facts.refs.get(node.element), self.facts.refs.get(node.var)
            return ref is not None and ref is var and self.own(node.source, env)
        if isinstance(node, n.Call) and node.receiver is None and len(node.args) == 1:
            return node.name.name in ("first", "last", "reversed", "top_of") and self.own(node.args[0].value, env)
        if isinstance(node, n.AllOf | n.At):
            return node.place is not None and self._own_zone(node.place, env)
        if isinstance(node, n.IfExpr):
            return self.own(node.then, env) and self.own(node.otherwise, env)
        if isinstance(node, n.Binary):
            return self.own(node.left, env) and self.own(node.right, env)
        return isinstance(node, n.ListOf) and all(self.own(item, env) for item in node.items)

    def _own_zone(self, node: n.Expr, env: _Env) -> bool:
        ref = self.facts.refs.get(node)
        return (
            isinstance(node, n.Field)
            and ref is not None
            and isinstance(ref.decl, ZoneDecl)
            and ref.decl.seen_by == "owner"
            and self.players.key(node.obj, env.me, env.bound) == ME
        )

    def _move(self, stmt: n.Move, env: _Env) -> None:
        help_text = "pieces may go from and to zones of `me` that are `seen by: owner`"
        if not self._own_zone(stmt.place, env):
            self.wrong(stmt, "others would see where this goes while all choose at once", help=help_text)
        elif not all(self.own(item, env) for item in stmt.items):
            self.wrong(stmt, "others may see this go while all choose at once", help=help_text)

    def _turn(self, stmt: n.Turn, env: _Env) -> None:
        ref = self.facts.refs.get(stmt)
        readers = getattr(ref.decl, "side_readers", {}) if ref is not None else {}
        sides = getattr(ref.decl, "sides", ()) if ref is not None else ()
        if any(readers.get(side, "all") == "all" for side in sides) or getattr(ref and ref.decl, "side_shows", {}):
            self.wrong(stmt, "others would see this turn while all choose at once")

    def _drawstmt(self, stmt: n.DrawStmt, env: _Env) -> None:
        self._right(stmt.draw, stmt, env)

    def _onplace(self, stmt: n.OnPlace, env: _Env) -> None:
        self.wrong(stmt, f"nothing is {'shuffled' if stmt.verb == 'shuffle' else 'revealed'} while all choose at once")

    def _show(self, stmt: n.Show, env: _Env) -> None:
        self.wrong(stmt, "nothing is shown while all choose at once")

    def _tokens(self, stmt: n.Tokens, env: _Env) -> None:
        self.wrong(
            stmt,
            f"others see `{stmt.token.name}`: tokens stay where they are while all choose at once",
            help="keep the number in a state that is `seen by: owner`, and pay it in a phase that follows",
        )

    # ------------------------------------------------------------- talk, control

    def _say(self, stmt: n.Say, env: _Env) -> None:
        self.wrong(stmt, "nothing is said while all choose at once")

    def _endgame(self, stmt: n.EndGame, env: _Env) -> None:
        self.wrong(stmt, "the game does not end while all choose at once")

    def _endphase(self, stmt: n.EndPhase, env: _Env) -> None:
        self.wrong(stmt, "no phase is ended while all choose at once")

    def _menu(self, stmt: n.Menu, env: _Env) -> None:
        self._asked(stmt.by, stmt, env)
        for option in stmt.options:
            self.block(option.body, env)
        self.block(stmt.otherwise, env)

    def _asked(self, by: n.Expr | None, node: n.Node, env: _Env) -> None:
        who = env.me if by is None else self.players.key(by, env.me, env.bound)
        if who != ME:
            self.wrong(
                by or node,
                "each player is asked for themself while all choose at once",
                help="drop `by`: the one who plays is asked",
            )

    # ----------------------------------------------------------------------- calls

    def _allow(self, stmt: n.Allow, env: _Env) -> None:
        self._asked(None, stmt, env)
        for pool in stmt.pools:
            action = self.game.actions.get(pool.action.name)
            if action is None:
                continue
            for paid in action.pays:
                self.wrong(stmt, f"others see `{paid.action.name}`: nothing is paid while all choose at once")
            self._run(action, _Env(env.me), stmt)

    def _do(self, stmt: n.Do, env: _Env) -> None:
        self._call(stmt.call, env)

    def _call(self, call: n.Call, env: _Env) -> None:
        ref = self.facts.refs.get(call)
        if ref is not None and ref.how == "carried" and call.receiver is not None:
            for rule in carried_rules(self.game, self.facts, call):
                self._run(rule, _Env(env.me, {}, {IT} if self.own(call.receiver, env) else set()), call)
        elif ref is not None and isinstance(ref.decl, RuleDecl) and ref.decl.how in ("effect", "table"):
            self._run(ref.decl, self._inside(call, ref.decl, env), call)
            for trigger in told(self.game, ref.decl):
                self._run(trigger, self._inside(call, trigger, env), call)

    def _inside(self, call: n.Call, rule: RuleDecl, env: _Env) -> _Env:
        inner = _Env(env.me)
        for param, value in arguments(call, rule.params):
            inner.bound[param] = self.players.key(value, env.me, env.bound)
            if self.own(value, env):
                inner.own.add(param)
        return inner

    def _fire(self, trigger: RuleDecl, stmt: n.Node, env: _Env) -> None:
        # what moved is in a zone of `me` now, or the move itself has been noted
        self._run(trigger, _Env(env.me, {}, set(trigger.params[:1])), stmt)

    def _run(self, rule: RuleDecl, env: _Env, call: n.Node) -> None:
        # what a rule may do depends on who is `me` in it only, so a rule that calls itself comes to an end here
        mine = frozenset(param for param, key in env.bound.items() if key == ME)
        seen = (rule, env.me == ME, mine, frozenset(env.own))
        if seen in self.done:
            return
        self.done.add(seen)
        if rule.special is not None and rule.special.holder is not None:
            env = _Env(self.players.key(rule.special.holder, env.me, {}), env.bound, env.own)
        if rule.roll is not None:
            self.wrong(call, f"`{rule.name}` rolls dice: nothing is rolled while all choose at once")
            return
        self.block(rule.body, env)
        for row in rule.rows:
            self.block(row.body, env)
