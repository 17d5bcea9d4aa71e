"""Ways of getting about: what a step costs, where it may lead, where it must or may end."""

from __future__ import annotations

from rulesdsl.document.tree import Node as Yaml
from rulesdsl.model.game import RuleDecl, TravelDecl
from rulesdsl.model.reading import Reader
from rulesdsl.model.rules import params
from rulesdsl.model.types import BOOL, INT

CLAUSES = {"cost": INT, "enter": BOOL, "stop": BOOL, "end": BOOL, "risk": BOOL}
"""What a travel may say of a step, and of which type."""


def travels(reader: Reader, node: Yaml | None) -> None:
    """All of `travel:`; each clause becomes a rule with the travel's parameters."""
    for key, value in reader.items(node):
        signature = reader.signature(key)
        if signature is None:
            continue
        name = signature.name
        travel = TravelDecl(
            name.name, name.span, reader.cite(value), reader.title(value), params(reader, signature.params)
        )
        if not _fine(reader, travel):
            continue
        for word, kind in CLAUSES.items():
            text = reader.at(value, word)
            if text is None:
                continue
            clause = RuleDecl(
                f"{travel.name}_{word}", text.span, travel.cite, travel.title, "travel", travel.params, kind
            )
            clause.expr = reader.expression(text)
            travel.clauses[word] = clause
        reader.game.travels[travel.name] = travel


def _fine(reader: Reader, travel: TravelDecl) -> bool:
    """A piece, the cell that it leaves and the one that it enters."""
    tags = [param.type.tag for param in travel.params]
    pieces = ("kind", "union", "piece", "error")
    cells = [param.type for param in travel.params[1:]]
    if len(tags) != 3 or tags[0] not in pieces or any(cell.tag not in ("cell", "error") for cell in cells):
        reader.problems.error(
            "bad-travel",
            travel.span,
            f"`{travel.name}` does not say who goes from where to where",
            help=f"write `{travel.name}(Piece u, Hex from, Hex to)`, with the types of this game",
        )
        return False
    if cells[0] != cells[1] and "error" not in tags:
        reader.problems.error("bad-travel", travel.span, f"nobody goes from {cells[0]} to {cells[1]} in one step")
        return False
    return True
