"""The gate: six items, limits inclusive and compared as exact fractions; what is undefined fails.

Where the limits come from: docs/qualification.md.
"""

from __future__ import annotations

from fractions import Fraction

import msgspec

from audits.qualify.account import Account
from audits.qualify.metrics import Metrics
from desk import FrozenDict

LEAST_FAMILIES = 2
"""How many workflow families must hold a mixed group."""


class Limits(msgspec.Struct, frozen=True):
    """From where to where a value holds, both ends included."""

    least: Fraction = Fraction(0)
    most: Fraction = Fraction(1)

    def why_not(self, value: Fraction | None) -> str:
        """Say why a value does not hold; nothing if it does."""
        if value is None:
            return "undefined: nothing to measure it on"
        if value < self.least:
            return f"{value} is under {self.least}"
        return f"{value} is over {self.most}" if value > self.most else ""


GATE: FrozenDict[Limits] = FrozenDict(
    {
        "protocol": Limits(least=Fraction(98, 100)),
        "completion": Limits(Fraction(2, 100), Fraction(80, 100)),
        "mixed": Limits(least=Fraction(10, 100)),
        "truncation": Limits(most=Fraction(10, 100)),
    }
)
"""The limits of the items that are fractions."""


class Item(msgspec.Struct, frozen=True):
    """One item of the gate. `why` says why it fails, and is empty where it holds."""

    name: str
    why: str

    @property
    def holds(self) -> bool:
        """Whether the policy passes this item."""
        return not self.why


def gate(measured: Metrics, accounted: Account) -> list[Item]:
    """Hold what was measured against the gate."""
    values = {
        "protocol": measured.protocol,
        "completion": measured.completion,
        "mixed": measured.groups.fraction,
        "truncation": measured.truncation,
    }
    items = {name: GATE[name].why_not(ratio.value) for name, ratio in values.items()}
    items["families"] = _families(measured.groups.mixed_families)
    items["accounting"] = _accounting(accounted)
    order = ("protocol", "completion", "mixed", "families", "truncation", "accounting")
    return [Item(name, items[name]) for name in order]


def _families(mixed: int) -> str:
    if mixed >= LEAST_FAMILIES:
        return ""
    return f"{mixed} with a mixed group, {LEAST_FAMILIES} are needed"


def _accounting(accounted: Account) -> str:
    if not accounted.planned:
        return "nothing was planned"
    lists = {
        "planned and not recorded": accounted.missing,
        "recorded and not planned": accounted.extra,
        "recorded more than once": accounted.repeated,
    }
    return "; ".join(
        f"{len(found)} {what} (first: {found[0][0]}, rollout {found[0][1]})"
        for what, found in lists.items()
        if found
    )
