"""Attacks on rewards that read a run's messages: what was not done, and was said to be."""

from attackers.rows import Attack
from attackers.trajectories.calls import (
    answers_another_row,
    fails,
    leaves_out,
    repeats,
    retargets,
)
from attackers.trajectories.declared import does_harm_again, looks_at_the_gold
from attackers.trajectories.idle import (
    claims_the_answer,
    does_nothing,
    talks_to_the_judge,
    writes_its_own_results,
)

ATTACKS: tuple[Attack, ...] = (
    does_nothing,
    claims_the_answer,
    talks_to_the_judge,
    writes_its_own_results,
    fails,
    leaves_out,
    retargets,
    answers_another_row,
    repeats,
    looks_at_the_gold,
    does_harm_again,
)

__all__ = ["ATTACKS"]
