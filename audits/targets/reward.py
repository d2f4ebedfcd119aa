"""Somebody's reward as the audit sees it: a worker behind it, and the way it wants to be called."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from attackers.completions.form import NONSENSE
from attackers.rows import Mined, Row
from audits.provenance import Source, digest_of, place_of
from audits.rewards.outcome import Kind, Outcome, Sample, Shape
from audits.targets.client import Worker
from audits.targets.convention import Convention

Rows = tuple[Row, ...]
HANDED_ANYWAY = {
    "Inspect scorer",
    "verifiers function",
    "verifiers task",
    "verifiers rubric",
    "deepeval metric",
    "OpenEnv rubric",
}
"""Adapters that hand the gold to a target which never asked for it by itself."""

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
    def called(self) -> str:
        """How it is called, for people."""
        return self.convention.told()

    @property
    def mined(self) -> Mined:
        """What the target's own code gives away."""
        found: dict[str, Any] = self.worker.target["mined"]
        return Mined(tuple(found["literals"]), tuple(found["patterns"]))

    @property
    def source(self) -> Source:
        """The file that holds it, and the line where it begins; nothing for what is compiled."""
        file, line = self.worker.target.get("file"), self.worker.target.get("line")
        place = place_of(file, line)
        return Source(digest_of([Path(file)]), place) if file and place else Source()

    @property
    def takes_gold(self) -> bool:
        """Whether the target has a parameter of its own that is filled with the gold."""
        filled = any(how.startswith("gold") for _, how in self.convention.arguments)
        return filled and self.convention.adapter not in HANDED_ANYWAY

    def score(self, calls: Sequence[Sequence[Sample]]) -> list[list[Outcome]]:
        """Make the calls in the worker."""
        return self.worker.call([self.convention.call(samples) for samples in calls])

    def changes(self, calls: Sequence[Sequence[Sample]]) -> list[str]:
        """Make the calls, watched."""
        watched = [replace(self.convention.call(samples), watch=True) for samples in calls]
        ended = [outcomes[0] for outcomes in self.worker.call(watched)]
        return [one.detail if one.kind is Kind.CHANGED else "" for one in ended]

    def lines(self, calls: Sequence[Sequence[Sample]]) -> list[int | None]:
        """Make the calls, and name for each the line on which the target came back, if it is known.

        Satisfies `audits.rewards.lines.Traced`.
        """
        traced = [replace(self.convention.call(samples), trace=True) for samples in calls]
        ended = [outcomes[0] for outcomes in self.worker.call(traced)]
        return [int(one.detail) if one.kind is Kind.AT and one.detail else None for one in ended]


def choose(
    name: str, worker: Worker, conventions: Sequence[Convention], rows: Mapping[Shape, Rows]
) -> tuple[WorkerReward, Rows]:
    """Take the first convention under which most references earn more than nonsense does.

    `rows` are the rows as each shape reads them. A convention for another kind of reference than
    the rows have is not asked, unless there is no other.
    """
    suited = [one for one in conventions if _suits(one.shape, rows[one.shape])]
    rewards = [WorkerReward(name, worker, one) for one in suited or conventions]
    best = rewards[0]
    if len(rewards) > 1:
        best = max(rewards, key=lambda reward: _pays(reward, rows[reward.shape]))
    return best, rows[best.shape]


def _suits(shape: Shape, rows: Rows) -> bool:
    kind = {Shape.TRAJECTORY: list, Shape.STATE: dict}.get(shape, str)
    return any(isinstance(row.reference, kind) for row in rows)


def _pays(reward: WorkerReward, rows: Rows) -> tuple[int, int, int]:
    """Count the references that earn more than nonsense, those that earn anything, and all.

    A target that is called wrongly may well give everything the same small score.
    """
    probed = [row for row in rows if row.reference is not None][:PROBES]
    right = _scored(reward, [Sample(row, row.reference) for row in probed])
    paid = [value for value in right if value is not None and value > 0]
    idle = _scored(
        reward, [Sample(row, IDLE.get(reward.shape, NONSENSE)) for row in probed if paid]
    )
    more = [r for r, i in zip(right, idle, strict=False) if r is not None and r > max(i or 0, 0)]
    return len(more), len(paid), sum(value is not None for value in right)


IDLE: dict[Shape, Any] = {
    Shape.TRAJECTORY: [{"role": "assistant", "content": NONSENSE}],
    Shape.STATE: {},
}
"""An answer that does nothing, and yet is read to its end; of the texts it is a word."""


def _scored(reward: WorkerReward, samples: list[Sample]) -> list[float | None]:
    calls = [samples] if reward.convention.batched else [[sample] for sample in samples]
    return [one.value for call in reward.score(calls) for one in call] if samples else []
