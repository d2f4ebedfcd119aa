"""Does the order of the policies hang on the costs? Recorded ends priced anew, nothing played.

Losses are linear in the counts of an end, so that episodes with the same counts, against the same
reference, are priced once.
"""

from __future__ import annotations

from collections import Counter
from itertools import product

import msgspec

from audits.settlement.plan import Manifest
from audits.settlement.reading import Results
from scorer.settlement import Costs, Tally, deductions

GOODS_PERCENT = (40, 50, 60, 70, 80)
DISPUTES = (1500, 2500, 5000)
ESCALATIONS = (900, 1800, 3600)

CONFIGURATIONS = tuple(Costs(*costs) for costs in product(GOODS_PERCENT, DISPUTES, ESCALATIONS))
"""The 45 cost configurations; goods in percent of the value, the others in cents."""


class Priced(msgspec.Struct, frozen=True):
    """The policies under one cost configuration."""

    costs: dict[str, int]
    losses: dict[str, float]
    """Mean excess loss in cents, best first."""
    same_order: bool
    """Whether the order is the one under the published costs."""

    @property
    def order(self) -> list[str]:
        """The policies, best first."""
        return list(self.losses)


class Economics(msgspec.Struct, frozen=True):
    """Every cost configuration."""

    manifest: Manifest
    configurations: list[Priced]
    first: dict[str, int]
    """Under how many configurations a policy is first."""
    same_order: int
    worst: dict[str, int]
    """The last place that a policy takes under any configuration."""


def economics(results: Results) -> Economics:
    """Price every recorded episode under every configuration."""
    counts = {name: _counted(results, name) for name in results.manifest.policies}
    base = list(_losses(counts, Costs()))
    made = []
    for costs in CONFIGURATIONS:
        losses = _losses(counts, costs)
        made.append(Priced(costs._asdict(), losses, list(losses) == base))
    return Economics(
        manifest=results.manifest,
        configurations=made,
        first={name: sum(one.order[0] == name for one in made) for name in base},
        same_order=sum(one.same_order for one in made),
        worst={name: max(one.order.index(name) + 1 for one in made) for name in base},
    )


Counted = Counter[tuple[Tally, Tally, int]]
"""How many episodes have this reference, this end and this value."""


def _counted(results: Results, policy: str) -> Counted:
    return Counter(
        (record.reference, row.tally, record.task.value)
        for seed in results.manifest.seeds
        for record, row in zip(results.tasks, results.rows[policy, seed], strict=True)
    )


def _losses(counts: dict[str, Counted], costs: Costs) -> dict[str, float]:
    losses = {
        name: sum(
            times * sum(deductions(best, made, value, costs))
            for (best, made, value), times in counted.items()
        )
        / counted.total()
        for name, counted in counts.items()
    }
    return dict(sorted(losses.items(), key=lambda item: (item[1], item[0])))
