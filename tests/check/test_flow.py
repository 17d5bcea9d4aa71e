"""Phases that are played, games that can end, rules that do not set themselves off for ever."""

from __future__ import annotations

from pathlib import Path

import pytest
from check.whole import REAL, expect, problems_of_file

from rulesdsl.check.flow import check_flow
from rulesdsl.source import Diagnostic


@pytest.mark.parametrize("path", REAL, ids=lambda path: path.stem)
def test_real_games_flow(path: Path) -> None:
    assert problems_of_file(path, check_flow) == []


def flow(text: str, *, broken: bool = False) -> list[Diagnostic]:
    return expect(text, check_flow, broken=broken)


# ------------------------------------------------------------------------- phases


def test_a_phase_inside_itself_is_told_once_with_the_way() -> None:
    (found,) = flow(
        """
        players: 2
        phases:
          game:
            steps: [day]
          day:
            steps: [morning, evening]
          morning:
            do: nothing
          evening:
            steps:
              - morning
              - day                             # error: phase-loop
        """
    )
    assert found.message == "phase `day` is inside itself"
    assert found.notes == ("the way is `day` → `evening` → `day`",)


def test_a_phase_that_is_its_own_step() -> None:
    flow(
        """
        players: 2
        phases:
          game:
            steps: [game]                       # error: phase-loop
        """
    )


def test_a_phase_may_be_a_step_of_two() -> None:
    flow(
        """
        players: 2
        phases:
          game:
            steps: [day, night, day]
          day:
            steps: [tidy]
          night:
            steps: [tidy]
          tidy:
            do: nothing
        """
    )


def test_phases_that_nothing_leads_to() -> None:
    flow(
        """
        players: 2
        phases:
          game:
            steps: [day]
          day:
            do: nothing
          night:                                # error: unreached-phase
            steps: [dream]
          dream:                                # error: unreached-phase
            do: nothing
        """
    )


def test_a_misspelt_step_is_one_mistake() -> None:
    flow(
        """
        players: 2
        phases:
          game:
            steps: [dai]
          day:
            do: nothing
        """,
        broken=True,
    )


# --------------------------------------------------------------------------- ends


def test_rounds_without_an_end() -> None:
    flow(
        """
        players: 2
        phases:
          game:
            each: {round: 1..}                  # error: no-end
            steps: [day]
          day:
            do: nothing
        effects:
          surrender:
            do: end game as lost
        """
    )


def test_an_inner_phase_that_goes_on_for_ever() -> None:
    flow(
        """
        players: 2
        phases:
          game:
            steps: [day, night]
          day:
            each: {round: 1..}                  # error: no-end
            steps: [work]
          work:
            do: nothing
          night:
            do: end_it()
        end:
          - after: night
            when: true
        effects:
          end_it:
            do: nothing
        """
    )


ENDS = {
    "an end": ("do: nothing", "end:\n  - when: score > 3"),
    "an end after a phase inside": ("do: nothing", "end:\n  - after: work\n    when: score > 3"),
    "the end of the game": ("do: end game", ""),
    "the same by a call": ("do: give_up()", "effects:\n  give_up:\n    do: end game"),
    "the end of the phase": ("do: end day", ""),
    "a state at its bounds": ("do: score -= 9", ""),
}


@pytest.mark.parametrize(("do", "more"), ENDS.values(), ids=ENDS)
def test_every_way_to_an_end_counts(do: str, more: str) -> None:
    flow(f"""
players: 2
state:
  score: {{is: 0..9 = 0, below: end game}}
phases:
  game:
    steps: [day]
  day:
    each: {{round: 1..}}
    steps: [work]
  work:
    player: player_1
    offer: [quit]
actions:
  quit:
    {do}
{more}
""")


SCENARIOS = """
players: 2
scenarios:
  short:
    end:
      - when: score > 3
  long:
    {end}
state:
  score: int = 0
phases:
  game:
    each: {{round: 1..}}{mark}
    do: score += 1
"""


def test_an_end_of_one_scenario_ends_no_other() -> None:
    (found,) = flow(SCENARIOS.format(end="about: Long.", mark="  # error: no-end"))
    assert found.message.startswith("scenario `long` cannot end")
    flow(SCENARIOS.format(end="end:\n      - when: score > 9", mark=""))


# -------------------------------------------------------------- ends of phases


