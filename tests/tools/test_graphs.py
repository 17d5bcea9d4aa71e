"""Phase graphs as text."""

from __future__ import annotations

import json

import networkx as nx
import pytest

from rulesdsl.tools.graphs import draw


def phases() -> nx.DiGraph:
    graph = nx.DiGraph()
    graph.add_node("whole", kind="each")
    graph.add_node("draft", title='Take a "tile"')
    graph.add_edge("whole", "draft", label="step")
    graph.add_edge("whole", "build")
    graph.add_edge("build", "sell")
    graph.add_edge("build", "draft")
    graph.add_edge("sell", "build")
    return graph


def test_a_tree_marks_what_stands_above_already() -> None:
    assert draw(phases(), "tree").splitlines() == [
        "whole [each]",
        '├─ step: draft: Take a "tile"',
        "└─ build",
        "   ├─ sell",
        "   │  └─ build ↑",
        '   └─ draft: Take a "tile"',
    ]


def test_a_loop_that_nothing_leads_to_is_drawn_too() -> None:
    graph = nx.DiGraph([("a", "b"), ("b", "a"), ("c", "d")])
    assert draw(graph, "tree").splitlines() == ["c", "└─ d", "a", "└─ b", "   └─ a ↑"]


def test_a_long_chain_is_no_trouble() -> None:
    assert len(draw(nx.path_graph(5000, create_using=nx.DiGraph), "tree").splitlines()) == 5000


def test_dot_quotes_labels() -> None:
    assert draw(phases(), "dot").splitlines()[:6] == [
        "digraph phases {",
        "  node [shape=box, fontname=sans];",
        '  n0 [label="whole [each]"];',
        '  n1 [label="draft: Take a \\"tile\\""];',
        '  n2 [label="build"];',
        '  n3 [label="sell"];',
    ]
    assert '  n0 -> n1 [label="step"];' in draw(phases(), "dot")


def test_mermaid_escapes_labels() -> None:
    lines = draw(phases(), "mermaid").splitlines()
    assert lines[:3] == ["flowchart TD", '  n0["whole [each]"]', '  n1["draft: Take a #quot;tile#quot;"]']
    assert "  n0 -->|step| n1" in lines and "  n2 --> n3" in lines


def test_json_is_read_back_by_networkx() -> None:
    again = nx.node_link_graph(json.loads(draw(phases(), "json")), edges="edges")
    assert nx.utils.graphs_equal(again, phases())


def test_another_picture_is_a_key_error() -> None:
    with pytest.raises(KeyError):
        draw(phases(), "oil on canvas")
