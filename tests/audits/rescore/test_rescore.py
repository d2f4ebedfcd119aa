"""Saved rollouts of any tool earn what they earned when they were played; an outage is one."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from audits.cli.output import Plain
from audits.cli.rescore import rescore
from audits.errors import CannotAuditError
from audits.qualify import qualify, read_records
from audits.rescore import read_rollouts
from desk import Kind, died, witness
from desk.refund import eval_cases
from tests.audits.command import inside
from tests.audits.rescore.saved import WRITERS, chat, inspect_json, lines, own, played, verifiers
from tests.audits.snapshot import matches

EVAL = eval_cases()


def ran(path: Path, *scorers: str, **options: Any) -> tuple[int, dict[str, Any]]:
    page = path.with_name("report.json")
    code = rescore([path], list(scorers) or None, format=Plain.JSON, output=page, **options)
    return code, json.loads(page.read_text())


def first(report: dict[str, Any], table: int = 0) -> dict[str, Any]:
    row: dict[str, Any] = report["tables"][table]["rows"][0]
    return row


@pytest.mark.parametrize("tool", WRITERS)
@pytest.mark.parametrize(
    ("agent", "published", "duplicates", "over_cap"),
    [("careful", 1.0, 0, 0), ("naive", 0.497, 20, 132530), ("reread-newkey", 0.828, 11, 63380)],
)
def test_a_saved_run_earns_the_published_figures_whatever_wrote_it(
    tool: str, agent: str, published: float, duplicates: int, over_cap: int, tmp_path: Path
):
    code, report = ran(WRITERS[tool](tmp_path, played(agent, 1)), "published", "refund")
    row = first(report)
    assert (code, report["format"]) == (0, tool.split(maxsplit=1)[0])
    assert row["mean"] == pytest.approx(published, abs=0.0005)
    assert (row["duplicates"], row["over_cap_cents"]) == (duplicates, over_cap)
    assert (row["planned"], row["scored"], row["dead"], row["missing"]) == (32, 32, 0, 0)
    assert report["answers_that_differ"] == 0
    assert (first(report, 1)["mean"] == 1.0) is (agent == "careful")


def test_rollouts_of_another_process_verify_by_being_played_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    path = own(tmp_path, played("careful", 1))
    monkeypatch.setattr(witness, "_key", lambda: b"another key")
    assert first(ran(path)[1])["mean"] == 1.0


def test_a_log_that_was_edited_on_disk_is_dead_and_not_paid(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    made = played("naive", 1, 2)
    edited = replace(made[0], log=made[0].log[:1])
    path = own(tmp_path, [edited, *played("careful", 1, 2)[1:]])
    monkeypatch.setattr(witness, "_key", lambda: b"another key")
    row = first(ran(path)[1])
    assert (row["scored"], row["dead"], row["mean"]) == (2, 1, 0.5)


def test_an_outage_shows_as_an_outage_and_never_in_a_mean(tmp_path: Path):
    made = played("careful", 1)
    spoilt = [replace(one, failure=died(Kind.PAYMENT_REQUIRED, "HTTP 402")) for one in made]
    code, report = ran(own(tmp_path, spoilt), "published", "refund")
    for table in (0, 1):
        row = first(report, table)
        assert (row["planned"], row["scored"], row["spoilt"]) == (32, 0, 32)
        assert (row["mean"], row["low"], row["duplicates"], row["pass_k"]) == (
            *(None, None, None),
            {"1": None},
        )
    assert (code, report["verdict"]) == (2, "INCOMPLETE")
    half = ran(own(tmp_path, [*spoilt[:16], *made[16:]]), "published")[1]
    assert (first(half)["mean"], first(half)["scored"], first(half)["spoilt"]) == (1.0, 16, 16)


def test_a_death_of_the_agents_own_is_scored_and_its_harm_is_counted(tmp_path: Path):
    made = [replace(one, failure=died(Kind.TURN_LIMIT)) for one in played("naive", 1)]
    code, report = ran(own(tmp_path, made), "published")
    row = first(report)
    assert (code, row["mean"], row["dead"], row["scored"]) == (0, 0.0, 32, 32)
    assert (row["duplicates"], row["over_cap_cents"]) == (20, 132530)


def test_what_was_planned_and_is_not_there_is_missing(tmp_path: Path):
    path = own(tmp_path, played("careful", 2)[:-3])
    code, report = ran(path)
    assert (code, first(report)["planned"], first(report)["missing"]) == (2, 64, 3)
    plan = lines(
        tmp_path / "plan.jsonl",
        [{"scenario": c.id, "family": c.family, "rollouts": 3} for c in EVAL.cases],
    )
    assert first(ran(path, plan=plan)[1])["missing"] == 35
    short = lines(tmp_path / "short.jsonl", [{"scenario": "x", "family": "y", "rollouts": 1}])
    with pytest.raises(CannotAuditError, match="--plan: rollout 0 of case 'timeout-01'"):
        ran(path, plan=short)


def test_families_add_up_to_all(tmp_path: Path):
    report = ran(own(tmp_path, played("naive", 2)), "published")[1]
    whole, *families = report["tables"][0]["rows"]
    for name in ("planned", "scored", "duplicates", "over_cap_cents", "unowed_cents"):
        assert sum(row[name] for row in families) == whole[name]
    assert {row["family"] for row in families} == {case.family for case in EVAL.cases}
    told = {row["family"]: row["duplicates"] for row in families}
    assert (told["timeout-then-retry"], told["clean-single"]) == (14, 0)


MINE = """
def paid(messages, info):
    return float(len(info["end"]["payments"]) == 1)

