"""The other commands, with real games."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path

import networkx as nx
import pytest
from cli.commands import EXAMPLES, GAMES, process, run
from rich.console import Console

from rulesdsl.cli import explain

PIG = EXAMPLES / "pig.yaml"
RACE = GAMES / "race_for_the_moon.yaml"


def simulated(*words: str | Path) -> dict[str, object]:
    result = run("simulate", *words, "--json")
    assert result.exit_code == 0, result.stderr
    found: dict[str, object] = json.loads(result.stdout)
    return found


def test_simulate_prints_tables() -> None:
    result = run("simulate", PIG, "-n", "30")
    assert result.exit_code == 0, result.stderr
    for word in ("outcome", "won by", "player_1", "decisions", "median", "games a second", "95 %"):
        assert word in result.stdout


def test_simulate_gives_json() -> None:
    found = simulated(EXAMPLES / "kuhn_poker.yaml", "-n", "50", "--seed", "3")
    assert (found["games"], found["finished"], found["seed"]) == (50, 50, 3)
    assert {"mean", "max", "min"} <= set(found["decisions"])  # type: ignore[call-overload]
    assert set(found["scores"]) == {"player_1", "player_2"}  # type: ignore[call-overload]
    assert "derive" in str(found["seeds"])


@pytest.mark.parametrize("game", [PIG, RACE], ids=["pig", "race"])
def test_simulate_gives_the_same_figures_with_any_number_of_processes(game: Path) -> None:
    one, two, four = (simulated(game, "-n", "40", "--jobs", jobs) for jobs in ("1", "2", "4"))
    for found in (one, two, four):
        del found["seconds"], found["playouts_per_s"]
    assert one == two == four


FAULTY = """\
rulesdsl: 1
title: Half of nothing
players: 1
state: {n: int = 0}
phases:
  game:
    player: player_1
    offer: [divide, stop]
actions:
  divide:
    do: n = 1 // n
  stop:
    do: end game as stopped
"""


def test_a_game_that_goes_wrong_is_an_outcome_of_its_own(tmp_path: Path) -> None:
    path = tmp_path / "faulty.yaml"
    path.write_text(FAULTY, encoding="utf-8")
    result = run("simulate", path, "-n", "20", "--json")
    assert result.exit_code == 1, result.stderr
    found = json.loads(result.stdout)
    assert found["outcomes"]["stopped"]["count"] + found["outcomes"]["fault"]["count"] == 20
    assert "faulty.yaml:11" in found["faults"][0]["message"]
    record = tmp_path / "record.json"
    for played in (run("play", path, "--record", record, typed="divide\n"), run("replay", record)):
        assert played.exit_code == 1
        assert "faulty.yaml:11" in played.stderr


@pytest.mark.parametrize(("format", "start"), [("tree", "game"), ("dot", "digraph"), ("mermaid", "flowchart")])
def test_graph_draws_the_phases(format: str, start: str) -> None:
    result = run("graph", PIG, "--format", format)
    assert result.exit_code == 0, result.stderr
    assert result.stdout.startswith(start)
    assert "rolling" in result.stdout


def test_graph_writes_json_to_a_file(tmp_path: Path) -> None:
    path = tmp_path / "graph.json"
    assert run("graph", PIG, "--format", "json", "-o", path).exit_code == 0
    graph = nx.node_link_graph(json.loads(path.read_text(encoding="utf-8")), edges="edges")
    assert "banking" in {data["phase"] for _, data in graph.nodes(data=True)}


def test_cases_are_run_and_shown_by_section() -> None:
    result = run("test", EXAMPLES / "cases" / "pig")
    assert result.exit_code == 0, result.stdout
    assert re.search(r"\d+ passed", result.stdout)
    assert "Holding banks what the turn brought" in result.stdout


def test_a_case_that_does_not_hold_says_where_and_why(tmp_path: Path) -> None:
    case = tmp_path / "wrong.case.yaml"
    text = f"game: {PIG}\ncase: Too much\nplay:\n  - choose: roll_die\n  - dice: [4]\n  - expect: pot == 5\n"
    case.write_text(text, encoding="utf-8")
    result = run("test", tmp_path)
    assert result.exit_code == 1
    assert "wrong.case.yaml:6:13: `pot == 5` does not hold" in result.stdout
    assert "1 failed" in result.stdout


def test_no_cases_is_status_2(tmp_path: Path) -> None:
    assert run("test", tmp_path).exit_code == 2
    assert run("test", tmp_path / "none").exit_code == 2


def test_explain_lists_rules_by_section_with_their_places() -> None:
    result = run("explain", RACE)
    assert result.exit_code == 0, result.stderr
    assert re.search(
        r"Develop Parts of the Rocket\n(  .*\n)*  action develop .*race_for_the_moon.yaml:\d+", result.stdout
    )


def test_explain_narrows_to_a_rule_or_a_section() -> None:
    rule = run("explain", RACE, "total_cubes").stdout
    assert "base: p.technology_cubes" in rule
    assert "action develop" in run("explain", RACE, "Develop Parts of the Rocket").stdout
    unknown = run("explain", RACE, "total_cube")
    assert unknown.exit_code == 2
    assert "did you mean `total_cubes`?" in unknown.stderr


def test_explain_lists_rulings_and_figures() -> None:
    assert "decided: " in run("explain", RACE, "--rulings").stdout
    assert "all figures are those of the printed game" in run("explain", RACE, "--figures").stdout


def test_explain_keeps_the_page_of_a_code_within_the_terminal() -> None:
    shown = io.StringIO()
    explain._print_code(
        Console(file=shown, width=40, force_terminal=True, no_color=True, soft_wrap=True), "unknown-field"
    )
    page = re.sub(r"\x1b\[[0-9;]*m", "", shown.getvalue())
    assert "The thing before the point" in page
    assert max(len(line) for line in page.splitlines()[2:]) <= 40


def test_explain_prints_the_page_of_a_code() -> None:
    assert run("explain", "unknown-key").stdout.startswith("error[unknown-key]: ")
    wrong = run("explain", "unknown-kye")
    assert wrong.exit_code == 2
    assert "did you mean `unknown-key`?" in wrong.stderr


def test_a_new_game_validates_plays_and_passes_its_case(tmp_path: Path) -> None:
    assert process("new", "my_game", folder=tmp_path).returncode == 0
    game, case = tmp_path / "my_game.yaml", tmp_path / "my_game.case.yaml"
    assert run("validate", game).exit_code == 0
    tested = run("test", case)
    assert tested.exit_code == 0, tested.stdout
    played = run("play", game, "--auto", "--seed", "1")
    assert played.exit_code == 0, played.stderr
    assert "steps" in played.stdout
    again = process("new", "my_game", folder=tmp_path)
    assert again.returncode == 2
    assert "is there already" in again.stderr


@pytest.mark.parametrize("stage", ["nodes", "types", "python", "graph"])
def test_dump_prints_every_stage(stage: str) -> None:
    result = run("dump", PIG, "--stage", stage)
    assert result.exit_code == 0, result.stderr
    assert result.stdout.strip()


GRADED = """\
rulesdsl: 1
title: Graded
about: One throw, and what it is worth.
players: 1
scenarios:
  plain: {about: As it is.}
  kind:
    options: {kind_die: true}
    end:
      - when: thrown > 3
    result: {}
