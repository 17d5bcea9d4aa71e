"""Rows of tables, and what Python answers about boards."""

from __future__ import annotations

import ast
from abc import abstractmethod
from collections.abc import Sequence
from typing import Any

from rulesdsl.native.base import Base
from rulesdsl.native.parts import C, kind_of
from rulesdsl.native.spans import of
from rulesdsl.native.tables import table
from rulesdsl.native.types import INT, LIST, NONE, Refused, Type, join

_GAP: Any = object()


class Lookups(Base):
    """What is looked up in the game's tables."""

    @abstractmethod
    def expr(self, node: ast.expr) -> C: ...

    def table_of(self, name: str) -> C:
        """A table of the game. Raises Refused."""
        value = self.unit.data["constants"][name]
        if not isinstance(value, tuple):
            self.refuse(f"table `{name}`, which is a {type(value).__name__}")
        try:
            kind = kind_of(value)
            return C(table(self.unit, name, value), kind, steady=True, size=len(value), span=of(value))
        except Refused as refused:
            self.refuse(f"table `{name}`: {refused.what}")

    def _pair_answered(self, name: str, one: ast.expr, other: ast.expr) -> C:
        """A table about two cells that fills itself: `distances[a][b]`."""
        parts = [self.as_number(self.expr(one), one), self.as_number(self.expr(other), other)]
        question, _ = self.unit.data["answers"][name]
        return self.answered(self.unit.question("", name), parts, question != "between")

    def answered(self, number: int, parts: Sequence[C], is_number: bool) -> C:
        """What Python says to a question."""
        self.unit.features.add("asked")
        before, texts, calm = self.in_turn(parts)
        given = ", ".join([str(number), *texts, *["0"] * (3 - len(texts))])
        text = self.together(before, f"asked{'' if is_number else '_list'}({given})")
        return C(text, INT if is_number else LIST, calm, all(x.steady for x in parts), is_number)

    def looked_up(self, name: str, key: ast.expr, otherwise: C | None) -> C:
        """A row of a table with numbers or pairs of numbers for its rows; `otherwise` where there is none."""
        rows: dict[Any, Any] = self.unit.data["constants"][name]
        if rows and all(type(k) is int for k in rows):
            index = self.as_number(self.expr(key), key)
            low, count = min(rows), max(rows) - min(rows) + 1
            values = [rows.get(k, _GAP) for k in range(low, low + count)]
            before, at, calm = "", f"row_in({index.text}, {low}, {count})", index.calm
            steady = index.steady
        elif rows and all(type(k) is tuple and len(k) == 2 for k in rows) and isinstance(key, ast.Tuple):
            parts = [self.as_number(self.expr(part), part) for part in key.elts]
            before, texts, calm = self.in_turn(parts)
            low = min(min(k) for k in rows)
            count = max(max(k) for k in rows) - low + 1
            values = [rows.get((a, b), _GAP) for a in range(low, low + count) for b in range(low, low + count)]
            at, steady = f"pair_in({texts[0]}, {texts[1]}, {low}, {count})", all(x.steady for x in parts)
        else:
            self.refuse(f"table `{name}`, whose rows are no numbers")
        if count > 4 * len(rows) + 400:
            self.refuse(f"table `{name}`, whose rows are far apart")
        kind = kind_of(tuple(rows.values())).item
        if not kind.is_number:
            return self._list_of_row(name, values, kind, at, before, otherwise, C("", kind, calm, steady))
        nothing = otherwise is None or otherwise.kind == NONE
        if None in rows.values() and not nothing:
            self.refuse(f"table `{name}`, in which nothing is something")
        dense = table(self.unit, name, (*(None if v is _GAP else v for v in values), None))
        text = self.together(before, f"{dense}.p[{at}]")
        if otherwise is None and None not in rows.values():
            return C(f"need({text})", kind, calm, steady, True)
        if otherwise is None or nothing:
            return C(text, join(kind, NONE), calm, steady, True)
        found = self.temp("row")
        return C(f"({{ I {found} = {text}; {found} == NONE ? {otherwise.text} : {found}; }})", kind, calm, steady)

    def _list_of_row(
        self, name: str, values: list[Any], kind: Type, at: str, before: str, otherwise: C | None, like: C
    ) -> C:
        """The same for a table of lists."""
        dense = table(self.unit, name, (*(() if v is _GAP else v for v in values), ()))
        span = of(tuple(v for v in values if v is not _GAP))
        if otherwise is not None and otherwise.size != 0:
            self.refuse(f"table `{name}` with something else where there is no row")
        if otherwise is None and _GAP in values:
            self.refuse(f"table `{name}`, which has gaps")
        if otherwise is None:
            at = f"in_bounds({at}, 0, {len(values) - 1})"
        return C(self.together(before, f"{dense}.p[{at}]"), kind, like.calm, like.steady, span=span)
