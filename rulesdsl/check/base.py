"""What all parts of the type checker share: which type fits where, and the most common diagnostics."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable

from rulesdsl.check.facts import Facts, Ref, Summary
from rulesdsl.check.scope import Globals, Scope
from rulesdsl.model.carried import kinds_in
from rulesdsl.model.game import Game
from rulesdsl.model.types import ERROR, HALF, INT, NONE, Type, list_of, optional
from rulesdsl.source.diagnostics import Label, Problems
from rulesdsl.source.suggest import did_you_mean
from rulesdsl.source.text import Span
from rulesdsl.syntax import nodes as n


class Base:
    def __init__(self, game: Game, names: Globals, facts: Facts, problems: Problems) -> None:
        self.game, self.globals, self.facts, self.problems = game, names, facts, problems
        self.summary: Summary | None = None
        """The rule at work; None in slots that are no rule (defaults, figures)."""
        self.as_depth = 0

    @abstractmethod
    def expr(self, node: n.Expr, scope: Scope, expected: Type | None = None) -> Type: ...

    # -------------------------------------------------------------------- types

    def fits(self, found: Type, wanted: Type) -> bool:
        """Can a value of type `found` stand where `wanted` is needed?"""
        if found == wanted or ERROR in (found, wanted):
            return True
        if wanted.tag == "optional":
            return found == NONE or self.fits(found.item if found.tag == "optional" else found, wanted.item)
        if wanted == HALF:
            return found == INT
        if wanted.tag == "list":
            held = self.held_in(found)
            return held is not None and wanted.of is not None and self.fits(held, wanted.of)
        if wanted.tag in ("piece", "place") and found.tag in ("kind", "union", "piece"):
            return True
        if wanted.tag == "place":
            return found.tag in ("cell", "zone")
        if wanted.tag == "zone":
            return found.tag == "zone"
        if wanted.tag == "union":
            return all(
                any(self.game.is_below(kind, member) for member in self.game.unions[wanted.name])
                for kind in self.kinds_of(found)
            ) and bool(self.kinds_of(found))
        return found.tag == "kind" and wanted.tag == "kind" and self.game.is_below(found.name, wanted.name)

    def held_in(self, found: Type) -> Type | None:
        """What a list, or what can stand for one, holds."""
        if found.tag in ("list", "zone"):
            return found.of
        return Type("cell", found.name) if found.tag == "board" else None

    def kinds_of(self, found: Type) -> tuple[str, ...]:
        return kinds_in(self.game, found)

    def join(self, first: Type, second: Type, node: n.Expr) -> Type:
        """The type of a value that is one or the other."""
        if self.fits(second, first):
            return first if first != ERROR else second
        if self.fits(first, second):
            return second
        if NONE in (first, second):
            return optional(second if first == NONE else first)
        if "optional" in (first.tag, second.tag):
            inner = self.join(
                first.item if first.tag == "optional" else first,
                second.item if second.tag == "optional" else second,
                node,
            )
            return optional(inner)
        held, other = self.held_in(first), self.held_in(second)
        if held is not None and other is not None:
            return list_of(self.join(held, other, node))
        common = self._common_kind(first, second)
        if common is not None:
            return common
        self.problems.error(
            "wrong-type", node.span, f"this is {second}, beside {first}", help="both must be of one type"
        )
        return ERROR

    def _common_kind(self, first: Type, second: Type) -> Type | None:
        if not (first.tag in ("kind", "piece", "union") and second.tag in ("kind", "piece", "union")):
            return None
        if first.tag == second.tag == "kind":
            for above in self.game.kind_chain(first.name):
                if self.game.is_below(second.name, above.name):
                    return Type("kind", above.name)
        return Type("piece")

    def need(self, node: n.Expr, scope: Scope, wanted: Type) -> Type:
        """An expression that must fit `wanted`."""
        found = self.expr(node, scope, wanted)
        if not self.fits(found, wanted):
            if found.tag == "optional" and self.fits(found.item, wanted):
                self.maybe_none(node, found)
            else:
                self.mismatch(node, found, wanted)
        return found

    # -------------------------------------------------------------- diagnostics

    def unknown(self, span: Span, name: str, known: Iterable[str], what: str = "name") -> None:
        guess = did_you_mean(name, known)
        related = []
        if guess is not None and what == "name":
            ref = self.globals.names.get(guess)
            at = getattr(ref.decl, "span", None) if ref is not None else None
            related = [Label(at, f"`{guess}` is declared here")] if at is not None else []
        help_text = f"did you mean `{guess}`?" if guess else None
        for board in self.game.boards.values() if what == "name" else ():
            if board.shape is not None and name in board.shape.names:
                help_text, related = f"a cell is named with its board: `{board.name}.{name}`", []
        self.problems.error("unknown-name", span, f"unknown {what} `{name}`", related=related, help=help_text)

    def mismatch(self, node: n.Node, found: Type, wanted: Type) -> None:
        self.problems.error("wrong-type", node.span, f"{wanted} is needed, this is {found}")

    def maybe_none(self, node: n.Expr, found: Type) -> None:
        self.problems.error(
            "maybe-none",
            node.span,
            f"this may be none ({found})",
            help="ask `if ... is not none` first; `choose from` without `optionally` is never none",
        )

    def declare(self, scope: Scope, name: n.Ident, ref: Ref) -> None:
        """A new local; one name never means two things in a rule."""
        known = scope.find(name.name)
        if known is not None or self.globals.is_known(name.name):
            why = "in this rule" if known is not None else "in this game"
            self.problems.error(
                "shadowed-name", name.span, f"`{name.name}` has a meaning already {why}", help="take another name"
            )
        scope.names[name.name] = ref
        self.facts.refs[name] = ref

    def note_use(self, ref: Ref, node: n.Node) -> None:
        if ref.decl is not None:
            self.facts.used.add(ref.decl)
        if ref.how == "member":
            self.facts.used.add(ref.type.name)
        if self.summary is None:
            return
        if ref.how == "me" and not self.as_depth:
            self.summary.needs.append(("me", node.span))
        elif ref.how == "each" and isinstance(node, n.Name):
            self.summary.needs.append((node.name, node.span))
