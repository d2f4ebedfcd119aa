"""A finished results folder, read back: whole, unchanged, and of this revision, or not at all.

Prints tell whether a file was changed since. They are no signature, so what can be told without
playing is told anew: what a run writes of itself and of its tasks, and the grade of every end.
"""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

import msgspec
from msgspec.structs import replace

from attackers.settlement import policies
from audits.errors import CannotAuditError
from audits.settlement.folder import MANIFEST, TASKS, Folder, content, read_manifest, unlike
from audits.settlement.plan import Manifest, RunPlan, revision
from audits.settlement.records import Graded, Row, TaskRecord, lines, row, task_records
from audits.settlement.world import PAPER
from desk.settlement import arm, corpus
from scorer.settlement import Grader


class Results(msgspec.Struct, frozen=True):
    """What a finished run recorded; rows stand in the order of the tasks."""

    manifest: Manifest
    tasks: list[TaskRecord]
    rows: dict[tuple[str, int], list[Row]]


def read(path: Path, argument: str = "DIR", planned: RunPlan | None = None) -> Results:
    """Read a finished folder, of the paper's world unless it is `planned` otherwise.

    Raises `CannotAuditError` where a file is missing, was changed, or says what no run does.
    """
    manifest = read_manifest(path, argument)
    world = planned.world if planned else PAPER
    if manifest.world != world.name:
        raise CannotAuditError(
            f"{argument} {path}: it holds {manifest.world or 'the paper'}'s world; its tables are "
            f"made by `{Folder(path, manifest).tables}`"
        )
    if manifest.revision != revision(world):
        raise CannotAuditError(
            f"{argument} {path}: it was made by another revision of the settlement desk "
            f"({manifest.revision[:12]}, this is {revision(world)[:12]}); run it again into a new "
            "folder"
        )
    try:
        planned = planned or _planned(manifest)
        _as_planned(manifest, planned)
        folder = Folder(path, manifest)
        prints = _prints(folder, argument)
        files = {name: _checked(folder, name, prints, argument) for name in folder.names}
        _checked(folder, MANIFEST, prints, argument)
        return _results(folder, files, world.graders(planned.corpus))
    except (msgspec.MsgspecError, ValueError) as error:  # its prints were changed as well
        raise CannotAuditError(
            f"{argument} {path}: its files are not what a run writes: {error}"
        ) from None


def _planned(manifest: Manifest) -> RunPlan:
    """Plan the run that a manifest tells of. Raises `ValueError`."""
    return RunPlan(
        corpus=corpus(),
        policies=tuple(manifest.policies),
        seeds=len(manifest.seeds),
        arm=arm(manifest.arm),
    )


def _as_planned(manifest: Manifest, planned: RunPlan) -> None:
    known = policies() if not planned.world.name else planned.policies
    names = manifest.policies
    if not names or len(set(names)) < len(names) or not {*names} <= {*known}:
        raise ValueError(f"{MANIFEST} names the policies {', '.join(names) or 'none'}")
    if not manifest.seeds:
        raise ValueError(f"{MANIFEST} names no seed")
    if told := unlike(manifest, replace(planned.manifest, tool=manifest.tool)):
        raise ValueError(f"{MANIFEST} tells of another run ({told})")


def _results(folder: Folder, files: dict[str, bytes], graders: list[Grader]) -> Results:
    manifest = folder.manifest
    tasks = task_records(graders)
    if files[TASKS] != lines(tasks):
        raise ValueError(f"{TASKS} has other tasks than corpus {manifest.corpus.name}")
    rows = {}
    for policy in manifest.policies:
        for seed in manifest.seeds:
            name = folder.chunk(policy, seed)
            rows[policy, seed] = _rows(name, files[name], policy, seed, graders)
    return Results(manifest, tasks, rows)


_decode_rows = msgspec.json.Decoder(Graded).decode_lines


def _rows(name: str, file: bytes, policy: str, seed: int, graders: list[Grader]) -> list[Row]:
    """Grade every recorded end anew, and hold what the file says against it."""
    told = _decode_rows(file)
    if [one.task for one in told] != [grader.task.id for grader in graders]:
        raise ValueError(f"{name} has not one row for each task, in their order")
    rows = []
    for one, grader in zip(told, graders, strict=True):
        made = row(policy, seed, grader, grader.grade(one.end))
        if one.row != made or one.deductions != grader.deductions(made.tally):
            raise ValueError(f"{name} says of {one.task} what its end does not come to")
        rows.append(made)
    return rows


def _prints(folder: Folder, argument: str) -> dict[str, str]:
    prints = folder.prints()
    if prints is None:
        left, of = len(folder.missing), len(folder.names)
        raise CannotAuditError(
            f"{argument} {folder.path}: the run is not finished, {left} of {of} files are to be "
            f"written; finish it with `{folder.command}`"
        )
    return prints


def _checked(folder: Folder, name: str, prints: dict[str, str], argument: str) -> bytes:
    try:
        file = content(folder.path / name)
    except OSError as error:
        raise CannotAuditError(
            f"{argument} {folder.path}: cannot read {name}: {error.strerror}; finish the run with "
            f"`{folder.command}`"
        ) from None
    if sha256(file).hexdigest() != prints.get(name):
        raise CannotAuditError(
            f"{argument} {folder.path}: {name} is not what the run wrote (its fingerprint "
            f"differs); make it again with `{folder.command}`"
        )
    return file
