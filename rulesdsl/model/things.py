"""Players, types, zones, tokens, options, state: the things of a game that are no pieces and no boards."""

from __future__ import annotations

import re

from rulesdsl.document import Mapping, Scalar
from rulesdsl.document.tree import Node as Yaml
from rulesdsl.model.frame import OptionDecl
from rulesdsl.model.game import Players, Role, StateDecl, TokenDecl, ZoneDecl
from rulesdsl.model.reading import LONGEST_NOTATION, Reader
from rulesdsl.model.types import BOOL, ERROR, HALF, Type, list_of
from rulesdsl.source.suggest import did_you_mean
from rulesdsl.source.text import Span
from rulesdsl.syntax import nodes as n

_COUNT = re.compile(r"\s*(\d{1,9})\s*(?:\.\.\s*(\d{1,9}))?\s*$")
_ZONE = re.compile(r"\s*(?:(bag|deck|hand|pile) of|holds)\s+(\w+)\s*$")
_HOLDS = ("bag of", "deck of", "hand of", "pile of", "holds")
MAX_PLAYERS = 64


def count_of(reader: Reader, node: Yaml | None, span: Span, least: int = 1) -> tuple[int, int] | None:
    """`2` or `2..4` players, at the most at least `least`; None after a problem."""
    text = reader.text(node)
    match = _COUNT.match(text) if len(text) <= LONGEST_NOTATION else None
    low, high = (int(match[1]), int(match[2] or match[1])) if match else (1, 1)
    if match is None or high < low or high > MAX_PLAYERS or high < least:
        reader.problems.error(
            "bad-players",
            node.span if node is not None else span,
            "a number of players that makes no sense",
            help="write `2`, `2..4` or a role with its number (`judge: 1`)",
        )
        return None
    return low, high


def players(reader: Reader, node: Yaml | None) -> None:
    span = node.span if node is not None else reader.game.span
    assert span is not None
    if not isinstance(node, Mapping):
        low, high = (count_of(reader, node, span) if node is not None else None) or (1, 1)
        names = tuple(f"player_{i + 1}" for i in range(high))
        reader.game.players = Players([Role("player", span, low, high, 0)], True, low, high, names)
        return
    roles: list[Role] = []
    seats: list[str] = []
    for key, value in node.entries:
        count = reader.at(value, "count") if isinstance(value, Mapping) else value
        low, high = count_of(reader, count, key.span) or (1, 1)
        role = Role(
            key.text,
            key.span,
            low,
            high,
            len(seats),
            reader.text(reader.at(value, "otherwise")) or None,
            reader.text(reader.at(value, "team")) or None,
        )
        seats += [key.text] if high == 1 else [f"{key.text}_{i + 1}" for i in range(high)]
        roles.append(role)
    for role in roles:
        if role.otherwise is not None and all(r.name != role.otherwise or r.low == 0 for r in roles):
            at = reader.at(reader.at(node, role.name), "otherwise")
            span = at.span if at is not None else role.span
            reader.problems.error(
                "bad-players", span, f"`otherwise: {role.otherwise}` names no role that is always there"
            )
    if len(seats) > MAX_PLAYERS:
        reader.problems.error(
            "bad-players", node.span, f"{len(seats)} players are more than the {MAX_PLAYERS} that a game can have"
        )
    reader.game.players = Players(roles, False, sum(r.low for r in roles), sum(r.high for r in roles), tuple(seats))


def types(reader: Reader, node: Yaml | None) -> None:
    for key, value in reader.items(node):
        if isinstance(value, Scalar):
            reader.game.unions[key.text] = tuple(part.strip() for part in re.split(r"\bor\b", value.text))
        else:
            members = tuple(reader.text(item) for item in reader.sequence(value))
            for i, member in enumerate(members):
                if member in members[:i]:
                    reader.problems.error(
                        "name-clash", reader.sequence(value)[i].span, f"`{member}` stands twice in `{key.text}`"
                    )
            reader.game.enums[key.text] = members
        reader.game.enum_spans[key.text] = key.span


def unions(reader: Reader, node: Yaml | None) -> None:
    """The kinds that unions are made of exist; read after the components, which may follow the types."""
    game = reader.game
    for key, value in reader.items(node):
        for part in game.unions.get(key.text, ()):
            if part in game.kinds:
                continue
            at = re.search(rf"\b{re.escape(part)}\b", value.span.text)
            span = (
                Span(value.span.source, value.span.start + at.start(), value.span.start + at.end())
                if at
                else value.span
            )
            guess = did_you_mean(part, game.kinds)
            help_text = f"did you mean `{guess}`?" if guess else None
            if "," in part:
                help_text = f"members stand in a list: `[{part}]`"
            reader.problems.error("unknown-type", span, f"unknown kind `{part}`", help=help_text)
        if key.text in game.unions:
            game.unions[key.text] = tuple(part for part in game.unions[key.text] if part in game.kinds)


