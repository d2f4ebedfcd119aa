"""`audit(fn, rows=rows)`: the audit of a reward from Python; the function runs in a worker."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import StrEnum
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from attackers.rows import Declared
from audits.errors import CannotAuditError, unknown
from audits.result import Result
from audits.rewards.outcome import Shape
from audits.rewards.plan import Effort, RewardPlan
from audits.rewards.session import Ask
from audits.rewards.whole import audit_whole
from audits.rewards.words import ask_words
from audits.rules import Severity
from audits.targets.process import INSIDE
from clawback_audit import as_json, name_of, paths_for, records

Word = TypeVar("Word", bound=StrEnum)


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
    load_timeout: float = 120.0,
    fail_on: str = "error",
    paths: Sequence[str] = (),
) -> Result:
    """Audit a reward on its rows and return the result: `verdict`, `findings`, `document()`.

    `target` is a function of a module, or its name (`pkg.mod:fn`, `path/file.py:fn`); `rows` are
    mappings with columns, a data frame, a file, or a loader's name. `timeout` is in seconds a call,
    `load_timeout` in seconds for importing the target, `memory_mb` in MiB;
    `paths` say where a function's module is looked for, if not where this process looks. Raises
    `CannotAuditError` where the audit cannot be made as asked.
    """
    if os.environ.get(INSIDE):
        raise CannotAuditError(
            "audit() was called while the target was imported; put the call under "
            "if __name__ == '__main__':"
        )
    raw = None if isinstance(rows, str | Path) else as_json(records(rows), "rows")
    ask = Ask(
        target=target if isinstance(target, str) else name_of(target),
        rows=str(rows) if isinstance(rows, str | Path) else "",
        shape=None if shape is None or shape == "auto" else _one_of(Shape, "shape", shape),
        mapping=mapping or {},
        python=python,
        timeout=timeout,
        memory_mb=memory_mb,
        load_timeout=load_timeout,
        paths=tuple(paths or ([] if isinstance(target, str) else paths_for(python))),
    )
    plan = RewardPlan(
        seed=seed,
        effort=_one_of(Effort, "effort", effort),
        select=tuple(select),
        ignore=tuple(ignore),
        declared=declared or Declared(),
        arguments=ask_words(msgspec.structs.replace(ask, rows=ask.rows or "ROWS")),
    )
    result = Result(
        audit="audit", target=ask.target, seed=seed, fail_on=_one_of(Severity, "fail_on", fail_on)
    )
    audit_whole(result, ask, plan, raw)
    return result


def _one_of(kind: type[Word], argument: str, word: str) -> Word:
    try:
        return kind(word)
    except ValueError:
        raise unknown(argument, word, list(kind)) from None
