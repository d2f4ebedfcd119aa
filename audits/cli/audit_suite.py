"""`clawback audit --suite NAME`: every reward of a library, a row each."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from audits.cli.output import Outlet, code, progress

if TYPE_CHECKING:
    from audits.rewards.plan import RewardPlan
    from audits.rewards.session import Ask


def audit_suite(
    suite: str,
    ask: Ask,
    plan: RewardPlan,
    words: Callable[[Ask], str],
    to: Outlet,
    exit_zero: bool,
) -> int:
    """Audit every target of a suite; on Ctrl-C keep the rows there are."""
    from audits.report.report import Report
    from audits.report.targets_text import targets_text
    from audits.store import keep
    from audits.suites import listing
    from audits.suites.run import overall, result_of, run_suite, suite_document

    targets = listing(suite)(ask, plan.seed)
    rows, stopped = [], False
    try:
        with progress(suite, len(targets)) as bar:
            for row in run_suite(targets, ask, plan, words):
                rows.append(row)
                bar(row.name)
    except KeyboardInterrupt:
        stopped = True
    verdict, why = overall(rows, stopped)
    document = suite_document(suite, plan.seed, rows, stopped)
    text = partial(targets_text, suite, plan.seed, rows, stopped)
    results = [result_of(row, plan.seed) for row in rows]
    keep(results, sys.argv[1:])
    to.put(Report(verdict, why, document, text, results))
    return code(verdict, exit_zero)
