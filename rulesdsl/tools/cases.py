"""Run cases: a `*.case.yaml` file and its game in, whether the example comes out as it says out.

A case is a worked example as data: a position, what players choose, what dice and draws show, what must hold.
Dice and draws belong to what happens before the next item of another kind: those that follow a choice are
thrown by it, those at the beginning by the set-up.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any, Protocol

from rulesdsl.document import Mapping, Node, Scalar, load_case
from rulesdsl.providers.answers import Answers, Misfit, describe, listing, plain, words
from rulesdsl.providers.protocol import Asked
from rulesdsl.providers.tables import flat
from rulesdsl.providers.written import number, texts
from rulesdsl.runtime.faults import Fault
from rulesdsl.runtime.setting import BadSetting
from rulesdsl.runtime.views import HIDDEN
from rulesdsl.source import Problems, RuleErrors, Span
from rulesdsl.tools import ports
from rulesdsl.tools.tally import tidy

SUFFIX = ".case.yaml"
_GAME = re.compile(r"""^game:[ ]*["']?([^"'#\n]*[^"'#\s])""", re.MULTILINE)

# What is told to the match before it goes on, not asked of it.
_CHANCE = ("dice", "draw")

# `state`, `player.state`, `state[key]`, `player.state[key]`.
_STATE = re.compile(r"(?:(\w+)\.)?(\w+)(?:\[(\w+)\])?")

# Written answers that lead nowhere would ask for ever.
_LONGEST = 10_000


class Script(Protocol):
    """Dice and pieces that come next, whatever chance says."""

    dice: list[int]
    draws: list[str]

    def unused(self) -> list[str]: ...


class Match(ports.Match, Protocol):
    """A match whose chance a case may script."""

    @property
    def script(self) -> Script: ...
    def reads(self, player: str, piece: str, field: str, /) -> bool: ...


# Gives the value of an expression in the position of a match.
Evaluate = Callable[[Any, Any, str], Any]

# Says what an expression comes to, where it should hold and does not.
Found = Callable[[Any, Any, str], str]


class Positioned(Protocol):
    """A game that starts at the position of a case; ``dice`` and ``draws`` are for the set-up and what follows."""

    def start(
        self,
        *,
        scenario: str | None,
        seed: int,
        players: int | None,
        options: dict[str, Any] | None,
        at: str | None,
        me: str | None,
        given: str | None,
        dice: Sequence[int],
        draws: Sequence[str],
    ) -> Match: ...


@dataclass(frozen=True, slots=True)
class CaseResult:
    """What came of a case; ``message`` says where it went wrong and why, and is empty if it did not."""

    path: Path
    title: str
    cite: str
    ok: bool
    message: str = ""


class _Failed(Exception):
    """A case that does not hold, with the place in its file."""

    def __init__(self, message: str, node: Node) -> None:
        super().__init__(message)
        self.message = message
        self.span = node.span


def find_cases(path: Path) -> list[Path]:
    """Return the case files at a path, by name: the file itself, or all in a folder and those below it.

    Of a rule file those beside it and below that name it as their game.
    """
    if path.is_dir():
        return sorted(path.rglob(f"*{SUFFIX}"))
    if path.name.endswith(SUFFIX):
        return [path]
    return [case for case in find_cases(path.parent) if _is_of(case, path.resolve())]


def _is_of(case: Path, game: Path) -> bool:
    """Does a case name this game? One that cannot be read does not."""
    try:
        named = _GAME.search(case.read_text(encoding="utf-8-sig"))
    except (OSError, UnicodeDecodeError):
        return False
    return named is not None and (case.parent / named[1]).resolve() == game


def run_case(path: Path, load: Callable[[str], Any], evaluate: Evaluate, found: Found) -> CaseResult:
    """Run one case; what goes wrong is told in the result, never raised.

    ``load`` gives the game for a path, ``evaluate(game, match, text)`` the value of an expression and ``found(game,
    match, text)`` how it is told where it does not hold.
    """
    problems = Problems()
    tree = load_case(path, problems)
    if tree is None or problems.has_errors:
        return CaseResult(path, path.name, "", False, str(RuleErrors(problems.sorted())))
    title, cite = _text(tree, "case") or path.name, _text(tree, "cite") or ""
    try:
        _run(path, tree, load, evaluate, found)
    except _Failed as failed:
        return CaseResult(path, title, cite, False, _placed(failed.span, failed.message))
    except RuleErrors as errors:
        return CaseResult(path, title, cite, False, str(errors))
    except Fault as fault:
        return CaseResult(path, title, cite, False, fault.render())
    except BadSetting as error:
        return CaseResult(path, title, cite, False, _placed((tree.get(error.what) or tree).span, str(error)))
    except ValueError as error:
        # What the game has not: a phase, say.
        return CaseResult(path, title, cite, False, _placed(tree.span, str(error)))
    return CaseResult(path, title, cite, True)


def _placed(span: Span, message: str) -> str:
    line, column = span.source.line_column(span.start)
    return f"{span.source.path}:{line}:{column}: {message}"


def _run(path: Path, tree: Mapping, load: Callable[[str], Any], evaluate: Evaluate, found: Found) -> None:
    game_path = path.parent / (_text(tree, "game") or "")
    if not game_path.is_file():
        raise _Failed(f"no such file: {game_path}", tree.get("game") or tree)
    steps = list(_steps(tree.get("play")))
    game = load(str(game_path))
    case = _Case(game, _start(tree, game, steps), evaluate, found)
    for name, node, after in steps:
        if name in _CHANCE:
            continue
        case.script(after)
        case.do(name, node)
    unused = case.match.script.unused()
    if unused:
        last = steps[-1][1]
        raise _Failed(f"never asked for: {', '.join(unused)}", last)


def _start(tree: Mapping, game: Positioned, steps: list[_Step]) -> Match:
    chance = _leading(steps)
    options = tree.get("options")
    seed, players = _number(tree, "seed"), _number(tree, "players")
    return game.start(
        scenario=_text(tree, "scenario"),
        seed=seed or 0,
        players=players,
        options=_values(options) if isinstance(options, Mapping) else None,
        at=_text(tree, "at"),
        me=_text(tree, "me"),
        given=_text(tree, "given"),
        dice=[die for name, node in chance if name == "dice" for die in _dice(node)],
        draws=[piece for name, node in chance if name == "draw" for piece in _list(node)],
    )


_Chance = list[tuple[str, Node]]
_Step = tuple[str, Node, _Chance]


def _steps(play: Node | None) -> Iterator[_Step]:
    """Each item of `play` as its one key, its value, and the dice and draws that follow it at once."""
    items = [] if play is None or isinstance(play, Scalar | Mapping) else list(play)
    pairs = [(key.text, value) for item in items if isinstance(item, Mapping) for key, value in item.entries]
    for i, (name, node) in enumerate(pairs):
        after: _Chance = []
        for pair in pairs[i + 1 :]:
            if pair[0] not in _CHANCE:
                break
            after.append(pair)
        yield name, node, after


def _leading(steps: list[_Step]) -> _Chance:
    found: _Chance = []
    for name, node, _ in steps:
        if name not in _CHANCE:
            break
        found.append((name, node))
    return found


class _Case:
    """A case being run: each item of `play` is one method."""

    def __init__(self, game: Any, match: Match, evaluate: Evaluate, found: Found) -> None:
        self.game = game
        self.match = match
        self.evaluate = evaluate
        self.found = found

    def script(self, chance: _Chance) -> None:
        for name, node in chance:
            if name == "dice":
                self.match.script.dice += _dice(node)
            else:
                self.match.script.draws += _list(node)

    def do(self, name: str, node: Node) -> None:
        steps: dict[str, Callable[[Node], None]] = {
            "choose": self.choose,
            "together": self.together,
            "expect": self.expect,
            "asks": self.asks,
            "sees": self.sees,
            "ends": self.ends,
            "winner": self.winner,
            "score": self.score,
        }
        steps[name](node)

    def choose(self, node: Node) -> None:
        answers = Answers([texts(node)])
        for _ in range(_LONGEST):
            if not answers:
                return
            decision = self.match.decision
            if decision is None:
                answers.close()
                if answers:
                    raise _Failed(f"the game is over, nothing asks for {answers.unused()[0]}", node)
            else:
                self._answer(answers, decision, node)

    def _answer(self, answers: Answers, decision: Asked, node: Node) -> None:
        try:
            # A chain that is over gives no answer to the next question.
            option = None if answers.closes(decision) else answers.take(decision)
        except Misfit as misfit:
            raise _Failed(str(misfit), node) from None
        if option is not None:
            self.match.choose(option, player=decision.player)

    def together(self, node: Node) -> None:
        if not isinstance(node, Mapping):
            raise _Failed("`together` gives each player's answers: PLAYER: [..]", node)
        for key, value in node.entries:
            answers = Answers([texts(value)])
            while answers:
                decision = next((one for one in self.match.decisions if one.player == key.text), None)
                if decision is None:
                    raise _Failed(f"{key.text} is not asked for {answers.unused()[0]}", value)
                self._answer(answers, decision, value)

    def expect(self, node: Node) -> None:
        for one in [node] if isinstance(node, Scalar) else list(_items(node)):
            text = one.text if isinstance(one, Scalar) else ""
            if self._value(text, one) is not True:
                told = self.found(self.game, self.match, text)
                raise _Failed(f"`{text}` does not hold" + (f": {told}" if told else ""), one)

    def asks(self, node: Node) -> None:
        content = texts(node)
        player = content.get("player")
        decisions = self.match.decisions
        decision = next((one for one in decisions if player in (None, one.player)), None)
        if decision is None:
            asked = "; ".join(describe(one) for one in decisions) or "nobody, the game is over"
            raise _Failed(f"{player} is not asked; asked is {asked}", node)
        if "options" not in content:
            return
        wanted = [str(one) for one in content["options"]]
        missing, extra = _difference(wanted, decision)
        if missing or extra:
            parts = [f"not offered: {listing(missing)}"] if missing else []
            parts += [f"offered too: {listing(extra)}"] if extra else []
            raise _Failed(f"{describe(decision)}\n{'; '.join(parts)}", node)

    def sees(self, node: Node) -> None:
        content = texts(node)
        player = content.get("player", "")
        if player not in self.match.players:
            raise _Failed(f"there is no player {player}", node)
        seen = _seen(self.match.view(player))
        for thing in content.get("shows", []):
            if _path(thing) not in seen and not self._reads(player, thing):
                raise _Failed(f"{player} does not see {thing}", node)
        for thing in content.get("hides", []):
            # A name that does not exist would be hidden for ever.
            self._value(thing, node)
            if _path(thing) in seen or self._reads(player, thing):
                raise _Failed(f"{player} sees {thing}", node)

    def _reads(self, player: str, thing: str) -> bool:
        """Whether a player can read `PIECE.FIELD`."""
        piece, _, field = thing.partition(".")
        return self.match.reads(player, piece, field)

    def _value(self, text: str, node: Node) -> Any:
        try:
            return self.evaluate(self.game, self.match, text)
        except RuleErrors as errors:
            raise _Failed("; ".join(problem.message for problem in errors.problems), node) from None

    def _result(self, node: Node) -> ports.Result:
        result = self.match.result
        if result is None:
            asked = "; ".join(describe(one) for one in self.match.decisions)
            raise _Failed(f"the game is not over; asked is {asked}", node)
        return result

    def ends(self, node: Node) -> None:
        outcome = self._result(node).outcome
        if outcome != texts(node):
            raise _Failed(f"the game ended as {outcome}", node)

    def winner(self, node: Node) -> None:
        wanted = _list(node)
        winners = list(self._result(node).winners)
        if sorted(wanted) != sorted(winners):
            raise _Failed(f"won by {', '.join(winners) or 'nobody'}", node)

    def score(self, node: Node) -> None:
        result = self._result(node)
        for player, points in texts(node).items():
            score = result.scores.get(player)
            if score is None:
                raise _Failed(f"{player} has no score", node)
            if not _is_number(points, score.total):
                lines = "".join(f"\n  {label}: {tidy(n)}" for label, n in score.lines)
                raise _Failed(f"{player} has {tidy(score.total)}, not {points}{lines}", node)


def _is_number(text: str, value: float | Fraction) -> bool:
    """Is `text` this number, `1.5` or `3/2`?"""
    if text == str(tidy(value)):
        return True
    return re.fullmatch(r"-?\d+/2", text) is not None and Fraction(text) == value


def _seen(view: Any) -> set[str]:
    """The pieces and the values that a view tells, by their names there, without the group that they stand in."""
    seen: set[str] = set()
    for path, value in flat(view):
        seen.update(plain(word) for word in (*path.split(), *value.split(", ")))
        if value != HIDDEN:
            seen.add(plain(path.partition(" ")[2]))
    return seen


def _path(thing: str) -> str:
    """A piece's name, or a value that is written as in rule text (`p.level[colour]`), as a view says it."""
    found = _STATE.fullmatch(thing)
    return plain(thing if found is None else " ".join(filter(None, found.group(2, 1, 3))))


def _difference(wanted: list[str], decision: Asked) -> tuple[list[str], list[str]]:
    """Which of the wanted options are not offered, and which are offered besides; each as often as it is too many."""
    left = list(range(len(decision)))
    missing = []
    for one in wanted:
        found = next((i for i in left if plain(one) in words(decision, i)), None)
        if found is None:
            missing.append(one)
        else:
            left.remove(found)
    return missing, [decision.label(i) for i in left]


def _items(node: Node) -> Iterator[Node]:
    if isinstance(node, Mapping | Scalar):
        yield node
    else:
        yield from node


def _list(node: Node) -> list[str]:
    return [one.text for one in _items(node) if isinstance(one, Scalar)]


def _dice(node: Node) -> list[int]:
    dice = []
    for text in _list(node):
        die = number(text)
        if die is None:
            raise _Failed(f"`{text}` is no die", node)
        dice.append(die)
    return dice


def _text(tree: Mapping, name: str) -> str | None:
    node = tree.get(name)
    return node.text if isinstance(node, Scalar) else None


def _number(tree: Mapping, name: str) -> int | None:
    return number(_text(tree, name))


def _values(node: Mapping) -> dict[str, Any]:
    return {key: one.value if isinstance(one, Scalar) else texts(one) for key, one in node.items()}
