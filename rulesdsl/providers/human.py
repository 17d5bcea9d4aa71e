"""Let a person choose: prompts on a terminal or over a pipe; what concerns the match leaves as a control signal.

Options are answered by number, name or the beginning of a name. Undo, save and quit change the match, which
a provider never does: they are raised as `Undo`, `Save` and `Quit` for whoever drives the match.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, Protocol

from rulesdsl.providers.glance import apart, boards, glance
from rulesdsl.providers.protocol import Asked, Rule
from rulesdsl.providers.tables import changes, rule_lines, span_lines, view_table
from rulesdsl.source.suggest import did_you_mean

if TYPE_CHECKING:
    from rich.console import Console

    from rulesdsl.drawing.atlas import Atlas

# Up to so many options stand one below the other, if they are no mere words; more stand in columns.
_LIST: Final = 9
_SHORT: Final = 12
# What fits a screen; `l` shows the rest.
_SCREEN: Final = 80
_CHANGES: Final = 12

_SEPARATOR: Final = "-" * 40

COMMANDS: Final = {
    "?": ("why", "the rule at hand: where it stands, and how its numbers came about"),
    "v": ("view", "what you see of the game"),
    "l": ("list", "all options again"),
    "b": ("back", "inside an action: take back what was chosen of it"),
    "u": ("undo", "take back your last choice"),
    "s": ("save", "save the match: s FILE"),
    "q": ("quit", "leave the match"),
    "h": ("help", "this list"),
}

HELP: Final = "Answer with a number, a name or its beginning. A command that is also an option's name: put : before it."


class Control(Exception):
    """Something that a person wants of the match instead of an answer."""


class Undo(Control):
    """Take back the person's last choice."""


class Quit(Control):
    """Leave the match; ``ended`` if the input came to its end, ``asked`` if an answer had been read before."""

    def __init__(self, *, ended: bool = False, asked: bool = True) -> None:
        super().__init__()
        self.ended = ended
        self.asked = asked


class Save(Control):
    """Save the match to ``path``, or to a name of the driver's choice if it is None."""

    def __init__(self, path: str | None) -> None:
        super().__init__(path)
        self.path = path


class Desk(Protocol):
    """What a person may look up about the match at hand."""

    @property
    def printed(self) -> Mapping[str, Any] | None: ...
    def view(self, player: str, /) -> Mapping[str, Any]: ...
    def explain(self) -> list[str]: ...


