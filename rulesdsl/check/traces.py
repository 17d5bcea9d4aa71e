"""Which hidden things the value of an expression depends on, for `secrets`.

A `Secret` is one read: what is read, who may see it, where the read stands. Locals carry the secrets of what they were
made from; calls of values are followed with their parameters bound, so that `p.x` means what the caller hands over.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from rulesdsl.check.choosers import IT, ME, NOBODY, Key, Players, arguments, binding, carried_rules
from rulesdsl.library.builtins import Builtin
from rulesdsl.model.game import Decl, FieldDecl, KindDecl, RuleDecl, SpecialDecl, StateDecl, TravelDecl, ZoneDecl
from rulesdsl.source.text import Span
from rulesdsl.syntax import nodes as n

# Values inside values make players of players: deeper than this it is somebody, and surely not the one who chooses.
_DEEPEST = 8
_SOMEBODY: Key = ("somebody",)


@dataclass(frozen=True, slots=True)
class Secret:
    """A read of something hidden: only `owner` and those in `known` may see it."""

    source: Decl
    owner: Key
    span: Span
    known: frozenset[Key] = frozenset()


Secrets = frozenset[Secret]
NONE: Secrets = frozenset()


@dataclass(frozen=True, slots=True)
class Local:
    """What is known about a local, a parameter or the elements of a list."""

    key: Key
    secrets: Secrets = NONE
    owner: Key | None = None
    """Whose piece it is, if a condition or a zone has shown it."""
    sides: frozenset[str] | None = None
    """The sides of a piece that can be up, where a condition or a turn has shown it."""
    loose: bool = False
    """One of all pieces of a kind, wherever it is."""


@dataclass(slots=True)
class Env:
    """Where the walk through a rule stands."""

    me: Key = ME
    locals: dict[object, Local] = field(default_factory=dict)
    open: set[Decl] = field(default_factory=set)
    """What is hidden until revealed, and has been revealed on the way here."""
    result: Secrets = NONE
    """What the value that the rule returns depends on, so far."""

    def copy(self) -> Env:
        return Env(self.me, dict(self.locals), set(self.open), self.result)

    def join(self, others: Iterable[Env]) -> None:
        """Become what holds after one of several ways; what one of them has revealed counts as open."""
        ways = list(others)
        if not ways:
            return
        for name in self.locals:
            self.locals[name] = _either(name, [way.locals[name] for way in ways if name in way.locals])
        # the set itself is shared with the rule that called this one
        self.open.update(*(way.open for way in ways))
        self.open.intersection_update(set().union(*(way.open for way in ways)))
        self.result = self.result.union(*(way.result for way in ways))


def _either(name: object, each: list[Local]) -> Local:
    first = each[0]
    return Local(
        first.key if all(one.key == first.key for one in each) else ("local", name),
        NONE.union(*(one.secrets for one in each)),
        first.owner if all(one.owner == first.owner for one in each) else None,
        _either_sides([one.sides for one in each]),
        any(one.loose for one in each),
    )


def _either_sides(each: list[frozenset[str] | None]) -> frozenset[str] | None:
    known = [sides for sides in each if sides is not None]
    return frozenset[str]().union(*known) if len(known) == len(each) else None


class Traces(Players):
    @abstractmethod
    def run(self, rule: RuleDecl, env: Env) -> Secrets:
        """Walk through a rule with its parameters bound in `env`: what its value depends on."""

    # -------------------------------------------------------------------- secrets

    def secrets(self, node: n.Node | None, env: Env) -> Secrets:
        """What the value of an expression depends on."""
        if node is None:
            return NONE
        method = getattr(self, "_of_" + type(node).__name__.lower(), None)
        if method is not None:
            found: Secrets = method(node, env)
            return found
        return self.all_secrets(node.children(), env)

    def all_secrets(self, nodes: Iterable[n.Node], env: Env) -> Secrets:
        return NONE.union(*(self.secrets(node, env) for node in nodes))

    def _of_name(self, node: n.Name, env: Env) -> Secrets:
        ref = self.facts.refs.get(node)
        if ref is None:
            return NONE
        if ref.how in ("local", "param"):
            local = env.locals.get(binding(ref))
            return NONE if local is None else local.secrets
        return self._read(ref.decl, NOBODY, node.span, env)

    def _of_field(self, node: n.Field, env: Env) -> Secrets:
        ref, found = self.facts.refs.get(node), self.secrets(node.obj, env)
        if ref is None:
            return found
        if isinstance(ref.decl, FieldDecl):
            return found | self._figure(node, ref.decl, env)
        if ref.how == "owner":
            return found | self._whose(node, env)
        if ref.how == "side" and isinstance(ref.decl, KindDecl):
            return found | self._side_up(node, ref.decl, env)
        return found | self._read(ref.decl, self.who(node.obj, env), node.span, env)

    def _of_index(self, node: n.Index, env: Env) -> Secrets:
        found = self.all_secrets(node.keys, env)
        ref = self.facts.refs.get(node.obj)
        if isinstance(node.obj, n.Field) and ref is not None and isinstance(ref.decl, StateDecl):
            found |= self.secrets(node.obj.obj, env)
            return found | self._read(ref.decl, self.who(node.obj.obj, env), node.span, env)
        if ref is not None and isinstance(ref.decl, StateDecl) and node.keys:
            return found | self._read(ref.decl, self.who(node.keys[0], env), node.span, env)
        return found | self.secrets(node.obj, env)

    def _read(self, decl: object, owner: Key, span: Span, env: Env) -> Secrets:
        if not isinstance(decl, StateDecl | ZoneDecl) or decl.seen_by == "all" or decl in env.open:
            return NONE
        return frozenset((Secret(decl, owner if decl.seen_by == "owner" else NOBODY, span),))

    def held(self, special: SpecialDecl | None, env: Env) -> Env:
        """Where text stands that counts while a special rule holds: its holder is `me`."""
        if special is None or special.holder is None:
            return env
        return Env(self.key(special.holder, env.me, {}), env.locals, env.open, env.result)

    def who(self, node: n.Expr, env: Env) -> Key:
        return self.key(node, env.me, {name: local.key for name, local in env.locals.items()})

    # ------------------------------------------------------------ fields of pieces

    def _figure(self, node: n.Field, decl: FieldDecl, env: Env) -> Secrets:
        """A field of a piece that may show a hidden side, or that may lie anywhere."""
        if decl.owner not in self.game.kinds:
            return NONE
        ref = self.facts.refs.get(node.obj)
        if ref is not None and ref.how == "piece" and decl not in self.facts.written:
            return NONE
        local = self.local(node.obj, env)
        found = self._sides(node.obj, local, node.span, decl)
        if local.loose and decl in self.facts.written and self._may_hide(decl.owner):
            found |= {Secret(decl, NOBODY, node.span)}
        return found

    def _sides(self, node: n.Expr, local: Local, span: Span, figure: FieldDecl | None = None) -> Secrets:
        """Which piece it is, or one figure of it, where a side may be up that hides that."""
        kind = self._sided(node)
        if kind is None:
            return NONE
        closed = [side for side in local.sides or kind.sides if kind.side_readers.get(side, "all") != "all"]
        hiding = [side for side in closed if figure is None or figure.name not in kind.side_shows.get(side, ())]
        if closed and not hiding and local.loose and self._may_hide(kind.name):
            # where it lies the back may not be seen either
            return frozenset((Secret(figure or kind, NOBODY, span),))
        readers = {kind.side_readers[side] for side in hiding}
        if not readers:
            return NONE
        owner = NOBODY if "nobody" in readers else local.owner or ("field", "owner", local.key)
        return frozenset((Secret(kind, owner, span),))

    def narrowed(self, node: n.Expr, local: Local) -> Secrets:
        """What `all K` tells of hidden pieces by leaving out others that look the same: those of the kinds above K."""
        kind = self._sided(node)
        wide = not isinstance(node, n.AllOf) or kind is None or kind.name == node.kind.name
        return NONE if wide else self._sides(node, local, node.span)

    def _sided(self, node: n.Expr) -> KindDecl | None:
        kind = self.facts.types.get(node)
        names = self.game.unions.get(kind.item.name, (kind.item.name,)) if kind is not None else ()
        return next((above for name in names for above in self.game.kind_chain(name) if above.side_readers), None)

    def _may_hide(self, kind: str) -> bool:
        """Can pieces of a kind lie where not all see them?"""
        return any(self._hiding(kind))

    def _hiding(self, kind: str) -> Iterator[ZoneDecl]:
        """The zones where pieces of a kind can lie and not all see them."""
        below = self.game.is_below
        for zone in self.game.zones.values():
            holds = self.game.unions.get(zone.holds, (zone.holds,))
            if zone.seen_by != "all" and any(below(kind, held) or below(held, kind) for held in holds):
                yield zone

    def _whose(self, node: n.Field, env: Env, told: Key | None = None) -> Secrets:
        """Whose a piece is tells where it lies, if it belongs to whoever's zone that is.

        `told` is the player whom a comparison asks for, who knows whether it is theirs.
        """
        kind, local = self.facts.types.get(node.obj), self.local(node.obj, env)
        names = self.game.unions.get(kind.item.name, (kind.item.name,)) if kind is not None else ()
        if not local.loose or all(self.game.owner_mode(name) != "carrier" for name in names):
            return NONE
        zones = [zone for name in names for zone in self._hiding(name) if zone.per]
        owner = told or ("field", "owner", local.key)
        return frozenset(Secret(z, owner if z.seen_by == "owner" else NOBODY, node.span) for z in zones[:1])

    def _of_compare(self, node: n.Compare, env: Env) -> Secrets:
        """Whether a piece is a player's is asked of that player; whether one side is up tells less than which is."""
        for one, other in ((node.left, node.right), (node.right, node.left)):
            ref = self.facts.refs.get(one)
            if not isinstance(one, n.Field) or ref is None or node.op not in ("==", "!="):
                continue
            told: Secrets | None = None
            if ref.how == "owner":
                told = self._whose(one, env, self.who(other, env))
            elif ref.how == "side" and isinstance(ref.decl, KindDecl) and isinstance(other, n.Name):
                told = self._side_up(one, ref.decl, env, other.name)
            if told is not None:
                return told | self.secrets(one.obj, env) | self.secrets(other, env)
        return self.all_secrets(node.children(), env)

    def _side_up(self, node: n.Field, kind: KindDecl, env: Env, asked: str = "") -> Secrets:
        """Which side is up, or whether `asked` is, where several that hide the piece look alike."""
        local = self.local(node.obj, env)
        alike = [side for side in local.sides or kind.sides if self._hides_all(kind, side)]
        closed = [side for side in alike if kind.side_readers[side] == "nobody"]
        if len(alike) < 2 or (asked and asked not in alike):
            return NONE
        for_owner = len(closed) < 2 or (asked and asked not in closed)
        owner = (local.owner or ("field", "owner", local.key)) if for_owner else NOBODY
        return frozenset((Secret(kind, owner, node.span),))

    @staticmethod
    def _hides_all(kind: KindDecl, side: str) -> bool:
        return kind.side_readers.get(side, "all") != "all" and not kind.side_shows.get(side)

    # ------------------------------------------------- words that hide what they ask

    def _of_is(self, node: n.Is, env: Env) -> Secrets:
        if node.word.name == "empty":
            return self._number_in(node.item, env)
        found = self.secrets(node.item, env)
        if node.word.name in self.game.kinds and self._tells_apart(node):
            found |= self._sides(node.item, self.local(node.item, env), node.span)
        return found

    def _tells_apart(self, node: n.Is) -> bool:
        """Can it be true of some pieces with a hidden side and not of others? That it is one of them all can see."""
        kind, asked = self._sided(node.item), node.word.name
        return kind is None or (asked != kind.name and self.game.is_below(asked, kind.name))

    def _number_in(self, node: n.Expr, env: Env) -> Secrets:
        """How many pieces lie in a zone is for all to see; which ones is not asked."""
        ref = self.facts.refs.get(node)
        if ref is not None and isinstance(ref.decl, ZoneDecl):
            return self.secrets(node.obj, env) if isinstance(node, n.Field) else NONE
        return self.secrets(node, env)

    def _of_bool(self, node: n.Bool, env: Env) -> Secrets:
        """What one condition shows holds where the next one is asked."""
        inner, found = env.copy(), NONE
        for item in node.items:
            found |= self.secrets(item, inner)
            self.learn(item, inner, node.op == "and")
        return found

    def _of_ifexpr(self, node: n.IfExpr, env: Env) -> Secrets:
        found = self.secrets(node.condition, env)
        for branch, truth in ((node.then, True), (node.otherwise, False)):
            inner = env.copy()
            self.learn(node.condition, inner, truth)
            found |= self.secrets(branch, inner)
        return found

    def _of_comp(self, node: n.Comp, env: Env) -> Secrets:
        if node.kind == "count" and node.condition is None:
            return self._number_in(node.source, env)
        inner = self.inside(node, env)
        found = self.secrets(node.source, env) | self.secrets(node.condition, inner)
        return found | self.secrets(node.element, inner) | self.all_secrets(node.keys, inner)

    def inside(self, node: n.Comp, env: Env) -> Env:
        """Where the element of a comprehension is worked out."""
        inner = env.copy()
        self.bind(node.var, self.local(node.source, env), inner)
        if node.condition is not None:
            self.learn(node.condition, inner)
        return inner

    # ----------------------------------------------------------------------- calls

    def _of_call(self, node: n.Call, env: Env) -> Secrets:
        ref = self.facts.refs.get(node)
        if ref is None:
            return self.all_secrets(node.children(), env)
        if isinstance(ref.decl, Builtin):
            if ref.decl.name == "count" and node.args:
                return self._number_in(node.args[0].value, env)
            travel = self.facts.refs.get(node.args[0].value) if node.args else None
            if travel is not None and isinstance(travel.decl, TravelDecl):
                return self._travelled(travel.decl, node, env)
            return self.all_secrets(node.args, env)
        return NONE.union(*(self.run(rule, inner) for rule, inner in self.calls(node, env)))

    def _travelled(self, travel: TravelDecl, node: n.Call, env: Env) -> Secrets:
        """What the clauses of a travel look at, for the piece that goes."""
        found = self.all_secrets(node.args[1:], env)
        for clause in travel.clauses.values():
            inner = Env(env.me, {travel.params[0]: self.local(node.args[1].value, env)}, env.open)
            found |= self.run(clause, inner)
        return found

    def calls(self, node: n.Call, env: Env) -> Iterator[tuple[RuleDecl, Env]]:
        """The rules that a call may run, each with its parameters bound."""
        ref = self.facts.refs.get(node)
        if ref is not None and isinstance(ref.decl, RuleDecl):
            yield ref.decl, self.handed_over(node, ref.decl, env)
        elif ref is not None and ref.how == "carried" and node.receiver is not None:
            for rule in carried_rules(self.game, self.facts, node):
                yield rule, Env(env.me, {IT: self.local(node.receiver, env)}, env.open)

    def handed_over(self, node: n.Call, rule: RuleDecl, env: Env) -> Env:
        inner = Env(env.me, {}, env.open)
        for param, value in arguments(node, rule.params):
            inner.locals[param] = self.local(value, env)
        return inner

    # ---------------------------------------------------------------------- locals

    def local(self, node: n.Expr, env: Env) -> Local:
        """What is known about the value of an expression, or about the elements of a list."""
        ref = self.facts.refs.get(node)
        known = env.locals.get(binding(ref)) if ref is not None and ref.how in ("local", "param") else None
        if known is not None:
            return known
        plain = Local(self.who(node, env), self.secrets(node, env))
        if isinstance(node, n.AllOf):
            return replace(plain, loose=node.how == "")
        if isinstance(node, n.Field) and ref is not None and isinstance(ref.decl, ZoneDecl):
            mine = ref.decl.seen_by == "owner" or self._follows(ref.decl)
            return replace(plain, owner=self.who(node.obj, env)) if mine else plain
        if isinstance(node, n.Comp) and node.kind in ("list", "first", "sort"):
            inner = self.inside(node, env)
            return replace(self.local(node.element, inner), key=plain.key, secrets=plain.secrets)
        return plain

    def _follows(self, zone: ZoneDecl) -> bool:
        """Do the pieces of a zone belong to whoever's zone it is?"""
        return all(
            kind in self.game.kinds and self.game.owner_mode(kind) == "carrier"
            for kind in self.game.unions.get(zone.holds, (zone.holds,))
        )

    def bind(self, name: n.Ident, local: Local, env: Env, *, alias: bool = False) -> None:
        """Let a name stand for an element or a value; an alias is the very same player or piece."""
        ref = self.facts.refs.get(name)
        if ref is not None:
            env.locals[binding(ref)] = local if alias else replace(local, key=("local", binding(ref)))

    # ------------------------------------------------------------------ conditions

    def learn(self, node: n.Expr, env: Env, truth: bool = True) -> None:
        """Note what a condition being true, or false, shows about locals."""
        if isinstance(node, n.Unary) and node.op == "not":
            self.learn(node.operand, env, not truth)
        elif isinstance(node, n.Bool) and (node.op == "and") == truth:
            for item in node.items:
                self.learn(item, env, truth)
        elif isinstance(node, n.Compare) and node.op in ("==", "!="):
            for one, other in ((node.left, node.right), (node.right, node.left)):
                self._compared(one, other, env, (node.op == "==") == truth)
        elif (isinstance(node, n.On) and truth) or (isinstance(node, n.In) and truth != node.negated):
            self._note(node.item, env, loose=False)
        elif isinstance(node, n.Is) and node.word.name == "none" and node.negated == truth:
            if isinstance(node.item, n.Field) and node.item.name.name == "space":
                self._note(node.item.obj, env, loose=False)
        elif isinstance(node, n.Call) and truth:
            self._inside_call(node, env)

    def _compared(self, one: n.Expr, other: n.Expr, env: Env, equal: bool) -> None:
        ref = self.facts.refs.get(one)
        if isinstance(one, n.Name) and equal and self.facts.types.get(one) is not None:
            if self.facts.types[one].tag == "player":
                self._note(one, env, key=self.who(other, env))
        elif isinstance(one, n.Field) and ref is not None and ref.how == "owner" and equal:
            self._note(one.obj, env, owner=self.who(other, env))
        elif isinstance(one, n.Field) and ref is not None and ref.how == "at" and equal:
            self._note(one.obj, env, loose=False)
        elif isinstance(one, n.Field) and ref is not None and ref.how == "side" and isinstance(ref.decl, KindDecl):
            word = other.name if isinstance(other, n.Name) else ""
            left = frozenset(side for side in ref.decl.sides if (side == word) == equal)
            self._note(one.obj, env, sides=left)

    def _note(
        self,
        node: n.Expr,
        env: Env,
        *,
        key: Key | None = None,
        owner: Key | None = None,
        sides: frozenset[str] | None = None,
        loose: bool | None = None,
    ) -> None:
        ref = self.facts.refs.get(node)
        if ref is None or ref.how not in ("local", "param"):
            return
        old = env.locals.get(binding(ref), Local(("local", binding(ref))))
        env.locals[binding(ref)] = Local(
            key or old.key,
            old.secrets,
            owner or old.owner,
            old.sides if sides is None else sides if old.sides is None else old.sides & sides,
            old.loose if loose is None else loose,
        )

    def _inside_call(self, node: n.Call, env: Env) -> None:
        """A condition with a name of its own shows what its text shows."""
        ref = self.facts.refs.get(node)
        rule = ref.decl if ref is not None and isinstance(ref.decl, RuleDecl) else None
        if rule is None or rule.expr is None or rule.changes or any(inner is rule for inner in self._called_in(rule)):
            return
        inner = self.handed_over(node, rule, env)
        self.learn(rule.expr, inner)
        for param, value in arguments(node, rule.params):
            known = inner.locals[param]
            self._note(value, env, owner=known.owner, sides=known.sides, loose=known.loose)

    def _called_in(self, rule: RuleDecl) -> Iterator[object]:
        """The rules that a condition may lead to: one that leads to itself shows nothing."""
        waiting: list[object] = [rule]
        seen: set[object] = set()
        for item in waiting:
            summary = self.facts.summaries.get(item)
            for site in summary.calls if summary is not None else ():
                yield site.target
                if site.target not in seen:
                    seen.add(site.target)
                    waiting.append(site.target)


