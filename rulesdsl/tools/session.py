"""Players at one table: a match that pauses and a provider for each player in, the match played to its end out.

The session does what a person asks of the match: undo, save, quit. Everything it has to say goes to ``tell``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from rulesdsl.providers.human import HumanProvider, Quit, Save, Undo
from rulesdsl.providers.protocol import Asked, Provider
from rulesdsl.providers.scripted import ScriptedProvider
from rulesdsl.tools.ports import Match
from rulesdsl.tools.searching import SearchProvider


class Session:
    """One match and who plays it; ``match`` is the match as it stands, ``saved`` where a person saved it last."""

    def __init__(
        self,
        match: Match,
        providers: Mapping[str, Provider],
        tell: Callable[[str], None],
        save_as: str = "match.json",
        adviser: SearchProvider | None = None,
        advise: Callable[[str], None] | None = None,
    ) -> None:
        """With an `adviser`, what it would choose is told to `advise` (else to `tell`) before a person is asked."""
        self.match = match
        self.save_as = save_as
        self.saved: str | None = None
        self._providers = providers
        self._tell = tell
        self._adviser, self._advise = adviser, advise or tell
        seated = [one for one in providers.values() if isinstance(one, SearchProvider)]
        self._searching = seated if adviser is None else [*seated, adviser]
        self._told = 0
        self._heard: dict[str, int] = {}
        self._attach()

    def run(self) -> Quit | None:
        """Play until the match is over, or return the `Quit` of a person who left.

        Raises whatever a provider or a rule at fault raises.
        """
        together = False
        while True:
            self._tell_said()
            decisions = self.match.decisions
            if not decisions:
                return None
            # Players who decide together are asked in order; none of them sees another's answer.
            decision = decisions[0]
            before, together = together, len(decisions) > 1
            try:
                self._seat(decision.player, secret=before or together)
                self._think(decision)
                self.match.choose(self._providers[decision.player].choose(decision), player=decision.player)
            except Undo:
                self._undo(decision)
            except Save as save:
                self._save(save.path or self.save_as)
            except Quit as left:
                return left

    def _attach(self) -> None:
        for provider in self._providers.values():
            if isinstance(provider, HumanProvider):
                provider.attach(self.match, [name for name, one in self._providers.items() if one is provider])
        for one in self._searching:
            one.attach(self.match)

    def _think(self, decision: Asked) -> None:
        """Advise a person who wants it, and let searches to come begin at the next node."""
        if self._adviser is not None and isinstance(self._providers[decision.player], HumanProvider):
            self._advise(f"hint: {decision.label(self._adviser.choose(decision))}")
        for one in self._searching:
            one.keep()

    def _seat(self, player: str, secret: bool) -> None:
        """Let a person sit down; whose screen was cleared is told again what came since the own last choice."""
        provider = self._providers[player]
        if not isinstance(provider, HumanProvider):
            return
        if provider.hand_over(player, secret):
            self._told = min(self._told, self._heard.get(player, 0))
            self._tell_said()
        self._heard[player] = len(self.match.said)

    def _tell_said(self) -> None:
        said = self.match.said
        # An undo takes lines back: what was read cannot be unread, but it is told again when it happens again.
        self._told = min(self._told, len(said))
        for line in said[self._told :]:
            self._tell(line)
        self._told = len(said)

    def _save(self, path: str) -> None:
        try:
            self.match.save(Path(path))
        except OSError as error:
            self._tell(f"not saved: {path}: {error.strerror or error}")
        else:
            self.saved = path
            self._tell(f"saved as {path}")

    def _undo(self, decision: Asked) -> None:
        """Go back to a person's last choice; choices of programs on the way go with it, or nothing changes."""
        before = self.match.fork()
        while self.match.undo():
            at = self.match.decision
            provider = None if at is None else self._providers[at.player]
            if isinstance(provider, ScriptedProvider):
                break
            if isinstance(provider, HumanProvider):
                self._told = min(self._told, len(self.match.said))
                self._tell("taken back")
                return
        self.match = before
        self._attach()
        self._tell("this cannot be taken back: nothing was chosen yet, or dice or hidden pieces have shown since")
