"""The rule language: text in, nodes out, for the checker and the compiler.

`nodes` the closed set of node classes · `layout` newlines and indentation · `parser` Lark tree to nodes.
Imports `source` only.
"""
