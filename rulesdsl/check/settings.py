"""Is what an option is set to, by default or by a scenario, one of its values?"""

from __future__ import annotations

from rulesdsl.model.frame import OptionDecl
from rulesdsl.source.diagnostics import Problems
from rulesdsl.syntax import nodes as n


def check_setting(option: OptionDecl, expr: n.Expr | None, problems: Problems) -> None:
    """Note a number outside the bounds, or members that are too few, too many or the same; types are known to fit."""
    number = _number(expr)
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


def _number(expr: n.Expr | None) -> int | None:
    if isinstance(expr, n.Number):
        return expr.value
    if isinstance(expr, n.Unary) and expr.op == "-" and isinstance(expr.operand, n.Number):
        return -expr.operand.value
    return None
