"""The commands and their options; each hands over to a module of its own, imported when the command runs."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from rulesdsl import __version__
from rulesdsl.cli.guard import Guarded

app = typer.Typer(
    cls=Guarded,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
    help="Tabletop games written as YAML: check them, play them, simulate them.",
)


class Format(StrEnum):
    """How problems are printed."""

    text = "text"
    concise = "concise"
    json = "json"
    sarif = "sarif"


class Picture(StrEnum):
    """How a phase graph is drawn."""

    tree = "tree"
    dot = "dot"
    mermaid = "mermaid"
    json = "json"


class Stage(StrEnum):
    """How far a game is brought before it is printed."""

    nodes = "nodes"
    types = "types"
    python = "python"
    graph = "graph"
    c = "c"


GameArg = Annotated[str, typer.Argument(metavar="GAME", help="A game's file, or the name of a game that came along.")]
ScenarioOpt = Annotated[str | None, typer.Option("--scenario", metavar="S", help="The scenario to play.")]
PlayersOpt = Annotated[int | None, typer.Option("--players", metavar="N", help="How many players take part.")]
OptionOpt = Annotated[
    list[str] | None, typer.Option("--option", metavar="NAME=VALUE", help="Set an option of the game; may be repeated.")
]


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"rulesdsl {__version__}")
        raise typer.Exit


@app.callback()
def _root(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version and leave.")
    ] = False,
) -> None:
    pass


@app.command()
def validate(
    paths: Annotated[list[Path], typer.Argument(metavar="PATH", help="Game files, or folders of them.")],
    format: Annotated[Format, typer.Option("--format", help="How problems are printed.")] = Format.text,
) -> None:
    """Check games and show every problem in them.

    Exit status: 0 no errors (warnings are shown), 1 errors, 2 a file could not be read.

    \b
    Examples:
      rulesdsl validate my_game.yaml
      rulesdsl validate games/ --format concise
      rulesdsl validate my_game.yaml --format sarif > problems.sarif
    """
    from rulesdsl.cli import validate as command

    raise typer.Exit(command.run(paths, format.value))


@app.command()
def play(
    game: Annotated[
        str | None, typer.Argument(metavar="GAME", help="A game's file, or the name of a game that came along.")
    ] = None,
    scenario: ScenarioOpt = None,
    players: PlayersOpt = None,
    player: Annotated[
        list[str] | None,
        typer.Option(
            "--player",
            metavar="NAME=WHO",
            help="Who plays NAME: human, random, search (which thinks ahead; search:2 for two seconds a choice, "
            "search:500p for 500 playouts) or scripted:FILE; may be repeated.",
        ),
    ] = None,
    option: OptionOpt = None,
    auto: Annotated[
        bool, typer.Option("--auto", help="Random choices for every player that --player does not name.")
    ] = False,
    seed: Annotated[
        int | None, typer.Option("--seed", metavar="N", help="The dice and cards to come; a new one if left out.")
    ] = None,
    record: Annotated[
        Path | None, typer.Option("--record", metavar="FILE", help="Write the match to FILE at its end.")
    ] = None,
    resume: Annotated[Path | None, typer.Option("--resume", metavar="FILE", help="Go on with a saved match.")] = None,
    quiet: Annotated[bool, typer.Option("--quiet", help="Print questions and the result only.")] = False,
    hint: Annotated[bool, typer.Option("--hint", help="Say what a search would choose before each question.")] = False,
) -> None:
    """Play a game: at this terminal, with players that are random, think ahead or follow a script, or over a pipe.

    Options are answered by number, name or the beginning of a name; `h` lists the commands.

    \b
    Examples:
      rulesdsl play my_game.yaml
      rulesdsl play my_game.yaml --players 3 --player player_2=random --player player_3=random
      rulesdsl play my_game.yaml --player player_2=search:2 --hint
      rulesdsl play my_game.yaml --auto --seed 7
      rulesdsl play --resume match.json
    """
    from rulesdsl.cli import play as command

    table = command.Table(game, scenario, players, player or [], option or [], auto, seed, record, resume, quiet, hint)
    raise typer.Exit(command.run(table))


@app.command()
def replay(file: Annotated[Path, typer.Argument(metavar="FILE", help="A record or a save.")]) -> None:
    """Play a record again and say whether it comes to the same end.

    Exit status: 0 it does, 1 it diverges (the first answer that does is shown).

    \b
    Examples:
      rulesdsl play my_game.yaml --auto --seed 7 --record match.json
      rulesdsl replay match.json
    """
    from rulesdsl.cli import replay as command

    raise typer.Exit(command.run(file))


@app.command()
def simulate(
    game: Annotated[
        str | None, typer.Argument(metavar="GAME", help="A game's file, or the name of a game that came along.")
    ] = None,
    n: Annotated[int | None, typer.Option("-n", metavar="N", min=1, help="How many games; 1000 if left out.")] = None,
    scenario: ScenarioOpt = None,
    players: PlayersOpt = None,
    option: OptionOpt = None,
    seed: Annotated[
        int | None, typer.Option("--seed", metavar="N", help="The seed that each game's seed is derived from; or 0.")
    ] = None,
    first: Annotated[
        int | None, typer.Option("--first", metavar="K", min=0, help="The number of the first game; or 0.")
    ] = None,
    player: Annotated[
        list[str] | None,
        typer.Option("--player", metavar="NAME=search:TIME", help="Who searches: seconds, or 500p playouts a choice."),
    ] = None,
    jobs: Annotated[
        int, typer.Option("--jobs", metavar="K", min=1, help="How many processes; the figures stay the same.")
    ] = 1,
    cluster: Annotated[
        str | None,
        typer.Option("--cluster", metavar="ADDRESS", help="Play on the Dask cluster of this scheduler (tcp://...)."),
    ] = None,
    journal: Annotated[
        Path | None, typer.Option("--journal", metavar="FILE", help="Write games to FILE as they are done.")
    ] = None,
    resume: Annotated[
        Path | None, typer.Option("--resume", metavar="FILE", help="Go on with the run of a journal.")
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="FILE", help="Write a row for each game to FILE: .csv, or .parquet."),
    ] = None,
    record: Annotated[
        Path | None, typer.Option("--record", metavar="FILE", help="With -n 1: write the record of the game to FILE.")
    ] = None,
    native: Annotated[
        bool, typer.Option("--native", help="Play in C, many times as fast: the same games and figures.")
    ] = False,
    json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Play many games and show outcomes, scores and lengths. Players choose at random, or search.

    Shares come with 95 % intervals (Wilson). Game K of a seed is the same game wherever it is played, so any number
    of processes or machines gives the same figures. Ctrl-C shows what was played so far. A run with a journal goes on
    after it, or after a crash, with --resume: nothing else needs to be given, and -n may be more.

    Exit status: 0 all were played, 1 games went wrong, 2 could not run, 130 after Ctrl-C.

    \b
    Examples:
      rulesdsl simulate my_game.yaml -n 10000
      rulesdsl simulate my_game.yaml -n 10000 --players 4 --jobs 2 --json
      rulesdsl simulate my_game.yaml -n 50 --player player_1=search:200p
      rulesdsl simulate my_game.yaml -n 1000000 --jobs 8 --journal run.journal --out games.csv
      rulesdsl simulate --resume run.journal --jobs 8 --out games.csv
      rulesdsl simulate my_game.yaml -n 1000000 --native
    """
    from rulesdsl.cli import simulate as command

    wanted = command.Wanted(
        game,
        n,
        scenario,
        players,
        option or [],
        seed,
        first,
        player or [],
        jobs,
        cluster,
        journal,
        resume,
        out,
        record,
        native,
        json,
    )
    raise typer.Exit(command.run(wanted))