def zones(reader: Reader, node: Yaml | None) -> None:
    for key, value in reader.items(node):
        text = reader.text(value) if isinstance(value, Scalar) else ""
        if isinstance(value, Mapping):
            first, *more = [word for word in _HOLDS if word in value] or [""]
            text = f"{first} {reader.text(value.get(first))}"
            reader.idle(value, more, f"`{first}` says what the zone is", "bad-zone")
        match = _ZONE.match(text)
        if match is None:
            reader.problems.error(
                "bad-zone",
                value.span,
                "a zone that cannot be read",
                help="write `bag of K`, `deck of K`, `hand of K`, `pile of K` or `holds: K`",
            )
        # what cannot be read is declared all the same: its name is not unknown as well
        how, holds = (match[1] or "holds", match[2]) if match else ("holds", "Piece")
        zone = ZoneDecl(key.text, key.span, reader.cite(value), reader.title(value), how, holds)
        zone.per = reader.text(reader.at(value, "per"))
        if zone.per not in ("", "Player"):
            reader.problems.error("bad-per", _at(reader, value, "per"), "a zone can be `per: Player` only")
            zone.per = ""
        if zone.holds not in reader.game.kinds and zone.holds not in reader.game.unions and zone.holds != "Piece":
            guess = did_you_mean(zone.holds, (*reader.game.kinds, *reader.game.unions))
            span = _at(reader, value, *(word for word in _HOLDS if reader.at(value, word) is not None))
            reader.problems.error(
                "unknown-type", span, f"unknown kind `{zone.holds}`", help=f"did you mean `{guess}`?" if guess else None
            )
        seen = reader.text(reader.at(value, "seen by"))
        default = {"bag": "nobody", "deck": "nobody", "hand": "owner"}.get(zone.how, "all")
        zone.seen_by, zone.until_revealed = _readers(reader, seen or default, _at(reader, value, "seen by"))
        if zone.seen_by == "owner" and zone.per != "Player":
            reader.problems.error("bad-seen-by", _at(reader, value, "seen by"), "`seen by: owner` needs `per: Player`")
            zone.seen_by = "nobody"
        zone.refill, zone.then = reader.ident(reader.at(value, "refill")), reader.statements(reader.at(value, "then"))
        if zone.refill is None:
            reader.idle(value, ("then",), "it follows a `refill:`", "bad-zone")
        reader.game.zones[key.text] = zone
    for zone in reader.game.zones.values():
        _refill(reader, zone)


def _refill(reader: Reader, zone: ZoneDecl) -> None:
    """A zone is refilled from another one that holds the same, a player's from the player's own or a common one."""
    if zone.refill is None:
        return
    source = reader.game.zones.get(zone.refill.name)
    if source is None or source is zone:
        guess = did_you_mean(zone.refill.name, (name for name in reader.game.zones if name != zone.name))
        reader.problems.error(
            "unknown-name",
            zone.refill.span,
            f"`{zone.refill.name}` is no other zone",
            help=f"did you mean `{guess}`?" if guess else None,
        )
        zone.refill = None
    elif source.per and not zone.per:
        message = f"`{source.name}` is one for each player, and `{zone.name}` is not"
        reader.problems.error("bad-per", zone.refill.span, message)
        zone.refill = None
    elif source.holds != zone.holds:
        message = f"`{zone.name}` holds {zone.holds}, and `{source.name}` holds {source.holds}"
        reader.problems.error("wrong-type", zone.refill.span, message)


def _at(reader: Reader, value: Yaml, *words: str) -> Span:
    """The place of the first of these entries that is there; the whole otherwise."""
    found = (reader.at(value, word) for word in words)
    return next((node.span for node in found if node is not None), value.span)


def _readers(reader: Reader, text: str, span: Span) -> tuple[str, bool]:
    until = text.endswith("until revealed")
    who = text.removesuffix("until revealed").strip()
    if who not in ("all", "owner", "nobody"):
        reader.problems.error(
            "bad-seen-by",
            span,
            f"`{text}` does not say who may see it",
            help="write `all`, `owner`, `nobody`, perhaps with `until revealed`",
        )
        return "all", False
    return who, until


def tokens(reader: Reader, node: Yaml | None) -> None:
    for key, value in reader.items(node):
        token = TokenDecl(key.text, key.span, reader.cite(value), reader.title(value))
        supply = reader.at(value, "supply")
        token.supply = None if reader.text(supply) == "unlimited" else reader.integer(supply)
        token.holder = reader.text(reader.at(value, "held by")) or "Player"
        if token.holder not in ("Player", "game"):
            reader.problems.error(
                "bad-per",
                _at(reader, value, "held by"),
                f"tokens are held by `Player` or `game`, not by `{token.holder}`",
            )
            token.holder = "Player"
        token.start = reader.expression(reader.at(value, "start"))
        if token.supply is not None and token.supply < 0:
            reader.problems.error("bad-bounds", _at(reader, value, "supply"), "a supply below zero")
        reader.game.tokens[key.text] = token


