"""What scorers of ours are tried on: rollouts that were played once, whatever the scorer says.

First every agent on every case, then what no agent of ours does (`wild`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any

import msgspec

from audits.mutants.refund.filed import filed
from audits.mutants.refund.wild import wild_runs
from audits.target import Target
from desk import Rollout

Wild = Callable[[Target, Random], Iterator[tuple[str, Rollout[Any, Any]]]]
"""Makes what no agent of ours does, each with a word for who made it."""

_encode = msgspec.json.Encoder().encode


@dataclass(frozen=True, slots=True)
class Input:
    """One rollout, and who made it."""

    by: str
    rollout: Rollout[Any, Any]

    @property
    def size(self) -> int:
        """How much there is to read in it: the entries of its log."""
        return len(self.rollout.log)


@dataclass(slots=True)
class Inputs:
    """Rollouts without repetition, and which of them an agent's are."""

    all: list[Input] = field(default_factory=list)
    rows: dict[str, list[int]] = field(default_factory=dict)
    """For each agent the places of its rollouts, one a case."""
    _places: dict[bytes, int] = field(default_factory=dict)

    def add(self, by: str, made: Rollout[Any, Any]) -> int:
        """Add a rollout unless one with the same evidence is there, and return its place."""
        key = _encode((made.case, made.log, made.end, made.witness, made.failure))
        if key not in self._places:
            self._places[key] = len(self.all)
            self.all.append(Input(by, filed(made)))
        return self._places[key]

    def filed(self, by: str, made: Rollout[Any, Any]) -> Rollout[Any, Any]:
        """Add a rollout, and return it as it is filed."""
        return self.all[self.add(by, made)].rollout


def inputs_of(target: Target, seed: int, wild: Wild = wild_runs) -> Inputs:
    """Let every agent play every case, and make the further rollouts."""
    inputs = Inputs()
    for name, agent in target.agents.items():
        played = (target.play(agent.act, case) for case in target.cases.cases)
        inputs.rows[name] = [inputs.add(name, made) for made in played]
    for by, made in wild(target, Random(seed)):
        inputs.add(by, made)
    return inputs
