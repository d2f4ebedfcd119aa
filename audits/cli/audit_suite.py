"""`clawback audit --suite NAME`: every reward of a library, a row each."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from audits.cli.output import Format, as_json, code, progress, put

if TYPE_CHECKING:
    from audits.rewards.plan import RewardPlan
    from audits.rewards.session import Ask


def audit_suite(
    suite: str,
    ask: Ask,
    plan: RewardPlan,
    words: Callable[[Ask], str],
    format: Format,
    output: Path | None,
    exit_zero: bool,
) -> int:
    """Audit every target of a suite; on Ctrl-C keep the rows there are."""
    from audits.report.targets_text import targets_text
    from audits.suites import listing
    from audits.suites.run import overall, run_suite, suite_document

    targets = listing(suite)(ask, plan.seed)
    rows, stopped = [], False
    try:
        with progress(suite, len(targets)) as bar:
            for row in run_suite(targets, ask, plan, words):
                rows.append(row)
                bar(row.name)
    except KeyboardInterrupt:
        stopped = True
    if format is Format.JSON:
        put(as_json(suite_document(suite, plan.seed, rows, stopped)), output)
    else:
        put(targets_text(suite, plan.seed, rows, stopped), output)
    return code(overall(rows, stopped)[0], exit_zero)