def said(state):
    return 1.0 if state["messages"][-1]["role"] == "assistant" else 0.0

def breaks(messages, info):
    if info["case"]["family"] == "clean-single":
        raise ValueError("odd")
    return None if info["case"]["family"] == "duplicate-ticket" else 1.0
"""


def test_a_function_of_anybodys_scores_in_a_process_of_its_own(tmp_path: Path):
    (tmp_path / "mine.py").write_text(MINE)
    file = tmp_path / "mine.py"
    made = played("careful", 1)
    path = own(tmp_path, [replace(made[0], failure=died(Kind.TIMEOUT)), *made[1:]])
    report = ran(path, f"{file}:paid", f"{file}:said", f"{file}:breaks")[1]
    paid, _, breaks = (table["rows"][0] for table in report["tables"])
    owed = [case for case in EVAL.cases[1:] if case.expect.kind == "pay"]
    assert paid["mean"] == pytest.approx(len(owed) / 31, abs=1e-6)
    assert (paid["scored"], paid["spoilt"], paid["unscored"]) == (31, 1, 0)
    assert (breaks["scored"], breaks["unscored"], breaks["mean"]) == (24, 7, 1.0)
    whys = report["tables"][2]["why"]
    assert any("ValueError" in why for why in whys) and any("none" in why for why in whys)


def test_a_transcript_of_another_world_is_told_by_its_answers(tmp_path: Path):
    path = chat(tmp_path, played("careful", 1, 2))
    path.write_text(path.read_text().replace('\\"total_cents\\":', '\\"total\\":'))
    assert ran(path)[1]["answers_that_differ"] == 2


def test_a_transcript_says_how_it_ended(tmp_path: Path):
    call = {"id": "c", "function": {"name": "lookup_order", "arguments": '{"order_id": "1041"}'}}
    said = [{"role": "user", "content": "hi"}, {"role": "assistant", "tool_calls": [call]}]
    rows = [
        {"case": "timeout-01", "messages": said, "error": {"message": "HTTP 500"}},
        {"case": "timeout-01", "messages": said[:1]},
        {"case": "timeout-01", "messages": said, "limit": "messages"},
        {"case": "timeout-01", "messages": said},
    ]
    made = read_rollouts(lines(tmp_path / "chat.jsonl", rows), EVAL).rollouts
    assert [one.failure and one.failure.kind for one in made] == [
        *(Kind.SERVER_ERROR, Kind.NOT_STARTED, Kind.TURN_LIMIT, None),
    ]
    assert [one.spoilt for one in made] == [True, True, False, False]
    assert [one.source.rollout for one in made] == [0, 1, 2, 3]
    assert [len(one.log) for one in made] == [1, 0, 1, 1]


def test_calls_that_cannot_be_read_or_do_not_fit_move_nothing(tmp_path: Path):
    calls = [
        {"function": {"name": "issue_refund", "arguments": "{"}},
        {"function": {"name": "issue_refund", "arguments": '{"order_id": "1041"}'}},
        {"function": {"name": "no_such_tool", "arguments": "{}"}},
    ]
    rows = [{"case": "timeout-01", "messages": [{"role": "assistant", "tool_calls": calls}]}]
    (made,) = read_rollouts(lines(tmp_path / "chat.jsonl", rows), EVAL).rollouts
    assert (made.log, made.end.payments) == ((), ())


def test_rollouts_become_records_and_are_qualified(tmp_path: Path):
    path = own(tmp_path, played("careful", 2, 4))
    records = tmp_path / "records.jsonl"
    ran(path, records=records)
    found = qualify(read_records(records))
    assert found.account.holds
    assert (found.metrics.completion.value, found.metrics.protocol.value) == (1, 1)
    assert found.policy["model_revision"] == "small"


def test_records_of_rollouts_that_name_no_model_are_refused(tmp_path: Path):
    path = own(tmp_path, [replace(one, source=None) for one in played("careful", 1, 2)])
    assert first(ran(path)[1])["scored"] == 2
    with pytest.raises(CannotAuditError, match="does not say which model"):
        ran(path, records=tmp_path / "records.jsonl")


ONE = msgspec.json.encode(played("careful", 1, 1)[0]).decode()
TALK = '{"case": "timeout-01", "messages": []}'

UNUSABLE = {
    "nothing": ("", "no rollout in it"),
    "blank": ("\n \n", "no rollout in it"),
    "cut": (ONE[:-30], "line 1: "),
    "nan": (ONE.replace('"seq":0', '"seq":NaN'), "line 1: "),
    "wrong type": (ONE.replace('"seq":0', '"seq":"0"'), "line 1: Expected `int`, got `str`"),
    "a list": ("[1]", "line 1: got list"),
    "something else": ('{"a": 1}', "line 1: it has neither case, completion, messages nor traces"),
    "two formats": (f"{ONE}\n{TALK}", "expected one format, got clawback and chat"),
    "twice": (f"{ONE}\n{ONE}", "rollout 0 of case 'timeout-01' stands there 2 times"),
    "unknown case": (TALK.replace("-01", "-0l"), "case 'timeout-0l': not one of the 32 of eval"),
    "no case": ('{"messages": []}', "line 1: expected the case's id as one of"),
    "no messages": ('{"case": "timeout-01", "messages": 5}', "line 1: "),
    "odd message": ('{"case": "timeout-01", "messages": [{"role": "x"}]}', "line 1: "),
    "odd call": (
        '{"case": "timeout-01", "messages": [{"role": "assistant", "tool_calls": [3]}]}',
        "line 1: tool_calls: expected an object, got int",
    ),
    "odd repeat": (TALK.replace("{", '{"rollout": -1, '), "line 1: expected the repeat"),
    "odd log": ('{"samples": [{"id": 5, "messages": 7}]}', "expected rollouts of `clawback run`"),
    "empty log": ('{"samples": []}', "no rollout in it"),
    "deep": ("[" * 100_000, "line 1: "),
}


@pytest.mark.parametrize("name", UNUSABLE)
def test_a_file_that_cannot_be_read_is_refused_in_one_message(name: str, tmp_path: Path):
    text, named = UNUSABLE[name]
    path = tmp_path / "file.jsonl"
    path.write_text(text)
    with pytest.raises(CannotAuditError) as refused:
        ran(path)
    assert named in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_log_in_zstandard_names_what_reads_it_and_a_broken_one_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    whole = WRITERS["Inspect Zstandard"](tmp_path, played("careful", 1, 3))
    monkeypatch.setitem(sys.modules, "zstandard", None)
    with pytest.raises(CannotAuditError, match=r"pip install 'clawback\[logs\]'"):
        ran(whole)
    monkeypatch.undo()
    body = bytearray(whole.read_bytes())
    at = body.index(b"\x28\xb5\x2f\xfd")
    body[at + 20 : at + 24] = b"XXXX"
    whole.write_bytes(body)
    with pytest.raises(CannotAuditError, match="expected rollouts"):
        ran(whole)


def test_a_log_with_a_score_that_is_none_is_read(tmp_path: Path):
    """Inspect writes NaN for a sample that was not scored."""
    path = inspect_json(tmp_path, played("careful", 1, 2))
    path.write_text(path.read_text().replace('"epoch": 1', '"epoch": 1, "score": NaN', 1))
    assert first(ran(path)[1])["scored"] == 2


def test_an_inspect_log_tells_every_ending(tmp_path: Path):
    path = inspect_json(tmp_path, played("careful", 1, 6))
    log = json.loads(path.read_text())
    bad = {"id": "c", "function": "lookup_order", "arguments": {}, "parse_error": "not JSON"}
    one, two, three, four, five, _six = log["samples"]
    one["limit"] = {"type": "turn", "limit": 12}
    two["limit"] = {"type": "time", "limit": 60}
    three["output"] = {"choices": [{"stop_reason": "max_tokens"}]}
    four["messages"].append({"role": "assistant", "content": "", "tool_calls": [bad]})
    five["error"] = {"message": "HTTP 402"}
    path.write_text(json.dumps(log))
    made = read_rollouts(path, EVAL).rollouts
    assert [r.failure and r.failure.by for r in made] == [
        *("agent", "infrastructure", "agent", "agent", "infrastructure", None),
    ]


def test_a_trace_of_verifiers_tells_every_ending(tmp_path: Path):
    path = WRITERS["verifiers traces"](tmp_path, played("careful", 1, 5))
    rows = [json.loads(line) for line in path.read_text().splitlines()]
    one, two, three, four, _five = (row["traces"][0] for row in rows)
    one["stop_condition"] = "max_turns"
    two["calls"] = [{"finish_reason": "length"}]
    three |= {"ok": False, "errors": [{"message": "HTTP 402"}]}
    four |= {"is_timeout": True, "stop_condition": "rollout_timeout"}
    made = read_rollouts(lines(path, rows), EVAL).rollouts
    assert [r.failure and r.failure.by for r in made] == [
        *("agent", "agent", "infrastructure", "infrastructure", None),
    ]


def test_a_broken_zip_a_missing_file_and_an_unknown_scorer_are_named(tmp_path: Path):
    whole = WRITERS["Inspect zip"](tmp_path, played("careful", 1, 3))
    body = whole.read_bytes()
    at = body.index(b'"messages"')
    whole.write_bytes(body[:at] + b"XXXX" + body[at + 4 :])
    with pytest.raises(CannotAuditError, match="expected rollouts"):
        ran(whole)
    with pytest.raises(CannotAuditError, match="cannot read it"):
        ran(tmp_path / "gone.jsonl")
    with pytest.raises(CannotAuditError, match="Did you mean 'published'"):
        ran(own(tmp_path, played("careful", 1, 1)), "publishd")


RUNS = {
    "rescore-naive": (verifiers, "naive", ("--scorer", "published", "--scorer", "refund"), 0),
    "rescore-outage": (inspect_json, "careful", (), 2),
    "rescore-json": (chat, "careful", ("--format", "json"), 0),
}


@pytest.mark.parametrize("name", RUNS)
def test_a_report_reads_as_its_snapshot_shows(name: str, tmp_path: Path):
    write, agent, more, code = RUNS[name]
    path = write(tmp_path, played(agent, 2, 3 if "json" in name else 32))
    if name == "rescore-outage":
        log = json.loads(path.read_text())
        for sample in log["samples"][10:]:
            sample["error"] = {"message": "HTTP 503"}
        path.write_text(json.dumps(log))
    args = ("rescore", path.name, *more)
    ended = inside(*args, cwd=tmp_path)
    matches(name, args, ended)
    assert ended.code == code
