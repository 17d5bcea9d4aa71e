"""Recipes of the cookbook: a question, code that is tried, a way to the reference; and the index has them all."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

import pytest
from docs.blocks import ROOT, Block, blocks, name

FOLDER = ROOT / "docs" / "cookbook"
PAGES = sorted(page for page in FOLDER.glob("*.md") if page.name != "index.md")
TRIED = frozenset({"yaml", "console", "python"})


@dataclass(frozen=True, slots=True)
class Recipe:
    """A question with all that stands below it: its page, its heading, its text and its blocks."""

    page: Path
    question: str
    text: str
    blocks: tuple[Block, ...]

    def __str__(self) -> str:
        return f"{name(self.page)}: {self.question}"


def recipes(page: Path) -> list[Recipe]:
    """All recipes of a page, in order."""
    text = page.read_text(encoding="utf-8")
    starts = list(re.finditer(r"^## (.*)$", text, re.MULTILINE))
    ends = [match.start() for match in starts[1:]] + [len(text)]
    found = []
    for match, end in zip(starts, ends, strict=True):
        lines = range(text.count("\n", 0, match.start()) + 1, text.count("\n", 0, end) + 1)
        inside = tuple(block for block in blocks(page) if block.line in lines)
        found.append(Recipe(page, match[1], text[match.end() : end], inside))
    return found


RECIPES = [recipe for page in PAGES for recipe in recipes(page)]


def test_there_are_recipes_enough() -> None:
    assert len(RECIPES) >= 40


@pytest.mark.parametrize("recipe", RECIPES, ids=str)
def test_a_recipe_asks_shows_and_leads_on(recipe: Recipe) -> None:
    assert recipe.question.endswith("?")
    assert any(block.kind in TRIED for block in recipe.blocks)
    prose = re.sub(r"^```.*?^```$", "", recipe.text, flags=re.DOTALL | re.MULTILINE)
    assert re.search(r"\]\(\.\./(reference/|python\.md)", prose)


@pytest.mark.parametrize("recipe", RECIPES, ids=str)
def test_a_game_of_a_recipe_is_played_by_a_case_under_it(recipe: Recipe) -> None:
    games = [block.file for block in recipe.blocks if block.is_game]
    played = [re.search(r"^game: (.*)$", block.text, re.MULTILINE) for block in recipe.blocks if block.is_case]
    assert set(games) <= {match[1] for match in played if match}


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_files_of_a_page_have_names_of_their_own(page: Path) -> None:
    files = [block.file for block in blocks(page) if block.kind == "yaml" and block.file]
    assert sorted(files) == sorted(set(files))


def test_the_index_lists_every_recipe() -> None:
    index = (FOLDER / "index.md").read_text(encoding="utf-8")
    listed = re.findall(r"^- \[(.*)\]\((\w+\.md)#[\w-]+\)$", index, re.MULTILINE)
    assert sorted(listed) == sorted((recipe.question, recipe.page.name) for recipe in RECIPES)
