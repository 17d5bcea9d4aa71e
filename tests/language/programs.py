"""Random rules as statements of the rule language, each with what it is in Python: two ways to play the same game."""

from __future__ import annotations

from random import Random

Pair = tuple[list[str], list[str]]
"""Lines of rule text, and the lines of Python that do the same."""

HEAD = """rulesdsl: 1
title: Program {seed}
players: 2
types:
  Hue: [red, green, blue]
state:
  a: int = 1
  b: int = 2
  hue: Hue = green
  own: {{per: Player, is: int = 0}}
phases:
  game:
    each: {{turn: 1..2}}
    steps: [round]
  round:
    each: {{me: players}}
    do: |
      main(turn)
effects:
"""


class Program:
    """Effects that call those before them, the last one `main`: `rules` is a rule file, `python` the same functions."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.count = 0
        self.rules = HEAD.format(seed=seed)
        self.python = ""
        self.effects: list[str] = []
        for name in ("one", "two", "three", "main"):
            self.effect(name)
        self.rules += "result:\n  score:\n    Player p: p.own\n"

    def effect(self, name: str) -> None:
        self.names, self.loops, self.returns = ["arg"], 0, name != "main"
        end = (["return a"], ["return g['a']"]) if self.returns else ([], [])
        rule, python = self.statements(self.random.randint(1, 5), 3, end)
        head = f"{name}(int arg)" + (" -> int" if self.returns else "")
        self.rules += f"  {head}:\n    do: |\n" + "".join(f"      {line}\n" for line in rule)
        self.python += f"def {name}(g, ask, me, arg):\n" + "".join(f"    {line}\n" for line in python) + "\n"
        self.effects.append(name)

    # ---------------------------------------------------------------- expressions

    def number(self, deep: int = 2) -> tuple[str, str]:
        ways = ["literal", "name", "state", "own"] + ["sum", "choice", "count"] * (deep > 0)
        match self.random.choice(ways):
            case "literal":
                x = self.random.randint(-3, 4)
                return (str(x), str(x)) if x >= 0 else (f"({x})", f"({x})")
            case "name":
                name = self.random.choice(self.names)
                return name, name
            case "state":
                name = self.random.choice("ab")
                return name, f"g['{name}']"
            case "own":
                return "me.own", "g['own'][me]"
            case "sum":
                (r, p), (r2, p2), op = self.number(deep - 1), self.number(deep - 1), self.random.choice("+-")
                return f"({r} {op} {r2})", f"({p} {op} {p2})"
            case "choice":
                (r, p), (r2, p2), (t, q) = self.number(deep - 1), self.number(deep - 1), self.truth(deep - 1)
                return f"(if {t} then {r} else {r2})", f"({p} if {q} else {p2})"
        (t, q), name = self.items(deep - 1), self.fresh()
        self.names.append(name)
        c, d = self.truth(deep - 1)
        self.names.pop()
        return f"count({name} for {name} in {t} if {c})", f"len([{name} for {name} in {q} if {d}])"

    def truth(self, deep: int = 2) -> tuple[str, str]:
        if deep > 0 and self.random.random() < 0.3:
            (r, p), (r2, p2), op = self.truth(deep - 1), self.truth(deep - 1), self.random.choice(["and", "or"])
            return f"({r} {op} {r2})", f"({p} {op} {p2})"
        if deep > 0 and self.random.random() < 0.3:
            (xs, ys), name = self.items(deep - 1), self.fresh()
            self.names.append(name)
            c, d = self.truth(deep - 1)
            self.names.pop()
            word = self.random.choice(["any", "all"])
            return f"{word}({c} for {name} in {xs})", f"{word}([{d} for {name} in {ys}])"
        (r, p), (r2, p2) = self.number(deep - 1), self.number(deep - 1)
        op = self.random.choice(["<", "<=", "==", "!=", ">"])
        return f"({r} {op} {r2})", f"({p} {op} {p2})"

    def items(self, deep: int = 1) -> tuple[str, str]:
        if self.random.random() < 0.4:
            low = self.random.randint(-1, 2)
            high = low + self.random.randint(-1, 3)
            return f"({low}..{high})", f"list(range({low}, {high + 1}))"
        parts = [self.number(0) for _ in range(self.random.randint(1, 3))]
        return f"[{', '.join(r for r, _ in parts)}]", f"[{', '.join(p for _, p in parts)}]"

    # ----------------------------------------------------------------- statements

    def fresh(self) -> str:
        self.count += 1
        return f"v{self.count}"

    def block(self, deep: int) -> Pair:
        """Statements; what they bind ends with them."""
        seen = len(self.names)
        made = self.statements(self.random.randint(1, 4), deep)
        del self.names[seen:]
        return made

    def statements(self, count: int, deep: int, end: Pair = ([], [])) -> Pair:
        """So many statements, and `end` on every way through them."""
        rule: list[str] = []
        python: list[str] = []
        for i in range(count):
            words = ["let", "assign", "state", "own", "call", "choose", "say"]
            words += ["if", "for", "repeat", "match", "menu", "as"] * (deep > 0)
            word = self.random.choice(words)
            if word == "choose" and deep > 0 and self.random.random() < 0.5:
                r, p = self.or_else(count - i - 1, deep, end)
                return rule + r, python + p
            r, p = getattr(self, f"do_{word}")(deep)
            rule, python = rule + r, python + p
        if self.loops and self.random.random() < 0.2:
            return [*rule, "break"], [*python, "break"]
        if self.returns and self.random.random() < 0.1:
            r, p = self.number()
            return [*rule, f"return {r}"], [*python, f"return {p}"]
        return rule + end[0], python + end[1]

    def do_let(self, deep: int) -> Pair:
        (r, p), name = self.number(), self.fresh()
        self.names.append(name)
        return [f"let {name} = {r}"], [f"{name} = {p}"]

    def do_assign(self, deep: int) -> Pair:
        mine = [name for name in self.names if name != "arg" and not name.startswith("loop")]
        if not mine:
            return self.do_let(deep)
        (r, p), name, op = self.number(), self.random.choice(mine), self.random.choice(["=", "+=", "-="])
        return [f"{name} {op} {r}"], [f"{name} {op} {p}"]

    def do_state(self, deep: int) -> Pair:
        (r, p), name = self.number(), self.random.choice("ab")
        return [f"{name} = ({r}) % 100"], [f"g['{name}'] = ({p}) % 100"]

    def do_own(self, deep: int) -> Pair:
        (r, p), op = self.number(), self.random.choice(["+=", "-="])
        return [f"me.own {op} {r}"], [f"g['own'][me] {op} {p}"]

    def do_call(self, deep: int) -> Pair:
        if not self.effects:
            return self.do_own(deep)
        (r, p), name, effect = self.number(), self.fresh(), self.random.choice(self.effects)
        self.names.append(name)
        return [f"let {name} = {effect}({r})"], [f"{name} = {effect}(g, ask, me, {p})"]

    def do_choose(self, deep: int) -> Pair:
        (xs, ys), name = self.items(), self.fresh()
        by = self.random.choice(["", " by next_player(me)"])
        self.names.append(name)
        return [f"let {name} = choose from {xs} + [1]{by}"], [f"{name} = pick(ask, {ys} + [1])"]

    def or_else(self, left: int, deep: int, end: Pair) -> Pair:
        """A choice that may have no option: what else, and what follows it in its block."""
        (xs, ys), name, key = self.items(), self.fresh(), self.fresh()
        self.names.append(key)
        c, d = self.truth(1)
        self.names.pop()
        seen = len(self.names)
        other, python_other = self.statements(self.random.randint(1, 3), deep - 1, end)
        del self.names[seen:]
        self.names.append(name)
        rest, python_rest = self.statements(left, deep, end)
        options = f"[{key} for {key} in {ys} if {d}]"
        rule = [f"let {name} = choose from [{key} for {key} in {xs} if {c}]", "  else:", *indent(indent(other)), *rest]
        then = [f"{name} = pick(ask, {name}_options)", *python_rest]
        made = [f"{name}_options = {options}", f"if {name}_options:", *indent(then), "else:", *indent(python_other)]
        return rule, made

    def do_say(self, deep: int) -> Pair:
        r, p = self.number()
        return [f'say "{{me}}: {{{r}}}"'], [f"({p})"]

    def do_if(self, deep: int) -> Pair:
        rule: list[str] = []
        python: list[str] = []
        for word in ["if"] + ["elif"] * self.random.randint(0, 2):
            (c, d), (r, p) = self.truth(), self.block(deep - 1)
            rule += [f"{word} {c}:", *indent(r)]
            python += [f"{word} {d}:", *indent(p)]
        if self.random.random() < 0.5:
            r, p = self.block(deep - 1)
            rule, python = [*rule, "else:", *indent(r)], [*python, "else:", *indent(p)]
        return rule, python

    def do_for(self, deep: int) -> Pair:
        (xs, ys), name = self.items(), "loop" + self.fresh()
        self.names.append(name)
        c, d = self.truth(1)
        self.loops += 1
        r, p = self.block(deep - 1)
        self.loops -= 1
        self.names.remove(name)
        if self.random.random() < 0.5:
            return [f"for {name} in {xs}:", *indent(r)], [f"for {name} in {ys}:", *indent(p)]
        fixed = f"[{name} for {name} in {ys} if {d}]"
        return [f"for {name} in {xs} if {c}:", *indent(r)], [f"for {name} in {fixed}:", *indent(p)]

    def do_repeat(self, deep: int) -> Pair:
        times = self.random.randint(0, 3)
        self.loops += 1
        r, p = self.block(deep - 1)
        self.loops -= 1
        return [f"repeat {times}:", *indent(r)], [f"for _ in range({times}):", *indent(p)]

    def do_match(self, deep: int) -> Pair:
        r, p = self.number()
        arms = [self.block(deep - 1) for _ in range(3)]
        name = self.fresh()
        rule = [f"match {r}:", "  -1, 0:", *indent(indent(arms[0][0])), "  1:", *indent(indent(arms[1][0]))]
        python = [f"{name} = {p}", f"if {name} in (-1, 0):", *indent(arms[0][1]), f"elif {name} == 1:"]
        rule += ["  others:", *indent(indent(arms[2][0]))]
        return rule, [*python, *indent(arms[1][1]), "else:", *indent(arms[2][1])]

    def do_menu(self, deep: int) -> Pair:
        arms = [(self.truth(1), self.block(deep - 1)) for _ in range(2)]
        last, name = self.block(deep - 1), self.fresh()
        rule, python = [f'choose "Which of {name}?":'], [f"{name} = []"]
        for i, ((c, d), (r, _)) in enumerate(arms):
            rule += [f'  "Way {i}" when {c}:', *indent(indent(r))]
            python += [f"if {d}: {name}.append({i})"]
        rule += ["  if nothing else:", *indent(indent(last[0]))]
        python += [f"{name} = pick(ask, {name}) if {name} else None", f"if {name} is None:", *indent(last[1])]
        for i, (_, (_, p)) in enumerate(arms):
            python += [f"elif {name} == {i}:", *indent(p)]
        return rule, python

    def do_as(self, deep: int) -> Pair:
        loops, self.loops = self.loops, 0
        returns, self.returns = self.returns, False
        r, p = self.block(deep - 1)
        self.loops, self.returns = loops, returns
        return ["as next_player(me):", *indent(r)], ["me = 1 - me", *p, "me = 1 - me"]


def indent(lines: list[str]) -> list[str]:
    return [f"  {line}" for line in lines]
