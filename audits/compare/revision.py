"""A revision of a project in a worktree of its own, and a target as it stands there."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import msgspec

from audits.children import held, run
from audits.errors import CannotAuditError
from audits.findings import Finding
from audits.provenance import told
from audits.result import Result
from audits.rewards.session import Ask, search_paths

NOT_HERE = "there is no such revision here; fetch it first (a shallow checkout has only its own)"


@dataclass(frozen=True, slots=True)
class Revision:
    """A checked-out revision: `root` is where the repository's root stands in it."""

    name: str
    commit: str
    """What the name stood for: the full hash."""
    root: Path
    repository: Path

    def ask(self, ask: Ask) -> Ask:
        """Reach the same target in this revision; the interpreter and all else stays."""
        where, colon, name = ask.target.partition(".py:")
        target = f"{self._there(Path(f'{where}.py'))}:{name}" if colon else ask.target
        paths = tuple(str(self._there(Path(path))) for path in ask.paths or search_paths())
        return msgspec.structs.replace(ask, target=target, paths=paths)

    def check_loaded(self, target: str, file: str | None) -> None:
        """Raise `CannotAuditError` if not this revision's file was loaded but that of today."""
        whole = Path(file).resolve() if file else self.root
        if whole.is_relative_to(self.root) or not self._there(whole).is_file():
            return
        raise CannotAuditError(
            f"--base: {target} was loaded from {told(whole)} as it is today, not from {self.name}; "
            "name it as a file (path/file.py:function), or let PYTHONPATH name the folder that "
            "its import begins in"
        )

    def name_places(self, result: Result) -> None:
        """Write `REV:file` in a result wherever it names a file of the worktree, which goes."""
        result.reasons = [self._at(why) for why in result.reasons]
        result.findings = [self._named(found) for found in result.findings]

    def _at(self, text: str) -> str:
        return text.replace(f"{self.root}/", f"{self.name}:").replace(str(self.root), self.name)

    def _named(self, found: Finding) -> Finding:
        text, root = msgspec.json.encode(found).decode(), json.dumps(str(self.root))[1:-1]
        if root not in text:
            return found
        name = json.dumps(self.name)[1:-1]
        text = text.replace(f"{root}/", f"{name}:").replace(root, name)
        return msgspec.json.decode(text, type=Finding)

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
        try:
            _git("worktree", "add", "--detach", "--quiet", str(root), commit)
            yield Revision(name, commit, root, repository)
        finally:
            with suppress(CannotAuditError), held():  # a second Ctrl-C would leave it registered
                _git("worktree", "remove", "--force", str(root))


def _git(*words: str) -> str:
    bare = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    try:
        done = run(["git", *words], text=True, env=bare)
    except OSError as error:
        raise CannotAuditError(f"--base: git cannot be run: {error.strerror}") from None
    if done.returncode:
        why = done.stderr.strip().splitlines() or [NOT_HERE]
        raise CannotAuditError(f"--base: git {words[0]} {words[-1]}: {why[-1]}")
    told: str = done.stdout.strip()
    return told
