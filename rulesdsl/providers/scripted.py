"""Choose what a file says: answers for one player, and dice and draws for the game.

```yaml
answers:
  - spot a                          # a label
  - {action: build, spot: b}        # the steps of a chain by name
  - [3, done]                       # several in a row
dice: [6, 1]
draws: [card_4]
```
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rulesdsl.providers.answers import Answers, Misfit
from rulesdsl.providers.protocol import Asked
from rulesdsl.source import RuleErrors

_KEYS = ("answers", "dice", "draws")


class ScriptError(Exception):
    """A script that cannot be read, or an answer that does not fit; the text says what would."""


class ScriptedProvider:
    """Gives written answers in order; ``dice`` and ``draws`` are for whoever starts the match."""

    def __init__(
        self, answers: Sequence[Any], dice: Sequence[int] = (), draws: Sequence[str] = (), name: str = "script"
    ) -> None:
        self._answers = Answers(answers)
        self.dice = list(dice)
        self.draws = list(draws)
        self.name = name
        self._given = 0

    @classmethod
    def read(cls, path: str | Path) -> ScriptedProvider:
        """Read a script from a YAML file. Raises `ScriptError` if it cannot be read or has no such form."""
        content = _content(path)
        unknown = [key for key in content if key not in _KEYS]
        if unknown:
            raise ScriptError(f"{path}: unknown key `{unknown[0]}` (a script has {', '.join(_KEYS)})")
        answers, dice, draws = (content.get(key) or [] for key in _KEYS)
        for key, value in zip(_KEYS, (answers, dice, draws), strict=True):
            if not isinstance(value, list):
                raise ScriptError(f"{path}: `{key}` is a list")
        return cls(answers, [_die(path, die) for die in dice], [str(piece) for piece in draws], str(path))

    def choose(self, decision: Asked) -> int:
        """Return the option that the next answer means. Raises `ScriptError` if it does not fit."""
        self._given += 1
        try:
            return self._answers.take(decision)
        except Misfit as misfit:
            raise ScriptError(f"{self.name}: answer {self._given}: {misfit}") from None

    def unused(self) -> list[str]:
        """The answers that nothing has asked for."""
        return self._answers.unused()


def _content(path: str | Path) -> dict[str, Any]:
    from rulesdsl.providers.written import read_texts  # brings the YAML reader, which other players do without

    try:
        content = read_texts(path)
    except RuleErrors as errors:
        raise ScriptError(str(errors)) from None
    if isinstance(content, list):
        return {"answers": content}
    if not isinstance(content, dict):
        raise ScriptError(f"{path}: a script is a list of answers, or a mapping with {', '.join(_KEYS)}")
    return content


def _die(path: str | Path, text: Any) -> int:
    from rulesdsl.providers.written import number

    found = number(text)
    if found is None:
        raise ScriptError(f"{path}: `{text}` is no die: `dice` are whole numbers")
    return found
