"""What is played: the games that peers have too, the skirmish, and the printed games."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent


@dataclass(frozen=True)
class Subject:
    """A rule file and how it is played; `key` names it on command lines and in the baseline."""

    key: str
    title: str
    path: Path
    scenario: str | None = None
    players: int | None = None


def example(key: str, title: str, scenario: str | None = None) -> Subject:
    """One of `examples/`, known by the name of its file."""
    return Subject(key, title, ROOT / "examples" / f"{key}.yaml", scenario)


def printed(key: str, title: str, game: str, scenario: str | None = None, players: int | None = None) -> Subject:
    """One of `games/`."""
    return Subject(key, title, ROOT / "games" / f"{game}.yaml", scenario, players)


CLASSICS = (
    example("tic_tac_toe", "tic-tac-toe"),
    example("connect_four", "connect four"),
    example("breakthrough", "breakthrough"),
    example("pig", "pig"),
    example("kuhn_poker", "Kuhn poker"),
    example("leduc_poker", "Leduc poker"),
    example("backgammon", "backgammon"),
    example("hearts", "hearts, one deal", "single_deal"),
    Subject("skirmish", "skirmish", HERE / "skirmish.yaml"),
)
"""Games that are also written by hand here."""

PRINTED = (
    printed("race", "Race for the Moon, 2 players", "race_for_the_moon", players=2),
    printed("race_4", "Race for the Moon, 4 players", "race_for_the_moon", players=4),
    printed("colossus", "Colossus", "colossus"),
    printed("colony", "Apocalypse Colony, 3 players", "apocalypse_colony", players=3),
    printed("colony_6", "Apocalypse Colony, 6 players", "apocalypse_colony", players=6),
    printed("children", "Children of the Colossi, 2 players", "children", "any_three", 2),
    printed("children_4", "Children of the Colossi, 4 players", "children", "any_three", 4),
    printed("colossi_panic", "Attack of the 50 Foot Colossi!, first battle", "colossi", "panic"),
    printed("colossi_council", "Attack of the 50 Foot Colossi!, second battle", "colossi", "council"),
    printed("colossi_campaign", "Attack of the 50 Foot Colossi!, campaign", "colossi", "campaign"),
)

SUBJECTS = {subject.key: subject for subject in (*CLASSICS, *PRINTED)}
