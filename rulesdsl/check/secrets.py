"""What players are offered depends on nothing that they may not see: options, guards, prompts and labels.

Every phase that is played is walked through in step order, with the player who chooses as `me`; what is hidden until
revealed counts as open from the phase on that reveals it, until it is written again.
"""

from __future__ import annotations

from rulesdsl.check.choosers import ME, NOBODY, Key, binding, told
from rulesdsl.check.facts import Facts
from rulesdsl.check.scope import Globals
from rulesdsl.check.traces import (
    NONE,
    Env,
    Local,
    Secret,
    Secrets,
    Traces,
    own_names,
    renamed,
    renamed_local,
    renamed_secrets,
)
from rulesdsl.model.game import (
    Decl,
    FieldDecl,
    Game,
    KindDecl,
    PhaseDecl,
    RuleDecl,
    SpecialDecl,
    StateDecl,
    ZoneDecl,
)
from rulesdsl.source.diagnostics import Label, Problems
from rulesdsl.source.text import Span
from rulesdsl.syntax import nodes as n


def check_secrets(game: Game, facts: Facts, names: Globals, problems: Problems) -> None:
    """Note every read of something hidden that decides what somebody else is offered."""
    _Secrets(game, facts, problems).check()


def secret_choices(game: Game, facts: Facts) -> frozenset[n.Node]:
    """The questions whose options depend on something hidden: asked even with one option left, so that nothing shows.

    `choose ... from` nodes, menus, the `when` of actions and the sources of their slots.
    """
    walk = _Secrets(game, facts, Problems())
    walk.check()
    return frozenset(walk.hidden)


