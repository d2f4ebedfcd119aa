"""Every fault by its name, in the order in which they strike and are shown."""

from __future__ import annotations

from collections.abc import Mapping

from audits.dead.fault import Fault, ScorerFault
from audits.dead.ways import agent, endpoint, log, scorer, start, tools, worker
from audits.errors import CannotAuditError, unknown

_ALL: tuple[Fault | ScorerFault, ...] = (
    *start.FAULTS,
    *agent.FAULTS,
    *tools.FAULTS,
    *worker.FAULTS,
    *endpoint.FAULTS,
    *log.FAULTS,
    *scorer.FAULTS,
)

FAULTS: dict[str, Fault | ScorerFault] = {fault.name: fault for fault in _ALL}
"""The registry: name, group, what happens, and where it came from."""


def everything() -> dict[str, Fault | ScorerFault]:
    """Return our faults, and after them what plugins add."""
    from audits import plugins  # noqa: PLC0415 - plugins know what a fault is

    return FAULTS | plugins.faults(FAULTS)


def chosen(
    only: str | None, faults: Mapping[str, Fault | ScorerFault] = FAULTS
) -> list[Fault | ScorerFault]:
    """Return those of a desk's faults that `only` names (comma separated), or all.

    Raises `CannotAuditError` for a name that no fault has, and for a list that names none.
    """
    if only is None:
        return list(faults.values())
    names = [name.strip() for name in only.split(",") if name.strip()]
    for name in names:
        if name not in faults:
            raise unknown("--only", name, faults)
    if not names:
        raise CannotAuditError(f"--only: expected names of faults, comma separated; got {only!r}")
    return [fault for name, fault in faults.items() if name in names]
