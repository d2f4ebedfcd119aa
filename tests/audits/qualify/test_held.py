"""The records of a run's folder are what its rollouts come to, or nothing is judged."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from audits.errors import CannotAuditError
from audits.live.settings import settings
from audits.qualify.rollouts import plan_of, records_of
from audits.qualify.source import records_from
from audits.worlds import REFUND
from desk.refund import eval_cases
from tests.audits.rescore.saved import lines, own, played

EVAL = eval_cases()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A run of a careless model, as `clawback run` leaves it."""
    made = played("naive", 2, 4)
    this = settings(REFUND, EVAL, "small", "http://host/v1", False, 12, None)
    (tmp_path / "run.json").write_bytes(msgspec.json.encode(this))
    own(tmp_path, made)
    lines(tmp_path / "records.jsonl", records_of(REFUND, made, 2))
    lines(tmp_path / "plan.jsonl", plan_of(EVAL, 2))
    return tmp_path


def test_records_as_the_run_wrote_them_are_taken(folder: Path):
    assert len(records_from(folder)[0]) == 8
    own(folder, played("naive", 3, 4))
    assert len(records_from(folder)[0]) == 8, "a run that was stopped has more rollouts"


@pytest.mark.parametrize(
    "fields",
    [
        {"passed": True},
        {"control_violated": False},
        {"truncated": True},
        {"tool_calls": 0},
        {"infra_valid": False},
        {"model_revision": "big"},
    ],
    ids=str,
)
def test_a_record_that_is_not_what_its_rollout_comes_to_is_refused(
    folder: Path, fields: dict[str, Any]
):
    records, _ = records_from(folder)
    (name, value), *_rest = fields.items()
    if name == "model_revision":  # of all of them, since one policy is all that is judged
        lines(folder / "records.jsonl", [replace(one, **fields) for one in records])
    else:
        lines(folder / "records.jsonl", [replace(records[0], **fields), *records[1:]])
    named = f"episode 'timeout-01#0': {name}: expected {getattr(records[0], name)!r} as its rollout"
    with pytest.raises(CannotAuditError, match=f"{named}.*got {value!r}"):
        records_from(folder)


def test_a_record_without_a_rollout_is_refused(folder: Path):
    own(folder, played("naive", 2, 3))
    with pytest.raises(CannotAuditError, match=r"there is no rollout of it in rollouts\.jsonl"):
        records_from(folder)


def test_a_rollout_whose_case_was_edited_is_refused_here_too(folder: Path):
    path = folder / "rollouts.jsonl"
    path.write_text(path.read_text().replace('"expect":["pay",4200]', '"expect":["hold",0]', 1))
    with pytest.raises(CannotAuditError, match="line 1: case 'timeout-01': expected expect"):
        records_from(folder)
