"""Show problems to machines: JSON lines, and SARIF for code hosts."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from rulesdsl.source.codes import CODES
from rulesdsl.source.diagnostics import Diagnostic
from rulesdsl.source.text import Span

_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


def render_json(problems: Iterable[Diagnostic]) -> str:
    """One JSON object a line for each problem; lines and columns count from 1, the end is exclusive."""
    return "".join(f"{json.dumps(_plain(found), ensure_ascii=False)}\n" for found in problems)


def _plain(found: Diagnostic) -> dict[str, Any]:
    return {
        "code": found.code,
        "severity": found.severity.value,
        "message": found.message,
        **_place(found.span),
        "label": found.label,
        "notes": list(found.notes),
        "help": found.help,
        "related": [{**_place(label.span), "text": label.text} for label in found.related],
    }


def _place(span: Span) -> dict[str, Any]:
    line, column = span.source.line_column(span.start)
    end_line, end_column = span.source.line_column(span.end)
    place = {"file": span.source.path, "line": line, "column": column}
    return {**place, "end_line": end_line, "end_column": end_column}


def render_sarif(problems: Iterable[Diagnostic], version: str = "") -> str:
    """All problems as one SARIF 2.1.0 log; ``version`` is that of the tool."""
    each = list(problems)
    driver: dict[str, Any] = {"name": "rulesdsl", "rules": _rules(each)}
    if version:
        driver["version"] = version
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "results": [_result(found) for found in each],
    }
    log = {"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}
    return json.dumps(log, ensure_ascii=False, indent=2) + "\n"


def _rules(problems: list[Diagnostic]) -> list[dict[str, Any]]:
    names = sorted({found.code for found in problems})
    return [{"id": name, "shortDescription": {"text": CODES[name].title}} for name in names]


def _result(found: Diagnostic) -> dict[str, Any]:
    parts = [found.message, *found.notes, *([f"help: {found.help}"] if found.help else [])]
    result = {
        "ruleId": found.code,
        "level": found.severity.value,
        "message": {"text": "\n".join(parts)},
        "locations": [_location(found.span)],
    }
    if found.related:
        result["relatedLocations"] = [
            {**_location(label.span), "message": {"text": label.text}} for label in found.related
        ]
    return result


def _location(span: Span) -> dict[str, Any]:
    place = _place(span)
    region = {
        "startLine": place["line"],
        "startColumn": place["column"],
        "endLine": place["end_line"],
        "endColumn": place["end_column"],
    }
    return {"physicalLocation": {"artifactLocation": {"uri": _uri(span.source.path)}, "region": region}}


def _uri(path: str) -> str:
    from urllib.parse import quote  # only SARIF needs it, and starting up should stay quick

    return quote(path.replace("\\", "/"))
