"""One way to call a target: which argument is filled with what, and what builds its objects."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from attackers.rows import Row
from audits.rewards.outcome import Sample, Shape
from audits.targets.client import Call
from audits.targets.fills import fill


@dataclass(frozen=True, slots=True)
class Convention:
    """One way to call a target. `adapter` names what the worker wraps it in, if anything."""

    name: str
    shape: Shape
    arguments: tuple[tuple[str, str], ...]
    adapter: str = ""

    @property
    def batched(self) -> bool:
        """Whether one call scores many samples."""
        return self.shape is Shape.BATCHED_TEXT

    @property
    def hears(self) -> bool:
        """Whether some argument is filled with the answer: if none is, nothing can be tried."""
        one, other = Sample(Row(index=0), "one"), Sample(Row(index=0), "other")
        return any(fill(how, one) != fill(how, other) for _, how in self.arguments)

    def call(self, samples: Sequence[Sample]) -> Call:
        """Make the call that scores these samples: one of them, unless it is batched."""
        if self.batched:
            filled = {name: [fill(how, s) for s in samples] for name, how in self.arguments}
        else:
            filled = {name: fill(how, samples[0]) for name, how in self.arguments}
        return Call(kwargs=filled, samples=len(samples), batched=self.batched, adapter=self.adapter)

    def told(self) -> str:
        """Say how the target is called, for people."""
        parts = (name if name == how else f"{name}={how}" for name, how in self.arguments)
        return f"{self.name} ({self.shape}): f({', '.join(parts)})"
