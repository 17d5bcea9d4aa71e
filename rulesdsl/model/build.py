"""The document's tree to a `Game`: the sections in the order in which they need each other."""

from __future__ import annotations

from rulesdsl.document import Document
from rulesdsl.model import (
    boards,
    components,
    endings,
    modules,
    phases,
    rules,
    scenarios,
    sizes,
    special,
    things,
    travel,
)
from rulesdsl.model.fields import figures_of_sections
from rulesdsl.model.game import Game
from rulesdsl.model.reading import Reader, grammar_path
from rulesdsl.source.diagnostics import Problems
from rulesdsl.syntax.parser import RuleParser


def build_game(document: Document, path: str, problems: Problems) -> Game:
    """Every declaration of the document. Problems are noted; what they concern is left out of the game."""
    game = Game(path=path, span=document.span)
    reader = Reader(game, RuleParser(grammar_path(), problems), problems)
    game.title, game.about = reader.text(document.get("title")), reader.text(document.get("about"))
    modules.modules(reader, document)
    things.players(reader, document.get("players"))
    things.types(reader, document.get("types"))
    boards.boards_names(reader, document.get("boards"))
    components.kinds(reader, document.get("components"))
    things.unions(reader, document.get("types"))
    boards.boards(reader, document.get("boards"))
    sizes.sizes(reader, document.get("components"))
    things.zones(reader, document.get("zones"))
    things.tokens(reader, document.get("tokens"))
    things.options(reader, document.get("options"))
    things.state(reader, document.get("state"))
    components.pieces(reader, document.get("components"))
    components.places(game)
    rules.values(reader, document.get("values"))
    rules.effects(reader, document.get("effects"))
    rules.tables(reader, document.get("tables"))
    rules.orders(reader, document.get("orders"))
    travel.travels(reader, document.get("travel"))
    rules.actions(reader, document.get("actions"))
    rules.triggers(reader, document.get("triggers"))
    phases.phases(reader, document.get("phases"))
    special.special_rules(reader, document.get("special_rules"))
    endings.ends(reader, document.get("end"))
    game.result = endings.result(reader, document.get("result"))
    scenarios.scenarios(reader, document)
    figures_of_sections(reader, document)
    endings.rulings(reader, document.get("rulings"))
    return game
