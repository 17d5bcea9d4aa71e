"""The table of diagnostic codes: a word, a severity and a title for each.

The long page of a code is a file of the folder ``pages``, read only when asked for.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from importlib import resources
from importlib.resources.abc import Traversable


class Severity(Enum):
    """How bad a problem is: an error stops the game from loading, a warning does not."""

    ERROR = "error"
    WARNING = "warning"


@dataclass(frozen=True, slots=True)
class Code:
    """One kind of problem; ``severity`` is the usual one, a call may differ."""

    name: str
    severity: Severity
    title: str

    @property
    def has_page(self) -> bool:
        """Whether there is an explanation."""
        return self._page().is_file()

    @property
    def page(self) -> str:
        """The explanation in Markdown: meaning, a wrong and a right example."""
        return self._page().read_text(encoding="utf-8")

    def _page(self) -> Traversable:
        return resources.files(__package__).joinpath("pages", f"{self.name}.md")


_E = Severity.ERROR
_W = Severity.WARNING

# One entry a line, grouped by the floor that reports it.
_ENTRIES: tuple[tuple[str, Severity, str], ...] = (
    # source
    ("more-problems", _E, "more problems than are shown"),
    # document
    ("file-missing", _E, "a file cannot be read"),
    ("file-too-large", _E, "a file is larger than 1 MB"),
    ("not-utf8", _E, "a file is not UTF-8 text"),
    ("control-character", _E, "a character that cannot be seen stands in a file"),
    ("empty-file", _E, "a file holds nothing"),
    ("yaml-syntax", _E, "the file is not valid YAML"),
    ("tab-indent", _E, "a tab is used as indentation"),
    ("plain-colon", _E, "a colon and a space inside a plain text"),
    ("plain-comment", _E, "a ` #` cut off a rule text"),
    ("too-deep", _E, "lists and mappings are nested too deeply"),
    ("duplicate-key", _E, "a key is given twice"),
    ("alias", _E, "YAML anchors and aliases are not used"),
    ("yaml-tag", _E, "YAML tags are not used"),
    ("yaml-boolean", _E, "a word that some YAML tools read as true or false"),
    ("yaml-sexagesimal", _W, "a number that some YAML tools read in base sixty"),
    ("yaml-float", _E, "a decimal fraction where a text or a whole number is needed"),
    ("folded-rules", _E, "rule text in a folded block (`>`)"),
    ("flow-rules", _E, "rule text inside `{}` or `[]`"),
    ("unknown-key", _E, "a key that does not exist here"),
    ("missing-key", _E, "a key that is needed is missing"),
    ("wrong-shape", _E, "a value of the wrong kind"),
    ("bad-name", _E, "a name that cannot be used"),
    ("include-missing", _E, "an included file does not exist"),
    ("include-loop", _E, "files include each other"),
    ("include-outside", _E, "an included file is outside the game's folder"),
    # syntax
    ("rule-syntax", _E, "rule text that cannot be read"),
    ("bad-indent", _E, "indentation that fits no line above"),
    ("rule-quotes", _E, "rule text in quotes with escapes"),
    # model
    ("name-clash", _E, "a name is declared twice"),
    ("unknown-type", _E, "a type that is not declared"),
    ("missing-type", _E, "a value that does not say what it gives"),
    ("kind-loop", _E, "a kind extends itself"),
    ("bad-players", _E, "players that cannot be counted"),
    ("bad-span", _E, "a range of numbers that cannot be read"),
    ("bad-limit", _E, "a limit that cannot be read"),
    ("bad-per", _E, "something cannot be counted per this"),
    ("bad-board", _E, "a board that cannot be built"),
    ("bad-face", _E, "a printed face that cannot be read"),
    ("bad-picture", _E, "a picture of a board that cannot be read"),
    ("bad-travel", _E, "a travel that says nobody, from nowhere or to nowhere"),
    ("bad-zone", _E, "a zone that cannot be read"),
    ("bad-seen-by", _E, "readers that cannot be meant"),
    ("bad-shows", _E, "a side shows what it cannot"),
    ("bad-bounds", _E, "bounds that do not fit"),
    ("bad-option", _E, "an option that cannot be read"),
    ("bad-state", _E, "state of a type that state cannot hold"),
    ("bad-change", _E, "a change that cannot be read"),
    ("bad-cost", _E, "a cost that cannot be read"),
    ("bad-phase", _E, "a phase that is put together wrongly"),
    ("wrong-sides", _E, "figures that do not fit the sides"),
    ("bad-module", _E, "a module that cannot be one"),
    ("wrong-row", _E, "a row that does not fit the columns"),
    # check: names and types
    ("unknown-name", _E, "a name that means nothing here"),
    ("unknown-field", _E, "something has no field of this name"),
    ("reserved-name", _E, "a name that is a word of the language"),
    ("shadowed-name", _E, "a local name that has another meaning already"),
    ("not-a-value", _E, "a name that is no value by itself"),
    ("wrong-type", _E, "a value of another type is needed"),
    ("wrong-arguments", _E, "arguments that do not fit"),
    ("wrong-board", _E, "a question that this kind of board has no answer to"),
    ("not-a-condition", _E, "a condition is needed"),
    ("not-a-list", _E, "a list is needed"),
    ("not-constant", _E, "a printed figure that depends on the game"),
    ("not-assignable", _E, "something that cannot be assigned to"),
    ("only-by", _E, "a field that other effects may not change"),
    ("maybe-none", _E, "a value that may be none is used as if it were there"),
    ("never-none", _W, "a question whether something is none that never is"),
    ("never-equal", _E, "a comparison that can never be true"),
    ("compare-none", _E, "none compared with `==`"),
    ("division-by-zero", _E, "a division by zero"),
    ("bad-comprehension", _E, "a way through a list that makes no sense"),
    ("bad-dice", _E, "dice that cannot be rolled"),
    # check: rules
    ("not-pure", _E, "a value that changes, asks or rolls"),
    ("effect-in-expression", _E, "an effect inside an expression"),
    ("unused-value", _E, "a value is worked out and dropped"),
    ("missing-return", _E, "an effect that does not always return its value"),
    ("never-reached", _W, "a statement that is never reached"),
    ("stray-break", _E, "`break` outside a loop"),
    ("endless-repeat", _E, "a loop that never ends"),
    ("match-gap", _E, "a `match` that leaves a member out"),
    ("match-twice", _E, "a `match` with two arms for one value"),
    ("nothing-hidden", _E, "something is revealed that was never hidden"),
    ("no-chooser", _E, "nobody is there to choose"),
    ("not-set", _E, "a variable of a phase outside that phase"),
    ("endless-recursion", _E, "a rule that calls itself with nothing to stop it"),
    ("trigger-loop", _E, "triggers that set each other off"),
    # check: tables, phases, secrets, usage
    ("table-gap", _E, "a result that no row covers"),
    ("table-overlap", _E, "two rows for one result"),
    ("row-never", _W, "a row that can never be rolled"),
    ("missing-row", _E, "a look-up table without a row for a key"),
    ("level-gap", _E, "a score that has no level"),
    ("level-overlap", _E, "a score with two levels"),
    ("phase-loop", _E, "a phase inside itself"),
    ("shared-limit", _W, "a limit that all players share"),
    ("unreached-phase", _E, "a phase that is never played"),
    ("no-end", _E, "a game that cannot end"),
    ("stray-end-phase", _E, "the end of a phase that is not running"),
    ("not-secret", _E, "a simultaneous choice changes what others see"),
    ("hidden-option", _E, "what is offered depends on what its chooser may not see"),
    ("unused", _W, "something is declared and never used"),
)

CODES: dict[str, Code] = {name: Code(name, severity, title) for name, severity, title in _ENTRIES}
