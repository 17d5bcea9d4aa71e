"""`rulesdsl explain`: a game or a code in, its rules by section or the code's page out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesdsl.cli.shared import FINE, Stop, find_game, load_game, out, settings, stop_unknown
from rulesdsl.providers.tables import rule_lines
from rulesdsl.source import CODES
from rulesdsl.tools import report

if TYPE_CHECKING:
    from rich.console import Console

    from rulesdsl.api import Game
    from rulesdsl.tools.report import Entry

# A part of a game with more rules than this is listed, not printed in full.
_IN_FULL = 3


def run(subject: str, about: str | None, figures: bool, rulings: bool) -> int:
    """Explain; return the exit status."""
    console = out()
    if subject in CODES:
        _print_code(console, subject)
        return FINE
    _known(subject)
    game = load_game(subject)
    if figures:
        _print_figures(console, game)
    if rulings:
        _print_rulings(console, game)
    if about is not None:
        _print_about(console, game, about)
    elif not (figures or rulings):
        _print_game(console, game)
    return FINE


def _known(subject: str) -> None:
    try:
        find_game(subject)
    except Stop as stop:
        if "-" in subject:
            stop_unknown("code", subject, list(CODES))
        raise stop


def _print_code(console: Console, name: str) -> None:
    from rich.markdown import Markdown

    code = CODES[name]
    console.print(f"{code.severity.value}[{code.name}]: {code.title}\n", style="bold", markup=False)
    try:
        page = code.page
    except FileNotFoundError:
        return
    if console.is_terminal:
        console.print(Markdown(page), soft_wrap=False)  # prose is wrapped between words
    else:
        console.print(page.rstrip(), markup=False)


def _print_game(console: Console, game: Game) -> None:
    console.print(game.title, style="bold", markup=False)
    if game.about:
        console.print(game.about, markup=False)
    counts = game.player_counts
    console.print(f"players: {_numbers(counts)} ({', '.join(game.machine.texts.players)})", markup=False)
    if game.scenarios:
        console.print(f"scenarios: {', '.join(game.scenarios)}", markup=False)
    for scenario in game.scenarios:
        if special := _special(game, scenario):
            console.print(f"scenario {scenario}: {special}", markup=False)
    if game.options:
        console.print(f"options: {', '.join(game.options)}", markup=False)
    for module in game.model.modules.values():
        when = " ".join(module.active.span.text.split()) if module.active is not None else ""
        console.print(f"module {module.name}: {when}", markup=False)
    _print_sections(console, report.entries(game.model))
    counted = (("reconstructed figures", "--figures", game.model.figures), ("rulings", "--rulings", game.model.rulings))
    for name, option, found in counted:
        if found:
            console.print(f"\n{name}: {len(found)} ({option} lists them)", markup=False)


def _numbers(counts: range) -> str:
    return f"{counts[0]} to {counts[-1]}" if len(counts) > 1 else str(counts[0])


def _special(game: Game, scenario: str) -> str:
    """What a scenario changes of the game besides its set-up."""
    parts = [settings(game.fixed(scenario))] if game.fixed(scenario) else []
    if game.counts(scenario) != game.player_counts:
        parts.append(f"players: {_numbers(game.counts(scenario))}")
    if any(end.scenario == scenario for end in game.model.ends):
        parts.append("ends of its own")
    if game.model.scenarios[scenario].result is not None:
        parts.append("a result of its own")
    return "; ".join(parts)


def _print_sections(console: Console, entries: list[Entry]) -> None:
    for section, rules in report.sections(entries).items():
        console.print(f"\n{section or 'without a section'}", style="bold", markup=False)
        width = max(len(_name(rule)) for rule in rules)
        for rule in rules:
            title = f"  {rule.title}" if rule.title else ""
            console.print(f"  {_name(rule).ljust(width)}  {rule.place}{title}", markup=False)


def _print_about(console: Console, game: Game, subject: str) -> None:
    entries = report.entries(game.model)
    found = report.about(entries, subject)
    if not found:
        names = [rule.name for rule in entries] + list(report.sections(entries))
        stop_unknown(f"rule or section of {game.title}", subject, [name for name in dict.fromkeys(names) if name])
    if len(found) > _IN_FULL:
        _print_sections(console, found)
        return
    for rule in found:
        cite = f"  [{rule.cite}]" if rule.cite else ""
        console.print(f"{_name(rule)}{cite}  {rule.place}", style="bold", markup=False)
        for line in rule_lines(rule.span):
            console.print(f"  {line}", markup=False)


def _print_figures(console: Console, game: Game) -> None:
    if not game.model.figures:
        console.print("all figures are those of the printed game", markup=False)
    for figure in game.model.figures:
        place = f"{figure.span.source.path}:{figure.span.line}"
        console.print(f"{figure.what}: {figure.how}  {place}", markup=False)


def _print_rulings(console: Console, game: Game) -> None:
    if not game.model.rulings:
        console.print("no rulings", markup=False)
    for ruling in game.model.rulings.values():
        cite = f"  [{ruling.cite}]" if ruling.cite else ""
        console.print(
            f"\n{ruling.name}{cite}  {ruling.span.source.path}:{ruling.span.line}", style="bold", markup=False
        )
        parts = (("question", ruling.question), ("decided", ruling.decided), ("because", ruling.because))
        for label, text in parts:
            if text:
                console.print(f"  {label}: {' '.join(text.split())}", markup=False)


def _name(rule: Entry) -> str:
    return rule.kind if rule.kind == rule.name else f"{rule.kind} {rule.name}".strip()
