"""Positions for cases: statements that set things up, a phase to begin in, expressions to look at."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from rulesdsl.runtime.setting import Config

if TYPE_CHECKING:
    from rulesdsl.api.game import Game
    from rulesdsl.runtime.match import Match
    from rulesdsl.runtime.texts import Texts

Prepare = Callable[[Any], None]


def position(
    game: Game, config: Config, at: str | None, me: str | None, given: str | None
) -> tuple[int, Prepare | None]:
    """The node of phase `at`, and what sets the position up. Raises ValueError, RuleErrors."""
    machine = game.machine
    entry = 0
    if at is not None:
        entries = machine.data["entries"]
        if at not in entries:
            raise ValueError(f"no phase `{at}` is played; there is {', '.join(entries)}")
        entry = entries[at]
    player = None
    if me is not None:
        if me not in machine.texts.players:
            raise ValueError(
                f"no player `{me}`; there is {', '.join(machine.texts.players[p] for p in config.players)}"
            )
        player = machine.texts.players.index(me)
    statements = snippet(game, given, statements=True) if given is not None else None

    def prepare(s: Any) -> None:
        if at is not None:
            _first_values(game, s, at)
        if player is not None:
            s.me = player
        if statements is not None:
            statements(s)

    return entry, prepare


def _first_values(game: Game, s: Any, at: str) -> None:
    """The phases around `at` have begun: their loops stand at the first item and go on with the next."""
    for phase in game.machine.data["around"][at]:
        game.machine.namespace[f"begin_{phase}"](s)


def snippet(game: Game, text: str, *, statements: bool = False) -> Callable[[Any], Any]:
    """Rule text that stands in no rule file, compiled against the game. Raises RuleErrors."""
    from rulesdsl.api.snippets import compile_snippet

    return compile_snippet(game, text, statements=statements)


def found(game: Game, match: Match, text: str) -> str:
    """What an expression that is not true comes to, in names: both sides of a comparison, what is no `false`.

    Empty if there is no more to say than that it is false. Raises RuleErrors, Fault.
    """
    from rulesdsl.api.snippets import compile_snippet

    values = [written(game.machine.texts, *value) for value in compile_snippet(game, text, typed=True)(match.whole())]
    if len(values) == 2:
        return f"left is {values[0]}, right is {values[1]}"
    return "" if values == ["false"] else f"it is {values[0]}"


def written(texts: Texts, word: str, value: Any) -> str:
    """A value by its name in the rules. `word` is a type's tag, or `enum NAME`, and says what a number stands for."""
    if isinstance(value, tuple | list):
        return f"[{', '.join(written(texts, word, item) for item in value)}]"
    if isinstance(value, str):
        return f'"{value}"'
    if word == "bool":
        return str(bool(value)).lower()
    if value is None or word in ("int", "half") or value < 0:
        return texts.text_of(word, value)
    names = {"cell": texts.places, "zone": texts.places, "place": texts.places}
    names |= dict.fromkeys(("kind", "piece", "union"), texts.pieces)
    if word.startswith("enum "):
        names[word] = texts.enums[word.removeprefix("enum ")]
    return names[word][value] if word in names else texts.text_of(word, value)


def evaluate(game: Game, match: Match, text: str, player: str | None = None) -> Any:
    """The value of an expression in the position of a match. Raises RuleErrors, Fault."""
    s = match.whole()
    if player is not None:
        s.me = match.machine.texts.players.index(player)
    return snippet(game, text)(s)