class _Secrets(Traces):
    def __init__(self, game: Game, facts: Facts, problems: Problems) -> None:
        super().__init__(game, facts)
        self.problems = problems
        self.told: set[Span] = set()
        self.hidden: set[n.Node] = set()
        self.stack: list[Decl] = []
        self.anytime: tuple[RuleDecl, ...] = ()
        """Actions that join the offers of the phase at hand."""
        self.known: dict[object, tuple[Secrets, frozenset[Decl]]] = {}
        self.phases: dict[object, frozenset[Decl]] = {}
        self.returning: dict[n.Node, bool] = {}

    def check(self) -> None:
        env = Env()
        for setup in self.game.setup:
            self.block(setup.body, env)
        for scenario in self.game.scenarios.values():
            self.block(scenario.setup, Env())
        if self.game.root:
            self._phase(self.game.phases[self.game.root], ME, set(env.open), ())

    # ------------------------------------------------------------------------ phases

    def _phase(self, phase: PhaseDecl, me: Key, open_: set[Decl], path: tuple[str, ...]) -> set[Decl]:
        """Walk through a phase; what is open after it."""
        if phase.player is not None:
            me = self.key(phase.player, me, {})
        elif phase.each_name == "me" or phase.together is not None:
            me = ME
        if phase.name in path:
            return open_
        before = self.anytime
        words = [self.game.actions[word.name] for word in phase.anytime if word.name in self.game.actions]
        self.anytime = (*before, *words)
        place = (phase, me, frozenset(open_), self.anytime)
        if place not in self.phases:
            found = self._inside_phase(phase, me, set(open_), (*path, phase.name))
            self.phases[place] = frozenset(decl for decl in found if not _ends_with(decl, phase))
        self.anytime = before
        return set(self.phases[place])

    def _inside_phase(self, phase: PhaseDecl, me: Key, open_: set[Decl], path: tuple[str, ...]) -> set[Decl]:
        for step in phase.steps:
            if step.phase.name in self.game.phases:
                open_ = self._phase(self.game.phases[step.phase.name], me, open_, path)
        actions = [self.game.actions[word.name] for word in phase.offer if word.name in self.game.actions]
        actions += [action for action in self.anytime if phase.offer and action not in actions]
        for special in (special for each in phase.allowed.values() for special in each):
            env = Env(me, {}, set(open_))
            self._offered(special.holder, me, env, special.span, special.holder)
            self._offered(special.when, me, self.held(special, env), special.span, special.when)
        ways = [self._action(action, me, open_) for action in actions]
        found = open_.union(*ways)
        for way in ways:
            found -= open_ - way
        if phase.do is not None:
            env = Env(me, {}, found)
            self.block(phase.do.body, env)
            found = env.open
        return found

    def _allow(self, stmt: n.Allow, env: Env) -> None:
        """Actions in any order, or none: each as an offer has it."""
        for pool in stmt.pools:
            action = self.game.actions.get(pool.action.name)
            self._offered(pool.amount, env.me, env, pool.span)
            if action is None or action in self.stack:
                continue
            self.stack.append(action)
            env.open.update(self._action(action, env.me, env.open))
            self.stack.pop()

    def _action(self, action: RuleDecl, me: Key, open_: set[Decl]) -> set[Decl]:
        env = Env(me, {}, set(open_))
        if action.when is not None:
            self._offered(action.when, me, env, action.span, action.when)
            self.learn(action.when, env)
        for slot in action.slots:
            if not isinstance(slot.source, n.Source):
                continue
            self._offered(slot.source.items, me, env, slot.span, slot.source)
            found = self.local(slot.source.items, env)
            env.locals[slot] = Local(("local", slot), found.secrets, found.owner, found.sides, found.loose)
            if slot.source.condition is not None:
                self._offered(slot.source.condition, me, env, slot.span, slot.source)
                self.learn(slot.source.condition, env)
            narrow = self.narrowed(slot.source.items, env.locals[slot])
            self._depends(narrow, me, slot.span, slot.source)
        for pool in action.pays:
            self._offered(pool.amount, me, env, action.span)
        self.block(action.body, env)
        return env.open

    # ------------------------------------------------------------------------ offers

    def _offered(self, node: n.Node | None, chooser: Key, env: Env, at: Span, question: n.Node | None = None) -> None:
        """Something that the chooser sees; it decides which options `question` has, if that is given."""
        self._depends(self.secrets(node, env), chooser, at, question)

    def _depends(self, found: Secrets, chooser: Key, at: Span, question: n.Node | None) -> None:
        """Note what of these the chooser may not see."""
        if found and question is not None:
            self.hidden.add(question)
        for secret in sorted(found, key=lambda one: (one.span.source.path, one.span.start)):
            if secret.owner != chooser and chooser not in secret.known and secret.span not in self.told:
                self.told.add(secret.span)
                self._tell(secret, at)

    def _tell(self, secret: Secret, at: Span) -> None:
        source = secret.source
        what = f"`{source.name}`"
        if isinstance(source, KindDecl):
            what = f"the hidden side of a `{source.name}`"
        if isinstance(source, FieldDecl):
            help_text = f"say which ones: `all {source.owner} on ...`, `all {source.owner} at ...`"
        elif isinstance(source, KindDecl):
            help_text = (
                "ask for the side first (`x.side == ...`) or the owner (`x.owner == me`), or let the side show it"
            )
        elif isinstance(source, StateDecl | ZoneDecl) and source.until_revealed:
            help_text = "reveal it first, in this rule or in a phase before"
        elif secret.owner == NOBODY:
            help_text = "nobody may see it: move or show it to the chooser first, or declare who sees it (`seen by`)"
        else:
            help_text = "reveal or show it to the chooser first, or declare that all see it (`seen by: all`)"
        self.problems.error(
            "hidden-option",
            secret.span,
            f"what is offered depends on {what}, which the one who chooses may not see",
            related=[Label(at, "offered here")] if at != secret.span else [],
            help=help_text,
        )

    # ------------------------------------------------------------------------- rules

    def run(self, rule: RuleDecl, env: Env) -> Secrets:
        # in the rule's own words all calls that hand over the like of each other are one
        names = own_names(env)
        inner = Env(renamed(env.me, names), {}, env.open)
        inner.locals = {param: renamed_local(local, names) for param, local in env.locals.items()}
        back = {inside: outside for outside, inside in names.items()}
        return renamed_secrets(self._run_once(rule, inner), back)

    def _run_once(self, rule: RuleDecl, env: Env) -> Secrets:
        place = (rule, env.me, tuple(env.locals.items()), frozenset(env.open))
        if place in self.known:
            found, after = self.known[place]
            env.open.clear()
            env.open.update(after)
            return found
        if rule in self.stack:
            return NONE
        self.stack.append(rule)
        found = self._run(rule, env)
        self.stack.pop()
        self.known[place] = found, frozenset(env.open)
        return found

    def _run(self, rule: RuleDecl, env: Env) -> Secrets:
        found = self.secrets(rule.expr, env)
        if isinstance(rule, SpecialDecl):
            found |= self.secrets(rule.when, self.held(rule, env))
        if rule.roll is not None:
            found |= self.secrets(rule.roll.count, env)
        for change in rule.changes:
            if change.special is not None:
                found |= self.run(change.special, Env(env.me, {}, env.open))
            inner = self.held(change.special, env)
            found |= self.secrets(change.when, inner) | self.secrets(change.value, inner)
        env.me = self.held(rule.special, env).me
        for key in rule.keys:
            found |= self.secrets(key.value, env)
        self.block(rule.body, env)
        for row in rule.rows:
            found |= self.secrets(row.expr, env)
            self.block(row.body, env)
        return found | env.result

    def _calls(self, call: n.Call, env: Env) -> Secrets:
        """A call on a line of its own, with the triggers that it fires."""
        found = NONE
        for rule, inner in self.calls(call, env):
            found |= self.run(rule, inner)
            for trigger in told(self.game, rule):
                self.run(trigger, self.handed_over(call, trigger, env))
        return found

    def _fire(self, stmt: n.Node, place: Secrets, env: Env) -> None:
        for trigger in self.facts.moves.get(stmt, ()):
            moved: dict[object, Local] = {param: Local(("local", param), place) for param in trigger.params[:1]}
            self.run(trigger, Env(env.me, moved, env.open))

    # -------------------------------------------------------------------- statements

    def block(self, block: n.Block | None, env: Env) -> bool:
        """Walk through a block; True if it surely leaves the rule or the loop."""
        for stmt in block.body if block is not None else ():
            method = getattr(self, "_" + type(stmt).__name__.lower(), None)
            if method is not None and method(stmt, env):
                return True
        return False

    def _let(self, stmt: n.Let, env: Env) -> None:
        value = stmt.value
        if isinstance(value, n.Choose):
            self._choose(value, env)
            source = self.local(value.source, env) if value.source is not None else Local(ME)
            limits = self.secrets(value.low, env) | self.secrets(value.high, env)
            found = Local(source.key, source.secrets | limits, source.owner, source.sides, source.loose)
        elif isinstance(value, n.Expr) and not self._is_effect(value):
            found = self.local(value, env)
        else:
            found = Local(ME, self._right(value, env))
        self.bind(stmt.name, found, env, alias=isinstance(value, n.Name))
        if stmt.otherwise is not None:
            self.block(stmt.otherwise, env.copy())

    def _is_effect(self, value: n.Expr) -> bool:
        ref = self.facts.refs.get(value)
        return isinstance(value, n.Call) and (
            ref is None or (isinstance(ref.decl, RuleDecl) and ref.decl.how in ("effect", "table"))
        )

    def _right(self, value: n.Node, env: Env) -> Secrets:
        if isinstance(value, n.DrawPieces):
            place = self.secrets(value.to, env)
            self._refill(value, env)
            self._fire(value, place, env)
            return place
        if isinstance(value, n.Call):
            return self._calls(value, env)
        return self.secrets(value, env) if isinstance(value, n.Expr) else NONE

    def _assign(self, stmt: n.Assign, env: Env) -> None:
        found = self._right(stmt.value, env)
        target = stmt.target.obj if isinstance(stmt.target, n.Index) else stmt.target
        ref = self.facts.refs.get(target)
        if ref is not None and ref.how == "local":
            added = self.secrets(stmt.target, env) if stmt.op != "=" else NONE
            env.locals[binding(ref)] = Local(("local", binding(ref)), found | added)
        elif ref is not None and isinstance(ref.decl, StateDecl):
            env.open.discard(ref.decl)
            self._edges(ref.decl, env)

    def _edges(self, state: StateDecl, env: Env) -> None:
        """What happens at the bounds of a state that is written; it may write the same state once more."""
        if state in self.stack:
            return
        self.stack.append(state)
        for edge in (state.below, state.above):
            if isinstance(edge, n.Block):
                self.block(edge, Env(env.me, {}, env.open))
        self.stack.pop()

    def _refill(self, draw: n.DrawPieces, env: Env) -> None:
        """What happens when the zone that is drawn from was found empty."""
        ref = self.facts.refs.get(draw.source)
        zone = ref.decl if ref is not None and isinstance(ref.decl, ZoneDecl) else None
        if zone is None or zone.then is None or zone in self.stack:
            return
        self.stack.append(zone)
        self.block(zone.then, Env(env.me, {}, env.open))
        self.stack.pop()

    def _do(self, stmt: n.Do, env: Env) -> None:
        self._calls(stmt.call, env)

    def _move(self, stmt: n.Move, env: Env) -> None:
        ref = self.facts.refs.get(stmt.place)
        if ref is not None and isinstance(ref.decl, ZoneDecl):
            env.open.discard(ref.decl)
        place = self.secrets(stmt.place, env)
        for item in stmt.items:
            self._moved(item, place, env)
        self._fire(stmt, place, env)

    def _moved(self, item: n.Expr, place: Secrets, env: Env) -> None:
        """A piece that has moved is as hidden as the place where it lies now."""
        ref = self.facts.refs.get(item)
        if ref is not None and ref.how in ("local", "param"):
            old = env.locals.get(binding(ref), Local(("local", binding(ref))))
            env.locals[binding(ref)] = Local(old.key, place, old.owner, old.sides)

    def _drawstmt(self, stmt: n.DrawStmt, env: Env) -> None:
        self._right(stmt.draw, env)

    def _turn(self, stmt: n.Turn, env: Env) -> None:
        ref, kind = self.facts.refs.get(stmt.item), self._sided(stmt.item)
        if ref is not None and kind is not None and ref.how in ("local", "param"):
            old = env.locals.get(binding(ref), Local(("local", binding(ref))))
            up = frozenset((stmt.side.name,))
            env.locals[binding(ref)] = Local(old.key, old.secrets, old.owner, up, old.loose)
        self._fire(stmt, NONE, env)

    def _onplace(self, stmt: n.OnPlace, env: Env) -> None:
        target = stmt.place.obj if isinstance(stmt.place, n.Index) else stmt.place
        ref = self.facts.refs.get(target)
        if stmt.verb == "reveal" and ref is not None and isinstance(ref.decl, StateDecl | ZoneDecl):
            env.open.add(ref.decl)

    def _show(self, stmt: n.Show, env: Env) -> None:
        ref = self.facts.refs.get(stmt.item)
        local = env.locals.get(binding(ref)) if ref is not None else None
        if ref is not None and local is not None:
            who = self.who(stmt.to, env)
            seen = frozenset(Secret(s.source, s.owner, s.span, s.known | {who}) for s in local.secrets)
            env.locals[binding(ref)] = Local(local.key, seen, local.owner, local.sides, local.loose)

    # ------------------------------------------------------------------------ asking

    def _choose(self, choose: n.Choose, env: Env) -> None:
        who = env.me if choose.by is None else self.who(choose.by, env)
        for part in (choose.low, choose.high, choose.source):
            self._offered(part, who, env, choose.span, choose)
        for part in (choose.by, choose.prompt):
            self._offered(part, who, env, choose.span)
        if choose.source is not None:
            self._depends(self.narrowed(choose.source, self.local(choose.source, env)), who, choose.span, choose)

    def _menu(self, stmt: n.Menu, env: Env) -> None:
        who = env.me if stmt.by is None else self.who(stmt.by, env)
        for part in (stmt.by, stmt.prompt):
            self._offered(part, who, env, stmt.prompt.span)
        ways = [self._way(stmt.otherwise, env, None)] if stmt.otherwise is not None else []
        for option in stmt.options:
            self._offered(option.label, who, env, option.label.span)
            self._offered(option.condition, who, env, option.label.span, stmt)
            ways.append(self._way(option.body, env, option.condition))
        env.join(way for way in ways if way is not None)

    # ----------------------------------------------------------------------- control

    def _way(self, block: n.Block | None, env: Env, condition: n.Expr | None) -> Env | None:
        """What holds after one of several blocks; None if it leaves the rule."""
        way = env.copy()
        if condition is not None:
            self.learn(condition, way)
        left = self.block(block, way)
        env.result |= way.result
        return None if left else way

    def _decides(self, stmt: n.Stmt, condition: n.Expr | None, env: Env) -> None:
        """A condition that decides which value is returned shows in that value."""
        if condition is not None and self._returns(stmt):
            env.result |= self.secrets(condition, env)

    def _returns(self, stmt: n.Stmt) -> bool:
        if stmt not in self.returning:
            self.returning[stmt] = any(isinstance(node, n.Return) for node in stmt.walk())
        return self.returning[stmt]

    def _if(self, stmt: n.If, env: Env) -> bool:
        ways: list[Env | None] = []
        rest = env.copy()
        for branch in stmt.branches:
            self._decides(stmt, branch.condition, rest)
            ways.append(self._way(branch.body, rest, branch.condition))
            self.learn(branch.condition, rest, truth=False)
        ways.append(self._way(stmt.otherwise, rest, None))
        env.result |= rest.result
        env.join(way for way in ways if way is not None)
        return all(way is None for way in ways)

    def _match(self, stmt: n.Match, env: Env) -> bool:
        self._decides(stmt, stmt.subject, env)
        ways = [self._way(arm.body, env, None) for arm in stmt.arms]
        env.join(way for way in ways if way is not None)
        return bool(ways) and all(way is None for way in ways)

    def _for(self, stmt: n.For, env: Env) -> None:
        self._decides(stmt, stmt.source, env)
        before = env.copy()
        for _ in range(2):  # what one pass leaves in a local, the next one reads
            self.bind(stmt.var, self.local(stmt.source, env), env)
            if stmt.condition is not None:
                self._decides(stmt, stmt.condition, env)
                self.learn(stmt.condition, env)
            self.block(stmt.body, env)
            env.join([before, env.copy()])
        self._all_moved(stmt, env)

    def _all_moved(self, stmt: n.For, env: Env) -> None:
        """A loop that moves each piece of a list has moved the list."""
        var = self.facts.refs.get(stmt.var)
        for inner in stmt.body.body if stmt.condition is None else ():
            if isinstance(inner, n.Move) and any(self.facts.refs.get(item) is var for item in inner.items):
                self._moved(stmt.source, self.secrets(inner.place, env), env)

    def _repeat(self, stmt: n.Repeat, env: Env) -> None:
        before = env.copy()
        for _ in range(2):
            self.block(stmt.body, env)
            env.join([before, env.copy()])

    def _as(self, stmt: n.As, env: Env) -> bool:
        before, env.me = env.me, self.who(stmt.player, env)
        left = self.block(stmt.body, env)
        env.me = before
        return left

    def _return(self, stmt: n.Return, env: Env) -> bool:
        env.result |= self.secrets(stmt.value, env)
        return True

    def _break(self, stmt: n.Break, env: Env) -> bool:
        return True

    def _endgame(self, stmt: n.EndGame, env: Env) -> bool:
        return True


def _ends_with(decl: Decl, phase: PhaseDecl) -> bool:
    """State that is reset when a phase ends is hidden again from then on."""
    reset = decl.reset if isinstance(decl, StateDecl) else None
    return reset is not None and reset.how == "end" and reset.name.name == phase.name
