"""Draw boards: what one player sees (`runtime.views`) and what is printed (`compiler.drawn`) in, text or SVG out.

`atlas` reads what is printed and gives pieces their marks (`marks`); `make` makes pictures of it and a view: a
`picture` is a board as plain data. `terminal` draws one with characters on a `canvas` (`inscribed` says what stands in
a cell, `hexes`, `outlined` and `layers` where cells are); `svg` draws several on paper by `plans`, for regions without
places by `layout`; `colours` are the same for both. Nothing here knows a match, so nothing that a player may not see
can be drawn.
"""
