"""A game being played: state, chance, decisions, matches, records, views.

`support` what generated code calls · `machine` a Program made ready to run, and push play · `decision` · `match` pull
play · `record` saves and replays · `views` who sees what · `worlds` what it could be instead · `invariants` ·
`results` · `faults` · `chance` · `script`. Imports `compiler` and what is below.
"""
