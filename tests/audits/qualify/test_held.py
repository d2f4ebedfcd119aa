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
    lines(folder / "plan.jsonl", plan_of(EVAL, 3))  # it is written before anything is played
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


@pytest.mark.parametrize(
    ("kept", "told"),
    [
        ({"plan", "records"}, r"episode 'timeout-01#0' is not in the plan"),
        ({"plan", "records", "rollouts"}, r"every case of eval, .* 1 are not in it"),
    ],
    ids=["the rollouts are there", "the rollouts are gone too"],
)
def test_a_scenario_cannot_be_left_out_of_the_plan(folder: Path, kept: set[str], told: str):
    for name in kept:
        path = folder / f"{name}.jsonl"
        rows = path.read_text().splitlines(keepends=True)
        path.write_text("".join(row for row in rows if '"timeout-01"' not in row))
    with pytest.raises(CannotAuditError, match=told):
        records_from(folder)


def test_a_repeat_cannot_be_left_out_of_the_plan(folder: Path):
    lines(folder / "records.jsonl", records_of(REFUND, played("naive", 1, 4), 1))
    lines(folder / "plan.jsonl", plan_of(EVAL, 1))
    with pytest.raises(CannotAuditError, match="episode 'timeout-01#1' is not in the plan"):
        records_from(folder)


def test_a_rollout_that_stands_there_twice_is_refused(folder: Path):
    path = folder / "rollouts.jsonl"
    path.write_bytes(path.read_bytes() + path.read_bytes().splitlines(keepends=True)[0])
    with pytest.raises(CannotAuditError, match=r"rollouts\.jsonl: rollout 0 .* 2 times"):
        records_from(folder)


@pytest.mark.parametrize("gone", ["rollouts.jsonl", "run.json"])
def test_records_of_a_run_that_cannot_be_judged_again_are_not_believed(folder: Path, gone: str):
    (folder / gone).unlink()
    with pytest.raises(CannotAuditError, match=f"there is no file {gone} in it"):
        records_from(folder)
    assert len(records_from(folder / "records.jsonl")[0]) == 8, "a file is taken at its word"


def test_rollouts_of_another_model_than_the_runs_are_refused(folder: Path):
    path = folder / "run.json"
    path.write_text(path.read_text().replace('"small"', '"big"'))
    with pytest.raises(CannotAuditError, match=r"expected a rollout of the model 'big' as in run"):
        records_from(folder)


def test_a_run_on_cases_of_ones_own_is_judged_on_that_very_file(folder: Path, tmp_path: Path):
    mine, run = tmp_path / "mine.jsonl", folder / "run.json"
    lines(mine, EVAL.cases)
    told = f"mine {REFUND.cases(str(mine)).digest[:12]}"
    run.write_text(run.read_text().replace(f"eval {EVAL.digest[:12]}", told))
    with pytest.raises(CannotAuditError, match=rf"--cases: expected the file of cases '{told}'"):
        records_from(folder)
    assert len(records_from(folder, cases=str(mine))[0]) == 8
    mine.write_text(mine.read_text().replace('"expect":["pay",4200]', '"expect":["hold",0]', 1))
    with pytest.raises(CannotAuditError, match=rf"expected the cases '{told}', .* got mine"):
        records_from(folder, cases=str(mine))


def test_cases_of_a_file_of_records_are_refused_since_nothing_is_held_against_them(folder: Path):
    with pytest.raises(CannotAuditError, match="--cases: expected the folder of a live run, got"):
        records_from(folder / "records.jsonl", cases="eval")


def test_a_run_on_a_desk_that_there_is_not_is_refused_by_its_file(folder: Path):
    run = folder / "run.json"
    run.write_text(run.read_text().replace('"refund"', '"refnud"'))
    with pytest.raises(CannotAuditError, match=r"run\.json: desk: expected one of .*got 'refnud'"):
        records_from(folder)
