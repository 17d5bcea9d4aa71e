"""Types of expressions.

Every expression gets a type in `facts.types`; an unknown one gets `error`, which fits everywhere, so that one mistake
makes one diagnostic. Conditions narrow: after `x is not none` or `x is Kind` the branch knows more.
"""

from __future__ import annotations

from rulesdsl.check.calls import CallChecker
from rulesdsl.check.facts import Ref
from rulesdsl.check.fields import FieldChecker
from rulesdsl.check.scope import Scope
from rulesdsl.library.builtins import BUILTINS, COMPREHENSIONS
from rulesdsl.model.game import StateDecl
from rulesdsl.model.types import BOOL, ERROR, HALF, INT, NONE, PLAYER, TEXT, Type, list_of, optional
from rulesdsl.syntax import nodes as n

_NUMBERS = ("int", "half")
# Python's own parser allows 200 brackets in each other, and the stack has to hold statements around an expression.
DEEPEST = 100


class ExprChecker(FieldChecker, CallChecker):
    """Dispatches on the node's class; the methods for names, fields and calls stand in the base classes."""

    depth = 0
    told_deep = False

    def expr(self, node: n.Expr, scope: Scope, expected: Type | None = None) -> Type:
        if self.depth >= DEEPEST:
            if not self.told_deep:
                self.problems.error(
                    "too-deep",
                    node.span,
                    f"an expression in more than {DEEPEST} others",
                    help="work out parts of it first: `let x = ...`",
                )
            self.told_deep = True
            self.facts.types[node] = ERROR
            return ERROR
        self.depth += 1
        found: Type = getattr(self, "_" + type(node).__name__.lower())(node, scope, expected)
        self.depth -= 1
        self.told_deep = self.told_deep and self.depth > 0
        path = self.path(node)
        if path is not None and found.tag in ("optional", "kind", "piece", "union"):
            found = scope.narrow(path) or found
        self.facts.types[node] = found
        return found

    # --------------------------------------------------------------------- atoms

    def _name(self, node: n.Name, scope: Scope, expected: Type | None) -> Type:
        ref = scope.find(node.name) or self.globals.find(node.name, expected)
        if ref is None:
            self._no_name(node, scope)
            return ERROR
        self.facts.refs[node] = ref
        self.note_use(ref, node)
        if ref.how in ("rule", "lookup", "options", "token") and not self.bare_allowed(ref):
            what = {
                "rule": "a rule: call it with `(...)`",
                "lookup": "a table: look a row up with `[...]`",
                "options": "all options: name one with `options.NAME`",
                "token": "held by players: write `me.` before it",
            }
            self.problems.error("not-a-value", node.span, f"`{node.name}` is {what[ref.how]}")
            return ERROR
        if ref.how == "state" and isinstance(ref.decl, StateDecl) and ref.decl.per:
            per = " and ".join(map(str, ref.decl.per))
            owned = ref.decl.per[0] == PLAYER
            help_text = f"write `me.{node.name}`, or another player before it" if owned else f"write `{node.name}[...]`"
            self.problems.error("not-a-value", node.span, f"`{node.name}` is one for each {per}", help=help_text)
            return ERROR
        return ref.type

    def _no_name(self, node: n.Name, scope: Scope) -> None:
        """A name that is nothing, or something that is no value."""
        game, name = self.game, node.name
        found: tuple[str, str | None]
        if name in BUILTINS or name in COMPREHENSIONS:
            found = "is built in: call it with `(...)`", None
        elif name in game.kinds or name in game.unions:
            found = "is a kind", f"`all {name}` is every piece of it"
        elif name in game.zones:
            found = "is one for each player", f"write `me.{name}`, or another player before it"
        elif len(self.globals.members.get(name, ())) > 1:
            types = " and of ".join(f"`{kind}`" for kind, _ in self.globals.members[name])
            found = f"is a member of {types}", "nothing here says which is meant: give it to a parameter, or compare it"
        elif name in game.phases or name in game.actions:
            found = f"is {'a phase' if name in game.phases else 'an action'}", None
        else:
            self.unknown(node.span, name, [*scope.visible(), *self.globals.names, *self.globals.members, *game.enums])
            return
        self.problems.error("not-a-value", node.span, f"`{name}` {found[0]}", help=found[1])

    def bare_allowed(self, ref: Ref) -> bool:
        return ref.how == "token" and getattr(ref.decl, "holder", "") == "game"

    def _number(self, node: n.Number, scope: Scope, expected: Type | None) -> Type:
        if abs(node.value) > 2**31:
            self.problems.error("bad-bounds", node.span, "a number too large for any game")
        return INT

    def _half(self, node: n.Half, scope: Scope, expected: Type | None) -> Type:
        return HALF

    def _text(self, node: n.Text, scope: Scope, expected: Type | None) -> Type:
        for part in node.parts:
            if not isinstance(part, str):
                self.expr(part, scope)
        return TEXT

    def _listof(self, node: n.ListOf, scope: Scope, expected: Type | None) -> Type:
        inner = expected.of if expected is not None and expected.tag == "list" else expected
        item: Type | None = None
        for element in node.items:
            found = self.expr(element, scope, item if item is not None and item != ERROR else inner)
            item = found if item is None else self.join(item, found, element)
        return list_of(item if item is not None else inner if inner is not None else ERROR)

    # ----------------------------------------------------------------- operators

    def _unary(self, node: n.Unary, scope: Scope, expected: Type | None) -> Type:
        if node.op == "not":
            self.condition(node.operand, scope)
            return BOOL
        found = self.expr(node.operand, scope)
        return self.number(node.operand, found)

    def number(self, node: n.Expr, found: Type) -> Type:
        if found.tag in _NUMBERS or found == ERROR:
            return found
        self.mismatch(node, found, INT)
        return ERROR

    def _binary(self, node: n.Binary, scope: Scope, expected: Type | None) -> Type:
        left, right = self.expr(node.left, scope), self.expr(node.right, scope)
        if node.op in "+-" and left.tag in ("list", "zone", "board") and right.tag in ("list", "zone", "board"):
            return list_of(self.join(self.items_of(left), self.items_of(right), node.right))
        left, right = self.number(node.left, left), self.number(node.right, right)
        if ERROR in (left, right):
            return ERROR
        if node.op in ("//", "%"):
            if HALF in (left, right):
                self.problems.error("wrong-type", node.span, f"`{node.op}` works on whole numbers")
            if isinstance(node.right, n.Number) and node.right.value == 0:
                self.problems.error("division-by-zero", node.right.span, "a division by zero")
            return INT
        if node.op == "*" and left == right == HALF:
            self.problems.error("wrong-type", node.span, "a half times a half is no half")
        return HALF if HALF in (left, right) else INT

    def _compare(self, node: n.Compare, scope: Scope, expected: Type | None) -> Type:
        left, right = self.both(node.left, node.right, scope)
        if ERROR in (left, right):
            return BOOL
        if node.op in ("==", "!="):
            if NONE in (left, right):
                self.problems.error(
                    "compare-none",
                    node.span,
                    "nothing is compared with `none` by `==`",
                    help="write `is none` or `is not none`",
                )
            elif not self.comparable(left, right):
                quoted = {left.item.tag, right.item.tag} == {"enum", "text"}
                help_text = "members are written without quotes" if quoted else None
                self.problems.error("never-equal", node.span, f"{left} and {right} are never equal", help=help_text)
            return BOOL
        both_numbers = left.tag in _NUMBERS and right.tag in _NUMBERS
        if not both_numbers and not (left == right and left.tag == "enum"):
            self.problems.error("wrong-type", node.span, f"`{node.op}` cannot compare {left} and {right}")
        return BOOL

    def both(self, left: n.Expr, right: n.Expr, scope: Scope) -> tuple[Type, Type]:
        """The types of two sides, each helping to find what a bare member on the other side is."""
        if isinstance(left, n.Name) and scope.find(left.name) is None and self.globals.find(left.name, None) is None:
            right_type = self.expr(right, scope)
            return self.expr(left, scope, right_type), right_type
        left_type = self.expr(left, scope)
        return left_type, self.expr(right, scope, left_type)

    def comparable(self, left: Type, right: Type) -> bool:
        left, right = (
            (left.item if left.tag == "optional" else left),
            (right.item if right.tag == "optional" else right),
        )
        if left.tag in _NUMBERS and right.tag in _NUMBERS:
            return True
        if "list" in (left.tag, right.tag) and ERROR not in (one := self.items_of(left), other := self.items_of(right)):
            return self.comparable(one, other)
        return self.fits(left, right) or self.fits(right, left)

    def _bool(self, node: n.Bool, scope: Scope, expected: Type | None) -> Type:
        inner = Scope(scope)
        for item in node.items:
            self.condition(item, inner)
            self.learn(item, inner, truth=node.op == "and")
        return BOOL

    def condition(self, node: n.Expr, scope: Scope) -> None:
        """An expression that must be true or false."""
        found = self.expr(node, scope)
        if found not in (BOOL, ERROR):
            help_text = "numbers and things are not true or false by themselves: compare them"
            if found.tag == "optional":
                help_text = "write `... is not none`"
            elif found.tag in ("list", "zone"):
                help_text = "write `... is empty` or `... is not empty`"
            self.problems.error("not-a-condition", node.span, f"a condition is needed, this is {found}", help=help_text)

    def learn(self, node: n.Expr, scope: Scope, *, truth: bool) -> None:
        """Note in `scope` what `node` being true (or false) shows."""
        if isinstance(node, n.Unary) and node.op == "not":
            self.learn(node.operand, scope, truth=not truth)
        elif isinstance(node, n.Bool) and (node.op == "and") == truth:
            for item in node.items:
                self.learn(item, scope, truth=truth)
        elif isinstance(node, n.Is):
            path = self.path(node.item)
            before = self.facts.types.get(node.item)
            if path is None or before is None:
                return
            if node.word.name == "none":
                if node.negated == truth and before.tag == "optional":
                    scope.narrowed[path] = before.item
            elif node.word.name in self.game.kinds and node.negated != truth:
                scope.narrowed[path] = Type("kind", node.word.name)
            elif node.word.name in self.game.unions and node.negated != truth and before.item.tag in ("piece", "union"):
                scope.narrowed[path] = Type("union", node.word.name)
        elif isinstance(node, n.On) and truth:
            self._learn_on(self.path(node.item), node.place, scope)
        elif isinstance(node, n.Compare) and node.op == ("==" if truth else "!="):
            self._learn_equal(node, scope)

    def _learn_on(self, path: str | None, place: n.Expr, scope: Scope) -> None:
        """A piece on a board has a cell of that board."""
        board = self.facts.types.get(place)
        if path is not None and board is not None and board.tag == "board":
            scope.narrowed[f"{path}.space"] = Type("cell", board.name)

    def learn_from(self, var: str, source: n.Expr, scope: Scope) -> None:
        """Note what is true of everything in a list: `all K on board` are on that board."""
        if isinstance(source, n.AllOf) and source.how == "on" and source.place is not None:
            self._learn_on(var, source.place, scope)

    def _learn_equal(self, node: n.Compare, scope: Scope) -> None:
        """`x == y` with y surely there shows that x is there too."""
        for one, other in ((node.left, node.right), (node.right, node.left)):
            path, kind = self.path(one), self.facts.types.get(one)
            other_kind = self.facts.types.get(other)
            if (
                path is not None
                and kind is not None
                and kind.tag == "optional"
                and other_kind is not None
                and other_kind.tag not in ("optional", "none", "error")
            ):
                scope.narrowed[path] = kind.item

    def path(self, node: n.Expr) -> str | None:
        """A text for what can be narrowed: a name, a field of one, an indexed state."""
        if isinstance(node, n.Name):
            return node.name
        if isinstance(node, n.Field):
            inner = self.path(node.obj)
            return None if inner is None else f"{inner}.{node.name.name}"
        if isinstance(node, n.Index):
            parts = [self.path(node.obj), *(self.path(key) for key in node.keys)]
            return None if None in parts else f"{parts[0]}[{','.join(p for p in parts[1:] if p)}]"
        return None

    def _in(self, node: n.In, scope: Scope, expected: Type | None) -> Type:
        if (
            isinstance(node.item, n.Name)
            and scope.find(node.item.name) is None
            and self.globals.find(node.item.name, None) is None
        ):
            items = self.items(node.of, scope)
            item = self.expr(node.item, scope, items)
        else:
            item = self.expr(node.item, scope)
            items = self.items(node.of, scope, item.item if item.tag == "optional" else item)
        if ERROR not in (item, items) and not self.comparable(item, items):
            self.problems.error("never-equal", node.span, f"{item} is never among {items}")
        return BOOL

    def items(self, node: n.Expr, scope: Scope, expected: Type | None = None) -> Type:
        """The type of what a list-like expression holds; `error` after a problem."""
        found = self.expr(node, scope, list_of(expected) if expected is not None else None)
        held = self.items_of(found)
        if held == ERROR and found != ERROR and found.tag != "list":
            help_text = "numbers in a row are `1..3`" if found == INT else None
            self.problems.error("not-a-list", node.span, f"a list is needed, this is {found}", help=help_text)
        return held

    def items_of(self, found: Type) -> Type:
        if found.tag == "list" or found.tag == "zone":
            return found.of or Type("piece")
        return Type("cell", found.name) if found.tag == "board" else ERROR

    def _on(self, node: n.On, scope: Scope, expected: Type | None) -> Type:
        item, place = self.expr(node.item, scope), self.expr(node.place, scope)
        self.piece_needed(node.item, item)
        if place.tag not in ("board", "error"):
            self.problems.error(
                "wrong-type",
                node.place.span,
                f"`on` needs a board, this is {place}",
                help="`at` names a cell or a zone",
            )
        return BOOL

    def piece_needed(self, node: n.Expr, found: Type) -> None:
        if found.tag == "optional":
            self.maybe_none(node, found)
        elif found.tag not in ("kind", "piece", "union", "error"):
            self.problems.error("wrong-type", node.span, f"a piece is needed, this is {found}")

    def _is(self, node: n.Is, scope: Scope, expected: Type | None) -> Type:
        found, word = self.expr(node.item, scope), node.word.name
        if word == "none":
            if found.tag not in ("optional", "error", "none") and self.path(node.item) not in self._narrowed_paths(
                scope
            ):
                self.problems.warning("never-none", node.span, f"this is always {found}, never none")
        elif word == "empty":
            if found.tag not in ("cell", "zone", "list", "kind", "piece", "place", "error"):
                self.problems.error("wrong-type", node.item.span, f"{found} cannot be empty")
        elif word in self.game.kinds or word in self.game.unions:
            kind = self.kind(node.word)
            base = found.item if found.tag == "optional" else found
            if base.tag not in ("kind", "piece", "union", "error"):
                self.problems.error("wrong-type", node.item.span, f"`is {word}` asks about a piece, this is {found}")
            elif base.tag == "kind" and not self.fits(kind, base) and not self.fits(base, kind):
                self.problems.error("never-equal", node.span, f"{base} is never {word}")
        else:
            self.unknown(node.word.span, word, [*self.game.kinds, *self.game.unions, "none", "empty"], "kind")
        return BOOL

    def _narrowed_paths(self, scope: Scope) -> set[str]:
        found: set[str] = set()
        at: Scope | None = scope
        while at is not None:
            found |= at.narrowed.keys()
            at = at.parent
        return found

    def _ifexpr(self, node: n.IfExpr, scope: Scope, expected: Type | None) -> Type:
        self.condition(node.condition, scope)
        then, other = Scope(scope), Scope(scope)
        self.learn(node.condition, then, truth=True)
        self.learn(node.condition, other, truth=False)
        first = self.expr(node.then, then, expected)
        second = self.expr(node.otherwise, other, expected or (first if first.tag not in ("none", "error") else None))
        return self.join(first, second, node.otherwise)

    def _range(self, node: n.Range, scope: Scope, expected: Type | None) -> Type:
        for bound in (node.low, node.high):
            if bound is not None:
                self.need(bound, scope, INT)
        return list_of(INT)

    # -------------------------------------------------------------------- pieces

    def _allof(self, node: n.AllOf, scope: Scope, expected: Type | None) -> Type:
        if node.how == "" and node.kind.name in (*self.game.enums, "Direction", "Scenario"):
            return list_of(Type("enum", node.kind.name))
        kind = self.kind(node.kind)
        if node.place is not None:
            place = self.expr(node.place, scope)
            if node.how == "on" and place.tag not in ("board", "error"):
                self.problems.error("wrong-type", node.place.span, f"`on` needs a board, this is {place}")
            elif node.how == "at":
                self.place_needed(node.place, place)
        return list_of(kind) if kind != ERROR else ERROR

    def kind(self, word: n.Ident) -> Type:
        if word.name in ("Piece", "pieces"):
            return Type("piece")
        if word.name in self.game.kinds:
            self.facts.used.add(self.game.kinds[word.name])
            return Type("kind", word.name)
        if word.name in self.game.unions:
            return Type("union", word.name)
        self.unknown(word.span, word.name, [*self.game.kinds, *self.game.unions, "Piece"], "kind")
        return ERROR

    def place_needed(self, node: n.Expr, found: Type) -> None:
        if found.tag == "optional":
            self.maybe_none(node, found)
        elif found.tag not in ("cell", "zone", "kind", "piece", "union", "place", "error"):
            self.problems.error(
                "wrong-type",
                node.span,
                f"a place is needed, this is {found}",
                help="a place is a cell, a zone, or a piece that carries others",
            )

    def _at(self, node: n.At, scope: Scope, expected: Type | None) -> Type:
        kind = self.kind(node.kind)
        self.place_needed(node.place, self.expr(node.place, scope))
        if node.kind.name == "pieces":
            return list_of(kind)
        return optional(kind) if kind != ERROR else ERROR

    def _source(self, node: n.Source, scope: Scope, expected: Type | None) -> Type:
        return list_of(self.items(node.items, scope))

    # ------------------------------------------------------------ comprehensions

    def _comp(self, node: n.Comp, scope: Scope, expected: Type | None) -> Type:
        inner = Scope(scope)
        wanted = expected.of if expected is not None and expected.tag == "list" else None
        self.declare(inner, node.var, Ref("local", self.items(node.source, scope)))
        self.learn_from(node.var.name, node.source, inner)
        if node.condition is not None:
            self.condition(node.condition, inner)
            self.learn(node.condition, inner, truth=True)
        if node.kind in ("any", "all"):
            self.condition(node.element, inner)
            return BOOL
        element = self.expr(node.element, inner, wanted)
        self.keys(node.keys, inner)
        if node.keys and node.kind not in ("first", "sort", "rank"):
            self.problems.error(
                "bad-comprehension",
                node.keys[0].span,
                f"`{node.kind}` takes no order",
                help="`first`, `sort` and `rank` do",
            )
        if node.kind in ("sort", "rank") and not node.keys:
            self.problems.error("bad-comprehension", node.span, f"`{node.kind}` needs an order: `by lowest ...`")
        if node.kind == "count":
            return INT
        if node.kind in ("sum", "min", "max"):
            return self.number(node.element, element)
        shapes = {
            "list": list_of(element),
            "sort": list_of(element),
            "first": optional(element),
            "rank": list_of(list_of(element)),
        }
        if node.kind not in shapes:
            self.problems.error(
                "unknown-name",
                node.span,
                f"`{node.kind}` cannot go through a list",
                help="any, all, count, sum, min, max, first, sort and rank can",
            )
            return ERROR
        return shapes[node.kind]

    def keys(self, keys: tuple[n.Key, ...], scope: Scope) -> None:
        for key in keys:
            if isinstance(key.value, n.Call) and key.value.receiver is None and key.value.name.name in self.game.orders:
                self.order_call(key.value, scope)
                continue
            found = self.expr(key.value, scope)
            if found.tag not in (*_NUMBERS, "bool", "enum", "player", "cell", "kind", "error"):
                self.problems.error("wrong-type", key.span, f"{found} has no lowest and no highest")
