"""A game in several files reads like one, and every node still knows its own file."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulesdsl.document import Document, Mapping, Scalar, Sequence, load_document
from rulesdsl.source import Problems

HEAD = "rulesdsl: 1\ntitle: T\nplayers: 2\n"


def _load(folder: Path, **files: str) -> tuple[Document | None, Problems]:
    for name, text in files.items():
        path = folder / f"{name.replace('__', '/')}.yaml"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    problems = Problems()
    return load_document(folder / "root.yaml", problems), problems


def _told(problems: Problems) -> list[tuple[str, str, int, int]]:
    return [(f.code, Path(f.span.source.path).name, f.span.line, f.span.column) for f in problems.sorted()]


def test_sections_are_united_and_lists_appended(tmp_path: Path) -> None:
    document, problems = _load(
        tmp_path,
        root=HEAD + "include: [sub/map.yaml, more.yaml]\nstate: {a: int}\nend:\n  - when: x\n",
        sub__map="rulesdsl: 1\ninclude: deep.yaml\nstate: {b: int}\nend:\n  - when: y\n",
        sub__deep="state: {c: int}\n",
        more="include: sub/deep.yaml\nstate: {d: int}\nvalues:\n  v() -> int: 1\n",
    )
    assert _told(problems) == []
    assert document is not None
    state, end = document.get("state"), document.get("end")
    assert isinstance(state, Mapping) and isinstance(end, Sequence)
    assert [name for name, _ in state.items()] == ["a", "b", "c", "d"]
    assert len(end) == 2
    assert "include" not in document and "values" in document
    names = [Path(str(file.source.path)).name for file in document.files]
    assert names == ["root.yaml", "map.yaml", "deep.yaml", "more.yaml"]
    where = state.key("c")
    assert where is not None and where.span.source.path.endswith("/sub/deep.yaml")


def test_clashes_have_both_places(tmp_path: Path) -> None:
    _, problems = _load(
        tmp_path,
        root=HEAD + "include: [more.yaml]\nstate: {a: int}\nresult: {ties: x}\n",
        more="title: U\nstate: {b: int, a: int}\nresult: {ties: y}\n",
    )
    assert _told(problems) == [
        ("duplicate-key", "more.yaml", 1, 1),
        ("duplicate-key", "more.yaml", 2, 17),
        ("duplicate-key", "more.yaml", 3, 10),
    ]
    related = [Path(label.span.source.path).name for found in problems for label in found.related]
    assert related == ["root.yaml"] * 3


def test_the_set_up_of_each_file_stays_apart(tmp_path: Path) -> None:
    document, problems = _load(tmp_path, root=HEAD + "include: more.yaml\nsetup: x()\n", more="setup: y()\n")
    assert _told(problems) == []
    assert document is not None
    assert [(key.span.source.path[-9:], str(value.span.text)) for key, value in document.setups] == [
        ("root.yaml", "x()"),
        ("more.yaml", "y()"),
    ]


def test_a_module_is_known_by_its_files(tmp_path: Path) -> None:
    document, problems = _load(
        tmp_path,
        root=HEAD + "include: [one.yaml, two.yaml]\nstate: {a: int}\n",
        one="module: first\nactive: options.first\ninclude: part.yaml\nstate: {b: int}\n",
        part="state: {c: int}\n",
        two="module: second\nstate: {d: int}\n",
    )
    assert _told(problems) == []
    assert document is not None
    state = document.get("state")
    assert isinstance(state, Mapping)
    assert [document.module_of(key) for key, _ in state.entries] == [None, "first", "first", "second"]
    active = [file.active.text if file.active else None for file in document.files]
    assert active == [None, "options.first", "options.first", None]
    assert "module" not in document and "active" not in document


def test_a_loop_is_told_where_it_closes(tmp_path: Path) -> None:
    _, problems = _load(
        tmp_path, root=HEAD + "include: a.yaml\n", a="include:\n  - b.yaml\n", b="about: x\ninclude: a.yaml\n"
    )
    assert _told(problems) == [("include-loop", "b.yaml", 2, 10)]
    (found,) = problems
    assert [Path(part).name for part in found.notes[0].split(" -> ")] == ["a.yaml", "b.yaml", "a.yaml"]


def test_a_file_may_not_include_itself(tmp_path: Path) -> None:
    _, problems = _load(tmp_path, root=HEAD + "include: ./sub/../root.yaml\n", sub__x="about: x\n")
    assert _told(problems) == [("include-loop", "root.yaml", 4, 10)]


def test_a_long_chain_is_refused(tmp_path: Path) -> None:
    files = {f"f{n}": f"include: f{n + 1}.yaml\n" for n in range(40)}
    _, problems = _load(tmp_path, root=HEAD + "include: f0.yaml\n", f40="about: x\n", **files)
    assert _told(problems) == [("too-deep", "f30.yaml", 1, 10)]


def test_up_is_allowed_inside_the_folder_of_the_root(tmp_path: Path) -> None:
    (tmp_path / "out.yaml").write_text("about: x\n")
    _, problems = _load(
        tmp_path / "game",
        root=HEAD + "include: sub/a.yaml\n",
        sub__a="include: [../b.yaml, ../../out.yaml]\n",
        b="about: x\n",
    )
    assert _told(problems) == [("include-outside", "a.yaml", 1, 22)]


def test_a_link_that_leads_out_is_refused(tmp_path: Path) -> None:
    (tmp_path / "game").mkdir()
    (tmp_path / "out.yaml").write_text("about: x\n")
    try:
        (tmp_path / "game" / "link.yaml").symlink_to(tmp_path / "out.yaml")
        (tmp_path / "game" / "ring.yaml").symlink_to(tmp_path / "game" / "ring.yaml")
    except OSError:
        pytest.skip("this system makes no symbolic links")
    _, problems = _load(tmp_path / "game", root=HEAD + "include: [link.yaml, ring.yaml]\n")
    assert _told(problems) == [("include-outside", "root.yaml", 4, 11), ("include-missing", "root.yaml", 4, 22)]


def test_mistakes_are_told_in_the_file_where_they_stand(tmp_path: Path) -> None:
    _, problems = _load(
        tmp_path, root=HEAD + "include: [a.yaml, b.yaml, c.yaml]\n", a="satte: {}\n", b="a: b: c\n", c="about: \xff\n"
    )
    (tmp_path / "c.yaml").write_bytes(b"about: \xff\n")
    problems = Problems()
    load_document(tmp_path / "root.yaml", problems)
    assert _told(problems) == [
        ("unknown-key", "a.yaml", 1, 1),
        ("plain-colon", "b.yaml", 1, 5),
        ("not-utf8", "c.yaml", 1, 8),
    ]


def test_a_title_may_stand_in_an_included_file(tmp_path: Path) -> None:
    document, problems = _load(tmp_path, root="rulesdsl: 1\ninclude: a.yaml\n", a="title: T\nplayers: 2\n")
    assert _told(problems) == []
    title = document.get("title") if document else None
    assert isinstance(title, Scalar) and title.text == "T"
