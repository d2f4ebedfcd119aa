"""`clawback attack --all`: one row per audit, and the worst of them is the verdict."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from types import ModuleType
from typing import Any

import pytest
from msgspec.structs import replace

from audits import suite
from audits.attacks import AgentVerdict, AttackReport, attack, seats, select, summarise
from audits.cli.attack import attack as attack_verb
from audits.cli.output import Format
from audits.errors import CannotAuditError
from audits.events import Counted, Event, Found, Plan, Unsound
from audits.findings import finding
from audits.suite import AUDITS, Audit, SuiteRow, not_made, overall
from audits.target import refund_target
from audits.verdict import Exit, Verdict

MADE_UP = "made_up_audits"


def clean(_target: Any, _plan: Plan) -> Iterator[Event]:
    yield Counted(tried=3)


def finds(_target: Any, plan: Plan) -> Iterator[Event]:
    yield Counted(tried=1)
    replay = f"clawback finds{plan.arguments} --seed {plan.seed}"
    yield Found(finding("L301", "a law breaks", "law", replay=replay))


def warns(_target: Any, _plan: Plan) -> Iterator[Event]:
    yield Counted(tried=1)
    yield Found(finding("T702", "a lead", "lead"))


def unsound(_target: Any, _plan: Plan) -> Iterator[Event]:
    yield Counted(tried=1)
    yield Unsound("the canary lives")


def cannot(_target: Any, _plan: Plan) -> Iterator[Event]:
    raise CannotAuditError("there is no compiler")
    yield


def breaks(_target: Any, _plan: Plan) -> Iterator[Event]:
    yield Counted(tried=1)
    raise ValueError("no input is paid")


def stopped(_target: Any, _plan: Plan) -> Iterator[Event]:
    yield Counted(tried=1)
    raise KeyboardInterrupt


def stopped_at_once(_target: Any, _plan: Plan) -> Iterator[Event]:
    raise KeyboardInterrupt


@pytest.fixture
def audits(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Put audits that are made up in place of ours."""
    module = ModuleType(MADE_UP)
    for run in (clean, finds, warns, unsound, cannot, breaks, stopped, stopped_at_once):
        setattr(module, run.__name__, run)
    module.Plan = Plan  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, MADE_UP, module)

    def put(*names: str) -> None:
        made = tuple(Audit(name, MADE_UP, name, "Plan") for name in names)
        monkeypatch.setattr(suite, "AUDITS", made)

    return put


def run(capsys: pytest.CaptureFixture[str], **options: Any) -> tuple[int, str]:
    code = attack_verb(only="read-and-hold", all_audits=True, **options)
    return code, capsys.readouterr().out