class HumanProvider:
    """A person; one may stand for several players who share a terminal."""

    interactive: Final = True

    def __init__(self, console: Console, read: Callable[[str], str] | None = None) -> None:
        self.console = console
        self._read = read or _read_line
        self._desk: Desk | None = None
        self._atlas: Atlas | None = None
        self._seen: dict[str, Mapping[str, Any]] = {}
        self._drawn: Mapping[str, Any] | None = None
        self._player: str | None = None
        self._seats: tuple[str, ...] = ()
        self._sits: str | None = None
        self._helped = False
        self._answered = False

    def attach(self, desk: Desk, seats: Sequence[str] = ()) -> None:
        """Give the match that views and explanations are read from, and the players who share this terminal."""
        self._desk = desk
        self._seats = tuple(seats)

    def hand_over(self, player: str, secret: bool = False) -> bool:
        """Let another player sit down if something is hidden between the two; True if the screen was cleared.

        With `secret` something is, whatever they see of the match: an answer that was typed. Over a pipe nobody
        is asked. Raises `Quit`.
        """
        before, self._sits = self._sits, player
        others = [seat for seat in self._seats if seat != player] if before is None else [before]
        if before == player or not others or not (secret or self._hides(player, others)):
            return False
        if not self._is_terminal:
            if before is not None:
                self._say(f"\n{_SEPARATOR}")
            return False
        if self._typed(f"\nhand over to {player}, then press Enter ").casefold().removeprefix(":") in ("q", "quit"):
            raise Quit
        if before is None:
            return False  # nothing stands on the screen yet that is anybody's
        self.console.clear()
        if self.console.is_dumb_terminal:
            self._say("\n" * self.console.height)
        return True

    @property
    def _is_terminal(self) -> bool:
        return self.console.is_terminal and (self._read is not _read_line or sys.stdin.isatty())

    def _hides(self, player: str, others: Sequence[str]) -> bool:
        desk = self._desk
        return desk is not None and any(apart(desk.view(player), desk.view(other)) for other in others)

    def choose(self, decision: Asked) -> int:
        """Ask until an answer fits. Raises `Undo`, `Save` or `Quit` if the person wants that instead."""
        self._look(decision.player)
        if not self._helped:
            self._helped = True
            self._say("  " + " · ".join(f"{letter} {name}" for letter, (name, _) in COMMANDS.items()), style="dim")
        self._ask(decision)
        while True:
            line = self._line()
            try:
                return _option(decision, line)
            except _Unclear as unclear:
                if not self._command(decision, line):
                    self._say(str(unclear))

    def _typed(self, prompt: str) -> str:
        try:
            return self._read(prompt).strip()
        except EOFError:
            raise Quit(ended=True, asked=self._answered) from None
        except KeyboardInterrupt:
            raise Quit from None

    def _line(self) -> str:
        while True:
            if line := self._typed("> "):
                self._answered = True
                return line

    def _command(self, decision: Asked, line: str) -> bool:
        """Do a command; False if the line is none."""
        word, _, rest = line.removeprefix(":").partition(" ")
        words = {letter: letter for letter in COMMANDS} | {name: letter for letter, (name, _) in COMMANDS.items()}
        letter = words.get(word.casefold())
        if letter is None or (rest and letter != "s"):
            return False
        if letter == "b" and not _inside(decision):
            if decision.find(line):
                return False
            self._say("nothing was chosen of this action yet (u takes back your last choice)")
            return True
        if letter in "bu":
            raise Undo
        if letter == "s":
            raise Save(rest.strip() or None)
        if letter == "q":
            raise Quit
        {"?": self._why, "v": self._view, "l": self._all, "h": self._help}[letter](decision)
        return True

    def _say(self, text: str, style: str | None = None) -> None:
        # A game's texts may hold brackets, which rich would read as its markup.
        self.console.print(text, style=style, markup=False, highlight=False, soft_wrap=True)

    def _look(self, player: str) -> None:
        """Show what a player has not seen yet: all of it in short at the beginning of a turn, else what changed."""
        another, self._player = player != self._player, player
        if another:
            self._say(f"\n{player}", style="bold")
        if self._desk is None:
            return
        view = self._desk.view(player)
        before = self._seen.get(player)
        self._seen[player] = view
        self._tell_changes([] if before is None else changes(before, view))
        blocks = boards(view, None if another else self._drawn, self._printed(), self.console.width)
        if another:
            others = [self._desk.view(other) for other in view.get("players", ()) if other != player]
            blocks = [*glance(view, others, self.console.width), *blocks]
        self._drawn = view
        for block in blocks:
            self.console.print(block, highlight=False, markup=False)

    def _printed(self) -> Atlas | None:
        """What never changes about the boards, read when a board is drawn for the first time."""
        if self._atlas is None and self._desk is not None and self._desk.printed is not None:
            from rulesdsl.drawing.atlas import Atlas

            self._atlas = Atlas(self._desk.printed)
        return self._atlas

    def _tell_changes(self, lines: list[str]) -> None:
        for line in lines[:_CHANGES]:
            self._say(f"  {line}", style="dim")
        if len(lines) > _CHANGES:
            self._say(f"  and {len(lines) - _CHANGES} more changes (v shows everything)", style="dim")

    def _ask(self, decision: Asked) -> None:
        self._say(" › ".join([*_chosen(decision), _prompt(decision)]), style="bold")
        self._options(decision, _SCREEN)

    def _options(self, decision: Asked, limit: int) -> None:
        labels = decision.labels()
        lines = labels if _numeric(labels) else [f"{i:>2}  {label}" for i, label in enumerate(labels, 1)]
        faces = [decision.face(i) for i in range(len(labels))]
        if any(faces):
            width = max(map(len, lines))
            lines = [f"{line:<{width}}  {face}".rstrip() for line, face in zip(lines, faces, strict=True)]
        shown = lines[:limit]
        if len(shown) <= _LIST and max(map(len, shown)) > _SHORT:
            for line in shown:
                self._say(f"  {line}")
        else:
            self._columns(shown)
        if len(lines) > limit:
            self._say(f"  ... and {len(lines) - limit} more (l lists all)")

    def _columns(self, lines: list[str]) -> None:
        width = max(map(len, lines)) + 3
        across = max(1, (self.console.width - 2) // width)
        down = -(-len(lines) // across)
        for row in range(down):
            self._say("  " + "".join(line.ljust(width) for line in lines[row::down]).rstrip())

    def _all(self, decision: Asked) -> None:
        self._options(decision, len(decision))

    def _help(self, decision: Asked) -> None:
        self._say(HELP)
        for letter, (name, text) in COMMANDS.items():
            self._say(f"  {letter}  {name:<5} {text}")

    def _view(self, decision: Asked) -> None:
        if self._desk is not None:
            view = self._desk.view(decision.player)
            self.console.print(view_table(view, self._printed(), self.console.width), highlight=False)

    def _why(self, decision: Asked) -> None:
        rule = decision.rule
        if rule is None:
            self._say("the game itself asks this, no rule of the file")
        else:
            span = rule.span
            cite = f"  [{rule.cite}]" if rule.cite else ""
            self._say(f"{rule.kind} {rule.title or rule.name}{cite}  {span.source.path}:{span.line}", style="bold")
            for line in rule_lines(span, rule.name):
                self._say(line)
        for i, action in enumerate(decision.offered, 1):
            if action is not None:
                self._offered(i, action)
        for line in [] if self._desk is None else self._desk.explain():
            self._say(f"  {line}")

    def _offered(self, number: int, action: Rule) -> None:
        """Show an action that is offered: title, section, what it asks for as it stands in the rules."""
        cite = f"  [{action.cite}]" if action.cite else ""
        self._say(f"{number:>2}  {action.title or action.name}{cite}")
        for line in span_lines(action.span):
            self._say(line, style="dim")


def _read_line(prompt: str) -> str:
    line = input(prompt)
    if not sys.stdin.isatty():
        # Nobody saw it being typed: what comes over a pipe is written down, so that the output reads as a talk.
        print(line)
    return line


def _prompt(decision: Asked) -> str:
    """The question; one that is a mere name begins with a capital letter, as written ones do."""
    prompt, rule = decision.prompt, decision.rule
    names = [decision.slot, None if rule is None else rule.name]
    if any(name and prompt == name.replace("_", " ") for name in names):
        return prompt[:1].upper() + prompt[1:]
    return prompt


def _inside(decision: Asked) -> bool:
    """Whether something was chosen of the action at hand, which is not complete yet."""
    return decision.kind == "slot" and bool(decision.chain)


def _chosen(decision: Asked) -> list[str]:
    """What was chosen so far in the chain that a decision belongs to: the action, then its slots."""
    if decision.kind != "slot":
        return [label for _, label in decision.chain]
    rule = decision.rule
    action = [] if rule is None else [rule.title or rule.name]
    return action + [label for step, label in decision.chain if step != "action"]


class _Unclear(Exception):
    """A line that stands for no option, or for several."""


def _option(decision: Asked, line: str) -> int:
    """Return the option that a line means: its label, its number, or the only one that begins so."""
    labels = decision.labels()
    if line in labels:
        return labels.index(line)
    if line.isdecimal() and not _numeric(labels):
        if 1 <= int(line[:9]) <= len(labels):
            return int(line[:9]) - 1
        raise _Unclear(f"there are options 1 to {len(labels)}")
    word = line.casefold()
    # Where there is no way back, its letter may begin an option's name as any other.
    command = word in _WORDS and (word != "b" or _inside(decision))
    if line.startswith(":") or command or line.split()[0].casefold() in ("s", "save"):
        raise _Unclear(f"`{line}` is no command here (h lists them)")
    found = decision.find(line)
    if len(found) == 1:
        return found[0]
    if found:
        raise _Unclear(f"`{line}` may mean " + ", ".join(labels[i] for i in found[:8]) + (" ..." if found[8:] else ""))
    near = did_you_mean(line, labels)
    raise _Unclear(f"`{line}` is not an option" + (f": did you mean `{near}`?" if near else " (h for help)"))


_WORDS: Final = frozenset(COMMANDS) | {name for name, _ in COMMANDS.values()}


def _numeric(labels: list[str]) -> bool:
    """Whether numbers are names here, so that numbering the options would confuse."""
    return any(label.lstrip("-").isdecimal() for label in labels)
