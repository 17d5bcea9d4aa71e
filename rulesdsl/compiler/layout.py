"""The state's columns and the constant tables: what of a game changes during play, and what never does.

Whatever some statement writes is a column of the state (a number, or a list of numbers); the rest becomes tuples
outside it. Generated code finds both by the names made here.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from rulesdsl.check.facts import Facts
from rulesdsl.check.scope import Globals
from rulesdsl.compiler.artifact import CORE
from rulesdsl.model.game import (
    BoardDecl,
    FieldDecl,
    Game,
    KindDecl,
    ModuleDecl,
    PhaseDecl,
    RuleDecl,
    SidedDecl,
    SpecialDecl,
    StateDecl,
)
from rulesdsl.model.types import HALF, INT, Type, is_id
from rulesdsl.syntax import nodes as n

PLACES = ("where_", "held_", "mixed_", "shown_")
"""Columns of games with pieces: where each is, what places hold, how much of it is shuffled, who was shown what."""
LAID = "laid_"
"""Column of games with layered boards: what lies on them, in the order in which it was laid."""
KEPT: dict[str, object] = {"at": 0, "list": (), "from": 0, "to": 0, "me": -1, "passed": 0, "ended": 0}
"""What phases keep while they run, with its first value: how far a loop is and what it goes through, its bounds, who

