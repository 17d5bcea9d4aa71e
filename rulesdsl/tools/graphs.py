"""Draw a phase graph: a networkx graph in, text out, as a tree, for Graphviz, for Mermaid or as JSON.

Nodes and edges are taken in the graph's own order, so the text is always the same. A node may have a
``title`` and a ``kind``, an edge a ``label``.
"""

from __future__ import annotations

from json import dumps
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from networkx import DiGraph


def draw(graph: DiGraph[Any], format: str) -> str:
    """Return the picture in ``format``: tree, dot, mermaid or json. Raises `KeyError` for any other."""
    return {"tree": tree, "dot": dot, "mermaid": mermaid, "json": as_json}[format](graph)


def tree(graph: DiGraph[Any]) -> str:
    """Return an indented tree; a node that stands above or before already is marked with an arrow."""
    lines: list[str] = []
    seen: set[Any] = set()
    for root in _roots(graph):
        # A stack of our own: a long chain of phases would exhaust Python's.
        stack: list[tuple[Any, str, str, str]] = [(root, "", "", "")]
        while stack:
            node, edge, lead, below = stack.pop()
            again = node in seen
            seen.add(node)
            children = list(graph.successors(node))
            lines.append(f"{lead}{edge}{_text(graph, node)}{' ↑' if again and children else ''}")
            if again:
                continue
            for i, child in reversed(list(enumerate(children))):
                last = i == len(children) - 1
                turn, under = ("└─ ", "   ") if last else ("├─ ", "│  ")
                stack.append((child, _edge(graph, node, child), below + turn, below + under))
    return "\n".join(lines)


def dot(graph: DiGraph[Any]) -> str:
    """Return the graph in the language of Graphviz."""
    ids = {node: f"n{i}" for i, node in enumerate(graph.nodes)}
    lines = ["digraph phases {", "  node [shape=box, fontname=sans];"]
    lines += [f"  {ids[node]} [label={_quoted(_text(graph, node))}];" for node in graph.nodes]
    for a, b in graph.edges:
        label = _edge(graph, a, b).strip().removesuffix(":")
        lines.append(f"  {ids[a]} -> {ids[b]}{f' [label={_quoted(label)}]' if label else ''};")
    return "\n".join([*lines, "}"])


def mermaid(graph: DiGraph[Any]) -> str:
    """Return the graph as a Mermaid flowchart, as code hosts show it."""
    ids = {node: f"n{i}" for i, node in enumerate(graph.nodes)}
    lines = ["flowchart TD"]
    lines += [f'  {ids[node]}["{_plain(_text(graph, node))}"]' for node in graph.nodes]
    for a, b in graph.edges:
        label = _plain(_edge(graph, a, b).strip().removesuffix(":"))
        lines.append(f"  {ids[a]} -->{f'|{label}|' if label else ''} {ids[b]}")
    return "\n".join(lines)


def as_json(graph: DiGraph[Any]) -> str:
    """Return the graph as networkx' node-link data."""
    from networkx import node_link_data

    return dumps(node_link_data(graph, edges="edges"), indent=2, ensure_ascii=False, default=str)


def _roots(graph: DiGraph[Any]) -> list[Any]:
    """Where reading starts: nodes that nothing leads to, then one of each loop that these do not reach."""
    from networkx import descendants

    roots = [node for node in graph.nodes if not graph.in_degree(node)]
    reached = {below for root in roots for below in descendants(graph, root)} | set(roots)
    for node in graph.nodes:
        if node not in reached:
            roots.append(node)
            reached |= descendants(graph, node) | {node}
    return roots


def _text(graph: DiGraph[Any], node: Any) -> str:
    data = graph.nodes[node]
    kind = data.get("kind")
    title = data.get("title")
    return f"{node}{f' [{kind}]' if kind else ''}{f': {title}' if title else ''}"


def _edge(graph: DiGraph[Any], a: Any, b: Any) -> str:
    label = graph.edges[a, b].get("label")
    return f"{label}: " if label else ""


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _plain(text: str) -> str:
    # Mermaid reads quotes, bars and brackets inside labels as its own.
    for sign, name in (('"', "#quot;"), ("|", "#124;")):
        text = text.replace(sign, name)
    return text
