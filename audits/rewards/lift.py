"""Rewards that only punish: right work earns 0 at best, and everything else less.

A share of nothing says nothing. Such a reward is counted, row by row, from what idleness mostly
earns, so that idleness earns 0 and right work more; the report says from where.
"""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median_low

from attackers.rows import Row, Scene
from audits.rewards.controls import best_wrapping
from audits.rewards.outcome import Kind, Outcome, Reward, Sample
from audits.rewards.proxy import Lifted
from audits.rewards.tries import proposals

IDLE = ("R101", "R201", "R301")
"""Rules whose attacks do nothing at all."""


def lifted(reward: Reward, rows: tuple[Row, ...]) -> Reward:
    """Return the reward, counted from what idleness earns if no reference earns more than 0."""
    told = tuple(row for row in rows if row.reference is not None)
    right = _values(best_wrapping(reward, told)[2])
    if not right or max(right) > 0 or min(right) < max(right):
        return reward
    origins = {row.index: median_low(idle) for row in told if (idle := _idle(reward, row, told))}
    if not origins or max(origins.values()) >= max(right):
        return reward
    return Lifted(reward, origins)


def _idle(reward: Reward, row: Row, rows: tuple[Row, ...]) -> list[float]:
    """What doing nothing earns on a row, in all its ways."""
    made = proposals(reward, Scene(row, rows, reward.mined))
    samples = [Sample(row, one.answer) for one in made if one.rule in IDLE]
    return _values([one[0] for one in reward.score([[sample] for sample in samples])])


def _values(outcomes: Sequence[Outcome]) -> list[float]:
    found = [one for one in outcomes if one.kind is Kind.VALUE]
    return [one.value for one in found if one.value is not None]