options:
  kind_die: {default: false}
components:
  Token:
    has: {worth: int}
    in: heap
    pieces:
      - name: Pebble
        cite: "1.1"
        worth: 2
        figures: reconstructed
zones: {heap: pile of Token}
state: {thrown: int = 0}
phases:
  game:
    cite: "2"
    player: player_1
    offer: [throw, wait]
actions:
  throw:
    cite: "2.1"
    do: |
      let die = roll d6 for "the throw"
      thrown = die + (if options.kind_die then 1 else 0)
  wait:
    cite: "2.2"
    do: thrown = sum(t.worth for t in heap)
result:
  score:
    Player p:
      - label: thrown
        points: thrown
  levels: {high: 4.., low: ..3}
rulings:
  one_throw:
    question: How often?
    decided: Once.
    because: It says so.
    cite: "2.1"
"""


@pytest.fixture
def graded(tmp_path: Path) -> Path:
    path = tmp_path / "graded.yaml"
    path.write_text(GRADED, encoding="utf-8")
    return path


def test_levels_are_counted_and_shown(graded: Path) -> None:
    shown = run("simulate", graded, "-n", "50").stdout
    assert "level high" in shown and "level low" in shown
    found = simulated(graded, "-n", "50", "--scenario", "plain", "--option", "kind_die=true")
    assert set(found["levels"]) == {"high", "low"}  # type: ignore[call-overload]
    assert (found["scenario"], found["options"]) == ("plain", {"kind_die": True})
    assert "level: " in run("play", graded, "--auto").stdout


def test_what_a_scenario_fixes_is_told_and_what_it_counts_is_its_own(graded: Path) -> None:
    shown = run("simulate", graded, "-n", "5", "--scenario", "kind").stdout
    assert "fixed by the scenario: kind_die = yes" in shown
    assert "level" not in shown and "score" not in shown


def test_explain_shows_all_that_a_game_declares(graded: Path) -> None:
    shown = run("explain", graded).stdout
    for words in (
        "One throw",
        "scenarios: plain, kind",
        "scenario kind: kind_die = yes; ends of its own; a result of its own",
        "options: kind_die",
        "piece pebble",
        "reconstructed figures: 1",
        "rulings: 1",
    ):
        assert words in shown
    assert "pebble" in run("explain", graded, "--figures").stdout.casefold()
    narrowed = run("explain", graded, "2").stdout
    assert "action throw" in narrowed and "action wait" in narrowed
    assert "piece" not in narrowed
    assert "points: thrown" in run("explain", graded, "Player p").stdout


def test_simulate_lets_players_search() -> None:
    words = (EXAMPLES / "tic_tac_toe.yaml", "-n", "6", "--player", "x=search:300p")
    found, again = simulated(*words), simulated(*words, "--jobs", "2")
    assert found["search"] == {"x": "300p"}
    assert found["wins"]["o"]["count"] == 0  # type: ignore[index]
    assert again["wins"] == found["wins"]


@pytest.mark.parametrize(
    ("player", "said"), [("y=search", "unknown player"), ("x=search:soon", "as in search:0.5"), ("x=human", "random")]
)
def test_simulate_knows_who_may_play(player: str, said: str) -> None:
    result = run("simulate", EXAMPLES / "tic_tac_toe.yaml", "--player", player)
    assert result.exit_code == 2
    assert said in result.stderr
