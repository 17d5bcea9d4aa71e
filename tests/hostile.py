"""Files that mean harm, or that somebody's slip made: what each holds, and the problems that it must lead to.

`CASES` maps a name to a function that writes the file (and what it needs) into a folder, and to the problems expected:
code, line, column. Lines and columns are those of the file called `game.yaml`.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

Place = tuple[str, int, int]

ANY = 0
"""A column that depends on the YAML parser at work, or that says nothing: the line is enough."""

Write = Callable[[Path], None]

MANY = 5_000
HEAD = "rulesdsl: 1\ntitle: Tea House\nplayers: 2\n"
PLAY = 'phases:\n  day:\n    do: say "dawn"\n'
STATE = "state:\n  cups: int = 0\n  warm: bool = false\n"

SOLO = "rulesdsl: 1\ntitle: Tea House\nplayers: "
TABLE = "tables:\n  t() -> int:\n    roll: d6\n"
USE = 'phases:\n  day:\n    do: |\n      let a = t()\n      say "{a}"\n'
OFFER = 'phases:\n  day:\n    player: player_1\n    offer: [a]\nactions:\n  a:\n    do: say "dawn"\n'

CASES: dict[str, tuple[Write, list[Place]]] = {}


def case(name: str, content: str | bytes, *places: Place) -> None:
    """A case of one file."""
    data = content.encode() if isinstance(content, str) else content

    def write(folder: Path) -> None:
        (folder / "game.yaml").write_bytes(data)

    assert name not in CASES
    CASES[name] = write, list(places)


def folder_case(name: str, write: Write, *places: Place) -> None:
    """A case that needs more than one file."""
    assert name not in CASES
    CASES[name] = write, list(places)


def play(text: str) -> str:
    """The only phase, with rule text."""
    return "phases:\n  day:\n    do: |\n" + "".join(f"      {line}\n" for line in text.split("\n"))


def names(letter: str) -> str:
    """A list of many names."""
    return ", ".join(f"{letter}{n}" for n in range(MANY))


def graph(regions: str, links: list[str]) -> str:
    """A game with a board; its first link stands in line 9, column 9."""
    lines = "".join(f"      - {link}\n" for link in links)
    return HEAD + f"boards:\n  sea:\n    kind: graph\n    regions: [{regions}]\n    links:\n{lines}"


def phases(length: int) -> str:
    """Phases of which each is the only step of the one before."""
    chain = "".join(f"  p{n}: {{steps: [p{n + 1}]}}\n" for n in range(length))
    return HEAD + f"phases:\n{chain}  p{length}: {{do: nothing}}\n"


def kinds(length: int) -> str:
    """Kinds of which each extends the one before."""
    chain = "".join(f"  K{n + 1}: {{extends: K{n}, pieces: [{{count: 1}}]}}\n" for n in range(length))
    return HEAD + f"components:\n  K0: {{}}\n{chain}" + play(f'say "{{count(all K{length})}}"')


def effects(length: int) -> str:
    """Effects of which each calls the next one."""
    chain = "".join(f"  e{n}(): e{n + 1}()\n" for n in range(length))
    return HEAD + f'effects:\n{chain}  e{length}(): say "dawn"\n' + play("e0()")


def rules(text: str) -> str:
    """A game with rule text, which starts in line 10, column 7."""
    return HEAD + STATE + play(text) + "end:\n  - when: warm and cups > 99\n"


# ---------------------------------------------------------------- YAML

case("tab", HEAD + "phases:\n\tday: x\n", ("tab-indent", 5, 1))
case("block ends too early", rules('say "a"\n  say "b"').replace("        say", "   say"), ("yaml-syntax", 11, 4))
case("colon in a plain text", HEAD + "about: a: b\n" + PLAY, ("plain-colon", 4, 9))
case("key twice", HEAD + "title: again\n" + PLAY, ("duplicate-key", 4, 1))
case(
    "words of YAML 1.1",
    HEAD + "options:\n  on:\n    default: no\n    about: 1:30\n" + PLAY,
    ("yaml-boolean", 5, 3),
    ("yaml-boolean", 6, 14),
    ("yaml-sexagesimal", 7, 12),
)
case(
    "alias bomb",
    HEAD
    + "about:\n  - &a [x, x]\n"
    + "".join(f"  - &{b} [*{a}, *{a}]\n" for a, b in zip("abcdefgh", "bcdefghi", strict=True)),
    *[("alias", 5 + n, 5) for n in range(9)],
    *[("alias", 6 + n, column) for n in range(8) for column in (9, 13)],
)
case("ten megabytes", HEAD + "about: " + "x" * 10_000_000, ("file-too-large", 1, 1))
case("one byte of another encoding", HEAD.encode() + b"about: \xff\n", ("not-utf8", 4, 8))
case("UTF-16", HEAD.encode("utf-16"), ("not-utf8", 1, 1))
case("a NUL", HEAD + "about: a\0b\n" + PLAY, ("control-character", 4, 9))
case("only NULs", b"\0" * 10_000, ("control-character", 1, 1))
case("brackets", HEAD + "about: " + "[" * 2_000 + "]" * 2_000 + "\n", ("too-deep", 4, ANY))
case("open brackets", HEAD + "about: " + "[" * 2_000 + "\n", ("too-deep", 4, ANY))
case("mappings", HEAD + "about: " + "{a: " * 2_000 + "b" + "}" * 2_000 + "\n", ("too-deep", 4, 260))
case("dashes", HEAD + "about:\n  " + "- " * 2_000 + "x\n", ("too-deep", 5, 129))
case("question marks", HEAD + "? " * 2_000 + "x\n", ("too-deep", 4, 129))
case("nothing", "", ("empty-file", 1, 1))
case("only a comment", "# nothing\n", ("empty-file", 1, 1))
case("only a dash line", "---\n", ("empty-file", 1, 1))
case("a list", "- rulesdsl: 1\n- title: x\n", ("wrong-shape", 1, 1))
case("a text", "hello\n", ("wrong-shape", 1, 1))
case(
    "a python object",
    HEAD + 'about: !!python/object/apply:os.system ["true"]\n' + PLAY,
    ("yaml-tag", 4, 8),
    ("wrong-shape", 4, 8),
)
case(
    "a name of 100,000 letters", HEAD + "state: {" + "a" * 100_000 + ": int = 0}\n" + PLAY, ("yaml-syntax", 4, 100_009)
)
case(
    "names in other scripts",
    HEAD + "state: {größe: int = 0, 大: int = 0}\n" + PLAY,
    ("bad-name", 4, 9),
    ("bad-name", 4, 25),
)

# ---------------------------------------------------------------- rule text

case("brackets in rule text", rules("cups = " + "(" * 2_000 + "1" + ")" * 2_000), ("too-deep", 10, 78))
case("open brackets in rule text", rules("cups = " + "[" * 2_000), ("too-deep", 10, 78))
case("powers", rules("cups = 9 ** 9 ** 9"), ("rule-syntax", 10, 17))
case("not 400 times", rules("warm = " + "not " * 400 + "warm"), ("too-deep", 10, ANY))
case("not 100,000 times", rules("warm = " + "not " * 100_000 + "warm"), ("too-deep", 10, ANY))
case("a sum of 5,000", rules("cups = " + " + ".join("1" * 5_000)), ("too-deep", 10, ANY))
case("a megabyte of rule text", rules("cups += 1\n" * 60_000), ("too-deep", 10, ANY))
case("300 blocks", rules("\n".join("  " * n + "if warm:" for n in range(300))), ("too-deep", 75, 137))
case("1,000 elifs", rules("if warm: cups = 1\n" + "\n".join(["elif warm: cups = 2"] * 1_000)), ("too-deep", 110, 7))
case(
    "broken parts of texts",
    rules('say "{"\nsay "{cups"\nsay "}"\nsay "{}"\nsay "{cups +}"\nsay "{{cups}}"\nsay "{"cups"}"'),
    ("rule-syntax", 16, 14),
)
case("letters of other scripts in rule text", rules("größe = 1"), ("rule-syntax", 10, 9))

# ---------------------------------------------------------------- numbers

case("a number of 5,000 digits", rules("cups = " + "9" * 5_000), ("bad-bounds", 10, 14))
case("a die of 5,000 digits", rules("let a = roll d" + "9" * 5_000 + '\nsay "{a}"'), ("bad-bounds", 10, 20))
case("5,000 digits of players", SOLO + "9" * 5_000 + "\n" + PLAY, ("bad-players", 3, 10))
case(
    "900 digits of a row",
    HEAD + TABLE + "    rows:\n      ..3: 1\n      " + "9" * 900 + "..: 2\n" + USE,
    ("bad-span", 9, 7),
)
case("5,000 digits of a limit", HEAD + OFFER + "    limit: " + "9" * 5_000 + " times per day\n", ("bad-limit", 11, 12))
case(
    "a limit of 100,000 spaces",
    HEAD + OFFER + '    limit: "once' + " " * 100_000 + 'per day!"\n',
    ("bad-limit", 11, 12),
)
case("a row of 900 spaces", HEAD + TABLE + '    rows:\n      "3' + " " * 900 + 'x": 1\n' + USE, ("bad-span", 8, 7))
case("a link of 100,000 spaces", graph("a, b", ['"a' + " " * 100_000 + 'b"']) + PLAY, ("bad-board", 9, 9))
case("a cost of 100,000 spaces", HEAD + OFFER + '    pays: "coin' + " " * 100_000 + '!"\n', ("bad-cost", 11, 11))
case("999 players", SOLO + "999\n" + PLAY, ("bad-players", 3, 10))
case("a million million players", SOLO + "1..1000000000000\n" + PLAY, ("bad-players", 3, 10))
case(
    "64 roles of 64 players",
    SOLO + "{" + ", ".join(f"r{n}: 64" for n in range(64)) + "}\n" + PLAY,
    ("bad-players", 3, 10),
)
case("a board of 10^8 cells", HEAD + "boards: {sea: {kind: square, size: 9999x9999}}\n" + PLAY, ("bad-board", 4, 36))
case(
    "a board of 10^9 cells", HEAD + "boards: {sea: {kind: square, size: 100000x10000}}\n" + PLAY, ("wrong-shape", 4, 36)
)
case(
    "a track of 10^9 spaces", HEAD + "boards: {sea: {kind: track, spaces: 0..999999999}}\n" + PLAY, ("bad-board", 4, 37)
)
case(
    "99,999,999 pieces",
    HEAD + "components: {Cup: {pieces: [{count: 99999999}]}}\n" + play('say "{count(all Cup)}"'),
    ("bad-bounds", 4, 37),
)
case(
    "100 times 100,000 pieces",
    HEAD + "components:\n  Cup:\n    pieces:\n" + "      - count: 100000\n" * 100 + PLAY,
    *[("bad-bounds", 8 + n, 16) for n in range(99)],
)
case(
    "a key of 10^9 numbers",
    HEAD + "tables:\n  t: {key: 0..999999999, value: int, rows: {1: 1}}\n" + play('say "{t[1]}"'),
    ("missing-row", 5, 3),
)
case(
    "dice of 10^9 results",
    HEAD
    + "tables:\n  t() -> int:\n    roll: 999999 d1000\n    rows: {..1000000: 1, 1000002..: 2}\n"
    + play('let a = t()\nsay "{a}"'),
    ("table-gap", 5, 3),
)
case(
    "ranges of 10^9 numbers",
    HEAD
    + "state: {a: 0..999999999 = 3}\nphases:\n  day:\n    each: {n: 0..999999999}\n    do: |\n"
    + "      for i in 0..999999999:\n        a = i + n\n      let b = choose 0..999999999 by player_1\n"
    + '      say "{b} {count(0..999999999)} {a}"\n',
)

# ---------------------------------------------------------------- chains and rings

case("endless phases", HEAD + "phases:\n  a: {steps: [b]}\n  b: {steps: [a]}\n", ("phase-loop", 6, 15))
case(
    "a kind that extends itself",
    HEAD + "components: {Cup: {extends: Cup}}\n" + play('say "{count(all Cup)}"'),
    ("kind-loop", 4, 29),
)
case(
    "types that are each other",
    HEAD + "types: {Cup: Cup or Mug, Mug: Cup or Mug}\n" + PLAY,
    *[("unknown-type", 4, column) for column in (14, 21, 31, 38)],
)
case(
    "values that ask each other",
    HEAD + "values:\n  a() -> int: b()\n  b() -> int: a()\n" + play('say "{a()}"'),
    ("endless-recursion", 5, 15),
)
case(
    "an order that is itself",
    HEAD + "orders:\n  a(Player p): highest a(p)\n" + play('say "{first(p for p in players by a(p))}"'),
    ("endless-recursion", 5, 24),
)
case("a first value that is itself", HEAD + "state: {a: int = a}\n" + play("a += 1"), ("not-constant", 4, 18))
case(
    "a piece that waits in itself",
    HEAD + "components: {Cup: {in: cup, pieces: [{count: 1}]}}\n" + play('say "{count(all Cup)}"'),
    ("unknown-name", 4, 24),
)
case("60 phases in a chain", phases(60))
case("300 phases in a chain", phases(300), ("bad-phase", 69, 3))
case("3,000 phases in a chain", phases(3_000), ("bad-phase", 69, 3))
case("60 kinds in a chain", kinds(60))
case("300 kinds in a chain", kinds(300), ("too-deep", 69, 18))
case("3,000 kinds in a chain", kinds(3_000), ("too-deep", 69, 18))
case("60 effects in a chain", effects(60))
case("300 effects in a chain", effects(300), ("too-deep", 68, 10))
case("3,000 effects in a chain", effects(3_000), ("too-deep", 68, 10))

# ---------------------------------------------------------------- many

case(
    "5,000 actions",
    HEAD
    + f"phases:\n  day:\n    player: player_1\n    offer: [{names('a')}]\nactions:\n"
    + "".join(f"  a{n}: {{do: nothing}}\n" for n in range(MANY)),
)
case(
    "5,000 values of state",
    HEAD
    + "state:\n"
    + "".join(f"  s{n}: int = {n}\n" for n in range(MANY))
    + play("\n".join(f"s{n} += s{(n + 1) % MANY}" for n in range(MANY))),
)
case(
    "5,000 unknown names",
    rules("\n".join(f"cups += cup{n}" for n in range(MANY))),
    *[("unknown-name", 10 + n, 15) for n in range(100)],
    ("more-problems", 109, 15),
)
case("5,000 members", HEAD + f"types: {{M: [{names('m')}]}}\nstate: {{m: M = m3}}\n" + play('m = m4999\nsay "{m}"'))
case(
    "5,000 kinds of pieces",
    HEAD
    + "components:\n  Cup:\n    pieces:\n"
    + "".join(f"      - name: Cup {n}\n" for n in range(MANY))
    + play('say "{count(all Cup)}"'),
)
case(
    "5,000 regions in a row",
    graph(names("r"), [f"r{n} - r{n + 1}" for n in range(MANY - 1)]) + play('say "{distance(sea.r0, sea.r4999)}"'),
)
case("5,000 steps", HEAD + f'phases:\n  day:\n    steps: [{", ".join(["dawn"] * MANY)}]\n  dawn:\n    do: say "dawn"\n')
case(
    "5,000 rows",
    HEAD
    + "tables:\n  t(int n) -> int:\n    on: n\n    rows:\n      ..-1: 0\n      5000..: 0\n"
    + "".join(f"      {n}: {n}\n" for n in range(MANY))
    + play('let a = t(count(players))\nsay "{a}"'),
)
case(
    "5,000 triggers",
    HEAD
    + "components: {Cup: {pieces: [{count: 1}]}}\nzones: {shelf: pile of Cup, sink: pile of Cup}\ntriggers:\n"
    + "".join(f"  t{n}: {{after: Cup c enters shelf, do: nothing}}\n" for n in range(MANY))
    + play("move cup to sink\nmove cup to shelf"),
)

# ---------------------------------------------------------------- several files


def files(**contents: str) -> Write:
    """Write files; `sub__cups` is `cups.yaml` in the folder `sub`."""

    def write(folder: Path) -> None:
        for name, content in contents.items():
            path = folder / (name.replace("__", "/") + ".yaml")
            path.parent.mkdir(exist_ok=True)
            path.write_text(content, encoding="utf-8")

    return write


def linked(folder: Path) -> None:
    """A file that leads out of the folder by a symbolic link."""
    (folder / "game.yaml").write_text(including("cups.yaml"), encoding="utf-8")
    (folder.parent / "outside.yaml").write_text(CUPS, encoding="utf-8")
    (folder / "cups.yaml").symlink_to("../outside.yaml")


def ring_of_links(folder: Path) -> None:
    """Two symbolic links that lead to each other."""
    (folder / "game.yaml").write_text(including("cups.yaml"), encoding="utf-8")
    (folder / "cups.yaml").symlink_to("mugs.yaml")
    (folder / "mugs.yaml").symlink_to("cups.yaml")


def pipe(folder: Path) -> None:
    """A pipe that nobody writes to: reading it would wait for ever."""
    (folder / "game.yaml").write_text(including("cups.yaml"), encoding="utf-8")
    os.mkfifo(folder / "cups.yaml")


def including(path: str) -> str:
    """A game that includes another file, in line 4, column 10."""
    return HEAD + f"include: {path}\n" + PLAY


CUPS = "state: {cups: int = 0}\n"

folder_case("a file that includes itself", files(game=including("game.yaml")), ("include-loop", 4, 10))
folder_case("a ring of two files", files(game=including("a.yaml"), a="include: game.yaml\n"), ("include-loop", 1, 10))
folder_case("the folder above", files(game=including("../a.yaml")), ("include-outside", 4, 10))
folder_case("the folder above in the end", files(game=including("b/../../a.yaml")), ("include-outside", 4, 10))
folder_case("an absolute path", files(game=including("/etc/passwd")), ("include-outside", 4, 10))
folder_case("a device", files(game=including("/dev/zero")), ("include-outside", 4, 10))
folder_case("a link that leads outside", linked, ("include-outside", 4, 10))
folder_case("links that lead to each other", ring_of_links, ("include-missing", 4, 10))
folder_case("a directory", files(game=including("sub"), sub__cups=CUPS), ("include-missing", 4, 10))
folder_case("this directory", files(game=including(".")), ("include-missing", 4, 10))
folder_case("a pipe", pipe, ("include-missing", 4, 10))
folder_case("a file that is not there", files(game=including("cups.yaml")), ("include-missing", 4, 10))
folder_case(
    "a path with a NUL", files(game=including('"a\\0b"')), ("include-missing", 4, 10), ("control-character", 4, 10)
)
folder_case("a path of 5,000 letters", files(game=including("a" * 5_000)), ("include-missing", 4, 10))
folder_case(
    "a chain of 100 files",
    files(game=including("f0.yaml"), **{f"f{n}": f"include: f{n + 1}.yaml\n" for n in range(100)}),
    ("too-deep", 1, 10),
)
