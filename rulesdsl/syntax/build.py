"""Lark's tree to nodes: one small method per rule of the grammar."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, cast

from lark import Token, Tree

from rulesdsl.source.text import Source, Span
from rulesdsl.syntax import nodes as n
from rulesdsl.syntax.layout import LayoutError

ReadExpression = Callable[[Source, int, int], "n.Expr | None"]
MOST_DIGITS = 12
MOST_BRANCHES = 100
"""Each is one level deeper for Python."""
DEEPEST = 250
"""Nodes inside each other: 64 blocks and 64 brackets fit, and every later floor may recurse over the nodes."""
_ESCAPES = {"n": "\n", "t": "\t", '"': '"', "\\": "\\", "{": "{", "}": "}"}
_PART = re.compile(r"\\(.)|\{([^{}\n]*)\}|([^\\{]+)|(\{)")


class Builder:
    """Walks a tree of lark's; `read` parses the `{...}` parts of texts in place."""

    def __init__(self, source: Source, read: ReadExpression) -> None:
        self._source = source
        self._read = read
        self._level = 0

    # ------------------------------------------------------------------ helpers

    def build(self, tree: Any) -> Any:
        if tree is None:
            return None
        if isinstance(tree, Token):
            return self._token(tree)
        span = self._span(tree)
        if self._level >= DEEPEST:
            raise LayoutError("too-deep", "this rule text is nested too deeply", span.start, span.start + 1)
        self._level += 1
        name = {"source": "_source_", "span": "_span_"}.get(tree.data, "_" + tree.data.rstrip("_"))
        node = getattr(self, name)(span, tree.children)
        self._level -= 1
        return node

    def _integer(self, token: Token, digits: str) -> int:
        """A number that some game may have: Python itself refuses to read one of 5,000 digits."""
        if len(digits) > MOST_DIGITS:
            start = token.start_pos or 0
            raise LayoutError("bad-bounds", "a number too large for any game", start, token.end_pos or start + 1)
        return int(digits)

    def _span(self, tree: Tree[Token]) -> Span:
        meta = tree.meta
        if meta.empty:
            return Span(self._source, 0, 0)
        return Span(self._source, meta.start_pos, meta.end_pos)

    def _ident(self, token: Token) -> n.Ident:
        return n.Ident(Span(self._source, token.start_pos or 0, token.end_pos or 0), str(token))

    def _idents(self, children: list[Any]) -> tuple[n.Ident, ...]:
        return tuple(self._ident(c) for c in children if c is not None)

    def _all(self, children: list[Any]) -> tuple[Any, ...]:
        return tuple(self.build(c) for c in children if c is not None)

    def _token(self, token: Token) -> Any:
        span = Span(self._source, token.start_pos or 0, token.end_pos or 0)
        if token.type == "STRING":
            return self._string(token, span)
        if token.type == "NUMBER":
            return n.Number(span, self._integer(token, str(token)))
        return n.Name(span, str(token))

    def _string(self, token: Token, span: Span) -> n.Text:
        parts: list[str | n.Expr] = []
        base = span.start + 1
        for match in _PART.finditer(str(token)[1:-1]):
            escaped, inner, plain, brace = match.groups()
            if inner is not None:
                part = self._read(self._source, base + match.start(2), base + match.end(2))
                if part is not None:
                    parts.append(part)
                continue
            text = _ESCAPES.get(escaped, "\\" + escaped) if escaped is not None else (plain or brace)
            if parts and isinstance(parts[-1], str):
                parts[-1] += text
            else:
                parts.append(text)
        return n.Text(span, tuple(parts))

    # -------------------------------------------------------------------- slots

    def _rules(self, span: Span, c: list[Any]) -> n.Block:
        return n.Block(span, self._all(c))

    def _expression(self, span: Span, c: list[Any]) -> Any:
        return self.build(c[0])

    _dice = _each = _expression

    def _each_open(self, span: Span, c: list[Any]) -> n.Range:
        return n.Range(span, self.build(c[0]), None)

    def _source_(self, span: Span, c: list[Any]) -> n.Source:
        return n.Source(span, self.build(c[0]), self.build(c[1]))

    def _order(self, span: Span, c: list[Any]) -> n.OrderKeys:
        return n.OrderKeys(span, self.build(c[0]))

    # --------------------------------------------------------------- statements

    def _choice(self, span: Span, c: list[Any]) -> n.Let:
        let: n.Let = self.build(c[0])
        if len(c) > 1:
            let.otherwise, let.span = self.build(c[1]), span
        return let

    def _let_choose(self, span: Span, c: list[Any]) -> n.Let:
        return n.Let(span, self._ident(c[0]), self.build(c[1]))

    def _suite(self, span: Span, c: list[Any]) -> n.Block:
        return n.Block(span, self._all(c))

    def _let(self, span: Span, c: list[Any]) -> n.Let:
        return n.Let(span, self._ident(c[0]), self.build(c[1]))

    def _assign(self, span: Span, c: list[Any]) -> n.Assign:
        return n.Assign(span, self.build(c[0]), str(c[1]), self.build(c[2]))

    def _do_call(self, span: Span, c: list[Any]) -> n.Do:
        return n.Do(span, self.build(c[0]))

    def _move(self, span: Span, c: list[Any]) -> n.Move:
        return n.Move(span, self.build(c[0]), self.build(c[1]), self._ident(c[2]) if c[2] else None, False)

    def _put(self, span: Span, c: list[Any]) -> n.Move:
        return n.Move(span, self.build(c[0]), self.build(c[1]), None, True)

    def _operands(self, span: Span, c: list[Any]) -> Any:
        return self._all(c)

    def _turn(self, span: Span, c: list[Any]) -> n.Turn:
        return n.Turn(span, self.build(c[0]), self._ident(c[1]))

    def _gain(self, span: Span, c: list[Any]) -> n.Tokens:
        return n.Tokens(span, "gain", self.build(c[0]), self._ident(c[1]), None)

    def _pay(self, span: Span, c: list[Any]) -> n.Tokens:
        return n.Tokens(span, "pay", self.build(c[0]), self._ident(c[1]), None)

    def _give(self, span: Span, c: list[Any]) -> n.Tokens:
        return n.Tokens(span, "give", self.build(c[0]), self._ident(c[1]), self.build(c[2]))

    def _do_draw(self, span: Span, c: list[Any]) -> n.DrawStmt:
        return n.DrawStmt(span, self.build(c[0]))

    def _on_place(self, verb: str, span: Span, c: list[Any]) -> n.OnPlace:
        return n.OnPlace(span, verb, self.build(c[0]))

    def _shuffle(self, span: Span, c: list[Any]) -> n.OnPlace:
        return self._on_place("shuffle", span, c)

    def _reveal(self, span: Span, c: list[Any]) -> n.OnPlace:
        return self._on_place("reveal", span, c)

    def _show(self, span: Span, c: list[Any]) -> n.Show:
        return n.Show(span, self.build(c[0]), self.build(c[1]))

    def _say(self, span: Span, c: list[Any]) -> n.Say:
        return n.Say(span, self.build(c[0]))

    def _end_game(self, span: Span, c: list[Any]) -> n.EndGame:
        return n.EndGame(span, self._ident(c[0]) if c[0] else None, self.build(c[1]))

    def _end_phase(self, span: Span, c: list[Any]) -> n.EndPhase:
        return n.EndPhase(span, self._ident(c[0]))

    def _allow(self, span: Span, c: list[Any]) -> n.Allow:
        return n.Allow(span, self._all(c))

    def _pool(self, span: Span, c: list[Any]) -> n.Pool:
        return n.Pool(span, self.build(c[0]), self._ident(c[1]))

    def _return(self, span: Span, c: list[Any]) -> n.Return:
        return n.Return(span, self.build(c[0]) if c else None)

    def _break(self, span: Span, c: list[Any]) -> n.Break:
        return n.Break(span)

    def _nothing(self, span: Span, c: list[Any]) -> n.Nothing:
        return n.Nothing(span)

    def _menu(self, span: Span, c: list[Any]) -> n.Menu:
        by, prompt, *rest = c
        options = self._all([x for x in rest if x is not None and x.data == "option"])
        last = rest[-1] if rest and rest[-1] is not None and rest[-1].data == "nothing_else" else None
        return n.Menu(span, self.build(by), self.build(prompt), options, self.build(last))

    def _option(self, span: Span, c: list[Any]) -> n.MenuOption:
        return n.MenuOption(span, self.build(c[0]), self.build(c[1]), self.build(c[2]))

    def _nothing_else(self, span: Span, c: list[Any]) -> n.Block:
        return cast(n.Block, self.build(c[0]))

    _else_part = _nothing_else

    def _if_stmt(self, span: Span, c: list[Any]) -> n.If:
        condition, body, *rest = c
        branches = [n.Branch(span, self.build(condition), self.build(body))]
        branches += [self.build(x) for x in rest if x is not None and x.data == "elif_part"]
        if len(branches) > MOST_BRANCHES:
            far = branches[MOST_BRANCHES].span
            raise LayoutError("too-deep", "too many `elif` in a row", far.start, far.start + 1, "a table can say it")
        last = rest[-1] if rest and rest[-1] is not None and rest[-1].data == "else_part" else None
        return n.If(span, tuple(branches), self.build(last))

    def _elif_part(self, span: Span, c: list[Any]) -> n.Branch:
        return n.Branch(span, self.build(c[0]), self.build(c[1]))

    def _for_stmt(self, span: Span, c: list[Any]) -> n.For:
        return n.For(span, self._ident(c[0]), self.build(c[1]), self.build(c[2]), self.build(c[3]))

    def _match_stmt(self, span: Span, c: list[Any]) -> n.Match:
        return n.Match(span, self.build(c[0]), self._all(c[1:]))

    def _arm(self, span: Span, c: list[Any]) -> n.Arm:
        return n.Arm(span, tuple(self._arm_value(value) for value in c[:-1]), self.build(c[-1]))

    def _arm_value(self, value: Any) -> n.Ident:
        if isinstance(value, Token):
            return self._ident(value)
        return n.Ident(self._span(value), f"-{value.children[0]}")

    def _repeat_stmt(self, span: Span, c: list[Any]) -> n.Repeat:
        return n.Repeat(span, self.build(c[0]), self.build(c[1]))

    def _as_stmt(self, span: Span, c: list[Any]) -> n.As:
        return n.As(span, self.build(c[0]), self.build(c[1]))

    # -------------------------------------------------------------- right sides

    def _roll(self, span: Span, c: list[Any]) -> n.Roll:
        return n.Roll(span, self.build(c[0]), self.build(c[1]))

    def _die(self, how: str, span: Span, c: list[Any]) -> n.Dice:
        return n.Dice(span, how, self.build(c[0]) if len(c) > 1 else None, self._integer(c[-1], str(c[-1])[1:]))

    def _dice_sum(self, span: Span, c: list[Any]) -> n.Dice:
        return self._die("sum", span, c)

    def _dice_list(self, span: Span, c: list[Any]) -> n.Dice:
        return self._die("list", span, c)

    def _dice_digits(self, span: Span, c: list[Any]) -> n.Dice:
        return self._die("digits", span, c)

    def _dice_best(self, span: Span, c: list[Any]) -> n.Dice:
        return self._die("best", span, c)

    def _draw(self, span: Span, c: list[Any]) -> n.DrawPieces:
        return n.DrawPieces(span, self.build(c[0]), self.build(c[1]), self.build(c[2]))

    def _choose_from(self, span: Span, c: list[Any]) -> n.Choose:
        how, low, high = self.build(c[0]) if c[0] is not None else ("one", None, None)
        return n.Choose(span, how, low, high, self.build(c[1]), self.build(c[2]), self.build(c[3]))

    def _choose_number(self, span: Span, c: list[Any]) -> n.Choose:
        return n.Choose(span, "number", self.build(c[0]), self.build(c[1]), None, self.build(c[2]), self.build(c[3]))

    def _optionally(self, span: Span, c: list[Any]) -> Any:
        return "optionally", None, None

    def _up_to(self, span: Span, c: list[Any]) -> Any:
        return "up_to", None, self.build(c[0])

    def _exactly(self, span: Span, c: list[Any]) -> Any:
        return "exactly", self.build(c[0]), None

    def _between(self, span: Span, c: list[Any]) -> Any:
        return "between", self.build(c[0]), self.build(c[1])

    # -------------------------------------------------------------- expressions

    def _if_expr(self, span: Span, c: list[Any]) -> n.IfExpr:
        return n.IfExpr(span, self.build(c[0]), self.build(c[1]), self.build(c[2]))

    def _all_pieces(self, span: Span, c: list[Any]) -> n.AllOf:
        return n.AllOf(span, self._ident(c[0]), "", None)

    def _all_at(self, span: Span, c: list[Any]) -> n.AllOf:
        return n.AllOf(span, self._ident(c[0]), "at", self.build(c[1]))

    def _all_on(self, span: Span, c: list[Any]) -> n.AllOf:
        return n.AllOf(span, self._ident(c[0]), "on", self.build(c[1]))

    def _or_test(self, span: Span, c: list[Any]) -> n.Bool:
        return n.Bool(span, "or", self._all(c))

    def _and_test(self, span: Span, c: list[Any]) -> n.Bool:
        return n.Bool(span, "and", self._all(c))

    def _not(self, span: Span, c: list[Any]) -> n.Unary:
        return n.Unary(span, "not", self.build(c[0]))

    def _neg(self, span: Span, c: list[Any]) -> n.Expr:
        operand = self.build(c[0])
        if isinstance(operand, n.Number):
            return n.Number(span, -operand.value)
        return n.Unary(span, "-", operand)

    def _compare(self, span: Span, c: list[Any]) -> n.Compare:
        return n.Compare(span, str(c[1]), self.build(c[0]), self.build(c[2]))

    def _in(self, span: Span, c: list[Any]) -> n.In:
        return n.In(span, self.build(c[0]), self.build(c[1]), False)

    def _not_in(self, span: Span, c: list[Any]) -> n.In:
        return n.In(span, self.build(c[0]), self.build(c[1]), True)

    def _on(self, span: Span, c: list[Any]) -> n.On:
        return n.On(span, self.build(c[0]), self.build(c[1]))

    def _is(self, span: Span, c: list[Any]) -> n.Is:
        return n.Is(span, self.build(c[0]), self._ident(c[1]), False)

    def _is_not(self, span: Span, c: list[Any]) -> n.Is:
        return n.Is(span, self.build(c[0]), self._ident(c[1]), True)

    def _span_(self, span: Span, c: list[Any]) -> n.Range:
        return n.Range(span, self.build(c[0]), self.build(c[1]))

    def _sum(self, span: Span, c: list[Any]) -> n.Binary:
        return n.Binary(span, str(c[1]), self.build(c[0]), self.build(c[2]))

    _term = _sum

    def _at(self, span: Span, c: list[Any]) -> n.At:
        return n.At(span, self._ident(c[0]), self.build(c[1]))

    def _field_of(self, span: Span, c: list[Any]) -> n.Field:
        return n.Field(span, self.build(c[0]), self._ident(c[1]))

    def _index(self, span: Span, c: list[Any]) -> n.Expr:
        return n.Index(span, self.build(c[0]), tuple(a.value for a in self.build(c[1]) if isinstance(a, n.Arg)))

    def _call(self, span: Span, c: list[Any]) -> n.Expr:
        callee, args = self.build(c[0]), self.build(c[1]) or ()
        if isinstance(callee, n.Field):
            return n.Call(span, callee.obj, callee.name, args)
        if not isinstance(callee, n.Name):
            return n.Call(span, callee, n.Ident(callee.span, ""), args)
        if isinstance(args, n.Comp):
            args.kind, args.span = callee.name, span
            return args
        return n.Call(span, None, n.Ident(callee.span, callee.name), args)

    def _call_all(self, span: Span, c: list[Any]) -> n.Comp:
        comp: n.Comp = self.build(c[0])
        comp.kind, comp.span = "all", span
        return comp

    def _name(self, span: Span, c: list[Any]) -> n.Name:
        return n.Name(span, str(c[0]))

    def _number(self, span: Span, c: list[Any]) -> n.Number:
        return n.Number(span, self._integer(c[0], str(c[0])))

    def _half(self, span: Span, c: list[Any]) -> n.Half:
        return n.Half(span, self._integer(c[0], str(c[0]).split("/")[0]))

    def _text(self, span: Span, c: list[Any]) -> n.Text:
        return self._string(c[0], span)

    def _group(self, span: Span, c: list[Any]) -> n.Expr:
        return cast(n.Expr, self.build(c[0]))

    def _list(self, span: Span, c: list[Any]) -> n.Expr:
        args = self.build(c[0]) or ()
        if isinstance(args, n.Comp):
            args.span = span
            return args
        return n.ListOf(span, tuple(a.value for a in args))

    def _args(self, span: Span, c: list[Any]) -> Any:
        if len(c) == 1 and isinstance(c[0], Tree) and c[0].data == "comprehension":
            return self.build(c[0])
        return tuple(self._arg(x) for x in c)

    def _arg(self, tree: Any) -> n.Arg:
        if isinstance(tree, Tree) and tree.data == "named":
            return n.Arg(self._span(tree), self._ident(cast(Token, tree.children[0])), self.build(tree.children[1]))
        value = self.build(tree)
        return n.Arg(value.span, None, value)

    def _comprehension(self, span: Span, c: list[Any]) -> n.Comp:
        element, var, source, condition, keys = c
        return n.Comp(
            span,
            "list",
            self.build(element),
            self._ident(var),
            self.build(source),
            self.build(condition),
            self.build(keys) or (),
        )

    def _keys(self, span: Span, c: list[Any]) -> tuple[n.Key, ...]:
        return self._all(c)

    def _key(self, span: Span, c: list[Any]) -> n.Key:
        direction = str(c[0].children[0]) if c[0] is not None else "lowest"
        return n.Key(span, direction in ("highest", "most"), self.build(c[1]))

    # -------------------------------------------------------------- other slots

    def _signature(self, span: Span, c: list[Any]) -> n.Signature:
        return n.Signature(span, self._ident(c[0]), self.build(c[1]) or (), self.build(c[2]))

    def _params(self, span: Span, c: list[Any]) -> tuple[n.Param, ...]:
        return self._all(c)

    def _param(self, span: Span, c: list[Any]) -> n.Param:
        return n.Param(span, self.build(c[0]), self._ident(c[1]))

    def _type_name(self, span: Span, c: list[Any]) -> n.TypeRef:
        return n.TypeRef(span, "name", name=str(c[0]))

    def _type_list(self, span: Span, c: list[Any]) -> n.TypeRef:
        return n.TypeRef(span, "list", inner=self.build(c[0]))

    def _type_optional(self, span: Span, c: list[Any]) -> n.TypeRef:
        return n.TypeRef(span, "optional", inner=self.build(c[0]))

    def _type_range(self, span: Span, c: list[Any]) -> n.TypeRef:
        return n.TypeRef(span, "range", low=self._bound(c[0]), high=self._bound(c[1]))

    def _type_range_of(self, span: Span, c: list[Any]) -> n.TypeRef:
        return n.TypeRef(span, "range", name=str(c[0]), low=self._bound(c[1]), high=self._bound(c[2]))

    def _bound(self, tree: Any) -> int:
        return -int(str(tree.children[0])) if isinstance(tree, Tree) else int(tree)

    def _ftype(self, span: Span, c: list[Any]) -> n.TypeRef:
        first: n.TypeRef = self.build(c[0])
        return n.TypeRef(span, "union", names=(n.Ident(first.span, first.name), *self._idents(c[1:])))

    def _pers(self, span: Span, c: list[Any]) -> tuple[n.Ident, ...]:
        return self._idents(c)

    def _field(self, span: Span, c: list[Any]) -> n.FieldSpec:
        kind, per, default, reset, *only = c
        return n.FieldSpec(
            span, self.build(kind), self.build(per) or (), self.build(default), self.build(reset), self._idents(only)
        )

    def _until_end(self, span: Span, c: list[Any]) -> n.Reset:
        return n.Reset(span, "end", self._ident(c[0]))

    def _until_another(self, span: Span, c: list[Any]) -> n.Reset:
        return n.Reset(span, "another", self._ident(c[0]))

    def _moves(self, span: Span, c: list[Any]) -> n.Event:
        kind, name, how, place, place_name, *reasons = c
        param = n.Param(
            self._ident(name).span, n.TypeRef(self._ident(kind).span, "name", name=str(kind)), self._ident(name)
        )
        return n.Event(
            span,
            str(how),
            None,
            (param,),
            self._ident(place),
            self._ident(place_name) if place_name else None,
            self._idents(reasons),
        )

    def _turns(self, span: Span, c: list[Any]) -> n.Event:
        param = n.Param(span, n.TypeRef(self._ident(c[0]).span, "name", name=str(c[0])), self._ident(c[1]))
        return n.Event(span, "turns", None, (param,), None, None, ())

    def _happens(self, span: Span, c: list[Any]) -> n.Event:
        return n.Event(span, "happens", self._ident(c[0]), self.build(c[1]) or (), None, None, ())
