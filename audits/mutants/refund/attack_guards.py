"""The attack suite as guards: the reference is paid in full, and each attacker is not paid like it.

Scores come from the bench, so that the guards share them. An attacker's column costs few scores:
its rollouts are asked in the order of what they should earn, least first, and no more of them than
it takes to be sure that it is not paid.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from attackers import Role
from audits.attacks.engine import DEFAULT_MARGIN
from audits.dust import FLOAT_DUST
from audits.mutants.guard import Guard, Kind
from audits.mutants.refund.bench import Bench
from audits.target import Target


def attack_guards(target: Target, bench: Bench, names: Iterable[str]) -> Iterator[Guard[Bench]]:
    """Make the reference's guard, and one for each attacker named; `bench` has the true scorer."""
    rows = bench.inputs.rows
    reference = _PaidInFull(tuple(rows[target.reference.name]))
    yield Guard(f"reference:{target.reference.name}", Kind.REFERENCE, reference)
    for name in names:
        if target.agents[name].role is Role.ATTACKER:
            asked = sorted(rows[name], key=lambda place: bench.score_at(place).value or 0.0)
            yield Guard(f"attacker:{name}", Kind.ATTACKER, _NotPaid(name, tuple(asked), reference))


@dataclass(frozen=True, slots=True)
class _PaidInFull:
    """The reference earns full marks on every case."""

    places: tuple[int, ...]

    def __call__(self, bench: Bench) -> str | None:
        """Say where it is short, or None if it is nowhere."""
        return bench.once(self, lambda: self._short(bench))

    def _short(self, bench: Bench) -> str | None:
        full = bench.scorer.full_marks
        for place in self.places:
            if (value := bench.score_at(place).value) != full:
                case = bench.inputs.all[place].rollout.case.id
                return f"it earns {value} of {full:g} on {case}"
        return None


@dataclass(frozen=True, slots=True)
class _NotPaid:
    """An attacker's mean reward stays under the reference's less the margin.

    A rollout that earns more than full marks counts as full marks here. Where the reference itself
    is short of them there is nothing to hold an attacker against, as in the suite.
    """

    name: str
    places: tuple[int, ...]
    reference: _PaidInFull

    def __call__(self, bench: Bench) -> str | None:
        """Say that it is paid, or None if it is not."""
        if self.reference(bench):
            return None
        full = bench.scorer.full_marks
        short, enough = 0.0, (DEFAULT_MARGIN + FLOAT_DUST) * len(self.places)
        for place in self.places:
            value = bench.score_at(place).value
            if value is None:
                return f"{self.name} was not scored"
            short += max(0.0, full - value)
            if short > enough:
                return None
        return f"{self.name} is paid like the reference"
