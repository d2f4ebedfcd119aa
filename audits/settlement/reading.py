"""A finished results folder, read back: whole, unchanged, and of this revision, or not at all."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

import msgspec

from audits.errors import CannotAuditError
from audits.settlement.folder import TASKS, Folder, read_manifest
from audits.settlement.plan import Manifest, revision
from audits.settlement.records import Row, TaskRecord
from audits.settlement.world import PAPER, World


class Results(msgspec.Struct, frozen=True):
    """What a finished run recorded; rows stand in the order of the tasks."""

    manifest: Manifest
    tasks: list[TaskRecord]
    rows: dict[tuple[str, int], list[Row]]


def read(path: Path, argument: str = "DIR", world: World = PAPER) -> Results:
    """Read a finished folder. Raises `CannotAuditError` where a file is missing or was changed."""
    manifest = read_manifest(path, argument)
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
    folder = Folder(path, manifest)
    prints = _prints(folder, argument)
    content = {name: _checked(folder, name, prints, argument) for name in folder.names}
    try:
        return _results(folder, content)
    except (msgspec.MsgspecError, ValueError) as error:  # its prints were changed as well
        raise CannotAuditError(
            f"{argument} {path}: its files are not what a run writes: {error}"
        ) from None


def _results(folder: Folder, content: dict[str, bytes]) -> Results:
    manifest = folder.manifest
    tasks = msgspec.json.Decoder(TaskRecord).decode_lines(content[TASKS])
    wanted = [record.task.id for record in tasks]
    rows = {}
    for policy in manifest.policies:
        for seed in manifest.seeds:
            name = folder.chunk(policy, seed)
            made = rows[policy, seed] = _decode_rows(content[name])
            if [row.task for row in made] != wanted:
                raise ValueError(f"{name} has not one row for each task, in their order")
    return Results(manifest, tasks, rows)


_decode_rows = msgspec.json.Decoder(Row).decode_lines


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
        content = (folder.path / name).read_bytes()
    except OSError as error:
        raise CannotAuditError(
            f"{argument} {folder.path}: cannot read {name}: {error.strerror}; finish the run with "
            f"`{folder.command}`"
        ) from None
    if sha256(content).hexdigest() != prints.get(name):
        raise CannotAuditError(
            f"{argument} {folder.path}: {name} is not what the run wrote (its fingerprint "
            f"differs); make it again with `{folder.command}`"
        )
    return content
