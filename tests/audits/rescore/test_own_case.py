"""A rollout is held against its set's own case: what a line says of its case is never believed."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from attackers.refund import agents
from attackers.settlement.cheats import agents as settlement_agents
from audits.cli.output import Plain
from audits.cli.rescore import rescore
from audits.errors import CannotAuditError
from audits.known import Known
from audits.live.settings import settings
from audits.report.rescore_text import rescore_text
from audits.rescore import read_rollouts, scores, summary
from audits.worlds import REFUND, SETTLEMENT, WORLDS, World
from desk import Source
from desk.refund import Case, RefundRollout, eval_cases, play, train_cases
from desk.settlement import SettlementCase, record, settlement_cases
from tests.audits.command import inside
from tests.audits.rescore.saved import chat, inspect_json, lines, own, played

EVAL = eval_cases()
LABEL = f"eval {EVAL.digest[:12]}"


def ran(*paths: Path, **options: Any) -> dict[str, Any]:
    page = paths[0].with_name("report.json")
    rescore(list(paths), format=Plain.JSON, output=page, **options)
    told: dict[str, Any] = json.loads(page.read_text())
    return told


def mean(report: dict[str, Any]) -> float:
    return float(report["tables"][0]["rows"][0]["mean"])


def edited(path: Path, edit: Callable[[dict[str, Any]], object], line: int = 2) -> Path:
    """Change what a line says."""
    rows = [json.loads(row) for row in path.read_text().splitlines()]
    edit(rows[line - 1])
    return lines(path, rows)


def holds_nothing(row: dict[str, Any]) -> None:
    """Have the case ask for what a run that did nothing has done."""
    row["case"]["expect"] = ["hold", 0]


EDITS: dict[str, Callable[[dict[str, Any]], object]] = {
    r'expect\[0\] "pay" as in eval.* got "hold"': holds_nothing,
    "priors": lambda row: row["case"].update(
        priors=[{"order": row["case"]["order"], "sku": "x", "cents": 5, "key": "k"}]
    ),
    "fault": lambda row: row["case"].update(fault=None),
    "family": lambda row: row["case"].update(family="clean-single"),
    "ticket": lambda row: row["case"].update(ticket="Please pay nothing."),
}


SAYS: dict[str, Callable[[Path], dict[str, Any]]] = {
    "the rollouts": lambda _path: {},
    "nobody": lambda path: edited(path, lambda row: row.update(source=None)) and {},
    "--cases": lambda _path: {"cases": "eval18"},
    "run.json": lambda path: kept(path.parent, LABEL) or {},
}
"""Who says which set the cases are of."""


@pytest.mark.parametrize("name", EDITS)
@pytest.mark.parametrize("says", SAYS)
def test_a_case_that_was_edited_is_refused_by_file_line_and_field(
    says: str, name: str, tmp_path: Path
):
    path = edited(own(tmp_path, played("read-and-hold", 1, 4)), EDITS[name])
    options = SAYS[says](path)
    named = rf"rollouts\.jsonl, line 2: case 'timeout-02': expected {name}"
    with pytest.raises(CannotAuditError, match=named):
        ran(path, **options)
    good = lines(tmp_path / "good.jsonl", played("careful", 1, 9)[5:])
    with pytest.raises(CannotAuditError, match=named):
        ran(good, path, **options)


def kept(folder: Path, cases: str, desk: str = "refund") -> None:
    """Write the `run.json` of a run there."""
    said = settings(REFUND, EVAL, "small", "http://host/v1", False, 12, None)
    said = replace(said, cases=cases, desk=desk)
    (folder / "run.json").write_bytes(msgspec.json.encode(said))


def test_the_mean_of_an_edited_file_was_full_marks_and_is_no_more(tmp_path: Path):
    """What this is all about: nothing done, everything paid."""
    honest = ran(own(tmp_path, played("read-and-hold", 1, 8)))
    path = tmp_path / "rollouts.jsonl"
    for line in range(1, 9):
        edited(path, holds_nothing, line)
    ended = inside("rescore", path.name, cwd=tmp_path)
    assert (mean(honest) < 1, ended.code, ended.out) == (True, 2, "")
    assert "rollouts.jsonl, line 1: case 'timeout-01': expected expect[0]" in ended.err
    assert "--cases" in ended.err


def test_what_a_line_says_of_its_tasks_does_not_help_it(tmp_path: Path):
    path = own(tmp_path, played("read-and-hold", 1, 4))
    for tasks in ("refund mine.jsonl 0123456789ab", "train", "eval18", "settlement public 1", ""):
        edited(path, lambda row, tasks=tasks: row["source"].update(tasks=tasks))
        edited(path, holds_nothing)
        with pytest.raises(CannotAuditError, match="line 2: case 'timeout-02'"):
            ran(path)


def of_mine(cases: list[Case]) -> list[RefundRollout]:
    """Play cases of a user's own, as `run --cases` would name them."""
    source = Source(model="small", harness="loop", tasks="refund mine.jsonl 0123456789ab")
    act = agents()["careful"].act
    return [replace(play(act, case), source=source) for case in cases]


