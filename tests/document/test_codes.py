"""Each code of the document floor, once wrong at an exact place, and the near case that is right."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulesdsl.document import load_document
from rulesdsl.source import Diagnostic, Problems

HEAD = "rulesdsl: 1\ntitle: T\nplayers: 2\n"
# The text that follows three lines of a valid game, the code, line and column of its one problem.
WRONG = [
    ("about: a\x01b\n", "control-character", 4, 9),
    ("about: a\u202eb\n", "control-character", 4, 9),
    ("about: a\u2028b\n", "control-character", 4, 9),
    ('about: "a\\eb"\n', "control-character", 4, 8),
    ("about: [a b, c\nd: e\n", "yaml-syntax", 4, 8),
    ("about: {a: b\nstate: {}\n", "yaml-syntax", 4, 8),
    ("about: 'a\n", "yaml-syntax", 4, 8),
    ('about: "a\\qb"\n', "yaml-syntax", 4, 10),
    ('about: "a" + b\n', "yaml-syntax", 4, 12),
    ("about: @a\n", "yaml-syntax", 4, 8),
    ("about: %a\n", "yaml-syntax", 4, 8),
    ("about\nstate: {}\n", "yaml-syntax", 4, 1),
    ("about: a\n  cite: b\n", "yaml-syntax", 5, 3),
    ("state:\n    a: int\n  b: int\n", "yaml-syntax", 6, 3),
    ("---\nabout: a\n", "yaml-syntax", 4, 1),
    ("about: - a\n", "yaml-syntax", 4, 8),
    ("state:\n\ta: int\n", "tab-indent", 5, 1),
    ("state:\n  a: int\n\t\tb: int\n", "tab-indent", 6, 1),
    ("setup: |\n  a()\n\tb()\n", "tab-indent", 6, 1),
    ("about: one: two\n", "plain-colon", 4, 11),
    ("effects:\n  a(): if x: y()\n", "plain-colon", 5, 12),
    ("effects:\n  a(): f(x #2)\n", "plain-comment", 5, 12),
    ('effects:\n  a(): say "round #2"\n', "plain-comment", 5, 19),
    ("values:\n  a() -> int: b +  # c\n", "plain-comment", 5, 20),
    ("about: " + "[" * 70, "too-deep", 4, 71),
    ("about: " + "[" * 2000, "too-deep", 4, 0),
    ('about: 😀\nstate: {a: int, b: {is: "😀"}, a: bool}\n', "duplicate-key", 5, 31),
    ("state:\n  a: int\n  b: int\n  a: bool\n", "duplicate-key", 7, 3),
    ("title: U\n", "duplicate-key", 4, 1),
    ("about: &x a\n", "alias", 4, 8),
    ("about: *x\n", "alias", 4, 8),
    ("state: &x\n  a: int\n", "alias", 4, 8),
    ("about: !x a\n", "yaml-tag", 4, 8),
    ("state: !!map {}\n", "yaml-tag", 4, 8),
    ("options:\n  a: {default: no}\n", "yaml-boolean", 5, 16),
    ("components:\n  K: {alike: Yes}\n", "yaml-boolean", 5, 14),
    ("components:\n  K:\n    alike: True\n", "yaml-boolean", 6, 12),
    ("state:\n  off: bool\n", "yaml-boolean", 5, 3),
    ("cite: 1:30\n", "yaml-sexagesimal", 4, 7),
    ("cite: 5.10\n", "yaml-float", 4, 7),
    ("components:\n  K: {cite: 1.5}\n", "yaml-float", 5, 13),
    ("setup: >\n  a()\n  b()\n", "folded-rules", 4, 8),
    ("actions:\n  a:\n    do: >-\n      b()\n", "folded-rules", 6, 9),
    ("actions:\n  a: {when: f(a, b), do: nothing}\n", "flow-rules", 5, 13),
    ('actions:\n  a: {do: say "x"}\n', "flow-rules", 5, 11),
    ('actions:\n  a: {do: "f(a, b)"}\n', "flow-rules", 5, 11),
    ("actions:\n  a: {do: f(a)[1]}\n", "flow-rules", 5, 15),
    ("values:\n  a() -> [K]: [x for x in y]\n", "flow-rules", 5, 15),
    ("values:\n  a() -> int: {base: [x for x in y]}\n", "flow-rules", 5, 22),
    ("actions:\n  a:\n    with:\n      b: [x for x in y]\n    do: c(b)\n", "flow-rules", 7, 10),
    ("effects:\n  a: {}()\n", "yaml-syntax", 5, 8),
    ("abuot: a\n", "unknown-key", 4, 1),
    ("actions:\n  a:\n    do: nothing\n    whne: b\n", "unknown-key", 7, 5),
    ("actions:\n  a:\n    od: nothing\n", "unknown-key", 6, 5),
    ("actions:\n  a:\n    when: b\n", "missing-key", 5, 3),
    ("end:\n  - as: done\n", "missing-key", 5, 5),
    ("rulings:\n  a: {question: b, because: c}\n", "missing-key", 5, 3),
    ("state: [a]\n", "wrong-shape", 4, 8),
    ("state: 5\n", "wrong-shape", 4, 8),
    ("state:\n", "wrong-shape", 4, 1),
    ("end:\n  when: a\n", "wrong-shape", 5, 3),
    ("about: true\n", "wrong-shape", 4, 8),
    ("phases:\n  a: {steps: [{b: {when: c}, d: {when: e}}]}\n", "wrong-shape", 5, 15),
    ("phases:\n  a: {until: pas}\n", "wrong-shape", 5, 14),
    ("boards:\n  a: {kind: square, size: 3}\n", "wrong-shape", 5, 27),
    ("boards:\n  a: {kind: square, size: 3 by 3}\n", "wrong-shape", 5, 27),
    ("? [a]\n: b\n", "wrong-shape", 4, 3),
    ("types:\n  A: []\n", "wrong-shape", 5, 6),
    ("tables:\n  a: {roll: d6, rows: {}}\n", "wrong-shape", 5, 23),
    ("state:\n  a-b: int\n", "bad-name", 5, 3),
    ("state:\n  2b: int\n", "bad-name", 5, 3),
    ("state:\n  not: bool\n", "bad-name", 5, 3),
    ("state:\n  '': bool\n", "bad-name", 5, 3),
    ('state:\n  "a\\n": bool\n', "bad-name", 5, 3),
    ("effects:\n  my effect(K a): nothing\n", "bad-name", 5, 3),
    ("effects:\n  all(K a): nothing\n", "bad-name", 5, 3),
    ("types:\n  A: [one, 2nd]\n", "bad-name", 5, 12),
    ("include: none.yaml\n", "include-missing", 4, 10),
    ("include: ['']\n", "include-missing", 4, 11),
    ("include: .\n", "include-missing", 4, 10),
    ("include: /etc/passwd\n", "include-outside", 4, 10),
    ("include: ../x.yaml\n", "include-outside", 4, 10),
    ("include: 'C:\\x.yaml'\n", "include-outside", 4, 10),
]
RIGHT = [
    "about: 'one: two'\n",
    "about: |\n  one: two #3 *x &y !z @ ` % \ttab\n",
    "state: {one: bool, y: int, x: int}\n",
    "options:\n  a: {default: off, is: Switch}\ntypes:\n  Switch: [on, off]\n",
    "cite: 5\n",
    'cite: "5.10"\n',
    "effects:\n  a(): say \"it's n#1 of 2\"\n",
    "values:\n  a() -> int: b + c  # a comment\n",
    "values:\n  a() -> int: >\n    b +\n    c\n",
    "actions:\n  a: {do: f(x), when: ready(me.hand)}\n",
    "actions:\n  a: {do: 'f(x)'}\n",
    "phases:\n  a: {each: {me: players, turn: 1..12}, steps: [b(c)]}\n",
    "components:\n  K: {has: {cf: int per side, b: bool = false}, pieces: [{count: 2, cf: [3, 2], note: 'a, b'}]}\n",
    "end: []\n",
    "state:\n  a: 1..8 = 8\n  b: {is: int = 0, per: [Player, Area]}\n",
    "boards:\n  a: {kind: graph, regions: {b: , c: {d: 1}}, links: [b - c, {from: b, to: c, cost: 2}]}\n",
    "tables:\n  a:\n    key: A\n    columns: {b: int}\n    rows: {..4: [1], 5..6: [2], c: 3}\n",
]  # fmt: skip


def _problems(text: str, path: Path) -> list[Diagnostic]:
    problems = Problems()
    load_document(path, problems, text=text)
    return problems.sorted()


@pytest.mark.parametrize(("text", "code", "line", "column"), WRONG)
def test_one_mistake_is_one_problem_at_its_place(text: str, code: str, line: int, column: int, tmp_path: Path) -> None:
    found = _problems(HEAD + text, tmp_path / "game.yaml")
    assert [one.code for one in found] == [code]
    assert found[0].span.line == line
    if column:
        assert found[0].span.column == column


@pytest.mark.parametrize("text", RIGHT)
def test_what_is_right_is_left_alone(text: str, tmp_path: Path) -> None:
    assert _problems(HEAD + text, tmp_path / "game.yaml") == []


@pytest.mark.parametrize("text", ["", "\n\n", "# only this\n", "---\n"])
def test_an_empty_file_is_told(text: str, tmp_path: Path) -> None:
    assert [one.code for one in _problems(text, tmp_path / "game.yaml")] == ["empty-file"]


def test_what_a_whole_game_needs_is_told_once_each(tmp_path: Path) -> None:
    found = _problems("titel: T\nplayers: 2\n", tmp_path / "game.yaml")
    assert [(one.code, one.help) for one in found] == [
        ("missing-key", "add `rulesdsl:`"),
        ("unknown-key", "did you mean `title`?"),
    ]


def test_a_list_is_no_game(tmp_path: Path) -> None:
    found = _problems("- a\n- b\n", tmp_path / "game.yaml")
    assert [(one.code, one.span.text) for one in found] == [("wrong-shape", "- a")]


HELPS = [
    (
        "actions:\n  a: {when: f(a, b), do: g([x for x in y])}\n",
        "write it as a block:\n  when: f(a, b)\n  do: g([x for x in y])",
    ),
    ("actions:\n  a: {do: say \"x\"}\n", 'write it as a block:\n  do: say "x"'),
    ("values:\n  a(): [x for x in y]\n", "put it in a block:\n  a(): |\n    [x for x in y]"),
    ("about: one: two\n", "put it in a block:\n  about: |\n    one: two"),
    ("state:\n  a-b: int\n", "a name has letters, digits and `_`, and does not start with a digit: `a_b`"),
    ("options:\n  a: {default: no}\n", "write `false`"),
    ("phases:\n  a: {until: pas}\n", "did you mean `pass`?"),
    ("cite: 5.10\n", 'put it in quotes: "5.10"'),
]  # fmt: skip


@pytest.mark.parametrize(("text", "help"), HELPS)
def test_the_help_shows_what_to_write(text: str, help: str, tmp_path: Path) -> None:
    assert [one.help for one in _problems(HEAD + text, tmp_path / "game.yaml")] == [help]


def test_both_places_of_a_key_are_labelled(tmp_path: Path) -> None:
    (found,) = _problems(HEAD + "state:\n  a: int\n  a: bool\n", tmp_path / "game.yaml")
    assert [(one.span.line, one.span.column) for one in found.related] == [(5, 3)]
