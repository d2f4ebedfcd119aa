"""The settlement desk's dead runs: scorers that pay them are found out."""

from __future__ import annotations

from dataclasses import replace

import pytest

from audits.dead import FaultsPlan, faults
from audits.dead.settlement import FAULTS
from audits.desks import desk_of
from audits.result import result_of
from audits.target import Target
from audits.verdict import Verdict
from desk import BY, Kind

TARGET = desk_of("settlement").target(None, (), (), "eval")


def _audited(target: Target, only: str | None = None, case: str | None = "u001a"):
    plan = FaultsPlan(only=only, case=case)
    return result_of("faults", target, 0, faults(target, plan))


def _guardless() -> Target:
    return replace(TARGET, scorer=replace(TARGET.scorer, guard=lambda _rollout: None))


def test_a_scorer_without_a_guard_pays_the_dead_and_that_is_an_error():
    found = {one.rule for one in _audited(_guardless(), "timeout,late-result").findings}
    assert {"D201", "D202", "D203", "D204"} <= found


def test_what_is_found_names_the_desk_s_own_command():
    result = _audited(_guardless(), "timeout")
    assert result.verdict is Verdict.FINDINGS
    assert all("--case u001a" in one.replay for one in result.findings)


@pytest.mark.parametrize("kind", Kind)
def test_every_kind_of_failure_is_struck(kind):
    assert kind in {getattr(fault, "kind", None) for fault in FAULTS.values()}, BY[kind]


def test_one_case_alone_is_clean_and_counts_its_strikes():
    result = _audited(TARGET)
    assert result.verdict is Verdict.CLEAN, result.why
    assert result.tried > len(FAULTS)