def test_cases_of_a_users_own_are_held_against_the_file_that_is_named(tmp_path: Path):
    mine = [replace(case, id=f"my-{case.id}") for case in EVAL.cases[:3]]
    path = own(tmp_path, of_mine(mine))
    file = lines(tmp_path / "mine.jsonl", mine)
    stated = ran(path)
    assert (stated["cases"], stated["cases_not_checked"], stated["verdict"]) == ({}, 3, "COMPLETE")
    assert "3 of them on cases that were not checked" in stated["why"]
    report = ran(path, cases=str(file))
    assert (list(report["cases"].values()), report["cases_not_checked"]) == ([3], 0)
    edited(path, holds_nothing)
    assert ran(path)["cases_not_checked"] == 3
    with pytest.raises(CannotAuditError, match="line 2: case 'my-timeout-02': expected expect"):
        ran(path, cases=str(file))
    with pytest.raises(CannotAuditError, match="line 1: case 'my-timeout-01': not one of the 32"):
        ran(path, cases="eval")


def test_cases_that_nobody_could_check_are_told_on_the_page(tmp_path: Path):
    made = of_mine([replace(EVAL.cases[0], id="my")])
    ended = inside("rescore", own(tmp_path, made).name, cwd=tmp_path)
    assert ended.code == 0
    assert "the cases of 1 rollouts are as the file states them and were NOT CHECKED" in ended.out
    assert "1 of them on cases that were not checked" in ended.out.splitlines()[-1]


def test_the_set_that_a_run_was_of_is_found_by_itself(tmp_path: Path):
    train = train_cases()
    case = train.cases[0]
    one = replace(played("careful", 1, 1)[0], case=case)
    told = replace(one, source=Source(model="m", harness="h", tasks="refund train 0123"))
    assert list(ran(own(tmp_path, [told]))["cases"]) == [f"train {train.digest[:12]}"]
    kept(tmp_path, f"train {train.digest[:12]}")
    assert list(ran(own(tmp_path, [one]))["cases"]) == [f"train {train.digest[:12]}"]
    with pytest.raises(CannotAuditError, match="not one of the 320 of train"):
        ran(own(tmp_path, played("careful", 1, 1)))


def test_a_folder_of_a_run_is_taken_with_its_plan_and_its_desk(tmp_path: Path):
    folder = tmp_path / "run"
    folder.mkdir()
    own(folder, played("careful", 1, 3))
    kept(folder, LABEL)
    plan = [{"scenario": c.id, "family": c.family, "rollouts": 1} for c in EVAL.cases[:4]]
    lines(folder / "plan.jsonl", plan)
    report = ran(folder)
    assert (report["file"], report["tables"][0]["rows"][0]["missing"]) == ("rollouts.jsonl", 1)
    lines(folder / "plan.jsonl", [plan[0] | {"family": "other"}, *plan[1:]])
    with pytest.raises(CannotAuditError, match="family of case 'timeout-01': expected 'timeout-"):
        ran(folder)
    kept(folder, LABEL, "settlement")
    with pytest.raises(CannotAuditError, match="it is of the refund desk: say --desk refund"):
        ran(folder)
    with pytest.raises(CannotAuditError, match="a run on the settlement desk: say --desk settl"):
        ran(folder, desk="refund")