@app.command()
def graph(
    game: GameArg,
    format: Annotated[Picture, typer.Option("--format", help="How the graph is drawn.")] = Picture.tree,
    output: Annotated[Path | None, typer.Option("-o", "--output", metavar="FILE", help="Write to FILE.")] = None,
) -> None:
    """Draw the phases of a game.

    \b
    Examples:
      rulesdsl graph my_game.yaml
      rulesdsl graph my_game.yaml --format dot | dot -Tsvg > phases.svg
      rulesdsl graph my_game.yaml --format mermaid -o phases.mmd
    """
    from rulesdsl.cli import graph as command

    raise typer.Exit(command.run(game, format.value, output))


@app.command()
def draw(
    game: Annotated[
        str | None, typer.Argument(metavar="GAME", help="A game's file, or the name of a game that came along.")
    ] = None,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", metavar="FILE", help="Write an SVG to FILE instead.")
    ] = None,
    resume: Annotated[
        Path | None, typer.Option("--resume", metavar="FILE", help="The position of a saved match or a record.")
    ] = None,
    board: Annotated[
        list[str] | None, typer.Option("--board", metavar="NAME", help="Only this board; may be repeated.")
    ] = None,
    view: Annotated[
        str | None,
        typer.Option("--as", metavar="PLAYER", help="Whose view is drawn; the player's who is asked if left out."),
    ] = None,
    scenario: ScenarioOpt = None,
    players: PlayersOpt = None,
    option: OptionOpt = None,
    seed: Annotated[int, typer.Option("--seed", metavar="N", help="The cards and dice of the set-up.")] = 0,
    width: Annotated[
        int | None, typer.Option("--width", metavar="N", min=20, help="Characters a line of the terminal drawing.")
    ] = None,
) -> None:
    """Draw the boards of a game at its first question, or of a saved match, as one player sees them.

    \b
    Examples:
      rulesdsl draw my_game.yaml
      rulesdsl draw my_game.yaml --scenario long -o map.svg
      rulesdsl draw --resume match.json --as player_2 -o position.svg
    """
    from rulesdsl.cli import draw as command

    wanted = command.Wanted(game, output, resume, board or [], view, scenario, players, option or [], seed, width)
    raise typer.Exit(command.run(wanted))


