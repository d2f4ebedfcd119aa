"""What a rollout at a desk of ours is as a record: judged by the desk's own measure, no scorer."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from attackers.loop.said import count
from audits.errors import CannotAuditError
from audits.qualify.record import Planned, Record
from audits.target import Cases
from audits.worlds import Made, World
from desk import Kind, ToolCall


def record_of(world: World, rollout: Made) -> Record:
    """Make a record of a rollout.

    Raises `CannotAuditError` where the rollout does not say which model played it, or says
    something that no record may. A count of tokens that is none is not counted.
    """
    source, case, failure = rollout.source, rollout.case, rollout.failure
    if source is None or not source.model:
        raise CannotAuditError(
            f"case {case.id!r}: the rollout does not say which model played it (field source), and "
            "a record has to"
        )
    said: dict[str, Any] = {
        "episode": f"{case.id}#{source.rollout}",
        "model_revision": source.model,
        "task_revision": source.tasks,
        "harness": source.harness,
        "scenario": case.id,
        "family": str(case.family),
        "rollout": source.rollout,
        "planned_rollouts": source.planned,
    }
    if failure is not None and rollout.spoilt:
        why = f"{failure.kind}: {failure.detail}"
        return _record(said | {"infra_valid": False, "infra_reason": why})
    calls = [call for message in rollout.messages for call in message.tool_calls]
    return _record(
        said
        | {
            "infra_valid": True,
            "protocol_valid": _protocol_valid(world, rollout, calls),
            "passed": failure is None and world.passed(rollout),
            "control_violated": world.violated(rollout),
            "truncated": rollout.truncated,
            "generated_tokens": count(source.generated_tokens),
            "tool_calls": len(calls),
        }
    )


def _record(said: dict[str, Any]) -> Record:
    """Make a record that `clawback qualify` will read. Raises `CannotAuditError`."""
    try:
        return msgspec.convert(said, Record)
    except msgspec.ValidationError as error:
        raise CannotAuditError(
            f"episode {said['episode']!r}: no record can be made of the rollout: {error}"
        ) from None


def records_of(world: World, rollouts: Iterable[Made], repeats: int) -> list[Record]:
    """Make records of one run's rollouts, of which `repeats` were planned for each case."""
    return [
        msgspec.structs.replace(record_of(world, rollout), planned_rollouts=repeats)
        for rollout in rollouts
    ]


def plan_of(cases: Cases, repeats: int) -> list[Planned]:
    """Return the plan of a run."""
    return [
        Planned(scenario=case.id, family=str(case.family), rollouts=repeats) for case in cases.cases
    ]


def _protocol_valid(world: World, rollout: Made, calls: Sequence[ToolCall]) -> bool:
    unreadable = rollout.failure is not None and rollout.failure.kind is Kind.BAD_CALL
    return not unreadable and all(_fits(world, call) for call in calls)


def _fits(world: World, call: ToolCall) -> bool:
    """Whether a call can be read, and the desk takes it."""
    try:
        args = msgspec.json.decode(call.function.arguments, type=dict[str, Any])
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return False
    return world.problem(call.function.name, args) is None
