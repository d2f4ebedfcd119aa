"""One audit in every format, read back with the readers that people use."""

from __future__ import annotations

import io
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import junitparser
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic_sarif.model import (
    StaticAnalysisResultsFormatSarifVersion210JsonSchema as SarifSchema,
)

from audits.findings import Reach, finding
from audits.provenance import Place, Source
from audits.report.audit_text import audit_text
from audits.report.formats import WRITERS, Format, write
from audits.report.report import Report, no_report, report_of
from audits.result import Result
from audits.rules import Severity
from audits.verdict import Verdict

PLACE = Place("rewards/mine.py", 12)
FOUND = finding(
    "R104",
    "the right number with another sign is paid 1",
    "another sign",
    case="row 0",
    earned=1.0,
    reference_earned=1.0,
    reach=Reach(4, 5),
    counterexample={"answer": "-20"},
    replay="clawback audit mine:score --select R104",
)
LEAD = finding("R102", "the prompt is paid", "echo", severity=Severity.WARNING)


def made(*findings: Any, **rest: Any) -> Report:
    result = Result(
        audit="audit",
        target="mine:score",
        seed=7,
        source=Source("d" * 64, PLACE),
        tried=rest.pop("tried", 5),
        findings=list(findings),
        extra={"rules": {"R101": "nothing found", "R105": "paid, under another rule's finding"}},
        **rest,
    )
    return report_of(result, lambda: "for people")


def sarif(report: Report) -> dict[str, Any]:
    log = json.loads(write(report, Format.SARIF))
    SarifSchema.model_validate(log)
    return log["runs"][0]


def junit(report: Report) -> dict[str, Any]:
    parsed = junitparser.JUnitXml.fromroot(
        junitparser.JUnitXml.fromfile(io.BytesIO(write(report, Format.JUNIT).encode()))._elem
    )
    return {case.name.split()[0]: case for suite in parsed for case in suite}


def test_every_format_has_its_module():
    assert set(WRITERS) == set(Format)
    for written in Format:
        assert write(made(FOUND), written)


def test_sarif_points_at_the_line_of_the_reward_under_a_fingerprint_of_its_own():
    run = sarif(made(FOUND, LEAD))
    one, lead = run["results"]
    assert one["ruleId"] == run["tool"]["driver"]["rules"][one["ruleIndex"]]["id"] == "R104"
    assert (one["level"], lead["level"]) == ("error", "warning")
    assert one["partialFingerprints"] == {"clawback/v1": FOUND.fingerprint("mine:score")}
    physical = one["locations"][0]["physicalLocation"]
    assert physical["artifactLocation"]["uri"] == PLACE.file
    assert physical["region"]["startLine"] == PLACE.line
    assert FOUND.replay in one["message"]["text"]
    assert run["invocations"][0]["exitCode"] == 1


def test_a_findings_place_is_that_of_the_term_which_paid_it_most():
    paid = finding("A101", "a cheat", "cheat", terms={"little": 0.1, "most": 0.9})
    terms = {"little": Place("a.py", 1), "most": Place("b.py", 2)}
    result = Result(audit="attack", target="t", seed=0, source=Source("", PLACE, terms), tried=1)
    result.findings = [paid]
    assert "file=b.py,line=2" in write(report_of(result, str), Format.GITHUB)


def test_sarif_of_an_audit_that_could_not_be_made_says_that_it_was_not_successful():
    run = sarif(no_report("the target would not load"))
    assert run["results"] == []
    assert run["invocations"][0]["executionSuccessful"] is False
    note = run["invocations"][0]["toolExecutionNotifications"][0]
    assert note["message"]["text"] == "the target would not load"


def test_junit_has_a_case_for_each_rule_with_counter_example_and_replay():
    cases = junit(made(FOUND, LEAD))
    assert set(cases) == {"R101", "R102", "R104", "R105"}
    (failure,) = cases["R104"].result
    assert isinstance(failure, junitparser.Failure)
    assert '{"answer": "-20"}' in failure.text
    assert FOUND.replay in failure.text
    assert cases["R101"].is_passed
    assert cases["R102"].is_passed
    assert "the prompt is paid" in cases["R102"].system_out
    assert cases["R105"].is_skipped, "what is folded under another rule is not called clean"


@pytest.mark.parametrize(
    "report",
    [no_report("nothing"), made(tried=0), made(unsound=True, reasons=["no reference is paid"])],
)
def test_junit_never_passes_what_could_not_be_audited(report: Report):
    assert any(
        isinstance(r, junitparser.Error) for one in junit(report).values() for r in one.result
    )


def test_github_annotates_the_line_and_ends_with_the_verdict():
    lines = write(made(FOUND, LEAD), Format.GITHUB).splitlines()
    assert [line.partition(" ")[0] for line in lines] == ["::error", "::warning", "::error"]
    assert lines[0].startswith("::error file=rewards/mine.py,line=12,title=R104 on mine%3Ascore::")
    assert "FINDINGS" in lines[-1]
    assert write(made(), Format.GITHUB).startswith("::notice title=clawback%3A CLEAN::")


KNOWN = {FOUND.fingerprint("mine:score"): "the harness takes any sign"}


