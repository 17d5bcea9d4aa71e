"""What a match is started with: the scenario, who plays and the options, from names to plain values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rulesdsl.runtime.texts import Texts

_TRUTH = {"true": True, "on": True, "yes": True, "false": False, "off": False, "no": False}


@dataclass(frozen=True, slots=True)
class Config:
    """All of it plain values."""

    scenario: int
    players: tuple[int, ...]
    options: tuple[Any, ...]


class BadSetting(ValueError):
    """What the game does not have; `what` is `scenario`, `players` or `options`."""

    def __init__(self, what: str, message: str) -> None:
        super().__init__(message)
        self.what = what


class Setting:
    """Makes the configurations of one game."""

    def __init__(self, data: Mapping[str, Any], texts: Texts) -> None:
        self.about, self.texts = data["players"], texts
        self.options = {option[0]: option for option in data["options"]}
        self.scenarios = tuple(s[0] for s in data["scenarios"])
        self.settings = data["settings"]
        self._known: dict[int | None, Config] = {}

    def config(self, scenario: str | None, players: int | None, options: Mapping[str, Any] | None) -> Config:
        """Without a wish the first scenario, the fewest players, and each option as it is without being set.

        Raises BadSetting, with what exists, for what the game or the scenario does not have.
        """
        if scenario is None and not options:
            if players not in self._known:
                self._known[players] = self._config(0, players, {})
            return self._known[players]
        return self._config(self._number(scenario), players, options or {})

    def _config(self, number: int, players: int | None, options: Mapping[str, Any]) -> Config:
        return Config(number, self.seats(players, number), self._options(options, number))

    def _number(self, scenario: str | None) -> int:
        if scenario is None:
            return 0
        if scenario not in self.scenarios:
            raise BadSetting("scenario", f"no scenario `{scenario}`; there is {', '.join(self.scenarios) or 'none'}")
        return self.scenarios.index(scenario)

    # ------------------------------------------------------------------ players

    def limits(self, scenario: str | None = None) -> tuple[int, int]:
        """The fewest and the most players of a scenario, without one of the first. Raises BadSetting."""
        low, high, _ = self._numbers(self._number(scenario))
        return low, high

    def _numbers(self, scenario: int) -> tuple[int, int, tuple[tuple[int, int], ...]]:
        """The fewest, the most, and both of each role."""
        if not self.settings:
            return self.about["low"], self.about["high"], tuple(role[1:3] for role in self.about["roles"])
        _, low, high, seats = self.settings[scenario]
        return low, high, seats

    def seats(self, players: int | None, scenario: int) -> tuple[int, ...]:
        """The players' indices for a number of players; the fewest there can be without one. Raises BadSetting."""
        least, most, numbers = self._numbers(scenario)
        count = least if players is None else players
        if not least <= count <= most:
            raise BadSetting("players", self._too_many(count, least, most, scenario))
        spare = count - sum(low for low, _ in numbers)
        seats: list[int] = []
        for (low, high), role in zip(numbers, self.about["roles"], strict=True):
            extra = min(spare, high - low)
            spare -= extra
            seats += range(role[3], role[3] + low + extra)
        return tuple(seats)

    def _too_many(self, count: int, least: int, most: int, scenario: int) -> str:
        """Why a number of players cannot be, and where it can."""
        takes = f"{least}" if least == most else f"{least} to {most}"
        if not self.settings:
            return f"{count} players cannot play this: it takes {takes}"
        text = f"{count} players cannot play scenario `{self.scenarios[scenario]}`: it takes {takes}"
        numbers = zip(self.scenarios, self.settings, strict=True)
        others = [name for name, (_, low, high, _) in numbers if low <= count <= high]
        return f"{text}; {count} can play {', '.join(others)}" if others else text

    # ------------------------------------------------------------------ options

    def fixed(self, scenario: str | None = None) -> dict[str, str]:
        """The options that a scenario, without one the first, fixes, and what they are, in words. Raises BadSetting."""
        if not self.settings:
            return {}
        found = self.settings[self._number(scenario)][0]
        return {name: self.texts.text_of(self.options[name][2], value) for name, value in found.items()}

    def in_force(self, config: Config) -> dict[str, Any]:
        """All options of a match, whoever set them, as `config` takes them: numbers, true or false, names."""
        return {o[0]: self._named(o[2], value) for o, value in zip(self.options.values(), config.options, strict=True)}

    def _named(self, word: str, value: Any) -> Any:
        if isinstance(value, tuple):
            return [self._named(word, item) for item in value]
        return self.texts.enums[word.removeprefix("enum ")][value] if word.startswith("enum ") else value

    def _options(self, given: Mapping[str, Any], scenario: int) -> tuple[Any, ...]:
        fixed = self.settings[scenario][0] if self.settings else {}
        for name, value in given.items():
            if name not in self.options:
                raise BadSetting("options", f"no option `{name}`; there is {', '.join(self.options) or 'none'}")
            if name in fixed and self._option(self.options[name], value) != fixed[name]:
                raise BadSetting("options", self._contradiction(name, scenario))
        return tuple(
            fixed[name] if name in fixed else self._option(option, given[name]) if name in given else option[3]
            for name, option in self.options.items()
        )

    def _contradiction(self, name: str, scenario: int) -> str:
        """Why an option cannot be set, and where it can."""
        which = self.scenarios[scenario]
        text = f"scenario `{which}` fixes option `{name}`: it is {self.fixed(which)[name]}"
        free = [other for other, setting in zip(self.scenarios, self.settings, strict=True) if name not in setting[0]]
        return f"{text}; leave the option out" + (f", or play {', '.join(free)}" if free else "")

    def _option(self, option: tuple[Any, ...], value: Any) -> Any:
        name, _, word, _, allowed, choose = option
        if choose:
            items = value.replace(",", " ").split() if isinstance(value, str) else list(value)
            found = tuple(self._member(name, word, item) for item in items)
            if len(set(found)) != choose or len(found) != choose:
                raise BadSetting("options", f"option `{name}` takes {choose} different values")
            return found
        made = self._member(name, word, value)
        if allowed is not None and made not in allowed:
            raise BadSetting("options", f"option `{name}` cannot be {value}")
        return made

    def _member(self, name: str, word: str, value: Any) -> Any:
        if word == "bool":
            if isinstance(value, bool):
                return value
            if str(value).lower() not in _TRUTH:
                raise BadSetting("options", f"option `{name}` is true or false, not {value}")
            return _TRUTH[str(value).lower()]
        if word.startswith("enum "):
            members = self.texts.enums[word.removeprefix("enum ")]
            if value in members:
                return members.index(value)
            raise BadSetting("options", f"option `{name}` is one of {', '.join(members)}, not {value}")
        try:
            return int(value)
        except (TypeError, ValueError):
            raise BadSetting("options", f"option `{name}` is a number, not {value}") from None
