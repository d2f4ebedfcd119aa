"""Groups, plans and accounting: what is complete, what is missing, what was never planned."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from audits.errors import CannotAuditError
from audits.qualify import Planned, qualify
from tests.audits.qualify.base import record, records


def plan(groups: int = 10, repeats: int = 5) -> list[Planned]:
    return [Planned(scenario=f"s-{g}", family="AB"[g % 2], rollouts=repeats) for g in range(groups)]


def test_a_plan_that_the_records_keep_changes_nothing():
    assert qualify(records(), plan()).digest == qualify(records()).digest


def test_a_scenario_of_the_plan_without_any_record_is_missing():
    found = qualify(records(), plan(11))
    assert [item.name for item in found.failing] == ["accounting"]
    assert found.failing[0].why == "5 planned and not recorded (first: s-10, rollout 0)"
    assert found.metrics.groups.fraction.value == 1


def test_a_record_that_was_not_planned_is_extra_and_its_group_is_not_complete():
    found = qualify([*records(), record(0, 7)])
    assert found.account.extra == [("s-0", 7)]
    assert found.metrics.groups.fraction.denominator == 9
    assert qualify(records(groups=11), plan()).account.extra[0] == ("s-10", 0)


def test_records_of_nothing_planned_fail_accounting():
    found = qualify([], plan())
    assert "accounting" in [item.name for item in found.failing]
    assert len(found.account.missing) == 50


def test_scenarios_of_one_group_are_mixed_together():
    two = [record(0, 0, 1, group="g", passed=True), record(2, 0, 1, group="g", passed=False)]
    seen = qualify(two).metrics.groups
    assert (seen.fraction.value, seen.families["A"].value) == (1, 1)
    assert qualify(two[:1]).metrics.groups.fraction.value == 0


@pytest.mark.parametrize("field", ["family", "group", "planned_rollouts"])
def test_records_that_contradict_each_other_cannot_be_judged(field: str):
    odd = record(0, 1, **{field: {"family": "B", "group": "x", "planned_rollouts": 4}[field]})
    with pytest.raises(CannotAuditError, match=f"episode 'e-0-1': {field} of scenario 's-0'"):
        qualify([record(0, 0), odd])


def test_records_that_contradict_the_plan_cannot_be_judged():
    with pytest.raises(CannotAuditError, match="expected 3 as in the plan, got 5"):
        qualify(records(), plan(repeats=3))


def test_a_group_of_two_families_cannot_be_judged():
    with pytest.raises(CannotAuditError, match="group 'g': expected one family"):
        qualify([record(0, 0, 1, group="g"), record(1, 0, 1, group="g")])


@given(st.lists(st.tuples(*[st.booleans()] * 4), min_size=1, max_size=30))
def test_no_rate_leaves_zero_to_one_and_order_changes_nothing(flags: list[tuple[bool, ...]]):
    made = [
        record(
            *divmod(index, 3),
            planned=3,
            infra_valid=infra,
            protocol_valid=protocol,
            passed=passed,
            truncated=cut,
        )
        for index, (infra, protocol, passed, cut) in enumerate(flags)
    ]
    seen = qualify(made).metrics
    ratios = (seen.protocol, seen.completion, seen.groups.fraction, seen.control, seen.truncation)
    assert all(r.value is None or Fraction(0) <= r.value <= Fraction(1) for r in ratios)
    assert qualify(made[::-1]).metrics == seen
    assert seen.infra_invalid + seen.protocol.denominator == len(made)
