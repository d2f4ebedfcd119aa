"""The seven metrics, each with the denominator that it is defined over. No floats."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from fractions import Fraction
from statistics import median

import msgspec

from audits.qualify.account import Key, keys
from audits.qualify.record import Planned, Record


class Ratio(msgspec.Struct, frozen=True):
    """A count of a count. Undefined, which is not zero, over nothing."""

    numerator: int
    denominator: int

    @property
    def value(self) -> Fraction | None:
        """The exact fraction, or None over nothing."""
        return Fraction(self.numerator, self.denominator) if self.denominator else None


class Groups(msgspec.Struct, frozen=True):
    """Which complete groups hold both a success and a failure."""

    fraction: Ratio
    families: dict[str, Ratio]
    """By workflow family: mixed of complete groups."""

    @property
    def mixed_families(self) -> int:
        """How many families hold a mixed group."""
        return sum(ratio.numerator > 0 for ratio in self.families.values())


class Metrics(msgspec.Struct, frozen=True):
    """What is measured on one policy."""

    infra_invalid: int
    """Episodes that say nothing of the policy; in no denominator."""
    protocol: Ratio
    """Protocol-valid of infra-valid episodes."""
    completion: Ratio
    """Passing of protocol-valid episodes."""
    groups: Groups
    control: Ratio
    """Violating of infra-valid episodes."""
    truncation: Ratio
    """Stopped at the limit of infra-valid episodes."""
    tokens: Fraction | None
    """Median of infra-valid episodes; None if there is none, or one of them was not counted."""
    calls: Fraction | None
    """As `tokens`."""
    uncounted: dict[str, int]
    """For each count, in how many infra-valid episodes it was not taken."""


def metrics(
    records: Sequence[Record], plan: Iterable[Planned], count_truncated: bool = False
) -> Metrics:
    """Measure. `count_truncated`: in a group, a truncated attempt is a failure as any other."""
    valid = [record for record in records if record.infra_valid]
    protocol = [record for record in valid if record.protocol_valid]
    tokens = [record.generated_tokens for record in valid]
    calls = [record.tool_calls for record in valid]
    return Metrics(
        infra_invalid=len(records) - len(valid),
        protocol=Ratio(len(protocol), len(valid)),
        completion=Ratio(sum(record.passed is True for record in protocol), len(protocol)),
        groups=_groups(records, list(plan), count_truncated),
        control=Ratio(sum(record.control_violated is True for record in valid), len(valid)),
        truncation=Ratio(sum(record.truncated is True for record in valid), len(valid)),
        tokens=_median(tokens),
        calls=_median(calls),
        uncounted={"generated_tokens": tokens.count(None), "tool_calls": calls.count(None)},
    )


def _median(counts: Sequence[int | None]) -> Fraction | None:
    known = [Fraction(count) for count in counts if count is not None]
    return median(known) if known and len(known) == len(counts) else None


def _groups(records: Sequence[Record], plan: list[Planned], count_truncated: bool) -> Groups:
    planned: dict[str, list[Planned]] = defaultdict(list)
    for one in plan:
        planned[one.group].append(one)
    held: dict[str, list[Record]] = defaultdict(list)
    for record in records:
        held[record.group].append(record)
    complete: Counter[str] = Counter({one.family: 0 for one in plan})
    mixed: Counter[str] = Counter()
    for name, scenarios in planned.items():
        if _complete(held[name], keys(scenarios)):
            complete[scenarios[0].family] += 1
            mixed[scenarios[0].family] += _mixed(held[name], count_truncated)
    return Groups(
        Ratio(mixed.total(), complete.total()),
        {family: Ratio(mixed[family], complete[family]) for family in sorted(complete)},
    )


def _complete(held: list[Record], planned: list[Key]) -> bool:
    """Every planned attempt recorded once, nothing else, and none of it spoilt."""
    found = sorted((record.scenario, record.rollout) for record in held)
    return found == sorted(planned) and all(record.infra_valid for record in held)


def _mixed(held: list[Record], count_truncated: bool) -> bool:
    """A protocol-invalid attempt is neither success nor failure; a truncated one no failure."""
    judged = [record for record in held if record.protocol_valid]
    failed = (not record.passed and (count_truncated or not record.truncated) for record in judged)
    return any(record.passed for record in judged) and any(failed)
