"""What a user declares of tools and places, held against the rows: what fits nothing is told."""

from __future__ import annotations

from collections.abc import Iterable

from attackers.rows import Declared, Row
from attackers.states.leaves import MISSING, at
from attackers.trajectories.parts import calls_in, messages_of
from audits.errors import CannotAuditError, unknown
from audits.rewards.outcome import Shape


def check_declared(declared: Declared, rows: tuple[Row, ...], shape: Shape) -> None:
    """Raise `CannotAuditError` for a declared name that no row knows."""
    tools = sorted({call.tool for row in rows for call in calls_in(messages_of(row.reference))})
    for option, names in (("--effects", declared.effects), ("--reads", declared.reads)):
        for name in names:
            if name not in tools:
                raise unknown(option, name, tools or ["(no reference calls a tool)"])
    if declared.gold_at and shape is not Shape.TRAJECTORY:
        raise CannotAuditError(f"--gold-at: only a trajectory can be seen to read; this is {shape}")
    if declared.agent_writable and shape is not Shape.STATE:
        raise CannotAuditError(f"--agent-writable: only a state has an end; this is {shape}")
    for place in declared.agent_writable:
        if not any(_stands(place, row) for row in rows):
            raise unknown("--agent-writable", place, _places(rows))


def _stands(place: str, row: Row) -> bool:
    path = tuple(place.removeprefix("final.").split("."))
    return any(at(end, path) is not MISSING for end in (_final(row), row.initial))


def _final(row: Row) -> object:
    return row.reference.get("final") if isinstance(row.reference, dict) else None


def _places(rows: tuple[Row, ...]) -> Iterable[str]:
    ends = [end for row in rows for end in (_final(row), row.initial) if isinstance(end, dict)]
    return {f"final.{name}" for end in ends for name in end}
