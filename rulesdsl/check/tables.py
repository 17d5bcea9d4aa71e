"""Tables and levels: every result has one row, every key a row, every score a level."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from rulesdsl.check.facts import Facts
from rulesdsl.check.intervals import ALL, Interval, Numbers, add, common, hull, in_words, numbers, without
from rulesdsl.check.ranges import Ranges
from rulesdsl.check.scope import Globals
from rulesdsl.model.frame import ResultDecl
from rulesdsl.model.game import Game, LookupDecl, RuleDecl
from rulesdsl.source.diagnostics import Label, Problems
from rulesdsl.source.suggest import did_you_mean
from rulesdsl.source.text import Span


@dataclass(frozen=True, slots=True)
class _Row:
    span: Span
    name: str
    numbers: Interval


def check_tables(game: Game, facts: Facts, names: Globals, problems: Problems) -> None:
    """Note gaps, overlaps and idle rows of dice tables, missing and unknown rows of look-ups, gaps between levels."""
    ranges = Ranges(game, facts)
    for rule in game.rules.values():
        if rule.how == "table":
            _dice_table(rule, ranges, problems)
    for table in game.lookups.values():
        _Lookup(game, names, problems, table).check()
    for result in game.results:
        _levels(result, ranges, problems)


def _has(problems: Problems, *codes: str) -> bool:
    """Whether a row, a change may be missing only because it could not be read."""
    return any(problem.code in codes for problem in problems)


# --------------------------------------------------------------------- dice tables


def _dice_table(rule: RuleDecl, ranges: Ranges, problems: Problems) -> None:
    if not rule.rows:
        return
    rows = [_Row(row.span, row.span.text, (row.low, row.high)) for row in rule.rows]
    _overlaps(rows, "table-overlap", "result", problems)
    if rule.roll is not None:
        before = ranges.dice(rule.roll)
    else:
        before = ranges.each_of(rule.expr) if rule.expr is not None else (ALL,)
    wanted = ranges.changed(before, rule.changes)
    missing = without(wanted, [row.numbers for row in rows])
    if missing and not _has(problems, "bad-span", "bad-change", "bad-dice", "rule-syntax"):
        what = "dice and changes can give" if rule.roll is not None else "the number can be"
        problems.error(
            "table-gap",
            rule.span,
            f"no row of `{rule.name}` covers {in_words(missing)}",
            notes=[f"{what} {in_words(wanted)}"],
            help=_open_row(missing, rows),
        )
    for row in rows:
        if not any(common(row.numbers, part) for part in wanted):
            verb = "rolled" if rule.roll is not None else "reached"
            problems.warning(
                "row-never",
                row.span,
                f"the row `{row.name}` can never be {verb}",
                notes=[f"the results are {in_words(wanted)}"],
            )


def _open_row(missing: Numbers, rows: Sequence[_Row]) -> str | None:
    """What the outer row would be if it were open."""
    low, high = hull(row.numbers for row in rows)
    if missing[0][0] is None and low is not None:
        return f"an open row `..{low}` takes all below it too"
    if missing[-1][1] is None and high is not None:
        return f"an open row `{high}..` takes all above it too"
    return None


def _any_overlap(rows: Sequence[_Row]) -> bool:
    """Whether two rows share a number: one look at the sorted rows spares comparing each with each."""
    ends = sorted(
        (low if low is not None else -math.inf, high if high is not None else math.inf)
        for low, high in (row.numbers for row in rows)
    )
    return any(after[0] <= before[1] for before, after in pairwise(ends))


def _overlaps(rows: Sequence[_Row], code: str, what: str, problems: Problems) -> None:
    if not _any_overlap(rows):
        return
    for at, row in enumerate(rows):
        for earlier in rows[:at]:
            shared = common(row.numbers, earlier.numbers)
            if shared is not None:
                words = in_words((shared,))
                message = f"a {what} of {words} has two {'rows' if code == 'table-overlap' else 'levels'}"
                related = [Label(earlier.span, f"covers {words}")]
                problems.error(code, row.span, message, label=f"covers {words} too", related=related)
                break


# ------------------------------------------------------------------------ look-ups


class _Lookup:
    def __init__(self, game: Game, names: Globals, problems: Problems, table: LookupDecl) -> None:
        self.game, self.names, self.problems, self.table = game, names, problems, table

    def check(self) -> None:
        key = self.table.key
        if not self.table.rows:
            return
        if key.tag == "int":
            low, high = (int(part) for part in key.name.split(".."))
            self._numbers(low, high)
        elif key.tag == "kind":
            self._kinds(key.name)
        elif key.tag == "enum":
            self._members(list(self.names.enum_members(key)), "member")
        elif key.tag == "player" and self.game.players is not None:
            self._members(list(self.game.players.names), "player")
        elif key.tag == "cell":
            boards = [board for board in self.game.boards.values() if board.cell_type == key.name]
            self._members([cell for board in boards if board.shape is not None for cell in board.shape.names], "cell")

    def _numbers(self, low: int, high: int) -> None:
        given: list[Interval] = []
        for row, span in self.table.row_spans.items():
            number = int(row) if row.removeprefix("-").isdigit() else None
            if number is None or not low <= number <= high:
                self.problems.error("unknown-name", span, f"`{row}` is none of the keys {low}..{high}")
            else:
                given.append((number, number))
        missing = without(((low, high),), given) if low <= high else ()
        if missing:
            self._missing(in_words(missing))

    def _members(self, known: list[str], what: str) -> None:
        self._strangers(known, what)
        missing = [member for member in known if member not in self.table.rows]
        # a misspelt row leaves one member out: that is the same mistake
        strangers = [row for row in self.table.rows if row not in known]
        guessed = {did_you_mean(row, missing) for row in strangers}
        missing = [member for member in missing if member not in guessed]
        if missing:
            self._missing(_listed(missing))

    def _strangers(self, known: list[str], what: str) -> None:
        for row, span in self.table.row_spans.items():
            if row not in known:
                guess = did_you_mean(row, known)
                self.problems.error(
                    "unknown-name", span, f"unknown {what} `{row}`", help=f"did you mean `{guess}`?" if guess else None
                )

    def _kinds(self, name: str) -> None:
        """A row is a kind, or one piece; each piece of the key's kind needs one."""
        kind = self.game.kinds[name]
        below = [other for other in self.game.kinds if self.game.is_below(other, name)]
        pieces = self.game.pieces[kind.low : kind.high]
        self._strangers([*below, *(piece.name for piece in pieces)], "kind")
        missing: list[str] = []
        for piece in pieces:
            chain = [piece.name, *(above.name for above in self.game.kind_chain(piece.kind))]
            if not any(row in self.table.rows for row in chain) and piece.kind not in missing:
                missing.append(piece.kind)
        if missing:
            self._missing(_listed(missing))

    def _missing(self, words: str) -> None:
        if _has(self.problems, "wrong-row", "rule-syntax"):
            return
        self.problems.error("missing-row", self.table.span, f"`{self.table.name}` has no row for {words}")


