"""Play random games and print each record's hash: run by another process, and by another Python.

Arguments: the rule files. A line per game, number of players and seed.
"""

from __future__ import annotations

import hashlib
import json
import sys
from pathlib import Path

import rulesdsl
from rulesdsl.tools.tables import Choices, started, tables

SEEDS = (1, 2)


def hashes(paths: list[Path]) -> list[str]:
    """What each record of each game comes to, byte for byte, with the views at its end."""
    lines = []
    for path in paths:
        try:
            game = rulesdsl.load(path, use_cache=False)
        except Exception as error:  # other tests tell of it; here it must be the same error everywhere
            lines.append(f"{path.name} {type(error).__name__}")
            continue
        for table in tables(game):
            for seed in SEEDS:
                match = Choices(seed).play(started(table, seed))
                told = {
                    "record": match.record(),
                    "views": {player: match.view(player) for player in match.players},
                    "said": match.said,
                    "result": repr(match.result),
                }
                data = json.dumps(told, separators=(",", ":"), ensure_ascii=False).encode()
                lines.append(f"{path.name} {table} {seed} {hashlib.sha256(data).hexdigest()}")
    return lines


if __name__ == "__main__":
    print("\n".join(hashes([Path(name) for name in sys.argv[1:]])))
