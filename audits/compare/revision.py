"""A revision of a project in a worktree of its own, and a target as it stands there."""

from __future__ import annotations

import os
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import msgspec

from audits.errors import CannotAuditError
from audits.rewards.session import Ask, search_paths


@dataclass(frozen=True, slots=True)
class Revision:
    """A checked-out revision: `root` is where the repository's root stands in it."""

    name: str
    root: Path
    repository: Path

    def ask(self, ask: Ask) -> Ask:
        """Reach the same target in this revision; the interpreter and all else stays."""
        where, colon, name = ask.target.partition(".py:")
        target = f"{self._there(Path(f'{where}.py'))}:{name}" if colon else ask.target
        paths = tuple(str(self._there(Path(path))) for path in ask.paths or search_paths())
        return msgspec.structs.replace(ask, target=target, paths=paths)

    def has(self, target: str) -> bool:
        """Tell whether a target's file is there; of a module nobody knows before it is loaded."""
        where, colon, _ = target.partition(".py:")
        return not colon or self._there(Path(f"{where}.py")).is_file()

    def _there(self, path: Path) -> Path:
        whole = path.resolve()
        inside = whole.is_relative_to(self.repository)
        return self.root / whole.relative_to(self.repository) if inside else whole


@contextmanager
def revision(name: str) -> Iterator[Revision]:
    """Check a revision out beside the project, and take it away afterwards.

    Raises `CannotAuditError` if there is no repository here, or no such revision.
    """
    repository = Path(_git("rev-parse", "--show-toplevel")).resolve()
    commit = _git("rev-parse", "--verify", "--quiet", "--end-of-options", f"{name}^{{commit}}")
    with tempfile.TemporaryDirectory(prefix="clawback-base-") as folder:
        root = Path(folder).resolve() / "tree"
        _git("worktree", "add", "--detach", "--quiet", str(root), commit)
        try:
            yield Revision(name, root, repository)
        finally:
            _git("worktree", "remove", "--force", str(root))


def _git(*words: str) -> str:
    bare = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    try:
        done = subprocess.run(
            ["git", *words], capture_output=True, text=True, env=bare, check=False
        )
    except OSError as error:
        raise CannotAuditError(f"--base: git cannot be run: {error.strerror}") from None
    if done.returncode:
        why = done.stderr.strip().splitlines() or ["there is no such revision"]
        raise CannotAuditError(f"--base: git {words[0]} {words[-1]}: {why[-1]}")
    return done.stdout.strip()
