"""git, asked of the repository around us and not of one that the environment names instead."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from audits.children import run
from audits.errors import CannotAuditError

NOT_HERE = "there is no such revision here; fetch it first (a shallow checkout has only its own)"

QUIET = {
    "core.fsmonitor": "false",
    "core.hooksPath": os.devnull,
    "core.sparseCheckout": "false",
    "core.splitIndex": "false",
}
"""Keeps git from watching, running hooks, leaving files out, and writing beside an index."""


def git(*words: str, at: Path | None = None, env: Mapping[str, str] | None = None) -> str:
    """Run git in a folder, here if none is given, and return what it says.

    `env` is added to an environment without git's own variables. File names that are not UTF-8 come
    back as `os.fsdecode` has them. Raises `CannotAuditError` with git's own last word.
    """
    bare = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    set_to = [word for name, value in QUIET.items() for word in ("-c", f"{name}={value}")]
    try:
        done = run(
            ["git", *set_to, *words],
            cwd=at,
            env={**bare, **(env or {})},
            encoding="utf-8",
            errors="surrogateescape",
        )
    except OSError as error:
        raise CannotAuditError(f"--base: git cannot be run: {error.strerror}") from None
    if done.returncode:
        why = done.stderr.strip().splitlines() or [NOT_HERE]
        raise CannotAuditError(f"--base: git {words[0]} {words[-1]}: {why[-1]}")
    told: str = done.stdout
    return told.removesuffix("\n")


def git_path(repository: Path, name: str) -> Path:
    """Return where git keeps something of a repository: `index`, `objects`."""
    return (repository / git("rev-parse", "--git-path", name, at=repository)).resolve()
