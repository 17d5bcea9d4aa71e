"""A first game: written, never over something else."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulesdsl.tools.scaffold import BadName, write_game


def test_a_game_and_a_case_are_written(tmp_path: Path) -> None:
    game, case = write_game("my_first_game", tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["my_first_game.case.yaml", "my_first_game.yaml"]
    assert "title: My first game\n" in game.read_text(encoding="utf-8")
    assert case.read_text(encoding="utf-8").splitlines()[1] == "game: my_first_game.yaml"
    assert not any(word in path.read_text(encoding="utf-8") for path in (game, case) for word in ("NAME", "TITLE"))


@pytest.mark.parametrize("there", ["mine.yaml", "mine.case.yaml"])
def test_nothing_is_written_over(tmp_path: Path, there: str) -> None:
    (tmp_path / there).write_text("precious")
    with pytest.raises(FileExistsError):
        write_game("mine", tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == [there]
    assert (tmp_path / there).read_text() == "precious"


@pytest.mark.parametrize("name", ["My", "1st", "a-b", "../up", "", "a b", "a.yaml", "x\n"])
def test_a_name_that_no_game_can_have_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(BadName):
        write_game(name, tmp_path)
