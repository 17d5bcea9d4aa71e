"""A player for any game that thinks ahead: Monte-Carlo tree search from what the player sees.

Each playout begins at the node at which the match last kept its state, hears what was answered and rolled since, and
goes straight through to the end: first down the tree by its counts (UCT), then at random. Dice and draws to come are
its own. What the player does not see is guessed anew for each playout (`guessing`), and a guess counts only if the
player would see in it what the player sees; so the answer cannot depend on anything hidden.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import isfinite, log, sqrt
from random import Random
from time import perf_counter
from typing import Any, Final

from rulesdsl.providers.protocol import Asked
from rulesdsl.runtime import views
from rulesdsl.runtime.decision import Decision
from rulesdsl.runtime.faults import Fault
from rulesdsl.runtime.machine import Machine
from rulesdsl.runtime.match import Match
from rulesdsl.runtime.results import Result, counting, result_of
from rulesdsl.runtime.worlds import hidden_pieces
from rulesdsl.tools.backs import Backs
from rulesdsl.tools.guessing import guess, is_hidden
from rulesdsl.tools.hearing import unheard

_CURIOSITY: Final = 0.8
"""How much a rarely tried option counts against a good one; results are from 0 to 1."""
_LONGEST: Final = 3000
"""Decisions of one playout; a longer one is judged by how it stands then."""
_GUESSES: Final = 40
"""Guesses in a row that show something else, after which one that asks the same question will do."""
_TRIES: Final = 8
"""Playouts begun for one that counts, at most."""
_POINTS: Final = 0.1
"""How much of a playout's worth is the number of points rather than who won."""


@dataclass(frozen=True, slots=True)
class Budget:
    """How long to think about one decision: seconds, or a number of playouts, which gives the same answer anywhere."""

    seconds: float | None = None
    playouts: int | None = None

    @classmethod
    def read(cls, text: str) -> Budget:
        """`0.5` is half a second, `500p` is 500 playouts, nothing is half a second too. Raises ValueError."""
        if not text:
            return cls(seconds=0.5)
        if text.endswith("p"):
            playouts = int(text[:-1])
            if playouts > 0:
                return cls(playouts=playouts)
        else:
            seconds = float(text)
            if isfinite(seconds) and seconds > 0:
                return cls(seconds=seconds)
        raise ValueError(f"not a time to think: {text}")

    def __str__(self) -> str:
        return f"{self.playouts}p" if self.playouts is not None else f"{self.seconds:g}"


class SearchProvider:
    """Chooses by search; `attach` gives it the match that it plays in, of which it uses what the player sees."""

    def __init__(self, budget: Budget, seed: int = 0) -> None:
        self.budget = budget
        self._rng = Random(seed)
        self._match: Match | None = None

    def attach(self, match: Any) -> None:
        """The match that the next decisions are of. It has to be a match of the runtime."""
        self._match = match

    def keep(self) -> None:
        """Let the match keep its state at the next node; before each choice, so that searches begin close by."""
        if self._match is not None:
            self._match.keep()

    def choose(self, decision: Asked) -> int:
        """Return the number of an option."""
        if len(decision) == 1:
            return 0
        if self._match is None:
            raise ValueError("a player that searches needs the match: attach it first")
        return Search(self._match, decision.player, self._rng).run(self.budget)


class _Branch:
    """One option at a place of the tree: how often it was taken and there, what it brought, what came after it."""

    __slots__ = ("after", "taken", "there", "worth")

    def __init__(self) -> None:
        self.taken = self.there = 0
        self.worth = 0.0
        self.after: dict[Any, _Branch] = {}


class _Astray(Exception):
    """A playout that does not come to the question at hand."""


class _Enough(Exception):
    """A playout that is cut off."""


