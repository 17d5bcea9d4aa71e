"""Phase graphs as text."""

from __future__ import annotations

import json
from typing import Any

import networkx as nx
import pytest

from rulesdsl.tools.graphs import draw

NODES = [
    ("setup", "", "Set-up"),
    ("enter", "whole", "whole"),
    ("loop", "whole", "whole"),
    ("enter", "draft", 'Take a "tile"'),
    ("offer", "draft", 'Take a "tile"'),
    ("leave", "draft", 'Take a "tile"'),
    ("enter", "count", "count"),
    ("together", "count", "count"),
    ("leave", "count", "count"),
    ("leave", "whole", "whole"),
    ("finish", "", "The end"),
]
EDGES = [
    (0, 1, "next", ""),
    (1, 2, "next", ""),
    (2, 3, "again", "round in 1.."),
    (2, 9, "done", ""),
    (3, 4, "next", ""),
    (4, 4, "action", "take | swap"),
    (4, 5, "pass", "pass"),
    (5, 6, "next", ""),
    (6, 7, "next", ""),
    (7, 8, "next", ""),
    (8, 2, "next", ""),
    (8, 10, "end", "all(n == 0\n  for n in heaps)"),
    (9, 10, "next", ""),
]


def phases() -> nx.DiGraph[Any]:
    graph: nx.DiGraph[Any] = nx.DiGraph()
    for number, (kind, phase, title) in enumerate(NODES):
        graph.add_node(number, kind=kind, phase=phase, title=title)
    for a, b, kind, guard in EDGES:
        graph.add_edge(a, b, kind=kind, guard=guard)
    return graph


def test_a_tree_shows_which_phase_plays_which_and_what_each_does() -> None:
    assert draw(phases(), "tree").splitlines() == [
        "whole  · each round in 1..",
        "├─ draft  · offers take | swap",
        "└─ count  · together  · may end the game: all(n == 0 for n in heaps)",
    ]


def test_phases_deep_inside_each_other_are_no_trouble() -> None:
    graph: nx.DiGraph[Any] = nx.DiGraph()
    for number in range(3000):
        graph.add_node(number, kind="enter", phase=f"p{number}", title="")
    nx.add_path(graph, range(3000), kind="next", guard="")
    assert draw(graph, "tree").count("\n") == 2999


def test_dot_quotes_labels() -> None:
    lines = draw(phases(), "dot").splitlines()
    assert lines[:3] == ["digraph phases {", "  node [shape=box, fontname=sans];", '  n0 [label="Set-up"];']
    assert '  n3 [label="Take a \\"tile\\" (enter)"];' in lines
    assert '  n2 -> n3 [label="round in 1.."];' in lines
    assert '  n2 -> n9 [label="done"];' in lines
    assert "  n0 -> n1;" in lines


def test_mermaid_escapes_labels() -> None:
    lines = draw(phases(), "mermaid").splitlines()
    assert lines[:2] == ["flowchart TD", '  n0["Set-up"]']
    assert '  n3["Take a #quot;tile#quot; (enter)"]' in lines
    assert '  n4 -->|"take | swap"| n4' in lines
    assert "  n0 --> n1" in lines


def test_json_is_read_back_by_networkx() -> None:
    again = nx.node_link_graph(json.loads(draw(phases(), "json")), edges="edges")
    assert nx.utils.graphs_equal(again, phases())


def test_another_picture_is_a_key_error() -> None:
    with pytest.raises(KeyError):
        draw(phases(), "oil on canvas")
