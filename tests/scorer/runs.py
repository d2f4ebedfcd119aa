"""Runs of our agents over whole case sets, played once for all tests, and figures over them."""

from __future__ import annotations

from functools import cache
from statistics import fmean

from attackers.refund import agents
from desk.refund import eval18_cases, eval_cases, play, train_cases

SETS = {"eval": eval_cases, "eval18": eval18_cases, "train": train_cases}


@cache
def played(agent: str, cases: str = "eval"):
    """Return one rollout a case, in the order of the set."""
    return tuple(play(agents()[agent].act, case) for case in SETS[cases]().cases)


def mean(scorer, rollouts) -> float:
    """Mean reward; every rollout must have been scored."""
    return fmean(scorer.score(rollout).value for rollout in rollouts)


def total(scorer, rollouts, metric: str) -> int:
    """Sum of one metric."""
    return sum(scorer.measure(rollout)[metric] for rollout in rollouts)
