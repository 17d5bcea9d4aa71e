"""Names: what each one means, locals first, then the game's one namespace, then the built-ins."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rulesdsl.check.facts import Ref
from rulesdsl.library.builtins import RESERVED
from rulesdsl.model.game import Decl, Game, RuleDecl
from rulesdsl.model.types import BOOL, INT, NONE, PLAYER, SCENARIO, VOID, ZONE, Type, list_of
from rulesdsl.source.diagnostics import Label, Problems
from rulesdsl.source.text import Span

DIRECTIONS = ("north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest")


def zone_type(game: Game, holds: str) -> Type:
    if holds in game.unions:
        return Type("zone", of=Type("union", holds))
    return Type("zone", of=Type("kind", holds) if holds in game.kinds else Type("piece"))


class Globals:
    """The game's namespace; clashes are noted once, at the second declaration."""

    def __init__(self, game: Game, problems: Problems) -> None:
        self.game, self._problems = game, problems
        self.names: dict[str, Ref] = {}
        self._spans: dict[str, Span | None] = {}
        self.members: dict[str, list[tuple[str, int]]] = {}
        """Enum members: the enums that have one of this name, with its number."""
        self._constants()
        self._things()

    def _constants(self) -> None:
        constants = (
            ("true", Ref("constant", BOOL, value=1)),
            ("false", Ref("constant", BOOL, value=0)),
            ("none", Ref("constant", NONE)),
            ("me", Ref("me", PLAYER)),
            ("players", Ref("players", list_of(PLAYER))),
            ("box", Ref("box", ZONE)),
            ("scenario", Ref("scenario", SCENARIO)),
            ("options", Ref("options", VOID)),
        )
        for name, ref in constants:
            self.names[name] = ref

    def _things(self) -> None:
        game = self.game
        for name, members in self.enums():
            for i, member in enumerate(members):
                self.members.setdefault(member, []).append((name, i))
        assert game.players is not None
        for role in game.players.roles:
            if not game.players.equal:
                how = "player" if role.high == 1 else "team"
                self._add(
                    role.name, role.span, Ref(how, PLAYER if role.high == 1 else list_of(PLAYER), role, role.first)
                )
        for i, name in enumerate(game.players.names):
            if name not in self.names:
                self.names[name] = Ref("player", PLAYER, None, i)
        for team in sorted({role.team for role in game.players.roles if role.team}):
            self.names[team] = Ref("team", list_of(PLAYER), team)
        for piece_id, piece in enumerate(game.pieces):
            self.names.setdefault(piece.name, Ref("piece", Type("kind", piece.kind), piece, piece_id))
        for zone in game.zones.values():
            if not zone.per:
                self._add(zone.name, zone.span, Ref("zone", zone_type(game, zone.holds), zone))
        for board in game.boards.values():
            self._add(board.name, board.span, Ref("board", Type("board", board.cell_type), board))
        for sided in game.sided.values():
            self._add(sided.name, sided.span, Ref("board", Type("board", sided.cell_type), sided))
        for state in game.state.values():
            self._add(state.name, state.span, Ref("state", state.type, state))
        for token in game.tokens.values():
            self._add(token.name, token.span, Ref("token", INT, token))
        for travel in game.travels.values():
            self._add(travel.name, travel.span, Ref("travel", VOID, travel))
        for callables in (game.rules, game.orders, game.lookups):
            decls: list[Decl] = list(callables.values())
            for decl in decls:
                self._add(decl.name, decl.span, Ref("rule" if isinstance(decl, RuleDecl) else "lookup", VOID, decl))
        for phase in game.phases.values():
            if phase.each_name and phase.each_name != "me":
                self._add(phase.each_name, phase.each_span or phase.span, Ref("each", INT, phase))
            for param in phase.params:
                self._add(param.name, param.span, Ref("each", param.type, param))

    def _add(self, name: str, span: Span, ref: Ref) -> None:
        if name in RESERVED:
            self._problems.error("reserved-name", span, f"`{name}` is a word of the language", help="take another name")
            return
        known = self.names.get(name)
        if known is not None or name in self.members:
            first = self._spans.get(name)
            related = [Label(first, "first declared here")] if first is not None else []
            self._problems.error(
                "name-clash",
                span,
                f"`{name}` has a meaning already",
                related=related,
                help="pieces, zones, state, tokens, members and rules share one namespace",
            )
            return
        self.names[name] = ref
        self._spans[name] = span

    def enums(self) -> Iterator[tuple[str, tuple[str, ...]]]:
        yield from self.game.enums.items()
        for kind in self.game.kinds.values():
            if kind.sides:
                yield f"{kind.name} side", kind.sides

    def enum_members(self, kind: Type) -> tuple[str, ...]:
        """Members of an enum type, the built-in ones included."""
        if kind.name == "Direction":
            return DIRECTIONS
        if kind.name == "Scenario":
            return tuple(self.game.scenarios)
        if kind.name.endswith(" side"):
            return self.game.kinds[kind.name.removesuffix(" side")].sides
        return self.game.enums.get(kind.name, ())

    def find(self, name: str, expected: Type | None) -> Ref | None:
        if expected is not None and expected.item.tag == "enum":
            members = self.enum_members(expected.item)
            if name in members:
                return Ref("member", expected.item, None, members.index(name))
        if name in self.names:
            return self.names[name]
        found = self.members.get(name, [])
        if len(found) == 1:
            return Ref("member", Type("enum", found[0][0]), None, found[0][1])
        if name in DIRECTIONS:
            return Ref("member", Type("enum", "Direction"), None, DIRECTIONS.index(name))
        if name in self.game.scenarios:
            return Ref("member", SCENARIO, None, list(self.game.scenarios).index(name))
        if name in self.game.enums or name in ("Direction", "Scenario"):
            return Ref("enum", list_of(Type("enum", name)), name)
        return None

    def is_known(self, name: str) -> bool:
        return name in self.names or name in self.members or name in RESERVED


