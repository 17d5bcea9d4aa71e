"""Ends, results and rulings."""

from __future__ import annotations

from rulesdsl.document import Scalar
from rulesdsl.document.tree import Node as Yaml
from rulesdsl.model.frame import EndDecl, LevelDecl, ResultDecl, RulingDecl, ScoreDecl
from rulesdsl.model.game import ParamDecl
from rulesdsl.model.reading import Reader
from rulesdsl.syntax import nodes as n


def ends(reader: Reader, node: Yaml | None, scenario: str = "") -> None:
    """The entries of an `end:`, the game's or a scenario's."""
    for item in reader.sequence(node):
        end = EndDecl("end", item.span, reader.cite(item), scenario=scenario)
        end.after = reader.ident(reader.at(item, "after"))
        when = reader.at(item, "when")
        end.when = reader.expression(when)
        end.outcome = reader.text(reader.at(item, "as")) or "finished"
        end.by = reader.expression(reader.at(item, "by"))
        if when is not None:
            end.span = when.span
        reader.game.ends.append(end)


def result(reader: Reader, node: Yaml | None) -> ResultDecl:
    """Who has won, and how well."""
    made = ResultDecl()
    for key, value in reader.items(reader.at(node, "score")):
        made.scores.append(_score(reader, key, value))
    for key, value in reader.items(reader.at(node, "levels")):
        if isinstance(value, Scalar):
            found = reader.span_of(value)
            if found is not None:
                made.levels.append(LevelDecl(key.text, key.span, low=found[0], high=found[1]))
    made.ties = reader.ident(reader.at(node, "ties"))
    return made


def _score(reader: Reader, key: Scalar, value: Yaml) -> ScoreDecl:
    score = ScoreDecl(key.text, key.span)
    words = key.text.split()
    if len(words) == 2 and words[0] == "Player":
        signature = reader.named_type("Player")
        assert signature is not None
        score.param = ParamDecl(words[1], key.span, type=signature)
    else:
        score.role = key.text.strip()
    for item in [value] if isinstance(value, Scalar) else reader.sequence(value):
        expr = reader.expression(item if isinstance(item, Scalar) else reader.at(item, "points"))
        when = reader.expression(reader.at(item, "when"))
        if expr is not None and when is not None:
            expr = n.IfExpr(expr.span, when, expr, n.Number(expr.span, 0))
        if expr is not None:
            score.lines.append((reader.text(reader.at(item, "label")), expr, item.span))
    return score


def rulings(reader: Reader, node: Yaml | None) -> None:
    for key, value in reader.items(node):
        ruling = RulingDecl(key.text, key.span, reader.cite(value))
        ruling.question = reader.text(reader.at(value, "question"))
        ruling.decided = reader.text(reader.at(value, "decided"))
        ruling.because = reader.text(reader.at(value, "because"))
        reader.game.rulings[key.text] = ruling
