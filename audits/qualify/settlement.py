"""A finished settlement run as records: its policies as models, its seeds as repeats.

An episode passes if its terminal position is the reference's to the cent; something irreversible
done before the outcome existed violates a control. A policy of ours always ends, speaks no protocol
that could be broken, and generates no tokens that anybody counts.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec

from audits.errors import CannotAuditError, unknown
from audits.qualify.record import Planned, Record
from audits.settlement.folder import Folder
from audits.settlement.reading import Results, read
from audits.settlement.records import EpisodeRecord


def settlement_records(path: Path, policy: str | None) -> tuple[list[Record], list[Planned]]:
    """Read one policy's records, and the plan, from a results folder.

    Raises `CannotAuditError` for a folder that is not finished or was changed, and for a policy
    that it does not hold.
    """
    results = read(path, "RECORDS")
    held = results.manifest.policies
    if policy is None:
        raise CannotAuditError(f"--policy: expected one of {', '.join(held)}, since {path} has all")
    if policy not in held:
        raise unknown("--policy", policy, held)
    return list(_records(path, results, policy)), _plan(results)


def _plan(results: Results) -> list[Planned]:
    return [
        Planned(
            scenario=one.task.id,
            family=one.task.archetype.value,
            rollouts=len(results.manifest.seeds),
        )
        for one in results.tasks
    ]


def _records(path: Path, results: Results, policy: str) -> Iterator[Record]:
    made = results.manifest
    families = {one.task.id: one.task.archetype.value for one in results.tasks}
    folder, decoder = Folder(path, made), msgspec.json.Decoder(EpisodeRecord)
    for rollout, seed in enumerate(made.seeds):
        for episode in decoder.decode_lines((path / folder.chunk(policy, seed)).read_bytes()):
            yield Record(
                episode=f"{episode.task}#{seed}",
                model_revision=policy,
                task_revision=f"settlement {made.corpus.name} {made.corpus.digest[:12]}",
                harness=f"clawback {made.tool.version} settle ({made.revision[:8]}, {made.arm})",
                scenario=episode.task,
                family=families[episode.task],
                rollout=rollout,
                planned_rollouts=len(made.seeds),
                infra_valid=True,
                protocol_valid=True,
                passed=episode.exact,
                control_violated=episode.premature,
                truncated=False,
                tool_calls=sum(tool != "wait" for _, tool, *_ in episode.log),
            )