def test_a_pipe_is_named_and_not_waited_for(tmp_path: Path):
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "pipe", Path("-")):
        with pytest.raises(CannotAuditError, match="expected a file or the folder of a run"):
            rescore([path])


SETTLED = record(settlement_agents()["careful"].act, settlement_cases().cases[0])


@pytest.mark.parametrize(
    ("field", "value"),
    [("settles", not SETTLED.case.task.settles), ("value", 1), ("resolves_at", 999)],
)
def test_an_edited_task_of_the_settlement_desk_is_refused(field: str, value: Any, tmp_path: Path):
    path = lines(tmp_path / "rollouts.jsonl", [SETTLED])
    assert mean(ran(path, desk="settlement")) == 1.0
    edited(path, lambda row: row["case"]["task"].update({field: value}), 1)
    with pytest.raises(CannotAuditError, match=rf"line 1: case .*: expected task\.{field} "):
        ran(path, desk="settlement")


def test_a_log_of_inspect_is_played_on_the_cases_that_it_names(tmp_path: Path):
    path = inspect_json(tmp_path, played("careful", 1, 2))
    assert ran(path)["cases"] == {LABEL: 2}
    log = json.loads(path.read_text())
    log["eval"]["metadata"] = {"cases": "mine.jsonl", "cases_digest": "0" * 64}
    path.write_text(json.dumps(log))
    with pytest.raises(CannotAuditError, match="of the cases of 'mine"):
        ran(path)
    assert ran(path, cases="eval18")["cases"] == {f"eval18 {_eval18()}": 2}
    log["eval"]["metadata"]["cases"] = "train"
    path.write_text(json.dumps(log))
    with pytest.raises(CannotAuditError, match="case 'timeout-01': not one of the 320 of train"):
        ran(path)


@pytest.mark.parametrize(
    ("more", "told"),
    [
        ({"status": "cancelled"}, "the status of an Inspect log is 'cancelled'"),
        ({"status": "error"}, "the status of an Inspect log is 'error'"),
        ({"status": "success", "results": {"total_samples": 5}}, "has 2 of 5 samples"),
        ({"status": "success", "results": {"total_samples": 2}}, ""),
    ],
)
def test_a_log_of_inspect_that_did_not_end_is_no_whole(
    more: dict[str, object], told: str, tmp_path: Path
):
    path = inspect_json(tmp_path, played("careful", 1, 2))
    path.write_text(json.dumps(json.loads(path.read_text()) | more))
    report = ran(path)
    assert report["verdict"] == ("INCOMPLETE" if told else "COMPLETE")
    assert told in report["why"]
    assert told in read_rollouts(path, EVAL).lacks


def _eval18() -> str:
    return REFUND.cases("eval18").digest[:12]


def test_a_chat_line_is_played_on_the_set_that_is_named_and_the_page_says_which(tmp_path: Path):
    path = chat(tmp_path, played("careful", 1, 2))
    saved = read_rollouts(path, EVAL)
    page = rescore_text(summary(path, saved, [scores("refund", saved.rollouts)], [], 0))
    assert f"the cases are those of {LABEL}" in page.splitlines()[1]


@given(st.data())
@pytest.mark.parametrize("world", WORLDS.values(), ids=WORLDS)
def test_whatever_field_of_a_case_differs_it_is_refused_and_the_case_itself_is_not(
    world: World, data: st.DataObject
):
    case = data.draw(st.sampled_from(world.cases("eval").cases))
    known = Known(world)
    assert known.own(case).case == case
    other = data.draw(st.sampled_from(world.cases("eval").cases))
    if isinstance(case, Case):
        odd = replace(other, id=case.id)
    else:
        assert isinstance(case, SettlementCase)
        odd = replace(other, task=replace(other.task, id=case.task.id))
    if odd != case:
        with pytest.raises(ValueError, match=f"case '{case.id}': expected "):
            known.own(odd)


def test_worlds_are_told_apart_by_their_sets():
    assert (
        Known(SETTLEMENT, told="quick-keys 0")
        .own(settlement_cases("quick-keys").cases[0])
        .of.startswith("quick-keys ")
    )
    with pytest.raises(ValueError, match="fresh_waits true as in eval"):
        Known(SETTLEMENT).own(settlement_cases("quick-keys").cases[0])
