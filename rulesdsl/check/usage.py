"""What nobody needs: declarations that no rule of the game names, state that is written and never read."""

from __future__ import annotations

from collections.abc import Iterator

from rulesdsl.check.facts import Facts
from rulesdsl.check.scope import Globals
from rulesdsl.model.carried import all_texts
from rulesdsl.model.game import Decl, Game, RuleDecl, StateDecl
from rulesdsl.model.types import Type
from rulesdsl.source.diagnostics import Problems
from rulesdsl.source.text import Span
from rulesdsl.syntax import nodes as n


def check_usage(game: Game, facts: Facts, names: Globals, problems: Problems) -> None:
    """Warn of every declaration that the game could do without; not at all where a mistake may hide what uses it."""
    if not problems.has_errors:
        _Usage(game, facts, problems).check()


class _Usage:
    def __init__(self, game: Game, facts: Facts, problems: Problems) -> None:
        self.game, self.facts, self.problems = game, facts, problems

    def check(self) -> None:
        game, used = self.game, self.facts.used
        named = self._type_names()
        for kind in game.kinds.values():
            if kind.low == kind.high and kind not in used and kind.name not in named and not kind.children:
                self._warn(kind.span, f"kind `{kind.name}` has no pieces and is never named")
        for name, span in game.enum_spans.items():
            if name in game.enums and name not in named:
                self._warn(span, f"type `{name}` is never used")
        called = self._called()
        for rule in game.rules.values():
            if rule not in called:
                self._never(rule, rule.how)
        for order in game.orders.values():
            if order not in called and order.name not in game.tie_orders:
                self._never(order, "order")
        for what, decls in (
            ("table", game.lookups),
            ("token", game.tokens),
            ("option", game.options),
            ("travel", game.travels),
        ):
            for decl in decls.values():
                if decl not in used:
                    self._never(decl, what)
        for action in game.actions.values():
            if action not in used:
                self._warn(action.span, f"action `{action.name}` is never offered")
        self._zones()
        self._state()

    def _never(self, decl: Decl, what: str) -> None:
        self._warn(decl.span, f"{what} `{decl.name}` is never used")

    def _warn(self, span: Span, message: str) -> None:
        self.problems.warning("unused", span, message, help="take it out, or use it")

    # ------------------------------------------------------------------------- types

    def _type_names(self) -> set[str]:
        """All kinds and enumerated types that a declaration or a rule names."""
        found = {used for used in self.facts.used if isinstance(used, str)}
        for kind in self._types():
            while kind.of is not None:
                kind = kind.of
            found.add(kind.name)
        for members in self.game.unions.values():
            found.update(members)
        found.update(zone.holds for zone in self.game.zones.values())
        for node in self.facts.types:
            if isinstance(node, n.AllOf):
                found.add(node.kind.name)
        return found

    def _types(self) -> Iterator[Type]:
        game = self.game
        for rule in self._rules():
            yield rule.returns
            yield from (param.type for param in (*rule.params, *rule.slots))
        for phase in game.phases.values():
            yield phase.each_type
            yield from (param.type for param in phase.params)
        for state in game.state.values():
            yield state.type
            yield from state.per
        for table in game.lookups.values():
            yield table.key
            yield from table.columns.values()
        for option in game.options.values():
            yield option.type
        for kind in game.kinds.values():
            yield from (field.type for field in kind.fields.values())
            yield from (Type("enum", kind.face.of) for _ in (1,) if kind.face is not None)
        for board in game.boards.values():
            yield from (field.type for field in (*board.fields.values(), *board.link_fields.values()))

    def _rules(self) -> Iterator[RuleDecl]:
        game = self.game
        yield from (*game.rules.values(), *game.orders.values(), *game.actions.values(), *game.triggers)
        yield from all_texts(game)

    # -------------------------------------------------------------------- rules

    def _called(self) -> set[object]:
        """The rules that another rule calls: one that only calls itself is not used."""
        return {
            site.target
            for rule, summary in self.facts.summaries.items()
            for site in summary.calls
            if site.target is not rule
        }

    # -------------------------------------------------------------- zones, state

    def _zones(self) -> None:
        starts = {kind.start.name for kind in self.game.kinds.values() if kind.start is not None}
        starts |= {piece.start.name for piece in self.game.pieces if piece.start is not None}
        events = {rule.event.place.name for rule in self.game.triggers if rule.event is not None and rule.event.place}
        for zone in self.game.zones.values():
            if zone not in self.facts.used and zone.name not in starts | events:
                self._never(zone, "zone")

    def _state(self) -> None:
        passive = self._passive()
        read = {
            ref.decl
            for node, ref in self.facts.refs.items()
            if isinstance(ref.decl, StateDecl) and isinstance(node, n.Expr) and node not in passive
        }
        for state in self.game.state.values():
            acts = isinstance(state.below, n.Block) or isinstance(state.above, n.Block)
            if state in read or (acts and state in self.facts.written):
                continue
            if state in self.facts.written:
                self._warn(state.span, f"state `{state.name}` is written and never read")
            else:
                self._never(state, "state")

    def _passive(self) -> set[n.Node]:
        """The names of state that stand where it is written or revealed, not read."""
        found: set[n.Node] = set()
        for block in self._blocks():
            for node in block.walk():
                target = (
                    node.target if isinstance(node, n.Assign) else node.place if isinstance(node, n.OnPlace) else None
                )
                if isinstance(target, n.Index):
                    found |= {target, target.obj}
                elif target is not None:
                    found.add(target)
        return found

    def _blocks(self) -> Iterator[n.Block]:
        for rule in (*self._rules(), *self.game.setup, *(p.do for p in self.game.phases.values() if p.do is not None)):
            if rule.body is not None:
                yield rule.body
            yield from (row.body for row in rule.rows if row.body is not None)
        for scenario in self.game.scenarios.values():
            if scenario.setup is not None:
                yield scenario.setup
        for state in self.game.state.values():
            yield from (edge for edge in (state.below, state.above) if isinstance(edge, n.Block))
        yield from (zone.then for zone in self.game.zones.values() if zone.then is not None)
