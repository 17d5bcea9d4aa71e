"""Scenarios: set-ups, and what they fix, narrow, add and replace of the game."""

from __future__ import annotations

from rulesdsl.document import Document, Mapping, Scalar
from rulesdsl.document.scalars import meant_boolean
from rulesdsl.document.slots import report_boolean
from rulesdsl.document.tree import Node as Yaml
from rulesdsl.model import endings
from rulesdsl.model.fields import figures
from rulesdsl.model.frame import ScenarioDecl
from rulesdsl.model.game import RuleDecl
from rulesdsl.model.reading import Reader
from rulesdsl.model.things import count_of, option_value
from rulesdsl.model.types import BOOL, VOID
from rulesdsl.source.suggest import did_you_mean


def scenarios(reader: Reader, document: Document) -> None:
    """The set-ups of all files, then the scenarios."""
    for key, setup in document.setups:
        reader.game.setup.append(RuleDecl("setup", key.span, how="setup", body=reader.statements(setup), returns=VOID))
    for key, value in reader.items(document.get("scenarios")):
        scenario = ScenarioDecl(key.text, key.span, reader.cite(value), reader.title(value))
        figures(reader, value, f"scenario {key.text}")
        scenario.about = reader.text(reader.at(value, "about"))
        scenario.setup = reader.statements(reader.at(value, "setup"))
        _options(reader, scenario, reader.at(value, "options"))
        _players(reader, scenario, reader.at(value, "players"))
        endings.ends(reader, reader.at(value, "end"), key.text)
        found = reader.at(value, "result")
        if found is not None:
            scenario.result = endings.result(reader, found)
        reader.game.scenarios[key.text] = scenario


def _options(reader: Reader, scenario: ScenarioDecl, node: Yaml | None) -> None:
    """`options: {quick: true, stalls: [bread, wool]}`: what nobody can set any more."""
    for key, value in reader.items(node):
        option = reader.game.options.get(key.text)
        if option is None:
            guess = did_you_mean(key.text, reader.game.options)
            reader.problems.error(
                "unknown-name",
                key.span,
                f"unknown option `{key.text}`",
                help=f"did you mean `{guess}`?" if guess else "declare it under the game's `options:`",
            )
            continue
        meant = meant_boolean(value.text) if isinstance(value, Scalar) and not value.style else None
        if isinstance(value, Scalar) and meant not in (None, value.text) and option.type == BOOL:
            report_boolean(value, meant or "", reader.problems)
            continue
        expr = option_value(reader, value)
        if expr is not None:
            scenario.options[key.text] = (key.span, expr)


def _players(reader: Reader, scenario: ScenarioDecl, node: Yaml | None) -> None:
    """`players: 2..3`, or numbers of roles: some of those of the game."""
    players = reader.game.players
    assert players is not None
    low, high, seats = players.low, players.high, {role.name: (role.low, role.high) for role in players.roles}
    if isinstance(node, Mapping):
        for key, value in node.entries:
            if players.equal or key.text not in seats:
                guess = did_you_mean(key.text, seats)
                help_text = "write a number: all players of this game are equal" if players.equal else None
                reader.problems.error(
                    "unknown-name",
                    key.span,
                    f"unknown role `{key.text}`",
                    help=f"did you mean `{guess}`?" if guess and not players.equal else help_text,
                )
                continue
            seats[key.text] = _narrowed(reader, value, seats[key.text], f"`{key.text}` is", least=0)
        low, high = sum(least for least, _ in seats.values()), sum(most for _, most in seats.values())
    elif node is not None:
        low, high = _narrowed(reader, node, (low, high), "the game is for")
        if players.equal:
            seats = dict.fromkeys(seats, (low, high))
    scenario.low, scenario.high, scenario.seats = low, high, tuple(seats.values())
    if high == 0 and node is not None:
        reader.problems.error("bad-players", node.span, "a scenario that nobody plays")


def _narrowed(reader: Reader, node: Yaml, whole: tuple[int, int], what: str, least: int = 1) -> tuple[int, int]:
    found = count_of(reader, node, node.span, least)
    if found is None:
        return whole
    if found[0] < whole[0] or found[1] > whole[1]:
        shown = f"{whole[0]}" if whole[0] == whole[1] else f"{whole[0]}..{whole[1]}"
        reader.problems.error(
            "bad-players",
            node.span,
            f"{what} {shown}, and a scenario can only narrow that",
            help=f"write a number within {shown}" if whole[0] != whole[1] else "leave it out",
        )
        return whole
    return found
