"""Games in C are the games that Python plays: every game of the repository, scenario, fewest and most players."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from conformance.found import GAMES, ROOT, loaded, name
from native.refused import REFUSED

from rulesdsl.api import Game
from rulesdsl.native.games import Answer, NativeGame
from rulesdsl.native.types import NotNative
from rulesdsl.providers.random import RandomProvider
from rulesdsl.runtime.chance import derive
from rulesdsl.runtime.faults import Fault
from rulesdsl.runtime.match import Match
from rulesdsl.runtime.results import result_of
from rulesdsl.runtime.setting import BadSetting, Config

SEED = 11
WITH_C = [path for path in GAMES if name(path) not in REFUSED]
PLAYED = [path for path in WITH_C if path.is_relative_to(ROOT / "games") or path.is_relative_to(ROOT / "examples")]

if not any(shutil.which(compiler) for compiler in ("cc", "gcc", "clang")):  # the extra brings one
    pytest.importorskip("ziglang")


@pytest.fixture(autouse=True)
def _quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is compiled for a few games need not be fast."""
    monkeypatch.setenv("CFLAGS", "-O0")


def configs(game: Game) -> Iterator[Config]:
    for scenario in game.scenarios or (None,):
        counts = game.counts(scenario)
        for players in sorted({counts[0], counts[-1]}):
            yield game.machine.config(scenario, players, None)


def with_options(game: Game) -> Iterator[Config]:
    """Each option as it seldom is, one at a time."""
    for word, option in game.options.items():
        for scenario in game.scenarios or (None,):
            with suppress(BadSetting):  # an option that the scenario fixes, or that takes several values
                yield game.machine.config(scenario, None, {word: option.values[-1] if option.values else 3})
                break


def plain(value: Any) -> Any:
    return tuple(map(plain, value)) if isinstance(value, list | tuple | range) else value


def columns(game: Game, state: Any) -> dict[str, Any]:
    """All that rules see of a state, by name."""
    names = ["pos_", "over_", "winner_", "me", "players", "options_", "scenario_"]
    names += [column[0] for column in game.machine.data["columns"]]
    return dict(zip(names, map(plain, game.machine.columns(state)), strict=True))


def in_python(game: Game, config: Config, k: int) -> tuple[Any, list[Answer]]:
    """Game k, its last state and what was answered. Raises Fault."""
    state = game.machine.start(config, game.machine.stream(derive(SEED, "game", k)))
    pick, answers = RandomProvider(derive(SEED, "choices", k)).pick, list[Answer]()

    def ask(s: Any, site: int, player: int, options: Sequence[Any], values: Any) -> Any:
        if not options:
            raise Fault("nothing can be chosen here")
        answers.append(Answer(pick(len(options)), player, site))
        return options[answers[-1].option]

    game.machine.run(state, ask)
    return state, answers


def compare(game: Game, native: NativeGame, config: Config, games: range) -> int:
    """Both play; how many games C left to Python."""
    ended = {one.game: one for one in native.one_by_one(game.machine, config, SEED, games, whole=True)}
    counted, left = native.results(game.machine, config, SEED, games)
    assert sum(times for _, times in counted) == len(ended)
    assert sorted([*ended, *left]) == list(games)
    for k in games:
        try:
            state, answers = in_python(game, config, k)
        except Fault:
            assert k in left
            continue
        if k in left:
            continue
        assert ended[k].answers == answers
        assert columns(game, ended[k].state) == columns(game, state)
        assert ended[k].result == result_of(game.machine, state, len(answers))
        assert ended[k].result in [result for result, _ in counted]
    return len(left)


@pytest.mark.parametrize("path", WITH_C, ids=name)
def test_c_plays_as_python_does(path: Path) -> None:
    game = loaded(path)
    for config in (*configs(game), *with_options(game)):
        left = compare(game, game.native, config, range(8 if path in PLAYED else 4))
        assert left == 0 or path not in PLAYED, "a game of the repository that goes wrong in C"


@pytest.mark.parametrize("path", [path for path in GAMES if name(path) in REFUSED], ids=name)
def test_what_has_no_c_says_why(path: Path) -> None:
    with pytest.raises(NotNative) as refused:
        _ = loaded(path).native
    assert REFUSED[name(path)] in str(refused.value)


def test_only_games_that_exist_are_refused() -> None:
    assert REFUSED.keys() <= {name(path) for path in GAMES}


@pytest.mark.parametrize("path", PLAYED, ids=name)
def test_answers_of_c_make_the_record_that_python_makes(path: Path, tmp_path: Path) -> None:
    game = loaded(path)
    config = next(configs(game))
    (ended,) = game.native.one_by_one(game.machine, config, SEED, range(1))
    seed, pick = derive(SEED, "game", 0), RandomProvider(derive(SEED, "choices", 0)).pick
    mine, theirs = (Match(game.machine, config, seed, game.identity) for _ in range(2))
    for answer in ended.answers:
        mine.choose(answer.option, player=game.machine.texts.players[answer.player])
    while (decision := theirs.decision) is not None:
        theirs.choose(pick(len(decision.values)), player=decision.player)
    mine.save(tmp_path / "mine")
    theirs.save(tmp_path / "theirs")
    assert (tmp_path / "mine").read_bytes() == (tmp_path / "theirs").read_bytes()
    assert mine.result == ended.result
