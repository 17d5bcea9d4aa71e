"""What a game means: the document's tree becomes declarations, all rule text parsed, nothing yet checked.

`types` the types of values · `base`, `frame`, `game` the declarations · `reading` from YAML slots to nodes ·
`build` and its sections.
Imports `library`, `document`, `syntax`, `source`.
"""
