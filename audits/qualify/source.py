"""Where records come from: a file, the folder of a live run, or that of a settlement run."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from audits.errors import CannotAuditError
from audits.qualify.read import read_plan, read_records
from audits.qualify.record import Planned, Record

Found = tuple[Sequence[Record], Sequence[Planned] | None]
"""Records, and what was planned where that is known."""


def records_from(
    path: Path, plan: Path | None = None, policy: str | None = None, cases: str | None = None
) -> Found:
    """Find records and plan; `plan` goes before what a folder holds.

    Raises `CannotAuditError` for what holds none, for a record of a run that is not what its
    rollout comes to, and for `policy` and `cases` where nothing is of them.
    """
    if cases is not None and not path.is_dir():
        raise CannotAuditError(f"--cases: expected the folder of a live run, got {path}")
    if (path / "manifest.json").is_file():
        from audits.qualify.settlement import settlement_records  # noqa: PLC0415 - its own world

        records, own = settlement_records(path, policy)
        return records, read_plan(plan) if plan else own
    if policy is not None:
        raise CannotAuditError(f"--policy: expected a folder of `clawback settle run`, got {path}")
    if path.is_dir():
        from audits.qualify.held import hold  # noqa: PLC0415 - whole worlds, for folders only

        records = read_records(path / "records.jsonl")
        planned = read_plan(plan or path / "plan.jsonl")
        hold(path, path / "records.jsonl", records, planned, cases)
        return records, planned
    return read_records(path), read_plan(plan) if plan else None
