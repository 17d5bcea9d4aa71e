"""Rule files with many of a thing: nothing lies so deep in the generated code that Python gives up."""

from __future__ import annotations

from pathlib import Path

import rulesdsl
from rulesdsl.providers.random import RandomProvider

HEAD = "rulesdsl: 1\ntitle: Large\nplayers: 2\nstate:\n  points: int = 0\n"
TAKE = "  take:\n    with: {number: 1..3}\n    do: points += number\n"
MANY = 600


def loaded(folder: Path, text: str, most: int = 20) -> rulesdsl.Game:
    path = folder / "large.yaml"
    path.write_text(HEAD + text + f"end:\n  - when: points > {most}\n    as: rich\n", encoding="utf-8")
    return rulesdsl.load(path, use_cache=False)


def test_an_offer_of_many_actions(tmp_path: Path) -> None:
    names = [f"act_{i}" for i in range(MANY)]
    phases = f"phases:\n  game:\n    each: {{me: players}}\n    offer: [{', '.join(names)}]\n    until: one or pass\n"
    acts = "".join(f"  {name}: {{when: points < {i + 1}, do: points += {i}}}\n" for i, name in enumerate(names))
    match = loaded(tmp_path, f"{phases}actions:\n{acts}", most=500).start()
    assert match.decision is not None
    assert len(match.decision.values) == MANY + 1
    match.choose(123)
    assert match.decision is not None
    assert tuple(match.decision.values) == (*range(123, MANY), -1)
    match.choose(400)
    assert match.over
    assert match.result is not None
    assert match.result.outcome == "rich"


def test_a_row_of_phases_that_ask_nothing(tmp_path: Path) -> None:
    steps = [f"step_{i}" for i in range(MANY // 2)]
    phases = "".join(f"  {name}:\n    do: points += {i % 2}\n" for i, name in enumerate(steps[:-1]))
    text = f"""\
phases:
  game:
    each: {{round: 1..3}}
    steps: [{", ".join(steps)}]
{phases}\
  {steps[-1]}:
    player: player_1
    offer: [take]
actions:
{TAKE}"""
    game = loaded(tmp_path, text)
    plain = rulesdsl.load(tmp_path / "large.yaml", optimise=False, use_cache=False)
    assert game.start().result == plain.start().result
    assert game.play(RandomProvider(1)).outcome == "rich"


def test_a_match_of_many_arms(tmp_path: Path) -> None:
    words = [f"word_{i}" for i in range(MANY)]
    arms = "".join(f"    {word}: points += {i}\n" for i, word in enumerate(words[:-2]))
    text = f"""\
types:
  Word: [{", ".join(words)}]
phases:
  game:
    player: player_1
    offer: [take]
actions:
  take:
    with:
      word: Word
    do: |
      match word:
{arms.replace("    word", "        word")}\
        {words[-2]}, {words[-1]}: points = 7
"""
    game = loaded(tmp_path, text)
    for chosen in (0, 5, 400, MANY - 3, MANY - 2, MANY - 1):
        match = game.start()
        match.choose(chosen)
        wanted = 7 if chosen >= MANY - 2 else chosen
        assert match.over
        assert match.state.points == wanted, chosen