class Scope:
    """Locals of one rule, block within block; `narrowed` holds what conditions have shown."""

    def __init__(self, parent: Scope | None = None) -> None:
        self.parent = parent
        self.names: dict[str, Ref] = {}
        self.narrowed: dict[str, Type] = {}
        self.other: str | None = None
        """A name that means something else in here than outside: what was shown of it does not count."""

    def find(self, name: str) -> Ref | None:
        scope: Scope | None = self
        while scope is not None:
            if name in scope.names:
                return scope.names[name]
            scope = scope.parent
        return None

    def narrow(self, path: str) -> Type | None:
        scope: Scope | None = self
        while scope is not None:
            if path in scope.narrowed:
                return scope.narrowed[path]
            if scope.other is not None and _mentions(path, scope.other):
                return None
            scope = scope.parent
        return None

    def forget_about(self, name: str) -> None:
        """A local, state or field of this name has been written, and nothing else has changed."""
        scope: Scope | None = self
        while scope is not None:
            scope.narrowed = {path: kind for path, kind in scope.narrowed.items() if not _mentions(path, name)}
            scope = scope.parent

    def forget(self) -> None:
        """Anything may have changed: only what conditions have shown about locals still holds."""
        scope: Scope | None = self
        while scope is not None:
            scope.narrowed = {
                path: kind
                for path, kind in scope.narrowed.items()
                if "." not in path and "[" not in path and self.find(path) is not None
            }
            scope = scope.parent

    def known(self) -> list[dict[str, Type]]:
        """What has been shown here and in each block around, the innermost first."""
        known, scope = [], self
        while True:
            known.append(dict(scope.narrowed))
            if scope.parent is None:
                return known
            scope = scope.parent

    def know(self, known: list[dict[str, Type]]) -> None:
        """Go back to what was `known` here before."""
        scope: Scope | None = self
        for shown in known:
            assert scope is not None
            scope.narrowed, scope = dict(shown), scope.parent

    def visible(self) -> list[str]:
        names: list[str] = []
        scope: Scope | None = self
        while scope is not None:
            names += scope.names
            scope = scope.parent
        return names


def _mentions(path: str, name: str) -> bool:
    """Is the name a part of a path like `a.b[c]`?"""
    return name in re.findall(r"\w+", path)