class Search:
    """One decision of one player, thought through."""

    def __init__(self, match: Match, player: str, rng: Random) -> None:
        self.machine: Machine = match.machine
        self.rng, self.random = rng, rng.random
        decision = next(d for d in match.decisions if d.player == player)
        self.me, self.site, self.count = decision.player_index, decision.site, len(decision)
        self.kept, self.node = match.kept, match._base_node
        self.now = match.state_of(self.me)
        self.hidden = is_hidden(self.machine, self.kept, self.me) or is_hidden(self.machine, self.now, self.me)
        still = self.hidden and self.machine.has_pieces
        self.still = frozenset(hidden_pieces(self.machine, self.now, self.me)) if still else frozenset[int]()
        self.answers, self.rolls, self.picks = self._since(match)
        # Without chance or others' choices since then a guess shows what the player sees: nothing is to be compared.
        alone = not self.rolls and not self.picks and not any(e[0] == "a" and e[1] != self.me for e in self.log)
        self.seen = match.view(player) if self.hidden and not alone else None
        self.unheard = self._unheard(decision) if self.rolls and self.seen is not None else frozenset[int]()
        self.backs = Backs(self.machine, self.now, self.now, self.me)
        self.root: dict[Any, _Branch] = {}
        self.low: dict[int, float] = {}
        self.high: dict[int, float] = {}
        self.astray = 0

    def _since(self, match: Match) -> tuple[dict[int, list[int]], list[int], list[int]]:
        """What is known since the state that was kept: answers by player, dice, draws.

        Where something is hidden others' answers may be, so they are not known; nor are those of others who decide
        at the same time.
        """
        self.log = match.since_kept()
        first = len(match.entries()) - len(self.log)
        answers: dict[int, list[int]] = {}
        for k, entry in enumerate(self.log, first):
            if entry[0] != "a":
                continue
            at_once = match.deciding_together and k >= match.together_since
            if entry[1] == self.me or not (self.hidden or at_once):
                answers.setdefault(entry[1], []).append(entry[2])
        rolls, picks = ([e[1] for e in self.log if e[0] == word] for word in "rp")
        return answers, rolls, picks

    def _unheard(self, decision: Decision) -> frozenset[int]:
        """Which of the dice since then the player cannot know."""
        guesses = (guess(self.machine, self.kept, self.me, self.rng, self.now) for _ in range(_GUESSES))
        return unheard(self.machine, guesses, self.node, self.log, decision, self.seen)

    # ------------------------------------------------------------------- search

    def run(self, budget: Budget) -> int:
        """The option that was tried most; by chance if no playout came to anything."""
        until = None if budget.seconds is None else perf_counter() + budget.seconds
        done = tries = 0
        while _goes_on(budget, until, done, tries):
            done += self._playout(until)
            tries += 1
        if not self.root:
            return int(self.random() * self.count)
        best: int = max(self.root, key=lambda i: (self.root[i].taken, self.root[i].worth, -i))
        return best

    def _playout(self, until: float | None) -> bool:
        """One game to its end. False for one in which the rules go wrong, or that is not this game: it is forgotten."""
        play = _Playout(self, until)
        s = self._begin(play)
        try:
            self.machine.run(s, play.ask, self.node)
        except _Astray:
            self.astray += 1
            return False
        except _Enough:
            pass
        except Fault:
            return False
        if not play.path:
            return False
        self.astray = 0
        try:
            worth = self._worth(s)
        except Exception:  # scores are rules too, and of a game that was cut off they may be anything
            return False
        for branch, player in play.path:
            branch.taken += 1
            branch.worth += worth.get(player, 0.0)
        return True

    def _begin(self, play: _Playout) -> Any:
        machine = self.machine
        s = guess(machine, self.kept, self.me, self.rng, self.now) if self.hidden else machine.copy(self.kept)
        s.roll_, s.pick_ = play.roll, play.pick
        s.mark_ = s.told_ = None
        s.due_, s.chain_ = False, ()
        return s

    # -------------------------------------------------------------------- worth

    def _worth(self, s: Any) -> dict[int, float]:
        """What a game was worth to each player, from 0 to 1: the share of the win, and a little for points."""
        players: Sequence[int] = s.players
        if s.winner_ >= 0 and not counting(self.machine, s)[0]:
            return {s.winner_: 1.0}
        names = self.machine.texts.players
        result = result_of(self.machine, s, 0)
        points = self._points(result, players)
        if not result.winners:
            if len(points) == 1:  # one score: for whoever plays, as much as can be
                share = next(iter(points.values()))
                return dict.fromkeys(players, share)
            return dict.fromkeys(players, 1 / len(players))
        won = {names.index(name) for name in result.winners}
        return {
            p: (1 - _POINTS) * (p in won) / len(won) + _POINTS * points[p] if p in points else (p in won) / len(won)
            for p in players
        }

    def _points(self, result: Result, players: Sequence[int]) -> Mapping[int, float]:
        """Each score as a share of what was seen so far; a side's score is nobody's, unless it is the only one."""
        names, found = self.machine.texts.players, {}
        for name, score in result.scores.items():
            who = names.index(name) if name in names else -1
            low = self.low[who] = min(self.low.get(who, score.total), score.total)
            high = self.high[who] = max(self.high.get(who, score.total), score.total)
            if who >= 0 or len(result.scores) == 1:
                found[who] = (score.total - low) / (high - low) if high > low else 0.5
        return found


