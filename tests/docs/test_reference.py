"""The pages that are made from the source are as the source is, and links lead somewhere."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from docs.blocks import PAGES, ROOT, name

from rulesdsl.tools import reference

MADE = reference.pages()


@pytest.mark.parametrize("page", MADE)
def test_a_made_page_is_up_to_date(page: str) -> None:
    there = (ROOT / "docs" / "reference" / page).read_text(encoding="utf-8")
    assert there == MADE[page], "run `python -m rulesdsl.tools.reference`"


def test_pages_are_written_into_a_folder(tmp_path: Path) -> None:
    assert sorted(path.name for path in reference.write(tmp_path)) == sorted(MADE)
    assert (tmp_path / "builtins.md").read_text(encoding="utf-8") == MADE["builtins.md"]


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_links_lead_to_files_and_headings(page: Path) -> None:
    text = re.sub(r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)
    wrong = []
    for target in re.findall(r"\]\((?!https?:)([^)]+)\)", text):
        file, _, anchor = target.partition("#")
        there = page.parent / file if file else page
        if not there.exists() or (anchor and anchor not in _anchors(there)):
            wrong.append(target)
    assert wrong == []


def _anchors(page: Path) -> set[str]:
    """The anchors of a page's headings, as a web site for repositories makes them."""
    headings = re.findall(r"^#+ (.*)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


def test_every_page_of_the_reference_is_in_its_index() -> None:
    folder = ROOT / "docs" / "reference"
    index = (folder / "index.md").read_text(encoding="utf-8")
    left_out = [page.name for page in folder.glob("*.md") if page.name != "index.md" and f"({page.name})" not in index]
    assert left_out == []


def test_the_modules_that_the_architecture_names_exist() -> None:
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    named = re.findall(r"`((?:\w+/)?\w+\.py)`", text)
    assert len(named) > 20
    modules = {path.relative_to(ROOT / "rulesdsl").as_posix() for path in (ROOT / "rulesdsl").rglob("*.py")}
    assert [one for one in named if not any(module == one or module.endswith(f"/{one}") for module in modules)] == []
