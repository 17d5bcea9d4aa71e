"""Is what an option is set to, by default or by a scenario, one of its values?"""

from __future__ import annotations

from fractions import Fraction

from rulesdsl.model.frame import OptionDecl
from rulesdsl.source.diagnostics import Problems
from rulesdsl.syntax import nodes as n


def check_setting(option: OptionDecl, expr: n.Expr | None, problems: Problems) -> None:
    """Note a number outside the bounds, or members that are too few, too many or the same; types are known to fit."""
    number = number_of(expr)
    if option.bounds is not None and number is not None and not option.bounds[0] <= number <= option.bounds[1]:
        low, high = option.bounds
        problems.error("bad-option", expr.span, f"`{option.name}` cannot be {number}", help=f"it is {low}..{high}")  # type: ignore[union-attr]
    if option.choose and isinstance(expr, n.ListOf):
        names = [item.span.text for item in expr.items]
        twice = next((item for i, item in enumerate(expr.items) if names[i] in names[:i]), None)
        if twice is not None:
            problems.error("bad-option", twice.span, f"`{twice.span.text}` stands here twice")
        elif len(names) != option.choose:
            problems.error(
                "bad-option", expr.span, f"`{option.name}` takes {option.choose} members, and here are {len(names)}"
            )


def number_of(expr: n.Expr | None) -> Fraction | None:
    """The number that an expression is, if it is one as it stands."""
    if isinstance(expr, n.Number):
        return Fraction(expr.value)
    if isinstance(expr, n.Half):
        return Fraction(expr.halves, 2)
    if isinstance(expr, n.Unary) and expr.op == "-":
        number = number_of(expr.operand)
        return None if number is None else -number
    return None