def test_a_phase_is_ended_from_inside_only() -> None:
    (found, other) = flow(
        """
        players: 2
        setup: |
          end day                               # error: stray-end-phase
        phases:
          game:
            steps: [day, night]
          day:
            do: sunset()
          night:
            do: |
              sunset()
              end night
        effects:
          sunset:
            do: |
              end day                           # error: stray-end-phase
        """
    )
    assert found.message == "phase `day` is not running yet"
    assert other.message == "this may run while phase `day` is not running"


def test_a_rule_that_is_shared_may_end_what_runs_around_all_of_it() -> None:
    flow(
        """
        players: 2
        phases:
          game:
            steps: [day, night]
          day:
            do: stop()
          night:
            do: stop()
        effects:
          stop:
            do: end game
          never_run:
            do: end day
        """
    )


# ---------------------------------------------------------------------- triggers

TRIGGERS = """
        players: 2
        components:
          Stone:
            pieces: [{{count: 3}}]
        boards:
          trail: {{kind: track, spaces: 1..9}}
        phases:
          game:
            player: player_1
            offer: [step]
        actions:
          step:
            with:
              stone: all Stone
              space: trail
            do: move stone to space as walk
        triggers:
          slip:{mark}
            after: Stone s enters Space h{reason}
            do: |
{body}
        effects:
          onward(Stone s, Space h):
            do: |
{onward}
"""


def trigger(body: str, onward: str = "nothing", reason: str = "", mark: str = "") -> list[Diagnostic]:
    def indent(text: str) -> str:
        return "\n".join(" " * 14 + line for line in text.split("\n"))

    return flow(TRIGGERS.format(body=indent(body), onward=indent(onward), reason=reason, mark=mark))


def test_a_trigger_that_sets_itself_off() -> None:
    (found,) = trigger("if h is empty:\n  move s to h", mark="   # error: trigger-loop")
    assert found.notes == ("the way is `slip` → `slip`",)


def test_a_trigger_that_sets_itself_off_through_an_effect() -> None:
    (found,) = trigger("onward(s, h)", "move s to h", mark="   # error: trigger-loop")
    assert found.notes == ("the way is `slip` → `onward` → `slip`",)


def test_a_choice_on_the_way_makes_a_loop_of_triggers_fine() -> None:
    trigger("let to = choose from trail\nmove s to to")
    trigger("onward(s, h)", "let to = choose from trail\nmove s to to")


def test_a_move_for_another_reason_sets_nothing_off() -> None:
    trigger("move s to h as slide", reason=" as walk")
    trigger("move s to box")


# --------------------------------------------------------------------- recursion


def test_rules_that_always_call_themselves() -> None:
    found = flow(
        """
        players: 2
        phases:
          game:
            do: |
              dig(1)
              as player_1: tell(ping(1))
              walk(1)
              mine(2)
              let a = deep(3)
        effects:
          dig(int n):
            do: |
              if n > 4:
                say "{n}"
              as player_1:
                dig(n + 1)                      # error: endless-recursion
          tell(int n):
            do: nothing
          walk(int n):
            do: |
              say "{n}"
              run(n)                            # error: endless-recursion
          run(int n):
            do: walk(n + 1)
          mine(int n):
            do: |
              if n > 4:
                return
              mine(n + 1)
          deep(int n) -> int:
            do: |
              if n < 0:
                return 0
              let next = deep(n - 1)
              return next
        values:
          ping(int n) -> int: ping(n + 1) - 1   # error: endless-recursion
        """
    )
    assert [one.message for one in found] == [
        "`dig` always calls itself",
        "`walk` always calls itself",
        "`ping` always calls itself",
    ]


def test_rules_that_stop_some_day_may_call_themselves() -> None:
    flow(
        """
        players: 2
        phases:
          game:
            do: |
              dig(1)
              climb(2)
              as player_1:
                swim(fall(3) + sink(2))
                leap(2)
        effects:
          dig(int n):
            do: |
              if n < 4:
                dig(n + 1)
          climb(int n):
            do: |
              finish(n)
              climb(n + 1)
          finish(int n):
            do: |
              if n > 9:
                end game
          swim(int n):
            do: |
              choose "On?":
                "Yes": swim(n)
                "No": nothing
          leap(int n):
            do: |
              let to = choose from 1..n
                else: nothing
              leap(n - 1)
        values:
          fall(int n) -> int: if n == 0 then 0 else fall(n - 1)
          sink(int n) -> int: sum(sink(m) for m in 1..n if m < n)
        """
    )
