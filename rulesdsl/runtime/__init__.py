"""A game being played: state, chance, decisions, match, record and views."""
