"""The same seed finds the same, in any number of processes; Ctrl-C keeps what was found."""

from __future__ import annotations

import os
import signal

import pytest

from audits.cli.common import run_audit
from audits.search import SearchPlan, search
from audits.target import refund_target
from audits.verdict import Verdict
from desk.refund import RefundRollout
from scorer import Score
from tests.audits.search.searches import on_few, searched
from tests.audits.twins.runs import odd_target


def document(**plan: int) -> dict:
    return searched(on_few(refund_target("published")), steps=500, **plan).document()


def test_the_same_seed_finds_the_same_in_one_process_and_in_three():
    assert document() == document(jobs=3)


def test_another_seed_searches_elsewhere():
    assert document()["tried"] != document(seed=1)["tried"]


@pytest.mark.parametrize("jobs", [1, 2])
def test_ctrl_c_keeps_what_was_found_by_then(jobs: int):
    """Everything is paid; after 200 scores a case, Ctrl-C is sent to whoever runs the audit."""
    audit, scored = os.getpid(), iter(range(10**9))

    def paying(made: RefundRollout, _honest: Score) -> float:
        if made.case.id == "dupticket-01" and next(scored) == 200:
            os.kill(audit, signal.SIGINT)
        return 1.0

    target = on_few(odd_target(paying))
    plan = SearchPlan(steps=None, budget=3600.0, jobs=jobs)
    result = run_audit("search", target, 0, search(target, plan))
    assert result.verdict is Verdict.INTERRUPTED
    assert result.tried >= 200
    assert {found.rule for found in result.findings} >= {"S601"}
    assert all(found.replay.startswith("clawback search") for found in result.findings)
