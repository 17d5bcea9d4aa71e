"""Dice and draws that a script answers instead of chance."""

from __future__ import annotations

from collections.abc import Sequence

from rulesdsl.runtime.faults import Fault


class Script:
    """Queues of dice and of pieces to draw; empty ones leave it to chance."""

    def __init__(self, dice: Sequence[int] = (), draws: Sequence[str] = ()) -> None:
        self.dice, self.draws = list(dice), list(draws)

    def copy(self) -> Script:
        return Script(self.dice, self.draws)

    def die(self, rolled: int, sides: int) -> int:
        """The next scripted die, or what was rolled."""
        if not self.dice:
            return rolled
        value = self.dice.pop(0)
        if not 1 <= value <= sides:
            raise Fault(f"the script says {value}, and the die has {sides} sides")
        return value

    def draw(self, drawn: int, pieces: Sequence[int], names: Sequence[str]) -> int:
        """The index of the next scripted piece, or of what was drawn; a kind's name takes any of them."""
        if not self.draws:
            return drawn
        wanted = self.draws.pop(0)
        exact = [i for i, piece in enumerate(pieces) if names[piece] == wanted]
        alike = [i for i, piece in enumerate(pieces) if names[piece].rstrip("0123456789") == f"{wanted}_"]
        if not exact and not alike:
            raise Fault(f"the script draws {wanted}, which is not there: {', '.join(names[p] for p in pieces)}")
        return (exact or alike)[0]

    def unused(self) -> list[str]:
        return [*(f"die {d}" for d in self.dice), *(f"draw {d}" for d in self.draws)]
