"""A revision of a project in a worktree of its own, and a target as it stands there."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from filecmp import cmp
from pathlib import Path

import msgspec

from audits.children import held, run
from audits.errors import CannotAuditError
from audits.findings import Finding
from audits.provenance import told
from audits.result import Result
from audits.rewards.session import Ask, search_paths
from audits.store.closure import source_of

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

    def check_read(self, target: str, files: Iterable[str]) -> None:
        """Raise `CannotAuditError` if what stands otherwise in this revision was read of today's.

        `files` is all that the target read, code too; what git does not track has no revision.
        """
        tracked = set(_git("-C", str(self.repository), "ls-files", "-z").split("\0"))
        read = {self._inside(Path(source_of(file))) for file in files} & tracked
        if moved := sorted(filter(self._moved, read)):
            more = f" and {len(moved) - 1} more" if len(moved) > 1 else ""
            raise CannotAuditError(
                f"--base: {target} reads {moved[0]}{more} as it is today, not as {self.name} has "
                "it; open files beside the code (Path(__file__).parent), and let PYTHONPATH name "
                "the folders that imports begin in"
            )

    def _inside(self, file: Path) -> str:
        """Return where in the repository a file of today's is; nothing for one of elsewhere."""
        whole = file.resolve()
        inside = whole.is_relative_to(self.repository) and not whole.is_relative_to(self.root)
        return whole.relative_to(self.repository).as_posix() if inside else ""

    def _moved(self, file: str) -> bool:
        here, there = self.repository / file, self.root / file
        return here.is_file() and not (there.is_file() and cmp(here, there, shallow=False))

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
        for whole in (path.absolute(), path.resolve()):  # a link leads where it led then
            if (named := Path(os.path.normpath(whole))).is_relative_to(self.repository):
                return self.root / named.relative_to(self.repository)
        return path.resolve()


@contextmanager
def revision(name: str) -> Iterator[Revision]:
    """Check a revision out beside the project, and take it away afterwards.

    Raises `CannotAuditError` if there is no repository here, or no such revision.
    """
    if not name.strip():
        raise CannotAuditError(
            f"--base: expected a git revision; got {name!r}, as of a variable that is not set; "
            "leave --base out to hold against none"
        )
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
