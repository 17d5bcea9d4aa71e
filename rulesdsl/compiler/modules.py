"""Modules that sleep: their pieces wait in the box, nobody begins with their tokens, views leave them out."""

from __future__ import annotations

import ast
from itertools import groupby
from typing import Any

from rulesdsl.compiler import pyast as py
from rulesdsl.compiler.layout import Layout
from rulesdsl.compiler.special import SpecialLowering
from rulesdsl.model.game import Decl, Game, ModuleDecl
from rulesdsl.model.types import Type


def asleep(low: SpecialLowering) -> list[ast.stmt]:
    """What the set-up does once it is noted which modules take part."""
    lines: list[ast.stmt] = []
    for module in low.game.modules.values():
        rest = [*_pieces(low, module), *_tokens(low, module)]
        if rest:
            lines.append(py.when(py.negate(py.attr("s", low.layout.awake(module))), rest))
            py.locate(lines[-1], module.span)
    return [*lines, *_in_play(low)]


def _pieces(low: SpecialLowering, module: ModuleDecl) -> list[ast.stmt]:
    """Those that begin elsewhere go to the box."""
    game = low.game
    mine = tuple(
        i for i, piece in enumerate(game.pieces) if piece.start is not None and game.module_of(piece.span) is module
    )
    if not mine:
        return []
    pieces = low.constant(f"pieces_of_{module.name}", mine)
    return [py.loop("x_", pieces, [py.line(py.call("move", py.name("s"), py.name("x_"), py.const(game.box)))])]


def _tokens(low: SpecialLowering, module: ModuleDecl) -> list[ast.stmt]:
    lines: list[ast.stmt] = []
    for token in low.game.tokens.values():
        if token.start is None or low.game.module_of(token.span) is not module:
            continue
        column = py.attr("s", low.layout.token(token.name))
        if token.holder == "game":
            lines.append(py.assign(column, py.const(0)))
        else:
            whole = ast.Subscript(column, ast.Slice(), ast.Store())
            count = len(low.game.players.names) if low.game.players is not None else 0
            lines.append(ast.Assign([whole], py.binary(py.list_of([py.const(0)]), "*", py.const(count))))
    return lines


def _in_play(low: SpecialLowering) -> list[ast.stmt]:
    """`all K` of kinds to which modules add: their pieces in order, but those of modules that sleep."""
    game, lines = low.game, list[ast.stmt]()
    kinds = [Type("kind", name) for name in game.kinds] + [Type("union", name) for name in game.unions]
    for kind in (*kinds, Type("piece")) if game.modules else ():
        found = low.all_of(kind)
        if not isinstance(found, ast.Attribute):
            continue
        parts: list[ast.expr] = []
        for module, ids in groupby(low.piece_ids(kind), lambda i: game.module_of(game.pieces[i].span)):
            some: ast.expr = low.constant(f"some_{kind.name or 'pieces'}", tuple(ids))
            if module is not None:
                some = ast.IfExp(py.attr("s", low.layout.awake(module)), some, py.const(()))
            parts.append(some)
        total = parts[0]
        for part in parts[1:]:
            total = py.binary(total, "+", part)
        lines.append(py.assign(found, total))
        py.locate(lines[-1], game.span)
    return lines


def about(game: Game, layout: Layout) -> tuple[tuple[Any, ...], ...]:
    """(name, column, what of state, tokens, zones and boards it adds): views leave out what sleeps."""

    def mine(module: ModuleDecl, decls: dict[str, Any]) -> tuple[str, ...]:
        known: list[Decl] = list(decls.values())
        return tuple(decl.name for decl in known if game.module_of(decl.span) is module)

    return tuple(
        (
            module.name,
            layout.awake(module),
            *(mine(module, decls) for decls in (game.state, game.tokens, game.zones, game.boards)),
        )
        for module in game.modules.values()
    )
