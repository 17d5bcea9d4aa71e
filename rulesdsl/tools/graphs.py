"""Draw a phase graph: a networkx graph in, text out, as a tree, for Graphviz, for Mermaid or as JSON.

A node has a ``kind`` (enter, leave, loop, offer, do, ...), the ``phase`` that it belongs to, a ``title``, ``file`` and
``line``; an edge has a ``kind`` and a ``guard``, the rule text on which it is taken. Nodes and edges are taken in
the graph's own order, so the text is always the same.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from json import dumps
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from networkx import DiGraph

# What an edge of these kinds says of the phase that it starts in.
_SAID = {"again": "each {}", "action": "offers {}", "end": "may end the game: {}"}

# A longer rule text is cut in a picture.
_LONGEST = 60


def draw(graph: DiGraph[Any], format: str) -> str:
    """Return the picture in ``format``: tree, dot, mermaid or json. Raises `KeyError` for any other."""
    return {"tree": tree, "dot": dot, "mermaid": mermaid, "json": as_json}[format](graph)


@dataclass(slots=True)
class _Phase:
    """A phase as it is played in one place: what it does, and the phases inside it."""

    name: str
    about: list[str] = field(default_factory=list)
    inside: list[_Phase] = field(default_factory=list)


def tree(graph: DiGraph[Any]) -> str:
    """Return the phases, each inside the one that plays it, with what they go through, offer and end."""
    lines: list[str] = []
    # A stack of our own: phases inside phases would exhaust Python's.
    stack = [(phase, "", "") for phase in reversed(_phases(graph).inside)]
    while stack:
        phase, lead, below = stack.pop()
        lines.append(f"{lead}{phase.name}{''.join(f'  · {one}' for one in phase.about)}")
        for i, inner in reversed(list(enumerate(phase.inside))):
            last = i == len(phase.inside) - 1
            stack.append((inner, below + ("└─ " if last else "├─ "), below + ("   " if last else "│  ")))
    return "\n".join(lines)


def dot(graph: DiGraph[Any]) -> str:
    """Return the graph in the language of Graphviz."""
    ids = {node: f"n{i}" for i, node in enumerate(graph.nodes)}
    lines = ["digraph phases {", "  node [shape=box, fontname=sans];"]
    lines += [f"  {ids[node]} [label={_quoted(_text(graph, node))}];" for node in graph.nodes]
    for a, b in graph.edges:
        label = _edge(graph, a, b)
        lines.append(f"  {ids[a]} -> {ids[b]}{f' [label={_quoted(label)}]' if label else ''};")
    return "\n".join([*lines, "}"])


def mermaid(graph: DiGraph[Any]) -> str:
    """Return the graph as a Mermaid flowchart, as code hosts show it."""
    ids = {node: f"n{i}" for i, node in enumerate(graph.nodes)}
    lines = ["flowchart TD"]
    lines += [f'  {ids[node]}["{_plain(_text(graph, node))}"]' for node in graph.nodes]
    for a, b in graph.edges:
        label = _plain(_edge(graph, a, b))
        lines.append(f"  {ids[a]} -->{f'|{chr(34)}{label}{chr(34)}|' if label else ''} {ids[b]}")
    return "\n".join(lines)


def as_json(graph: DiGraph[Any]) -> str:
    """Return the graph as networkx' node-link data."""
    from networkx import node_link_data

    return dumps(node_link_data(graph, edges="edges"), indent=2, ensure_ascii=False, default=str)


def _phases(graph: DiGraph[Any]) -> _Phase:
    """The phases inside each other, by walking from where nothing leads to: `enter` opens one, `leave` closes it."""
    top = _Phase("")
    seen: set[Any] = set()
    stack: list[tuple[Any, tuple[_Phase, ...]]] = [
        (node, (top,)) for node in reversed(list(graph.nodes)) if not graph.in_degree(node)
    ]
    while stack:
        node, around = stack.pop()
        if node in seen:
            continue
        seen.add(node)
        kind = graph.nodes[node]["kind"]
        if kind == "enter":
            phase = _Phase(graph.nodes[node]["phase"])
            around[-1].inside.append(phase)
            around = (*around, phase)
        _tell(graph, node, around[-1])
        if kind == "leave":
            around = around[:-1] or (top,)
        stack += [(following, around) for following in reversed(list(graph.successors(node)))]
    return top


def _tell(graph: DiGraph[Any], node: Any, phase: _Phase) -> None:
    """Add to a phase what one of its nodes does."""
    if graph.nodes[node]["kind"] == "together":
        phase.about.append("together")
    for following in graph.successors(node):
        edge = graph.edges[node, following]
        if edge["kind"] in _SAID and edge["guard"]:
            phase.about.append(_SAID[edge["kind"]].format(_cut(edge["guard"])))


def _cut(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 3]}..."


def _text(graph: DiGraph[Any], node: Any) -> str:
    data = graph.nodes[node]
    return f"{data['title']} ({data['kind']})" if data["phase"] else str(data["title"])


def _edge(graph: DiGraph[Any], a: Any, b: Any) -> str:
    edge = graph.edges[a, b]
    return _cut(edge["guard"]) or ("" if edge["kind"] == "next" else str(edge["kind"]))


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _plain(text: str) -> str:
    # Mermaid reads quotes inside labels as its own.
    return text.replace('"', "#quot;")
