"""Random expressions of the rule language, each with what it is in Python: two ways to the same value."""

from __future__ import annotations

from dataclasses import dataclass

from hypothesis import strategies as st


@dataclass(frozen=True)
class Both:
    """An expression as rule text and as Python; both stand in brackets where that matters."""

    rule: str
    python: str


NAMES = ("kk", "mm", "nn")
"""Names that comprehensions bind, by how deep they stand in each other."""


def numbers(bound: int = 0, deep: int = 3) -> st.SearchStrategy[Both]:
    """Whole numbers, with `bound` names of comprehensions around."""
    leaves = [st.integers(-4, 6).map(lambda x: Both(str(x) if x >= 0 else f"({x})", f"({x})"))]
    leaves += [st.sampled_from([Both("whole", "whole"), Both("grid.c2.row", "2"), Both("seat(player_2)", "2")])]
    leaves += [st.just(Both(name, name)) for name in NAMES[:bound]]
    if deep == 0:
        return st.one_of(leaves)
    one = st.deferred(lambda: numbers(bound, deep - 1))
    many = st.deferred(lambda: lists(bound, deep - 1))
    made = [*leaves, st.builds(_sum, one, st.sampled_from("+-*"), one), st.builds(_divided, one, one)]
    made += [st.builds(_choice, truths(bound, deep - 1), one, one), one.map(lambda x: _called("abs", x))]
    made += [many.map(lambda x: _called("sum", x)), many.map(lambda x: Both(f"count({x.rule})", f"len({x.python})"))]
    made += [one.map(lambda x: Both(f"double({x.rule})", f"({x.python} * 2)"))]
    if bound < len(NAMES):
        inner, test = numbers(bound + 1, deep - 1), truths(bound + 1, deep - 1)
        made += [st.builds(_counted, st.just(bound), many, test), st.builds(_summed, st.just(bound), inner, many, test)]
        made += [st.builds(_extreme, st.sampled_from(["min", "max"]), st.just(bound), inner, many)]
    return st.one_of(made)


def truths(bound: int = 0, deep: int = 3) -> st.SearchStrategy[Both]:
    """Conditions."""
    one = st.deferred(lambda: numbers(bound, max(deep - 1, 0)))
    compared = st.builds(_compared, one, st.sampled_from(["==", "!=", "<", "<=", ">", ">="]), one)
    if deep == 0:
        return compared
    many = st.deferred(lambda: lists(bound, deep - 1))
    test = st.deferred(lambda: truths(bound, deep - 1))
    made = [compared, st.builds(_joined, test, st.sampled_from(["and", "or"]), test)]
    made += [test.map(lambda x: Both(f"not ({x.rule})", f"not ({x.python})"))]
    made += [st.builds(_within, one, many), many.map(lambda x: Both(f"({x.rule}) is empty", f"not ({x.python})"))]
    made += [st.builds(_same, many, many), test.map(lambda x: Both(f"holds({x.rule})", f"({x.python})"))]
    if bound < len(NAMES):
        inner, some = truths(bound + 1, deep - 1), truths(bound + 1, 0)
        made += [st.builds(_each, st.sampled_from(["any", "all"]), st.just(bound), inner, many, some)]
    return st.one_of(made)


def lists(bound: int = 0, deep: int = 3) -> st.SearchStrategy[Both]:
    """Lists of whole numbers."""
    one = st.deferred(lambda: numbers(bound, 0))
    made = [st.builds(_range, one, one), st.lists(one, min_size=1, max_size=3).map(_listed)]
    if deep == 0:
        return st.one_of(made)
    many = st.deferred(lambda: lists(bound, deep - 1))
    made += [st.builds(_plus, many, many), st.builds(_minus, many, many)]
    made += [many.map(lambda x: Both(f"reversed({x.rule})", f"list(reversed({x.python}))"))]
    made += [st.builds(_choice, truths(bound, deep - 1), many, many)]
    if bound < len(NAMES):
        inner, test = numbers(bound + 1, deep - 1), truths(bound + 1, deep - 1)
        made += [st.builds(_mapped, st.just(bound), inner, many, test)]
        made += [st.builds(_sorted, st.just(bound), many, inner, st.booleans())]
    return st.one_of(made)


