"""What a report was derived from: the target's source and place, and the catalogue of attacks."""

from __future__ import annotations

import os
from collections.abc import Iterable
from functools import cache
from hashlib import file_digest, sha256
from pathlib import Path

import msgspec

from audits.entry_points import versions

HOME = Path(__file__).resolve().parent.parent


class Place(msgspec.Struct, frozen=True):
    """A line of a file. The file is told from the repository's root, where there is one."""

    file: str
    line: int


class Source(msgspec.Struct, frozen=True):
    """Where a target's code stands, and its digest."""

    digest: str = ""
    """SHA-256 of the file or files that hold the code; empty if they cannot be read."""
    place: Place | None = None
    """The first line of what pays; None if it is not known."""
    terms: dict[str, Place] = {}
    """The same for each term of its own, by the term's name."""


def digest_of(files: Iterable[Path], *words: str) -> str:
    """Return the SHA-256 of some files and words, in hex; empty if a file cannot be read."""
    made = sha256("\n".join(words).encode())
    try:
        for path in sorted(set(files)):
            with path.open("rb") as file:
                made.update(file_digest(file, "sha256").digest())
    except OSError:
        return ""
    return made.hexdigest()


def place_of(file: str | None, line: int | None) -> Place | None:
    """Return the place of a line, told from the root of its repository or from here."""
    if not file or not line or not Path(file).is_file():
        return None
    return Place(told(Path(file).resolve()), line)


def told(path: Path) -> str:
    """Write a path as a reader of the repository finds it: from its root, with slashes."""
    root = _root(path)
    return (path.relative_to(root) if root else path).as_posix()


def identity(target: str, base: Path | None = None) -> str:
    """Write a target's name the same way from wherever it is looked at: a file from its root.

    `base` is where the name is looked at, here unless told; `pkg.mod:fn` is the file it stands in,
    if that is found below it.
    """
    module, _, name = target.partition(":")
    file = module if module.endswith(".py") else f"{module.replace('.', '/')}.py"
    path = (base or Path()) / file
    return f"{told(path.resolve())}:{name}" if name and path.is_file() else target


def respelled(target: str, was: Path, now: Path) -> str:
    """Spell a target that is a file's as it is found from another folder."""
    file, colon, name = target.partition(".py:")
    if not colon or not (was / f"{file}.py").is_file():
        return target
    return f"{os.path.relpath(was / file, now)}.py:{name}"


def _root(path: Path) -> Path | None:
    workspace = os.environ.get("GITHUB_WORKSPACE", "")
    others = [Path(workspace).resolve()] if workspace else []
    within = (one for one in (*others, Path.cwd().resolve()) if path.is_relative_to(one))
    above = _above(path, ".git")
    return above or _above(path, ".clawback", "clawback.toml") or next(within, None)


def _above(path: Path, *marks: str) -> Path | None:
    """Find the nearest folder around a file that has one of some names in it."""
    found = (one for one in path.parents if any((one / mark).exists() for mark in marks))
    return next(found, None)


@cache
def catalogue() -> str:
    """Return the version of the catalogue: a digest of attacks, faults, laws, rules and plugins."""
    files = [path for name in ("attackers", "audits") for path in (HOME / name).rglob("*.py")]
    ours = [path for path in files if not _is_presentation(path)]
    names = (path.relative_to(HOME).as_posix() for path in sorted(ours))
    return digest_of(ours, *names, *versions())[:12]


def _is_presentation(path: Path) -> bool:
    """Tell whether a file decides how something is shown, not what is tried."""
    parts = path.relative_to(HOME).parts
    return parts[:2] in (("audits", "report"), ("audits", "cli"), ("audits", "holes"))
