"""A checked game becomes a Program: Python code placed on the YAML's lines, constant tables, and the phase graph.

`artifact` what comes out · `pyast` small constructors · `layout` the state's columns · `expressions`, `calls`,
`statements`, `actions`, `functions`, `nodes` lowering · `sites` questions · `fusing` nodes joined · `about` what people
want to know · `program` all of it together. Imports `check` and what is below.
"""
