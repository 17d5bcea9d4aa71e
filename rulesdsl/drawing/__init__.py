"""Draw boards: what one player sees (`runtime.views`) and what is printed (`compiler.drawn`) in, text or SVG out.

`atlas` reads what is printed and gives pieces their marks (`marks`), `picture` is a board as plain data, made by
`make`; `terminal` draws one. Nothing here knows a match, so nothing that a player may not see can be drawn.
"""