class _Playout:
    """The answers, dice and draws of one playout: those that were, then those of the tree, then by chance."""

    def __init__(self, search: Search, until: float | None) -> None:
        self.search, self.until, self.random = search, until, search.random
        self.known = {player: list(reversed(answers)) for player, answers in search.answers.items()}
        self.rolls, self.picks = list(reversed(search.rolls)), list(reversed(search.picks))
        self.path: list[tuple[_Branch, int]] = []
        self.before, self.at = True, search.root
        self.growing = True
        self.asked = self.past_roll = 0

    def ask(self, s: Any, site: int, player: int, options: Sequence[Any], values: tuple[Any, ...]) -> Any:
        """What machine.run asks: the option that is taken."""
        if not options:
            raise Fault("nothing can be chosen here")
        self.asked += 1
        if not self.asked & 31 and self.until is not None and perf_counter() > self.until:
            raise _Enough
        if self.asked > _LONGEST:
            raise _Enough
        if self.before:
            return options[self._known(s, site, player, options)]
        if self.growing:
            return options[self._select(player, [(site, player, value) for value in options])]
        return options[int(self.random() * len(options))]

    def _known(self, s: Any, site: int, player: int, options: Sequence[Any]) -> int:
        """An answer that was given since the state was kept; at the question at hand the tree begins."""
        found = self.known.get(player)
        if found:
            i = found.pop()
            if i >= len(options):
                raise _Astray
            return i
        if player != self.search.me:
            return int(self.random() * len(options))
        self._compare(s, site, options)
        self.before = False
        return self._select(player, range(len(options)))

    def _compare(self, s: Any, site: int, options: Sequence[Any]) -> None:
        """Is this the question at hand, and does the player see what the player sees?"""
        search = self.search
        if site != search.site or len(options) != search.count:
            raise _Astray
        if search.seen is None or search.astray >= _GUESSES:
            return
        if views.view(search.machine, s, search.me) != search.seen:
            raise _Astray

    def _select(self, player: int, keys: Sequence[Any]) -> int:
        """An option never tried if there is one, else the one with the best prospects."""
        at = self.at
        fresh = [i for i, key in enumerate(keys) if key not in at or not at[key].taken]
        if fresh:
            i = fresh[int(self.random() * len(fresh))]
            self.growing = False
        else:
            i = max(range(len(keys)), key=lambda i: _prospects(at[keys[i]]))
        for key in keys:
            if key in at:
                at[key].there += 1
        branch = at.get(keys[i])
        if branch is None:
            branch = at[keys[i]] = _Branch()
            branch.there = 1
        self.path.append((branch, player))
        self.at = branch.after
        return i

    # ------------------------------------------------------------------- chance

    def roll(self, s: Any, sides: int) -> int:
        """A die: as it fell, as long as this is the past and the player has heard of it."""
        if self.rolls and self.before:
            rolled, heard = self.rolls.pop(), self.past_roll not in self.search.unheard
            self.past_roll += 1
            if heard and 1 <= rolled <= sides:
                return rolled
        return int(self.random() * sides) + 1

    def pick(self, s: Any, pieces: Sequence[int]) -> int:
        """A draw: in the past the piece that was drawn if it shows, else one that shows no more and no less."""
        if self.picks and self.before:
            piece, still = self.picks.pop(), self.search.still
            if piece in still:
                unseen = [i for i, other in enumerate(pieces) if other in still]
                unseen = [i for i in unseen if self.search.backs.alike(piece, pieces[i])] or unseen
                if unseen:
                    return unseen[int(self.random() * len(unseen))]
            elif piece in pieces:
                return pieces.index(piece)
        return int(self.random() * len(pieces))


def _goes_on(budget: Budget, until: float | None, done: int, tries: int) -> bool:
    """Is there time for another playout?"""
    if budget.playouts is not None:
        return done < budget.playouts and tries < _TRIES * budget.playouts
    return until is not None and perf_counter() < until


def _prospects(branch: _Branch) -> float:
    """The upper bound of UCT, with how often the option was there instead of how often its parent was visited."""
    return branch.worth / branch.taken + _CURIOSITY * sqrt(log(branch.there) / branch.taken)
