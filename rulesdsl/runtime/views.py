"""Who sees what: the one way by which a position leaves a match. Hidden unless declared otherwise.

Unseen pieces have no names here, only a number at their place, or what their backs show; the pieces that are seen
stand in a fixed order where the order of a zone would tell something.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from rulesdsl.runtime.sight import SIDE, Knowledge, said, zone_of
from rulesdsl.runtime.texts import Unseen

if TYPE_CHECKING:
    from rulesdsl.runtime.decision import Decision
    from rulesdsl.runtime.machine import Machine
    from rulesdsl.runtime.tableau import Tableau

HIDDEN = "?"
_PIECES = ("kind", "union", "piece")
CARRIES = "carries"
"""Of a piece: the backs of the hidden ones that lie on it."""
COVERED = "covered by"
"""Of a cell: the pieces that reach over it from another one."""


def view(machine: Machine, s: Any, player: int) -> dict[str, Any]:
    """Plain data: state, tokens, zones, boards and pieces as `player` sees them."""
    data, texts = machine.data, machine.texts
    made: dict[str, Any] = {"player": texts.players[player], "players": [texts.players[p] for p in s.players]}
    made["acting"] = texts.players[s.me]
    made["state"] = dict(_state(machine, s, player))
    for name, word in data["each"]:
        made["state"][name] = texts.text_of(word, getattr(s, name)) if word != "int" else getattr(s, name)
    made["tokens"] = _tokens(machine, s)
    knowledge = Knowledge(machine, s, player)
    if machine.has_pieces:
        made["zones"] = _zones(machine, s, knowledge)
        made["pieces"] = _pieces(machine, s, knowledge)
        if data["backs"]:
            made["backs"] = _backs(machine, s, knowledge)
    made["boards"] = {name: _board(machine, s, knowledge, board) for name, board in boards_up(machine, s)}
    if data["sided"]:
        made["up"] = {name: sides[getattr(s, column)] for name, column, sides in data["sided"]}
    if data["layered"]:
        made["laid"] = {board.name: _laid(machine, s, knowledge, board) for board in s.layered_}
    for module in data["modules"]:
        if not getattr(s, module[1]):
            _leave_out(machine, made, module)
    return made


def _leave_out(machine: Machine, made: dict[str, Any], module: tuple[Any, ...]) -> None:
    """What a module adds is not on the table while it sleeps."""
    zones = [zone for zone in machine.data["zones"] if zone[0] in module[4]]
    places = [machine.texts.places[zone[3] + i] for zone in zones for i in range(zone[4])]
    for key, names in (("state", module[2]), ("tokens", module[3]), ("zones", places), ("boards", module[5])):
        for name in names:
            made.get(key, {}).pop(name, None)


def boards_up(machine: Machine, s: Any) -> Iterator[tuple[str, tuple[Any, ...]]]:
    """The boards that lie on the table, by name; of those with sides the side that lies up."""
    sided = {
        side: (name, side == sides[getattr(s, column)])
        for name, column, sides in machine.data["sided"]
        for side in sides
    }
    for board in machine.data["boards"]:
        name, is_up = sided.get(board[0], (board[0], True))
        if is_up:
            yield name, board


def _state(machine: Machine, s: Any, player: int) -> Iterator[tuple[str, Any]]:
    for name, column, word, per, labels, seen_by, flag, _, _ in machine.data["state"]:
        value = getattr(s, column)
        if not per:
            yield name, said(machine, word, value) if is_open(s, seen_by, flag, 0, -1, player) else HIDDEN
        elif len(per) == 1:
            yield (
                name,
                {
                    str(label): said(machine, word, value[i]) if is_open(s, seen_by, flag, i, i, player) else HIDDEN
                    for i, label in enumerate(labels[0])
                    if label and (per[0] != "player" or i in s.players)
                },
            )
        else:
            yield name, _table(machine, s, player, value, (word, per, labels, seen_by, flag))


def _table(machine: Machine, s: Any, player: int, value: list[Any], about: tuple[Any, ...]) -> dict[str, Any]:
    word, per, labels, seen_by, flag = about
    made: dict[str, Any] = {}
    for i, label in enumerate(labels[0]):
        if not label or (per[0] == "player" and i not in s.players):
            continue
        width = len(value) // len(labels[0])
        seen = is_open(s, seen_by, flag, i, i, player)
        row = value[i * width : (i + 1) * width]
        names = labels[1] if len(labels) == 2 else tuple(str(k) for k in range(width))
        made[str(label)] = {
            str(name): said(machine, word, row[k]) if seen else HIDDEN for k, name in enumerate(names) if name
        }
    return made


def is_open(s: Any, seen_by: str, flag: str, i: int, owner: int, player: int) -> bool:
    """May `player` see what belongs to `owner`?"""
    if seen_by == "all" or (flag and getattr(s, flag)[i]):
        return True
    return seen_by == "owner" and owner == player


def _tokens(machine: Machine, s: Any) -> dict[str, Any]:
    made: dict[str, Any] = {}
    for name, _, supply, holder in machine.data["tokens"]:
        held = getattr(s, name)
        if holder == "game":
            made[name] = {"held": held}
        else:
            made[name] = {machine.texts.players[p]: held[p] for p in s.players}
        if supply is not None:
            made[name]["supply"] = supply - (held if holder == "game" else sum(held))
    return made


# ------------------------------------------------------------------------ pieces


def _is_ordered(zone: tuple[Any, ...]) -> bool:
    return zone[2] in ("pile", "deck", "holds")


def _zones(machine: Machine, s: Any, knowledge: Knowledge) -> dict[str, Any]:
    made: dict[str, Any] = {}
    for zone in machine.data["zones"]:
        for i in range(zone[4]):
            if zone[4] > 1 and i not in s.players:
                continue
            place = zone[3] + i
            seen = _in_zone(s, knowledge, place, _is_ordered(zone))
            made[machine.texts.places[place]] = {"count": len(s.held_[place]), "pieces": seen}
    return made


def _in_zone(s: Any, knowledge: Knowledge, place: int, ordered: bool) -> list[str]:
    """What a player sees in a zone: names and backs. Where there is no order, theirs tells nothing of the pieces."""
    held = s.held_[place]
    if not held:
        return []
    loose = s.mixed_[place] if ordered else len(held)
    mixed = [(knowledge.know(p), knowledge.name(p, HIDDEN)) for p in sorted(held[:loose])]
    names = [name for known, name in mixed if known] + sorted(name for known, name in mixed if not known)
    names += [knowledge.name(p, HIDDEN) for p in held[loose:]]
    return [name for name in names if name != HIDDEN]


def _backs(machine: Machine, s: Any, knowledge: Knowledge) -> dict[str, dict[str, Any]]:
    """What the backs that a player sees tell, by what they are called."""
    box = machine.data["box"]
    hidden = (p for p, place in enumerate(s.where_) if place != box and not knowledge.know(p))
    backs = (back for p in hidden if (back := knowledge.back(p)) is not None)
    return dict(sorted({back.name: back.about for back in backs}.items()))


def _pieces(machine: Machine, s: Any, knowledge: Knowledge) -> dict[str, Any]:
    """Carriers, sides, changing figures and faces of the pieces that are seen and in play."""
    data, texts, anatomy = machine.data, machine.texts, machine.anatomy
    box, carriers, backs = data["box"], data["carriers"], data["backs"]
    made: dict[str, Any] = {}
    for piece, place in enumerate(s.where_):
        if place == box or not knowledge.know(piece):
            continue
        about: dict[str, Any] = {}
        if place >= carriers:
            about["on"] = knowledge.name(place - carriers, HIDDEN)
        for _, column, sides, _ in anatomy.sided[piece]:
            about[SIDE] = sides[getattr(s, column)[piece]]
        for field, column, word in anatomy.changing[piece]:
            about[field] = said(machine, word, getattr(s, column)[piece])
        if backs and (carried := _carried(machine, s, piece, knowledge)):
            about[CARRIES] = carried
        if texts.faces[piece] and _is_laid_out(zone_of(machine, place)):
            about["face"] = texts.faces[piece]
        if about:
            made[texts.pieces[piece]] = about
    return made


def _carried(machine: Machine, s: Any, piece: int, knowledge: Knowledge) -> list[str]:
    """The backs of hidden pieces that lie on a piece; those that are seen say themselves where they lie."""
    held = s.held_[machine.data["carriers"] + piece]
    if not held:
        return []
    names = [knowledge.name(p, HIDDEN) for p in held if not knowledge.know(p)]
    return [name for name in names if name != HIDDEN]


def _is_laid_out(zone: tuple[Any, ...] | None) -> bool:
    """Do the pieces in a zone lie side by side? Of those in a heap only the names are told, on a board it shows."""
    return zone is not None and zone[2] in ("hand", "holds")


def _board(machine: Machine, s: Any, knowledge: Knowledge, board: tuple[Any, ...]) -> dict[str, Any]:
    _, _, cell_type, base, cells = board[:5]
    fields = [(f[1], f[4], getattr(s, f[2])) for f in machine.data["fields"] if f[0] == cell_type and f[3]]
    grounds = [ground for ground in s.grounds_ if ground.base < base + len(cells) and base < ground.end]
    held = s.held_ if machine.has_pieces else None
    made: dict[str, Any] = {}
    for at, cell in enumerate(cells, base):
        about: dict[str, Any] = {}
        for field, word, column in fields:
            value = column[at]
            if value is not None and value != -1:
                about[field] = said(machine, word, value)
        if held is not None and held[at]:
            about["pieces"] = [knowledge.name(p, HIDDEN) for p in held[at]]
        for ground in grounds:
            if ground.base <= at < ground.end and (over := ground.over(s, at)):
                about[COVERED] = [knowledge.name(p, HIDDEN) for p in over]
        made[cell] = about
    return made


def _laid(machine: Machine, s: Any, knowledge: Knowledge, board: Tableau) -> list[tuple[str, str]]:
    """(piece, cell) of all that lie on a board with layers, the lowest first."""
    places = machine.texts.places
    return [(knowledge.name(piece, HIDDEN), places[cell]) for piece, cell in board.lying(s)]


# ------------------------------------------------------------------- explanation


def explain(machine: Machine, s: Any, decision: Decision) -> list[str]:
    """How the numbers came about that the rule at hand asks for: for the chooser, what was chosen, each option.

    Nothing of pieces that the chooser may not know: a number of one may say which it is.
    """
    lines: list[str] = []
    for name in machine.data["sites"][decision.site][13]:
        words = machine.data["values"][name][0]
        for args in _arguments(machine, s, decision, words):
            known = [
                decision.for_chooser(value) if w in _PIECES else value for w, value in zip(words, args, strict=True)
            ]
            if any(isinstance(value, Unseen) for value in known):
                continue
            asked = ", ".join(machine.texts.text_of(w, value) for w, value in zip(words, known, strict=True))
            lines.append(f"{name}({asked}) = {_derived(machine, s, decision, name, args)}".replace("()", ""))
    return lines


def _derived(machine: Machine, s: Any, decision: Decision, name: str, args: tuple[Any, ...]) -> str:
    _, word, cite = machine.data["values"][name]
    steps_of = machine.namespace.get(f"explain_{name}")
    section = f" ({cite})" if cite else ""
    if steps_of is None or word in _PIECES:
        found = machine.namespace[f"value_{name}"](s, *args)
        named = [decision.for_chooser(one) for one in found] if isinstance(found, tuple | list) else found
        return machine.texts.text_of(word, decision.for_chooser(named)) + section
    steps = steps_of(s, *args)
    way = [
        f"{label} {'' if op == '=' else '-> '}{value}" + (f" ({at})" if at else "") for label, op, value, at in steps
    ]
    return f"{steps[-1][2]}{section}: {'; '.join(way)}"


def _arguments(machine: Machine, s: Any, decision: Decision, words: tuple[str, ...]) -> list[tuple[Any, ...]]:
    """What a value can be asked of here, by the types of its parameters; nothing if one of them is not at hand."""
    sites = machine.data["sites"]
    chosen = {sites[site][9]: value for site, value in s.chain_}
    option = sites[decision.site][9]
    options = [v for v in list(decision.values)[:12] if v is not None and v != -1] if option in words else [None]
    found: list[tuple[Any, ...]] = []
    for value in options:
        at_hand = {**chosen, "player": decision.player_index, **({option: value} if option in words else {})}
        if all(word in at_hand for word in words):
            found.append(tuple(at_hand[word] for word in words))
    return list(dict.fromkeys(found))