@pytest.mark.parametrize(
    ("names", "code"),
    [
        (("clean",), Exit.CLEAN),
        (("clean", "warns"), Exit.CLEAN),
        (("clean", "finds"), Exit.FINDINGS),
        (("clean", "unsound"), Exit.COULD_NOT_AUDIT),
        (("cannot", "clean"), Exit.COULD_NOT_AUDIT),
        (("nowhere", "clean"), Exit.COULD_NOT_AUDIT),
        (("breaks", "clean"), Exit.COULD_NOT_AUDIT),
        (("breaks", "finds"), Exit.FINDINGS),
        (("unsound", "finds", "cannot"), Exit.FINDINGS),
        (("finds", "stopped", "clean"), Exit.INTERRUPTED),
    ],
)
def test_the_exit_code_is_that_of_the_worst_audit(
    names: tuple[str, ...], code: Exit, audits: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    audits(*names)
    assert run(capsys)[0] == code


def test_every_audit_has_a_row_and_says_why_it_is_not_clean(
    audits: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    audits("clean", "finds", "unsound", "cannot", "nowhere")
    _, out = run(capsys, seed=7, scorer="published", without=["r3"])
    rows = [line.split() for line in out.splitlines()]
    assert ["attack", "1", "0", "0", "0", "CLEAN"] in rows
    assert ["clean", "3", "0", "0", "0", "CLEAN"] in rows
    assert ["finds", "1", "0", "1", "0", "FINDINGS"] in rows
    assert "unsound: 1 tried; the canary lives" in out
    assert "cannot: there is no compiler" in out
    assert "nowhere: it cannot be imported" in out
    assert "L301 error: a law breaks" in out
    assert "replay: clawback finds --scorer published --without r3 --seed 7" in out
    assert out.rstrip().endswith("FINDINGS: findings in 1 of 6: finds.")


def test_an_audit_that_breaks_takes_no_other_s_results_with_it(
    audits: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    audits("finds", "breaks", "clean")
    code = attack_verb(only="read-and-hold", all_audits=True, format=Format.JSON)
    told = capsys.readouterr()
    report = json.loads(told.out)
    verdicts = [row["verdict"] for row in report["summary"]]
    assert (code, verdicts[1:]) == (Exit.FINDINGS, ["FINDINGS", "INCONCLUSIVE", "CLEAN"])
    assert "a fault of clawback itself" in report["summary"][2]["why"]
    assert "ValueError: no input is paid" in report["summary"][2]["why"]
    assert "Traceback" in told.err


def test_after_an_interrupt_nothing_more_is_begun_and_what_was_done_is_kept(
    audits: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    audits("finds", "stopped", "clean")
    code, out = run(capsys, format=Format.JSON)
    report = json.loads(out)
    assert code == Exit.INTERRUPTED
    assert [row["verdict"] for row in report["summary"]] == [
        "CLEAN",
        "FINDINGS",
        "INTERRUPTED",
        "INTERRUPTED",
    ]
    assert report["summary"][3]["why"] == "not begun"
    assert list(report["audits"]) == ["attack", "finds", "stopped"]


def test_an_interrupt_while_an_audit_is_imported_keeps_what_was_done(
    audits: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    audits("finds", "stopped_at_once", "clean")
    code, out = run(capsys, format=Format.JSON)
    report = json.loads(out)
    assert (code, list(report["audits"])) == (Exit.INTERRUPTED, ["attack", "finds"])
    assert [row["why"] for row in report["summary"][2:]] == ["not begun", "not begun"]


def test_findings_can_be_let_through_and_what_was_not_checked_cannot(
    audits: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    audits("finds")
    assert run(capsys, exit_zero=True)[0] == Exit.CLEAN
    audits("cannot")
    assert run(capsys, exit_zero=True)[0] == Exit.COULD_NOT_AUDIT


def test_the_json_holds_each_audits_own_document(
    audits: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    audits("clean", "finds")
    report = json.loads(run(capsys, format=Format.JSON)[1])
    assert report["target"] == "refund:hardened"
    assert report["verdict"] == "FINDINGS"
    assert [row["audit"] for row in report["summary"]] == ["attack", "clean", "finds"]
    assert report["audits"]["finds"]["findings"][0]["rule"] == "L301"
    assert report["audits"]["attack"]["agents"][0]["name"] == "careful"


def played(scorer: str, only: str) -> AttackReport:
    target = refund_target(scorer)
    taken = select(seats(target), only)
    return summarise(target, list(attack(target, taken, 0.05)), 0.05, len(taken))


def rows(*verdicts: Verdict) -> list[SuiteRow]:
    return [not_made(f"audit-{verdict}", verdict, "made up") for verdict in verdicts]


def test_a_reference_short_of_full_marks_comes_before_findings() -> None:
    report = played("hardened", "overpay")
    short = [replace(report.agents[0], verdict=AgentVerdict.NOT_FULL), *report.agents[1:]]
    verdict, _ = overall(replace(report, agents=short), rows(Verdict.FINDINGS))
    assert verdict is Verdict.INCONCLUSIVE


def test_what_is_proven_comes_before_what_could_not_be_checked() -> None:
    report = played("hardened", "overpay")
    verdict, why = overall(report, rows(Verdict.INCONCLUSIVE, Verdict.FINDINGS, Verdict.CLEAN))
    assert verdict is Verdict.FINDINGS
    assert why == "findings in 1 of 3: audit-FINDINGS"


def test_a_paid_attacker_is_an_error_of_the_attack_suite() -> None:
    row = suite.attack_row(played("published", "overpay,prose-only"))
    assert (row.tried, row.errors, row.verdict) == (2, 1, Verdict.FINDINGS)


def test_a_clean_suite_counts_its_warnings(audits: Any, capsys: pytest.CaptureFixture[str]) -> None:
    audits("clean", "warns")
    assert "CLEAN: 3 audits, nothing proven, 1 warnings; finding" in run(capsys)[1]
    audits("clean")
    assert "CLEAN: 2 audits, nothing found; finding" in run(capsys)[1]


@pytest.mark.parametrize("audit", AUDITS, ids=lambda audit: audit.name)
def test_every_audit_of_ours_is_found_and_takes_its_plan(audit: Audit) -> None:
    audit.events(refund_target(), 0, "").close()
