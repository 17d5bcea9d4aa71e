"""Exact values of small games: under best play, of given strategies, and of the best response to them.

All numbers are fractions. A strategy says, for each thing a player can know (`Choice.known`), how likely each option
is. Two strategies of a two-player game in which one wins what the other loses bound its value from both sides: what
the best response to each of them gets. Where the bounds meet, that is the value; `approach` brings them close together.
After von Neumann's minimax theorem, and Tammelin's CFR+ (2014).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction

from rulesdsl.runtime.results import Result
from rulesdsl.tools.trees import Chance, Choice, End, Node, Tree

Payoff = Callable[[Result], Mapping[str, Fraction]]
"""What a result is worth to each player."""
Strategy = Mapping[int, Sequence[Fraction]]
"""By `Choice.known`: the probability of each option, together 1. All players' may stand in one."""


def points(result: Result) -> dict[str, Fraction]:
    """What counts is everybody's score."""
    return {player: Fraction(score.total) for player, score in result.scores.items()}


def wins(players: Sequence[str]) -> Payoff:
    """What counts is who wins: 1, and the others lose as much together; nothing if nobody wins, or all do."""

    def payoff(result: Result) -> dict[str, Fraction]:
        won = len(result.winners)
        if not won or won == len(players):
            return dict.fromkeys(players, Fraction(0))
        lost = Fraction(-1, len(players) - won)
        return {player: Fraction(1, won) if player in result.winners else lost for player in players}

    return payoff


def best(tree: Tree, payoff: Payoff) -> dict[str, Fraction]:
    """What everybody gets if everybody plays as well as possible. Raises ValueError where something is hidden."""
    if tree.hiding:
        raise ValueError("players who know different things have no best play by itself: compare strategies")
    made: dict[int, Mapping[str, Fraction]] = {}
    for node in _upwards(tree.root):
        if isinstance(node, End):
            made[id(node)] = payoff(node.result)
            continue
        below = [made[id(branch)] for branch in node.branches]
        if isinstance(node, Choice):
            made[id(node)] = max(below, key=lambda values: values[node.player])
        else:
            made[id(node)] = _mean(below, [Fraction(1, len(below))] * len(below))
    return dict(made[id(tree.root)])


def expected(tree: Tree, strategy: Strategy, payoff: Payoff) -> dict[str, Fraction]:
    """What everybody gets on average if all play by the strategy. Raises KeyError where it says nothing."""
    made: dict[int, Mapping[str, Fraction]] = {}
    for node in _upwards(tree.root):
        if isinstance(node, End):
            made[id(node)] = payoff(node.result)
        else:
            made[id(node)] = _mean([made[id(branch)] for branch in node.branches], _weights(node, strategy))
    return dict(made[id(tree.root)])


def best_response(tree: Tree, player: str, strategy: Strategy, payoff: Payoff) -> tuple[Fraction, dict[int, int]]:
    """The most that `player` can get on average while all others play by the strategy, and which options do it."""
    nodes = list(_upwards(tree.root))
    reach = {id(node): Fraction(0) for node in nodes}
    reach[id(tree.root)] = Fraction(1)
    asked: dict[int, list[Choice]] = {}
    for node in reversed(nodes):
        if isinstance(node, End):
            continue
        mine = isinstance(node, Choice) and node.player == player
        if isinstance(node, Choice) and mine:
            asked.setdefault(node.known, []).append(node)
        weights = [Fraction(1)] * len(node.branches) if mine else _weights(node, strategy)
        for branch, weight in zip(node.branches, weights, strict=True):
            reach[id(branch)] += reach[id(node)] * weight
    made: dict[int, Fraction] = {}
    chosen: dict[int, int] = {}

    def worth(node: Node) -> Fraction:
        if id(node) not in made:
            made[id(node)] = _worth(node)
        return made[id(node)]

    def _worth(node: Node) -> Fraction:
        if isinstance(node, End):
            return payoff(node.result)[player]
        if isinstance(node, Choice) and node.player == player:
            return worth(node.branches[option(node.known)])
        weights = _weights(node, strategy)
        return sum((w * worth(b) for w, b in zip(weights, node.branches, strict=True) if w), Fraction(0))

    def option(known: int) -> int:
        if known not in chosen:
            there = asked[known]
            totals = [
                sum((reach[id(node)] * worth(node.branches[i]) for node in there if reach[id(node)]), Fraction(0))
                for i in range(len(there[0].names))
            ]
            chosen[known] = totals.index(max(totals))
        return chosen[known]

    return worth(tree.root), chosen