def options(reader: Reader, node: Yaml | None) -> None:
    for key, value in reader.items(node):
        option = OptionDecl(key.text, key.span, reader.cite(value), reader.title(value))
        choose = reader.text(reader.at(value, "choose"))
        if choose:
            reader.idle(value, ("is",), "`choose:` says what can be chosen", "bad-option")
            match = re.match(r"\s*(\d{1,9}) of (\w+)\s*$", choose)
            inner = reader.named_type(match[2]) if match else None
            if match is None or inner is None or inner.tag != "enum":
                reader.problems.error(
                    "bad-option",
                    _at(reader, value, "choose"),
                    "a choice that cannot be read",
                    help="write `choose: 3 of T`; T is an enumerated type",
                )
                option.type = ERROR
            else:
                option.choose, option.type = int(match[1]), list_of(inner)
        elif reader.at(value, "is") is not None:
            parsed = reader.field(reader.at(value, "is"))
            option.type = reader.type_of(parsed.type) if parsed is not None else ERROR
            if option.type == HALF:
                reader.problems.error("bad-option", _at(reader, value, "is"), "an option is no half")
                option.type = ERROR
            elif parsed is not None:
                option.bounds = reader.bounds_of(parsed.type)
        else:
            option.type = BOOL
        option.default = option_value(reader, reader.at(value, "default"))
        reader.game.options[key.text] = option


def option_value(reader: Reader, node: Yaml | None) -> n.Expr | None:
    """What an option is set to: a value, or a list of them."""
    if node is None or isinstance(node, Scalar):
        return reader.expression(node)
    return n.ListOf(node.span, tuple(e for item in reader.sequence(node) if (e := reader.expression(item)) is not None))


def state(reader: Reader, node: Yaml | None, phase: str = "") -> None:
    for key, value in reader.items(node):
        decl = StateDecl(key.text, key.span, reader.cite(value), reader.title(value), phase=phase)
        spec = reader.field(value if isinstance(value, Scalar) else reader.at(value, "is"))
        if spec is None:
            if not isinstance(value, Scalar) and reader.at(value, "is") is None:
                reader.problems.error(
                    "missing-key", key.span, f"`{key.text}` does not say what it is", help="add `is: int`, say"
                )
        else:
            decl.type = reader.type_of(spec.type)
            decl.bounds = reader.bounds_of(spec.type)
            decl.default, decl.reset = spec.default, spec.reset
        for word in spec.only_by if spec is not None else ():
            reader.problems.error("bad-per", word.span, "`only by` is for fields of components")
        _per(reader, decl, value)
        seen = reader.text(reader.at(value, "seen by"))
        if seen:
            decl.seen_by, decl.until_revealed = _readers(reader, seen, _at(reader, value, "seen by"))
        if decl.seen_by == "owner" and (not decl.per or decl.per[0].tag not in ("player", "error")):
            reader.problems.error("bad-seen-by", _at(reader, value, "seen by"), "`seen by: owner` needs `per: Player`")
        decl.below, decl.above = _edge(reader, value, "below"), _edge(reader, value, "above")
        if (decl.below or decl.above) and decl.bounds is None and decl.type != ERROR:
            reader.problems.error("bad-bounds", key.span, "`below` and `above` need bounds (`is: 1..8`)")
        if decl.type.tag in ("text", "list", "union", "place", "piece", "row", "zone", "board"):
            reader.problems.error(
                "bad-state",
                key.span,
                f"state cannot hold {decl.type}",
                help="state holds numbers, truth, members, players, pieces and cells",
            )
            decl.type = ERROR
        reader.game.state[key.text] = decl


def _per(reader: Reader, decl: StateDecl, value: Yaml) -> None:
    per = reader.at(value, "per")
    names = [per] if isinstance(per, Scalar) else reader.sequence(per)
    found: list[Type] = []
    for item in names:
        kind = reader.named_type(reader.text(item))
        if kind is None or kind.tag not in ("player", "enum", "kind", "cell"):
            reader.problems.error(
                "bad-per",
                item.span,
                f"nothing can be per `{reader.text(item)}`",
                help="`per:` takes Player, an enumerated type, a kind or a cell type",
            )
            kind = ERROR
        found.append(kind)
    decl.per = tuple(found)


def _edge(reader: Reader, value: Yaml, word: str) -> n.Block | str | None:
    node = reader.at(value, word)
    if node is None:
        return None
    return "stay" if reader.text(node) == "stay" else reader.statements(node)
