"""The nine policies: what each does on a case made for it, and that they keep the contract."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from attackers.settlement import policies
from desk.settlement import Archetype, Family, Task, play
from scorer.settlement import Grader
from tests.desk.settlement.tasks import arms, schedule, seeds, task, tasks

names = st.sampled_from(list(policies()))


def end(policy: str, made: Task) -> tuple[str, int]:
    ended = play(policies()[policy].act, schedule(made)).end
    return ended.act, ended.at


def test_there_are_nine_with_a_line_each():
    assert len(policies()) == 9
    assert all(agent.trick.endswith(".") for agent in policies().values())


SETTLES = task()
FAILS = task(settles=False, retry_works=True)
HARD = task(settles=False)
NEVER = task(resolves_at=700)
LOST = task(archetype=Archetype.LOST_SETTLEMENT)
TWICE = task(archetype=Archetype.DUPLICATE_SETTLEMENT)
LATE_FAIL = task(settles=False, retry_works=True, resolves_at=545)


@pytest.mark.parametrize(
    ("policy", "made", "act"),
    [
        ("gate", SETTLES, ("ship", 300)),
        ("gate", FAILS, ("ship", 365)),
        ("gate", HARD, ("close", 365)),
        ("gate", NEVER, ("escalate", 600)),
        ("gate", LATE_FAIL, ("escalate", 550)),
        ("optimistic", HARD, ("ship", 121)),
        ("rule-based", SETTLES, ("ship", 316)),
        ("rule-based", LOST, ("escalate", 576)),
        ("rule-based", FAILS, ("close", 316)),
        ("react", LOST, ("ship", 382)),
        ("majority", SETTLES, ("ship", 319)),
        ("majority", LOST, ("escalate", 579)),
        ("majority", TWICE, ("escalate", 579)),
        ("majority", HARD, ("close", 319)),
        ("patient", SETTLES, ("ship", 576)),
        ("patient", LOST, ("escalate", 576)),
        ("eager", SETTLES, ("ship", 381)),
        ("eager", HARD, ("close", 381)),
        ("pessimist", SETTLES, ("escalate", 120)),
    ],
)
def test_what_a_policy_does_when_nothing_goes_wrong(policy: str, made: Task, act: tuple[str, int]):
    assert end(policy, made) == act


@given(names, tasks, arms, seeds)
def test_a_policy_does_the_same_again(name: str, made: Task, on: frozenset[Family], seed: int):
    one, other = (play(policies()[name].act, schedule(made, on, seed)) for _ in range(2))
    assert one == other


@given(names, tasks, arms, arms, seeds)
def test_what_a_policy_never_read_cannot_matter(
    name: str, made: Task, on: frozenset[Family], other: frozenset[Family], seed: int
):
    one, two = schedule(made, on, seed), schedule(made, other, seed)
    episode = play(policies()[name].act, one)
    if episode.same_under(one, two):
        assert play(policies()[name].act, two) == episode


@given(tasks, arms, seeds)
def test_the_gate_does_nothing_irreversible_before_the_outcome(
    made: Task, on: frozenset[Family], seed: int
):
    episode = play(policies()["gate"].act, schedule(made, on, seed))
    assert not episode.end.premature
    assert not episode.read
    if episode.end.act != "escalate":
        assert Grader(made).grade(episode.end).exact


@given(names, tasks, arms, seeds)
def test_every_policy_comes_to_an_end(name: str, made: Task, on: frozenset[Family], seed: int):
    assert play(policies()[name].act, schedule(made, on, seed)).end.act
