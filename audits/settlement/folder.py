"""A results folder: written piece by piece, each whole or not at all, and read with its prints.

`fingerprints.json` is written last: where it is, the run is finished. A killed run leaves finished
pieces, which the next run with the same words keeps.
"""

from __future__ import annotations

import os
import shlex
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path

import msgspec

from audits.errors import CannotAuditError
from audits.settlement.plan import Manifest, RunPlan

MANIFEST = "manifest.json"
PRINTS = "fingerprints.json"
TASKS = "tasks.jsonl"
SCHEDULES = "schedules.jsonl"


class Folder:
    """One results folder under one manifest."""

    def __init__(self, path: Path, manifest: Manifest) -> None:
        self.path = path
        self.manifest = manifest

    def chunk(self, policy: str, seed: int) -> str:
        """The name of the file of one policy under one seed."""
        return f"episodes/{policy}-{seed}.jsonl"

    @property
    def names(self) -> list[str]:
        """Every file that a finished run has, the manifest and the prints aside."""
        chunks = [
            self.chunk(policy, seed)
            for policy in self.manifest.policies
            for seed in self.manifest.seeds
        ]
        return [TASKS, SCHEDULES, *chunks]

    @property
    def missing(self) -> list[str]:
        """The files that are still to be written, or that somebody has changed since."""
        prints = self.prints() or {}
        return [name for name in self.names if not self._stands(name, prints)]

    def prints(self) -> dict[str, str] | None:
        """Return the fingerprints of a finished run; None if there are none that can be read."""
        try:
            return msgspec.json.decode((self.path / PRINTS).read_bytes(), type=dict[str, str])
        except (OSError, msgspec.MsgspecError):
            return None

    def _stands(self, name: str, prints: dict[str, str]) -> bool:
        try:
            made = _print(self.path / name)
        except OSError:
            return False
        return prints.get(name, made) == made

    @property
    def command(self) -> str:
        """The command that finishes the run."""
        made = self.manifest
        words = f"--seeds {len(made.seeds)} --arm {made.arm} --out {shlex.quote(str(self.path))}"
        if made.world:
            return f"clawback settle ours {made.world} {words}"
        return f"clawback settle run --policies {','.join(made.policies)} {words}"

    @property
    def tables(self) -> str:
        """The command that makes the tables of a finished run."""
        if self.manifest.world:
            return self.command
        return f"clawback settle table {shlex.quote(str(self.path))}"

    def write(self, name: str, content: bytes) -> None:
        """Write one file, whole or not at all."""
        path = self.path / name
        part = path.with_name(f".{path.name}.{os.getpid()}.part")
        with _writable(self.path):
            part.write_bytes(content)
            part.replace(path)

    def seal(self) -> str:
        """Write the fingerprints of all files and return the one that covers them all."""
        for torn in self.path.rglob(".*.part"):  # left by a run that was killed
            torn.unlink(missing_ok=True)
        prints = {name: _print(self.path / name) for name in self.names}
        self.write(PRINTS, msgspec.json.format(msgspec.json.encode(prints), indent=1))
        return _print(self.path / PRINTS)


def create(path: Path, plan: RunPlan) -> Folder:
    """Open the folder of a plan, made now or left by a run with the same words.

    Raises `CannotAuditError` for a folder that holds something else or cannot be written.
    """
    folder = Folder(path, plan.manifest)
    with _writable(path):
        if path.exists() and not path.is_dir():
            raise CannotAuditError(f"--out {path}: expected a folder, and it is a file")
        if (path / MANIFEST).exists():
            _same(path, read_manifest(path, "--out"), plan.manifest)
        elif path.exists() and any(path.iterdir()):
            raise CannotAuditError(
                f"--out {path}: it is not empty and has no {MANIFEST}, so it is no results folder; "
                "name another one"
            )
        (path / "episodes").mkdir(parents=True, exist_ok=True)
    if not (path / MANIFEST).exists():
        encoded = msgspec.json.encode(plan.manifest)
        folder.write(MANIFEST, msgspec.json.format(encoded, indent=1))
    return folder


def _same(path: Path, held: Manifest, wanted: Manifest) -> None:
    if held == wanted:
        return
    parts = [
        name for name in Manifest.__struct_fields__ if getattr(held, name) != getattr(wanted, name)
    ]
    if "revision" in parts or "schema_version" in parts:
        raise CannotAuditError(
            f"--out {path}: its results were made by another revision "
            f"({held.revision[:12]}, this is {wanted.revision[:12]}); name another folder"
        )
    told = "; ".join(f"{name}: {_short(held, name)}, not {_short(wanted, name)}" for name in parts)
    raise CannotAuditError(f"--out {path}: it holds another run ({told}); name another folder")


def _short(manifest: Manifest, name: str) -> str:
    value = getattr(manifest, name)
    return ",".join(map(str, value)) if isinstance(value, list) else str(value)


def read_manifest(path: Path, argument: str) -> Manifest:
    """Read what a folder holds. Raises `CannotAuditError` where it is no results folder."""
    try:
        return msgspec.json.decode((path / MANIFEST).read_bytes(), type=Manifest)
    except OSError as error:
        raise CannotAuditError(
            f"{argument} {path}: cannot read its {MANIFEST}: {error.strerror}; expected a folder "
            "that `clawback settle run --out DIR` has written"
        ) from None
    except msgspec.MsgspecError as error:
        raise CannotAuditError(f"{argument} {path}: {MANIFEST} is not ours: {error}") from None


def _print(path: Path) -> str:
    return sha256(path.read_bytes()).hexdigest()


@contextmanager
def _writable(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise CannotAuditError(f"--out {path}: cannot write there: {error.strerror}") from None
