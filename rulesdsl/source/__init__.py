"""Text and talk: files, places in them, problems and how they are shown.

``text`` Source and Span · ``codes`` the table of diagnostic codes · ``diagnostics`` problems as
values · ``suggest`` "did you mean" · ``render`` for people · ``machine`` JSON, SARIF ·
``resources`` files that ship with the package. Imports nothing of the house.
"""

from rulesdsl.source.codes import CODES, Code
from rulesdsl.source.diagnostics import Diagnostic, Label, Problems, RuleErrors, Severity
from rulesdsl.source.machine import render_json, render_sarif
from rulesdsl.source.render import render_concise, render_text
from rulesdsl.source.suggest import did_you_mean
from rulesdsl.source.text import Source, Span

__all__ = [
    "CODES",
    "Code",
    "Diagnostic",
    "Label",
    "Problems",
    "RuleErrors",
    "Severity",
    "Source",
    "Span",
    "did_you_mean",
    "render_concise",
    "render_json",
    "render_sarif",
    "render_text",
]