acted before, how many have passed in a row, whether a rule has ended it.
"""


@dataclass(slots=True)
class Column:
    """One column: `size` None is a single number; `start` what it holds at first (a list for lists)."""

    name: str
    start: object
    is_list: bool
    what: str
    """Where it comes from: state, field, token, each, side, limit, flag, place."""


@dataclass(slots=True)
class Layout:
    game: Game
    facts: Facts
    names: Globals
    columns: dict[str, Column] = field(default_factory=dict)
    constants: dict[str, object] = field(default_factory=dict)
    """Tables that generated code names as globals."""
    tables: dict[tuple[object, ...], str] = field(default_factory=dict)
    """Names of constants that were asked for before, by what they hold: each is worked out once."""
    answers: dict[str, tuple[str, str]] = field(default_factory=dict)
    """Tables that fill themselves as they are asked: the question, and the constant that describes the boards."""
    ways_asked: int = 0
    """Questions about ways that have been lowered so far."""
    titles: dict[object, str] = field(default_factory=dict)
    """Names of columns and of tables of fields, by declaration, or by what they are for: no two are the same."""

    def __post_init__(self) -> None:
        game = self.game
        used = {*CORE, *PLACES, LAID, *game.tokens}
        for phase in game.phases.values():
            used |= {phase.each_name, *(param.name for param in phase.params)}

        def give(key: object, wanted: str) -> None:
            if key in self.titles:
                return
            while wanted in used:
                wanted += "_"
            used.add(wanted)
            self.titles[key] = wanted

        for state in game.state.values():
            give(state, state.name)
        for kind in game.kinds.values():
            give((kind.name, "side"), f"{kind.name}_side")
        holders: list[KindDecl | BoardDecl] = [*game.kinds.values(), *game.boards.values()]
        for decl in (decl for holder in holders for decl in holder.fields.values()):
            give(decl, f"{decl.owner}_{decl.name}")
        for sided in game.sided.values():
            give((sided, "side"), f"{sided.name}_side")
        for state in game.state.values():
            give((state, "open"), f"{state.name}_open")
        for rule in (*game.actions.values(), *game.phases.values()):
            give((rule, "times"), f"{rule.name}_times")
        for module in game.modules.values():
            give(module, f"{module.name}_awake")
        for name in (*game.kinds, *game.unions, ""):
            give((name, "awake"), f"all_{name or 'pieces'}_awake")
        for special in game.specials.values():
            give((special, "holds"), f"{special.name}_holds")
        for phase in game.phases.values():
            for word in KEPT:
                give((phase.name, "phase", word), f"{phase.name}_{word}")

    def kept(self, phase: str, word: str) -> str:
        """The column of what a running phase keeps: one of KEPT."""
        return self.add(
            self.titles[phase, "phase", word], KEPT[word], "flag" if word in ("passed", "ended") else "each"
        )

    def add(self, name: str, start: object, what: str) -> str:
        self.columns.setdefault(name, Column(name, start, isinstance(start, list), what))
        return name

    # ---------------------------------------------------------------- constants

    def value(self, expr: n.Expr | None, wanted: Type) -> object:
        """The value of a printed figure or a default; without one, the type's first value."""
        if expr is None:
            return self.first_value(wanted)
        return convert(self._value(expr, wanted), self.facts.types.get(expr, wanted), wanted)

    def _value(self, expr: n.Expr, wanted: Type) -> object:
        if isinstance(expr, n.Number):
            return expr.value
        if isinstance(expr, n.Half):
            return expr.halves
        if isinstance(expr, n.Text):
            return "".join(str(part) for part in expr.parts)
        if isinstance(expr, n.ListOf):
            return tuple(self.value(item, wanted.item) for item in expr.items)
        if isinstance(expr, n.Unary):
            inner = self._value(expr.operand, wanted)
            assert isinstance(inner, int)
            return not inner if expr.op == "not" else -inner
        if isinstance(expr, n.Index):
            return self._numbered(expr)
        ref = self.facts.refs.get(expr)
        if ref is not None and ref.how == "constant":
            return self.none(wanted) if ref.type.tag == "none" else bool(ref.value)
        return ref.value if ref is not None else self.first_value(wanted)

    def _numbered(self, expr: n.Index) -> object:
        """`map[12]`: the cell with a printed number."""
        board, key = self.facts.refs[expr.obj].decl, expr.keys[0]
        assert isinstance(board, BoardDecl) and board.shape is not None and isinstance(key, n.Number)
        return board.base + board.shape.numbers.index(key.value)

    @staticmethod
    def none(kind: Type) -> object:
        return -1 if is_id(kind) else None

    def first_value(self, kind: Type) -> object:
        if kind.tag == "optional":
            return self.none(kind)
        if kind.tag in ("int", "half", "player", "enum"):
            return 0
        if kind.tag == "cell":
            boards = [self.game.boards[b] for b in self.game.cell_types.get(kind.name, []) if b in self.game.boards]
            return boards[0].base if boards else -1
        if kind.tag == "kind":
            return self.game.kinds[kind.name].low
        return {"bool": False, "text": "", "list": ()}.get(kind.tag, -1)

    # ------------------------------------------------------------------- fields

    def is_column(self, decl: FieldDecl) -> bool:
        return decl.written

    def field(self, decl: FieldDecl) -> str:
        """The column or the constant table of a field, by piece or by cell."""
        title = self.titles[decl]
        if decl.owner in self.game.kinds:
            values = self._piece_values(decl)
        else:
            values = self._cell_values(decl)
        if self.is_column(decl):
            return self.add(title, values, "field")
        return self.constant(title, tuple(values))

    def constant(self, name: str, value: object) -> str:
        """Keep a table outside the state under a name of its own, which no function has."""
        name = f"c_{name}"
        while name in self.answers or self.constants.setdefault(name, value) != value:
            name += "_"
        return name

    def answer(self, name: str, question: str, boards: str) -> str:
        """A table of answers about the boards that a constant describes, by a name of its own."""
        name = f"c_{name}"
        while self.answers.setdefault(name, (question, boards)) != (question, boards) or name in self.constants:
            name += "_"
        return name

    def _piece_values(self, decl: FieldDecl) -> list[object]:
        kind = self.game.kinds[decl.owner]
        empty = self.start(decl)
        values: list[object] = [-1] * kind.low
        for piece in self.game.pieces[kind.low : kind.high]:
            given = piece.values.get(decl.name)
            if decl.per_side:
                sides = max(1, len(self.sides_of(self.game.kinds[piece.kind])))
                figures = tuple(self.value(e, decl.type) for e in given) if given else (empty,)
                values.append(figures if len(figures) == sides else figures * sides)
            else:
                values.append(self.value(given[0], decl.type) if given else empty)
        return values

    def _cell_values(self, decl: FieldDecl) -> list[object]:
        boards = [self.game.boards[b] for b in self.game.cell_types[decl.owner] if b in self.game.boards]
        values: list[object] = []
        for board in boards:
            assert board.shape is not None
            values += [-1] * (board.base - len(values))
            given = board.cell_values.get(decl.name, {})
            empty = self.start(decl)
            values += [self.value(given[cell], decl.type) if cell in given else empty for cell in board.shape.names]
        return values

    def sides_of(self, kind: KindDecl) -> tuple[str, ...]:
        return next((k.sides for k in self.game.kind_chain(kind.name) if k.sides), ())

    def up_side(self, board: SidedDecl) -> str:
        """Which side of a board lies up."""
        return self.add(self.titles[board, "side"], 0, "side")

    def side(self, kind: KindDecl) -> str:
        return self.add(self.titles[kind.name, "side"], [0] * kind.high, "side")

    # -------------------------------------------------------------------- state

    def size(self, per: Type) -> int:
        """How many indices a `per:` takes, from 0."""
        if per.tag == "player":
            assert self.game.players is not None
            return len(self.game.players.names)
        if per.tag == "enum":
            return len(self.names.enum_members(per))
        if per.tag == "kind":
            return self.game.kinds[per.name].high
        if per.tag in ("piece", "union"):
            return len(self.game.pieces)
        boards = [self.game.boards[b] for b in self.game.cell_types[per.name] if b in self.game.boards]
        return max((b.base + len(b.shape.names) for b in boards if b.shape is not None), default=0)

    def start(self, decl: FieldDecl | StateDecl) -> object:
        """What a state or a field is where nothing else is said: its default, else 0 or the bound next to it."""
        if decl.default is None and decl.bounds is not None and decl.type.tag != "optional":
            return max(decl.bounds[0], min(decl.bounds[1], 0))
        return self.value(decl.default, decl.type)

    def state(self, decl: StateDecl) -> str:
        value, size = self.start(decl), 1
        for per in decl.per:
            size *= self.size(per)
        return self.add(self.titles[decl], [value] * size if decl.per else value, "state")

    def revealed(self, decl: StateDecl) -> str:
        return self.add(self.titles[decl, "open"], [0] * (self.size(decl.per[0]) if decl.per else 1), "flag")

    def token(self, name: str) -> str:
        decl = self.game.tokens[name]
        assert self.game.players is not None
        start = self.value(decl.start, INT)
        return self.add(name, start if decl.holder == "game" else [start] * len(self.game.players.names), "token")

    # ------------------------------------------------------------------- phases

    def each(self, phase: PhaseDecl) -> str:
        if phase.each_name == "me":
            return "me"
        start = -1
        if phase.each_type == INT and isinstance(phase.each, n.Range) and isinstance(phase.each.low, n.Number):
            start = phase.each.low.value
        return self.add(phase.each_name, start, "each")

    def param(self, name: str, kind: Type) -> str:
        return self.add(name, self.first_value(kind), "each")

    def limit(self, rule: RuleDecl | PhaseDecl) -> str:
        limit = rule.limit
        assert limit is not None
        if limit.slot is None:
            return self.add(self.titles[rule, "times"], 0, "limit")
        assert isinstance(rule, RuleDecl)
        slot = next(s for s in rule.slots if s.name == limit.slot.name)
        return self.add(self.titles[rule, "times"], [0] * self.size(slot.type), "limit")

    def awake(self, module: ModuleDecl) -> str:
        """Whether a module takes part."""
        return self.add(self.titles[module], False, "flag")

    def all_awake(self, name: str) -> str:
        """The pieces of a kind or union (of all, without a name) but those of modules that sleep."""
        return self.add(self.titles[name, "awake"], (), "each")

    def holds(self, special: SpecialDecl) -> str:
        """Whether a special rule holds that is fixed for a whole game."""
        return self.add(self.titles[special, "holds"], False, "flag")

    def ended(self, phase: str) -> str:
        return self.kept(phase, "ended")

    # ------------------------------------------------------------------- places

    def places(self) -> None:
        """Where the pieces are; only games with pieces have these columns."""
        game = self.game
        if not game.pieces:
            return
        where: list[int] = []
        held: list[list[int]] = [[] for _ in range(game.places)]
        for i, piece in enumerate(game.pieces):
            zone = game.zones.get(piece.start.name) if piece.start is not None else None
            place = game.box if zone is None else zone.base + (max(piece.owner, 0) if zone.per else 0)
            where.append(place)
            held[place].append(i)
        starts = where, [tuple(x) for x in held], [0] * game.places, [0] * len(game.pieces)
        for name, start in zip(PLACES, starts, strict=True):
            self.add(name, start, "place")
        if any(board.layered for board in game.boards.values()):
            self.add(LAID, (), "place")

    def board_of_type(self, name: str) -> list[BoardDecl]:
        return [self.game.boards[b] for b in self.game.cell_types.get(name, []) if b in self.game.boards]


def convert(value: object, found: Type, wanted: Type) -> object:
    """A whole number where halves are counted is twice itself."""
    if wanted.item == HALF and found.item == INT and isinstance(value, int):
        return value * 2
    return value
