"""A settlement run is qualified policy by policy; the gate says what the paper's says."""

from __future__ import annotations

from pathlib import Path

import pytest

from audits.errors import CannotAuditError
from audits.qualify import Qualification, qualify
from audits.qualify.source import records_from
from audits.settlement.folder import create
from audits.settlement.plan import plan
from audits.settlement.run import run

# Policy -> which items of the gate fail it, on 321 tasks and 5 seeds. `eager` is left out: the
# published one (.135 complete, .078 mixed) is another policy than ours of that name.
PUBLISHED = {
    "react": (),
    "rule-based": (),
    "optimistic": (),
    "random": (),
    "gate": ("completion", "mixed", "families"),
    "pessimist": ("completion", "mixed", "families"),
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("settled") / "results"
    made = plan(5, ",".join(PUBLISHED), "full")
    for _ in run(made, create(path, made)):
        pass
    return path


def measured(folder: Path, policy: str) -> Qualification:
    return qualify(*records_from(folder, policy=policy))


@pytest.mark.parametrize("policy", PUBLISHED)
def test_the_gate_passes_and_fails_whom_the_published_one_does(policy: str, folder: Path):
    found = measured(folder, policy)
    assert tuple(item.name for item in found.failing) == PUBLISHED[policy]
    assert (found.account.planned, found.account.holds) == (321 * 5, True)
    assert found.metrics.protocol.value == 1
    assert found.metrics.tokens is None
    assert found.metrics.calls


def test_completion_and_mixed_are_near_the_published_figures(folder: Path):
    # The corpus is made again by its rules, not copied: figures are near, not equal. The farthest
    # is react's mixed fraction, which is .480 here.
    figures = {
        "react": (0.535, 0.542),
        "rule-based": (0.343, 0.464),
        "optimistic": (0.675, 0.449),
        "gate": (0.854, 0.0),
        "pessimist": (0.0, 0.0),
    }
    for policy, (completion, mixed) in figures.items():
        seen = measured(folder, policy).metrics
        assert seen.completion.value == pytest.approx(completion, abs=0.03)
        assert seen.groups.fraction.value == pytest.approx(mixed, abs=0.07)


def test_whoever_acts_before_the_outcome_violates_a_control_and_is_ready_all_the_same(
    folder: Path,
):
    for policy in ("optimistic", "random"):
        found = measured(folder, policy)
        assert found.metrics.control.value > 0.6
        assert found.ready
    assert measured(folder, "gate").metrics.control.value == 0


def test_a_policy_has_to_be_named_and_to_be_there(folder: Path):
    with pytest.raises(CannotAuditError, match=r"--policy: expected one of .*react"):
        records_from(folder)
    with pytest.raises(CannotAuditError, match="Did you mean 'react'"):
        records_from(folder, policy="reakt")
