"""Write the pages of the reference that are lists: built-ins, codes and schemas in, Markdown out.

`python -m rulesdsl.tools.reference [FOLDER]` writes them into a folder, `docs/reference` if none is named.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from rulesdsl.library.builtins import BUILTINS, COMPREHENSIONS, CONSTANTS, Builtin
from rulesdsl.library.shapes import COMPASS
from rulesdsl.source.codes import CODES
from rulesdsl.source.resources import resource

_HERE = "Written by `python -m rulesdsl.tools.reference`; changes belong into the source.\n"
_PAGES_OF_CODES = "../../rulesdsl/source/pages"
_FOR_PEOPLE = ("title", "about", "cite", "figures")
_OF_LISTS = {"list": "[x for x in xs]", "sort": "sort(x for x in xs by lowest x)", "rank": "rank(x for x in xs by x)"}


def pages() -> dict[str, str]:
    """Every page by its file's name."""
    return {"builtins.md": builtins(), "diagnostics.md": diagnostics(), "sections.md": sections()}


def write(folder: Path) -> list[Path]:
    """Write all pages into a folder and return their paths. Raises OSError."""
    written = []
    for name, text in pages().items():
        path = folder / name
        path.write_text(text, encoding="utf-8", newline="\n")
        written.append(path)
    return written


# ----------------------------------------------------------------------- built-ins


def builtins() -> str:
    """The page of functions, words for lists, and constants."""
    lines = ["# Built-ins", "", _HERE, "## Functions", ""]
    lines += ["| function | gives | what | on |", "|---|---|---|---|"]
    lines += [_function(one) for one in BUILTINS.values()]
    lines += ["", "`T` is any type, the same throughout a line. `optional` ones are `none` where there is nothing.", ""]
    lines += ["## Through lists", "", "| form | what |", "|---|---|"]
    lines += [f"| `{_OF_LISTS.get(name, f'{name}(x for x in xs)')}` | {doc} |" for name, doc in COMPREHENSIONS.items()]
    lines += ["", "## Names that always mean the same", "", "| name | what |", "|---|---|"]
    lines += [f"| `{name}` | {doc} |" for name, doc in CONSTANTS.items()]
    directions = " ".join(f"`{one}`" for one in COMPASS)
    lines += ["", f"Directions: {directions}; hexes know six of them.", ""]
    return "\n".join(lines)


def _function(one: Builtin) -> str:
    params = ", ".join(one.params)
    boards = ", ".join(one.boards) if one.boards else "any board" if "cell" in one.params else ""
    return f"| `{one.name}({params})` | `{one.returns}` | {one.doc} `{one.example}` | {boards} |"


# --------------------------------------------------------------------- diagnostics


def diagnostics() -> str:
    """The page of codes, each with a link to its own page."""
    lines = ["# Diagnostics", "", _HERE, f"There are {len(CODES)}. An error keeps a game from being loaded, a warning"]
    lines += ["does not. `rulesdsl explain CODE` prints the page of a code.", ""]
    lines += ["| code | severity | what |", "|---|---|---|"]
    for name, code in sorted(CODES.items()):
        shown = f"[`{name}`]({_PAGES_OF_CODES}/{name}.md)" if code.has_page else f"`{name}`"
        lines.append(f"| {shown} | {code.severity.value} | {code.title} |")
    return "\n".join([*lines, ""])


# ------------------------------------------------------------------------ sections


def sections() -> str:
    """The page of all keys, from the JSON Schemas of games and cases."""
    common = ", ".join(f"`{key}`" for key in _FOR_PEOPLE)
    lines = [
        "# Sections and keys",
        "",
        _HERE,
        f"Keys that must be there are bold. What is for people ({common}) is left out in all but the first table.",
        "",
    ]
    for name, title in (("game", "A game"), ("case", "A case")):
        schema = json.loads(resource("schemas", f"{name}.schema.json").read_text(encoding="utf-8"))
        lines += _Schema(schema, name).lines(title)
    return "\n".join(lines)


class _Schema:
    """One schema, and the headings that its definitions get."""

    def __init__(self, schema: dict[str, Any], prefix: str) -> None:
        self.schema, self.prefix = schema, prefix
        self.definitions: dict[str, Any] = schema["$defs"]

    def lines(self, title: str) -> Iterator[str]:
        yield from (f"## {title}", "", self.schema["description"], "")
        yield from self.table(self.schema, set(self.schema.get("x-needed", ())))
        for name, definition in self.definitions.items():
            whole = _with_keys(definition)
            if whole is not None:
                yield from (f"### {self.heading(name)}", "")
                yield from self.table(whole, set(whole.get("required", ())))

    def heading(self, definition: str) -> str:
        words = definition.removesuffix("_def").removesuffix("_entry").replace("_", " ")
        return f"{self.prefix}: {words}"

    def table(self, whole: dict[str, Any], needed: set[str]) -> Iterator[str]:
        yield from ("| key | what | value |", "|---|---|---|")
        for key, about in whole["properties"].items():
            if key in _FOR_PEOPLE and whole is not self.schema:
                continue
            name = f"**`{key}`**" if key in needed or key in whole.get("required", ()) else f"`{key}`"
            yield f"| {name} | {about.get('description', '')} | {self.value(about)} |"
        yield ""

    def value(self, about: Any) -> str:
        """What can stand after a key, in words and links."""
        if "enum" in about:
            return ", ".join(f"`{one}`" for one in about["enum"])
        if "$ref" in about:
            return self.reference(about["$ref"].removeprefix("#/$defs/"))
        if "anyOf" in about:
            return " or ".join(dict.fromkeys(self.value(one) for one in about["anyOf"]))
        if about.get("type") == "array":
            return f"a list: {self.value(about['items'])}"
        if about.get("type") == "object":
            return self.entries(about)
        return str(about.get("x-says", about.get("type", ""))).replace("string", "text").replace("boolean", "flag")

    def entries(self, about: Any) -> str:
        inner = about.get("additionalProperties")
        if "properties" in about:
            return "with " + ", ".join(f"`{key}`" for key in about["properties"])
        return f"names, each with {self.value(inner)}" if isinstance(inner, dict) else "a mapping"

    def reference(self, name: str) -> str:
        definition = self.definitions[name]
        if _with_keys(definition) is not None:
            heading = self.heading(name)
            anchor = heading.lower().replace(":", "").replace(" ", "-")
            short = [self.value(one) for one in definition.get("anyOf", ()) if "$ref" in one]
            return " or ".join([*short, f"[{heading.split(': ')[1]}](#{anchor})"])
        if "x-says" in definition:
            return str(definition["x-says"])
        return self.value(definition)


def _with_keys(definition: Any) -> dict[str, Any] | None:
    """The form of a definition that has keys of its own, if there is one."""
    for form in (definition, *definition.get("anyOf", ())):
        if "properties" in form:
            found: dict[str, Any] = form
            return found
    return None


if __name__ == "__main__":
    for made in write(Path(sys.argv[1] if len(sys.argv) > 1 else "docs/reference")):
        print(made)