def _listed(names: Sequence[str]) -> str:
    shown = [f"`{name}`" for name in names[:8]]
    rest = f" and {len(names) - 8} more" if len(names) > 8 else ""
    if rest or len(shown) == 1:
        return ", ".join(shown) + rest
    return ", ".join(shown[:-1]) + f" and {shown[-1]}"


# -------------------------------------------------------------------------- levels


def _levels(result: ResultDecl, ranges: Ranges, problems: Problems) -> None:
    if not result.levels:
        return
    rows = [_Row(level.span, level.name, (level.low, level.high)) for level in result.levels]
    _overlaps(rows, "level-overlap", "score", problems)
    score = _score(result, ranges)
    inner = hull(row.numbers for row in rows)
    missing = without(numbers([score, inner]), [row.numbers for row in rows])
    if missing and not _has(problems, "bad-span"):
        above = _row_above(rows, missing[0])
        problems.error(
            "level-gap",
            above.span,
            f"a score of {in_words(missing)} has no level",
            help="let the outer levels be open (`..n`, `n..`), or move the bounds",
        )
    for row in rows:
        if common(row.numbers, score) is None:
            problems.warning(
                "row-never", row.span, f"no score reaches `{row.name}`", notes=[f"scores are {in_words((score,))}"]
            )


def _score(result: ResultDecl, ranges: Ranges) -> Interval:
    """From the least to the greatest score of anybody."""
    totals: list[Interval] = []
    for score in result.scores:
        total: Interval = (0, 0)
        for _, points, _ in score.lines:
            total = add(total, ranges.of(points))
        totals.append(total)
    return hull(totals)


def _row_above(rows: Sequence[_Row], gap: Interval) -> _Row:
    """The row next above a gap, else the highest row."""

    def low(row: _Row) -> float:
        return float("-inf") if row.numbers[0] is None else row.numbers[0]

    each = sorted(rows, key=low)
    after = [row for row in each if gap[1] is not None and low(row) > gap[1]]
    return after[0] if after else each[-1]
