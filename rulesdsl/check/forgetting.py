"""What conditions have shown and a statement may have made untrue again."""

from __future__ import annotations

from rulesdsl.check.scope import Scope
from rulesdsl.model.game import Game
from rulesdsl.syntax import nodes as n

_ANYTHING = n.Move | n.Turn | n.DrawPieces | n.Do
"""These may set off triggers or run effects, which may write whatever there is."""


def forget_written(game: Game, target: n.Expr, scope: Scope) -> None:
    """A target is assigned to: what was shown of its name is open again, of everything if its bounds act."""
    name = _name(target)
    state = game.state.get(name) if name is not None else None
    if name is None or (state is not None and any(isinstance(edge, n.Block) for edge in (state.below, state.above))):
        scope.forget()
    if name is not None:
        scope.forget_about(name)


def forget_ahead(game: Game, body: n.Block, scope: Scope) -> None:
    """A loop begins again after its end: at its beginning, too, what its body writes is not known."""
    for node in body.walk():
        if isinstance(node, n.Assign):
            forget_written(game, node.target, scope)
        elif isinstance(node, _ANYTHING) or (isinstance(node, n.Call) and _runs(game, node)):
            scope.forget()


def _name(target: n.Expr) -> str | None:
    """The name of the local, state or field that an assignment writes."""
    if isinstance(target, n.Name):
        return target.name
    if isinstance(target, n.Field):
        return target.name.name
    return _name(target.obj) if isinstance(target, n.Index) else None


def _runs(game: Game, call: n.Call) -> bool:
    rule = game.rules.get(call.name.name)
    return rule is not None and rule.how in ("effect", "table")
