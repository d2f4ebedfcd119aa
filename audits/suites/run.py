"""Auditing the targets of a suite one by one: a row each, and none that fails ends the suite."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import msgspec

from audits.attacks.rows import SCHEMA_VERSION, Tool
from audits.errors import CannotAuditError
from audits.result import Result
from audits.rewards.engine import audit_reward
from audits.rewards.plan import RewardPlan
from audits.rewards.session import Ask, opened
from audits.rules import Severity
from audits.verdict import Verdict


class TargetRow(msgspec.Struct, frozen=True, kw_only=True):
    """What the audit of one target of a suite came to."""

    name: str
    target: str
    verdict: Verdict
    why: str
    tried: int = 0
    errors: list[str] = []
    """The rule and the mechanism of each error, `R101 saying nothing`."""
    warnings: int = 0
    cheat_ceiling: float | None = None
    """The most a proven-wrong answer earns, as a share of what that row's reference earns."""
    best_blind: float | None = None
    """What the best policy without the right answer earns on average, as such a share."""
    seconds: float = 0.0
    document: dict[str, Any] = {}
    """The audit's own report; empty if it could not be made."""


def run_suite(
    targets: Mapping[str, str], ask: Ask, plan: RewardPlan, words: Callable[[Ask], str]
) -> Iterator[TargetRow]:
    """Audit the targets, some at a time, and yield their rows in order.

    `words` write how a target is reached, for replay commands.
    """

    def row(name: str) -> TargetRow:
        start = time.perf_counter()
        reached = msgspec.structs.replace(ask, target=targets[name])
        own = msgspec.structs.replace(plan, arguments=words(reached))
        made = _row(name, reached, own)
        return msgspec.structs.replace(made, seconds=round(time.perf_counter() - start, 1))

    pool = ThreadPoolExecutor(min(os.cpu_count() or 1, AT_ONCE))
    try:
        yield from pool.map(row, targets)
    finally:
        pool.shutdown(cancel_futures=True)


AT_ONCE = 4
"""Targets audited at a time, at most; each has processes of its own."""


def _row(name: str, ask: Ask, plan: RewardPlan) -> TargetRow:
    result = Result(audit="audit", target=ask.target, seed=plan.seed)
    try:
        with opened(ask) as (reward, rows):
            result.source = reward.source
            for event in audit_reward(reward, rows, plan):
                result.take(event)
    except CannotAuditError as error:
        return TargetRow(
            name=name, target=ask.target, verdict=Verdict.INCONCLUSIVE, why=f"no audit: {error}"
        )
    return row_of(name, result)


def row_of(name: str, result: Result) -> TargetRow:
    """Sum one audit up."""
    numbers = result.extra.get("numbers") or {}
    blind = numbers.get("best_blind_policy") or {}
    severities = [found.severity for found in result.findings]
    return TargetRow(
        name=name,
        target=result.target,
        verdict=result.verdict,
        why=result.why,
        tried=result.tried,
        errors=[
            f"{found.rule} {found.shape}"
            for found in result.findings
            if found.severity is Severity.ERROR
        ],
        warnings=severities.count(Severity.WARNING),
        cheat_ceiling=numbers.get("cheat_ceiling"),
        best_blind=blind.get("mean"),
        document=result.document(),
    )


def result_of(row: TargetRow, seed: int) -> Result:
    """Return a row's result, for the formats that show findings."""
    if row.document:
        return Result.of(row.document)
    return Result(audit="audit", target=row.target, seed=seed, unsound=True, reasons=[row.why])


def suite_document(suite: str, seed: int, rows: Sequence[TargetRow], stopped: bool) -> Any:
    """Return the suite's JSON: a row per target, and one verdict."""
    verdict, why = overall(rows, stopped)
    return {
        "schema_version": SCHEMA_VERSION,
        "tool": Tool(),
        "suite": suite,
        "seed": seed,
        "targets": list(rows),
        "verdict": verdict,
        "why": why,
    }


def overall(rows: Sequence[TargetRow], stopped: bool = False) -> tuple[Verdict, str]:
    """Return the worst verdict: what is proven comes before what could not be checked."""
    counts = ", ".join(f"{_count(rows, one)} {one.lower()}" for one in _SHOWN if _count(rows, one))
    told = f"{len(rows)} targets: {counts}" if rows else "no target was audited"
    if stopped:
        return Verdict.INTERRUPTED, told
    worst = next((one for one in _SHOWN if _count(rows, one)), Verdict.INCONCLUSIVE)
    return worst, told


_SHOWN = (Verdict.FINDINGS, Verdict.INCONCLUSIVE, Verdict.CLEAN)


def _count(rows: Iterable[TargetRow], verdict: Verdict) -> int:
    return sum(row.verdict is verdict for row in rows)
