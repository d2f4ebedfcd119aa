"""What `clawback qualify` and `rescore` read beside a run's rollouts: its plan, and its records.

They are there before a run goes on, so that what a kill leaves is known to be a part.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import msgspec

from audits.errors import CannotAuditError
from audits.qualify.rollouts import plan_of, records_of
from audits.target import Cases
from audits.whole import write_whole
from audits.worlds import Made, World


def write_records(
    folder: Path, world: World, cases: Cases, made: Iterable[Made], repeats: int
) -> None:
    """Write how many rollouts of each case are planned, and a record of each that there is.

    Raises `CannotAuditError` where they cannot be written.
    """
    _write(folder / "plan.jsonl", plan_of(cases, repeats))
    _write(folder / "records.jsonl", records_of(world, made, repeats))


def _write(path: Path, rows: Iterable[msgspec.Struct]) -> None:
    try:
        write_whole(path, "".join(msgspec.json.encode(row).decode() + "\n" for row in rows))
    except OSError as error:
        raise CannotAuditError(
            f"--out {path.parent}: cannot write {path.name} there: {error.strerror}; make room, "
            "and the same command goes on"
        ) from None
