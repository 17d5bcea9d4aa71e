"""Rule files of any size, for `growth.py`: each grows in one respect and stays the same in all others."""

from __future__ import annotations

from math import isqrt

HEAD = "rulesdsl: 1\ntitle: {title}\nplayers: {players}\n"

TURNS = """\
phases:
  game:
    each: {{round: 1..{rounds}}}
    steps: [turn]
  turn:
    each: {{me: players}}
    offer: [{action}]
"""


SCORE = """\
result:
  score:
    Player p: {line}
"""


def head(title: str, players: int = 2) -> str:
    return HEAD.format(title=title, players=players)


def turns(action: str, decisions: int, players: int = 2) -> str:
    """Phases in which each player takes an action in turn, `decisions` times altogether."""
    return TURNS.format(action=action, rounds=max(1, decisions // players))


def square(cells: int) -> str:
    """The size of a square board of about so many cells."""
    side = max(2, isqrt(cells))
    return f"{side}x{side}"


# ------------------------------------------------------------------------ boards


def steps(cells: int, decisions: int) -> str:
    """One piece each, which steps to a neighbouring cell."""
    return f"""{head("Steps")}
components:
  Walker: {{pieces: [{{count: 1, per: Player}}]}}
boards:
  board: {{kind: square, size: {square(cells)}, neighbors: all}}
setup: |
  for unit in all Walker:
    put unit in middle(board)
{turns("step", decisions)}
actions:
  step:
    with:
      unit: all Walker on board where unit.owner == me
      to: neighbors(unit.space)
    do: move unit to to
"""


def stones(cells: int, decisions: int) -> str:
    """A stone on any free cell; five in a row are counted."""
    return f"""{head("Stones")}
boards:
  board:
    kind: square
    size: {square(cells)}
    fields: {{stone: optional Player}}
state:
  rows: {{per: Player, is: int = 0}}
{turns("place", decisions)}
actions:
  place:
    with:
      to: board where to.stone is none
    do: |
      to.stone = me
      if any(all(c.stone == me for c in run) for run in runs_through(to, 5)):
        me.rows += 1
{SCORE.format(line="p.rows")}
"""


def travels(cells: int, decisions: int) -> str:
    """A piece each, which goes up to four hexes over ground of two kinds."""
    side = max(4, isqrt(cells))
    return f"""{head("Travels")}
components:
  Wagon: {{pieces: [{{count: 1, per: Player}}]}}
boards:
  land:
    kind: hex
    orientation: flat top
    size: {side}x{side}
    fields: {{rough: bool = false}}
travel:
  drive(Wagon unit, Hex from, Hex to):
    cost: if to.rough then 2 else 1
    end: to is empty
setup: |
  for h in land if (h.column * 7 + h.row * 3) % 5 == 0:
    h.rough = true
  for unit in all Wagon:
    put unit in land.c3
{turns("go", decisions)}
actions:
  go:
    with:
      unit: all Wagon on land where unit.owner == me
      to: reach(drive, unit, 4)
    do: move unit to to
"""


def regions(cells: int, decisions: int) -> str:
    """A piece each on a graph, and how far it is from where it began."""
    names = [f"r{i}" for i in range(max(4, cells))]
    links = [f"{a} - {b}" for a, b in zip(names, [*names[1:], names[0]], strict=True)]
    links += [f"{names[i]} - {names[i * 7 % len(names)]}" for i in range(1, len(names)) if i * 7 % len(names) != i]
    return f"""{head("Regions")}
components:
  Scout: {{pieces: [{{count: 1, per: Player}}]}}
boards:
  land:
    kind: graph
    regions: [{", ".join(names)}]
    links: [{", ".join(dict.fromkeys(links))}]
state:
  farthest: int = 0
setup: |
  for unit in all Scout:
    put unit in land.r0
{turns("go", decisions)}
actions:
  go:
    with:
      unit: all Scout on land where unit.owner == me
      to: neighbors(unit.space)
    do: |
      move unit to to
      let gone = distance(land.r0, to)
      if gone > farthest:
        farthest = gone
{SCORE.format(line="farthest")}
"""


# ------------------------------------------------------------------------ pieces


def army(pieces: int, decisions: int) -> str:
    """One of all one's pieces takes a step."""
    return f"""{head("Army")}
components:
  Soldier: {{pieces: [{{count: {max(1, pieces // 2)}, per: Player}}]}}
boards:
  field: {{kind: square, size: 32x32}}
setup: |
  for unit in all Soldier:
    put unit in middle(field)
{turns("step", decisions)}
actions:
  step:
    with:
      unit: all Soldier on field where unit.owner == me
      to: neighbors(unit.space)
    do: move unit to to
"""


def crowd(pieces: int, decisions: int) -> str:
    """A guide each among many pieces that stand about, of which it counts those where it comes to."""
    return f"""{head("Crowd")}
components:
  Guide: {{pieces: [{{count: 1, per: Player}}]}}
  Guest: {{pieces: [{{count: {pieces}}}]}}
boards:
  hall: {{kind: square, size: 32x32}}
state:
  met: {{per: Player, is: int = 0}}
setup: |
  for guide in all Guide:
    put guide in middle(hall)
  for guest in all Guest:
    let spot = first(c for c in hall if c is empty)
    if spot is not none:
      put guest in spot
{turns("go", decisions)}
actions:
  go:
    with:
      guide: all Guide on hall where guide.owner == me
      to: neighbors(guide.space)
    do: |
      move guide to to
      me.met += count(all Guest at to)
{SCORE.format(line="p.met")}
"""


def bag(pieces: int, decisions: int) -> str:
    """A piece from a hand of five back to the bag, and another out of it."""
    return f"""{head("Bag")}
components:
  Chip: {{in: sack, pieces: [{{count: {max(12, pieces)}}}], has: {{worth: int = 1}}}}
zones:
  sack: bag of Chip
  rack: {{hand of: Chip, per: Player}}
setup: |
  for p in players:
    draw 5 from sack to p.rack
{turns("swap", decisions)}
actions:
  swap:
    with: {{number: 1..3}}
    do: |
      let chip = first(x for x in me.rack)
      if chip is not none:
        move chip to sack
      draw 1 from sack to me.rack
"""


def deck(pieces: int, decisions: int) -> str:
    """A card from the deck to the discards, which are shuffled in when it is empty."""
    return f"""{head("Deck")}
components:
  Card: {{in: stock, pieces: [{{count: {max(4, pieces)}}}]}}
zones:
  stock: {{deck of: Card, refill: waste}}
  waste: pile of Card
setup: shuffle stock
{turns("turn_over", decisions)}
actions:
  turn_over:
    with: {{number: 1..3}}
    do: draw 1 from stock to waste
"""


# ------------------------------------------------------------- length and players


def long(decisions: int, _: int) -> str:
    """So many steps over a board of a hundred cells."""
    return steps(100, decisions)


def circle(players: int, decisions: int) -> str:
    """Each in turn takes one, two or three points."""
    return f"""{head("Circle", players)}
state:
  points: {{per: Player, is: int = 0}}
{turns("take", decisions, players)}
actions:
  take:
    with: {{number: 1..3}}
    do: me.points += number
{SCORE.format(line="p.points")}
"""


def bids(players: int, decisions: int) -> str:
    """All name a number at once, which nobody sees before."""
    return f"""{head("Bids", players)}
state:
  points: {{per: Player, is: int = 0}}
  bid: {{per: Player, is: 0..9 = 0, seen by: owner}}
phases:
  game:
    each: {{round: 1..{max(1, decisions // players)}}}
    steps: [secretly, count_up]
  secretly:
    together: players
    do: |
      let number = choose from 0..9 "How much?"
      me.bid = number
  count_up:
    do: |
      for p in players:
        p.points += p.bid
{SCORE.format(line="p.points")}
"""


# ----------------------------------------------------------------------- the file


def mixed(parts: int, decisions: int = 100) -> str:
    """The same few declarations again and again under other names: a part is 30 lines of every kind of section."""
    kinds = "".join(
        f"""\
  Kind_{i}:
    in: bag_{i}
    has: {{worth: int, heavy: bool = false}}
    pieces:
      - {{name: Ware {i}, count: 2, worth: {i % 7 + 1}}}
      - {{name: Load {i}, worth: {i % 5 + 1}, heavy: true}}
"""
        for i in range(parts)
    )
    zones = "".join(f"  bag_{i}: {{holds: Kind_{i}}}\n" for i in range(parts))
    state = "".join(f"  sum_{i}: {{per: Player, is: int = 0}}\n" for i in range(parts))
    offers = "".join(f"  deal_{i}:\n    each: {{me: players}}\n    offer: [act_{i}]\n" for i in range(parts))
    actions = "".join(
        f"""\
  act_{i}:
    with:
      ware: bag_{i} where ware.worth + price_{i}(me) > 1
    do: |
      me.sum_{i} += ware.worth
      if me.sum_{i} > 3 and ware.heavy:
        grow_{i}(ware, 2)
      else:
        me.points += 1
"""
        for i in range(parts)
    )
    effects = "".join(
        f"""\
  grow_{i}(Kind_{i} ware, int by):
    do: |
      for p in players if p.sum_{i} < by * 2:
        p.points += by + ware.worth
"""
        for i in range(parts)
    )
    values = "".join(
        f"  price_{i}(Player p) -> int: 1 + p.sum_{i} // 2 + count(x for x in bag_{i} if x.heavy)\n"
        for i in range(parts)
    )
    return f"""{head("Mixed")}
components:
{kinds}
zones:
{zones}
state:
  points: {{per: Player, is: int = 0}}
{state}
phases:
  game:
    each: {{round: 1..{max(1, decisions // (2 * parts))}}}
    steps: [{", ".join(f"deal_{i}" for i in range(parts))}]
{offers}
actions:
{actions}
effects:
{effects}
values:
{values}
{SCORE.format(line="p.points")}
"""


def _counting(phases: str, actions: str, more: str = "") -> str:
    """A game of a number that grows."""
    return f"""{head("Counting")}
state:
  points: int = 0
{more}
{phases}
actions:
  take:
    with: {{number: 1..3}}
    do: points += number
{actions}
{SCORE.format(line="points")}
"""


def named(pieces: int, decisions: int) -> str:
    """Pieces of one kind, each with a name and a figure of its own."""
    entries = "".join(f"      - {{name: Card {i}, worth: {i % 9}}}\n" for i in range(pieces))
    return _counting(
        turns("take, count_up", decisions),
        "  count_up: {do: points += sum(x.worth for x in all Card)}",
        f"components:\n  Card:\n    has: {{worth: int}}\n    pieces:\n{entries}",
    )


def offers(actions: int, decisions: int) -> str:
    """An offer of many actions."""
    names = [f"act_{i}" for i in range(actions)]
    each = "".join(f"  {name}: {{when: points > {i}, do: points += 1}}\n" for i, name in enumerate(names))
    return _counting(turns(f"take, {', '.join(names)}", decisions), each)


def phases(count: int, decisions: int) -> str:
    """Many phases in a row, each with an offer."""
    names = [f"part_{i}" for i in range(count)]
    each = "".join(f"  {name}:\n    each: {{me: players}}\n    offer: [take]\n" for name in names)
    rounds = max(1, decisions // (2 * count))
    steps = f"phases:\n  game:\n    each: {{round: 1..{rounds}}}\n    steps: [{', '.join(names)}]\n{each}"
    return _counting(steps, "")
