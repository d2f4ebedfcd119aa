"""Somebody's reward as the audit sees it: a worker behind it, and the way it wants to be called."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from attackers.rows import Mined, Row
from audits.rewards.outcome import Outcome, Sample, Shape
from audits.targets.client import Worker
from audits.targets.conventions import Convention

PROBES = 4
"""How many references are scored to choose between conventions."""


@dataclass(frozen=True, slots=True)
class WorkerReward:
    """A reward in a worker. Satisfies `audits.rewards.outcome.Reward`."""

    name: str
    worker: Worker
    convention: Convention

    @property
    def shape(self) -> Shape:
        """What the reward reads."""
        return self.convention.shape

    @property
    def mined(self) -> Mined:
        """What the target's own code gives away."""
        found: dict[str, Any] = self.worker.target["mined"]
        return Mined(tuple(found["literals"]), tuple(found["patterns"]))

    def score(self, calls: Sequence[Sequence[Sample]]) -> list[list[Outcome]]:
        """Make the calls in the worker."""
        return self.worker.call([self.convention.call(samples) for samples in calls])


def choose(
    name: str, worker: Worker, conventions: Sequence[Convention], rows: Sequence[Row]
) -> WorkerReward:
    """Take the first convention under which references earn something, else the likeliest."""
    rewards = [WorkerReward(name, worker, convention) for convention in conventions]
    samples = [Sample(row, row.reference) for row in rows if row.reference is not None][:PROBES]
    if len(rewards) == 1 or not samples:
        return rewards[0]
    return max(rewards, key=lambda reward: _pays(reward, samples))


def _pays(reward: WorkerReward, samples: list[Sample]) -> int:
    """Count the references that earn something; then those that came back at all."""
    calls = [samples] if reward.convention.batched else [[sample] for sample in samples]
    outcomes = [outcome for call in reward.score(calls) for outcome in call]
    paid = sum(one.value is not None and one.value > 0 for one in outcomes)
    return 1_000 * paid + sum(one.value is not None for one in outcomes)
