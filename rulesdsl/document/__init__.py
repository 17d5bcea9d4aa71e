"""The YAML file: a tree that knows where each value stands, checked against a JSON Schema.

``reading`` bytes to Source · ``compose`` YAML events to nodes (``tree``, ``scalars``, ``flow``,
``yaml_errors``) · ``include`` several files merged · ``schema`` the check · ``load`` all of it in
order. Imports only ``source``.
"""

from rulesdsl.document.load import load_case, load_document
from rulesdsl.document.tree import Document, File, Mapping, Node, Scalar, Sequence
from rulesdsl.source.resources import resource

__all__ = [
    "Document",
    "File",
    "Mapping",
    "Node",
    "Scalar",
    "Sequence",
    "load_case",
    "load_document",
    "resource",
]
