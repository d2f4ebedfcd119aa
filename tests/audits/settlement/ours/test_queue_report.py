"""What is made of the queue world: alone it is the paper's, and a loss is a difference to that."""

from __future__ import annotations

import pytest

from audits.settlement.ours.queue import ALONE, POLICIES, SIZES, QueueReport, plan, report
from audits.settlement.plan import plan as paper
from audits.settlement.run import results
from audits.settlement.tables import tables
from desk.settlement import FULL
from desk.settlement.ours.queue import SCHEDULINGS


@pytest.fixture(scope="module")
def made() -> QueueReport:
    planned = plan(1, FULL)
    return report(planned, results(planned))


def test_alone_each_policy_loses_what_it_loses_in_the_paper_s_world(made: QueueReport):
    published = {row.policy: row for row in tables(results(paper(1))).policies}
    for row in made.attention:
        if row.scheduling == ALONE:
            assert row.loss == pytest.approx(published[row.policy].loss)
            assert (row.exact, row.lost) == (pytest.approx(published[row.policy].exact), 0)


def test_what_is_lost_to_attention_is_the_loss_less_that_alone(made: QueueReport):
    alone = {row.policy: row.loss for row in made.attention if row.scheduling == ALONE}
    assert set(alone) == set(POLICIES)
    assert len(made.attention) == len(POLICIES) * (1 + len(SCHEDULINGS))
    for row in made.attention:
        assert row.lost == pytest.approx(row.loss - alone[row.policy])
        assert row.lost_interval[0] <= row.lost <= row.lost_interval[1]


def test_the_gate_loses_nothing_in_a_small_shift_and_much_in_a_large_one(made: QueueReport):
    assert set(made.by_size) == set(SCHEDULINGS)
    for by in made.by_size.values():
        assert by[str(SIZES[0])] == pytest.approx(1_007_040 / 321)
        assert by[str(SIZES[-1])] > 1.5 * by[str(SIZES[0])]