# ------------------------------------------------------------------------ parts


def _called(name: str, x: Both) -> Both:
    return Both(f"{name}({x.rule})", f"{name}({x.python})")


def _sum(a: Both, op: str, b: Both) -> Both:
    return Both(f"({a.rule}) {op} ({b.rule})", f"(({a.python}) {op} ({b.python}))")


def _divided(a: Both, b: Both) -> Both:
    """Whole division and rest, by what is surely not 0."""
    return Both(
        f"({a.rule}) // (abs({b.rule}) + 1) + ({a.rule}) % (0 - 1 - abs({b.rule}))",
        f"((({a.python}) // (abs({b.python}) + 1)) + (({a.python}) % (0 - 1 - abs({b.python}))))",
    )


def _choice(test: Both, a: Both, b: Both) -> Both:
    return Both(f"(if {test.rule} then {a.rule} else {b.rule})", f"(({a.python}) if ({test.python}) else ({b.python}))")


def _compared(a: Both, op: str, b: Both) -> Both:
    return Both(f"({a.rule}) {op} ({b.rule})", f"(({a.python}) {op} ({b.python}))")


def _joined(a: Both, op: str, b: Both) -> Both:
    return Both(f"({a.rule}) {op} ({b.rule})", f"(({a.python}) {op} ({b.python}))")


def _within(a: Both, xs: Both) -> Both:
    return Both(f"({a.rule}) in ({xs.rule})", f"(({a.python}) in ({xs.python}))")


def _same(xs: Both, ys: Both) -> Both:
    return Both(f"({xs.rule}) == ({ys.rule})", f"(({xs.python}) == ({ys.python}))")


def _range(a: Both, b: Both) -> Both:
    return Both(f"({a.rule})..({b.rule})", f"list(range({a.python}, ({b.python}) + 1))")


def _listed(xs: list[Both]) -> Both:
    return Both(f"[{', '.join(x.rule for x in xs)}]", f"[{', '.join(x.python for x in xs)}]")


def _plus(xs: Both, ys: Both) -> Both:
    return Both(f"({xs.rule}) + ({ys.rule})", f"(({xs.python}) + ({ys.python}))")


def _minus(xs: Both, ys: Both) -> Both:
    return Both(f"({xs.rule}) - ({ys.rule})", f"without({xs.python}, {ys.python})")


def _counted(bound: int, xs: Both, test: Both) -> Both:
    name = NAMES[bound]
    return Both(
        f"count({name} for {name} in {xs.rule} if {test.rule})",
        f"len([{name} for {name} in {xs.python} if {test.python}])",
    )


def _summed(bound: int, item: Both, xs: Both, test: Both) -> Both:
    name = NAMES[bound]
    return Both(
        f"sum({item.rule} for {name} in {xs.rule} if {test.rule})",
        f"sum([{item.python} for {name} in {xs.python} if {test.python}])",
    )


def _extreme(word: str, bound: int, item: Both, xs: Both) -> Both:
    name = NAMES[bound]
    return Both(
        f"{word}({item.rule} for {name} in ({xs.rule}) + [7])",
        f"{word}([{item.python} for {name} in ({xs.python}) + [7]])",
    )


def _each(word: str, bound: int, test: Both, xs: Both, some: Both) -> Both:
    name = NAMES[bound]
    return Both(
        f"{word}({test.rule} for {name} in {xs.rule} if {some.rule})",
        f"{word}([{test.python} for {name} in {xs.python} if {some.python}])",
    )


def _mapped(bound: int, item: Both, xs: Both, test: Both) -> Both:
    name = NAMES[bound]
    return Both(
        f"[{item.rule} for {name} in {xs.rule} if {test.rule}]",
        f"[{item.python} for {name} in {xs.python} if {test.python}]",
    )


def _sorted(bound: int, xs: Both, key: Both, falling: bool) -> Both:
    name, word, sign = NAMES[bound], "highest" if falling else "lowest", "-" if falling else ""
    return Both(
        f"sort({name} for {name} in {xs.rule} by {word} {key.rule})",
        f"sorted({xs.python}, key=lambda {name}: {sign}({key.python}))",
    )
