"""Every name gets a meaning, every expression a type; then what a whole game must satisfy.

`scope` names · `facts` the side tables · `expr`, `stmt` types · `rules` all rules in turn · `context` who may ask and
what is set · `tables` gaps · `flow` phases · `secrets` hidden things · `usage` what nobody needs.
Imports `model` and what is below.
"""
