"""Records to change: ten groups of five attempts, two families in turn, two of five pass."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from audits.qualify import Record

Change = Callable[[int, int], dict[str, Any]]
"""(group, rollout) -> fields that are otherwise than in the base."""


def same(_group: int, _rollout: int) -> dict[str, Any]:
    return {}


def record(number: int = 0, rollout: int = 0, planned: int = 5, **changed: Any) -> Record:
    fields: dict[str, Any] = {
        "episode": f"e-{number}-{rollout}",
        "model_revision": "small@1",
        "task_revision": "eval@702d",
        "harness": "loop@1",
        "scenario": f"s-{number}",
        "family": "AB"[number % 2],
        "rollout": rollout,
        "planned_rollouts": planned,
        "infra_valid": True,
        "protocol_valid": True,
        "passed": rollout < 2,
        "control_violated": False,
        "truncated": False,
        "generated_tokens": 100,
        "tool_calls": 5,
    }
    return Record(**(fields | changed))


def records(change: Change = same, groups: int = 10, repeats: int = 5) -> list[Record]:
    return [
        record(group, rollout, repeats, **change(group, rollout))
        for group in range(groups)
        for rollout in range(repeats)
    ]
