"""Who is meant: expressions that name a player become keys, so that two of them can be compared as they are written.

Equal keys are surely the same player as long as no statement between changes it; unequal ones may still be the same.
Also what `secrets` and `together` need of calls: which argument goes to which parameter, and which triggers fire.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rulesdsl.check.facts import Facts, Ref
from rulesdsl.model.carried import carried_texts
from rulesdsl.model.game import Game, ParamDecl, RuleDecl
from rulesdsl.syntax import nodes as n

Key = tuple[object, ...]

ME: Key = ("me",)
NOBODY: Key = ("nobody",)
IT = "it"
"""What the piece or the cell is bound to inside a rule that it carries."""


def binding(ref: Ref) -> object:
    """What stands for a local or a parameter in every place of its rule."""
    if ref.how != "param":
        return ref
    return IT if ref.decl is None else ref.decl


class Players:
    """Turns expressions into keys; `me` is the chooser at work, `bound` what locals and parameters stand for."""

    def __init__(self, game: Game, facts: Facts) -> None:
        self.game, self.facts = game, facts
        self.alone = game.players is not None and game.players.high == 1

    def key(self, node: n.Expr, me: Key, bound: Mapping[object, Key]) -> Key:
        """The key of an expression; one that is no plain path is equal to itself only."""
        if self.alone and self.facts.types.get(node) is not None and self.facts.types[node].tag == "player":
            return ME
        if isinstance(node, n.Name):
            return self._name(node, me, bound)
        if isinstance(node, n.Number):
            return ("number", node.value)
        if isinstance(node, n.Field):
            return ("field", node.name.name, self.key(node.obj, me, bound))
        if isinstance(node, n.Index):
            return ("index", self.key(node.obj, me, bound), *(self.key(key, me, bound) for key in node.keys))
        if isinstance(node, n.Call):
            of = () if node.receiver is None else (self.key(node.receiver, me, bound),)
            named = (
                (arg.name.name if arg.name is not None else "", self.key(arg.value, me, bound)) for arg in node.args
            )
            return ("call", node.name.name, *of, *named)
        return ("expression", node)

    def _name(self, node: n.Name, me: Key, bound: Mapping[object, Key]) -> Key:
        ref = self.facts.refs.get(node)
        if ref is None:
            return ("expression", node)
        if ref.how == "me":
            return me
        if ref.how == "player":
            return ("seat", ref.value)
        if ref.how in ("local", "param"):
            return bound.get(binding(ref), ("local", binding(ref)))
        return ("name", node.name)


def arguments(call: n.Call, params: list[ParamDecl]) -> Iterator[tuple[ParamDecl, n.Expr]]:
    """Parameters with what a call hands over, those that were given wrongly left out."""
    for at, arg in enumerate(call.args):
        if arg.name is not None:
            found = next((param for param in params if param.name == arg.name.name), None)
        else:
            found = params[at] if at < len(params) else None
        if found is not None:
            yield found, arg.value


def carried_rules(game: Game, facts: Facts, call: n.Call) -> list[RuleDecl]:
    """The rules that `x.rule()` may run: those of the kinds that the piece may be of, or of the cells of its type."""
    holder = facts.types.get(call.receiver) if call.receiver is not None else None
    return [] if holder is None else carried_texts(game, holder.item, call.name.name)


def told(game: Game, effect: RuleDecl) -> list[RuleDecl]:
    """The triggers that an effect fires by happening."""
    return [trigger for trigger in game.triggers if trigger.effect == effect.name and effect.how == "effect"]
