"""`clawback attack --all`: the attack suite and every other audit, under one verdict."""

from __future__ import annotations

import sys
import traceback
from functools import partial
from typing import TYPE_CHECKING

from audits.cli.common import run_audit
from audits.cli.output import Outlet, code
from audits.errors import CannotAuditError
from audits.verdict import Verdict
from desk.failure import told

OURS = "a fault of clawback itself, which is told on stderr"

if TYPE_CHECKING:
    from audits.attacks import AttackReport
    from audits.result import Result
    from audits.suite import SuiteRow
    from audits.target import Target


def attack_all(
    target: Target,
    report: AttackReport,
    attacked: Result,
    seed: int,
    arguments: str,
    to: Outlet,
    exit_zero: bool,
) -> int:
    """Run every audit after the attack suite, whose report and result are given.

    Return the exit code.
    `arguments` are the words that name the target, for replay commands.
    """
    from audits.report.report import Report
    from audits.report.suite_text import suite_text
    from audits.store import keep
    from audits.suite import attack_row, suite_report

    rows, results = _run(target, [attack_row(report)], seed, arguments)
    whole = suite_report(target, seed, report, rows, results)
    keep([attacked, *results], sys.argv[1:])
    text = partial(suite_text, whole, results)
    to.put(Report(whole.verdict, whole.why, whole, text, (attacked, *results)))
    return code(whole.verdict, exit_zero)


def _run(
    target: Target, rows: list[SuiteRow], seed: int, arguments: str
) -> tuple[list[SuiteRow], list[Result]]:
    """Run the audits in turn; after a Ctrl-C none is begun any more, and each says so.

    One in which something of ours breaks could not be made, like one that cannot be imported.
    """
    from audits import suite
    from audits.desks import audit_of
    from audits.stopping import until_stopped
    from audits.suite import audit_row, not_made

    results: list[Result] = []
    stopped = rows[-1].verdict is Verdict.INTERRUPTED
    for audit in suite.AUDITS:
        row = not_made(audit.name, Verdict.INTERRUPTED, "not begun")
        if not stopped:
            with until_stopped() as stop:  # also while it is imported
                try:
                    known = audit_of(target.desk, audit.name)
                    events = known.events(target, seed, arguments)
                    results.append(run_audit(audit.name, target, seed, events))
                    row = audit_row(results[-1])
                except CannotAuditError as error:
                    row = not_made(audit.name, Verdict.INCONCLUSIVE, str(error))
                except Exception as error:  # noqa: BLE001 - the others' results must not be lost
                    traceback.print_exc()
                    row = not_made(audit.name, Verdict.INCONCLUSIVE, f"{OURS}: {told(error)}")
            stopped = stop.stopped is not None or row.verdict is Verdict.INTERRUPTED
        rows.append(row)
    return rows, results
