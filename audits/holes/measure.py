"""Auditing one case's two rewards, each in a worker; nothing of a case is imported here."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import msgspec

from attackers.rows import Declared
from audits.errors import CannotAuditError
from audits.result import Result
from audits.rewards.engine import audit_reward
from audits.rewards.outcome import Shape
from audits.rewards.plan import RewardPlan
from audits.rewards.session import Ask, opened
from audits.rules import Severity
from audits.targets.client import Worker

HERE = Path(__file__).parent
CASE_TIMEOUT = 5.0
"""Seconds of wall time that one call of a case's reward may take."""


class Flagged(msgspec.Struct, frozen=True):
    """What auditing one reward of a case came to."""

    flagged: bool
    rules: list[str]
    """The rules of its errors."""
    tried: int
    problem: str | None = None
    """Why it could not be audited, if so: a reward that was not audited is never called clean."""


class CaseResult(msgspec.Struct, frozen=True):
    """One case. `holed` is None for a healthy reward, and where the file tells nothing of itself.

    `separated` is None where there is no pair, or one of the two could not be audited.
    """

    name: str
    shape: str
    kind: str
    holed: Flagged | None
    fixed: Flagged
    separated: bool | None
    seconds: float

    @property
    def problem(self) -> str | None:
        """Why one of the two could not be audited, if so."""
        return (self.holed.problem if self.holed else None) or self.fixed.problem


class _Facts(msgspec.Struct, frozen=True):
    """What a case says of itself."""

    shape: Shape
    kind: str = ""
    holed: bool = True
    declared: Declared = Declared()


def places(folder: Path | None) -> list[Path]:
    """Return the case files of a folder, or of our own corpus, in order.

    Raises `CannotAuditError` for a folder without any.
    """
    folders = [HERE / "cases", HERE / "healthy"] if folder is None else [folder]
    found = [
        path for place in folders for path in sorted(place.glob("*.py")) if path.name[0] != "_"
    ]
    if not found:
        raise CannotAuditError(f"DIR: expected a folder with case files (*.py); got {folders[0]}")
    return found


def measure(path: Path, declare: bool = True, seed: int = 0) -> CaseResult:
    """Audit a case's holed and fixed rewards; `declare` hands on what the case declares.

    A file that cannot be audited gives a result with its problem, never an exception.
    """
    start = time.perf_counter()
    try:
        facts = _facts(path)
    except CannotAuditError as error:
        return _case(path, "", "", None, Flagged(False, [], 0, str(error)), start)
    plan = RewardPlan(seed=seed, declared=facts.declared if declare else Declared())
    holed = _audited(path, "holed", facts, plan) if facts.holed else None
    fixed = _audited(path, "fixed", facts, plan)
    return _case(path, facts.shape, facts.kind, holed, fixed, start)


def _case(
    path: Path, shape: str, kind: str, holed: Flagged | None, fixed: Flagged, start: float
) -> CaseResult:
    known = holed is not None and not holed.problem and not fixed.problem
    separated = holed.flagged and not fixed.flagged if holed is not None and known else None
    seconds = round(time.perf_counter() - start, 3)
    return CaseResult(path.stem, shape, kind, holed, fixed, separated, seconds)


_TELL = (
    '(lambda: [{"shape": SHAPE, "kind": globals().get("KIND", ""), "holed": "holed" in globals(), '
    '"declared": globals().get("DECLARE", {})}])'
)


def _facts(path: Path) -> _Facts:
    """Ask the case, in a worker, what it is."""
    ask = Ask(target=f"{path}:fixed", rows="", timeout=CASE_TIMEOUT)
    with Worker(ask.load(f"{path}:{_TELL}")) as worker:
        try:
            return msgspec.convert(worker.rows()[0], _Facts)
        except msgspec.ValidationError as error:
            raise CannotAuditError(f"{path}: not a case file: {error}") from None


def _audited(path: Path, name: str, facts: _Facts, plan: RewardPlan) -> Flagged:
    ask = Ask(
        target=f"{path}:{name}",
        rows=f"{path}:(lambda: DATASET)",
        shape=facts.shape,
        timeout=CASE_TIMEOUT,
    )
    try:
        with opened(ask) as (reward, rows):
            result = Result(audit="selftest", target=reward.name, seed=plan.seed)
            for event in audit_reward(reward, rows, plan):
                result.take(event)
    except CannotAuditError as error:
        return Flagged(False, [], 0, str(error))
    return _flagged(result)


def _flagged(result: Result) -> Flagged:
    rules = sorted({one.rule for one in result.findings if one.severity is Severity.ERROR})
    unheard: Any = result.unsound or result.could_not_run or not result.tried
    return Flagged(bool(rules), rules, result.tried, result.why if unheard and not rules else None)
