"""What is made of the evidence world adds up, and its controls say what they must."""

from __future__ import annotations

import pytest

from audits.settlement.ours.evidence import EvidenceReport, plan, report
from audits.settlement.run import results
from audits.verdict import Verdict
from desk.settlement import FULL


@pytest.fixture(scope="module")
def made() -> EvidenceReport:
    planned = plan(2, FULL)
    return report(planned, results(planned))


def loss(made: EvidenceReport, policy: str) -> float:
    return next(row.loss for row in made.tables.policies if row.policy == policy)


def test_reasoning_beats_the_gate_and_belief_does_not(made: EvidenceReport):
    assert loss(made, "reasoning") < loss(made, "gate") < loss(made, "believer")


def test_the_gate_loses_what_it_loses_in_the_paper_s_world(made: EvidenceReport):
    assert loss(made, "gate") == pytest.approx(1_007_040 / 321)


def test_with_hints_at_chance_reasoning_earns_what_the_gate_earns(made: EvidenceReport):
    assert made.at_chance["reasoning"] == made.at_chance["gate"] == loss(made, "gate")
    assert made.alike_at_chance == made.twins.pairs == 45


def test_the_twin_check_says_that_twins_can_be_told_apart(made: EvidenceReport):
    assert made.twins.verdict is Verdict.FINDINGS
    assert 0 < made.twins.equal < made.twins.of == 90
    assert made.twins.of - made.twins.equal < made.apart <= 90
    assert {one.what for one in made.twins.violations} <= {"processor", "ledger", "erp", "bank"}


def test_a_hint_is_worth_what_is_lost_without_it(made: EvidenceReport):
    for one in made.voices:
        assert one.worth == pytest.approx(one.without - loss(made, "reasoning"))
        assert one.worth_interval[0] <= one.worth <= one.worth_interval[1]
