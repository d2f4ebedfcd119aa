"""`clawback demo`: a reward with one planted hole is audited, then the mended one."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from audits.cli.common import Output, PlainOption, Seed, run_audit
from audits.cli.output import Plain, code, put
from audits.report.written import as_json
from audits.verdict import Verdict

if TYPE_CHECKING:
    from audits.result import Result


def demo(
    keep: Annotated[
        Path | None,
        typer.Option("--keep", help="Also write the reward and its rows there.", metavar="FOLDER"),
    ] = None,
    seed: Seed = 0,
    format: PlainOption = Plain.TEXT,
    output: Output = None,
) -> int:
    """Find a hole that was planted in a small reward, then audit the mended one.

    Needs nothing and takes some seconds. Exit code 1: the hole is a finding.
    """
    from audits.demo import HOLED, MENDED, write
    from audits.report.demo_text import demo_text

    if keep is not None:
        write(keep)
    results = []
    for path in (HOLED, MENDED):
        results.append(_audited(path, seed))
        if results[-1].interrupted:
            break
    documents = [one.document() for one in results]
    put(as_json(documents) if format is Plain.JSON else demo_text(results, keep), output)
    return code(_verdict(results), exit_zero=False)


def _audited(path: Path, seed: int) -> Result:
    from audits.demo import ROWS, WORDS
    from audits.rewards.engine import audit_reward
    from audits.rewards.plan import RewardPlan
    from audits.rewards.session import Ask, opened

    plan = RewardPlan(seed=seed, arguments=WORDS.replace("reward.py", path.name))
    with opened(Ask(target=f"{path}:score", rows=str(ROWS))) as (reward, rows):
        result = run_audit("audit", reward, seed, audit_reward(reward, rows, plan))
    result.target = f"{path.name}:score"  # wherever clawback is installed
    return result


def _verdict(results: list[Result]) -> Verdict:
    """Give the first reward's: that the second is clean is what the demonstration shows."""
    worst = (Verdict.INTERRUPTED, Verdict.INCONCLUSIVE)
    found = [one.verdict for one in results]
    return next((verdict for verdict in worst if verdict in found), found[0])
