"""A checked game becomes a Program: Python code placed on the YAML's lines, constant tables, and the phase graph.

`pyast` small constructors · `layout` the state's columns · `expressions`, `statements`, `actions`, `nodes` lowering ·
`fusing` nodes joined · `program` all of it together. Imports `check` and what is below.
"""
