"""Types of calls: built-ins, the game's own rules, rule text that pieces and cells carry, orders."""

from __future__ import annotations

from rulesdsl.check.base import Base
from rulesdsl.check.facts import CallSite, Ref
from rulesdsl.check.scope import DIRECTIONS, Scope
from rulesdsl.library.builtins import BUILTINS, ELSEWHERE, Builtin
from rulesdsl.library.hexes import MOVES
from rulesdsl.model.carried import EFFECT, carried_texts, carried_words, key_of
from rulesdsl.model.game import BoardDecl, ParamDecl, RuleDecl, SidedDecl, TravelDecl
from rulesdsl.model.sizes import is_spread
from rulesdsl.model.types import BOOL, DIRECTION, ERROR, HALF, INT, PIECE, PLAYER, TEXT, VOID, Type, list_of, optional
from rulesdsl.source.suggest import did_you_mean
from rulesdsl.syntax import nodes as n

_WORDS = {"int": INT, "bool": BOOL, "text": TEXT, "player": PLAYER, "direction": DIRECTION}


def _arguments(count: int) -> str:
    return "1 argument" if count == 1 else f"{count or 'no'} arguments"


class CallChecker(Base):
    def _call(self, node: n.Call, scope: Scope, expected: Type | None) -> Type:
        found = self.call(node, scope)
        rule = self.facts.refs.get(node)
        if rule is not None and isinstance(rule.decl, RuleDecl) and rule.decl.how not in ("value", "carried"):
            what = "an effect" if rule.decl.how == "effect" else "a table with dice"
            self.problems.error(
                "effect-in-expression",
                node.span,
                f"`{node.name.name}` is {what} and must stand alone",
                help=f"write `let x = {node.name.name}(...)` on a line of its own"
                if found != VOID
                else "call it on a line of its own",
            )
            return ERROR
        if found == VOID:
            self.problems.error("effect-in-expression", node.span, f"`{node.name.name}` gives no value")
            return ERROR
        return found

    def call(self, node: n.Call, scope: Scope) -> Type:
        """A call anywhere: the type of its result (void for none); effects are allowed here."""
        name = node.name.name
        if node.receiver is not None:
            return self._carried(node, scope)
        if name in self.game.rules:
            return self.rule_call(node, self.game.rules[name], scope)
        if name in BUILTINS:
            return self._builtin(node, BUILTINS[name], scope)
        linked = self._link_field(name)
        if linked:
            return self._link(node, linked, scope)
        if name in self.game.orders:
            self.problems.error(
                "not-a-value",
                node.span,
                f"`{name}` is an order",
                help="orders stand after `by` in first, sort and rank",
            )
        elif name in ELSEWHERE:
            self.problems.error("unknown-name", node.name.span, f"unknown rule `{name}`", help=ELSEWHERE[name])
        else:
            self.unknown(node.name.span, name, [*self.game.rules, *BUILTINS], "rule")
        for arg in node.args:
            self.expr(arg.value, scope)
        return ERROR

    def rule_call(self, node: n.Call, rule: RuleDecl, scope: Scope) -> Type:
        self.facts.refs[node] = Ref("rule", rule.returns, rule)
        self.facts.used.add(rule)
        self.arguments(node, rule.params, scope)
        if self.summary is not None:
            self.summary.calls.append(CallSite(rule, node.span, self.as_depth > 0))
        return rule.returns

    def order_call(self, node: n.Call, scope: Scope) -> None:
        rule = self.game.orders[node.name.name]
        self.facts.refs[node] = Ref("order", VOID, rule)
        self.facts.used.add(rule)
        self.arguments(node, rule.params, scope)
        if self.summary is not None:
            self.summary.calls.append(CallSite(rule, node.span, self.as_depth > 0))

    def arguments(self, node: n.Call, params: list[ParamDecl], scope: Scope) -> None:
        """Arguments against parameters, by place or by name; each once."""
        given: set[str] = set()
        wrong = False
        for i, arg in enumerate(node.args):
            if arg.name is None:
                param = params[i] if i < len(params) else None
            else:
                param = next((p for p in params if p.name == arg.name.name), None)
            if param is None:
                self.expr(arg.value, scope)
                if arg.name is not None:
                    wrong = True
                    self.unknown(arg.name.span, arg.name.name, [p.name for p in params], "parameter")
                continue
            if param.name in given:
                wrong = True
                self.problems.error("wrong-arguments", arg.span, f"`{param.name}` is given twice")
            given.add(param.name)
            self.need(arg.value, scope, param.type)
        unnamed = sum(arg.name is None for arg in node.args)
        missing = [p.name for p in params if p.name not in given]
        if unnamed > len(params):
            self.problems.error(
                "wrong-arguments",
                node.span,
                f"`{node.name.name}` takes {_arguments(len(params))}, not {len(node.args)}",
            )
        elif missing and not wrong:
            self.problems.error(
                "wrong-arguments", node.span, f"`{node.name.name}` also needs {', '.join(f'`{m}`' for m in missing)}"
            )

    # ----------------------------------------------------------------- built-ins

    def _builtin(self, node: n.Call, builtin: Builtin, scope: Scope) -> Type:
        self.facts.refs[node] = Ref("builtin", VOID, builtin)
        args, named = list(node.args), None
        if builtin.named and args and args[-1].name is not None and args[-1].name.name == builtin.named:
            named = args.pop()
            self.need(named.value, scope, INT)
        if any(arg.name is not None for arg in args) or len(args) != len(builtin.params):
            signature = f"{builtin.name}({', '.join(builtin.params)}{f', {builtin.named} = int' * bool(builtin.named)})"
            self.problems.error(
                "wrong-arguments",
                node.span,
                f"`{builtin.name}` takes {_arguments(len(builtin.params))}, not {len(node.args)}",
                help=f"it is `{signature} -> {builtin.returns}`, as in `{builtin.example}`",
            )
            for arg in node.args:
                self.expr(arg.value, scope)
            return ERROR
        bound: dict[str, Type] = {}
        for word, arg in zip(builtin.params, args, strict=True):
            self._argument(builtin, word, arg.value, scope, bound)
            if word == "direction":
                self._leads(arg.value, bound.get("cell", ERROR))
        if named is not None and not self._is_layered(args[-1].value):
            self.problems.error(
                "wrong-board",
                named.span,
                f"`{builtin.named}` means nothing on a board without layers: nothing covers anything",
            )
        if builtin.params[0] == "travel":
            self._travels(node, args[0].value, args[1].value)
        return self._result(builtin.returns, bound)

    def _argument(self, builtin: Builtin, word: str, value: n.Expr, scope: Scope, bound: dict[str, Type]) -> None:
        if word == "token":
            self._token(value, scope)
            return
        if word in ("[T]", "[number]"):
            item = self.items(value, scope)  # type: ignore[attr-defined]
            bound["T"] = item
            if word == "[number]" and item not in (INT, HALF, ERROR):
                self.mismatch(value, list_of(item), list_of(INT))
            return
        if word in _WORDS:
            self.need(value, scope, _WORDS[word])
            return
        if word == "travel":
            bound["cell"] = self._travel_name(value)
            return
        if word == "symbol":
            self._symbol(value, scope)
            return
        if word == "[cell]":
            item, cell = self.items(value, scope), bound.get("cell", ERROR)  # type: ignore[attr-defined]
            if ERROR not in (item, cell) and item != cell:
                self.mismatch(value, list_of(item), list_of(cell))
            return
        found = self.expr(value, scope)
        if found.tag == "optional" and found.item.tag == word:
            self.maybe_none(value, found)
            found = found.item
        if found == ERROR:
            bound["cell"] = ERROR
            return
        if word == "piece" and found.tag in ("kind", "union", "piece"):
            return
        if found.tag != word:
            asks = isinstance(value, n.Field) and value.name.name == "space" and bool(self.game.boards)
            help_text = f"ask first which board it is on: `x on {next(iter(self.game.boards))}`" if asks else None
            message = f"`{builtin.name}` needs a {word}, this is {found}"
            self.problems.error("wrong-type", value.span, message, help=help_text)
            bound["cell"] = ERROR
            return
        if word == "zone":
            bound["piece"] = found.of or PIECE
            return
        self._board_kind(builtin, value, found)
        cell = Type("cell", found.name)
        if bound.setdefault("cell", cell) not in (cell, ERROR):
            self.problems.error(
                "wrong-type", value.span, f"both cells must be of one board, these are {bound['cell']} and {cell}"
            )

    def _board_kind(self, builtin: Builtin, value: n.Expr, found: Type) -> None:
        kinds = {self.game.boards[b].kind for b in self.game.cell_types.get(found.name, []) if b in self.game.boards}
        if builtin.boards and not kinds <= set(builtin.boards):
            self.problems.error(
                "wrong-board",
                value.span,
                f"`{builtin.name}` means nothing on a {' or '.join(sorted(kinds))} board",
                help=f"it is for {' and '.join(builtin.boards)} boards",
            )
        elif builtin.name != "compass" and self._is_sided(value):
            self.problems.error(
                "wrong-board",
                value.span,
                f"`{builtin.name}` is asked of one board, this one has sides",
                help="name the side",
            )
        elif builtin.layered and not self._is_layered(value):
            self._flat(builtin, value)

    def _flat(self, builtin: Builtin, value: n.Expr) -> None:
        """Where a large piece fits is all there is to ask of a board without layers."""
        if builtin.name != "spots":
            message = f"`{builtin.name}` means nothing on a board without layers"
            help_text = "a board whose pieces lie over one another says `layers: top shows`"
        elif not is_spread(self.game):
            message = "every piece of this game covers one cell: ask which cells are empty"
            help_text = "a kind whose pieces cover several says `size: 2x1`"
        else:
            return
        self.problems.error("wrong-board", value.span, message, help=help_text)

    def _is_sided(self, value: n.Expr) -> bool:
        ref = self.facts.refs.get(value)
        return ref is not None and isinstance(ref.decl, SidedDecl)

    def _is_layered(self, value: n.Expr) -> bool:
        ref = self.facts.refs.get(value)
        return ref is None or not isinstance(ref.decl, BoardDecl) or ref.decl.layered

    def _travel_name(self, value: n.Expr) -> Type:
        """The type of the cells of the travel that is named."""
        travel = self.game.travels.get(value.name) if isinstance(value, n.Name) else None
        self.facts.types[value] = ERROR
        if travel is None:
            help_text = (
                f"this game has {', '.join(self.game.travels)}" if self.game.travels else "declare it under `travel:`"
            )
            self.problems.error("wrong-type", value.span, "the name of a travel is needed", help=help_text)
            return ERROR
        self.facts.refs[value] = Ref("travel", VOID, travel)
        self.facts.used.add(travel)
        return travel.params[-1].type

    def _travels(self, node: n.Call, name: n.Expr, piece: n.Expr) -> None:
        """Who travels is one of those of whom the travel speaks; its clauses run here."""
        ref = self.facts.refs.get(name)
        if ref is None or not isinstance(ref.decl, TravelDecl):
            return
        wanted, found = ref.decl.params[0].type, self.facts.types.get(piece, ERROR)
        if found.tag in ("kind", "union", "piece") and not self.fits(found, wanted):
            self.mismatch(piece, found, wanted)
        if self.summary is not None:
            for clause in ref.decl.clauses.values():
                self.summary.calls.append(CallSite(clause, node.span, self.as_depth > 0))

    def _symbol(self, value: n.Expr, scope: Scope) -> None:
        """A symbol that some kind's faces may show."""
        types = sorted({kind.face.of for kind in self.game.kinds.values() if kind.face is not None})
        found = self.expr(value, scope, Type("enum", types[0]) if len(types) == 1 else None)
        if found != ERROR and (found.tag != "enum" or found.name not in types):
            message = f"a symbol of a face is needed, this is {found}"
            help_text = f"faces show {' and '.join(types)}" if types else "no component of this game has a `face:`"
            self.problems.error("wrong-type", value.span, message, help=help_text)

    def _leads(self, value: n.Expr, cell: Type) -> None:
        """Hexes lie one of two ways and know only six of the directions."""
        shapes = [board.shape for board in self.game.boards.values() if board.cell_type == cell.name]
        ref, ways = self.facts.refs.get(value), {shape.orientation for shape in shapes if shape is not None}
        if ref is None or ref.how != "member" or len(ways) != 1 or not (orientation := ways.pop()):
            return
        if ref.value not in MOVES[orientation]:
            message = f"`{DIRECTIONS[ref.value]}` leads nowhere where hexes lie `{orientation}`"
            help_text = f"they know {', '.join(DIRECTIONS[d] for d in MOVES[orientation])}"
            self.problems.error("wrong-board", value.span, message, help=help_text)

    def _token(self, value: n.Expr, scope: Scope) -> None:
        if isinstance(value, n.Name) and value.name in self.game.tokens:
            token = self.game.tokens[value.name]
            self.facts.refs[value], self.facts.types[value] = Ref("token", INT, token), INT
            self.facts.used.add(token)
            if token.supply is None:
                self.problems.error("wrong-type", value.span, f"`{value.name}` is unlimited: nothing is left to count")
            return
        self.problems.error("wrong-type", value.span, "the name of a token is needed")
        self.facts.types[value] = ERROR

    def _result(self, word: str, bound: dict[str, Type]) -> Type:
        if word.startswith("["):
            return list_of(self._result(word[1:-1], bound))
        if word.startswith("optional "):
            return optional(self._result(word.removeprefix("optional "), bound))
        if word in ("T", "number"):
            return bound.get("T", ERROR)
        if word in ("cell", "piece"):
            return bound.get(word, ERROR)
        return _WORDS[word]

    # ----------------------------------------------------------- carried, links

    def _carried(self, node: n.Call, scope: Scope) -> Type:
        assert node.receiver is not None
        obj, name = self.expr(node.receiver, scope), node.name.name
        if obj.tag == "optional":
            self.maybe_none(node.receiver, obj)
            obj = obj.item
        if obj == ERROR:
            return ERROR
        known = carried_words(self.game, obj)
        if name not in known:
            guess = did_you_mean(name, known)
            help_text = f"did you mean `{guess}`?" if guess else None
            if obj.tag in ("list", "zone", "board"):
                help_text = "pieces are moved (`move x to ...`), lists are put together by `+`"
            self.problems.error("unknown-field", node.name.span, f"{obj} carries no rule `{name}`", help=help_text)
            return ERROR
        if node.args:
            what = "cell" if obj.tag == "cell" else "piece"
            self.problems.error("wrong-arguments", node.span, f"a carried rule takes no arguments; the {what} is `it`")
        if len(known[name]) > 1:
            words = " and ".join(f"`{word}`" for word in sorted(known[name]))
            message = f"`{name}` is {words}: it differs by kind"
            self.problems.error("wrong-type", node.span, message, help="ask for the kind first (`if x is ...:`)")
            return ERROR
        mine = carried_texts(self.game, obj, name)
        result = VOID if known[name] == {EFFECT} else (mine[0].returns if mine else ERROR)
        self.facts.refs[node] = Ref("carried", result, key_of(obj, name))
        for rule in mine:
            self.facts.used.add(rule)
            if self.summary is not None:
                self.summary.calls.append(CallSite(rule, node.span, self.as_depth > 0))
        return result

    def _link_field(self, name: str) -> list[BoardDecl]:
        """The boards whose links have this field."""
        return [board for board in self.game.boards.values() if name in board.link_fields]

    def _link(self, node: n.Call, boards: list[BoardDecl], scope: Scope) -> Type:
        name = node.name.name
        if len(node.args) != 2:
            self.problems.error("wrong-arguments", node.span, f"`{name}` is asked of the two ends of a link")
        wanted: Type | None = None
        for arg in node.args:
            found = self.expr(arg.value, scope, wanted)
            fitting = next((b for b in boards if found == Type("cell", b.cell_type)), boards[0])
            wanted = wanted or Type("cell", fitting.cell_type)
            self.need(arg.value, scope, wanted)
        same = [b for b in boards if wanted is None or b.cell_type == wanted.name]
        result = optional(same[0].link_fields[name].type)
        self.facts.refs[node] = Ref("link", result, tuple(same))
        return result