# -------------------------------------------------------------------------- renaming


def own_names(env: Env) -> dict[Key, Key]:
    """How a rule calls the players and pieces of its caller: `me`, or by its parameters; seats are seats everywhere."""
    names: dict[Key, Key] = {env.me: env.me if env.me[0] == "seat" else ME}
    if env.me != ME:
        names[ME] = ("caller", *ME)
    for param, local in env.locals.items():
        if local.key not in names and local.key[0] not in ("seat", "number"):
            names[local.key] = ("local", param)
    return names


def renamed(key: Key, names: dict[Key, Key], depth: int = 0) -> Key:
    if key in names:
        return names[key]
    if depth > _DEEPEST:
        return _SOMEBODY
    return tuple(renamed(part, names, depth + 1) if isinstance(part, tuple) else part for part in key)


def renamed_secrets(secrets: Secrets, names: dict[Key, Key]) -> Secrets:
    return frozenset(
        Secret(one.source, renamed(one.owner, names), one.span, frozenset(renamed(key, names) for key in one.known))
        for one in secrets
    )


def renamed_local(local: Local, names: dict[Key, Key]) -> Local:
    owner = None if local.owner is None else renamed(local.owner, names)
    secrets = renamed_secrets(local.secrets, names)
    return Local(renamed(local.key, names), secrets, owner, local.sides, local.loose)
