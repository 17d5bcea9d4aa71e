"""Who leads to whom: small directed graphs as ordered dictionaries, so that every answer keeps the file's order."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar

Item = TypeVar("Item")
Graph = Mapping[Item, Sequence[Item]]


def reached(graph: Graph[Item], starts: Iterable[Item]) -> dict[Item, None]:
    """The starts and all that they lead to, nearest first."""
    found = dict.fromkeys(starts)
    waiting = list(found)
    for item in waiting:
        for other in graph.get(item, ()):
            if other not in found:
                found[other] = None
                waiting.append(other)
    return found


def way_back(graph: Graph[Item], start: Item) -> list[Item] | None:
    """A shortest way from an item to itself, the item at both ends; None if there is none."""
    before: dict[Item, Item] = {}
    waiting = [start]
    for item in waiting:
        for other in graph.get(item, ()):
            if other == start:
                way = [item]
                while way[-1] != start:
                    way.append(before[way[-1]])
                return [*reversed(way), start]
            if other not in before:
                before[other] = item
                waiting.append(other)
    return None


def loops(graph: Graph[Item], starts: Iterable[Item]) -> list[list[Item]]:
    """One way back for each knot of items that lead to each other, told at its first item among `starts`."""
    found: list[list[Item]] = []
    told: set[Item] = set()
    for start in starts:
        way = None if start in told else way_back(graph, start)
        if way is not None:
            found.append(way)
            told.update(item for item in reached(graph, way) if start in reached(graph, graph.get(item, ())))
    return found
