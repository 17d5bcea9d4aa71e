"""Several players who decide at once: each on a copy of the state as it stood, joined when all are done.

So nobody's choices reach the others before, not even in how many pieces they have left, and the order in which they
answer makes no difference.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rulesdsl.runtime.machine import Machine


def part(machine: Machine, s: Any, player: int) -> Any:
    """The state in which one of them decides."""
    made = machine.copy(s)
    made.me = player
    return made


def join(machine: Machine, s: Any, parts: Sequence[tuple[int, Any]]) -> None:
    """Bring what each has changed into the state, in the players' order; lists stay the same lists."""
    base = machine.copy(s)
    for name, _, is_list, _ in machine.data["columns"]:
        old = getattr(base, name)
        for _, mine in parts:
            new = getattr(mine, name)
            if new == old:
                continue
            if not is_list:
                setattr(s, name, new)
                continue
            column = getattr(s, name)
            for i, value in enumerate(new):
                if value != old[i]:
                    column[i] = value
    s.memory_.clear()  # what was remembered rests on what the rules have written
