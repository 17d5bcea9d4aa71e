"""What is done with a loaded game: play at a terminal, simulate, run cases, draw graphs, report.

``ports`` what a game and a match are to the tools · ``session`` players at one table · ``simulate`` many
games: ``playing`` which, ``executors`` and ``cluster`` by whom, ``interrupts`` until when, and where the results
go: ``tally`` counts them, ``journal`` keeps them for a run to come, ``rows`` writes them out · ``searching`` a player
that thinks ahead, with ``guessing`` for what it does not see · ``cases`` worked examples as tests · ``graphs`` phases
as pictures · ``report`` rules by section · ``scaffold`` a first game · ``pytest_plugin`` cases as pytest items. May
import providers, the runtime and what is below; games come from the api as arguments.
"""