@app.command()
def test(
    paths: Annotated[
        list[Path], typer.Argument(metavar="PATH", help="Case files (*.case.yaml), folders of them, or rule files.")
    ],
) -> None:
    """Run worked examples against their games; of a rule file those beside it and below that name it.

    Exit status: 0 all pass, 1 some fail, 2 there is none.

    \b
    Examples:
      rulesdsl test my_game.yaml
      rulesdsl test games/
      rulesdsl test my_game.case.yaml
    """
    from rulesdsl.cli import test as command

    raise typer.Exit(command.run(paths))


@app.command()
def explain(
    subject: Annotated[str, typer.Argument(metavar="GAME|CODE", help="A game, or the code of a problem.")],
    about: Annotated[
        str | None, typer.Argument(metavar="NAME|SECTION", help="One rule, or one section of the rulebook.")
    ] = None,
    figures: Annotated[bool, typer.Option("--figures", help="List what was reconstructed.")] = False,
    rulings: Annotated[bool, typer.Option("--rulings", help="List the rulings on open questions.")] = False,
) -> None:
    """Explain a game's rules by section of its rulebook, or what a problem means.

    \b
    Examples:
      rulesdsl explain my_game.yaml
      rulesdsl explain my_game.yaml 5.4
      rulesdsl explain my_game.yaml --rulings
      rulesdsl explain unknown-key
    """
    from rulesdsl.cli import explain as command

    raise typer.Exit(command.run(subject, about, figures, rulings))


@app.command()
def new(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The name of the game: small letters, digits and _.")],
) -> None:
    """Write a small game of your own to start from, and a case for it.

    \b
    Examples:
      rulesdsl new my_game
      rulesdsl play my_game.yaml
    """
    from rulesdsl.cli import new as command

    raise typer.Exit(command.run(name))


@app.command()
def dump(
    game: GameArg,
    stage: Annotated[Stage, typer.Option("--stage", help="How far the game is brought.")] = Stage.nodes,
) -> None:
    """Print what the rules become on their way to a program.

    \b
    Examples:
      rulesdsl dump my_game.yaml --stage types
      rulesdsl dump my_game.yaml --stage python
    """
    from rulesdsl.cli import dump as command

    raise typer.Exit(command.run(game, stage.value))
