"""A results folder: written piece by piece, each whole or not at all, and read with its prints.

`fingerprints.json` is written last: where it is, the run is finished. Until then `written.jsonl`
says what each finished piece is, so that the next run with the same words keeps just those.
"""

from __future__ import annotations

import os
import shlex
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from hashlib import sha256
from pathlib import Path
from stat import S_ISREG

import msgspec

from audits.errors import CannotAuditError, unwritable
from audits.settlement.plan import CorpusRow, Manifest, RunPlan

MANIFEST = "manifest.json"
PRINTS = "fingerprints.json"
WRITTEN = "written.jsonl"
TASKS = "tasks.jsonl"
SCHEDULES = "schedules.jsonl"


class Written(msgspec.Struct, frozen=True):
    """A piece that was finished; the last word on a name counts."""

    name: str
    print: str
    """SHA-256 of its bytes, as hex."""


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
        """The files that are still to be written, or are not what a run has written."""
        prints = self.prints()
        known = self._written() if prints is None else prints
        return [name for name in self.names if not self._stands(name, known)]

    def prints(self) -> dict[str, str] | None:
        """Return the fingerprints of a finished run; None if there are none that can be read."""
        try:
            return msgspec.json.decode(content(self.path / PRINTS), type=dict[str, str])
        except (OSError, msgspec.MsgspecError):
            return None

    def _written(self) -> dict[str, str]:
        known: dict[str, str] = {}
        with suppress(OSError):
            for line in content(self.path / WRITTEN).splitlines():
                with suppress(msgspec.MsgspecError):  # the last one of a run that was killed
                    one = msgspec.json.decode(line, type=Written)
                    known[one.name] = one.print
        return known

    def _stands(self, name: str, known: dict[str, str]) -> bool:
        try:
            return known.get(name) == _print(self.path / name)
        except OSError:
            return False

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
        """Write one file, whole or not at all, and note what it is."""
        with _writable(self.path):
            self._whole(name, content)
            line = msgspec.json.encode(Written(name, sha256(content).hexdigest()))
            with (self.path / WRITTEN).open("ab") as written:
                written.write(line + b"\n")

    def _whole(self, name: str, content: bytes) -> None:
        path = self.path / name
        part = path.with_name(f".{path.name}.{os.getpid()}.part")
        part.write_bytes(content)
        part.replace(path)

    def seal(self) -> str:
        """Write the fingerprints of all files; return the one that covers what was played.

        The manifest, which names the revision of the sources, is left out of that one: other
        sources that play the same have the same fingerprint.
        """
        with _writable(self.path):
            played = {name: _print(self.path / name) for name in self.names}
            prints = {MANIFEST: _print(self.path / MANIFEST), **played}
            self._whole(PRINTS, _told(prints))
            for name in prints:
                self._sweep(self.path / name)
            (self.path / WRITTEN).unlink(missing_ok=True)
        return sha256(_told(played)).hexdigest()

    def _sweep(self, path: Path) -> None:
        """Take away what runs that were killed have left of a file, and nothing of one alive."""
        for torn in path.parent.glob(f".{path.name}.*.part"):
            number = torn.name.removesuffix(".part").rpartition(".")[2]
            if number.isdecimal() and not _is_alive(int(number)):
                torn.unlink(missing_ok=True)


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
    if held.revision != wanted.revision:
        raise CannotAuditError(
            f"--out {path}: its results were made by another revision "
            f"({held.revision[:12]}, this is {wanted.revision[:12]}); name another folder"
        )
    raise CannotAuditError(
        f"--out {path}: it holds another run ({unlike(held, wanted)}); name another folder"
    )


def unlike(held: Manifest, wanted: Manifest) -> str:
    """Say in which fields two manifests differ: empty if in none."""
    told = (
        (name, _short(getattr(held, name)), _short(getattr(wanted, name)))
        for name in Manifest.__struct_fields__
        if getattr(held, name) != getattr(wanted, name)
    )
    return "; ".join(f"{name}: {has}, not {should}" for name, has, should in told)


def _short(value: object) -> str:
    if isinstance(value, CorpusRow):
        return f"{value.name} {value.seed} ({value.digest[:12]})"
    if isinstance(value, list):
        return ",".join(map(str, value)) or "none"
    return str(value) or "the paper's"


def read_manifest(path: Path, argument: str) -> Manifest:
    """Read what a folder holds. Raises `CannotAuditError` where it is no results folder."""
    try:
        return msgspec.json.decode(content(path / MANIFEST), type=Manifest)
    except OSError as error:
        raise CannotAuditError(
            f"{argument} {path}: cannot read its {MANIFEST}: {error.strerror}; expected a folder "
            "that `clawback settle run --out DIR` has written"
        ) from None
    except msgspec.MsgspecError as error:
        raise CannotAuditError(
            f"{argument} {path}: {MANIFEST} is not ours: {error}; run it again into a new folder"
        ) from None


def content(path: Path) -> bytes:
    """Read a file. Raises `OSError`, also for what is no plain file: a pipe may never answer."""
    if not S_ISREG(path.stat().st_mode):
        raise OSError(0, "it is no plain file")
    return path.read_bytes()


def _print(path: Path) -> str:
    return sha256(content(path)).hexdigest()


def _told(prints: dict[str, str]) -> bytes:
    return msgspec.json.format(msgspec.json.encode(prints), indent=1)


def _is_alive(number: int) -> bool:
    try:
        os.kill(number, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except PermissionError:
        return True
    return True


@contextmanager
def _writable(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise unwritable("--out", path, error) from None
