"""The facade: the one place that joins the floors. `load` names the steps from a rule file to a game."""

from rulesdsl.api.game import Game, OptionSpec
from rulesdsl.api.loading import check, dump, find, load
from rulesdsl.api.matches import ReplayReport, replay, resume, rule_file

__all__ = ["Game", "OptionSpec", "ReplayReport", "check", "dump", "find", "load", "replay", "resume", "rule_file"]
