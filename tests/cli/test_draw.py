"""`draw`: a game or a saved match, to the terminal or to a file, as one player sees it."""

from __future__ import annotations

import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

from cli.commands import EXAMPLES, ROOT, process, run

TIC = EXAMPLES / "tic_tac_toe.yaml"
HARBOUR = ROOT / "tests/drawing/games/harbour.yaml"


def test_a_game_is_drawn_as_it_begins() -> None:
    result = run("draw", TIC)
    assert result.exit_code == 0
    assert [line.split() for line in result.stdout.splitlines()] == [
        ["board"],
        [],
        ["3", "·", "·", "·"],
        ["2", "·", "·", "·"],
        ["1", "·", "·", "·"],
        ["a", "b", "c"],
        [],
    ]


def test_a_saved_match_is_drawn_as_it_stood(tmp_path: Path) -> None:
    save, picture = tmp_path / "save.json", tmp_path / "board.svg"
    run("play", TIC, "--seed", "1", typed=f"b2\na1\ns {save}\nq\n")
    assert "b2" not in run("draw", "--resume", save).stdout
    assert run("draw", "--resume", save, "-o", picture).exit_code == 0
    texts = ["".join(one.itertext()) for one in ElementTree.parse(picture).iter("{http://www.w3.org/2000/svg}text")]
    assert {"x", "o", "Tic-tac-toe"} <= set(texts)


def test_each_player_has_a_view_and_boards_can_be_chosen() -> None:
    seen = run("draw", HARBOUR, "--as", "grey", "--board", "inland").stdout
    assert "gS" in seen
    assert "sea" not in seen
    assert "gS" not in run("draw", HARBOUR, "--board", "inland").stdout


def test_what_does_not_exist_is_said() -> None:
    for words, message in (
        (("--as", "gray"), "unknown player `gray`: did you mean `grey`?"),
        (("--board", "lake"), "unknown board `lake`"),
    ):
        result = run("draw", HARBOUR, *words)
        assert result.exit_code == 2
        assert message in result.stderr
    assert "which game?" in run("draw").stderr
    assert "no such file" in run("draw", "--resume", "none.json").stderr
    assert "leave it out with --resume" in run("draw", TIC, "--resume", "none.json", "--players", "2").stderr
    assert "has no board" in run("draw", EXAMPLES / "pig.yaml").stderr


def test_a_file_that_cannot_be_written_is_one_line(tmp_path: Path) -> None:
    result = process("draw", str(TIC), "-o", str(tmp_path / "none" / "map.svg"))
    assert result.returncode == 2
    assert "Traceback" not in result.stderr


def test_nobody_pays_for_drawings_who_looks_at_none() -> None:
    script = "import sys, rulesdsl.cli.play; print(any(name.startswith('rulesdsl.drawing') for name in sys.modules))"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, cwd=ROOT, check=True)
    assert done.stdout.strip() == "False"