def test_what_is_accepted_looks_accepted_in_every_format():
    report = made(FOUND, LEAD, accepted=KNOWN)
    assert report.verdict is Verdict.CLEAN
    for line in write(report, Format.GITHUB).splitlines():
        assert not line.startswith("::error")
        assert ("accepted: the harness takes any sign" in line) is ("R104" in line)
    case = junit(report)["R104"]
    assert case.is_skipped
    assert case.result[0].message == "accepted: the harness takes any sign"
    assert case.system_out.startswith("accepted (the harness takes any sign): the right number")
    one, lead = sarif(report)["results"]
    assert one["suppressions"][0]["justification"] == "the harness takes any sign"
    assert "suppressions" not in lead
    found, _, accepted = write(report, Format.MARKDOWN).partition("#### Accepted: 1")
    assert "R102" in found
    assert "R104" not in found
    assert "| accepted: the harness takes any sign |" in accepted
    page = write(report, Format.HTML)
    assert page.index(">Findings</h3>") < page.index(">Accepted</h3>")
    assert "<strong>accepted</strong> R104" in page


def test_a_rule_of_which_only_a_part_is_accepted_fails_by_the_rest():
    other = finding("R104", "another number is paid", "another number")
    (failure,) = junit(made(FOUND, other, accepted=KNOWN))["R104"].result
    assert isinstance(failure, junitparser.Failure)
    assert failure.message == "another number is paid"
    assert FOUND.title not in failure.text


def test_notes_of_a_run_are_told_and_are_no_findings():
    note = "new.py:score is new since HEAD: nothing to compare"
    report = replace(made(), notes=[note])
    for written in (Format.MARKDOWN, Format.GITHUB, Format.SARIF, Format.JUNIT):
        assert note in write(report, written)
    assert sarif(report)["results"] == []
    assert junit(report)[note.split(maxsplit=1)[0]].is_skipped


def test_json_lines_end_with_the_verdict_and_name_what_each_line_is():
    lines = [json.loads(line) for line in write(made(FOUND, LEAD), Format.JSONL).splitlines()]
    assert [line["type"] for line in lines] == ["audit", "finding", "finding", "verdict"]
    assert {line["schema_version"] for line in lines} == {1}
    assert lines[1]["fingerprint"] == FOUND.fingerprint("mine:score")
    assert lines[-1]["verdict"] == "FINDINGS"


@pytest.mark.parametrize("written", [Format.JSON, Format.JSONL, Format.SARIF, Format.JUNIT])
def test_every_machine_format_says_what_it_was_made_from(written: Format):
    from audits.provenance import catalogue
    from clawback import __version__

    text = write(made(FOUND), written)
    for word in ("schema_version", __version__, catalogue(), "seed", "d" * 64):
        assert word in text, word


def test_a_result_is_read_back_from_its_document():
    for report in (made(FOUND, LEAD), made(), made(unsound=True, reasons=["why"])):
        (result,) = report.results
        again = Result.of(json.loads(write(report, Format.JSON)))
        assert (again.verdict, again.why) == (result.verdict, result.why)
        assert again.findings == result.findings
        assert again.source == result.source


@given(st.text(), st.text())
def test_nobodys_words_break_a_format(title: str, answer: str):
    wild = finding("R104", title, "wild", counterexample={"answer": answer}, replay=title)
    report = made(wild, LEAD)
    assert len(sarif(report)["results"]) == 2
    assert "R104" in junit(report)
    assert len(write(report, Format.GITHUB).split("\n")) == 3
    assert len(write(report, Format.JSONL).split("\n")) == 4
    rows = [line for line in write(report, Format.MARKDOWN).split("\n") if line.startswith("| `")]
    assert len(rows) == 2


@pytest.mark.parametrize("written", [Format.MARKDOWN, Format.GITHUB, Format.TEXT])
def test_nobodys_words_reach_a_terminal_or_a_jobs_log_as_commands(written: Format):
    words = "1\n::error file=x::forged\r\x1b[2J\u202e\n  ##[group]forged"
    wild = finding("R104", "paid", "wild", counterexample={"answer": words})
    result = Result(audit="audit", target="mine:score", seed=7, tried=5, findings=[wild])
    report = report_of(result, lambda: audit_text(result))
    text = write(report, written)
    assert not {"\r", "\x1b", "\u202e"} & set(text)
    if written is not Format.GITHUB:
        assert not any(line.lstrip().startswith("::") for line in text.split("\n"))
    if written is Format.MARKDOWN:
        assert "##[" not in text


def test_markdown_shows_a_strangers_words_as_words():
    wild = finding("R104", "a|b <img src=x> @all `code` **x**", "wild")
    text = write(made(wild), Format.MARKDOWN)
    assert "a\\|b &lt;img src=x&gt; @\u200ball" in text
    assert "<img" not in text


def test_the_report_of_a_run_that_could_not_be_made_is_inconclusive_in_every_format():
    report = no_report("the target would not load")
    assert report.verdict is Verdict.INCONCLUSIVE
    for written in Format:
        assert "the target would not load" in write(report, written)


def test_the_file_of_a_place_is_told_from_the_root_of_its_repository(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    from audits.provenance import place_of

    monkeypatch.delenv("GITHUB_WORKSPACE", raising=False)
    file = tmp_path / "inner" / "mine.py"
    file.parent.mkdir()
    file.touch()
    (tmp_path / ".git").mkdir()
    assert place_of(str(file), 3) == Place("inner/mine.py", 3)
    (tmp_path / ".git").rmdir()
    monkeypatch.setenv("GITHUB_WORKSPACE", str(tmp_path / "inner"))
    assert place_of(str(file), 3) == Place("mine.py", 3)
    assert place_of(str(tmp_path / "none.py"), 3) is None
