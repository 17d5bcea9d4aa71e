"""What a Program says of its game to people and views: names of everything, who may see what, how results are made."""

from __future__ import annotations

from collections import Counter
from itertools import count
from typing import Any

from rulesdsl.check.facts import Facts
from rulesdsl.check.scope import DIRECTIONS, Globals
from rulesdsl.compiler import modules
from rulesdsl.compiler.drawn import drawn
from rulesdsl.compiler.layout import Layout
from rulesdsl.model.frame import OptionDecl, ScenarioDecl
from rulesdsl.model.game import FieldDecl, Game, KindDecl, ParamDecl, PieceDecl, TravelDecl
from rulesdsl.model.sizes import is_spread, size_of_piece
from rulesdsl.model.travel import CLAUSES
from rulesdsl.model.types import BOOL
from rulesdsl.syntax import nodes as n


def about(game: Game, facts: Facts, names: Globals, layout: Layout) -> dict[str, Any]:
    players = game.players
    assert players is not None
    return {
        "title": game.title,
        "about": game.about,
        "path": game.path,
        "players": {
            "names": players.names,
            "low": players.low,
            "high": players.high,
            "equal": players.equal,
            "roles": tuple((r.name, r.low, r.high, r.first, r.otherwise, r.team) for r in players.roles),
        },
        "scenarios": tuple((s.name, s.title, s.about) for s in game.scenarios.values()),
        "settings": tuple(_settings(layout, game, scenario) for scenario in game.scenarios.values()),
        "options": tuple(_option(layout, names, option) for option in game.options.values()),
        "pieces": tuple(p.name for p in game.pieces),
        "piece_labels": tuple(_piece_label(game, p) for p in game.pieces),
        "piece_kinds": tuple(p.kind for p in game.pieces),
        "piece_owners": game.piece_owners(),
        "kinds": {
            k.name: (k.low, k.high, any(up.alike for up in game.kind_chain(k.name)), game.owner_mode(k.name))
            for k in game.kinds.values()
        },
        "enums": {
            **dict(names.enums()),
            "Direction": DIRECTIONS,
            "Scenario": tuple(game.scenarios),
        },
        "places": _places(game),
        "box": game.box,
        "carriers": game.carriers,
        "boards": tuple(
            (
                b.name,
                b.kind,
                b.cell_type,
                b.base,
                b.shape.names if b.shape else (),
                b.shape.columns if b.shape else (),
                b.shape.rows if b.shape else (),
            )
            for b in game.boards.values()
        ),
        "sided": tuple((b.name, layout.up_side(b), tuple(side.name for side in b.sides)) for b in game.sided.values()),
        "layered": tuple(
            (b.name, b.base, max(b.shape.columns), max(b.shape.rows))
            for b in game.boards.values()
            if b.layered and b.shape is not None
        ),
        "grounds": tuple(
            (b.name, b.base, max(b.shape.columns), max(b.shape.rows))
            for b in game.boards.values()
            if is_spread(game) and b.kind == "square" and not b.layered and b.shape is not None
        ),
        "sizes": tuple(size_of_piece(game, p) for p in game.pieces),
        "drawn": drawn(game, names, layout),
        "faces": tuple(p.face for p in game.pieces),
        "symbols": {k.name: k.face.of for k in game.kinds.values() if k.face is not None},
        "travels": {
            t.name: (
                tuple(f"travel_{t.name}_{word}" if word in t.clauses else "" for word in CLAUSES),
                looks_back(facts, t),
            )
            for t in game.travels.values()
        },
        "zones": tuple(
            (z.name, z.title, z.how, z.base, len(players.names) if z.per else 1, z.seen_by, z.until_revealed, z.holds)
            for z in game.zones.values()
        ),
        "state": tuple(_state(layout, names, decl.name, game) for decl in game.state.values()),
        "fields": _fields(game, layout),
        "sides": tuple(
            (k.name, layout.side(k), k.sides, tuple(k.side_readers.get(side, "all") for side in k.sides))
            for k in game.kinds.values()
            if k.sides
        ),
        "backs": {k.name: _backs(game, layout, k) for k in game.kinds.values() if k.side_shows},
        "owned": tuple((z.base, z.base + len(players.names)) for z in game.zones.values() if z.per),
        "tokens": tuple((t.name, t.title, t.supply, t.holder) for t in game.tokens.values()),
        "each": tuple((p.each_name, _word(p.each_type)) for p in game.phases.values() if p.each_name not in ("", "me")),
        "results": _results(game),
        "result_of": _result_of(game),
        "modules": modules.about(game, layout),
        "values": {
            r.name: (tuple(_word(p.type) for p in r.params), _word(r.returns), r.cite)
            for r in game.rules.values()
            if r.how == "value"
        },
    }


def _settings(layout: Layout, game: Game, scenario: ScenarioDecl) -> tuple[Any, ...]:
    """(the options it fixes by name, the fewest players, the most, the fewest and the most of each role)"""
    fixed = {name: layout.value(expr, game.options[name].type) for name, (_, expr) in scenario.options.items()}
    return (fixed, scenario.low, scenario.high, scenario.seats)


def _results(game: Game) -> tuple[tuple[Any, ...], ...]:
    """(scores, levels, ties) of the game, then of each scenario that has its own"""
    number = count()
    return tuple(
        (
            tuple((next(number), s.role, tuple(label for label, _, _ in s.lines)) for s in result.scores),
            tuple((level.name, level.low, level.high) for level in result.levels),
            result.ties.name if result.ties is not None else "",
        )
        for result in game.results
    )


def _result_of(game: Game) -> tuple[int, ...]:
    """Which of the results counts in each scenario; one entry where there is none."""
    own = count(1)
    return tuple(next(own) if s.result is not None else 0 for s in game.scenarios.values()) or (0,)