def bounds(tree: Tree, strategy: Strategy, payoff: Payoff) -> tuple[Fraction, Fraction]:
    """Between these lies the value of a two-player game for the first player, if one wins what the other loses."""
    first, second = tree.players
    return -best_response(tree, second, strategy, payoff)[0], best_response(tree, first, strategy, payoff)[0]


def approach(tree: Tree, payoff: Payoff, rounds: int, finest: int = 10_000) -> dict[int, tuple[Fraction, ...]]:
    """Strategies near an equilibrium of a two-player game, by `rounds` of CFR+; probabilities in parts of `finest`."""
    first = tree.players[0]
    nodes = list(_upwards(tree.root))
    ends = {id(node): float(payoff(node.result)[first]) for node in nodes if isinstance(node, End)}
    known = {node.known: len(node.names) for node in nodes if isinstance(node, Choice)}
    regrets = {number: [0.0] * size for number, size in known.items()}
    totals = {number: [0.0] * size for number, size in known.items()}
    for count in range(1, rounds + 1):
        for player in tree.players:
            now = {number: _matching(row) for number, row in regrets.items()}
            _learn(nodes, tree, player, now, (ends, regrets, totals), count)
            for row in regrets.values():
                row[:] = [max(0.0, regret) for regret in row]
    return {number: _rounded(row, finest) for number, row in totals.items()}


def _learn(
    nodes: list[Node],
    tree: Tree,
    player: str,
    now: Mapping[int, list[float]],
    tables: tuple[dict[int, float], dict[int, list[float]], dict[int, list[float]]],
    count: int,
) -> None:
    """One player's regrets, and share in the average, of one round."""
    ends, regrets, totals = tables
    sign = 1.0 if player == tree.players[0] else -1.0
    others, own = {id(node): 0.0 for node in nodes}, {id(node): 0.0 for node in nodes}
    others[id(tree.root)] = own[id(tree.root)] = 1.0
    for node in reversed(nodes):
        if isinstance(node, End):
            continue
        mine = isinstance(node, Choice) and node.player == player
        weights = now[node.known] if isinstance(node, Choice) else [1 / len(node.branches)] * len(node.branches)
        for branch, weight in zip(node.branches, weights, strict=True):
            others[id(branch)] += others[id(node)] * (1.0 if mine else weight)
            own[id(branch)] += own[id(node)] * (weight if mine else 1.0)
    worth: dict[int, float] = {}
    for node in nodes:
        if isinstance(node, End):
            worth[id(node)] = sign * ends[id(node)]
            continue
        below = [worth[id(branch)] for branch in node.branches]
        weights = now[node.known] if isinstance(node, Choice) else [1 / len(below)] * len(below)
        mean = worth[id(node)] = sum(w * value for w, value in zip(weights, below, strict=True))
        if isinstance(node, Choice) and node.player == player:
            for i, value in enumerate(below):
                regrets[node.known][i] += others[id(node)] * (value - mean)
                totals[node.known][i] += count * own[id(node)] * weights[i]


def _matching(regrets: Sequence[float]) -> list[float]:
    """Options in proportion to how much they are regretted; all alike if none is."""
    total = sum(regrets)
    return [regret / total for regret in regrets] if total > 0 else [1 / len(regrets)] * len(regrets)


def _rounded(row: Sequence[float], finest: int) -> tuple[Fraction, ...]:
    """Probabilities as fractions whose sum is exactly 1."""
    parts = [round(share * finest) for share in _matching(row)]
    return tuple(Fraction(part, sum(parts)) for part in parts)


def _weights(node: Chance | Choice, strategy: Strategy) -> Sequence[Fraction]:
    """How likely each branch is."""
    if isinstance(node, Choice):
        return strategy[node.known]
    return [Fraction(1, len(node.branches))] * len(node.branches)


def _mean(below: Sequence[Mapping[str, Fraction]], weights: Sequence[Fraction]) -> dict[str, Fraction]:
    return {
        player: sum((w * values[player] for w, values in zip(weights, below, strict=True)), Fraction(0))
        for player in below[0]
    }


def _upwards(root: Node) -> Iterator[Node]:
    """Every place of the tree once, after all that follow it."""
    seen: set[int] = set()
    stack: list[tuple[Node, bool]] = [(root, False)]
    while stack:
        node, done = stack.pop()
        if done:
            yield node
        elif id(node) not in seen:
            seen.add(id(node))
            stack.append((node, True))
            if not isinstance(node, End):
                stack += [(branch, False) for branch in node.branches]
