"""What one attempt leaves for qualification, and what was planned; docs/qualification.md.

Both are the schema of a user's own files, one JSON object a line, read strictly.
"""

from __future__ import annotations

from typing import Annotated

import msgspec

MOST = 10**12
"""The most that a count may be: a bound of sanity."""

MOST_REPEATS = 1_000_000
"""The most repeats of one scenario: a bound of sanity."""

Text = Annotated[str, msgspec.Meta(min_length=1, max_length=1_000)]
Count = Annotated[int, msgspec.Meta(ge=0, le=MOST)]
Repeats = Annotated[int, msgspec.Meta(ge=1, le=MOST_REPEATS)]


class Record(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One attempt of the policy at one scenario.

    Raises `ValueError` where an outcome is null that was to be seen.
    """

    episode: Text
    """A name of its own for this attempt; no two records share it."""
    model_revision: Text
    task_revision: Text
    """Which version of the scenarios was played."""
    harness: Text
    """What turned the model into an agent, with its version."""
    scenario: Text
    family: Text
    """The kind of work, so that a gate can ask for more than one."""
    group: str = ""
    """Scenarios that are judged together for mixed outcomes; a scenario's own if left out."""
    rollout: Count
    """Which repeat of the scenario this is, from 0."""
    planned_rollouts: Repeats
    """How many repeats of the scenario were planned."""
    infra_valid: bool
    """False if the infrastructure spoilt the attempt: then it says nothing of the policy."""
    infra_reason: str = ""
    """What spoilt it."""
    protocol_valid: bool | None = None
    """Whether every tool call could be read and fitted its tool."""
    passed: bool | None = None
    """Whether what was executed did the work."""
    control_violated: bool | None = None
    """Whether a material control was violated on the way."""
    truncated: bool | None = None
    """Whether it was stopped at the limit of interaction."""
    generated_tokens: Count | None = None
    """None if nobody counted."""
    tool_calls: Count | None = None
    """None if nobody counted."""

    def __post_init__(self) -> None:
        if not self.group:
            msgspec.structs.force_setattr(self, "group", self.scenario)
        if not self.infra_valid:
            return
        needed = ["protocol_valid", "control_violated", "truncated"]
        needed += ["passed"] if self.protocol_valid else []
        for name in needed:
            if getattr(self, name) is None:
                raise ValueError(
                    f"{name}: expected true or false of an infra-valid episode, got null"
                )


class Planned(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One scenario that was to be attempted so many times."""

    scenario: Text
    family: Text
    group: str = ""
    """The scenario's own if left out."""
    rollouts: Repeats

    def __post_init__(self) -> None:
        if not self.group:
            msgspec.structs.force_setattr(self, "group", self.scenario)
