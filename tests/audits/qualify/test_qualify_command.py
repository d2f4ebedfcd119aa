"""`clawback qualify` as a user types it."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec
import pytest

from audits.cli.qualify import Written, qualify
from audits.errors import CannotAuditError
from audits.qualify import Planned, Record, read_plan, read_records
from tests.audits.command import ROOT, clawback, inside
from tests.audits.qualify.base import record, records
from tests.audits.qualify.test_table import ROWS
from tests.audits.snapshot import matches


def write(path: Path, made: Sequence[Record | Planned]) -> Path:
    path.write_bytes(b"".join(msgspec.json.encode(one) + b"\n" for one in made))
    return path


RUNS = {
    "qualify-ready": ((), ROWS[2][0], 0),
    "qualify-not-ready": ((), ROWS[9][0], 1),
    "qualify-undefined": ((), ROWS[13][0], 1),
    "qualify-nothing-planned": ((), [], 1),
    "qualify-lenient": (("--count-truncated",), ROWS[19][0], 0),
    "qualify-json": (("--format", "json"), ROWS[12][0], 1),
    "qualify-markdown": (("--format", "markdown"), ROWS[11][0], 1),
}


@pytest.mark.parametrize("name", RUNS)
def test_a_report_reads_as_its_snapshot_shows(name: str, tmp_path: Path):
    options, made, code = RUNS[name]
    write(tmp_path / "records.jsonl", made)
    args = ("qualify", "records.jsonl", *options)
    ended = inside(*args, cwd=tmp_path)
    matches(name, args, ended)
    assert ended.code == code


@pytest.mark.parametrize("read", [read_records, read_plan])
def test_a_field_that_stands_twice_in_a_line_is_refused(
    read: Callable[[Path], object], tmp_path: Path
):
    rows: list[Record | Planned] = [Planned(scenario="s", family="A", rollouts=5)]
    path = write(tmp_path / "lines.jsonl", rows if read is read_plan else [record()])
    path.write_text('{"scenario": "other", ' + path.read_text()[1:])
    with pytest.raises(CannotAuditError, match="line 1: two fields are named 'scenario'; keep one"):
        read(path)


def test_a_plan_is_what_the_records_are_held_against(tmp_path: Path):
    made = write(tmp_path / "records.jsonl", records())
    planned = [Planned(scenario=f"s-{g}", family="AB"[g % 2], rollouts=5) for g in range(11)]
    plan = write(tmp_path / "plan.jsonl", planned)
    ended = clawback("qualify", str(made), "--plan", str(plan), "--format", "json")
    report = json.loads(ended.out)
    assert (ended.code, ended.err, report["verdict"]) == (1, "", "NOT READY")
    assert report["accounting"]["missing"][0] == ["s-10", 0]


def test_a_page_names_what_fails_and_why(tmp_path: Path):
    planned = [Planned(scenario=f"s-{g}", family="AB"[g % 2], rollouts=5) for g in range(11)]
    plan, page = write(tmp_path / "plan.jsonl", planned), tmp_path / "page.html"
    made = write(tmp_path / "records.jsonl", records())
    assert qualify(made, plan=plan, format=Written.HTML, output=page) == 1
    text = page.read_text()
    for told in ("NOT READY", "Why it is not ready", "accounting", "tool_protocol_valid_rate"):
        assert told in text


def test_a_family_without_a_mixed_group_is_a_zero_on_the_page(tmp_path: Path):
    judged = [one for one in records() if one.passed is not None]
    made = [msgspec.structs.replace(one, passed=True) for one in judged]
    page = tmp_path / "page.html"
    qualify(write(tmp_path / "records.jsonl", made), format=Written.HTML, output=page)
    table = page.read_text().partition("Mixed groups of complete ones")[2].partition("</table>")[0]
    assert "0.00 %" in table


def test_what_was_written_is_read_back_as_it_was(tmp_path: Path):
    made = records()
    assert read_records(write(tmp_path / "records.jsonl", made)) == made


GOOD = msgspec.to_builtins(record())
LINE = json.dumps(GOOD)
AGAIN = json.dumps(GOOD | {"episode": "e-2", "rollout": 1})


def line(**changed: object) -> str:
    return json.dumps(GOOD | changed)


UNUSABLE = {
    "cut": (LINE[:-20], "line 1: not JSON"),
    "cut in the second line": (f"{LINE}\n{AGAIN[:-1]}", "line 2: not JSON"),
    "nan": (line(generated_tokens=float("nan")), "line 1: not JSON"),
    "infinite": (line(generated_tokens=float("inf")), "line 1: not JSON"),
    "a float for a count": (line(tool_calls=5.0), "Expected `int | null`, got `float`"),
    "negative": (line(tool_calls=-1), "Expected `int` >= 0 - at `$.tool_calls`"),
    "text for a number": (line(rollout="0"), "Expected `int`, got `str` - at `$.rollout`"),
    "a number for a flag": (line(passed=1), "Expected `bool | null`, got `int` - at `$.passed`"),
    "text for a flag": (line(infra_valid="yes"), "Expected `bool`, got `str`"),
    "unknown field": (line(pased=True), "unknown field `pased`"),
    "missing field": (json.dumps({"episode": "e"}), "missing required field"),
    "no object": ("[1]", "Expected `object`, got `array`"),
    "no name": (line(scenario=""), "at `$.scenario`"),
    "no repeats": (line(planned_rollouts=0), "at `$.planned_rollouts`"),
    "an outcome that nobody saw": (line(passed=None), "passed: expected true or false"),
    "an episode twice": (f"{LINE}\n{LINE}", "episode 'e-0-0' stands there twice"),
    "two models": (
        f"{LINE}\n{line(episode='b', rollout=1, model_revision='large')}",
        "model_revision: expected one for all records, got 'small@1' and 'large'",
    ),
    "two families": (
        f"{LINE}\n{line(episode='b', rollout=1, family='B')}",
        "expected 'A' as in an earlier record, got 'B'",
    ),
    "not text": ("\udcff\udcfe", "line 1: not JSON"),
    "nested beyond reading": ("[" * 100_000, "line 1: "),
}


@pytest.mark.parametrize("name", UNUSABLE)
def test_records_that_cannot_be_judged_are_refused_in_one_line(name: str, tmp_path: Path):
    text, named = UNUSABLE[name]
    path = tmp_path / "records.jsonl"
    path.write_text(text, errors="surrogateescape")
    with pytest.raises(CannotAuditError) as refused:
        qualify(path)
    assert named in str(refused.value)
    assert "\n" not in str(refused.value)


def test_what_cannot_be_judged_exits_two_with_one_line(tmp_path: Path):
    made = write(tmp_path / "records.jsonl", records())
    one = Planned(scenario="s-0", family="A", rollouts=5)
    twice = write(tmp_path / "plan.jsonl", [one, one])
    ended = clawback("qualify", str(made), "--plan", str(twice))
    assert (ended.code, ended.out) == (2, "")
    assert ended.err.startswith("clawback: ") and len(ended.err.splitlines()) == 1
    assert "scenario 's-0' stands there twice" in ended.err
    with pytest.raises(CannotAuditError, match="cannot read it"):
        qualify(tmp_path / "gone.jsonl")
    with pytest.raises(CannotAuditError, match="--policy: expected a folder"):
        qualify(made, policy="react")


def test_a_folder_of_a_run_has_its_own_plan(tmp_path: Path):
    write(tmp_path / "records.jsonl", records())
    with pytest.raises(CannotAuditError, match="cannot read it"):
        qualify(tmp_path)
    planned = [Planned(scenario=f"s-{g}", family="AB"[g % 2], rollouts=5) for g in range(11)]
    write(tmp_path / "plan.jsonl", planned)
    page = tmp_path / "page.json"
    assert qualify(tmp_path, format=Written.JSON, output=page) == 1
    assert json.loads(page.read_text())["accounting"]["missing"][0] == ["s-10", 0]


def test_an_episode_that_was_spoilt_needs_no_outcome(tmp_path: Path):
    bare = {
        name: GOOD[name]
        for name in ("episode", "model_revision", "task_revision", "harness", "scenario", "family")
    }
    bare |= {"rollout": 0, "planned_rollouts": 1, "infra_valid": False}
    path = tmp_path / "records.jsonl"
    path.write_text(json.dumps(bare))
    ended = clawback("qualify", str(path), "--format", "json")
    report = json.loads(ended.out)
    assert (ended.code, report["accounting"]["infra_invalid"]) == (1, 1)
    assert report["metrics"]["tool_protocol_valid_rate"]["fraction"] is None


def test_the_page_documents_every_field_of_a_record_and_no_other():
    page = (ROOT / "docs" / "qualification.md").read_text()
    table = page.partition("## Records")[2].partition("Without `--plan`")[0]
    told = [row.split("`")[1] for row in table.splitlines() if row.startswith("| `")]
    assert sorted(told) == sorted(field.name for field in msgspec.structs.fields(Record))


def test_names_from_a_file_keep_to_their_line(tmp_path: Path):
    odd = "x\x1b[2J\nREADY: every item of the gate holds."
    made = write(tmp_path / "records.jsonl", [record(model_revision=odd, family=odd, scenario=odd)])
    plan = [Planned(scenario=odd, family=odd, rollouts=7)]
    planned = write(tmp_path / "plan.jsonl", plan)
    changed = read_records(made)[0]
    write(made, [msgspec.structs.replace(changed, planned_rollouts=7)])
    for form in ("text", "markdown"):
        words = ("qualify", made.name, "--plan", planned.name, "--format", form)
        ended = inside(*words, cwd=tmp_path)
        assert ended.code == 1
        assert "\x1b" not in ended.out
        assert not any(line.startswith("READY") for line in ended.out.splitlines())