def _piece_label(game: Game, piece: PieceDecl) -> str:
    """How a piece is said: equal ones need no number."""
    if any(kind.alike for kind in game.kind_chain(piece.kind)):
        return piece.title or piece.kind.replace("_", " ")
    return piece.name.replace("_", " ")


def _word(kind: Any) -> str:
    """The word by which `text_of` finds how to say a value."""
    inner = kind.item if kind.tag in ("optional", "list") else kind
    return f"enum {inner.name}" if inner.tag == "enum" else str(inner.tag)


def _option(layout: Layout, names: Globals, option: OptionDecl) -> tuple[Any, ...]:
    """(name, title, word, default, allowed values or None, how many to choose)"""
    word = _word(option.type)
    default = layout.value(option.default, option.type)
    allowed: tuple[object, ...] | None = None
    if option.type == BOOL:
        allowed = (False, True)
    elif option.bounds is not None:
        allowed = tuple(range(option.bounds[0], option.bounds[1] + 1))
    elif option.type.item.tag == "enum":
        allowed = tuple(range(len(names.enum_members(option.type.item))))
    return (option.name, option.title, word, default, allowed, option.choose)


def _places(game: Game) -> tuple[str, ...]:
    """Every place by name: cells, the box, zones (with their player), pieces as carriers."""
    assert game.players is not None
    found = [""] * game.places
    for board in game.boards.values():
        assert board.shape is not None
        for i, cell in enumerate(board.shape.names):
            found[board.base + i] = cell
    found[game.box] = "box"
    for zone in game.zones.values():
        for i in range(len(game.players.names) if zone.per else 1):
            found[zone.base + i] = f"{game.players.names[i]}.{zone.name}" if zone.per else zone.name
    for i, piece in enumerate(game.pieces):
        found[game.carriers + i] = piece.name
    return tuple(found)


def _state(layout: Layout, names: Globals, name: str, game: Game) -> tuple[Any, ...]:
    """(name, column, word, per words, per labels, seen by, flag column, bounds)"""
    decl = game.state[name]
    labels: list[tuple[object, ...]] = []
    for per in decl.per:
        labels.append(_labels(layout, names, per, game))
    flag = layout.revealed(decl) if decl.until_revealed else ""
    optional = decl.type.tag == "optional"
    return (
        name,
        layout.state(decl),
        _word(decl.type),
        tuple(_word(p) for p in decl.per),
        tuple(labels),
        decl.seen_by,
        flag,
        decl.bounds,
        optional,
    )


def _labels(layout: Layout, names: Globals, per: Any, game: Game) -> tuple[object, ...]:
    """What the entries of a state are called, by index; "" for what is below the kind or the type of cell."""
    assert game.players is not None
    if per.tag == "player":
        return game.players.names
    if per.tag == "enum":
        return names.enum_members(per)
    if per.tag in ("kind", "piece", "union"):
        low = game.kinds[per.name].low if per.tag == "kind" else 0
        return tuple(p.name if i >= low else "" for i, p in enumerate(game.pieces[: layout.size(per)]))
    boards = [game.boards[b] for b in game.cell_types[per.name] if b in game.boards]
    cells = [(b.base + i, b.name, cell) for b in boards if b.shape is not None for i, cell in enumerate(b.shape.names)]
    times = Counter(cell for _, _, cell in cells)
    labels = [""] * layout.size(per)
    for at, board, cell in cells:
        labels[at] = f"{board}.{cell}" if times[cell] > 1 else cell
    return tuple(labels)


def _fields(game: Game, layout: Layout) -> tuple[tuple[Any, ...], ...]:
    """(owner, field, column or table, is it a column, word, per side, bounds, may it be none)"""
    found = []
    for kind in game.kinds.values():
        found += [
            (kind.name, f.name, layout.field(f), layout.is_column(f), _word(f.type), f.per_side, *_limits(f))
            for f in kind.fields.values()
        ]
    done: set[tuple[str, str]] = set()
    for board in game.boards.values():
        for f in board.fields.values():
            if (board.cell_type, f.name) not in done:
                done.add((board.cell_type, f.name))
                found.append(
                    (board.cell_type, f.name, layout.field(f), layout.is_column(f), _word(f.type), False, *_limits(f))
                )
    return tuple(found)


def _backs(game: Game, layout: Layout, kind: KindDecl) -> tuple[tuple[str, tuple[Any, ...]], ...]:
    """What a hidden piece is called by each side, and what shows: (field, column or table, which, word, per side)."""
    called, found = (kind.title or kind.name).replace("_", " "), list[tuple[str, tuple[Any, ...]]]()
    for side in kind.sides:
        fields = [game.field_of(kind.name, name) for name in kind.side_shows.get(side, ())]
        rows = tuple((f.name, layout.field(f), layout.is_column(f), _word(f.type), f.per_side) for f in fields if f)
        found.append((f"{called} {side}" if len(kind.side_shows) > 1 else called, rows))
    return tuple(found)


def _limits(decl: FieldDecl) -> tuple[tuple[int, int] | None, bool]:
    """The bounds of a number, and whether it may be none."""
    return decl.bounds, decl.type.tag == "optional"


def looks_back(facts: Facts, travel: TravelDecl) -> tuple[str, ...]:
    """The clauses of a travel that ask about the cell left."""
    return tuple(word for word, clause in travel.clauses.items() if _names(facts, clause.expr, travel.params[1]))


def _names(facts: Facts, expr: n.Expr | None, param: ParamDecl) -> bool:
    """Does an expression name a parameter of its rule?"""
    each = expr.walk() if expr is not None else ()
    return any((ref := facts.refs.get(node)) is not None and ref.decl is param for node in each)
