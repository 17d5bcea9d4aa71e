"""Rule text that pieces and cells carry: which rules there are, what each piece or cell says, who says nothing.

Every rule has a key in `Game.carried`: its name where pieces carry it, `TYPE.NAME` where the cells of a type do.
"""

from __future__ import annotations

from collections.abc import Container

from rulesdsl.document import Scalar
from rulesdsl.document.slots import check_slot
from rulesdsl.document.tree import Node as Yaml
from rulesdsl.model.game import Game, RuleDecl
from rulesdsl.model.reading import Reader
from rulesdsl.model.types import ERROR, VOID, Type
from rulesdsl.source.diagnostics import Label
from rulesdsl.source.text import Span

EFFECT = "effect"


def key_of(holder: Type, name: str) -> str:
    """The key of a rule, called on a value of type `holder`."""
    return f"{holder.name}.{name}" if holder.tag == "cell" else name


def kinds_in(game: Game, holder: Type) -> tuple[str, ...]:
    """The kinds that a type of pieces names: one, or the members of a union; none for other types."""
    if holder.tag == "kind":
        return (holder.name,)
    return game.unions.get(holder.name, ()) if holder.tag == "union" else ()


def carried_words(game: Game, holder: Type) -> dict[str, set[str]]:
    """The rules that values of a type carry, by name: each `effect` or the word of a type, several if they differ."""
    if holder.tag == "cell":
        return {name: {word} for name, word in game.cell_rules.get(holder.name, {}).items()}
    found: dict[str, set[str]] = {}
    for kind in kinds_in(game, holder):
        for decl in game.kind_chain(kind):
            for name, word in decl.rules.items():
                found.setdefault(name, set()).add(word)
    return found


def carried_texts(game: Game, holder: Type, name: str) -> list[RuleDecl]:
    """The texts that `x.name()` may run, of which `x` is a value of type `holder`."""
    known = game.carried.get(key_of(holder, name), {})
    if holder.tag == "cell":
        return list(dict.fromkeys(known.values()))
    kinds = kinds_in(game, holder)
    return [rule for narrow, rule in known.items() if any(game.is_below(narrow, kind) for kind in kinds)]


def all_texts(game: Game) -> list[RuleDecl]:
    """The texts that pieces and cells carry, each once."""
    return list(dict.fromkeys(rule for texts in game.carried.values() for rule in texts.values()))


def carried_by(game: Game, key: str) -> list[tuple[str, ...] | None]:
    """For each piece, or each cell as a place, whose text of a rule it has: the first of these that says one.

    None where there is no such rule.
    """
    cell_type, _, name = key.rpartition(".")
    if not cell_type:
        chains = [game.kind_chain(piece.kind) for piece in game.pieces]
        return [tuple(k.name for k in chain) if any(name in k.rules for k in chain) else None for chain in chains]
    found: list[tuple[str, ...] | None] = [None] * game.box
    for board in game.boards.values():
        if board.cell_type == cell_type and board.shape is not None:
            for place, cell in enumerate(board.shape.names, board.base):
                found[place] = (f"{board.name}.{cell}",)
    return found


def declared(reader: Reader, node: Yaml | None, fields: Container[str]) -> list[tuple[Scalar, str]]:
    """`rules:` of a kind or a board: the names, each with `effect` or the word of a type."""
    found: list[tuple[Scalar, str]] = []
    for name, spec in reader.items(node):
        word = reader.text(spec)
        if word != EFFECT and reader.named_type(word) is None:
            reader.problems.error("unknown-type", spec.span, f"a carried rule is `effect` or a type, not `{word}`")
        if name.text in fields:
            reader.problems.error("name-clash", name.span, f"there is a field `{name.text}` already")
        found.append((name, word))
    return found


def said(reader: Reader, holder: Type, name: str, word: str, node: Yaml) -> RuleDecl:
    """What one piece or cell, or one entry of several, says for a rule."""
    rule = RuleDecl(name, node.span, how="carried", it=holder)
    rule.returns = VOID if word == EFFECT else reader.named_type(word) or ERROR
    before = len(reader.problems)
    # the schema takes it for a figure of a field
    if not isinstance(node, Scalar):
        reader.problems.error("wrong-shape", node.span, f"`{name}` is one rule, not a list of figures")
    elif not node.in_flow:
        check_slot(node, "statements" if word == EFFECT else "expression", reader.problems, [])
    if len(reader.problems) > before:
        return rule
    if word == EFFECT:
        rule.body = reader.statements(node)
    else:
        rule.expr = reader.expression(node)
    return rule


def of_pieces(reader: Reader, parent: str, kind: str, entry: Yaml) -> None:
    """Rule text that an entry's pieces carry."""
    for decl in reader.game.kind_chain(parent):
        for name, word in decl.rules.items():
            node = reader.at(entry, name)
            if node is None:
                continue
            rule = said(reader, Type("kind", kind), name, word, node)
            rule.cite, rule.title = reader.cite(entry), kind.replace("_", " ")
            known = reader.game.carried[name]
            if kind in known:
                reader.problems.error(
                    "name-clash",
                    node.span,
                    f"another entry of `{kind}` says its `{name}` too",
                    related=[Label(known[kind].span, "said here")],
                    help="give each a `name:` of its own",
                )
            known.setdefault(kind, rule)


def missing_of_pieces(reader: Reader) -> None:
    """Every piece says the values that its kind carries; an effect that it does not say is none."""
    told: set[Span] = set()
    for piece in reader.game.pieces:
        chain = reader.game.kind_chain(piece.kind)
        for name, word in ((name, word) for kind in chain for name, word in kind.rules.items()):
            known = reader.game.carried[name]
            if word == EFFECT or piece.span in told or any(kind.name in known for kind in chain):
                continue
            told.add(piece.span)
            reader.problems.error(
                "missing-key", piece.span, f"`{piece.name}` does not say its `{name}`", help=f"add `{name}:`, {word}"
            )
