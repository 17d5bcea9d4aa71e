"""The whole check of a game: names and types first, then what needs all of them."""

from __future__ import annotations

from rulesdsl.check.context import check_context
from rulesdsl.check.depth import check_depth
from rulesdsl.check.facts import Facts
from rulesdsl.check.flow import check_flow
from rulesdsl.check.rules import check_rules
from rulesdsl.check.scope import Globals
from rulesdsl.check.secrets import check_secrets
from rulesdsl.check.tables import check_tables
from rulesdsl.check.together import check_together
from rulesdsl.check.usage import check_usage
from rulesdsl.model.game import Game
from rulesdsl.source.diagnostics import Problems


def check_game(game: Game, problems: Problems) -> tuple[Facts, Globals]:
    """Note every problem of `game` in `problems`; the facts are complete if there was no error."""
    facts, names = check_rules(game, problems)
    check_depth(facts, problems)
    if any(problem.code == "too-deep" for problem in problems):
        return facts, names
    check_context(game, facts, names, problems)
    for check in (check_tables, check_flow, check_together, check_secrets, check_usage):
        check(game, facts, names, problems)
    return facts, names
