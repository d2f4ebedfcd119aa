"""What is made of the parts world adds up, order by order."""

from __future__ import annotations

import pytest

from audits.settlement.ours.parts import PartsReport, plan, report
from audits.settlement.reading import Results
from audits.settlement.run import results
from desk.settlement import FULL
from desk.settlement.ours.parts import Rule

PLANNED = plan(2, FULL)


@pytest.fixture(scope="module")
def played() -> Results:
    return results(PLANNED)


@pytest.fixture(scope="module")
def made(played: Results) -> PartsReport:
    return report(PLANNED, played)


def test_an_order_loses_what_its_parts_lose(made: PartsReport, played: Results):
    for row in made.tables.policies:
        rows = [one for seed in range(2) for one in played.rows[row.policy, seed]]
        assert row.loss == pytest.approx(sum(one.loss for one in rows) / (2 * 92))
        assert row.loss == pytest.approx(sum(made.by_rule[row.policy].values()) / 2)


def test_no_policy_beats_the_best_plan_but_where_a_chargeback_comes(played: Results):
    late = {task.unit for task in PLANNED.corpus.tasks if task.charged_back_at is not None}
    lost: dict[tuple[str, int, int], int] = {}
    for (policy, seed), rows in played.rows.items():
        for row, task in zip(rows, PLANNED.corpus.tasks, strict=True):
            key = (policy, seed, task.unit)
            lost[key] = lost.get(key, 0) + row.loss
    assert all(loss >= 0 for (_, _, unit), loss in lost.items() if unit not in late)


def test_weighing_differs_from_strict_on_whole_orders_only(made: PartsReport):
    split, whole = (made.by_rule["weighing"][rule] for rule in Rule)
    assert split == made.by_rule["strict"]["split"]
    assert whole < made.by_rule["strict"]["whole"]


def test_the_search_covers_every_joint_plan(made: PartsReport):
    """Three ways to pay, two to refund, three ends: of each part, or one end for all."""
    assert made.reference["split"].plans == (3 * 2 * 3) ** 3
    assert made.reference["whole"].plans == (3 * 2) ** 3 * 3
    for one in made.reference.values():
        assert one.orders == 46
        assert one.all_paid + one.shipped_unpaid <= one.orders
    assert made.reference["split"].shipped_unpaid == made.reference["split"].kept_back == 0
    assert made.reference["whole"].shipped_unpaid > 0
