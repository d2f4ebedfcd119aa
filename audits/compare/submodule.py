"""A file of a submodule: the revision around it knows of it by the submodule's commit alone."""

from __future__ import annotations

from pathlib import Path

from audits.compare.git import git
from audits.errors import CannotAuditError


def moved_in(repository: Path, commit: str, submodule: str, file: str) -> bool:
    """Tell whether a file, by its path from the root, is not as a commit has it.

    What that commit does not name, or the submodule has not fetched, cannot be called the same.
    """
    inner, name = repository / submodule, file.removeprefix(f"{submodule}/")
    try:
        then = git("rev-parse", f"{commit}:{submodule}", at=repository)
        was = git("rev-parse", f"{then}:{name}", at=inner)
        return was != git("hash-object", "--", name, at=inner)
    except CannotAuditError:
        return True
