"""Functions in C that sort: one for each kind of list that a game puts in order."""

from __future__ import annotations

from collections.abc import Iterator

from rulesdsl.native.types import Type, c_type, stored


def sort(word: str, kind: Type) -> Iterator[str]:
    """Sorting pairs by their first parts; those of equal rank stay in order."""
    pair, whole = c_type(kind.item), c_type(kind)
    key, item = kind.item.of
    fields = [f"f0.f{i}" for i in range(len(key.of))] if key.tag == "record" else ["f0"]
    yield f"static int {whole}_{word}_before({pair} a, {pair} b) {{"
    for field in fields:
        yield f"if (a.{field} != b.{field}) return a.{field} < b.{field};"
    yield "return 0;"
    yield "}"
    if word == "least":
        yield f"static {stored(item)} {whole}_least({whole} pairs, I none) {{"
        yield "if (!pairs.n) return none;"
        yield "int best = 0;"
        yield f"for (int i = 1; i < pairs.n; i++) if ({whole}_{word}_before(pairs.p[i], pairs.p[best])) best = i;"
        yield "return pairs.p[best].f1;"
        yield "}"
        return
    made = "V" if item.is_number else c_type(Type("list", (item,)))
    text = "fit(pairs.p[i].f1)" if item.is_number else "pairs.p[i].f1"
    yield f"static {whole} {whole}_{word}_sorted({whole} pairs) {{"
    yield f"{whole} made = {whole}_of(pairs.n);"
    yield "for (int i = 0; i < pairs.n; i++) {"
    yield "int at = made.n++;"
    yield f"for (; at > 0 && {whole}_{word}_before(pairs.p[i], made.p[at - 1]); at--) made.p[at] = made.p[at - 1];"
    yield "made.p[at] = pairs.p[i];"
    yield "}"
    yield "return made;"
    yield "}"
    if word == "in_order":
        yield f"static {made} {whole}_in_order({whole} pairs) {{"
        yield f"pairs = {whole}_{word}_sorted(pairs);"
        yield f"{made} made = {made}_of(pairs.n);"
        yield f"for (int i = 0; i < pairs.n; i++) made.p[made.n++] = {text};"
        yield "return made;"
        yield "}"
        return
    groups = c_type(Type("list", (Type("list", (item,)),)))
    yield f"static {groups} {whole}_in_groups({whole} pairs) {{"
    yield f"pairs = {whole}_{word}_sorted(pairs);"
    yield f"{groups} made = {groups}_of(pairs.n);"
    yield "for (int i = 0; i < pairs.n; i++) {"
    yield f"if (i == 0 || {whole}_{word}_before(pairs.p[i - 1], pairs.p[i])) {{"
    yield f"made.p[made.n++] = {made}_of(pairs.n - i);"
    yield "}"
    yield f"{made} *group = &made.p[made.n - 1];"
    yield f"group->p[group->n++] = {text};"
    yield "}"
    yield "return made;"
    yield "}"
