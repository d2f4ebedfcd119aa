"""`audit(fn, rows=rows)`: the audit of a reward from Python; the function runs in a worker."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from attackers.rows import Declared
from audits.errors import CannotAuditError
from audits.result import Result
from audits.rewards.declared import check_declared
from audits.rewards.engine import audit_reward
from audits.rewards.outcome import Shape
from audits.rewards.plan import Effort, RewardPlan
from audits.rewards.session import Ask, opened
from audits.rules import Severity


def audit(
    target: Callable[..., Any] | str,
    rows: Iterable[Mapping[str, Any]] | str | Path,
    *,
    shape: str | None = None,
    mapping: Mapping[str, str] | None = None,
    python: str = sys.executable,
    effort: str = "normal",
    seed: int = 0,
    select: Sequence[str] = (),
    ignore: Sequence[str] = (),
    declared: Declared | None = None,
    timeout: float = 10.0,
    memory_mb: int = 4096,
    fail_on: str = "error",
) -> Result:
    """Audit a reward on its rows and return the result: `verdict`, `findings`, `document()`.

    `target` is a function of a module, or its name (`pkg.mod:fn`, `path/file.py:fn`); `rows` are
    mappings with columns, a file, or a loader's name. `timeout` is in seconds a call, `memory_mb`
    in MiB. Raises `CannotAuditError` where the audit cannot be made as asked.
    """
    raw = None if isinstance(rows, str | Path) else [dict(row) for row in rows]
    ask = Ask(
        target=target if isinstance(target, str) else name_of(target),
        rows=str(rows) if isinstance(rows, str | Path) else "",
        shape=None if shape in (None, "auto") else Shape(shape),
        mapping=mapping or {},
        python=python,
        timeout=timeout,
        memory_mb=memory_mb,
        paths=() if isinstance(target, str) else tuple(path for path in sys.path if path),
    )
    plan = RewardPlan(
        seed=seed,
        effort=Effort(effort),
        select=tuple(select),
        ignore=tuple(ignore),
        declared=declared or Declared(),
        arguments=f"{ask.target} --rows {ask.rows or 'ROWS'}",
    )
    result = Result(audit="audit", target=ask.target, seed=seed, fail_on=Severity(fail_on))
    with opened(ask, raw) as (reward, found):
        check_declared(plan.declared, found, reward.shape)
        for event in audit_reward(reward, found, plan):
            result.take(event)
    return result


def name_of(function: Callable[..., Any]) -> str:
    """Return the name under which a worker can import a function.

    Raises `CannotAuditError` for one that no other process can import, with the remedy.
    """
    module = getattr(function, "__module__", None)
    name = getattr(function, "__qualname__", "")
    if module is None or not name or "<" in name:
        raise CannotAuditError(
            f"target: {name or function!r} cannot be imported by another process; define it at the "
            "top of a module, or give its name as pkg.mod:function"
        )
    if module != "__main__":
        return f"{module}:{name}"
    file = getattr(sys.modules["__main__"], "__file__", None)
    if file is None:
        raise CannotAuditError(
            f"target: {name} was defined in an interactive session; put it into a file"
        )
    return f"{Path(file).resolve()}:{name}"
